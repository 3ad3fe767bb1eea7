"""A server's memory while rounds are played: `python -m tools.reliability.memory [--quick]`.

An hour of 20 tables of 4 phones at ten times the pace, in ten minutes: each phone does something every half
second, a table begins the next game after 12 rounds, and somebody prints, searches and guesses links. Prints
how much more the server holds for each 1,000 rounds, once each process has loaded what strangers ask for and
the first 1,200 rounds have filled the caches; exits with 1 if that is more than a limit. With `--quick` 1,200
rounds are measured in place of 10,800, and a megabyte is chance. A slow machine takes longer for as many
rounds. Seen red with a list that every request is added to, and when the first minute was measured, too.
"""

import asyncio
import statistics
import sys
import tempfile
import threading
import time
from itertools import count
from pathlib import Path

from tools.reliability.many_phones import Load, lay_tables
from tools.reliability.serving import Phone, serve

TABLES = 20
EVERY_S = 0.5
WARM_ROUNDS, FULL_ROUNDS, QUICK_ROUNDS = 1_200, 12_000, 2_400
# At full pace 20 are played in a second.
SLOWEST_ROUNDS_A_S = 4
MB_PER_1000, QUICK_MB_PER_1000 = 1.0, 3.0
SAMPLE_S = 1.0
# One of two processes is left out once in eight million times.
ASKED = 24
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


def load_once(port: int, processes: int, load: Load) -> None:
    """Has each process answer each kind of request.

    A process loads the search index, 31 MB, with its first search. Which one answers a connection is the
    system's choice among those that listen, so each kind is asked for so often that none is left out.
    """
    while count_listening(port) < processes:
        time.sleep(SAMPLE_S)
    for number in range(len(OTHERS)):
        for _ in range(ASKED):
            ask_one(port, number, load)


def count_listening(port: int) -> int:
    """How many processes take connections. A table that Linux keeps: field 1 is the address, 3 the state."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == "0A" for row in rows)


def ask_one(port: int, number: int, load: Load) -> None:
    path = OTHERS[number % len(OTHERS)].format(n=number)
    status, _, _ = Phone(port).get(path)
    if status not in (200, 404):
        load.tally.faults[f"{path}: {status}"] += 1


def ask_for_more(port: int, stop: threading.Event, load: Load) -> None:
    """What strangers ask for beside the tables."""
    for number in count(len(OTHERS)):
        if stop.wait(2.0):
            break
        ask_one(port, number, load)


def sample(pids: list[int], load: Load, stop: threading.Event, held: list[tuple[int, list[float]]]) -> None:
    while not stop.wait(SAMPLE_S):
        held.append((len(load.tally.saved), [read_resident_mb(pid) for pid in pids]))


def say_held(rounds: int, held_mb: list[float]) -> str:
    """How much there was when, and which process held it."""
    return f"{sum(held_mb):.0f} MB ({'+'.join(f'{mb:.0f}' for mb in held_mb)}) at {rounds:,} rounds"


def main() -> int:
    is_quick = "--quick" in sys.argv[1:]
    rounds, limit = (QUICK_ROUNDS, QUICK_MB_PER_1000) if is_quick else (FULL_ROUNDS, MB_PER_1000)
    with tempfile.TemporaryDirectory(prefix="kwado-memory-") as folder, serve(Path(folder)) as served:
        load = lay_tables(served.port, TABLES, rounds / SLOWEST_ROUNDS_A_S, EVERY_S)
        load.rounds = rounds
        stop, held = threading.Event(), list[tuple[int, list[float]]]()
        pids = find_servers(served.process.pid)
        load_once(served.port, len(pids[1:]), load)
        beside = [
            threading.Thread(target=ask_for_more, args=(served.port, stop, load)),
            threading.Thread(target=sample, args=(pids, load, stop, held)),
        ]
        for each in beside:
            each.start()
        asyncio.run(load.run())
        stop.set()
        for each in beside:
            each.join()
    played = len(load.tally.saved)
    if played < rounds:
        print(f"too slow to tell: {played:,} of {rounds:,} rounds in {load.seconds:.0f} s")
        return 1
    measured = [(saved, mb) for saved, mb in held if saved >= WARM_ROUNDS]
    totals = [(saved, sum(mb)) for saved, mb in measured]
    growth = 1_000 * statistics.linear_regression(*zip(*totals, strict=True)).slope
    faults = sum(load.tally.faults.values())
    print(
        f"{growth:.2f} MB per 1,000 rounds: {say_held(*measured[0])}, {say_held(*measured[-1])};"
        f" {faults} errors{f' {dict(load.tally.faults)}' if faults else ''}"
    )
    return 0 if growth <= limit and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
