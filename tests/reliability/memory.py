"""A server's memory while rounds are played: `python -m tests.reliability.memory [--quick]`.

An hour of 20 tables of 4 phones at ten times the pace, in ten minutes: each phone does something every half
second, a table begins the next game after 12 rounds, and somebody prints, searches and guesses links. Prints
how much more the server holds for each 1,000 rounds, once the first minute has filled its caches; exits with
1 if that is more than a limit. With `--quick` one minute is measured in place of nine, in which a megabyte is
chance. Seen red with a list that every request is added to, and when the first minute was measured, too.
"""

import asyncio
import statistics
import sys
import tempfile
import threading
from pathlib import Path

from tests.reliability.many_phones import Load, lay_tables
from tests.reliability.serving import Phone, serve

TABLES = 20
EVERY_S = 0.5
WARM_S, FULL_S, QUICK_S = 60.0, 600.0, 120.0
MB_PER_1000, QUICK_MB_PER_1000 = 1.0, 3.0
SAMPLE_S = 1.0
# The sheet differs each time, so that none is printed from memory.
OTHERS = (
    "/print/score-pad.pdf?sides=3&rounds=4&date=day+{n}",
    "/search?q=four+maples+{n}",
    "/v/{n:032d}",
    "/rulings/gaji-what",
)


def read_resident_mb(pid: int) -> float:
    """What a process holds in memory."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    [line] = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024


def find_servers(pid: int) -> list[int]:
    """The process and its children, without those that come and go with a print."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *map(int, children)]


def ask_for_more(port: int, stop: threading.Event) -> None:
    """What strangers ask for beside the tables."""
    phone = Phone(port)
    number = 0
    while not stop.wait(2.0):
        phone.get(OTHERS[number % len(OTHERS)].format(n=number))
        number += 1


def sample(pids: list[int], load: Load, stop: threading.Event, held: list[tuple[int, float]]) -> None:
    while not stop.wait(SAMPLE_S):
        held.append((len(load.tally.saved), sum(read_resident_mb(pid) for pid in pids)))


def main() -> int:
    is_quick = "--quick" in sys.argv[1:]
    seconds, limit = (QUICK_S, QUICK_MB_PER_1000) if is_quick else (FULL_S, MB_PER_1000)
    with tempfile.TemporaryDirectory(prefix="kwado-memory-") as folder, serve(Path(folder)) as served:
        load = lay_tables(served.port, TABLES, seconds, EVERY_S)
        stop, held = threading.Event(), list[tuple[int, float]]()
        pids = find_servers(served.process.pid)
        beside = [
            threading.Thread(target=ask_for_more, args=(served.port, stop)),
            threading.Thread(target=sample, args=(pids, load, stop, held)),
        ]
        for each in beside:
            each.start()
        asyncio.run(load.run())
        stop.set()
        for each in beside:
            each.join()
    measured = held[round(WARM_S / SAMPLE_S) :]
    growth = statistics.linear_regression(*zip(*measured, strict=True)).slope * 1_000
    faults = sum(load.tally.faults.values())
    print(
        f"{growth:.2f} MB per 1,000 rounds: {measured[0][1]:.0f} MB at {measured[0][0]:,} rounds,"
        f" {measured[-1][1]:.0f} MB at {measured[-1][0]:,}; {faults} errors"
    )
    return 0 if growth <= limit and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
