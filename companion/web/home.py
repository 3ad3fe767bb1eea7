"""Home, and the choice between light and dark."""

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from flask import Blueprint, redirect, render_template, session, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response
from wtforms import StringField

from companion.cards import get_card
from companion.rules import RULE_SET_IDS, get_rule_set, group_by_game, write_number
from companion.store import DamagedGame, Game, Session, find_games, list_closed, score_kept_game
from companion.web import known_games
from companion.web.forms import ButtonForm
from companion.web.games.join_codes import JoinForm
from companion.web.games.standings import find_decider, get_final_order, get_standings
from companion.web.serving.access import get_store
from companion.web.serving.security import keep_on_phone

blueprint = Blueprint("home", __name__)
THEMES = ("light", "dark")
# Where a choice leads back to: never to another server. Browsers read a backslash as a slash and skip tabs.
PAGE = re.compile(r"/(?![/\\])\S*")
# The five brights, as artwork.
HAND_OF_BRIGHTS = ("willow-rain-man", "susuki-moon", "cherry-curtain", "paulownia-phoenix", "pine-crane")


class ThemeForm(ButtonForm):
    """A button for each theme, and one for what the phone has."""

    theme = StringField()
    back = StringField()


@blueprint.get("/")
def home() -> str:
    """Start a game, or go on with one that this phone knows."""
    with get_store().reading() as reading:
        listed = list_own_games(reading, known_games.get_tokens())
    games = tuple(group_by_game(map(get_rule_set, RULE_SET_IDS)))
    hand = [get_card(card_id) for card_id in HAND_OF_BRIGHTS]
    return render_template("home.html", listed=listed, games=games, hand_of_cards=hand, join=JoinForm())


@blueprint.post("/theme")
def choose_theme() -> Response:
    """Keeps the choice, and shows the page again on which it was made."""
    form = ThemeForm()
    if form.validate_on_submit():
        keep_on_phone(theme=form.theme.data if form.theme.data in THEMES else None)
    back = form.get("back")
    return redirect(back if PAGE.fullmatch(back) else url_for("home.home"))


@blueprint.app_context_processor
def offer_theme() -> dict[str, Any]:
    """The chosen theme for the first paint, or None to follow the phone's, and what its form needs."""
    return {"theme": session.get("theme"), "csrf_token": generate_csrf}


# A row has room for so many sides; the others are counted.
SIDES_OF_A_ROW = 3


def list_own_games(session: Session, tokens: Iterable[str]) -> dict[str, Any]:
    """The games that these links open, the last changed first: `latest` is one that goes on, if there is any.

    `last` is the finished one that a rematch is offered of. `archived` and `deleted` games stand apart, and
    `closed` ones, which cannot be read.
    """
    lines = find_games(session, list(tokens), even_deleted=True)
    shown = []
    for line in lines:
        with suppress(DamagedGame):
            shown += [read_listed_game(session, line)] if line.deleted_at is None else []
    games = [game for game in shown if not game["line"].archived]
    running = [game for game in games if not game["is_over"]]
    finished = [game for game in games if game["is_over"]]
    ended = (game["line"] for game in finished)
    again = (line for line in ended if line.may_edit and line.round_count and not line.continued)
    return {
        "latest": running[0] if running else None,
        "running": running[1:],
        "finished": finished,
        "last": next(again, None),
        "archived": [game for game in shown if game["line"].archived],
        "closed": list_closed(session),
        "deleted": [line for line in lines if line.deleted_at is not None and line.may_edit],
    }


def read_listed_game(session: Session, kept: Game) -> dict[str, Any]:
    """A game as the list of Home shows it.

    `sides` are in the order of their seats, `best_sides` those of a row: all where there is room, else those
    that are ahead, and how many `others`. `noun` is what decides where points do not. `winners` is empty
    while the game goes on. `result` are the sums at the end: “240–30” where there are two sides, else what
    the winner has. `emblem` is empty where the app no longer has the rule set.
    """
    scored = score_kept_game(session, kept)
    sides = get_standings(kept, scored)
    ordered = [side for _, side in get_final_order(sides, scored)]
    decider = find_decider(kept, scored)
    sums = [side["final"] for side in ordered][: 2 if len(sides) == 2 else 1]
    return {
        "line": kept,
        "emblem": get_rule_set(kept.rule_set.id).emblem if kept.rule_set.id in RULE_SET_IDS else (),
        "sides": sides,
        "best_sides": sides if len(sides) <= SIDES_OF_A_ROW else ordered[:SIDES_OF_A_ROW],
        "others": max(0, len(sides) - SIDES_OF_A_ROW),
        "noun": decider.get_noun(2) if decider else "",
        "winners": [side["badge"] for side in sides if side["wins"]],
        "is_over": kept.ended or kept.continued or bool(scored.winners),
        "result": (" to " if min(sums) < 0 else "–").join(map(write_number, sums)),
    }
