"""The column pad: the sides beside each other, a round as a block of rows, for many sides on one page.

The rows of a block are the cards of each value group, what they make, and the round with its total; a figure
that is the same for every side stands in the head only. Rows are at least 5.6 mm high, for digits of 4.6 mm.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any, NamedTuple

from companion.printing.columns import Column, get_columns
from companion.printing.orders import Order
from companion.printing.pads import (
    count_wanted,
    describe_foot,
    list_facts,
    list_leaves,
    measure_foot_mm,
    say_head,
)
from companion.printing.papers import Cell, make_page_style, split_page
from companion.printing.words import measure

ROW_MM = 5.6
HIGHEST_ROW_MM = 11.0
LINE_MM, ROUND_LINE_MM = 0.15, 0.5
# What one side has in a row of the table; both two and three boxes fit into it.
_PARTS = 12
_TITLE_MM, _TITLE_WITH_CODE_MM, _BROUGHT_MM = 14.5, 17.0, 6.5
_NUMBER_MM, _WORDS_MM = 9.0, 23.0
_NAME_PT, _NAME_LINE_MM, _LETTER_MM = 8.0, 3.4, 5.5
# The columns that end a round.
_ENDS = 2


class ColumnPadSize(NamedTuple):
    """The page; `rounds` are those of a leaf, `wanted` those of all leaves."""

    cell: Cell
    rounds: int
    wanted: int
    row_mm: float
    title_mm: float
    head_mm: float
    side_mm: float


class Row(NamedTuple):
    """A row of a block: its boxes, with how many parts each has, and what its head says."""

    boxes: tuple[Column, ...]
    parts: int
    words: str


def list_rows(order: Order) -> tuple[Row, ...]:
    """The rows of a block: the groups, then the figures in pairs, so that the total ends the last one."""
    columns = [
        each for each in get_columns(order.rule_set, order.options, len(order.sides)) if not each.value
    ]
    groups = tuple(takewhile(lambda column: column.kind == "group", columns))
    figures = columns[len(groups) :]
    first = len(figures) % _ENDS
    pairs = [figures[:first]] if first else []
    pairs += [figures[place : place + _ENDS] for place in range(first, len(figures), _ENDS)]
    return tuple(
        Row(tuple(boxes), _PARTS // len(boxes), " · ".join(say_head(box) for box in boxes))
        for boxes in (groups, *pairs)
    )


def measure_column_pad(order: Order) -> ColumnPadSize:
    """As many rounds as fit on a leaf, or as many leaves as the rounds need."""
    cell = split_page(order.paper, 1, is_wide=False)
    free_mm = cell.inner_width_mm - _NUMBER_MM - _WORDS_MM - 1.0
    side_mm = free_mm / len(order.sides)
    head_mm = _measure_head(order.sides, side_mm)
    foot_mm = measure_foot_mm(order, cell.inner_width_mm, is_roomy=False)
    title_mm = _TITLE_WITH_CODE_MM if order.game and order.game.address else _TITLE_MM
    height_mm = cell.inner_height_mm - title_mm - head_mm - _BROUGHT_MM - foot_mm
    rows = len(list_rows(order))
    fitting = int(height_mm / (rows * (ROW_MM + LINE_MM) + ROUND_LINE_MM))
    wanted = count_wanted(order) or fitting
    rounds = -(-wanted // -(-wanted // fitting))
    row_mm = min(HIGHEST_ROW_MM, (height_mm / rounds - ROUND_LINE_MM) / rows - LINE_MM)
    return ColumnPadSize(cell, rounds, wanted, round(row_mm - 0.005, 2), title_mm, head_mm, side_mm)


def _measure_head(sides: tuple[str, ...], side_mm: float) -> float:
    """The height of the heads: a letter, and below it a name or a line to write it on."""
    lines = max(-(-measure(name) * _NAME_PT * 0.353 // (side_mm - 3.0)) for name in sides)
    return _LETTER_MM + max(2.0, lines) * _NAME_LINE_MM


def describe_column_pad(order: Order) -> dict[str, Any]:
    """The data of the template."""
    size = measure_column_pad(order)
    return {
        "style": make_page_style(size.cell)
        + f":root{{--title:{size.title_mm:g}mm;--row:{size.row_mm:g}mm;--head:{size.head_mm:.1f}mm;"
        f"--brought:{_BROUGHT_MM:g}mm}}"
        + f".c-number{{width:{_NUMBER_MM:g}mm}}.c-words{{width:{_WORDS_MM:g}mm}}",
        "sheets": ("common/pad.css",),
        "size": size,
        "rows": list_rows(order),
        "parts": _PARTS,
        "leaves": list_leaves(order, size.wanted, size.rounds),
        "totals": order.game.breakdown.totals if order.game and order.game.breakdown.rounds else None,
        "sides": [{"letter": "ABCDEFG"[number], "name": name} for number, name in enumerate(order.sides)],
        "groups": [column for row in list_rows(order) for column in row.boxes if column.cards],
        "facts": list_facts(order, is_roomy=True),
        "foot": describe_foot(order, get_columns(order.rule_set, order.options, len(order.sides))),
    }
