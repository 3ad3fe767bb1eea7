"""Keeps the links and codes of games out of logs: reading a log must not open a game."""

from __future__ import annotations

import logging
import re

from flask import Flask

# The token is whatever follows the door, also in HTML or a header.
LINK = re.compile(r"(/(?:[gvt]|codes)/)[A-Za-z0-9_\-%.~]+")
LOGGERS = ("companion.web", "uvicorn.error", "uvicorn.access", "asyncio", "werkzeug")


class MaskLinks(logging.Filter):
    """Replaces each token and code by “…”."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        masked = LINK.sub(r"\1…", text)
        if masked != text:
            record.msg, record.args = masked, None
        return True


MASK = MaskLinks()


def init_app(app: Flask) -> None:
    for name in {app.logger.name, *LOGGERS}:
        logging.getLogger(name).addFilter(MASK)
