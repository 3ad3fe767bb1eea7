"""Many tables at once on a real server: `python -m tools.reliability.many_phones [--quick]`.

100 tables of 4 phones, each doing something every 5 seconds for a minute: one phone of each table enters
rounds, the others look. Then 500 more connections that send nothing, and one page. Then the server is
killed and started anew. Prints the figures, and exits with 1 when one of them is missed. Of waits the best
of three counts, and the start is measured in processor time: other work on the machine makes none a miss.
`--quick` is a tenth of it. A phone's wait counts from the moment it was due, so that a slow server cannot
slow it down.
"""

import asyncio
import gzip
import json
import math
import os
import random
import re
import secrets
import signal
import socket
import sqlite3
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from tools.reliability.serving import (
    Phone,
    Served,
    find_best,
    read_seen,
    serve,
    start_server,
    wait_for_answer,
)

TABLES = 100
PHONES = 4
# A game to 200 takes about so many; then its table begins the next one.
ROUNDS_A_GAME = 12
EVERY_S = 5.0
SECONDS = 60.0
IDLE = 500
P95_MS = 400
IDLE_PAGE_S = 1.0
RESTART_S = 4.0


@dataclass
class Tally:
    """What the phones have seen."""

    waits_s: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: Counter[str] = field(default_factory=Counter)
    saved: set[str] = field(default_factory=set)

    def all_waits(self) -> list[float]:
        return sorted(wait for waits in self.waits_s.values() for wait in waits)


def quantile_ms(waits: list[float], share: float) -> float:
    return 1000 * sorted(waits)[max(0, math.ceil(share * len(waits)) - 1)]


class Line:
    """A connection that is kept, as a browser keeps it; made anew when the server has closed it."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port = port
        self.cookie = cookie
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: str | None = None) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        try:
            return await self._ask(path, body)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            return await self._ask(path, body)

    async def _ask(self, path: str, body: str | None) -> tuple[int, bytes]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += f"Cookie: {self.cookie}\r\nAccept-Encoding: gzip\r\n"
        if body is not None:
            head += "Accept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            head += f"Content-Length: {len(body)}\r\n"
        writer.write(f"{head}\r\n{body or ''}".encode())
        await writer.drain()
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", answer)
        content = await reader.readexactly(int(length[1])) if length else b""
        if b"connection: close" in answer:
            self.close()
        return int(answer.split(b" ", 2)[1]), content

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


@dataclass
class Table:
    """The addresses of the game that a table plays and of its view link, and the rounds that are saved."""

    game: str
    view: str
    rounds: int = 0


def start_table_game(phone: Phone) -> Table:
    game = phone.start_game("Ann", "Ben", "Cem", "Dee")
    return Table(game, phone.get_view(game))


@dataclass
class Load:
    """Tables of phones on one server, for so many seconds or until so many rounds are saved."""

    port: int
    tables: list[Table]
    token: str
    cookie: str
    seconds: float
    every_s: float = EVERY_S
    rounds: float = math.inf
    tally: Tally = field(default_factory=Tally)

    async def run(self) -> None:
        until = time.monotonic() + self.seconds
        chance = random.Random(1959)
        phones = [
            self.phone(table, seat, chance.uniform(0, self.every_s), until)
            for table in self.tables
            for seat in range(PHONES)
        ]
        await asyncio.gather(*phones)

    async def phone(self, table: Table, seat: int, first: float, until: float) -> None:
        line = Line(self.port, self.cookie)
        due = time.monotonic() + first
        seen = ""
        while max(due, time.monotonic()) < until and len(self.tally.saved) < self.rounds:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            is_scorer = seat == 0
            key = secrets.token_urlsafe(16)
            if is_scorer and not seen and table.rounds >= ROUNDS_A_GAME:
                phone = Phone(self.port)
                new = await asyncio.to_thread(start_table_game, phone)
                table.game, table.view, table.rounds = new.game, new.view, 0
            if is_scorer and seen:
                what, path, body = "save", f"{table.game}/rounds/new", self.round_of(key, seen)
                seen = ""
            elif is_scorer:
                what, path, body = "entry", f"{table.game}/rounds/new", None
            elif seat == 1:
                what, path, body = "game", table.game, None
            else:
                what, path, body = "look", table.view, None
            try:
                status, content = await asyncio.wait_for(line.ask(path, body), 60)
            except (OSError, asyncio.IncompleteReadError, TimeoutError) as fault:
                line.close()
                self.tally.faults[f"{what}: {type(fault).__name__}"] += 1
            else:
                self.tally.waits_s[what].append(time.monotonic() - due)
                if status != 200:
                    self.tally.faults[f"{what}: {status}"] += 1
                elif what == "entry":
                    seen = read_seen(gzip.decompress(content).decode())
                elif what == "save":
                    if json.loads(content).get("saved") == key:
                        self.tally.saved.add(key)
                        table.rounds += 1
                    else:
                        self.tally.faults["save: not said"] += 1
            due += self.every_s
        line.close()

    def round_of(self, key: str, seen: str) -> str:
        points = {"points/0": 100, "points/1": 60, "points/2": 40, "points/3": 40}
        return urlencode(
            {
                "csrf_token": self.token,
                "way": "points",
                "key": key,
                "seen": seen,
                "sure/holder/dragon": "yes",
                **points,
            }
        )


def lay_tables(port: int, tables: int, seconds: float, every_s: float = EVERY_S) -> Load:
    """New games, and a phone's cookie and token that serve for all of them."""
    phone = Phone(port)
    laid = [start_table_game(phone) for _ in range(tables)]
    token = phone.get_token(f"{laid[0].game}/rounds/new")
    return Load(port, laid, token, phone.cookie, seconds, every_s)


