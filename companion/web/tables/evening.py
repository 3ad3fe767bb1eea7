"""The games of a table, ready to show: who won which, and what each player has of all."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.rules import is_mixed
from companion.store import Game, Outcome, Session, TableKey, list_outcomes, list_table_games
from companion.web.badges import get_table_badges, list_colours

PAGE_OF_GAMES = 20


def read_evening(session: Session, table: TableKey, below: int | None = None) -> dict[str, Any] | None:
    """The games of a table, with their players in the order in which they came; None where all were deleted.

    `rows` are a page of games with numbers lower than `below`, the last one first; `first` and `last` are the
    numbers of the first and the last game of all. `won` is how many games each player has won, alone or with
    others; `points` are those of all games, empty where such points do not add up.
    `dealer` deals the next round, or first in the next game.
    """
    outcomes = list_outcomes(session, table)
    if not outcomes:
        return None
    names = list_names(outcomes)
    sides = [side for each in outcomes for side in each.count.sides]
    page = [each for each in outcomes if below is None or each.number < below] or outcomes
    page = page[-PAGE_OF_GAMES:]
    games = list_table_games(session, table, page[0].number, page[-1].number)
    known = {each.number: each for each in outcomes}
    rows = [_read_row(game, known[game.number], names) for game in games if game.number in known]
    return {
        "first": outcomes[0].number,
        "last": outcomes[-1].number,
        "is_running": outcomes[-1].is_running,
        "rows": rows[::-1],
        "badges": get_table_badges(names, list_colours(games)),
        "won": [sum(side.wins for side in sides if name in side.players) for name in names],
        "points": [
            sum(side.points for side in sides if name in side.players)
            for name in (() if is_mixed(each.count for each in outcomes) else names)
        ],
        "dealer": outcomes[-1].dealer,
    }


def list_names(outcomes: Iterable[Outcome]) -> list[str]:
    """The players of a table in the order in which they came."""
    return list(
        dict.fromkeys(name for each in outcomes for side in each.count.sides for name in side.players)
    )


def _read_row(game: Game, outcome: Outcome, names: Sequence[str]) -> dict[str, Any]:
    """A game with a cell for each player of the table, None for who did not play in it.

    A cell has the sum that decides the game, and whether the player's side won.
    """
    cells = {
        player: (tally, side.wins)
        for side, tally in zip(outcome.count.sides, outcome.tallies, strict=True)
        if side.has_played
        for player in side.players
    }
    noun = outcome.decider.get_noun(2) if outcome.decider else ""
    row = [cells.get(name) for name in names]
    return {"game": game, "cells": row, "state": say_state(game, outcome), "noun": noun}


def say_state(game: Game, outcome: Outcome) -> str:
    """How a game stands that nobody has won; empty for one that is won."""
    if outcome.is_running:
        return "running"
    if game.continued:
        return "went on with other players"
    return "" if outcome.count.is_decided else "ended"
