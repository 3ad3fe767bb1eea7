"""Links to rulings, and to the search for them."""

from __future__ import annotations

from flask import g, request, url_for

from companion.reference import find_game, name_game
from companion.rules import RULE_SET_IDS


def ruling_url(ruling_id: str, rule_set_id: str = "") -> str:
    """The address of a ruling: on a page of a game as that game plays it, else in the words of a rule set.

    The first game of a ruling needs no name.
    """
    if request.view_args and "token" in request.view_args:
        return url_for("rulings.game_ruling", ruling_id=ruling_id)
    return url_for("rulings.ruling", ruling_id=ruling_id, game=name_game(ruling_id, rule_set_id))


def get_played() -> str | None:
    """The rule set of the game whose page this is, as the address of a search names it."""
    played = g.get("played")
    return played if played and find_game(played) != find_game(RULE_SET_IDS[0]) else None
