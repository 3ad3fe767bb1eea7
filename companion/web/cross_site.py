"""Refuses posts that another site's page sent, besides the token in every form.

Browsers say where a request comes from (`Sec-Fetch-Site`) on https and on this machine; on plain http over
the LAN only `Origin` is left, and it is `null` for our own forms, since our pages send no referrer.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, abort, current_app, request

READING = ("GET", "HEAD", "OPTIONS")
# Nothing is stored by these, and other people's pages may use them.
OPEN_ENDPOINTS = ("api.score",)


def refuse_cross_site() -> None:
    """Ends the request with 403 when it would change something and comes from another site."""
    if request.method in READING or request.endpoint in OPEN_ENDPOINTS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin", "null")
    # A proxy may pass on another host than the one that players open.
    own = urlsplit(current_app.config["ADDRESS"]).netloc
    from_elsewhere = (
        site not in ("same-origin", "none")
        if site
        else origin != "null" and urlsplit(origin).netloc not in (request.host, own)
    )
    if from_elsewhere:
        current_app.logger.warning("A post from another site was refused.")
        abort(403)


def init_app(app: Flask) -> None:
    """Asks before every request."""
    app.before_request(refuse_cross_site)
