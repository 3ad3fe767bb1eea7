"""Backup and restore of the whole database, also while people play; and whether it is damaged or lost.

Copying the file would miss what is still in the write-ahead log. A backup is always an SQLite file, even of
PostgreSQL, so it can also move games from one kind of database to the other.

The server makes one a day, in the folder `backups` next to the database. The last seven are kept; those of
days to come, made while the clock was ahead, are not counted and stay. A lock file lets a second process
wait, and not make the same one again. A database without games gets none: a lost database must not push out
the backups of the games that were in it.
"""

import fcntl
import os
import secrets
import shlex
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, column, delete, func, insert, inspect, select, update
from sqlalchemy import table as lightweight_table

from companion.errors import CompanionError, NotUnderstood
from companion.paths import COMMAND, find_instance_folder
from companion.store.database import Store, find_sqlite_file
from companion.store.errors import CannotKeep, Damaged
from companion.store.migration import (
    begin_alone,
    check_current,
    check_foreign_keys,
    check_whole,
    copy_sqlite,
    find_schema,
    migrate,
    sync,
)
from companion.store.models import METADATA, TABLES
from companion.store.whole import find_damaged_games

_ROWS_AT_ONCE = 500
# The files of an SQLite database.
_LOGS = ("", "-wal", "-shm")
_LOST = "is empty or gone, but has backups"


