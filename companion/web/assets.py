"""Style sheet, scripts and pictures, each with a hash of its content in its address, kept by the phone.

The style sheet is one file, put together at start-up from `static/css`, in the order of the layers; the
folder that a file lies in says its layer. The files themselves are plain CSS, since paper reads some of
them too.

The scripts of a page are one file too, made of every folder of `static/js` that has a `main.js`: a page that
asked for each of its modules would ask twenty times. Modules import each other by name and nothing by another
name, and no two of a page use the same name at the top, so that putting them one after the other in the order
of their imports, without the lines that import and the words that export, is the same program. rjsmin takes
comments and spaces out; nothing else is changed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import brotli
import rjsmin
import zopfli.gzip
from flask import Blueprint, Flask, Response, abort, current_app, request

ONE_YEAR = 365 * 24 * 60 * 60
LAYERS = ("tokens", "base", "components", "pages", "print")
KEPT_BY_HASH = ("static", "assets.stylesheet", "assets.script")
IMPORT = re.compile(r'^import \{[^}]*\} from "(\.\.?/[^"]+)";\n', re.MULTILINE)
# Over plain http browsers ask for gzip only.
SHRINK: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda content: bytes(brotli.compress(content, quality=11)),
    "gzip": lambda content: zopfli.gzip.compress(content, numiterations=1),
}

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


def bundle_script(main: Path) -> str:
    """The module and all that it imports, as one module."""
    parts: dict[Path, str] = {}
    add_module(main.resolve(), parts)
    return "".join(parts.values())


def add_module(file: Path, parts: dict[Path, str]) -> None:
    """Adds a module after those that it imports, each once."""
    if file in parts:
        return
    source = file.read_text(encoding="utf-8")
    parts[file] = ""
    for name in IMPORT.findall(source):
        add_module((file.parent / name).resolve(), parts)
    del parts[file]
    parts[file] = re.sub(r"^export ", "", IMPORT.sub("", source), flags=re.MULTILINE)


@blueprint.get("/style.css")
def stylesheet() -> Response:
    """The style sheet of all pages."""
    return send_bundle(get_bundles()["style.css"], "text/css")


@blueprint.get("/<name>.js")
def script(name: str) -> Response:
    """The scripts of one screen."""
    bundle = get_bundles().get(f"{name}.js")
    if bundle is None:
        abort(404)
    return send_bundle(bundle, "text/javascript")


def send_bundle(text: str, mimetype: str) -> Response:
    """A bundle, compressed as small as it gets: once, while pages are compressed quickly at every request."""
    encoding = request.accept_encodings.best_match(tuple(SHRINK))
    if encoding is None:
        return Response(text, mimetype=mimetype)
    response = Response(shrink(text, encoding), mimetype=mimetype, headers={"Content-Encoding": encoding})
    response.vary.add("Accept-Encoding")
    return response


@cache
def shrink(text: str, encoding: str) -> bytes:
    """The text in an encoding that browsers know."""
    return SHRINK[encoding](text.encode())


def get_bundles() -> dict[str, str]:
    """What was put together at start-up, by the name of the file."""
    bundles: dict[str, str] = current_app.extensions["kwado-bundles"]
    return bundles


def hash_bytes(content: bytes) -> str:
    """A short hash of a file's content."""
    return hashlib.sha256(content).hexdigest()[:12]


def init_app(app: Flask) -> None:
    """Puts style sheet and scripts together, and adds a hash to every address, so that phones keep them."""
    static = Path(app.static_folder or "static")
    bundles = {"style.css": bundle_styles(static / "css")}
    for main in sorted((static / "js").glob("*/main.js")):
        bundles[f"{main.parent.name}.js"] = str(rjsmin.jsmin(bundle_script(main)))
    app.extensions["kwado-bundles"] = bundles
    bundle_hashes = {name: hash_bytes(text.encode()) for name, text in bundles.items()}
    file_hashes: dict[str, str] = {}
    app.register_blueprint(blueprint)

    def get_hash(filename: str) -> str | None:
        if filename not in file_hashes:
            file = static / filename
            if not file.is_file():
                return None
            file_hashes[filename] = hash_bytes(file.read_bytes())
        return file_hashes[filename]

    @app.url_defaults
    def add_hash(endpoint: str, values: dict[str, Any]) -> None:
        found = None
        if endpoint == "assets.stylesheet":
            found = bundle_hashes["style.css"]
        elif endpoint == "assets.script":
            found = bundle_hashes.get(f"{values.get('name')}.js")
        elif endpoint == "static" and "v" not in values:
            found = get_hash(values.get("filename", ""))
        if found:
            values["v"] = found

    @app.after_request
    def let_phones_keep_it(response: Response) -> Response:
        if request.endpoint in KEPT_BY_HASH and response.status_code == 200:
            kept = f"public, max-age={ONE_YEAR}, immutable" if request.args.get("v") else "no-cache"
            response.headers["Cache-Control"] = kept
        return response
