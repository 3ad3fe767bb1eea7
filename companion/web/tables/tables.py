"""A table: its games and who won how many; its statistics: who gains by which yaku, and the files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from flask import Blueprint, Response, current_app, render_template, request
from werkzeug.datastructures import MultiDict
from wtforms import Form, SelectChoice, SelectMultipleField, widgets

from companion.rules import (
    GameBreakdown,
    Statistics,
    YakuCount,
    add_up_games,
    list_players,
)
from companion.store import (
    Game,
    Outcome,
    Session,
    TableKey,
    get_game_token,
    list_closed,
    list_outcomes,
    list_round_rows,
    list_table_games,
    score_kept_game,
)
from companion.web.badges import Badge, get_table_badges, list_colours
from companion.web.downloads import download, write_table
from companion.web.filters import say_day
from companion.web.serving.access import at_table
from companion.web.serving.addresses import address_number
from companion.web.tables.evening import PAGE_OF_GAMES, list_names, read_evening

blueprint = Blueprint("tables", __name__)
# The rest is folded, unless it is a row or two.
YAKU_SHOWN = 10


@blueprint.get("/t/<token>")
def table(token: str) -> str:
    """Who won how many games of a table, and a page of its games, the last one first."""
    with at_table(token) as (session, kept):
        evening = read_evening(session, kept, request.args.get("below", type=address_number))
        closed = list_closed(session)
    return render_template(
        "tables/table.html",
        table=kept,
        evening=evening,
        closed=closed,
        access="g" if kept.may_edit else "v",
        get_token=partial(get_game_token, kept.token),
    )


def divide_yaku(
    found: Statistics, badges: Mapping[str, Badge]
) -> list[tuple[YakuCount, list[tuple[Badge, int, float]]]]:
    """The yaku that brought most first, each with its players: how often, part of the bar in percent."""
    rows = [
        (each, [(player, own) for player in found.players for own in player.yaku if own.name == each.name])
        for each in sorted(found.yaku, key=lambda each: -each.points)
    ]
    percent = 100 / max((sum(own.points for _, own in had) for _, had in rows), default=1)
    return [
        (each, [(badges[player.name], own.times, round(own.points * percent, 1)) for player, own in had])
        for each, had in rows
    ]


def read_chosen(session: Session, table: TableKey) -> tuple["GamesForm", list[Outcome], Statistics]:
    """The choice of games that the address makes, the games that it leaves, and their statistics."""
    form = GamesForm(request.args, list_outcomes(session, table))
    outcomes = form.choose()
    return form, outcomes, add_up_games((each.number, each.count) for each in outcomes)


@blueprint.get("/t/<token>/statistics")
def statistics(token: str) -> str:
    """Who wins the chosen games, the best rounds, and who gains by which yaku."""
    with at_table(token) as (session, table):
        form, _, found = read_chosen(session, table)
        last = max((each.number for each in form.outcomes), default=0)
        colours = list_colours(list_table_games(session, table, last - PAGE_OF_GAMES, last))
    access = "g" if table.may_edit else "v"
    badges = {badge.name: badge for badge in get_table_badges(list_names(form.outcomes), colours)}
    return render_template(
        "tables/statistics.html",
        form=form,
        statistics=found,
        seen=[
            (badges[each.name], each)
            for each in sorted(
                found.players,
                key=lambda each: -each.rounds_won if found.is_mixed else found.rank(each.average),
            )
        ],
        yaku=divide_yaku(found, badges),
        of_game=(table.may_edit, access, get_game_token(table.token, last)) if last else None,
        yaku_shown=len(found.yaku) if len(found.yaku) <= YAKU_SHOWN + 2 else YAKU_SHOWN,
        access=access,
        get_token=partial(get_game_token, table.token),
    )


@blueprint.get("/t/<token>/statistics.json")
def statistics_json(token: str) -> Response:
    """The statistics for programs."""
    with at_table(token) as (session, table):
        _, outcomes, found = read_chosen(session, table)
    text = current_app.json.dumps(make_document(outcomes, found), indent=1, sort_keys=False)
    return download(text, "application/json", "kwado-statistics.json")


@blueprint.get("/t/<token>/statistics.csv", endpoint="statistics_csv", defaults={"name": "statistics"})
@blueprint.get("/t/<token>/yaku.csv", endpoint="yaku_csv", defaults={"name": "yaku"})
@blueprint.get("/t/<token>/games.csv", endpoint="games_csv", defaults={"name": "games"})
def table_csv(token: str, name: str) -> Response:
    """The statistics of the players, who had which yaku how often, or the games, for a spreadsheet."""
    with at_table(token) as (session, table):
        _, outcomes, found = read_chosen(session, table)
    write = {"yaku": write_yaku, "games": write_games}.get(name, write_players)
    return download(write(outcomes, found), "text/csv", f"kwado-{name}.csv")


@blueprint.get("/t/<token>/rounds.csv")
def rounds_csv(token: str) -> Response:
    """The rounds of the chosen games for a spreadsheet; scores those that are not remembered."""
    with at_table(token) as (session, table):
        _, outcomes, _ = read_chosen(session, table)
        numbers = {each.number for each in outcomes}
        games = list_table_games(session, table, min(numbers, default=0), max(numbers, default=0))
        chosen = [game for game in games if game.number in numbers]
        text = write_rounds((game, score_kept_game(session, game)) for game in chosen)
    return download(text, "text/csv", "kwado-rounds.csv")


class GamesForm(Form):
    """The days, rule sets and games that are ticked; where none is, all of them.

    What the table has not played is left out, so that an old address still opens.
    """

    day = SelectMultipleField(option_widget=widgets.CheckboxInput())
    rules = SelectMultipleField(option_widget=widgets.CheckboxInput())
    game = SelectMultipleField(coerce=int, option_widget=widgets.CheckboxInput())

    def __init__(self, typed: MultiDict[str, str], outcomes: Sequence[Outcome]) -> None:
        self.outcomes = outcomes
        names = {each.rule_set_id: each.rule_set_name for each in outcomes}
        days = dict.fromkeys(each.date for each in reversed(outcomes))
        numbers = typed.getlist("game", type=address_number)
        super().__init__(
            data={
                "day": [each for each in days if each in typed.getlist("day")],
                "rules": [each for each in names if each in typed.getlist("rules")],
                "game": [each.number for each in outcomes if each.number in numbers],
            }
        )
        self.day.choices = [SelectChoice(each, say_day(date.fromisoformat(each))) for each in days]
        self.rules.choices = [SelectChoice(*each) for each in names.items()]
        self.game.choices = [str(each.number) for each in outcomes]

    @property
    def chosen(self) -> list[str]:
        """The days and the rule sets that are ticked, as the page names them; the only day in any case."""
        days = [
            one.label for one in self.day.choices if one.value in self.day.data or not self.day.choices[1:]
        ]
        return days + [one.label for one in self.rules.choices if one.value in self.rules.data]

    @property
    def words(self) -> dict[str, list[str | int]]:
        """The choice as an address says it."""
        return {name: values for name, values in self.data.items() if values}

    def choose(self) -> list[Outcome]:
        """The games that count, in the order played."""
        return [
            each
            for each in self.outcomes
            if (not self.day.data or each.date in self.day.data)
            and (not self.rules.data or each.rule_set_id in self.rules.data)
            and (not self.game.data or each.number in self.game.data)
        ]


def write_games(outcomes: Sequence[Outcome], _statistics: Statistics) -> str:
    """A row for each game."""
    heads = ("game", "date", "rule set", "rounds", "first dealer", "winner")
    return write_table(
        heads,
        (
            (
                *(each.number, each.date, each.rule_set_name, each.count.rounds, each.first_dealer),
                ", ".join(each.count.winners),
            )
            for each in outcomes
        ),
    )


def write_players(outcomes: Sequence[Outcome], statistics: Statistics) -> str:
    """A row for each player."""
    days = {
        player: each.date
        for each in sorted(outcomes, key=lambda each: each.date)
        for side in each.count.sides
        for player in side.players
    }
    heads = ("player", "games", "games won", "rounds", "rounds won", "points", "average")
    rows = [
        (
            *(each.name, each.games, each.games_won, each.rounds, each.rounds_won),
            *statistics.blank_mixed(
                points=each.points, average=each.average / 10, **each.best._asdict()
            ).values(),
            days[each.name],
        )
        for each in statistics.players
    ]
    return write_table((*heads, "best round", "in game", "in round", "last played"), rows)


def write_yaku(_outcomes: Sequence[Outcome], statistics: Statistics) -> str:
    """A row for each player and yaku."""
    rows = [
        (player.name, yaku.name, yaku.times, *statistics.blank_mixed(points=yaku.points).values())
        for player in statistics.players
        for yaku in player.yaku
    ]
    return write_table(("player", "yaku", "times", "points"), rows)


def write_rounds(games: Iterable[tuple[Game, GameBreakdown]]) -> str:
    """A row for each player and round that counts: the score and the total of the player's side.

    Points beside a round stand in rows of their own before it, with their reason; its totals have them.
    """
    heads = ("game", "date", "rule set", "round", "dealer", "side", "player", "score", "total", "game winner")
    return write_table(
        (*heads, "reason"), (row for game, scored in games for row in _list_rounds(game, scored))
    )


def _list_rounds(game: Game, scored: GameBreakdown) -> Iterator[tuple[str | int, ...]]:
    sides = list(zip(scored.sides, list_players(scored), strict=True))
    winner = ", ".join(scored.winners)
    for number, dealer, points, totals, reason in list_round_rows(game, scored, scored.final.rounds):
        of_round = (game.number, game.date, game.rule_set.name, number, dealer)
        for (side, players), score, total in zip(sides, points, totals, strict=True):
            for player in players:
                yield *of_round, side, player, score, total, winner, reason


def make_document(outcomes: Iterable[Outcome], statistics: Statistics) -> dict[str, Any]:
    """The JSON document."""
    return {
        "games": [
            {
                "number": each.number,
                "date": each.date,
                "rule_set": each.rule_set_id,
                "name": each.rule_set_name,
                "rounds": each.count.rounds,
                "decided": each.count.is_decided,
                "first_dealer": each.first_dealer,
                "winners": list(each.count.winners),
            }
            for each in outcomes
        ],
        "players": [
            {
                "name": player.name,
                "games": player.games,
                "games_won": player.games_won,
                "rounds": player.rounds,
                "rounds_won": player.rounds_won,
                **statistics.blank_mixed(points=player.points, average=player.average / 10),
                "best": statistics.blank_mixed(**player.best._asdict()),
                "gaji_cards": player.gaji,
                "yaku": [each._asdict() | statistics.blank_mixed(points=each.points) for each in player.yaku],
            }
            for player in statistics.players
        ],
        "yaku": [each._asdict() | statistics.blank_mixed(points=each.points) for each in statistics.yaku],
    }
