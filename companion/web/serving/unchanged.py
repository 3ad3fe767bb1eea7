"""“Nothing new”, said before Flask begins.

Every open page of a game asks every second or two whether the game has changed, and nearly always it has
not. Of all that a request passes here, that answer needs only the version (`companion.store.find_version`),
and whether piles were handed in: `X-Piles` is another number with each, so that an entry screen asks for them
only then. Where there is news, or any doubt, the request goes on to `companion.web.games.news`.
"""

import re
from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication

from flask import Flask

from companion.errors import CompanionError
from companion.store import Store, find_version

NEWS = re.compile(r"/([gv])/([^/]+)/news")


class Unchanged:
    """A WSGI app before another: answers 304 where the phone has the newest version."""

    def __init__(self, app: WSGIApplication, store: Store) -> None:
        self.app = app
        self.store = store

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        asked = NEWS.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "GET" else None
        version, handed = (asked and self.find(asked[2], asked[1] == "g")) or (None, None)
        etag = f'"{version}"'
        if version is None or environ.get("HTTP_IF_NONE_MATCH") != etag:
            return self.app(environ, start_response)
        piles = [("X-Piles", str(handed))] if handed else []
        start_response("304 Not Modified", [("ETag", etag), ("Cache-Control", "no-store"), *piles])
        return ()

    def find(self, token: str, may_edit: bool) -> tuple[str, int | None] | None:
        """The version of the game that a link of this kind opens, if there is one, and its piles."""
        try:
            with self.store.reading() as session:
                return find_version(session, token, may_edit=may_edit)
        except CompanionError:
            # The database is busy or away: the view says so.
            return None


def init_app(app: Flask) -> None:
    app.wsgi_app = Unchanged(app.wsgi_app, app.extensions["kwado-store"])  # type: ignore[method-assign]
