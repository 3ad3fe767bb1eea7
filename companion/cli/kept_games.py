"""`companion migrate`, `backup`, `restore`, `export`, `import` and `games`.

They work on the database of the server (`KWADO_DATABASE_URL`, or the instance folder), even while it runs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.errors import NotUnderstood
from companion.rules import write_number
from companion.store import (
    MAX_IMPORT_BYTES,
    Store,
    back_up,
    export_game,
    find_database_url,
    get_game,
    import_game,
    list_games,
    open_store,
    restore,
)
from companion.store import migrate as migrate_database


@contextmanager
def _open() -> Iterator[Store]:
    url = find_database_url()
    migrate_database(url)
    store = open_store(url)
    try:
        yield store
    finally:
        store.close()


@click.command("migrate")
def migrate() -> None:
    """Upgrade the database to this version of the program. A copy of the old file is kept."""
    changed = migrate_database(find_database_url())
    click.echo("The database is up to date now." if changed else "The database was up to date.")


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write all kept games to FILE, also while people play."""
    click.echo(f"{say_games(back_up(find_database_url(), file))} in {file.name}.")


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def restore_backup(file: Path) -> None:
    """Replace the games in the database by those of a backup. A copy of the old ones is kept."""
    click.echo(f"{say_games(restore(find_database_url(), file))} in the database now.")


# A link may begin with a hyphen: neither an option is meant, nor with "-h" the help.
@click.command("export", context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("link")
def export(link: str) -> None:
    """Write the game of LINK, with every change, to standard output; "-" asks for the link."""
    given = sys.stdin.readline() if link == "-" else link
    token = given.strip().rstrip("/").rsplit("/", 1)[-1]
    with _open() as store, store.reading() as session:
        click.echo(export_game(session, get_game(session, token, to="view")), nl=False)


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def import_file(file: Path) -> None:
    """Keep the exported game in FILE as a new game, and show its links."""
    if file.stat().st_size > MAX_IMPORT_BYTES:
        raise NotUnderstood(
            f"{file.name} is too large for a game: the limit is {write_number(MAX_IMPORT_BYTES)} bytes."
        )
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotUnderstood(f"{file.name} is damaged or not a kept game: it is not UTF-8 text.") from error
    with _open() as store, store.writing() as session:
        started = import_game(session, text)
    click.echo(f"to edit: /g/{started.links.edit}")
    click.echo(f"to view: /v/{started.links.view}")


@click.command("games")
def games() -> None:
    """List all kept games, latest change first, without links: those are not stored."""
    with _open() as store, store.reading() as session:
        for line in list_games(session):
            names = ", ".join(line.side_names)
            rounds = "1 round" if line.round_count == 1 else f"{line.round_count} rounds"
            state = "  (deleted)" if line.deleted_at else "  (archived)" if line.archived else ""
            click.echo(f"{line.changed_at:%Y-%m-%d %H:%M} UTC  {line.rule_set_id}  {rounds}  {names}{state}")


def say_games(count: int) -> str:
    return "1 game is" if count == 1 else f"{write_number(count)} games are"
