"""What happens when the database is busy, full or failing. Each promise with the setting that it needs."""

import gc
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from companion.cli import serve, words
from companion.errors import NotUnderstood
from companion.store import CannotKeep, Store, TryAgain, database, get_game
from tests.store.tables import Table, lay_table, often, sqlite_store


def sqlite_file(store: Store) -> Path:
    return Path(str(make_url(store.url).database))


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Another writer has the database (SQLite) or the games (PostgreSQL) until the end of the block."""
    if store.url.startswith("sqlite"):
        other = sqlite3.connect(sqlite_file(store), isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
    else:
        url = make_url(store.url).set(drivername="postgresql").render_as_string(hide_password=False)
        other = psycopg.connect(url)  # type: ignore[assignment]
        other.execute("SELECT id FROM game FOR UPDATE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


def test_sqlite_is_set_so_that_nothing_acknowledged_is_lost(store: Store) -> None:
    if not store.url.startswith("sqlite"):
        return
    for unit in (store.reading, store.writing):
        with unit() as session:
            connection = session.connection()
            settings = {
                name: connection.execute(text(f"PRAGMA {name}")).scalar_one()
                for name in ("foreign_keys", "journal_mode", "synchronous", "busy_timeout")
            }
        assert settings == {"foreign_keys": 1, "journal_mode": "wal", "synchronous": 2, "busy_timeout": 5_000}


def test_postgresql_acknowledges_only_what_is_on_disk(store: Store) -> None:
    if not store.url.startswith("postgresql"):
        return
    with store.writing() as session:
        connection = session.connection()
        assert connection.execute(text("SHOW synchronous_commit")).scalar_one() == "on"
        assert connection.execute(text("SHOW fsync")).scalar_one() == "on"


def test_a_round_waits_for_another_writer_and_is_saved(table: Table) -> None:
    held_s = often(3, 1)
    with ThreadPoolExecutor(1) as pool:
        with held(table.store):
            waiting = pool.submit(table.record, 125)
            time.sleep(held_s)
            assert not waiting.done()
        assert waiting.result().number == 1
    assert table.points() == [125]


def test_writers_that_never_rest_keep_nobody_out(own_store: Store) -> None:
    done, others = threading.Event(), [lay_table(own_store) for _ in range(2)]
    table = lay_table(own_store)

    def play(other: Table) -> None:
        while not done.is_set():
            other.record(100)

    with ThreadPoolExecutor(2) as pool:
        played = pool.map(play, others)
        try:
            assert [table.record(10).number for _ in range(10)] == list(range(1, 11))
        finally:
            done.set()
    assert list(played) == [None] * 2


def test_a_database_that_stays_busy_asks_to_try_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock is held longer than the time-out: five seconds, and one of them in the usual run."""
    if often(1, 0) == 0:
        short = [pragma.replace("5000", "500") for pragma in database.SQLITE_PRAGMAS]
        monkeypatch.setattr(database, "SQLITE_PRAGMAS", short)
        monkeypatch.setattr(database, "POSTGRES_OPTIONS", database.POSTGRES_OPTIONS.replace("5000", "500"))
    store = Store(table.store.url)
    waiting = Table(store, table.token)
    began = time.monotonic()
    with held(store):
        with pytest.raises(TryAgain, match="try again"):
            waiting.record(125)
        waited_s = time.monotonic() - began
        time.sleep(often(28, 1) - min(waited_s, often(28, 1)))
        assert waiting.points() == []
    assert waiting.record(125).number == 1
    store.close()
    assert waited_s < 8


def test_a_reader_sees_one_moment_while_another_writes(table: Table) -> None:
    table.record(125)
    with table.store.reading() as session:
        game = get_game(session, table.view, to="view")
        thread = threading.Thread(target=table.record, args=(100,))
        thread.start()
        thread.join()
        count = session.connection().execute(text("SELECT count(*) FROM round")).scalar_one()
        assert (game.round_count, count) == (1, 1)
        assert get_game(session, table.view, to="view").round_count == 1
    assert table.points() == [125, 100]


WRITER = """
import resource, signal, sys
from tests.store.writer import write_until_refused
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
limit = int(sys.argv[3])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
write_until_refused(sys.argv[1], sys.argv[2])
"""


