"""A real `companion serve` on 127.0.0.1 with a database of its own, and a phone to talk to it."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

REPO = Path(__file__).resolve().parent.parent.parent
PATIENCE_S = 300
# What one address may do in an hour is less than what a hundred tables do in a minute.
UNLIMITED = {f"KWADO_{name}_LIMIT": "1000000" for name in ("NEW_GAME", "GUESS", "WRITE")}


def find_best(measure: Callable[[], float], limit: float, times: int = 3) -> float:
    """The least of so many figures that a clock measures; the first within the limit ends it.

    What else runs on the machine can only make such a figure larger: one that is missed once may be of the
    other work, one that is missed each time is ours.
    """
    best = measure()
    for _ in range(times - 1):
        if best <= limit:
            break
        best = min(best, measure())
    return best


@dataclass
class Served:
    """A running server."""

    process: subprocess.Popen[str]
    port: int

    def end(self, how: int = signal.SIGTERM) -> int:
        """End the server and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE_S)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return status


def start_server(folder: Path, port: int = 0, **settings: str) -> Served:
    """Start a server that keeps its games in the folder, and wait for it to say where it is."""
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve"],
        cwd=REPO,
        env={
            **os.environ,
            **UNLIMITED,
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "KWADO_INSTANCE_PATH": str(folder),
            **settings,
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r" is at http://127\.0\.0\.1:(\d+)/$", said)
    if found is None:
        process.wait(PATIENCE_S)
        process.stdout.close()
        raise RuntimeError(f"The server did not start: {said}")
    return Served(process, int(found[1]))


@contextmanager
def serve(folder: Path, port: int = 0, **settings: str) -> Iterator[Served]:
    """A server that ends with the block."""
    served = start_server(folder, port, **settings)
    try:
        yield served
    finally:
        served.end()


def wait_for_answer(port: int, path: str = "/") -> float:
    """How many seconds it takes until the page is answered, whoever serves it then."""
    began = time.monotonic()
    while True:
        try:
            if Phone(port, timeout=PATIENCE_S).get(path)[0] == 200:
                return time.monotonic() - began
        except (OSError, HTTPException):
            # Before the server listens, a connection may by chance reach itself.
            pass
        if time.monotonic() - began > PATIENCE_S:
            raise RuntimeError("The server does not answer.")
        time.sleep(0.01)


def read_seen(page: str) -> str:
    """What the page of the next round has seen of the game."""
    found = re.search(r'name="seen" value="([^"]+)"', page)
    if found is None:
        raise RuntimeError("The page of the next round does not say what it has seen.")
    return found[1]


class Phone:
    """A browser as far as the server can tell: cookies, form tokens, one connection for each request."""

    def __init__(self, port: int, timeout: float = PATIENCE_S) -> None:
        self.port = port
        self.timeout = timeout
        self.cookie = ""

    def ask(
        self, method: str, path: str, body: str | bytes | None = None, **headers: str
    ) -> tuple[int, str, str]:
        """The status, the text and the place that the answer leads to."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            if cookie.startswith("kwado="):
                self.cookie = cookie.partition(";")[0]
        return answer.status, text, answer.headers.get("Location", "")

    def get(self, path: str) -> tuple[int, str, str]:
        return self.ask("GET", path)

    def get_token(self, path: str = "/games/new") -> str:
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.get(path)[1])
        if found is None:
            raise RuntimeError(f"{path} has no form token")
        return found[1]

    def start_game(self, *names: str) -> str:
        """The path of a new game in which everything is left as it is."""
        fields = {"table": "new"} | {f"player-{seat}": name for seat, name in enumerate(names)}
        status, text, place = self.ask(
            "POST", "/games/new", urlencode({"csrf_token": self.get_token(), **fields})
        )
        if status != 302:
            raise RuntimeError(f"No game was started: {status} {text[:300]}")
        return "/g/" + place.rstrip("/").rpartition("/")[2]

    def save_round(self, game: str, key: str, seen: str, token: str) -> tuple[int, str]:
        """The status and the text of the answer to a round by points of two sides, as a script posts it."""
        fields = {"csrf_token": token, "way": "points", "key": key, "seen": seen, "sure/holder/dragon": "yes"}
        body = urlencode({**fields, "points/0": 125, "points/1": 115})
        return self.ask("POST", f"{game}/rounds/new", body, Accept="application/json")[:2]

    def make_code(self, game: str) -> str:
        """The letters of a new code to join the game and write in it."""
        fields = {"csrf_token": self.get_token(f"{game}/share"), "link": "edit"}
        place = self.ask("POST", f"{game}/codes", urlencode(fields))[2]
        found = re.fullmatch(rf"{game}/codes/([A-Z]{{6}})", place)
        if found is None:
            raise RuntimeError(f"No code was made: {place}")
        return found[1]

    def join(self, letters: str) -> tuple[int, str]:
        """The status and the place of the answer to a code that was typed."""
        typed = {"csrf_token": self.get_token("/join"), "code": letters.lower()}
        status, _, place = self.ask("POST", "/join", urlencode(typed))
        return status, place

    def get_view(self, game: str) -> str:
        """The path of the game's view link."""
        found = re.search(r"/v/[A-Za-z0-9_-]{32}", self.get(f"{game}/share")[1])
        if found is None:
            raise RuntimeError("The share page shows no view link.")
        return found[0]
