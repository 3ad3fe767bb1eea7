"""Checks of a backup before it is restored: a checksum of the file, and of each game the digest of its rows.

Nothing of a backup's schema comes into the database: `backup` copies the rows of our own tables.
"""

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

from sqlmodel import select

from companion.errors import CompanionError, NotUnderstood
from companion.store.database import Store
from companion.store.digests import UNREADABLE, check_games
from companion.store.migration import begin_alone, check_foreign_keys, find_schema, migrate
from companion.store.models import PhotoDeck
from companion.store.photo_decks import check_photo_deck


def sign(file: Path) -> None:
    """Writes a checksum of the rows into SQLite's `user_version`."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version={_count_checksum(connection)}")
        connection.commit()


def _count_checksum(connection: sqlite3.Connection) -> int:
    """A number from 1 on that depends on every row."""
    checksum = 0
    for line in connection.iterdump():
        checksum = zlib.crc32(line.encode(errors="surrogatepass"), checksum)
    return checksum % (2**31 - 1) + 1


def check_backup(file: Path) -> None:
    """Raises `NotUnderstood` for a database that is no backup, or is not as we wrote it.

    Brings it to our schema: an earlier one has fewer tables and columns.
    """
    url = f"sqlite:///{file}"
    try:
        with closing(sqlite3.connect(file)) as connection:
            # The copy made before a restore has none.
            said = connection.execute("PRAGMA user_version").fetchone()[0]
            if said not in (0, _count_checksum(connection)):
                raise NotUnderstood("its rows are not as they were written.")
        if find_schema(url) is None:
            raise NotUnderstood("it is a database of something else.")
        migrate(url)
        with begin_alone(url) as database:
            check_foreign_keys(database)
        with closing(Store(url)) as store, store.reading() as session:
            check_games(session)
            for deck in session.exec(select(PhotoDeck)):
                check_photo_deck(deck.name, deck.content)
    except (sqlite3.Error, *UNREADABLE) as error:
        said = error.message if isinstance(error, CompanionError) else "something in it cannot be read"
        raise NotUnderstood(f"The backup cannot be restored: {said[:400]}") from error
