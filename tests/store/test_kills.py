"""A saved round survives a killed process and a power cut."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.store import Store, migrate
from tests.store.tables import often
from tests.store.test_database import sqlite_table, write_until_refused

REPO = Path(__file__).parent.parent.parent


def start_writers(url: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.store.writer", url, "4"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=REPO)


def run_and_kill(url: str, chance: random.Random) -> list[str]:
    """The keys that four writers acknowledged before they were killed at a random moment."""
    process = start_writers(url)
    assert process.stdout is not None
    first = process.stdout.readline()
    # On a busy machine the first round takes longer than the moments below.
    while b"saved" not in first and process.poll() is None:
        first += process.stdout.readline()
    time.sleep(chance.uniform(0.0, 0.25))
    os.kill(process.pid, signal.SIGKILL)
    said = (first + process.stdout.read()).decode().split("\n")
    process.stdout.close()
    process.wait()
    # The last line may be half said: then it was not acknowledged.
    return [line.removeprefix("saved ") for line in said[:-1] if line.startswith("saved ")]


def find_half_rounds(store: Store) -> list[tuple[object, ...]]:
    """Games whose counters, rounds and journal do not agree."""
    query = """
        SELECT game.id, game.revision, game.round_count, game.last_serial,
               (SELECT count(*) FROM journal WHERE game_id = game.id),
               (SELECT count(*) FROM round WHERE game_id = game.id AND stands = 1),
               (SELECT count(*) FROM round WHERE game_id = game.id)
        FROM game
    """
    with store.reading() as session:
        rows = session.connection().execute(text(query)).all()
    return [
        tuple(row)
        for row in rows
        if not (row[1] == row[4] == row[2] + 1 and row[2] == row[3] == row[5] == row[6])
    ]


def test_every_acknowledged_round_survives_a_killed_process(
    database_url: str, record_property: Callable[[str, object], None]
) -> None:
    migrate(database_url)
    chance = random.Random(1959)
    acknowledged: list[str] = []
    for _ in range(often(200, 4)):
        acknowledged += run_and_kill(database_url, chance)
        store = Store(database_url)
        with store.reading() as session:
            stored = list(session.connection().execute(text("SELECT key FROM round")).scalars())
        assert len(set(stored)) == len(stored)
        assert set(acknowledged) <= set(stored)
        assert find_half_rounds(store) == []
        store.close()
    assert len(acknowledged) > often(200, 4)
    record_property("figure", f"{often(200, 4)} kills, {len(acknowledged)} acknowledged, 0 lost")


# One line of strace for each call: its process, the call with the file or text that it is about.
CALL = re.compile(r"^\d+ +(?P<call>\w+)\((?P<what>[^)]*)", re.MULTILINE)


def find_early_answers(trace: str) -> tuple[int, int]:
    """How many answers there were, and how many left while the write-ahead log was not synced."""
    answers = early = 0
    is_dirty = False
    for call in CALL.finditer(trace):
        what = call["what"]
        if call["call"] == "pwrite64" and "sqlite3-wal>" in what:
            is_dirty = True
        elif call["call"] in ("fdatasync", "fsync") and "sqlite3-wal>" in what:
            is_dirty = False
        elif call["call"] == "write" and '"saved ' in what:
            answers += 1
            early += is_dirty
    return answers, early


def test_no_answer_leaves_before_the_log_is_synced(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Fails with `synchronous=NORMAL`, which forgot rounds in half of the simulated power cuts."""
    table = sqlite_table(tmp_path)
    table.store.close()
    log = tmp_path / "trace"
    calls = "trace=pwrite64,write,fdatasync,fsync"
    trace = ("strace", "-f", "-y", "-o", str(log), "-e", calls)
    write_until_refused(table.store.url, table.token, limit=often(20_000_000, 3_500_000), trace=trace)
    answers, early = find_early_answers(log.read_text(errors="replace"))
    assert answers > 100
    assert early == 0
    record_property("figure", f"{answers:,} answers, 0 early")


WAL_WRITE = '7 pwrite64(5</x.sqlite3-wal>, "", 4096, 0) = 4096'
WAL_SYNC = "7 fdatasync(5</x.sqlite3-wal>) = 0"
ANSWER = r'7 write(1<pipe:[1]>, "saved a\n", 8) = 8'


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        ((WAL_WRITE, WAL_SYNC, ANSWER), (1, 0)),
        ((WAL_WRITE, ANSWER, WAL_SYNC), (1, 1)),
        ((WAL_WRITE, WAL_SYNC, WAL_WRITE, ANSWER), (1, 1)),
    ],
)
def test_an_early_answer_is_seen_in_a_trace(calls: tuple[str, ...], found: tuple[int, int]) -> None:
    assert find_early_answers("\n".join(calls)) == found
