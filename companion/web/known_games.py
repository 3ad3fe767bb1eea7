"""The games that this phone knows, for Home: their links in a signed cookie.

The cookie is for this site only, hidden from scripts, and holds the last 20 games.
"""

from __future__ import annotations

from typing import cast

from flask import Flask, Response, current_app, g, request
from itsdangerous import BadData, URLSafeSerializer

COOKIE = "kwado-games"
LIMIT = 20
ALMOST_FOREVER = 400 * 24 * 60 * 60


def get_tokens() -> list[str]:
    """The links that this phone knows, last opened first."""
    if "known_tokens" not in g:
        try:
            tokens = get_signer().loads(request.cookies.get(COOKIE, ""))
        except BadData:
            tokens = []
        g.known_tokens = [token for token in tokens if isinstance(token, str)][:LIMIT]
    return cast(list[str], g.known_tokens)


def remember(token: str) -> None:
    """Puts a game first in the list."""
    tokens = get_tokens()
    if tokens[:1] != [token]:
        g.known_tokens = [token, *(known for known in tokens if known != token)][:LIMIT]
        g.known_tokens_changed = True


def forget(token: str) -> None:
    if token in get_tokens():
        g.known_tokens = [known for known in get_tokens() if known != token]
        g.known_tokens_changed = True


def get_signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="known-games")


def write_cookie(response: Response) -> Response:
    if g.get("known_tokens_changed"):
        response.set_cookie(
            COOKIE,
            get_signer().dumps(g.known_tokens),
            max_age=ALMOST_FOREVER,
            httponly=True,
            samesite="Lax",
            # On plain http over the LAN a secure cookie would never come back.
            secure=request.is_secure,
        )
    return response


def init_app(app: Flask) -> None:
    app.after_request(write_cookie)
