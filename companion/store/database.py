"""Opening the database, and sessions to read and to write.

`store.reading()` gives a session that sees one moment of the database and cannot write. `store.writing()`
gives the only writer (SQLite) or one that locks the row of each game that it opens (PostgreSQL); it commits
and syncs before the block ends, so before any answer is sent.

The settings differ from the defaults, which can lose rounds that were reported as saved: SQLAlchemy begins
SQLite's transactions late and deferred, and a shared lock of SQLite cannot be upgraded safely.
"""

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlmodel import Session

from companion.errors import CompanionError, NotUnderstood
from companion.paths import find_instance_folder
from companion.store.errors import CannotKeep, Damaged, TryAgain

SCRIPTS: Final = Path(__file__).parent / "migrations"
# The schemas that databases in use may have, one `versions/version_<n>.py` each, oldest first.
RELEASES: Final = sorted(
    (".".join(file.stem.split("_")[1:]) for file in SCRIPTS.glob("versions/version_*.py")),
    key=lambda release: [int(number) for number in release.split(".")],
)
HEAD: Final = RELEASES[-1]
BUSY_TIMEOUT_MS: Final = 5_000
SQLITE_PRAGMAS: Final = (
    "PRAGMA foreign_keys=ON",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}",
    # The system caches the file, too; SQLite's usual 2 MB a connection would fill: 20 MB in all.
    "PRAGMA cache_size=-256",
)
# Migrations and restores take longer and set their own limits.
POSTGRES_OPTIONS: Final = " ".join(
    (
        f"-c lock_timeout={BUSY_TIMEOUT_MS}",
        "-c statement_timeout=60000",
        "-c idle_in_transaction_session_timeout=60000",
        "-c synchronous_commit=on",
    )
)

_BUSY = "The database is busy just now and nothing was saved; please try again in a moment."
# A commit may have been under way, so this does not say whether it was saved.
_AWAY = "The database cannot be reached just now; please try again in a moment."
_GONE = (
    "A file of the database was moved, replaced or deleted while the server ran: nothing was saved. Whoever"
    " runs the server has to stop it and start it again."
)
_UPGRADED = (
    "A newer version of the program has upgraded the database: nothing was saved. Whoever runs the server has"
    " to stop it and start the new version."
)
_BUSY_CODES = ("SQLITE_BUSY", "SQLITE_LOCKED")
# What has no code of its own: an empty file in the database's place, and a column of another schema.
_NO_TABLE, _NO_COLUMN = "no such table", "no such column"
# What the codes of SQLite and of PostgreSQL begin with, and the error to show. The first that fits counts.
_ERRORS: tuple[tuple[tuple[str, ...], type[CompanionError], str], ...] = (
    (("42703",), CannotKeep, _UPGRADED),
    ((*_BUSY_CODES, "08", "40", "57", "55P03", "25P03", "53300"), TryAgain, _BUSY),
    (
        ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "25006"),
        CannotKeep,
        "The database of the server is read-only or cannot be opened: nothing was saved.",
    ),
    (("SQLITE_CORRUPT", "SQLITE_NOTADB"), Damaged, "The database is damaged: nothing was saved."),
    (
        ("SQLITE_FULL", "SQLITE_IOERR", "53", "58", "XX"),
        CannotKeep,
        "The disk of the server is full or failing: nothing was saved.",
    ),
)


def find_database_url(environment: Mapping[str, str] = os.environ) -> str:
    """`KWADO_DATABASE_URL`, or an SQLite file in the instance folder."""
    url = environment.get("KWADO_DATABASE_URL")
    return url or f"sqlite:///{find_instance_folder(environment) / 'kwado.sqlite3'}"


def parse_url(text: str) -> URL:
    """The database address, with our driver. Raises `NotUnderstood` for other databases."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise NotUnderstood(
            "The database address cannot be read; write sqlite:///FILE or postgresql://…."
        ) from error
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        if find_spec("psycopg") is None:
            raise NotUnderstood(
                "PostgreSQL is an extra: install it with “pip install 'kwado-companion[postgres]'”."
            )
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in ("sqlite", "sqlite+pysqlite") and url.database and ":memory:" not in url.database:
        return url.set(drivername="sqlite")
    raise NotUnderstood(f"“{url.drivername}” cannot keep games here; write sqlite:///FILE or postgresql://….")


def find_sqlite_file(address: str) -> Path | None:
    """The file of an SQLite address, None for PostgreSQL."""
    url = parse_url(address)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def make_engine(address: str, pragmas: Iterable[str], patience_ms: int, options: str, **pool: Any) -> Engine:
    """An engine with these settings. Its errors and logs hold no names and no entries."""
    url = parse_url(address)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, hide_parameters=True, **pool)
        event.listen(engine, "connect", partial(_set_up_sqlite, pragmas, patience_ms))
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(
        url,
        connect_args={"options": options, "connect_timeout": 5},
        hide_parameters=True,
        pool_pre_ping=True,
        **pool,
    )


# What tells a file from another of the same name; None without one.
_Identity = tuple[int, int] | None


def _find_identities(file: Path) -> list[_Identity]:
    """Those of a database, its log and the index of the log, which SQLite keeps as long as one is open."""
    found: list[_Identity] = []
    for each in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        stat = each.stat() if each.exists() else None
        found.append(stat and (stat.st_dev, stat.st_ino))
    return found


def _note_files(file: Path, opened: list[_Identity], connection: Any, _record: object) -> None:
    # The first read opens the log of a file that had none.
    connection.execute("PRAGMA schema_version").fetchone()
    opened[:] = opened or _find_identities(file)


def _refuse_others(file: Path, opened: list[_Identity], *_: object) -> None:
    """SQLite would make an empty file in place of one that is gone."""
    if not file.exists() or opened not in ([], _find_identities(file)):
        raise CannotKeep(_GONE)


def _set_up_sqlite(pragmas: Iterable[str], patience_ms: int, connection: Any, _record: object) -> None:
    """Sets up an SQLite connection.

    SQLite does not wait when two connections switch a new file to write-ahead logging at once, so this
    retries.
    """
    connection.isolation_level = None
    connection.text_factory = _read_text
    until = time.monotonic() + patience_ms / 1_000
    for pragma in pragmas:
        while True:
            try:
                connection.execute(pragma)
                break
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith(_BUSY_CODES) or time.monotonic() > until:
                    raise
                time.sleep(0.01)


def _read_text(stored: bytes) -> str | bytes:
    """A text; what is none stays bytes, so that one value does not keep a query from all other rows."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("kwado_writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


