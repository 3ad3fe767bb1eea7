"""The search page, and its list of answers for the field that searches while typing."""

from flask import Blueprint, render_template, request

from companion.reference import QUERY_LIMIT, Entry, search_nearest
from companion.reference import search as search_reference
from companion.rules import RULE_SET_IDS
from companion.web import known_games

blueprint = Blueprint("search", __name__)
ANSWERS_WHILE_TYPING = 8


@blueprint.get("/search")
def search() -> str:
    """What answers a question, best first, or what comes nearest.

    `?game=` is the rule set that is played, or else the one played last; what is asked is about it unless
    another is named.
    """
    query, played = get_query(), get_played()
    hits = search_reference(query, played=played)
    return render_template(
        "search.html", query=query, hits=hits, nearest=find_nearest(query, hits), played=played
    )


@blueprint.get("/search/answers")
def answers() -> str:
    """The first answers, without the page."""
    query = get_query()
    hits = search_reference(query, played=get_played(), limit=ANSWERS_WHILE_TYPING)
    return render_template("answers.html", query=query, hits=hits, nearest=find_nearest(query, hits))


def get_query() -> str:
    """The query, printable letters only, cut to the limit."""
    asked = request.args.get("q", "")
    return "".join(letter for letter in asked if letter.isprintable())[:QUERY_LIMIT].strip()


def get_played() -> str | None:
    asked = request.args.get("game")
    return asked if asked in RULE_SET_IDS else known_games.find_played()


def find_nearest(query: str, hits: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return search_nearest(query) if query and not hits else ()
