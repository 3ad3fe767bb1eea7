"""The statistics of a table: over which games, the figures with their bars, and the files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from flask import Blueprint, Response, current_app, render_template, request

from companion.rules import Statistics, add_up_games
from companion.store import (
    Outcome,
    Session,
    TableKey,
    get_game_token,
    list_outcomes,
    list_table_games,
    score_kept_game,
)
from companion.web.doors import at_table
from companion.web.evening import list_names
from companion.web.side_marks import get_marks
from companion.web.statistics.export import make_document, write_players, write_rounds, write_yaku
from companion.web.statistics.forms import GamesForm

blueprint = Blueprint("statistics", __name__)
# The rest is folded, unless it is a row or two.
YAKU_SHOWN = 10


class Chosen(NamedTuple):
    """The choice of games, the games that it leaves, and their statistics."""

    form: GamesForm
    outcomes: list[Outcome]
    statistics: Statistics


class Bar(NamedTuple):
    """A bar below a row of figures, in percent of its width: where it starts, its length, where 0 is."""

    start: float
    length: float
    zero: float


def measure_bars(values: Mapping[str, int]) -> dict[str, Bar]:
    """The bars of these values, all to one scale; one below 0 ends where the others start."""
    low = min([0, *values.values()])
    percent = 100 / max(1, max([0, *values.values()]) - low)
    return {
        name: Bar(
            round((min(0, value) - low) * percent, 1),
            round(abs(value) * percent, 1),
            round(-low * percent, 1),
        )
        for name, value in values.items()
    }


def read_chosen(session: Session, table: TableKey) -> Chosen:
    """What the address chooses of a table."""
    form = GamesForm(request.args, list_outcomes(session, table))
    outcomes = form.choose()
    return Chosen(form, outcomes, add_up_games((each.number, each.count) for each in outcomes))


@blueprint.get("/t/<token>/statistics")
def statistics(token: str) -> str:
    """Games and rounds won, averages, best rounds and yaku of the chosen games, with bars."""
    with at_table(token) as (session, table):
        form, _, found = read_chosen(session, table)
    marks = {mark.name: mark for mark in get_marks(list_names(form.outcomes))}
    return render_template(
        "statistics.html",
        form=form,
        statistics=found,
        seen=[(marks[each.name], each) for each in found.players],
        times={each.name: {yaku.name: yaku.times for yaku in each.yaku} for each in found.players},
        yaku_shown=len(found.yaku) if len(found.yaku) <= YAKU_SHOWN + 2 else YAKU_SHOWN,
        won=measure_bars({each.name: each.games_won for each in found.players}),
        average=measure_bars({each.name: each.average for each in found.players}),
        often=measure_bars({each.name: each.times for each in found.yaku}),
        door="g" if table.may_edit else "v",
        get_token=partial(get_game_token, table.token),
    )


@blueprint.get("/t/<token>/statistics.json")
def statistics_json(token: str) -> Response:
    """The statistics for programs."""
    with at_table(token) as (session, table):
        _, outcomes, found = read_chosen(session, table)
    text = current_app.json.dumps(make_document(outcomes, found), indent=1, sort_keys=False)
    return send(text, "application/json", "kwado-statistics.json")


@blueprint.get("/t/<token>/statistics.csv")
def statistics_csv(token: str) -> Response:
    """The statistics of the players for a spreadsheet."""
    with at_table(token) as (session, table):
        found = read_chosen(session, table).statistics
    return send(write_players(found), "text/csv", "kwado-statistics.csv")


@blueprint.get("/t/<token>/yaku.csv")
def yaku_csv(token: str) -> Response:
    """Who had which yaku how often, for a spreadsheet."""
    with at_table(token) as (session, table):
        found = read_chosen(session, table).statistics
    return send(write_yaku(found), "text/csv", "kwado-yaku.csv")


@blueprint.get("/t/<token>/rounds.csv")
def rounds_csv(token: str) -> Response:
    """The rounds of the chosen games for a spreadsheet; scores those that are not remembered."""
    with at_table(token) as (session, table):
        numbers = {each.number for each in read_chosen(session, table).outcomes}
        games = list_table_games(session, table, min(numbers, default=0), max(numbers, default=0))
        chosen = [game for game in games if game.number in numbers]
        text = write_rounds((game, score_kept_game(session, game)) for game in chosen)
    return send(text, "text/csv", "kwado-rounds.csv")


def send(text: str, mimetype: str, name: str) -> Response:
    """A file to be saved."""
    response = current_app.response_class(text, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
