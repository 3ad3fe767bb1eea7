"""Backup and restore of the whole database, also while people play.

Copying the file would miss what is still in the write-ahead log. A backup is always an SQLite file, even of
PostgreSQL, so it can also move games from one kind of database to the other.
"""

import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from companion.errors import NotUnderstood
from companion.rules import write_number
from companion.store.backup_checks import check_rows, sign, take_rows
from companion.store.database import find_sqlite_file, parse_url, translate
from companion.store.errors import CannotKeep
from companion.store.limits import MAX_BACKUP_BYTES
from companion.store.migration import copy_sqlite, make_migration_engine, migrate, sync
from companion.store.models import CARD_TABLES, GAMES, TABLES

_ROWS_AT_ONCE = 500
_SQLITE_HEADER = b"SQLite format 3\0"


def back_up(url: str, file: Path) -> int:
    """The number of games written to the backup file. Does not block writers.

    Replaces an existing file once the new one is complete.
    """
    source = find_sqlite_file(parse_url(url))
    try:
        with tempfile.TemporaryDirectory(dir=file.resolve().parent) as folder:
            part = Path(folder) / "part.sqlite3"
            if source is not None:
                copy_sqlite(source, part)
            else:
                migrate(f"sqlite:///{part}")
                _copy_rows(url, f"sqlite:///{part}")
            sign(part)
            copy_sqlite(part, file)
    except OSError as error:
        raise CannotKeep(f"The backup {file} cannot be written: {error.strerror}.") from error
    return _count_games(file)


def restore(url: str, file: Path) -> int:
    """The number of games in the database after it was replaced by the backup.

    Takes only rows of our own tables, into a new file made by our own migrations, and checks every row like
    typed input. Keeps a copy of an SQLite database beside it; PostgreSQL must be empty. Raises
    `NotUnderstood` for a file that is not a backup, and then changes nothing.
    """
    try:
        with file.open("rb") as opened:
            is_sqlite = opened.read(len(_SQLITE_HEADER)) == _SQLITE_HEADER
        size = file.stat().st_size
    except OSError as error:
        raise NotUnderstood(f"The backup {file.name} cannot be read: {error.strerror}.") from error
    if not is_sqlite:
        raise NotUnderstood(f"{file.name} is not a backup made by “companion backup”.")
    if size > MAX_BACKUP_BYTES:
        raise NotUnderstood(
            f"{file.name} is too large: a backup has at most {write_number(MAX_BACKUP_BYTES)} bytes."
        )
    with tempfile.TemporaryDirectory() as folder:
        copy, clean = Path(folder) / "backup.sqlite3", Path(folder) / "clean.sqlite3"
        copy_sqlite(file, copy)
        take_rows(copy, clean)
        check_rows(f"sqlite:///{clean}")
        target = find_sqlite_file(parse_url(url))
        migrate(url)
        if target is None:
            return _copy_rows(f"sqlite:///{clean}", url)
        copy_sqlite(target, _name_former(target))
        _write_over(clean, target)
        return _count_games(target)


def _name_former(target: Path) -> Path:
    """A new file name for the database as it was before a restore."""
    name = f"{target.name}.before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    names = [name, *(f"{name}-{number}" for number in range(2, 1_000))]
    return next(path for path in map(target.with_name, names) if not path.exists())


def _write_over(source: Path, target: Path) -> None:
    """Overwrites a database in one transaction; programs that have it open see the new one."""
    try:
        with closing(sqlite3.connect(source)) as whole, closing(sqlite3.connect(target, timeout=60)) as copy:
            copy.execute("PRAGMA synchronous=FULL")
            whole.backup(copy)
            copy.execute("PRAGMA journal_mode=WAL")
        sync(target)
    except sqlite3.Error as error:
        raise CannotKeep(f"The backup could not be restored: {error}.") from error


def count_games(url: str) -> int:
    """How many games a restore would replace, the archived and deleted ones too."""
    engine = make_migration_engine(parse_url(url))
    try:
        with engine.connect() as connection:
            return connection.execute(select(func.count()).select_from(GAMES)).scalar_one()
    except DBAPIError as error:
        raise translate(error) or error from error
    finally:
        engine.dispose()


def _count_games(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        found: int = connection.execute("SELECT count(*) FROM game").fetchone()[0]
        return found


def _copy_rows(source_url: str, target_url: str) -> int:
    """The number of games copied into an empty database, in one transaction."""
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
                for table in (CARD_TABLES, GAMES):
                    _move_sequence(target, table)
            return target.execute(select(func.count()).select_from(GAMES)).scalar_one()
    except DBAPIError as error:
        raise translate(error) or error from error
    finally:
        source_engine.dispose()
        target_engine.dispose()


def _copy_table(source: Connection, target: Connection, table: Table) -> None:
    # In order of keys: a rematch comes after its game.
    query = select(table).order_by(*table.primary_key).execution_options(yield_per=_ROWS_AT_ONCE)
    rows = source.execute(query)
    for some in rows.mappings().partitions(_ROWS_AT_ONCE):
        target.execute(insert(table), [dict(row) for row in some])


def _move_sequence(target: Connection, table: Table) -> None:
    """Lets PostgreSQL continue after the highest copied id."""
    highest = target.execute(select(func.max(table.c.id))).scalar_one()
    if highest is not None:
        target.execute(
            text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :highest)"),
            {"name": table.name, "highest": highest},
        )
