"""CSV for spreadsheets: a kept game as one table, and how cells are written.

A CSV file begins with the mark by which spreadsheets know UTF-8. What begins like a formula gets an
apostrophe, as a spreadsheet writes a text; numbers stay numbers, below 0 too.
"""

import csv
import io
from collections.abc import Iterable, Sequence

from companion.rules import GameBreakdown, RoundInGame
from companion.store.models import Game

Cell = str | int | float
# The wide ones are those of a Japanese keyboard.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
BYTE_ORDER_MARK = "\ufeff"


def write_csv(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file with a row of heads."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([_keep_text(head) for head in heads])
    writer.writerows([_keep_text(cell) for cell in row] for row in rows)
    return BYTE_ORDER_MARK + file.getvalue()


def _keep_text(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULAS) else cell


def write_game_csv(game: Game, scored: GameBreakdown) -> str:
    """A row for each round: the day of the game, who dealt, score and total of each side, who won the game.

    Points that a side brought along stand in a first row, as totals of round 0.
    """
    heads = ["date", "round", "dealer", *scored.sides, *(f"{side}, total" for side in scored.sides)]
    rows: list[Sequence[Cell]] = []
    if any(start.total for start in scored.starts):
        rows.append((0, "", *(0 for _ in scored.sides), *(start.total for start in scored.starts)))
    for each in scored.rounds:
        scores = [side.score for side in each.breakdown.sides]
        rows.append((each.number, say_dealer(game, each), *scores, *each.totals))
    winner = ", ".join(scored.winners)
    return write_csv((*heads, "game winner"), ((game.date, *row, winner) for row in rows))


def say_dealer(game: Game, played: RoundInGame) -> str:
    """The player who dealt a round."""
    return "" if played.dealer is None else game.players[played.dealer]
