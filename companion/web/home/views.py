"""Home, and the choice between light and dark."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.rules import RULE_SET_IDS, get_rule_set
from companion.store import GameLine, Session, find_games, get_game, score_kept_game
from companion.web import known_games
from companion.web.doors import get_store
from companion.web.forms import PressForm
from companion.web.theme import COOKIE, THEMES

blueprint = Blueprint("home", __name__)
ONE_YEAR = 365 * 24 * 60 * 60


@blueprint.get("/")
def home() -> str:
    """Start a game, or go on with one that this phone knows."""
    tokens = known_games.get_tokens()
    lines, finished = [], []
    if tokens:
        with get_store().reading() as session:
            lines = find_games(session, tokens)
            finished = [line for line in lines if line.ended or is_won(session, line)]
    names = {rule_set_id: get_rule_set(rule_set_id).name for rule_set_id in RULE_SET_IDS}
    last = next((line for line in lines if line.may_edit), None)
    return render_template(
        "home.html",
        lists=[("Go on", [line for line in lines if line not in finished]), ("Finished", finished)],
        last=last,
        rule_set_names=names,
        form=PressForm(),
    )


def is_won(session: Session, line: GameLine) -> bool:
    return bool(score_kept_game(session, get_game(session, line.token, to="view")).winners)


@blueprint.post("/theme")
def choose_theme() -> BaseResponse:
    form = PressForm()
    response: Response = redirect(url_for("home.home"))  # type: ignore[assignment]
    theme = form.get("theme")
    if form.is_sent():
        if theme in THEMES:
            response.set_cookie(
                COOKIE, theme, max_age=ONE_YEAR, httponly=True, samesite="Lax", secure=request.is_secure
            )
        else:
            response.delete_cookie(COOKIE)
    return response
