"""Opens links that end in a mark of the text around them: a full stop, a bracket, a slash.

Chats and mail take such a mark for a part of the link. The link itself has letters, digits, `-` and `_` only
and a known length, so that what follows it cannot belong to it.
"""

from __future__ import annotations

import re

from flask import Flask, redirect, request
from werkzeug.wrappers import Response

from companion.store import TOKEN

MARKED = re.compile(rf"(/[gvt]/{TOKEN.pattern})[^A-Za-z0-9]{{1,8}}", re.ASCII)


def drop_marks() -> Response | None:
    """Leads to the link without the marks behind it."""
    if request.method in ("GET", "HEAD") and (found := MARKED.fullmatch(request.path)):
        return redirect(found[1])
    return None


def init_app(app: Flask) -> None:
    app.before_request(drop_marks)
