"""Checks of a backup before it is restored.

A backup comes from outside. Triggers, views or tables in it could run later or stay in the database, so
nothing of its schema is used: only columns of our own tables are read, into a database with our schema. A
game is taken only if it has the digest of its rows (`digests`).
"""

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

from sqlmodel import select

from companion.errors import CompanionError, NotUnderstood
from companion.store.database import Store
from companion.store.digests import UNREADABLE, check_game, sign_unsigned
from companion.store.migration import RELEASES, migrate
from companion.store.models import METADATA, TABLES, Game, PhotoDeck
from companion.store.photo_decks import check_photo_deck

# In the order of their rows in a backup. Earlier schemas have fewer.
_NAMES = tuple(table.name for table in TABLES)
_FIRST_NAMES = {"alembic_version", "rule_set", "game", "round", "journal"}


def sign(file: Path) -> None:
    """Writes a checksum of the rows into SQLite's `user_version`."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version={_count_checksum(connection)}")
        connection.commit()


def _count_checksum(connection: sqlite3.Connection) -> int:
    """A number from 1 on that depends on every row."""
    checksum = 0
    for query in (
        "SELECT * FROM alembic_version",
        *(f'SELECT * FROM "{name}" ORDER BY 1, 2' for name in _list_tables(connection)),  # noqa: S608
    ):
        for row in connection.execute(query):
            checksum = zlib.crc32(repr(row).encode(errors="surrogatepass"), checksum)
    return checksum % (2**31 - 1) + 1


def _find_tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _list_tables(connection: sqlite3.Connection) -> list[str]:
    """Those of our tables that a database has."""
    found = _find_tables(connection)
    return [name for name in _NAMES if name in found]


def take_rows(source: Path, target: Path) -> None:
    """Makes the target, with our schema and the rows of the source's own tables.

    A source with an earlier schema has fewer tables and columns. Raises `NotUnderstood` for one that is
    damaged or no backup.
    """
    migrate(f"sqlite:///{target}")
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as given,
            closing(sqlite3.connect(target)) as taken,
        ):
            given.execute("PRAGMA trusted_schema=OFF")
            _check_schema(given)
            # The copy made before a restore has none.
            said = given.execute("PRAGMA user_version").fetchone()[0]
            if said not in (0, _count_checksum(given)):
                raise NotUnderstood("The backup is damaged: its rows are not as they were written.")
            for table in _list_tables(given):
                found = {row[1] for row in given.execute(f"PRAGMA table_xinfo('{table}')")}
                columns = ", ".join(
                    f'"{each.name}"' for each in METADATA.tables[table].c if each.name in found
                )
                rows = given.execute(f'SELECT {columns} FROM "{table}"')  # noqa: S608
                places = ", ".join("?" * len(rows.description))
                taken.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({places})', rows)  # noqa: S608
            if taken.execute("PRAGMA foreign_key_check").fetchall():
                raise NotUnderstood("The backup holds rows that belong to nothing; it is not restored.")
            taken.commit()
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise NotUnderstood(f"The backup is damaged or was not made here: {error}.") from error


def _check_schema(given: sqlite3.Connection) -> None:
    """Raises for a database that lacks our first tables or whose schema is of no release."""
    if _FIRST_NAMES - _find_tables(given):
        raise NotUnderstood("This database is not a backup of kept games.")
    revisions = given.execute("SELECT version_num FROM alembic_version").fetchall()
    if len(revisions) != 1 or revisions[0][0] not in RELEASES:
        raise NotUnderstood("The backup was made by another version of this program.")


def check_rows(url: str) -> None:
    """Raises `NotUnderstood` for a row that is not as we wrote it. Games of earlier versions get a digest."""
    try:
        with closing(Store(url)) as store, store.writing() as session:
            sign_unsigned(session)
            for game in session.exec(select(Game)):
                check_game(session, game)
                # This is not in its digest.
                if not (game.again_of or 0) < game.id:
                    raise NotUnderstood("a rematch comes after its game.")
            for deck in session.exec(select(PhotoDeck)):
                check_photo_deck(deck.name, deck.content)
    except UNREADABLE as error:
        said = error.message if isinstance(error, CompanionError) else "something in it cannot be read"
        raise NotUnderstood(f"The backup holds a game that cannot be kept: {said[:400]}") from error
