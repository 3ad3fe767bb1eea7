"""What a table waits for: beside ihatemoney, which people take for such work, and with more behind it.

Processor time of requests by each program's own test client, with SQLite in a file. ihatemoney is installed
into `.venv-peers`, which git ignores; the project itself never needs it.
"""

import asyncio
import math
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import Row, compare, timed
from benchmarks.tables import OPTIONS, RULES, Table, lay_table
from companion.rules import score_round
from tools.reliability.many_phones import PHONES, SECONDS, TABLES, lay_tables, quantile_ms
from tools.reliability.serving import serve

PEER = "ihatemoney==7.2.1"
VENV = Path(__file__).parents[1] / ".venv-peers"
ROUNDS = 10_000
LIMIT_MS, ROUNDS_LIMIT_MS, PHONES_LIMIT_MS = 6, 500, 100


def install_peer() -> str | None:
    """The Python that has ihatemoney, None where it cannot be installed."""
    python = str(VENV / "bin" / "python")
    install = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", PEER]
    try:
        if not VENV.exists():
            subprocess.run([sys.executable, "-m", "venv", VENV], check=True, stdout=sys.stderr)
        # Once it is there, this asks nobody.
        subprocess.run(install, check=True, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError):
        return None
    return python


@contextmanager
def start_peer() -> Iterator[Callable[[str], float] | None]:
    """Asks ihatemoney for a page, and returns the seconds that it took."""
    python = install_peer()
    if python is None:
        yield None
        return
    script = Path(__file__).with_name("bills.py")
    with tempfile.TemporaryDirectory(prefix="kwado-bench-") as folder:
        process = subprocess.Popen(
            [python, "-P", "-W", "ignore", script, folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with process as peer:
            assert peer.stdin is not None
            assert peer.stdout is not None

            def ask(what: str) -> float:
                print(what, file=peer.stdin, flush=True)
                return float(peer.stdout.readline())

            yield ask


def beside_peer(table: Table) -> Iterator[Row]:
    """The page of 30 rounds beside a list of 30 bills; a round saved beside a bill added."""
    client, address = table.client(), f"/g/{table.start(30)}"
    assert client.get(address).status_code == 200
    with start_peer() as ask:
        for name, ours, peers, what, limit in (
            ("game page, 30 rounds of 4", lambda: client.get(address), "list of 30 bills", "list", 1 / 3),
            ("save a round of 4, by cards", table.make_poster(table.start()), "adding a bill", "add", 0.8),
        ):
            if ask is None:
                row = compare("", timed(ours), lambda: math.nan, limit)
                peers += ": ihatemoney cannot be installed"
            else:
                row = compare("", timed(ours), lambda what=what: ask(what), limit, turns=101)  # type: ignore[misc]
            yield Row(name, row.ours * 1000, None, LIMIT_MS, "ms")
            yield row._replace(name=f"  beside {peers}")


def beside_fewer(table: Table) -> Iterator[Row]:
    """A long game beside a short one; a list of games in a large database beside one in a small one."""
    client = table.client()
    many, few = (table.start(rounds) for rounds in (1_000, 10))
    longer, shorter = (timed(lambda token=token: client.get(f"/g/{token}")) for token in (many, few))  # type: ignore[misc]
    yield compare("game page, 1,000 rounds against 10", longer, shorter, 2, turns=61)
    longer, shorter = (timed(table.make_poster(table.start(rounds))) for rounds in (880, 10))
    yield compare("save a round, game of 1,000 against one of 10", longer, shorter, 1.1, turns=101)
    with lay_table() as small, lay_table() as large:
        homes = []
        for table, games in ((large, 10_000), (small, 100)):
            client = table.client()
            for number in range(games):
                token = table.start(1 if number % 100 == 0 else 0)
                if number >= games - 20:
                    client.get(f"/g/{token}")
            page = client.get("/").get_data(as_text=True)
            assert page.count("/g/") >= 20, "the phone knows twenty games"
            homes.append(timed(lambda client=client: client.get("/")))  # type: ignore[misc]
        yield compare("list of games, 10,000 stored against 100", homes[0], homes[1], 1.3, turns=101)


def score_rounds(table: Table) -> Row:
    """As many rounds as the statistics of years ask for, scored by the rules alone."""
    entries = [table.deal() for _ in range(ROUNDS)]
    score_all = timed(lambda: [score_round(RULES, OPTIONS, entry) for entry in entries])
    seconds = statistics.median(score_all() for _ in range(5))
    return Row(f"score {ROUNDS:,} rounds of 4", seconds * 1000, None, ROUNDS_LIMIT_MS, "ms")


def measure_phones() -> Row:
    """How long a phone waits while a hundred tables play for a minute on a real server."""
    with tempfile.TemporaryDirectory(prefix="kwado-bench-") as folder, serve(Path(folder)) as served:
        load = lay_tables(served.port, TABLES, SECONDS)
        asyncio.run(load.run())
    assert not load.tally.faults, dict(load.tally.faults)
    wait_ms = quantile_ms(load.tally.all_waits(), 0.95)
    return Row(f"{TABLES} tables of {PHONES} phones, 95 of 100 wait", wait_ms, None, PHONES_LIMIT_MS, "ms")


def rows() -> Iterator[Row]:
    """Beside ihatemoney, with more behind it, and with a hundred tables."""
    with lay_table() as table:
        yield from beside_peer(table)
        yield score_rounds(table)
        yield from beside_fewer(table)
    yield measure_phones()
