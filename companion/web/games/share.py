"""The two links of a game, as text, as QR codes and as codes of six letters; joining by a code; new links."""

from datetime import UTC, datetime

from flask import Blueprint, flash, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response
from wtforms import HiddenField

from companion.store import make_view_token, replace_links
from companion.web import known_games
from companion.web.forms import ButtonForm
from companion.web.games.join_codes import JoinForm, find_link, make_code
from companion.web.serving.access import editing, get_store, viewing
from companion.web.serving.security import make_address

blueprint = Blueprint("share", __name__)


class CodeForm(ButtonForm):
    """A button for a code of one of the two links: “edit”, and anything else is “view”."""

    link = HiddenField()


@blueprint.get("/g/<token>/share")
def share(token: str) -> str:
    """Both links, and what each allows."""
    links = {
        "edit": make_address("piles.pile", token=token),
        "view": make_address("games.game", access="v", token=make_view_token(token)),
    }
    with viewing(token) as (_, game):
        return render_template("games/share.html", game=game, links=links, form=ButtonForm())


@blueprint.post("/g/<token>/links")
def new_links(token: str) -> Response:
    """Replaces the links. The old ones stop working."""
    form = ButtonForm()
    with editing(token) as (session, game):
        if not form.validate_on_submit():
            return redirect(url_for("share.share", token=token))
        new = replace_links(session, game)
    known_games.remember(new, game.rule_set.id, game.deck, instead_of=token)
    flash("New links made. The old links no longer work.")
    return redirect(url_for("share.share", token=new))


@blueprint.post("/g/<token>/codes")
def new_code(token: str) -> Response:
    """Makes a code for one of the two links."""
    form = CodeForm()
    with editing(token) as (session, game):
        if not form.validate_on_submit():
            return redirect(url_for("share.share", token=token))
        access, linked = ("g", token) if form.link.data == "edit" else ("v", make_view_token(token))
        letters = make_code(session, game, access, linked)
    return redirect(url_for("share.code", token=token, letters=letters))


@blueprint.get("/g/<token>/codes/<letters>")
def code(token: str, letters: str) -> ResponseReturnValue:
    """A code of this game, for as long as it works."""
    with viewing(token) as (session, game):
        found = find_link(session, letters)
    if found is None or found.token not in (token, make_view_token(token)):
        flash("This code no longer works. Show a new one.", "warn")
        return redirect(url_for("share.share", token=token))
    response = make_response(
        render_template(
            "games/code.html",
            game=game,
            letters=letters,
            link="edit" if found.access == "g" else "view",
            until=found.until,
            address=make_address("home.home").partition("//")[2].rstrip("/"),
            form=ButtonForm(),
        )
    )
    response.headers["Refresh"] = str(1 + int((found.until - datetime.now(UTC)).total_seconds()))
    return response


@blueprint.route("/join", methods=["GET", "POST"])
def join() -> ResponseReturnValue:
    """Opens the game that a code leads to. Wrong codes are answered with 404, which `rate_limits` counts."""
    form = JoinForm()
    status = 422 if form.is_submitted() else 200
    if form.validate_on_submit():
        with get_store().reading() as session:
            found = find_link(session, form.code.data or "")
        if found:
            if found.access == "g":
                return redirect(url_for("piles.pile", token=found.token))
            return redirect(url_for("games.game", access="v", token=found.token))
        form.code.errors = ("No game has this code now. Check the letters, or ask for a new code.",)
        status = 404
    return render_template("games/join.html", form=form), status
