"""The games of a table, ready to show: who won which, and what each player has of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules import GameBreakdown
from companion.store import KeptGame, Session, score_kept_game
from companion.web.side_marks import Mark, get_marks


class Cell(NamedTuple):
    """What a player has in a game: the sum that decides it, and whether the player's side won."""

    sum: int
    wins: bool


class GameRow(NamedTuple):
    """A game: `cells` are those of the players of the table, None for who did not play in it."""

    game: KeptGame
    cells: tuple[Cell | None, ...]
    state: str
    noun: str


class Evening(NamedTuple):
    """The games of a table in the order played, with their players in the order in which they came.

    `won` is how many games each player has won, alone or with others; `points` are the points of all games.
    `dealer` deals the next round or game.
    """

    rows: tuple[GameRow, ...]
    marks: tuple[Mark, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]
    dealer: str | None


def read_evening(session: Session, games: Sequence[KeptGame]) -> Evening:
    """The evening of these games, of which there is at least one."""
    scored = [(game, score_kept_game(session, game)) for game in games]
    names = list(dict.fromkeys(name for game in games for name in game.players))
    rows = tuple(_read_row(game, breakdown, names) for game, breakdown in scored)
    points = dict.fromkeys(names, 0)
    for game, breakdown in scored:
        sums = zip(game.sides, breakdown.final_totals, breakdown.start_totals, strict=True)
        for side, total, start in sums:
            for seat in side.seats:
                points[game.players[seat]] += total - start
    columns = zip(*(row.cells for row in rows), strict=True)
    last, breakdown = scored[-1]
    return Evening(
        rows=rows,
        marks=tuple(get_marks(names)),
        won=tuple(sum(cell is not None and cell.wins for cell in cells) for cells in columns),
        points=tuple(points.values()),
        dealer=None if breakdown.next_dealer is None else last.players[breakdown.next_dealer],
    )


def _read_row(game: KeptGame, scored: GameBreakdown, names: Sequence[str]) -> GameRow:
    cells: dict[str, Cell] = {}
    sums = zip(game.sides, scored.final_tallies, strict=True)
    for side, tally in sums:
        for seat in side.seats:
            cells[game.players[seat]] = Cell(tally, side.name in scored.winners)
    decider = scored.decider
    noun = decider.get_noun(2) if decider else ""
    return GameRow(game, tuple(cells.get(name) for name in names), say_state(game, scored), noun)


def say_state(game: KeptGame, scored: GameBreakdown) -> str:
    """How a game stands that nobody has won; empty for one that is won."""
    if scored.winners:
        return ""
    if game.continued:
        return "went on with other players"
    return "ended" if game.ended else "running"
