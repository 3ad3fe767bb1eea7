"""The two links of a game, as text and as QR codes, and replacing them."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.store import make_view_token, replace_links
from companion.web import known_games
from companion.web.buttons import flash_faults
from companion.web.doors import editing, viewing
from companion.web.forms import PressForm
from companion.web.own_address import make_address
from companion.web.qr_codes import draw_code

blueprint = Blueprint("share", __name__)


@blueprint.get("/g/<token>/share")
def share(token: str) -> str:
    """Both links, and what each allows."""
    with viewing(token) as (_, game):
        pass
    view_token = make_view_token(token)
    links = {
        "edit": make_address("games.game", door="g", token=token),
        "view": make_address("games.game", door="v", token=view_token),
    }
    codes = {name: draw_code(link) for name, link in links.items()}
    return render_template("share.html", game=game, links=links, codes=codes, form=PressForm())


@blueprint.post("/g/<token>/links")
def new_links(token: str) -> Response:
    """Replaces the links. The old ones stop working."""
    form = PressForm()
    with editing(token) as (session, game):
        if not form.is_sent():
            flash_faults(form)
            return redirect(url_for("share.share", token=token))
        links = replace_links(session, game)
    known_games.forget(token)
    known_games.remember(links.edit, game.rule_set.id, game.deck)
    flash("New links made. The old links no longer work.")
    return redirect(url_for("share.share", token=links.edit))
