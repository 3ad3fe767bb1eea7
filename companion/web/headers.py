"""Security and cache headers of every answer."""

from __future__ import annotations

from flask import Flask, Response, current_app, request

from companion.web.own_address import is_encrypted

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
ONE_YEAR = 365 * 24 * 60 * 60
PRIVATE = ("/g/", "/v/", "/t/")
# Never shown as a page of its own, so that what is said of pages would only make it larger.
PARTS_OF_PAGES = ("text/javascript", "text/css")


def add_headers(response: Response) -> Response:
    """Adds the headers. Answers about a game, errors too, are never cached."""
    response.headers["X-Content-Type-Options"] = "nosniff"
    if response.mimetype in PARTS_OF_PAGES:
        return response
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    # Only where an address for https was set: a phone that has seen this takes no other way for a year.
    if current_app.config["ADDRESS"].startswith("https:") and is_encrypted():
        response.headers["Strict-Transport-Security"] = f"max-age={ONE_YEAR}"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    if request.path.startswith(PRIVATE):
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    elif "Cache-Control" not in response.headers:
        # Home lists the games of this phone; going back must show their current state.
        response.headers["Cache-Control"] = "no-store" if request.path in ("/", "/games/new") else "no-cache"
    return response


def init_app(app: Flask) -> None:
    app.after_request(add_headers)
