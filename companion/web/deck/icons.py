"""The app's icons and its manifest."""

from __future__ import annotations

from pathlib import Path

from flask import Response, abort, current_app, jsonify, url_for

from companion.cards.pictures import icon_svg
from companion.printing.icons import ICONS, keep_icon
from companion.web.deck.views import blueprint

_ONE_DAY = 24 * 60 * 60


@blueprint.get("/icon.svg")
def icon_drawing() -> Response:
    response = Response(icon_svg(), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = f"public, max-age={_ONE_DAY}"
    return response


@blueprint.get("/icons/<name>")
def icon(name: str) -> Response:
    """The icon as a PNG; 404 if printing does not work here."""
    if name not in ICONS:
        abort(404)
    try:
        png = keep_icon(Path(current_app.instance_path) / "icons", name).read_bytes()
    except (ImportError, OSError):
        # PNGs need the printing libraries; the manifest lists the SVG too.
        current_app.logger.warning("The icon %s cannot be made: printing does not work here.", name)
        abort(404)
    response = Response(png, mimetype="image/png")
    response.headers["Cache-Control"] = f"public, max-age={_ONE_DAY}"
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    drawing = {"src": url_for("deck.icon_drawing"), "sizes": "any", "type": "image/svg+xml"}
    icons = [
        {
            "src": url_for("deck.icon", name=name),
            "sizes": f"{size_px}x{size_px}",
            "type": "image/png",
            "purpose": "maskable" if maskable else "any",
        }
        for name, (size_px, maskable) in ICONS.items()
        if name.startswith("icon-")
    ]
    response = jsonify(
        id="/",
        name="Kwa-Dō Companion",
        short_name="Kwa-Dō",
        description="Keeps score of hanafuda played with real cards.",
        start_url=url_for("home.home"),
        scope="/",
        display="standalone",
        background_color="#171210",
        theme_color="#171210",
        icons=[drawing, *icons],
    )
    response.mimetype = "application/manifest+json"
    response.headers["Cache-Control"] = f"public, max-age={_ONE_DAY}"
    return response