def back_up(url: str, file: Path, tell: Callable[[str], object] = str) -> int:
    """The number of games written to the backup file. Does not block writers.

    Replaces an existing file once the new one is complete and proven (`check_copy`, which `tell` is for).
    """
    source, part = find_sqlite_file(url), file.with_name(f"{file.name}.part")
    try:
        # Says it of a folder that is missing.
        sync(file.resolve().parent)
        _remove(part)
        if source is not None:
            copy_sqlite(source, part)
        else:
            migrate(f"sqlite:///{part}")
            _copy_rows(url, f"sqlite:///{part}")
        count = check_copy(part, tell)
        sync(part)
        part.replace(file)
        sync(file.resolve().parent)
        return count
    except OSError as error:
        raise CannotKeep(f"The backup {file} cannot be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            _remove(part)


def _remove(part: Path) -> None:
    for log in _LOGS:
        part.with_name(part.name + log).unlink(missing_ok=True)


def check_copy(copy: Path, tell: Callable[[str], object]) -> int:
    """The number of games in a copy that a restore takes. Tells each that cannot be read, and each lost row.

    Rows that belong to nothing are left out; what cannot be read otherwise stays in the copy as it is.
    """
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        while broken := database.execute("PRAGMA foreign_key_check").fetchall():
            for table, row, parent, _ in broken:
                if table == parent:
                    # A rematch of a game that is gone.
                    database.execute("UPDATE game SET again_of = NULL WHERE rowid = ?", (row,))
                    continue
                database.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (row,))  # noqa: S608
                tell(f"Left out, for its “{parent}” is gone: row {row} of “{table}”.")
    url = f"sqlite:///{copy}"
    with closing(Store(url)) as store, store.reading() as session:
        for game in find_damaged_games(session).values():
            tell(f"Game {game.number} ({game.names}) cannot be read. It is copied as it is.")
    count = count_games(url)
    with closing(sqlite3.connect(copy)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    return count


def restore(url: str, file: Path) -> int:
    """The number of games in the database after it was replaced by the backup.

    Takes only rows of our own tables. Keeps a copy of an SQLite database beside it, or the damaged file;
    PostgreSQL must be empty. Raises `NotUnderstood` for what is not a backup, and `CannotKeep` for a database
    of an older schema, and then changes nothing.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.sqlite3"
        try:
            copy_sqlite(file, copy)
        except CompanionError as error:
            raise NotUnderstood(f"{file.name} is not a backup made by “companion backup”.") from error
        _prepare(f"sqlite:///{copy}")
        target = find_sqlite_file(url)
        # Two restores within a second have a name each.
        ending = f".before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        if target is not None and find_damage(url):
            # What is damaged cannot be copied.
            set_aside(target, ending)
            target = None
        check_current(url)
        former = None if target is None else target.with_name(target.name + ending)
        return _copy_rows(f"sqlite:///{copy}", url, former)


def _prepare(url: str) -> None:
    """Brings the copy of a backup to our schema. Raises `NotUnderstood` for one that cannot be restored."""
    try:
        if find_schema(url) is None:
            raise NotUnderstood("it is a database of something else.")
        migrate(url)
        with begin_alone(url) as database:
            check_foreign_keys(database)
    except CompanionError as error:
        raise NotUnderstood(f"The backup cannot be restored: {error.message}") from error


def count_games(url: str) -> int:
    """How many games a restore would replace, the archived and deleted ones too."""
    with closing(Store(url)) as store, store.reading() as session:
        return _count_games(session.connection())


def _count_games(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(METADATA.tables["game"])).scalar_one()


def _copy_rows(source_url: str, target_url: str, former: Path | None = None) -> int:
    """The number of games copied in place of those of an SQLite database, or into an empty PostgreSQL one.

    It is one transaction; programs that have the database open see it after that. An SQLite database is first
    copied to `former`: whoever saves a round meanwhile waits, so that it is in the one or the other.
    """
    with (
        closing(Store(source_url)) as store,
        store.reading() as session,
        begin_alone(target_url) as target,
    ):
        if former is not None:
            copy_sqlite(find_sqlite_file(target_url) or former, former)
        is_postgresql = target.dialect.name == "postgresql"
        if is_postgresql and _count_games(target):
            raise CannotKeep("The database holds games already; a backup is restored into an empty one.")
        for table in () if is_postgresql else METADATA.sorted_tables:
            target.execute(delete(table))
        for table in TABLES:
            # In order of keys: a rematch comes after its game.
            # Without the types of its columns: what cannot be read is copied as it is.
            rows = lightweight_table(table.name, *(column(each.name) for each in table.columns))
            query = select(rows).order_by(*table.primary_key).execution_options(yield_per=_ROWS_AT_ONCE)
            for some in session.connection().execute(query).mappings().partitions(_ROWS_AT_ONCE):
                target.execute(insert(rows), [dict(row) for row in some])
            if is_postgresql and table.autoincrement_column is not None:
                # The next id comes after the highest that was copied; without a row this does nothing.
                sequence = func.pg_get_serial_sequence(table.name, "id")
                target.execute(select(func.setval(sequence, func.max(table.c.id))))
        # No page from before takes a change of this history for its own.
        target.execute(update(METADATA.tables["game"]).values(history=secrets.randbelow(2**31 - 1) + 1))
        return _count_games(target)


BACKUPS_KEPT = 7
# A machine may be off for a night or two.
OLD_AFTER = timedelta(days=2)


def find_backup_folder(url: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Next to an SQLite file; for PostgreSQL in the instance folder."""
    file = find_sqlite_file(url)
    return (file.parent if file else find_instance_folder(environment)) / "backups"


def get_today() -> date:
    return datetime.now(UTC).date()


def list_backups(folder: Path) -> list[tuple[date, Path]]:
    """The daily backups, oldest first. Other files in the folder are nobody's business here."""
    found = []
    for path in folder.glob("kwado-????-??-??.backup"):
        with suppress(ValueError):
            found.append((date.fromisoformat(path.stem.removeprefix("kwado-")), path))
    return sorted(found)


def make_daily_backup(
    url: str, folder: Path, today: date, tell: Callable[[str], object] = str
) -> Path | None:
    """The backup of today; None if there is one or if there are no games.

    Raises `CannotKeep` if it could not be made; the earlier ones are then left as they are.
    """
    file = folder / f"kwado-{today.isoformat()}.backup"
    if file.exists() or not count_games(url):
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            # The system frees it when a process ends, however it ends.
            fcntl.flock(lock, fcntl.LOCK_EX)
            if file.exists():
                return None
            back_up(url, file, tell)
            made = [path for day, path in list_backups(folder) if day <= today]
            for old in made[:-BACKUPS_KEPT]:
                old.unlink()
            sync(folder)
    except OSError as error:
        raise CannotKeep(f"Today’s backup could not be made in {folder}: {error.strerror}.") from error
    return file


def warn_of_backups(url: str, today: date) -> list[str]:
    """What is wrong with the daily backups: some are of days to come, or the last is old or missing."""
    folder = find_backup_folder(url)
    backups = list_backups(folder)
    made = [(day, path) for day, path in backups if day <= today]
    ahead = ", ".join(path.name for day, path in backups if day > today)
    warnings = []
    if ahead:
        warnings.append(
            f"The clock of this machine is wrong, or was when these were made in {folder}: {ahead}."
        )
    has_games = False
    with suppress(CompanionError):
        has_games = count_games(url) > 0
    if has_games and not made:
        warnings.append(f"There is no daily backup yet in {folder}. A running server makes one in a minute.")
    elif has_games and today - made[-1][0] > OLD_AFTER:
        days = (today - made[-1][0]).days
        warnings.append(f"The last daily backup is {days} days old: {made[-1][1]}.")
    return warnings


# --- Damage -----------------------------------------------------------------------------------
# SQLite checks the file when the server starts and for `/health` (0.3 s for 200 MB), and wholly for
# `companion doctor` and before the daily backup. PostgreSQL has checksums of its own.


def find_damage(url: str, check: str = "quick_check") -> str:
    """What is wrong with the database, and which backup to restore; "" for a whole one.

    An empty or missing file is lost if there are backups. `check` is a pragma of SQLite.
    """
    file, last = find_sqlite_file(url), find_last_backup(url)
    what = "" if file is None else _look_for_damage(url, file, check)
    if not what or (what == _LOST and last is None):
        return ""
    command = f"{COMMAND} restore {shlex.quote(str(last or 'FILE'))}"
    return f"The database file {file} {what}. Stop the server and restore the last backup: {command}"


def find_last_backup(url: str) -> Path | None:
    """The newest daily backup that is not of a day to come."""
    made = [path for day, path in list_backups(find_backup_folder(url)) if day <= get_today()]
    return made[-1] if made else None


def _look_for_damage(url: str, file: Path, check: str) -> str:
    if file.is_dir():
        return "is a folder"
    if not (file.exists() and file.stat().st_size):
        return _LOST
    try:
        with closing(Store(url)) as store, store.reading() as session:
            connection = session.connection()
            if not inspect(connection).get_table_names():
                return _LOST
            check_whole(connection.exec_driver_sql, check)
    except CompanionError as error:
        # That it is busy or cannot be reached is told elsewhere.
        return "is damaged" if isinstance(error, Damaged) else ""
    return ""


def set_aside(file: Path, ending: str) -> None:
    """Renames a damaged file and its log, which hold names."""
    for log in _LOGS:
        with suppress(FileNotFoundError):
            file.with_name(file.name + log).chmod(0o600)
            file.with_name(file.name + log).rename(file.with_name(file.name + ending + log))
