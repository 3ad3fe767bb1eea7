"""The search page, and its answers alone, for the field that shows them as one types."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.reference import Hit, search_nearest
from companion.reference import search as search_reference

blueprint = Blueprint("search", __name__)
QUERY_LIMIT = 200
ANSWERS_WHILE_TYPING = 8


@blueprint.get("/search")
def search() -> str:
    """What answers a question, best first; the nearest there is and the contents where nothing does."""
    query = get_query()
    hits = search_reference(query)
    return render_template("search.html", query=query, hits=hits, nearest=find_nearest(query, hits))


@blueprint.get("/search/answers")
def answers() -> str:
    """The first answers alone, to be put below the field."""
    query = get_query()
    hits = search_reference(query, limit=ANSWERS_WHILE_TYPING)
    return render_template("answers.html", query=query, hits=hits, nearest=find_nearest(query, hits))


def get_query() -> str:
    """What was asked, without what cannot be printed, no longer than the limit."""
    asked = request.args.get("q", "")
    return "".join(letter for letter in asked if letter.isprintable())[:QUERY_LIMIT].strip()


def find_nearest(query: str, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """What comes nearest, where a query found nothing."""
    return search_nearest(query) if query and not hits else ()
