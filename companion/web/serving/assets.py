"""Style sheets, scripts and pictures, with a hash of them all in the address, cached by phones.

At start-up the files of `static/css` become two style sheets, in the order of the layers; a file's folder
is its layer. The page of a game and its entry screens ask for `style` alone, which has what all pages share;
every other page asks for `other_pages`, too. The files stay plain CSS because paper uses some of them.
Browsers without layers have `old.css`.

Each `static/js/<folder>/main.js` and all that it imports become one script, to save twenty requests. That
works because modules import by name only and no two of a page share a top-level name: the modules follow each
other in the order of their imports, without `import` lines and `export` words, made small by `minify.py`.
What a `main.js` exports stays so: another script loads it late.
"""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import brotli
import zopfli.gzip
from flask import Blueprint, Flask, Response, abort, current_app, request

from companion.web.serving.security import ONE_YEAR

STYLE_SHEETS = {"style": "css", "other_pages": "css/other_pages"}
LAYERS = ("tokens", "base", "components", "pages", "print")
KEPT_BY_VERSION = ("static", "assets.stylesheet", "assets.script", "assets.face")
CUTTER = Path(__file__).with_name("headings.py")
IMPORT = re.compile(r'^import \{[^}]*\} from "(\.\.?/[^"]+)";\n', re.MULTILINE)
# Over plain http browsers ask for gzip only.
SHRINK: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda content: bytes(brotli.compress(content, quality=11)),
    "gzip": lambda content: zopfli.gzip.compress(content, numiterations=5),
}

blueprint = Blueprint("assets", __name__)


def bundle_styles(folder: Path) -> str:
    """The style sheet of a folder, each file in its layer."""
    parts = [*map(read_squeezed, folder.glob("old.css")), f"@layer {','.join(LAYERS)};"]
    for layer in LAYERS:
        files = [folder / f"{layer}.css", *sorted((folder / layer).glob("*.css"))]
        texts = [read_squeezed(file) for file in files if file.exists()]
        parts.append(f"@layer {layer}{{{''.join(texts)}}}")
    return "\n".join(parts)


def read_squeezed(file: Path) -> str:
    """The rules of a file, small; all text runs from side to side, where an inline size is a width."""
    css = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    css = re.sub(r"\s+", " ", css).replace("inline-size:", "width:").replace("block-size:", "height:")
    css = re.sub(r"\s*([{};,>/])\s*", r"\1", css)
    return re.sub(r'="([a-z][\w-]*)"\]', r"=\1]", css).replace(": ", ":").replace(";}", "}").strip()


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
    own = IMPORT.sub("", source)
    # What a script exports is for scripts that load it late.
    parts[file] = own if file.name == "main.js" else re.sub(r"^export ", "", own, flags=re.MULTILINE)


@cache
def minify_scripts(*scripts: str) -> tuple[str, ...]:
    """The scripts with short local names, without comments and spaces.

    In a process of its own: the library leaves 13 MB and five threads behind.
    """
    command = [sys.executable, "-I", str(Path(__file__).with_name("minify.py"))]
    done = subprocess.run(command, input=json.dumps(scripts), capture_output=True, text=True, check=True)  # noqa: S603
    return tuple(json.loads(done.stdout))


@blueprint.get("/<name>.css", endpoint="stylesheet", defaults={"kind": "css"})
@blueprint.get("/<name>.js", endpoint="script", defaults={"kind": "javascript"})
def bundle(name: str, kind: str) -> Response:
    if name not in get_bundles() or (name in STYLE_SHEETS) != (kind == "css"):
        abort(404)
    return pack(Response(get_bundles()[name], mimetype=f"text/{kind}"))


@blueprint.get("/<any(headings, names):part>.woff2")
def face(part: str) -> Response:
    return Response(cut_face(part), mimetype="font/woff2")


@cache
def cut_face(part: str) -> bytes:
    """A part of the face of headings, in a process of its own: the library leaves 20 MB behind."""
    return subprocess.run([sys.executable, "-I", str(CUTTER), part], capture_output=True, check=True).stdout  # noqa: S603


def pack(response: Response) -> Response:
    """The response as small as it gets: made once, while pages are compressed quickly at every request."""
    encoding = request.accept_encodings.best_match(tuple(SHRINK))
    if encoding:
        response.set_data(shrink(response.get_data(), encoding))
        response.headers["Content-Encoding"] = encoding
        response.vary.add("Accept-Encoding")
    return response


@cache
def shrink(content: bytes, encoding: str) -> bytes:
    """The content in an encoding that browsers know."""
    return SHRINK[encoding](content)


def get_bundles() -> dict[str, str]:
    """The bundles made at start-up: style sheets by their names, each script by its folder."""
    return cast(dict[str, str], current_app.extensions["kwado-bundles"])


@cache
def hash_folders(*folders: Path) -> str:
    """A hash of all files in these folders."""
    files = (file for folder in folders for file in sorted(folder.rglob("*")) if file.is_file())
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def init_app(app: Flask) -> None:
    """Makes the bundles, and adds their version to every address: one for all, so that they fit together."""
    static = Path(app.static_folder or "static")
    mains = sorted((static / "js").glob("*/main.js"))
    names = [*STYLE_SHEETS, *(main.parent.name for main in mains)]
    styles = [bundle_styles(static / folder) for folder in STYLE_SHEETS.values()]
    texts = [*styles, *minify_scripts(*map(bundle_script, mains))]
    parts = [hash_folders(static), CUTTER.read_text(), version("font-source-serif-pro"), *texts]
    made = hashlib.sha256("".join(parts).encode()).hexdigest()[:12]
    texts[0] = texts[0].replace(".woff2", f".woff2?v={made}")
    app.extensions["kwado-bundles"] = dict(zip(names, texts, strict=True))
    app.register_blueprint(blueprint)

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint in KEPT_BY_VERSION:
            values.setdefault("v", made)

    @app.after_request
    def let_phones_keep_it(response: Response) -> Response:
        if request.endpoint in KEPT_BY_VERSION and response.status_code == 200:
            kept = f"public, max-age={ONE_YEAR}, immutable" if request.args.get("v") == made else "no-cache"
            response.headers["Cache-Control"] = kept
        return response
