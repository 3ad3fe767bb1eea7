"""Home, and the choice between light and dark."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.cards import get_card
from companion.rules import RULE_SET_IDS, get_rule_set, group_by_game
from companion.web import known_games
from companion.web.cookies import drop_cookie, keep_cookie
from companion.web.doors import get_store
from companion.web.forms import PressForm
from companion.web.home.shelf import EMPTY, lay_shelf
from companion.web.theme import COOKIE, THEMES

blueprint = Blueprint("home", __name__)
# The five brights, as artwork.
HAND = ("willow-rain-man", "susuki-moon", "cherry-curtain", "paulownia-phoenix", "pine-crane")


@blueprint.get("/")
def home() -> str:
    """Start a game, or go on with one that this phone knows."""
    tokens = known_games.get_tokens()
    shelf = EMPTY
    if tokens:
        with get_store().reading() as session:
            shelf = lay_shelf(session, tokens)
    games = tuple(group_by_game(map(get_rule_set, RULE_SET_IDS)))
    hand = [get_card(card_id) for card_id in HAND]
    return render_template("home.html", shelf=shelf, games=games, hand_of_cards=hand, form=PressForm())


@blueprint.post("/theme")
def choose_theme() -> BaseResponse:
    form = PressForm()
    response: Response = redirect(url_for("home.home"))  # type: ignore[assignment]
    theme = form.get("theme")
    if form.is_sent():
        if theme in THEMES:
            keep_cookie(response, COOKIE, theme)
        else:
            drop_cookie(response, COOKIE)
    return response
