"""Migrating a database to the current schema, before the server starts and never while one runs.

Only `serve` and `migrate` do it: an older server would go on saving, and what it saves would be lost to the
new one. A server holds a lock on a file beside an SQLite database (`serving`). PostgreSQL may be served by
several machines and has no such lock; a server that finds a newer schema no longer saves (`Store.writing`).

Migrations use their own connection without foreign keys: Alembic rebuilds SQLite tables, and with foreign
keys that would empty the tables that refer to them. All steps are one transaction, so a killed migration
changes nothing. A second migration waits for the lock and then finds nothing to do.
"""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect

from companion.paths import COMMAND
from companion.store.database import (
    HEAD,
    POSTGRES_OPTIONS,
    RELEASES,
    SCRIPTS,
    Store,
    find_sqlite_file,
    make_engine,
    translated,
)
from companion.store.errors import CannotKeep, Damaged

_OTHER = "The database was made by another version of this program; install that one again."
_TOO_OLD = (
    "This database is of version {}, which this program does not upgrade. Commit 188c02ec of it does: "
    "install and start that one once, then this one."
)
_OLDER = (
    "The database is of an older version of this program. Stop the server if one runs, then upgrade it: "
    f"{COMMAND} migrate"
)
_SERVED = f"A server has this database open. Stop it, then upgrade the database: {COMMAND} migrate"
_LOCK_TIMEOUT_MS = 60_000
_PRAGMAS = (
    f"PRAGMA busy_timeout={_LOCK_TIMEOUT_MS}",
    "PRAGMA foreign_keys=OFF",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
)
_ADVISORY_LOCK = 0x6B7761646F


def migrate(url: str) -> bool:
    """Whether there was anything to do. Safe to start twice at once and to kill at any time.

    Copies an SQLite file first. Raises `CannotKeep` for a database of a newer program, and for an older one
    that a server has open.
    """
    file = find_sqlite_file(url)
    make_private_file(url)
    if is_current(url):
        return False
    # Alembic takes 9 MB: it is imported only to migrate.
    from alembic import command
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    steps = ScriptDirectory.from_config(config)
    with begin_alone(url) as connection:
        _lock(connection)
        revision = MigrationContext.configure(connection).get_current_revision()
        if revision == steps.get_current_head():
            return False
        if file is not None and revision is not None:
            _refuse_served(file)
            copy_sqlite(file, file.with_name(f"{file.name}.before-{steps.get_current_head()}"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        check_foreign_keys(connection)
        return True


@contextmanager
def serving(url: str) -> Iterator[None]:
    """Lets nobody upgrade an SQLite database during the block, also from other processes."""
    file = find_sqlite_file(url)
    with open(f"{file}.serving", "w") if file else nullcontext() as lock:
        if lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
        yield


def _refuse_served(file: Path) -> None:
    """Raises `CannotKeep` while a server has the database open."""
    with suppress(FileNotFoundError), open(f"{file}.serving") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotKeep(_SERVED) from None


@contextmanager
def begin_alone(url: str) -> Iterator[Connection]:
    """A connection that checks no foreign keys, in a transaction with SQLite's write lock from its start."""
    engine = make_engine(url, _PRAGMAS, _LOCK_TIMEOUT_MS, POSTGRES_OPTIONS)
    try:
        with translated(), engine.execution_options(kwado_writing=True).begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _lock(connection: Connection) -> None:
    """Waits for who else migrates a PostgreSQL database; SQLite's transaction has its lock already."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")


def check_foreign_keys(connection: Connection) -> None:
    """Raises `CannotKeep` for rows that belong to nothing. PostgreSQL takes none."""
    is_sqlite = connection.dialect.name == "sqlite"
    if is_sqlite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").all()):
        raise CannotKeep(f"The database holds rows that belong to nothing ({len(broken)}): not changed.")


def check_current(url: str) -> None:
    """Raises `CannotKeep`, with what to do, for a database of another schema; makes a missing one."""
    schema = find_schema(url)
    if schema is None:
        migrate(url)
    elif schema != HEAD:
        raise CannotKeep(_OLDER)


def is_current(url: str) -> bool:
    """Whether the database has the current schema. Raises `CannotKeep` for one of another version."""
    return find_schema(url) == HEAD


def find_schema(url: str) -> str | None:
    """The schema of the database, None without one. Raises `CannotKeep` for one of another version."""
    if not has_database(url):
        return None
    with closing(Store(url)) as store, store.reading() as session:
        connection = session.connection()
        if not inspect(connection).has_table("alembic_version"):
            return None
        revision: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        if revision in ("0.2", "0.3"):
            raise CannotKeep(_TOO_OLD.format(revision))
        if revision not in (None, *RELEASES):
            raise CannotKeep(_OTHER)
        return revision


def has_database(url: str) -> bool:
    """Whether there is a database at this address; one of PostgreSQL is asked for by reaching it."""
    file = find_sqlite_file(url)
    return file is None or file.exists()


def make_private_file(url: str) -> None:
    """Makes the SQLite file, if missing, readable by its owner only: it holds names.

    Raises `CannotKeep`, which names the file, if it cannot be written.
    """
    file = find_sqlite_file(url)
    if file is None:
        return
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        # SQLite writes its log beside the file.
        if not os.access(file.parent, os.W_OK):
            raise PermissionError(errno.EACCES, "its folder is read-only")
    except OSError as error:
        raise CannotKeep(f"The database file {file} cannot be written: {error.strerror}.") from error


def copy_sqlite(source: Path, target: Path) -> None:
    """Copies a database that may be in use, completely or not at all."""
    if not source.is_file():
        raise CannotKeep(f"There is no database file {source}.")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(source)) as whole, closing(sqlite3.connect(part)) as copy:
            whole.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            check_whole(copy.execute)
        sync(part)
        part.replace(target)
        sync(target.parent)
    except (OSError, sqlite3.Error, UnicodeError) as error:
        raise CannotKeep(f"The copy {target.name} could not be written: {error}.") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def check_whole(execute: Callable[[str], Any], check: str = "integrity_check") -> None:
    """Raises `Damaged` for a damaged database; "quick_check" does not compare tables and indexes."""
    fault: str = execute(f"PRAGMA {check}(1)").fetchone()[0]
    if fault != "ok":
        raise Damaged(f"The database file is damaged: {fault[:200]}.")


def sync(path: Path) -> None:
    """Flushes a file or folder to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
