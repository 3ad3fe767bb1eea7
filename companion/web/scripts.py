"""The scripts of a page as one file: modules put together at start-up, each as it is written.

A page that asked for each of its modules would ask twenty times. Modules import each other by name and
nothing by another name, and no two of a page use the same name at the top, so that putting them one after
the other in the order of their imports, without the lines that import and the words that export, is the
same program. Comments and indents stay behind; nothing else is changed.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, request

from companion.web.assets import ONE_YEAR

IMPORT = re.compile(r'^import \{[^}]*\} from "(\.\.?/[^"]+)";\n', re.MULTILINE)
COMMENT = re.compile(r"^\s*/\*.*?\*/\n|^\s*//[^\n]*\n", re.MULTILINE | re.DOTALL)

blueprint = Blueprint("scripts", __name__)


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
    source = COMMENT.sub("", IMPORT.sub("", source))
    parts[file] = re.sub(r"^(?:export )?\s*|^\n", "", source, flags=re.MULTILINE)


@blueprint.get("/<name>.js")
def script(name: str) -> Response:
    """The scripts of one screen."""
    scripts: dict[str, str] = current_app.extensions["kwado-scripts"]
    if name not in scripts:
        abort(404)
    response = Response(scripts[name], mimetype="text/javascript")
    kept = f"public, max-age={ONE_YEAR}, immutable" if request.args.get("v") else "no-cache"
    response.headers["Cache-Control"] = kept
    return response


def init_app(app: Flask) -> None:
    """Puts together every folder of scripts that has a `main.js`, and adds a hash to its address."""
    folder = Path(app.static_folder or "static") / "js"
    scripts = {main.parent.name: bundle_script(main) for main in sorted(folder.glob("*/main.js"))}
    app.extensions["kwado-scripts"] = scripts
    app.register_blueprint(blueprint)

    @app.url_defaults
    def add_hash(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "scripts.script" and values.get("name") in scripts:
            values["v"] = hashlib.sha256(scripts[values["name"]].encode()).hexdigest()[:12]
