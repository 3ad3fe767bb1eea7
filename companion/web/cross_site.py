"""Refuses posts from pages of other sites, in addition to the token in every form.

Browsers send `Sec-Fetch-Site` on https and on this machine. On plain http over the LAN there is only
`Origin`, which is `null` for our own forms because our pages send no referrer.
"""

from __future__ import annotations

from flask import Flask, abort, current_app, request

READING = ("GET", "HEAD", "OPTIONS")
# These store nothing; other sites may use them.
OPEN_ENDPOINTS = ("api.score",)


def refuse_cross_site() -> None:
    """Answers 403 to a request from another site that would change something."""
    if request.method in READING or request.endpoint in OPEN_ENDPOINTS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin") or "null"
    # A proxy may send another host than players open.
    address = current_app.config["ADDRESS"]
    own_origins = ("null", f"http://{request.host}", f"https://{request.host}", address)
    from_elsewhere = site not in ("same-origin", "none") if site else origin not in own_origins
    if from_elsewhere:
        current_app.logger.warning("A post from another site was refused.")
        abort(403)


def init_app(app: Flask) -> None:
    app.before_request(refuse_cross_site)
