"""“Nothing new”, said before Flask begins.

Every open page of a game asks every second or two whether the game has changed, and nearly always it has
not. Of all that a request passes here, that answer needs only the revision (`companion.store.Revisions`).
Where there is news, or any doubt, the request goes on to `live.views`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask

from companion.errors import CompanionError
from companion.store import Revisions, Store

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication

NEWS = re.compile(r"/([gv])/([^/]+)/news")


def name_revision(revision: int | None) -> str:
    """The revision as an ETag."""
    return f'"{revision}"'


class Unchanged:
    """A WSGI app before another: answers 304 where the phone has the newest revision."""

    def __init__(self, app: WSGIApplication, revisions: Revisions) -> None:
        self.app = app
        self.revisions = revisions

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        etag = environ.get("HTTP_IF_NONE_MATCH", "")
        if etag and environ["REQUEST_METHOD"] == "GET" and self.find(environ["PATH_INFO"]) == etag:
            start_response("304 Not Modified", [("ETag", etag), ("Cache-Control", "no-store")])
            return ()
        return self.app(environ, start_response)

    def find(self, path: str) -> str:
        """The ETag of the game that this path asks about; of none if it asks about none."""
        asked = NEWS.fullmatch(path)
        if not asked:
            return ""
        try:
            return name_revision(self.revisions.find(asked[2], may_edit=asked[1] == "g"))
        except CompanionError:
            # The database is busy or away: the view says so.
            return ""


def init_app(app: Flask) -> None:
    store: Store = app.extensions["kwado-store"]
    app.wsgi_app = Unchanged(app.wsgi_app, Revisions(store))  # type: ignore[method-assign]
