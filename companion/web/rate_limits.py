"""How often one visitor may do a thing: counters in this process, one for each address and thing.

Two workers count each for itself, which doubles a limit and harms nobody.
"""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import cast

from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

ADDRESS_LIMIT = 10_000
# The setting of each limit, how often it allows the thing, in how many seconds, and what is said beyond it.
LIMITS = {
    "guesses": (
        "GUESS_LIMIT",
        60,
        600,
        "Too many links that lead nowhere came from here. Please wait a little.",
    ),
    "new-games": (
        "NEW_GAME_LIMIT",
        60,
        3600,
        "Many games were started from here just now. Please wait a little.",
    ),
    "prints": (
        "PRINT_LIMIT",
        120,
        600,
        "Many sheets were printed from here just now. Please wait a little.",
    ),
}


class RateLimit:
    """At most `count` times in any `seconds`, for each address."""

    def __init__(self, count: int, seconds: float, message: str) -> None:
        self.count = count
        self.seconds = seconds
        self.message = message
        self._times: dict[str, deque[float]] = {}
        self._lock = Lock()

    def note(self, address: str) -> None:
        """Counts one time."""
        with self._lock:
            if len(self._times) >= ADDRESS_LIMIT and address not in self._times:
                self._times.pop(next(iter(self._times)))
            times = self._times.setdefault(address, deque(maxlen=self.count))
            times.append(time.monotonic())

    def check(self, address: str) -> None:
        """Raises `TooManyRequests`, saying when to come again, for an address that used up its times."""
        with self._lock:
            times = self._times.get(address)
            if not times or len(times) < self.count:
                return
            wait = times[0] + self.seconds - time.monotonic()
        if wait > 0:
            raise TooManyRequests(self.message, retry_after=int(wait) + 1)


def get_limit(name: str) -> RateLimit:
    """The limit of the app that answers."""
    return cast(RateLimit, current_app.extensions["kwado-limits"][name])


def get_address() -> str:
    """The address of the visitor."""
    return request.remote_addr or "unknown"


def init_app(app: Flask) -> None:
    """Gives the app its limits; `KWADO_GUESS_LIMIT` and `KWADO_NEW_GAME_LIMIT` set others."""
    app.extensions["kwado-limits"] = {
        name: RateLimit(int(app.config.get(setting, count)), seconds, message)
        for name, (setting, count, seconds, message) in LIMITS.items()
    }
