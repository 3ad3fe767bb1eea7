"""Keeps the links of games out of every log: whoever reads a log must not be able to open a game."""

from __future__ import annotations

import logging
import re

from flask import Flask

# Also as written in the source of a page or in a header: the token is what follows the door.
LINK = re.compile(r"(/[gv]/)[A-Za-z0-9_\-%.~]+")
LOGGERS = ("companion.web", "uvicorn.error", "uvicorn.access", "asyncio", "werkzeug")


class MaskLinks(logging.Filter):
    """Writes `/g/…` for every link in a record's text."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets every record through, without its links."""
        text = record.getMessage()
        masked = LINK.sub(r"\1…", text)
        if masked != text:
            record.msg, record.args = masked, None
        return True


MASK = MaskLinks()


def init_app(app: Flask) -> None:
    """Masks the records of the app and of the servers that may run it."""
    for name in {app.logger.name, *LOGGERS}:
        logging.getLogger(name).addFilter(MASK)
