"""One line a request in the log, where `KWADO_LOG` asks for it, as text or as JSON.

It has the route, not the address: no link, no name, nothing that was typed, and not who asked.
"""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime

from flask import Flask, Response, g, request

from companion.errors import NotUnderstood

FORMS = ("none", "text", "json")
LOGGER = logging.getLogger("companion.requests")


def read_form(text: str) -> str:
    """How requests are logged; raises `NotUnderstood` with what is known."""
    if text not in FORMS:
        raise NotUnderstood(f"KWADO_LOG is none, text or json, not “{text[:80]}”.")
    return text


def init_app(app: Flask) -> None:
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
