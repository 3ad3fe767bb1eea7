"""CSV for spreadsheets: a kept game as one table, and how cells are written.

A CSV file begins with the mark by which spreadsheets know UTF-8. What begins like a formula gets an
apostrophe, as a spreadsheet writes a text; numbers stay numbers, below 0 too.
"""

import csv
import io
from collections.abc import Iterable, Sequence

from companion.rules import GameBreakdown

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


def write_game_csv(scored: GameBreakdown) -> str:
    """A row for each round, with score and total of each side.

    Points that a side brought along stand in a first row, as totals of round 0.
    """
    heads = ["round", *scored.sides, *(f"{side}, total" for side in scored.sides)]
    rows: list[Sequence[Cell]] = []
    if any(start.total for start in scored.starts):
        rows.append((0, *(0 for _ in scored.sides), *(start.total for start in scored.starts)))
    rows += [
        (each.number, *(side.score for side in each.breakdown.sides), *each.totals) for each in scored.rounds
    ]
    return write_csv(heads, rows)
