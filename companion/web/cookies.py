"""Cookies: how they are named, who may read them, where they go.

Over https they are Secure and their names begin with `__Host-`: a browser then takes them from this host
only, so that no neighbour of its domain can set them. On plain http such a cookie would never come back.
"""

from __future__ import annotations

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.wrappers import Response

from companion.web.own_address import is_encrypted

ALMOST_FOREVER = 400 * 24 * 60 * 60


def name_cookie(name: str) -> str:
    """The name of a cookie on this connection."""
    return f"__Host-{name}" if is_encrypted() else name


def find_cookie(name: str) -> str | None:
    """What a cookie holds; None where there is none."""
    return request.cookies.get(name_cookie(name))


def keep_cookie(response: Response, name: str, value: str) -> None:
    """Keeps a text on the phone, hidden from scripts and from other sites."""
    response.set_cookie(
        name_cookie(name),
        value,
        max_age=ALMOST_FOREVER,
        httponly=True,
        samesite="Lax",
        secure=is_encrypted(),
    )


def drop_cookie(response: Response, name: str) -> None:
    response.delete_cookie(name_cookie(name), httponly=True, samesite="Lax", secure=is_encrypted())


class Sessions(SecureCookieSessionInterface):
    """Flask's session, in a cookie named like the others."""

    def get_cookie_name(self, app: Flask) -> str:
        return name_cookie(super().get_cookie_name(app))

    def get_cookie_secure(self, app: Flask) -> bool:
        return is_encrypted()


def init_app(app: Flask) -> None:
    app.session_interface = Sessions()
