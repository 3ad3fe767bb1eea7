"""The search page, and the index that the phone keeps."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import resources
from pathlib import Path

from flask import Blueprint, Response, render_template, request

from companion.reference import index_document, search_nearest
from companion.reference import search as search_reference
from companion.web.assets import ONE_YEAR

blueprint = Blueprint("search", __name__)
QUERY_LIMIT = 200


@blueprint.get("/search")
def search() -> str:
    """What answers a question, best first; the nearest there is and the contents where nothing does."""
    query = "".join(letter for letter in request.args.get("q", "") if letter.isprintable())[
        :QUERY_LIMIT
    ].strip()
    hits = search_reference(query)
    nearest = () if hits or not query else search_nearest(query)
    return render_template("search.html", query=query, hits=hits, nearest=nearest)


@cache
def write_index() -> bytes:
    """The index as JSON."""
    return json.dumps(index_document(), ensure_ascii=False, separators=(",", ":")).encode()


@blueprint.get("/search/index.json")
def search_index() -> Response:
    """The index for the phone, which keeps it as long as nothing in it has changed."""
    response = Response(write_index(), mimetype="application/json")
    is_named = request.args.get("v") == search_index_version()
    response.headers["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable" if is_named else "no-cache"
    return response


@blueprint.app_template_global()
@cache
def search_index_version() -> str:
    """The hash that names this state of the index in its address.

    It is that of everything the index is made from: a page can name it without the index being made.
    """
    digest = hashlib.sha256()
    for package in ("companion.cards", "companion.rules", "companion.reference"):
        folder = Path(str(resources.files(package)))
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".md"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
