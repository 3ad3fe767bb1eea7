"""A table: its games, who won how many, and the points of all games."""

from functools import partial

from flask import Blueprint, render_template, request

from companion.store import get_game_token
from companion.web.access import at_table
from companion.web.evening import read_evening

blueprint = Blueprint("tables", __name__)


@blueprint.get("/t/<token>")
def table(token: str) -> str:
    """Who won how many games of a table, and a page of its games, the last one first."""
    with at_table(token) as (session, kept):
        evening = read_evening(session, kept, request.args.get("below", type=int))
    return render_template(
        "table.html",
        table=kept,
        evening=evening,
        access="g" if kept.may_edit else "v",
        get_token=partial(get_game_token, kept.token),
    )
