"""The statistics and the rounds of a table as files: CSV for spreadsheets, JSON for programs.

The JSON document:

    {"games": [{"number": 1, "rule_set": "kwado-1985", "name": "Kwa-Dō (1985)", "rounds": 4,
                "decided": true}],
     "players": [{"name": "Ann", "games": 1, "games_won": 1, "rounds": 4, "rounds_won": 2, "points": 130,
                  "average": 32.5, "best": {"score": 55, "game": 1, "round": 3},
                  "yaku": [{"name": "Four maples", "times": 1, "points": 30}]}],
     "yaku": [{"name": "Four maples", "times": 1, "points": 30}]}

`games` are those that were chosen; a player's `games` are the decided ones. Averages have one place. What
counts: `companion.rules.statistics`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.rules import (
    GameBreakdown,
    PlayerCount,
    Statistics,
    YakuCount,
    list_counted_rounds,
    list_players,
)
from companion.store import KeptGame, Outcome, write_csv

Cell = str | int | float


def write_players(statistics: Statistics) -> str:
    """A row for each player."""
    heads = ("player", "games", "games won", "rounds", "rounds won", "points", "average")
    rows = [
        (
            *(each.name, each.games, each.games_won, each.rounds, each.rounds_won, each.points),
            *(each.average / 10, each.best.score, each.best.game, each.best.round),
        )
        for each in statistics.players
    ]
    return write_csv((*heads, "best round", "in game", "in round"), rows)


def write_yaku(statistics: Statistics) -> str:
    """A row for each player and yaku."""
    rows = [(player.name, *yaku) for player in statistics.players for yaku in player.yaku]
    return write_csv(("player", "yaku", "times", "points"), rows)


def write_rounds(games: Iterable[tuple[KeptGame, GameBreakdown]]) -> str:
    """A row for each player and round that counts: the score and the total of the player's side."""
    heads = ("game", "rule set", "round", "side", "player", "score", "total")
    return write_csv(heads, (row for game, scored in games for row in _list_rounds(game, scored)))


def _list_rounds(game: KeptGame, scored: GameBreakdown) -> Iterator[tuple[Cell, ...]]:
    sides = list(zip(scored.sides, list_players(scored), strict=True))
    for each in list_counted_rounds(scored):
        for place, (side, players) in enumerate(sides):
            score, total = each.breakdown.sides[place].score, each.totals[place]
            for player in players:
                yield game.number, game.rule_set.name, each.number, side, player, score, total


def make_document(outcomes: Iterable[Outcome], statistics: Statistics) -> dict[str, Any]:
    """The JSON document."""
    return {
        "games": [
            {
                "number": each.number,
                "rule_set": each.rule_set_id,
                "name": each.rule_set_name,
                "rounds": each.count.rounds,
                "decided": each.count.is_decided,
            }
            for each in outcomes
        ],
        "players": [_make_player(each) for each in statistics.players],
        "yaku": _make_yaku(statistics.yaku),
    }


def _make_player(player: PlayerCount) -> dict[str, Any]:
    return {
        "name": player.name,
        "games": player.games,
        "games_won": player.games_won,
        "rounds": player.rounds,
        "rounds_won": player.rounds_won,
        "points": player.points,
        "average": player.average / 10,
        "best": player.best._asdict(),
        "yaku": _make_yaku(player.yaku),
    }


def _make_yaku(yaku: Iterable[YakuCount]) -> list[dict[str, Any]]:
    return [each._asdict() for each in yaku]
