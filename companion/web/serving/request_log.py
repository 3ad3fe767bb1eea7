"""Logs: one line a request where `KWADO_LOG` asks for it, as text or as JSON, and no link in any of them.

A line has the route, not the address: no link, no name, nothing that was typed, and not who asked. Links and
codes of games are masked in every log, since reading a log must not open a game.
"""

import json
import logging
import re
import time
from datetime import UTC, datetime
from typing import ClassVar

from flask import Flask, Response, g, request

from companion.child_process import log_with_time
from companion.errors import NotUnderstood

FORMS = ("none", "text", "json")
LOGGER = logging.getLogger("companion.requests")


def read_form(text: str) -> str:
    """How requests are logged; raises `NotUnderstood` with what is known."""
    if text not in FORMS:
        raise NotUnderstood(f"KWADO_LOG is none, text or json, not “{text[:80]}”.")
    return text


# The token is whatever follows `g`, `v`, `t` or `d`, also in HTML or a header. A slash may be escaped.
LINK = re.compile(r"((?:/|%2F)(?:[gvtd]|codes)(?:/|%2F))[a-z0-9_\-%.~]+", re.IGNORECASE)
# A token alone, as an error quotes it. Names in our code have no capitals beside small letters.
TOKEN_ALONE = re.compile(r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[A-Za-z0-9_-]{32}(?![\w-])", re.ASCII)
LOGGERS = ("companion.web", "_granian", "granian.access", "asyncio", "werkzeug")


class MaskLinks(logging.Filter):
    """Replaces each token and code by “…”, in tracebacks too."""

    formatter: ClassVar = logging.Formatter()

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        masked = mask(text)
        if masked != text:
            record.msg, record.args = masked, None
        if record.exc_info:
            # Handlers write this instead of the exception.
            record.exc_text = mask(self.formatter.formatException(record.exc_info))
        return True


def mask(text: str) -> str:
    return TOKEN_ALONE.sub("…", LINK.sub(r"\1…", text))


MASK = MaskLinks()


def init_app(app: Flask) -> None:
    log_with_time()
    for name in {app.logger.name, *LOGGERS}:
        logging.getLogger(name).addFilter(MASK)
    form = app.config["LOG"]
    if form == "none":
        return
    LOGGER.handlers = [logging.StreamHandler()]
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False

    @app.before_request
    def begin() -> None:
        g.began_s = time.perf_counter()

    @app.after_request
    def log(response: Response) -> Response:
        took_ms = round(1_000 * (time.perf_counter() - g.pop("began_s", time.perf_counter())), 1)
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "method": request.method if request.url_rule else "–",
            "route": request.url_rule.rule if request.url_rule else "–",
            "status": response.status_code,
            "ms": took_ms,
            "bytes": response.content_length,
        }
        LOGGER.info(json.dumps(line) if form == "json" else " ".join(str(each) for each in line.values()))
        return response
