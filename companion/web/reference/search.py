"""The search page, and its list of answers for the field that searches while typing."""

from typing import Any

from flask import Blueprint, render_template, request

from companion.reference import QUERY_LIMIT, find_game, find_hits, list_newest_rule_sets, search_nearest
from companion.rules import RULE_SET_IDS
from companion.web import known_games

blueprint = Blueprint("search", __name__)


@blueprint.get("/search")
def search() -> str:
    """What answers a question, best first, or what comes nearest.

    `?game=` is the rule set that is played, or else the one played last; what is asked is about it unless
    another is named.
    """
    found = find_answers()
    of_game = find_game(found["played"])
    games = sorted(
        ((each, find_game(each.id) == of_game) for each in list_newest_rule_sets()),
        key=lambda each: not each[1],
    )
    return render_template("reference/search.html", games=games, **found)


@blueprint.get("/search/answers")
def answers() -> str:
    """The answers without the page."""
    return render_template("reference/answers.html", **find_answers())


def find_answers() -> dict[str, Any]:
    """The query, printable letters only and cut to the limit, with what answers it."""
    asked, game = request.args.get("q", ""), request.args.get("game")
    query = "".join(letter for letter in asked if letter.isprintable())[:QUERY_LIMIT].strip()
    played = game if game in RULE_SET_IDS else known_games.find_played()
    hits = find_hits(query, played=played)
    nearest = search_nearest(query) if query and not hits else ()
    return {"query": query, "played": played, "hits": hits, "nearest": nearest}