class Store:
    """An open database of kept games, one per process, safe to use from many threads.

    Its address is `sqlite:///FILE` or `postgresql://…`, already migrated. A store that is garbage collected
    closes its connections.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = make_engine(url, SQLITE_PRAGMAS, BUSY_TIMEOUT_MS, POSTGRES_OPTIONS)
        reading: dict[str, Any] = {}
        if self._engine.dialect.name == "postgresql":
            reading = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reading_engine = self._engine.execution_options(**reading)
        self._writing_engine = self._engine.execution_options(kwado_writing=True)
        # What `scores` caches.
        self.scored: dict[tuple[type, int], tuple[tuple[int, int], Any, int]] = {}
        self.memory_lock = threading.Lock()
        # Games that were read whole, in which state (`whole`).
        self.whole: dict[int, list[Any]] = {}
        self._file = find_sqlite_file(url)
        # The files that the first connection has opened; one at least stays open.
        self._opened: list[_Identity] = []
        self._writer = threading.Lock()
        if self._file is not None:
            event.listen(self._engine, "connect", partial(_note_files, self._file, self._opened))
            event.listen(self._engine, "do_connect", partial(_refuse_others, self._file, self._opened))
        weakref.finalize(self, self._engine.dispose)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one moment of the database. Functions that change a game refuse it."""
        info = {"store": self, "writing": False}
        with translated(), Session(self._reading_engine, info=info) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that commits at the end of the block, or stores nothing if the block raises.

        Raises `TryAgain` if another writer holds the database for more than five seconds, and `CannotKeep` if
        the disk fails, or a newer program has upgraded the database.
        """
        info = {"store": self, "writing": True}
        # What was read stays as it was read: pages use it after the block.
        with (
            translated(),
            self._turn(),
            Session(self._writing_engine, info=info, expire_on_commit=False) as session,
        ):
            connection = session.connection()
            self.check_files()
            if connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() != HEAD:
                raise CannotKeep(_UPGRADED)
            yield session
            session.commit()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Lets the writers of a process follow each other; PostgreSQL does so itself.

        Those who wait for SQLite look ten times a second whether it is free: two that wrote all the time kept
        a third out for five seconds. Here eight did so for 1.1 seconds at most, in 30 tries.
        """
        if self._file is None:
            yield
            return
        if not self._writer.acquire(timeout=BUSY_TIMEOUT_MS / 1_000):
            raise TryAgain(_BUSY)
        try:
            yield
        finally:
            self._writer.release()

    def check_files(self) -> None:
        """Raises `CannotKeep` if nobody could open any more what is written now: SQLite would not notice."""
        if self._file is not None and self._opened:
            _refuse_others(self._file, self._opened)

    def close(self) -> None:
        self._engine.dispose()
        self._opened.clear()


def check_writing(session: Session) -> None:
    """Raises `RuntimeError` for a reading session."""
    if not session.info.get("writing"):
        raise RuntimeError("This changes a game: open the session with store.writing().")


@contextmanager
def translated() -> Iterator[None]:
    """Raises the errors of the database as sentences for people."""
    try:
        yield
    except (DBAPIError, PoolTimeout) as error:
        raise translate(error) or error from error


def translate(error: DBAPIError | PoolTimeout) -> CompanionError | None:
    """The error to show for an error of the database; None for a bug of ours."""
    if isinstance(error, PoolTimeout):
        return TryAgain(_BUSY)
    code = getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None)
    if _NO_TABLE in str(error.orig):
        return Damaged()
    if _NO_COLUMN in str(error.orig):
        return CannotKeep(_UPGRADED)
    if code is None:
        # psycopg gives no state when the server cannot be reached or went away.
        return TryAgain(_AWAY) if type(error.orig).__name__ == "OperationalError" else None
    return next((kind(words) for begun, kind, words in _ERRORS if code.startswith(begun)), None)
