"""The ledger: a row for each game of a table, with who won and how many games everyone has won so far.

With a date at its head it is an evening's; without one it is a season's, and each row has a date. Rows are at
least 8 mm high, for handwriting, and a column of points holds four digits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.printing.orders import Order
from companion.printing.papers import Cell, make_page_style, split_page
from companion.printing.words import measure, say_goal

ROW_MM = 8.0
HIGHEST_ROW_MM = 11.0
# More sides need a wide page.
_NARROW_SIDES = 4
_WIDEST_SIDE_MM = 26.0
_TITLE_MM, _LINE_MM = 16.0, 0.2
# The sums: brought forward, won here, to carry forward.
_SUM_ROWS = 3
# The size of a name and the height of its lines, and of the letter and the space around.
_NAME_PT, _NAME_LINE_MM, _LETTER_MM, _LEAST_HEAD_MM = 8.0, 3.4, 6.4, 13.0


class Column(NamedTuple):
    """A column that does not belong to a side."""

    id: str
    head: str
    width_mm: float


_DATE = Column("date", "Date", 18.0)
_GAME = Column("game", "Game", 28.0)
_GOAL = Column("goal", "Target or rounds", 17.0)
_BEHIND = (Column("winner", "Winner", 18.0), Column("dealer", "Dealt first", 18.0))
_NUMBER_MM = 8.0


class LedgerSize(NamedTuple):
    """The page, the number of rows for games, and the sizes of rows, head and columns."""

    cell: Cell
    rows: int
    row_mm: float
    head_mm: float
    side_mm: float
    before: tuple[Column, ...]


def measure_ledger(order: Order) -> LedgerSize:
    """As many rows as fit. Room that the sides do not need goes to the name of the game."""
    count = len(order.sides)
    cell = split_page(order.paper, 1, is_wide=count > _NARROW_SIDES)
    before: tuple[Column, ...] = (_GAME, _GOAL) if order.date else (_DATE, _GAME, _GOAL)
    lines_mm = 0.6 + 0.25 * (1 + len(before) + count + len(_BEHIND))
    taken_mm = _NUMBER_MM + sum(column.width_mm for column in (*before, *_BEHIND)) + lines_mm
    free_mm = cell.inner_width_mm - taken_mm
    side_mm = min(_WIDEST_SIDE_MM, free_mm / count)
    game = _GAME._replace(width_mm=_GAME.width_mm + free_mm - count * side_mm)
    before = tuple(game if column is _GAME else column for column in before)
    head_mm = _measure_head(order.sides, side_mm)
    height_mm = cell.inner_height_mm - _TITLE_MM - head_mm
    rows = int(height_mm / (ROW_MM + _LINE_MM)) - _SUM_ROWS
    row_mm = min(HIGHEST_ROW_MM, height_mm / (rows + _SUM_ROWS) - _LINE_MM)
    return LedgerSize(cell, rows, round(row_mm - 0.005, 2), head_mm, side_mm, before)


def _measure_head(sides: tuple[str, ...], side_mm: float) -> float:
    """The height of the heads: a letter, and below it the longest name on as many lines as it needs."""
    lines = max(-(-measure(name) * _NAME_PT * 0.353 // (side_mm - 4.0)) for name in sides)
    return max(_LEAST_HEAD_MM, _LETTER_MM + lines * _NAME_LINE_MM)


def describe_ledger(order: Order) -> dict[str, Any]:
    """The data of the template."""
    size = measure_ledger(order)
    widths = {column.id: column.width_mm for column in (*size.before, *_BEHIND)}
    widths |= {"number": _NUMBER_MM, "side": size.side_mm}
    return {
        "style": make_page_style(size.cell)
        + "".join(f".c-{name}{{width:{width - 0.005:.2f}mm}}" for name, width in widths.items())
        + f":root{{--row:{size.row_mm:g}mm;--head:{size.head_mm:.1f}mm}}",
        "size": size,
        "behind": _BEHIND,
        "goal": say_goal(order.options),
        "sides": [{"letter": "ABCDEFG"[number], "name": name} for number, name in enumerate(order.sides)],
        "has_names": any(order.sides),
    }
