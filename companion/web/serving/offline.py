"""The service worker of phones that come over https, the page that it shows where it has no copy, and the
certificate of `companion https`.

`static/js/service_worker/` is the worker's script. Before it stands `KEPT`, what it keeps from the start:
style, scripts and pictures, then the pages of cards, rules and lessons. A change of any of them changes the
version, and with it the script, which makes phones fetch it anew.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, render_template, url_for

from companion.cards.pictures import DECK_STYLES
from companion.paths import PACKAGE, ROOT
from companion.reference import LESSONS
from companion.rules import RULE_SET_IDS
from companion.web.serving.assets import STYLE_SHEETS, get_bundles, hash_folders

blueprint = Blueprint("offline", __name__)
WORKER = "service_worker"
KEPT_TEXTS = (ROOT / "templates", PACKAGE / "reference/content", PACKAGE / "rules/rulesets")
# In the folder for data: the certificate that vouches for the server's own.
AUTHORITY = "https/authority.crt"
AS_IT_WAS = (
    "No answer from the server. This is the copy on this phone, of {at}."
    " A new game, a count and printing need the server."
)


@blueprint.get(f"/{WORKER}.js")
def service_worker() -> Response:
    """The script with what it keeps."""
    kept = json.dumps(list_kept(), ensure_ascii=False)
    return Response(f"const KEPT={kept};\n{get_bundles()[WORKER]}", mimetype="text/javascript")


@blueprint.get("/offline")
def offline() -> str:
    """What is shown without network in place of a page that is not on the phone."""
    return render_template("offline.html")


@blueprint.get("/without-network")
def without_network() -> str:
    """Whether this phone is ready for an evening without network, and what that needs."""
    return render_template("without_network.html")


@blueprint.get("/certificate")
def certificate() -> str:
    """How a phone is told to trust this server."""
    if not find_authority().is_file():
        abort(404)
    return render_template("certificate.html")


@blueprint.get("/certificate/authority.crt")
def authority() -> Response:
    """The certificate to trust, as phones take it."""
    try:
        found = find_authority().read_bytes()
    except FileNotFoundError:
        abort(404)
    return Response(found, mimetype="application/x-x509-ca-cert")


def find_authority() -> Path:
    return Path(current_app.instance_path) / AUTHORITY


def list_kept() -> dict[str, Any]:
    """Addresses, the version of what they lead to, and the line above a copy."""
    assets = [
        *(url_for("assets.stylesheet", name=name) for name in STYLE_SHEETS),
        url_for("assets.face", part="headings"),
        *(
            url_for("assets.script", name=name)
            for name in get_bundles()
            if name not in {*STYLE_SHEETS, WORKER}
        ),
        *(url_for("static", filename=f"cards/deck-{deck}.svg") for deck in DECK_STYLES),
        *(url_for("static", filename=name) for name in ("icons/icon.svg", "app.webmanifest")),
    ]
    pages = [
        url_for("deck.cards"),
        url_for("rules.rules"),
        *(url_for("rules.rule_set", rule_set_id=rule_set) for rule_set in RULE_SET_IDS),
        url_for("rules.glossary"),
        url_for("rulings.rulings"),
        url_for("learn.learn"),
        url_for("offline.without_network"),
        *(url_for("learn.learn_game", game_id=lesson) for lesson in LESSONS),
    ]
    # The texts are those that the kept pages are made of.
    named = hashlib.sha256("\n".join([*assets, *pages, hash_folders(*KEPT_TEXTS)]).encode()).hexdigest()
    return {
        "version": named[:12],
        "assets": assets,
        "pages": pages,
        "offline": url_for("offline.offline"),
        "words": AS_IT_WAS,
    }
