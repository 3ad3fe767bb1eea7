"""`/health`: for whoever watches over a server, and `/robots.txt`, for programs that read many sites."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify

from companion.web.health.checks import check_all

blueprint = Blueprint("health", __name__)
# What costs work is left alone. The links of games are not named here: a program may open one that it finds,
# reads there that it must not list it, and forgets it. One that may not look would list the bare link.
ROBOTS = """User-agent: *
Disallow: /api/
Disallow: /print/
Disallow: /search/
Disallow: /search?
"""


@blueprint.get("/health")
def health() -> tuple[Response, int]:
    """Status 200 if games can be kept, 503 if not; what was looked at, each with a sentence."""
    checks = check_all(current_app.config["DATABASE_URL"], Path(current_app.instance_path))
    is_well = all(check.is_well for check in checks if check.is_needed)
    said = {check.name: {"ok": check.is_well, "says": check.says} for check in checks}
    answer = jsonify({"ok": is_well, "checks": said})
    answer.headers["Cache-Control"] = "no-store"
    return answer, 200 if is_well else 503


@blueprint.get("/robots.txt")
def robots() -> Response:
    return Response(ROBOTS, mimetype="text/plain")
