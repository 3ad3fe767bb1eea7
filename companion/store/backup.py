"""The whole database as one SQLite file, made while people play, and back again.

A file copy would miss what is still in the write-ahead log, or catch it half written. A backup is always an
SQLite file, whichever database it was made from, so that it can also carry games from one kind of database
to the other.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from companion.errors import NotUnderstood
from companion.store.database import find_sqlite_file, parse_url, translate
from companion.store.errors import CannotKeep
from companion.store.migration import copy_sqlite, make_migration_engine, migrate, sync
from companion.store.models import GAMES, TABLES

_ROWS_AT_ONCE = 500
_SQLITE_HEADER = b"SQLite format 3\0"


def back_up(url: str, file: Path) -> int:
    """The number of games in the backup that was written to the file. Writers are not held up.

    A file that is there already is replaced once the new one is whole.
    """
    source = find_sqlite_file(parse_url(url))
    if source is not None:
        copy_sqlite(source, file)
        return _count_games(file)
    with tempfile.TemporaryDirectory(dir=file.resolve().parent) as folder:
        part = Path(folder) / "part.sqlite3"
        migrate(f"sqlite:///{part}")
        count = _copy_rows(url, f"sqlite:///{part}")
        copy_sqlite(part, file)
    return count


def restore(url: str, file: Path) -> int:
    """The number of games in the database, which now is what the backup holds.

    Games that were in an SQLite database are kept in a copy beside it; PostgreSQL must be empty. Raises
    `NotUnderstood` for a file that is no backup, and then nothing has changed.
    """
    try:
        is_sqlite = file.read_bytes()[: len(_SQLITE_HEADER)] == _SQLITE_HEADER
    except OSError as error:
        raise NotUnderstood(f"The backup {file.name} cannot be read: {error.strerror}.") from error
    if not is_sqlite:
        raise NotUnderstood(f"{file.name} is no backup: it was not made by “companion backup”.")
    with tempfile.TemporaryDirectory() as folder:
        # An older backup is brought to the present schema first, in a copy.
        copy = Path(folder) / "backup.sqlite3"
        copy_sqlite(file, copy)
        if not _holds_games(copy):
            raise NotUnderstood(f"{file.name} is a database of something else, no backup of kept games.")
        migrate(f"sqlite:///{copy}")
        _check_foreign_keys(copy)
        target = find_sqlite_file(parse_url(url))
        if target is None:
            migrate(url)
            return _copy_rows(f"sqlite:///{copy}", url)
        migrate(url)
        copy_sqlite(target, target.with_name(f"{target.name}.before-restore"))
        _write_over(copy, target)
        return _count_games(target)


def _write_over(source: Path, target: Path) -> None:
    """Writes a database over another, in one transaction of it; whoever has it open sees the new one."""
    try:
        with closing(sqlite3.connect(source)) as whole, closing(sqlite3.connect(target, timeout=60)) as copy:
            copy.execute("PRAGMA synchronous=FULL")
            whole.backup(copy)
            copy.execute("PRAGMA journal_mode=WAL")
        sync(target)
    except sqlite3.Error as error:
        raise CannotKeep(f"The backup could not be restored: {error}.") from error


def _holds_games(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {("alembic_version",), *((table.name,) for table in TABLES)} <= set(tables)


def _check_foreign_keys(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        if connection.execute("PRAGMA foreign_key_check").fetchall():
            raise NotUnderstood("The backup holds rows that belong to nothing; it is not restored.")


def _count_games(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        found: int = connection.execute("SELECT count(*) FROM game").fetchone()[0]
        return found


def _copy_rows(source_url: str, target_url: str) -> int:
    """The number of games copied into an empty database, with all that belongs to them, in one go."""
    source_engine = make_migration_engine(parse_url(source_url))
    target_engine = make_migration_engine(parse_url(target_url))
    if source_engine.dialect.name == "postgresql":
        source_engine = source_engine.execution_options(isolation_level="REPEATABLE READ")
    try:
        with source_engine.connect() as source, target_engine.begin() as target:
            if target.execute(select(func.count()).select_from(GAMES)).scalar_one():
                raise CannotKeep("The database holds games already; a backup is restored into an empty one.")
            for table in TABLES:
                _copy_table(source, target, table)
            if target.dialect.name == "postgresql":
                _move_sequence(target)
            return target.execute(select(func.count()).select_from(GAMES)).scalar_one()
    except DBAPIError as error:
        raise translate(error) or error from error
    finally:
        source_engine.dispose()
        target_engine.dispose()


def _copy_table(source: Connection, target: Connection, table: Table) -> None:
    # In the order of the keys, so that a rematch comes after its game.
    query = select(table).order_by(*table.primary_key).execution_options(yield_per=_ROWS_AT_ONCE)
    rows = source.execute(query)
    for some in rows.mappings().partitions(_ROWS_AT_ONCE):
        target.execute(insert(table), [dict(row) for row in some])


def _move_sequence(target: Connection) -> None:
    """Has PostgreSQL count on from the highest id that was copied."""
    highest = target.execute(select(func.max(GAMES.c.id))).scalar_one()
    if highest is not None:
        target.execute(
            text("SELECT setval(pg_get_serial_sequence('game', 'id'), :highest)"), {"highest": highest}
        )