def measure_page_s(port: int, path: str = "/rules") -> float:
    """How long a new phone waits for a page."""
    began = time.monotonic()
    status, _, _ = Phone(port).get(path)
    if status != 200:
        raise RuntimeError(f"{path} was answered with {status}")
    return time.monotonic() - began


def open_idle(port: int, count: int) -> list[socket.socket]:
    """Connections on which nothing is sent."""
    return [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]


def get_processor_s(pid: int) -> float:
    """The processor time that a process and its children have used."""
    used = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, _, rest = stat.read_text().partition(" ")
        except OSError:
            continue
        fields = rest.rpartition(") ")[2].split()
        if pid in (int(number), int(fields[1])):
            used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def count_missing(folder: Path, saved: set[str]) -> int:
    """How many rounds that were called saved are not in the database."""
    with closing(sqlite3.connect(folder / "kwado.sqlite3")) as connection:
        return len(saved - {key for (key,) in connection.execute("SELECT key FROM round")})


def kill_and_restart(served: Served, folder: Path) -> tuple[float, Served]:
    """The processor time of the next server until its first answer, and that server."""
    served.end(signal.SIGKILL)
    again = start_server(folder, served.port)
    wait_for_answer(again.port)
    return get_processor_s(again.process.pid), again


def put_under_load(served: Served, load: Load) -> float:
    """Milliseconds within which 95 of 100 answers come; prints the figures of each sort of request."""
    before = get_processor_s(served.process.pid)
    asyncio.run(load.run())
    used = get_processor_s(served.process.pid) - before
    waits = load.tally.all_waits()
    for what, some in sorted(load.tally.waits_s.items()):
        figures = ", ".join(
            f"{name} {quantile_ms(some, at):,.0f}"
            for name, at in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("longest", 1.0))
        )
        print(f"  {what:6} {len(some):6,} answers, ms: {figures}")
    print(
        f"  {len(waits) / load.seconds:.1f} answers a second, each {1000 * used / len(waits):.1f} ms of "
        f"processor time; load of the machine {os.getloadavg()[0]:.1f}"
    )
    return quantile_ms(waits, 0.95)


def measure(folder: Path, share: float) -> bool:
    """Whether every figure holds; prints them."""
    missed = False

    def say(name: str, figure: float, limit: float, unit: str) -> None:
        nonlocal missed
        missed = missed or figure > limit
        print(f"{name:52} {figure:10,.1f} {unit:3} ≤ {limit:<7g} {'MISSED' if figure > limit else 'holds'}")

    with serve(folder) as served:
        loads: list[Load] = []

        def wait() -> float:
            loads.append(lay_tables(served.port, round(TABLES * share), SECONDS if share == 1 else 15.0))
            return put_under_load(served, loads[-1])

        p95_ms = find_best(wait, P95_MS)
        tables = len(loads[-1].tables)
        say(f"{tables} tables of {PHONES} phones: 95 of 100 wait", p95_ms, P95_MS, "ms")
        faults = sum((load.tally.faults for load in loads), Counter[str]())
        say("errors", sum(faults.values()), 0, "")
        if faults:
            print(f"  {dict(faults)}")
        saved = set[str]().union(*(load.tally.saved for load in loads))
        say("rounds called saved that are not stored", count_missing(folder, saved), 0, "")
        idle = open_idle(served.port, round(IDLE * share))
        page_s = find_best(partial(measure_page_s, served.port), IDLE_PAGE_S)
        say(f"a page beside {len(idle)} idle connections", page_s, IDLE_PAGE_S, "s")
        for connection in idle:
            connection.close()
        seconds, again = kill_and_restart(served, folder)
        again.end()
        say("killed, started again, first answer, processor time", seconds, RESTART_S, "s")
    print(
        f"{tables} tables: p95 {p95_ms:.0f} ms, {sum(faults.values())} errors, "
        f"{seconds:.1f} s of processor time from a kill to an answer"
    )
    return not missed


def main() -> None:
    share = 0.1 if "--quick" in sys.argv[1:] else 1.0
    with tempfile.TemporaryDirectory(prefix="kwado-phones-") as folder:
        sys.exit(0 if measure(Path(folder), share) else 1)


if __name__ == "__main__":
    main()