def write_until_refused(
    url: str, edit: str, *, limit: int = 0, trace: tuple[str, ...] = ()
) -> tuple[list[str], str]:
    """The keys that a writer process acknowledged, and the error that ended it."""
    ran = subprocess.run(
        [*trace, sys.executable, "-c", WRITER, url, edit, str(limit)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent.parent.parent,
        timeout=600,
        check=False,
    )
    *acknowledged, last = ran.stdout.split("\n")[:-1]
    assert ran.returncode == 0, ran.stderr[-2_000:]
    return [line.removeprefix("saved ") for line in acknowledged], last


def sqlite_table(folder: Path) -> Table:
    """A table in a file that nobody has open."""
    table = lay_table(sqlite_store(folder))
    table.store.close()
    return table


def stored_keys(table: Table) -> list[str]:
    with table.store.reading() as session:
        keys = session.connection().execute(text("SELECT key FROM round ORDER BY serial")).scalars()
        return list(keys)


def test_a_full_disk_never_yields_saved(tmp_path: Path) -> None:
    """The file may not grow beyond 400 KB: what was acknowledged is stored, the rest refused."""
    table = sqlite_table(tmp_path)
    acknowledged, last = write_until_refused(table.store.url, table.token, limit=400_000)
    assert last.startswith("CannotKeep The disk of the server is full or failing")
    assert len(acknowledged) > 10
    assert stored_keys(table) == acknowledged
    assert table.record(100).number == len(acknowledged) + 1
    table.store.close()


def test_a_database_that_is_read_only_is_not_called_a_full_disk(tmp_path: Path) -> None:
    file = sqlite_file(sqlite_table(tmp_path).store)
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    with closing(connection), pytest.raises(sqlite3.OperationalError) as raised:
        connection.execute("DELETE FROM round")
    said = database.translate(DBAPIError("", None, raised.value))
    assert str(said) == "The database of the server is read-only or cannot be opened: nothing was saved."


def test_a_folder_that_cannot_be_written_is_named_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests may run as root, who may write everywhere.
    monkeypatch.setattr(os, "access", lambda folder, _how: folder != tmp_path)
    monkeypatch.setenv("KWADO_DATABASE_URL", f"sqlite:///{tmp_path}/kwado.sqlite3")
    monkeypatch.setattr(serve, "_find_place", lambda *_: pytest.fail("It starts."))
    error = CliRunner().invoke(words, ["serve", "--port", "0"]).exception
    said = f"The database file {tmp_path}/kwado.sqlite3 cannot be written: its folder is read-only."
    assert repr(error) == repr(CannotKeep(said))


@pytest.mark.parametrize(
    ("calls", "error"), [("fdatasync,fsync", "EIO"), ("pwrite64", "EIO"), ("pwrite64", "ENOSPC")]
)
def test_a_failing_disk_never_yields_saved(tmp_path: Path, calls: str, error: str) -> None:
    """From the hundredth call on, the disk fails: no key is acknowledged that is not stored."""
    table = sqlite_table(tmp_path)
    faults = ("-e", f"trace={calls}", "-e", f"inject={calls}:error={error}:when=100+")
    trace = ("strace", "-f", "-o", os.devnull, *faults)
    acknowledged, last = write_until_refused(table.store.url, table.token, trace=trace)
    assert last.startswith("CannotKeep The disk of the server is full or failing")
    assert acknowledged
    stored = stored_keys(table)
    # The one that was being saved may have reached the disk before it failed; it was not acknowledged.
    assert acknowledged in (stored, stored[:-1])
    table.store.close()


def test_a_damaged_file_is_told_and_not_written_to(tmp_path: Path) -> None:
    table = sqlite_table(tmp_path)
    letter = b"This is not a database, it is a letter. " * 500
    sqlite_file(table.store).write_bytes(letter)
    with pytest.raises(CannotKeep, match="damaged"):
        table.record(100)
    table.store.close()
    assert sqlite_file(table.store).read_bytes() == letter


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_file_of_the_database_that_went_away_under_a_running_server_is_told_and_nothing_is_called_saved(
    tmp_path: Path, ending: str, is_replaced: bool
) -> None:
    """Refused for good, also by connections that are opened after that, until the database is opened anew."""
    table = sqlite_table(tmp_path)
    file = sqlite_file(table.store)
    table.record(100)
    gone = file.with_name(file.name + ending)
    kept = gone.read_bytes()
    gone.unlink()
    if is_replaced:
        gone.write_bytes(kept)
    # The connection that is open is taken: that of the save would be a new one.
    for is_busy in (False, True):
        with table.store.reading() if is_busy else nullcontext() as reader:
            if reader:
                reader.connection()
            with pytest.raises(CannotKeep, match="while the server ran: nothing was saved"):
                table.record(110)
            with pytest.raises(CannotKeep):
                table.store.check_files()
    table.store.close()
    if ending == "-wal" and not is_replaced:
        # SQLite still had the deleted file open: a server that is stopped loses nothing.
        assert table.points() == [100]
        table.record(110)
        assert table.points() == [100, 110]
        table.store.close()


def test_a_file_without_a_log_gets_one_at_its_first_connection_and_is_the_same_for_the_next(
    tmp_path: Path,
) -> None:
    """A backup that somebody has put in its place."""
    table = sqlite_table(tmp_path)
    with closing(sqlite3.connect(sqlite_file(table.store))) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    with table.store.reading() as session:
        session.connection()
        table.record(100)
    table.store.close()


def list_open(file: Path) -> list[str]:
    """The descriptors through which this process has the file open."""
    links = [f"/proc/self/fd/{number}" for number in os.listdir("/proc/self/fd")]
    return [link for link in links if os.path.exists(link) and os.path.samefile(link, file)]


def test_a_store_that_nobody_holds_is_closed(tmp_path: Path) -> None:
    """On Python 3.13 it fails by the warning of an unclosed database where that is left to chance."""
    table = sqlite_table(tmp_path)
    file = sqlite_file(table.store)
    table.record(100)
    assert list_open(file)
    del table
    gc.collect()
    assert list_open(file) == []


def test_a_postgresql_server_that_is_away_asks_to_try_again() -> None:
    store = Store("postgresql://nobody@127.0.0.1:1/nothing")
    with pytest.raises(TryAgain, match="cannot be reached"), store.reading() as session:
        session.connection()
    store.close()


def test_an_address_of_another_kind_is_refused() -> None:
    for url in ("", "games.db", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "oracle://x"):
        with pytest.raises(NotUnderstood, match="sqlite:///FILE"):
            Store(url)


def test_without_its_library_postgresql_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.database.find_spec", lambda name: None)
    with pytest.raises(NotUnderstood, match="extra"):
        Store("postgresql://localhost/kwado")


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    table = sqlite_table(tmp_path / "instance")
    table.record(100)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "instance").iterdir()}
    assert set(modes.values()) == {0o600}
    table.store.close()
