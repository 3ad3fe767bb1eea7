"""How often one visitor may do a thing, counted by Flask-Limiter in this process, for each address.

What is too often is refused before any work is done for it. A link that opens a game opens it however often
others guessed from the same address: only misses are counted, and only they are refused.
Two workers count each for itself, which doubles a limit and harms nobody.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, cast

from flask import Flask, Response, current_app, request
from flask_limiter import Limiter, RouteLimit
from flask_limiter.errors import RateLimitExceeded


class RateLimit(NamedTuple):
    """The setting of a limit, how many times it allows the thing in so many minutes, what is said beyond it.

    `counts` tells from an answer whether it counts; without it every request does.
    """

    setting: str
    times: int
    minutes: int
    message: str
    counts: Callable[[Response], bool] | None = None


LIMITS = {
    "guesses": RateLimit(
        "GUESS_LIMIT",
        60,
        10,
        "Too many links that lead nowhere came from here. Please wait a little.",
    ),
    "writes": RateLimit(
        "WRITE_LIMIT",
        3_000,
        10,
        "Very much was sent from here just now, so nothing was saved. Please wait a little.",
    ),
    "new-games": RateLimit(
        "NEW_GAME_LIMIT",
        60,
        60,
        "Many games were started from here just now. Please wait a little.",
        lambda answer: answer.status_code == 302,
    ),
    "scores": RateLimit(
        "SCORE_LIMIT",
        120,
        10,
        "Many games were scored from here just now. Please wait a little.",
    ),
    "searches": RateLimit(
        "SEARCH_LIMIT",
        600,
        10,
        "Much was looked up from here just now. Please wait a little.",
    ),
    "prints": RateLimit(
        "PRINT_LIMIT",
        120,
        10,
        "Many sheets were printed from here just now. Please wait a little.",
        # Whoever is told to come again, or that printing does not work, has no sheet yet.
        lambda answer: answer.status_code not in (429, 503),
    ),
}
# What else is limited than writing, which every endpoint is that takes posts.
OF_ENDPOINT = {
    "api.score": "scores",
    "games.new_game": "new-games",
    "printing.print_game_sheet": "prints",
    "printing.print_sheet": "prints",
    "search.search": "searches",
}
# What is posted there is not stored.
OPEN_WRITERS = {"api.score"}


def get_address() -> str:
    """The address of the visitor; of IPv6 its network, since each home has 2⁶⁴ addresses."""
    return find_network(request.remote_addr or "unknown")


@lru_cache(maxsize=1_024)
def find_network(address: str) -> str:
    """What is counted as one visitor."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    return str(parsed.ipv4_mapped or ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))


def count_guess() -> None:
    """Counts a link that opened nothing; raises `RateLimitExceeded` where there were too many."""
    with cast(RouteLimit, current_app.extensions["kwado-guesses"]):
        pass


def get_wait(error: RateLimitExceeded) -> int:
    """In how many seconds the visitor may come again."""
    limiter = cast(Limiter, current_app.extensions["kwado-limiter"])
    limit = limiter.current_limit
    wait = limit.reset_at - time.time() if limit is not None else error.limit.limit.get_expiry()
    return max(1, int(wait))


def init_app(app: Flask) -> None:
    """Puts its limits before each view; `KWADO_GUESS_LIMIT` and so on set other counts. Call it last."""
    # A moving window would keep every address that ever came, and look through them all at each request.
    limiter = Limiter(get_address, app=app, storage_uri="memory://", strategy="sliding-window-counter")

    def limit(name: str, methods: list[str] | None = None) -> RouteLimit:
        setting, times, minutes, message, counts = LIMITS[name]
        return limiter.shared_limit(
            f"{int(app.config.get(setting, times))} per {minutes} minutes",
            scope=name,
            methods=methods,
            error_message=message,
            deduct_when=counts,
        )

    app.extensions["kwado-limiter"] = limiter
    app.extensions["kwado-guesses"] = limit("guesses")
    writers = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    views: dict[str, Any] = app.view_functions
    for endpoint in writers - OPEN_WRITERS:
        views[endpoint] = limit("writes", ["POST"])(views[endpoint])
    for endpoint, name in OF_ENDPOINT.items():
        methods = ["POST"] if endpoint in writers else None
        views[endpoint] = limit(name, methods)(views[endpoint])
