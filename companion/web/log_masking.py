"""Keeps the links and codes of games out of logs: reading a log must not open a game."""

from __future__ import annotations

import logging
import re
from typing import ClassVar

from flask import Flask

# The token is whatever follows the door, also in HTML or a header.
LINK = re.compile(r"(/(?:[gvt]|codes)/)[A-Za-z0-9_\-%.~]+")
# A token without its door, as an error quotes it. Names in our code have no capitals beside small letters.
TOKEN = re.compile(r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[A-Za-z0-9_-]{32}(?![\w-])", re.ASCII)
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
    return TOKEN.sub("…", LINK.sub(r"\1…", text))


MASK = MaskLinks()


def init_app(app: Flask) -> None:
    for name in {app.logger.name, *LOGGERS}:
        logging.getLogger(name).addFilter(MASK)
