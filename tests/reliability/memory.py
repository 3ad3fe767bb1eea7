"""A server's memory over an hour of play: `python -m tests.reliability.memory [--quick]`.

20 tables of 4 phones, each doing something every 5 seconds, while somebody prints, searches and guesses
links. Prints what the server holds after a tenth of the time and at the end; exits with 1 if it has grown by
more than 20 MB. Seen red with a list that every request is added to.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.reliability.many_phones import lay_tables
from tests.reliability.serving import Phone, serve

TABLES = 20
HOUR_S, QUICK_S = 3_600.0, 60.0
GROWTH_MB = 20.0
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


def sample(pids: list[int], stop: threading.Event, held_mb: list[float]) -> None:
    while not stop.wait(SAMPLE_S):
        held_mb.append(sum(read_resident_mb(pid) for pid in pids))


def main() -> int:
    seconds = QUICK_S if "--quick" in sys.argv[1:] else HOUR_S
    with tempfile.TemporaryDirectory(prefix="kwado-memory-") as folder, serve(Path(folder)) as served:
        load = lay_tables(served.port, TABLES, seconds)
        stop, held_mb = threading.Event(), list[float]()
        pids = find_servers(served.process.pid)
        beside = [
            threading.Thread(target=ask_for_more, args=(served.port, stop)),
            threading.Thread(target=sample, args=(pids, stop, held_mb)),
        ]
        for each in beside:
            each.start()
        began = time.monotonic()
        asyncio.run(load.run())
        stop.set()
        for each in beside:
            each.join()
        minutes = (time.monotonic() - began) / 60
    tenth = max(1, len(held_mb) // 10)
    early = statistics.median(held_mb[tenth : 2 * tenth])
    late = statistics.median(held_mb[-tenth:])
    faults = sum(load.tally.faults.values())
    print(
        f"{early:.0f} MB early, {late:.0f} MB after {minutes:.0f} minutes and"
        f" {len(load.tally.saved):,} rounds, {faults} errors"
    )
    return 0 if late - early <= GROWTH_MB and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
