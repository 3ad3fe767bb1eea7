"""Style sheet and other files, each with a hash of its content in its address, to be kept by the phone.

The style sheet is one file, put together at start-up from `static/css`, in the order of the layers; the
folder that a file lies in says its layer. The files themselves are plain CSS, since paper reads some of
them too.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request

ONE_YEAR = 365 * 24 * 60 * 60
LAYERS = ("tokens", "base", "components", "pages", "print")

blueprint = Blueprint("assets", __name__)


def bundle_styles(folder: Path) -> str:
    """The style sheet of all pages: one text, smallest form, every file in its layer."""
    parts = [f"@layer {','.join(LAYERS)};"]
    for layer in LAYERS:
        files = [folder / f"{layer}.css", *sorted((folder / layer).glob("*.css"))]
        texts = [squeeze(file.read_text(encoding="utf-8")) for file in files if file.exists()]
        parts.append(f"@layer {layer}{{{''.join(texts)}}}")
    return "\n".join(parts)


def squeeze(css: str) -> str:
    """The CSS without comments, and without space where none is needed."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"\s+", " ", css)
    css = re.sub(r"\s*([{};,>])\s*", r"\1", css)
    return css.replace(": ", ":").replace(";}", "}").strip()


@blueprint.get("/style.css")
def stylesheet() -> Response:
    """The style sheet of all pages."""
    return Response(current_app.extensions["kwado-styles"], mimetype="text/css")


def hash_file(file: Path) -> str:
    """A short hash of a file's content."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def init_app(app: Flask) -> None:
    """Adds the hash to every static address, and lets phones keep what was asked for by its hash."""
    static = Path(app.static_folder or "static")
    styles = bundle_styles(static / "css")
    app.extensions["kwado-styles"] = styles
    hashes = {"style.css": hashlib.sha256(styles.encode()).hexdigest()[:12]}
    app.register_blueprint(blueprint)

    def get_hash(filename: str) -> str | None:
        if filename not in hashes:
            file = static / filename
            if not file.is_file():
                return None
            hashes[filename] = hash_file(file)
        return hashes[filename]

    @app.url_defaults
    def add_hash(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "assets.stylesheet":
            values["v"] = hashes["style.css"]
        elif endpoint == "static" and "v" not in values:
            found = get_hash(values.get("filename", ""))
            if found:
                values["v"] = found

    @app.after_request
    def let_phones_keep_it(response: Response) -> Response:
        if request.endpoint in ("static", "assets.stylesheet") and response.status_code == 200:
            kept = f"public, max-age={ONE_YEAR}, immutable" if request.args.get("v") else "no-cache"
            response.headers["Cache-Control"] = kept
        return response
