"""“Nothing new”, said before Flask begins.

Every open page of a game asks every second or two whether the game has changed, and nearly always it has
not. Of all that a request passes here, that answer needs only the revision (`companion.store.find_revision`).
Where there is news, or any doubt, the request goes on to `companion.web.games.live`.
"""

import re
from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication

from flask import Flask

from companion.errors import CompanionError
from companion.store import NO_ROUND, Store, find_revision, note_entering

NEWS = re.compile(r"/([gv])/([^/]+)/news")
ENTERING = re.compile(r"(?:^|&)entering=([a-z0-9]{6,32})\.(-?[0-9]{1,5})(?:&|$)")


class Unchanged:
    """A WSGI app before another: answers 304 where the phone has the newest revision.

    A phone that enters a round says so, `…/news?since=12&entering=<any name>.<round>`, and the answer has the
    header `X-Also-Entering` while another phone enters the same one (`companion.store.note_entering`).
    """

    def __init__(self, app: WSGIApplication, store: Store) -> None:
        self.app = app
        self.store = store

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        asked = NEWS.fullmatch(environ["PATH_INFO"])
        may_edit = asked is not None and asked[1] == "g"
        game = self.find(asked[2], may_edit) if asked and environ["REQUEST_METHOD"] == "GET" else None
        if game is None:
            return self.app(environ, start_response)
        game_id, revision = game
        said = ENTERING.search(environ["QUERY_STRING"]) if may_edit else None
        number = int(said[2]) if said else NO_ROUND
        is_shared = said and note_entering(self.store, game_id, said[1], number)
        others = [("X-Also-Entering", "1")] if is_shared else []
        if said and number == NO_ROUND:
            # Its page is closed: nobody reads the answer.
            start_response("204 No Content", [("Cache-Control", "no-store")])
            return ()
        etag = f'"{revision}"'
        if environ.get("HTTP_IF_NONE_MATCH") == etag:
            start_response("304 Not Modified", [("ETag", etag), ("Cache-Control", "no-store"), *others])
            return ()

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, [*headers, *others], *error)

        return self.app(environ, start)

    def find(self, token: str, may_edit: bool) -> tuple[int, int] | None:
        """Id and revision of the game that a link of this kind opens, if there is one."""
        try:
            with self.store.reading() as session:
                return find_revision(session, token, may_edit=may_edit)
        except CompanionError:
            # The database is busy or away: the view says so.
            return None


def init_app(app: Flask) -> None:
    app.wsgi_app = Unchanged(app.wsgi_app, app.extensions["kwado-store"])  # type: ignore[method-assign]
