"""`companion site`: the reference as files."""

from pathlib import Path

import click

from companion.errors import NotPossible


@click.command("site")
@click.argument("folder", type=click.Path(path_type=Path))
def site(folder: Path) -> None:
    """Write rules, rulings, cards, lessons and PDFs as files into FOLDER, for any web host."""
    from companion.web.site import write_site

    try:
        click.echo(f"{folder}: {write_site(folder)} files. Any web host serves them.")
    except OSError as error:
        raise NotPossible(f"{folder} cannot be written: {error.strerror}.") from error
