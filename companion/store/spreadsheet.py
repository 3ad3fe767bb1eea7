"""CSV for spreadsheets: the scores of a kept game, and how cells are written.

A CSV file begins with the mark by which spreadsheets know UTF-8. What begins like a formula gets an
apostrophe, as a spreadsheet writes a text; numbers stay numbers, below 0 too.

Where people write 1,5, spreadsheets expect semicolons between cells: with commas Excel puts a row into one
cell, and reads 1.5 as a date. The line `sep=,` does not help: with it Excel no longer reads UTF-8.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from companion.rules import GameBreakdown, RoundInGame
from companion.store.models import Game

Cell = str | int | float | Decimal | None
RoundRow = tuple[int, str, Sequence[int], Sequence[int | str], str]
# The wide ones are those of a Japanese keyboard.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
BYTE_ORDER_MARK = "\ufeff"


def write_csv(heads: Sequence[str], rows: Iterable[Sequence[Cell]], *, decimal_comma: bool = False) -> str:
    """A CSV file with a row of heads; with decimal commas it has semicolons between its cells."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=";" if decimal_comma else ",")
    writer.writerows([_write_cell(cell, decimal_comma) for cell in row] for row in (heads, *rows))
    return BYTE_ORDER_MARK + file.getvalue()


def _write_cell(cell: Cell, decimal_comma: bool) -> Cell:
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(_FORMULAS) else cell
    return str(cell).replace(".", ",") if decimal_comma and cell is not None else cell


def write_game_csv(game: Game, scored: GameBreakdown, *, decimal_comma: bool = False) -> str:
    """A row for each round: the day of the game, who dealt, score and total of each side, who won the game.

    Points that a side brought along stand in a first row, as totals of round 0. Points beside a round stand
    in a row of their own before it, with their reason; its totals have them.
    """
    totals = [f"{side}, total" for side in scored.sides]
    heads = ["date", "round", "dealer", *scored.sides, *totals, "game winner", "reason"]
    winner = ", ".join(scored.winners)
    rows: list[Sequence[Cell]] = []
    if any(start.total for start in scored.starts):
        brought = [start.total for start in scored.starts]
        rows.append((game.date, 0, "", *(0 for _ in brought), *brought, winner, ""))
    for number, dealer, points, sums, reason in list_round_rows(game, scored, scored.rounds):
        rows.append((game.date, number, dealer, *points, *sums, winner, reason))
    return write_csv(heads, rows, decimal_comma=decimal_comma)


def list_round_rows(game: Game, scored: GameBreakdown, rounds: Iterable[RoundInGame]) -> Iterator[RoundRow]:
    """The rows of rounds: number, who dealt, points and totals by sides, and a reason.

    Points beside a round come before its scores, with their reason and without a dealer and totals.
    """
    for each in rounds:
        for beside in scored.list_adjustments(each.number):
            yield each.number, "", beside.points, [""] * len(scored.sides), beside.reason
        scores = [side.score for side in each.breakdown.sides]
        yield each.number, game.players[each.dealer], scores, each.totals, ""
