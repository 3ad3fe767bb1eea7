"""A table: its games, who won how many, and the points of all games."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.store import get_game_token
from companion.web.doors import at_table
from companion.web.evening import read_evening

blueprint = Blueprint("tables", __name__)


@blueprint.get("/t/<token>")
def table(token: str) -> str:
    """The games of a table, the last one first."""
    with at_table(token) as (session, kept):
        evening = read_evening(session, kept.games) if kept.games else None
    return render_template(
        "table.html",
        table=kept,
        evening=evening,
        door="g" if kept.may_edit else "v",
        tokens={game.number: get_game_token(kept.token, game.number) for game in kept.games},
    )
