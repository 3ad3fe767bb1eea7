"""Links to rulings, and to the search for them."""

import re

from flask import g, request, url_for

from companion.reference import SECTIONS, Ruling, find_game, find_rulings, name_game
from companion.rules import RULE_SET_IDS

# A page of a round, below the address of its game.
ROUND_PAGE = r"rounds/(?:new|[0-9]{1,6}(?:/why)?)"


def group_rulings(rule_set_id: str | None) -> list[tuple[str, str, list[Ruling]]]:
    """The rulings of a rule set, or all, by section, without empty sections."""
    found = find_rulings(rule_set_id=rule_set_id)
    groups = [
        (name, title, [one for one in found if one.section == name]) for name, title in SECTIONS.items()
    ]
    return [group for group in groups if group[2]]


def find_way_back() -> tuple[str, str] | None:
    """The page of a round that a ruling was opened from: its address and its name."""
    back = request.args.get("back", "")
    if not re.fullmatch(ROUND_PAGE, back, re.ASCII):
        return None
    number = back.split("/")[1]
    return f"{url_for('games.game')}/{back}", "Round" if number == "new" else f"Round {number}"


def ruling_url(ruling_id: str, rule_set_id: str = "") -> str:
    """The address of a ruling: on a page of a game as that game plays it, else in the words of a rule set.

    The first game of a ruling needs no name.
    """
    if request.view_args and "token" in request.view_args:
        here = re.search(f"/({ROUND_PAGE})$", request.path)
        return url_for("rulings.game_ruling", ruling_id=ruling_id, back=here[1] if here else None)
    return url_for("rulings.ruling", ruling_id=ruling_id, game=name_game(ruling_id, rule_set_id))


def get_played() -> str | None:
    """The rule set of the game whose page this is, as the address of a search names it."""
    played = g.get("played")
    return played if played and find_game(played) != find_game(RULE_SET_IDS[0]) else None
