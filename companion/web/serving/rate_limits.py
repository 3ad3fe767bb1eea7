"""How often one visitor may do a thing, counted by Flask-Limiter per process and address.

Wrong codes are counted by phone too. Refused requests do no work. Guessing at links never locks out real
ones: only misses are counted and refused. Two processes count separately, which at most doubles a limit,
unless `KWADO_LIMITS_URL` names a Redis server in which all count; while that is away each counts for itself.
"""

import ipaddress
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple, cast

from flask import Flask, Response, current_app, g, request, session
from flask_limiter import Limiter, RouteLimit
from flask_limiter.errors import RateLimitExceeded
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.errors import NotUnderstood
from companion.paths import name_install
from companion.web.serving.endpoints import ENDPOINTS, get_takes

# A Redis that hangs counts as away after 0.25 s. By default its library waits 5 s and asks again.
REDIS_PATIENCE: dict[str, Any] = {"socket_connect_timeout": 0.25, "socket_timeout": 0.25, "retry": None}


def trust_proxies(app: Any, proxies: int) -> Any:
    """The WSGI app, which takes the visitor's address, scheme and host from so many proxies in front."""
    return ProxyFix(app, x_for=proxies, x_proto=proxies, x_host=proxies)


def find_visitor(environ: dict[str, Any]) -> str:
    """The visitor's address; for IPv6 its /64 network, since each home has 2⁶⁴ addresses."""
    return find_network(environ.get("REMOTE_ADDR") or "unknown")


def read_storage(url: str) -> str:
    """The address of a Redis server; raises `NotUnderstood` for another, and without its library."""
    if not url.startswith(("redis://", "rediss://", "redis+unix://")):
        # It may hold a password.
        raise NotUnderstood("KWADO_LIMITS_URL is the address of a Redis server, as in redis://host:6379.")
    if find_spec("redis") is None:
        raise NotUnderstood(
            f"Redis is an extra: install it with “{name_install('redis')}” in the program's folder."
        )
    return url


def get_address() -> str:
    """The address of the visitor who is answered now."""
    return find_visitor(request.environ)


def get_phone() -> str:
    """The phone at this address that keeps our cookie; all those without one are the address.

    Who throws the cookie away is a new phone each time: such a limit needs another one by address.
    """
    return f"{get_address()} {session.get('csrf_token', '')}"


def find_network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    return str(parsed.ipv4_mapped or ipaddress.IPv6Network((address, 64), strict=False))


class RateLimit(NamedTuple):
    """A limit: its setting, how many times in how many minutes, the message beyond it.

    `counts` tells from an answer whether it counts; without it every request does. One that counts, counts
    as many times as `charge` says. `whose` names whoever it counts for, who counts as one.
    """

    setting: str
    times: int
    minutes: int
    message: str
    counts: Callable[[Response], bool] | None = None
    whose: Callable[[], str] = get_address


def is_not_found(answer: Response) -> bool:
    return answer.status_code == 404


def charge(times: int) -> None:
    """Makes the request that is answered now count so many times."""
    g.charge = times


def get_charge() -> int:
    """How many times the request counts, at most as many as are left: more would not be counted at all."""
    limit = cast(Limiter, current_app.extensions["kwado-limiter"]).current_limit
    return 1 if limit is None else max(1, min(g.get("charge", 1), limit.remaining))


LIMITS = {
    "guesses": RateLimit(
        "GUESS_LIMIT",
        60,
        10,
        "Too many wrong links came from here. Please wait a little.",
    ),
    # What these make of guessing at codes is worked out in `join_codes`.
    "codes": RateLimit(
        "CODE_LIMIT",
        20,
        10,
        "Too many wrong codes came from here. Please wait a little, or scan the QR code.",
        is_not_found,
        get_phone,
    ),
    "codes-of-address": RateLimit(
        "ADDRESS_CODES_LIMIT",
        200,
        10,
        "Too many wrong codes came from here. Please wait a little, or scan the QR code.",
        is_not_found,
    ),
    "codes-of-all": RateLimit(
        "ALL_CODES_LIMIT",
        600,
        10,
        "Too many wrong codes were typed just now. Please wait a little, or scan the QR code.",
        is_not_found,
        lambda: "everybody",
    ),
    "writes": RateLimit(
        "WRITE_LIMIT",
        3_000,
        10,
        "Too much was sent from here just now. Nothing was saved. Please wait a little.",
    ),
    "new-games": RateLimit(
        "NEW_GAME_LIMIT",
        60,
        60,
        "Too many games were started from here just now. Please wait a little.",
        lambda answer: answer.status_code == 302,
    ),
    "scores": RateLimit(
        "SCORE_LIMIT",
        120,
        10,
        "Too many games were scored from here just now. Please wait a little.",
    ),
    "searches": RateLimit(
        "SEARCH_LIMIT",
        600,
        10,
        "Too much was looked up from here just now. Please wait a little.",
    ),
    "prints": RateLimit(
        "PRINT_LIMIT",
        120,
        10,
        "Too many sheets were printed from here just now. Please wait a little.",
        # Those answers printed no sheet, unless the press worked for it in vain.
        lambda answer: answer.status_code not in (429, 503) or "charge" in g,
    ),
    "photos": RateLimit(
        "PHOTO_LIMIT",
        120,
        10,
        "Too many photos came from here just now. Please wait a little.",
        lambda answer: answer.status_code not in (429, 503),
    ),
}


def count_guess() -> None:
    """Counts a link that opened nothing; raises `RateLimitExceeded` after too many."""
    with cast(RouteLimit, current_app.extensions["kwado-guesses"]):
        pass


def get_wait(error: RateLimitExceeded) -> int:
    """Seconds until the visitor may try again."""
    limit = cast(Limiter, current_app.extensions["kwado-limiter"]).current_limit
    wait = limit.reset_at - time.time() if limit is not None else error.limit.limit.get_expiry()
    return max(1, int(wait))


def init_app(app: Flask) -> None:
    """Limits each view. `KWADO_GUESS_LIMIT` and so on override the numbers. Call it last."""
    # A moving window would keep every address ever seen and search them all at each request.
    url = app.config.get("LIMITS_URL", "memory://")
    limiter = Limiter(
        get_address,
        app=app,
        storage_uri=url,
        storage_options={} if url == "memory://" else REDIS_PATIENCE,
        strategy="sliding-window-counter",
        in_memory_fallback_enabled=True,
    )

    def limit(name: str, methods: list[str] | None = None) -> RouteLimit:
        setting, times, minutes, message, counts, whose = LIMITS[name]
        return limiter.shared_limit(
            f"{app.config.get(setting, times)} per {minutes} minutes",
            key_func=whose,
            scope=name,
            methods=methods,
            error_message=message,
            deduct_when=counts,
            cost=get_charge if counts else 1,
        )

    app.extensions["kwado-limiter"] = limiter
    app.extensions["kwado-guesses"] = limit("guesses")
    writers = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    views: dict[str, Any] = app.view_functions
    rows = [(endpoint, "writes") for endpoint in writers if get_takes(endpoint).stores]
    rows += [(endpoint, name) for endpoint, takes in ENDPOINTS.items() for name in takes.limits]
    for endpoint, name in rows:
        views[endpoint] = limit(name, ["POST"] if endpoint in writers else None)(views[endpoint])
