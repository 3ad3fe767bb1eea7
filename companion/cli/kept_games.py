"""`companion migrate`, `backup`, `restore`, `export`, `import` and `games`.

They work on the database of the server (`KWADO_DATABASE_URL`, or the instance folder), even while it runs.
"""

import sys
from contextlib import closing
from pathlib import Path
from typing import IO

import click

from companion.rules import write_number
from companion.store import (
    Store,
    back_up,
    check_current,
    count_games,
    export_game,
    find_backup_folder,
    find_damage,
    find_database_url,
    get_game,
    get_today,
    keep_game,
    list_closed,
    list_games,
    make_daily_backup,
    make_view_token,
    migrate,
    read_copy,
    read_text,
    restore,
    score_kept_game,
    write_game_csv,
)


def refuse_damage(url: str, check: str = "quick_check") -> None:
    """Ends the command for a damaged or lost file, which is left as it is."""
    if damage := find_damage(url, check):
        raise click.ClickException(damage)


def _open() -> closing[Store]:
    url = find_database_url()
    refuse_damage(url)
    check_current(url)
    return closing(Store(url))


@click.command("migrate")
def migrate_games() -> None:
    """Upgrade the database to this version of the program. Stop the server first.

    A copy of the old file is kept.
    """
    url = find_database_url()
    refuse_damage(url)
    changed = migrate(url)
    click.echo("The database is up to date now." if changed else "The database was up to date.")


@click.command("backup")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--daily", is_flag=True, help="Into the folder of the daily backups, once a day; seven are kept."
)
@click.option("--replace", is_flag=True, help="Write over a FILE that is there.")
def backup(file: Path | None, daily: bool, replace: bool) -> None:
    """Write all kept games to a new FILE, also while people play.

    The exit status is 1 if something cannot be read: it is named, and all else is in the file.
    """
    url = find_database_url()
    unread: list[str] = []
    if daily == (file is not None):
        raise click.UsageError("Name a FILE, or say --daily.")
    if file is not None:
        if file.exists() and not replace:
            raise click.ClickException(f"{file.name} is there already. With --replace it is written over.")
        check_current(url)
        click.echo(f"{say_games(back_up(url, file, unread.append))} in {file.name}.")
    else:
        refuse_damage(url, "integrity_check")
        check_current(url)
        made = make_daily_backup(url, find_backup_folder(url), get_today(), unread.append)
        click.echo(f"Today’s backup is {made}." if made else "There is nothing to back up today.")
    if unread:
        click.echo("\n".join(unread), err=True)
        sys.exit(1)


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore_backup(file: Path, yes: bool) -> None:
    """Replace the games in the database by those of a backup. A copy of the old ones is kept."""
    url = find_database_url()
    count = 0
    if not find_damage(url):
        check_current(url)
        count = count_games(url)
    if count and not yes:
        what = "the 1 game" if count == 1 else f"all {write_number(count)} games"
        click.confirm(f"This replaces {what} in the database by those of {file.name}. Go on?", abort=True)
    click.echo(f"{say_games(restore(url, file))} in the database now.")


# A link may begin with a hyphen: neither an option is meant, nor with "-h" the help.
@click.command("export", context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("link")
@click.option("--csv", "as_csv", is_flag=True, help="Only the scores, for a spreadsheet.")
def export(link: str, as_csv: bool) -> None:
    """Write the game of LINK to standard output; "-" asks for the link."""
    given = sys.stdin.readline() if link == "-" else link
    token = given.strip().rstrip("/").rpartition("/")[-1]
    with _open() as store, store.reading() as session:
        game = get_game(session, token, to="view")
        text = write_game_csv(game, score_kept_game(session, game)) if as_csv else export_game(session, game)
    # Lines of CSV end in CR LF, which a text stream may change.
    click.echo(text.encode(), nl=False)


@click.command("import")
@click.argument("file", type=click.File("rb"))
def import_file(file: IO[bytes]) -> None:
    """Keep the game in FILE as a new game, and show its totals and links ("-" reads standard input).

    FILE is an exported game or a scoring document.
    """
    brought = read_copy(read_text(file.read()))
    with _open() as store, store.writing() as session:
        kept = keep_game(session, brought)
        scored = score_kept_game(session, kept)
    totals = [
        f"{side} {write_number(total)}" for side, total in zip(scored.sides, scored.totals, strict=True)
    ]
    links = f"to edit: /g/{kept.token}\nto view: /v/{make_view_token(kept.token)}"
    click.echo(f"{kept.rule_set.name}: {', '.join(totals)}\n{links}")


@click.command("games")
def games() -> None:
    """List all kept games, latest change first, without links: those are not stored.

    Damaged ones are named at the end; then the exit status is 1.
    """
    with _open() as store, store.reading() as session:
        for line in list_games(session):
            names = ", ".join(line.side_names)
            rounds = "1 round" if line.round_count == 1 else f"{line.round_count} rounds"
            state = "  (deleted)" if line.deleted_at else "  (archived)" if line.archived else ""
            click.echo(f"{line.changed_at:%Y-%m-%d %H:%M %Z}  {line.rule_set.id}  {rounds}  {names}{state}")
        closed = list_closed(session)
    for game in closed:
        click.echo(f"Game {game.number} ({game.names}) is damaged and cannot be read.", err=True)
    if closed:
        sys.exit(1)


def say_games(count: int) -> str:
    return "1 game is" if count == 1 else f"{write_number(count)} games are"
