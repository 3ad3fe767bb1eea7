"""The score pad: how many rounds fit, and its rows.

A round is a block with a row for each side; the columns are those of the breakdown. Rows are at least 8 mm
high, for handwriting, and 11 in large print. A game of so many rounds has a block for each, on as many leaves
as they need; in a race they are the months.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.printing.columns import DEALT_SIGN, Column, get_columns, get_signs, get_yaku_in_play
from companion.printing.fonts import find_unset
from companion.printing.orders import Order, parse_order
from companion.printing.pads import (
    USUAL_ROUNDS,
    count_wanted,
    describe_foot,
    list_facts,
    list_leaves,
    measure_foot_mm,
    say_head,
)
from companion.printing.papers import Cell, make_page_style, split_page
from companion.printing.words import (
    has_months,
    measure,
    shorten,
)
from companion.printing.worked_row import work_race_row, work_row
from companion.rules import get_rule_set

ROW_MM = 8.0
LARGE_ROW_MM = 11.0
# The height of the worked row, with its line.
WORKED_MM = 7.2
HIGHEST_ROW_MM = 11.0
# The widths of the lines between rows, and between rounds below.
LINE_MM = 0.2
# The QR code on a narrow pad, with the space beside it.
_QR_MM = 17.0
ROUND_LINE_MM = 0.4
# The line in place of a name that our fonts lack.
_NAME_LINE_MM = 24.0
# The line of fields for names.
# Pads this wide show the full names of the yaku at the foot.
ROOMY_MM = 180.0


@dataclass(frozen=True, slots=True)
class PadSize:
    """`rounds` are those of a leaf, `wanted` those of all leaves; `is_worked` asks for the worked row."""

    cell: Cell
    rounds: int
    wanted: int
    row_mm: float
    is_roomy: bool
    is_worked: bool


def measure_pad(order: Order) -> PadSize:
    """The sizes of a pad: as many rounds as fit on a leaf, or as many leaves as the rounds need."""
    is_large = order.zoom > 1
    cell = split_page(order.paper, order.up, is_large or order.up == 4 or order.paper.id == "a6", order.zoom)
    is_roomy = cell.inner_width_mm >= ROOMY_MM
    sides = len(order.sides)
    foot_mm = measure_foot_mm(order, cell.inner_width_mm, is_roomy)
    free = cell.inner_height_mm - _get_head_mm(order, cell, is_roomy) - foot_mm
    least_mm = LARGE_ROW_MM / order.zoom if is_large else ROW_MM
    block_mm = (least_mm + LINE_MM) * sides + ROUND_LINE_MM
    worked_mm = WORKED_MM if is_roomy else 0.0
    fitting, with_worked = (max(1, int(height_mm / block_mm)) for height_mm in (free, free - worked_mm))
    wanted = count_wanted(order) or with_worked
    leaves = -(-wanted // fitting)
    # The worked row may cost a round of a full page, but no page.
    is_worked = bool(worked_mm) and -(-wanted // with_worked) == leaves
    free -= worked_mm if is_worked else 0.0
    rounds = -(-wanted // leaves)
    row_mm = min(HIGHEST_ROW_MM, (free - rounds * ROUND_LINE_MM) / (rounds * sides) - LINE_MM)
    return PadSize(cell, rounds, wanted, round(row_mm - 0.005, 2), is_roomy, is_worked)


def count_page_rounds(rule_set_id: str, paper_id: str) -> dict[int, int]:
    """The rounds that a page of this paper holds, by the number of sides; none where a game has its rounds.

    A pad of such a game has all of them, on as many pages as they need.
    """
    rule_set = get_rule_set(rule_set_id)
    if rule_set.length is not None:
        return {}
    raw = {"rules": rule_set_id, "paper": paper_id}
    return {
        count: measure_pad(parse_order("score-pad", raw | {"sides": str(count)})).rounds
        for count in rule_set.side_counts
    }


def count_usual_pages(rule_set_id: str, paper_id: str) -> dict[int, int]:
    """The pages that a game with all bonuses usually fills, by the number of sides, where that is known."""
    page_rounds = count_page_rounds(rule_set_id, paper_id)
    usual = USUAL_ROUNDS.get(rule_set_id, {})
    return {count: -(-usual[count] // rounds) for count, rounds in page_rounds.items() if count in usual}


def _get_head_mm(order: Order, cell: Cell, is_roomy: bool) -> float:
    line_mm = 4.0 if is_roomy else 3.0
    names = line_mm * _count_name_lines(order, cell.inner_width_mm, is_roomy) if any(order.sides) else 0.0
    return (
        (23.0 if is_roomy else 16.1)
        + names
        + _get_further_facts_mm(order, cell, is_roomy)
        + (line_mm if order.game and order.game.breakdown.rounds else 6.0 if is_roomy else 0.0)
    )


def _get_further_facts_mm(order: Order, cell: Cell, is_roomy: bool) -> float:
    """The height of a second line of facts, which a narrow pad with a QR code needs."""
    if is_roomy or order.game is None or not order.game.address:
        return 0.0
    facts = " ".join(f"{fact.words} {fact.value or ''}" for fact in list_facts(order))
    width_mm = 0.353 * (10.5 * measure(order.rule_set.name) + 7 * 4.5 + 6.5 * measure(facts)) + 8
    return 5.5 if width_mm > cell.inner_width_mm - _QR_MM else 0.0


def _count_name_lines(order: Order, width_mm: float, is_roomy: bool) -> int:
    """The lines that the full names at the head need; a name does not break."""
    letter_mm = 0.353 * (8.0 if is_roomy else 6.5)
    if order.game is not None and order.game.address:
        width_mm -= 21.0 if is_roomy else _QR_MM
    lines, used = 1, 0.0
    for name in order.sides:
        name_mm = _NAME_LINE_MM if find_unset(name) else measure(name) * letter_mm
        wide = name_mm + 1.5 * letter_mm + 3.0
        if used and used + wide > width_mm:
            lines, used = lines + 1, 0.0
        used += wide
        while used > width_mm:
            lines, used = lines + 1, used - width_mm
    return lines


def describe_pad(order: Order) -> dict[str, Any]:
    """The data of the template."""
    size = measure_pad(order)
    columns = get_columns(order.rule_set, order.options, len(order.sides))
    signs = get_signs(order.rule_set)
    yaku = get_yaku_in_play(order.rule_set, order.options)
    race = order.rule_set.race
    work = work_row if race is None else work_race_row
    signs_to_ring = [signs[each.id] for each in yaku] + ([DEALT_SIGN] if race is not None else [])
    return {
        "style": _make_style(size, columns, has_months(order.rule_set, order.options), len(signs_to_ring)),
        "sheets": ("common/pad.css",),
        "size": size,
        "page_grid": size.cell.grid,
        # It is for a pen: tags of empty cells tell nobody anything, and take a tenth of the time.
        "is_tagged": False,
        "columns": columns,
        "tallies": {column.id: _tally(column, signs_to_ring, size.is_roomy) for column in columns},
        "worked": work(order, columns, signs) if size.is_worked else None,
        "worked_words": "Writing a row" if race is None else "The other called",
        "heads": {column.id: say_head(column) for column in columns},
        "leaves": list_leaves(order, size.wanted, size.rounds),
        "sides": [_name_side(number, name, size.is_roomy) for number, name in enumerate(order.sides)],
        "has_names": any(order.sides),
        "has_dealer": race is None,
        "has_months": has_months(order.rule_set, order.options),
        "facts": list_facts(order, size.is_roomy),
        "foot": describe_foot(order, columns),
    }


def _name_side(number: int, name: str, is_roomy: bool) -> dict[str, str]:
    """The letter of a side, and as much of its name as fits."""
    letter = "ABCDEFG"[number]
    short = shorten(name, 8.6 if is_roomy else 4.0)
    return {"letter": letter, "name": name, "short": short}


def _tally(column: Column, signs: list[str], is_roomy: bool) -> str:
    """The rings to tick in a column, in two rows if there are many.

    On a narrow pad a pen would cover several rings: there the number of cards and the signs are written.
    """
    if column.kind == "deals":
        return "○"
    if column.kind == "factor":
        return "×"
    if not is_roomy:
        return ""
    marks = ["○"] * column.cards or (signs if column.id == "yaku" else [])
    half = _count_in_a_row(column) if column.cards else (len(marks) + 1) // 2
    rows = [marks] if len(marks) <= 5 else [marks[:half], marks[half:]]
    return "\n".join("".join(row) for row in rows)


def _count_in_a_row(column: Column) -> int:
    """How many rings of a value group stand beside each other: five, more where two rows do not hold them."""
    return max(5, (column.cards + 1) // 2)


# The relative width of each column on a wide and on a narrow pad.
_WEIGHTS = {
    "number": (8.0, 6.5),
    "month": (17.0, 17.0),
    "deals": (10.0, 7.0),
    "side": (31.0, 12.0),
    "group": (16.0, 9.4),
    "cards": (16.0, 10.5),
    "fixed": (11.0, 8.5),
    "factor": (12.0, 8.0),
    "sum": (14.0, 11.7),
    "yaku": (26.0, 13.5),
    "total": (17.0, 13.4),
}
# The size of the heads, for those that need more than their weight.
_HEAD_PT = (7.0, 6.5)
_RING_LIMIT_MM = 2.9


def _measure_head(column: Column, place: int) -> float:
    """The width in millimetres that the longest word of a head needs."""
    return max(map(measure, say_head(column).split())) * _HEAD_PT[place] * 0.353 + 0.6


def share_width(weights: dict[str, float], least: dict[str, float], width_mm: float) -> dict[str, float]:
    """The widths by weight; where they are too narrow for that, no column less than it needs."""
    total, needed = sum(weights.values()), sum(least.values())
    if total <= width_mm or not needed < width_mm < total:
        return {each: weight / total * width_mm for each, weight in weights.items()}
    part = (width_mm - needed) / (total - needed)
    return {each: least[each] + (weight - least[each]) * part for each, weight in weights.items()}


def _make_style(size: PadSize, columns: tuple[Column, ...], has_flowers: bool, yaku_count: int) -> str:
    """The sizes of this pad: page, rows, columns, rings."""
    place = 0 if size.is_roomy else 1
    number = "month" if has_flowers else "number"
    weights = {"number": _WEIGHTS[number][place], "side": _WEIGHTS["side"][place]}
    least = dict(weights)
    for column in columns:
        least[column.id] = _measure_head(column, place)
        weights[column.id] = max(_WEIGHTS[column.kind][place], least[column.id])
    rings = {column.id: _count_in_a_row(column) for column in columns if column.cards}
    rings |= {"yaku": max(7, (yaku_count + 1) // 2), "deals": 1}
    # Without the lines between columns.
    free = size.cell.inner_width_mm - 0.6 - 0.25 * len(weights)
    style = make_page_style(size.cell) + f".pad td{{height:{size.row_mm:g}mm}}"
    for each, width in share_width(weights, least, free).items():
        style += f".c-{each}{{width:{width:.2f}mm}}"
        if in_a_row := rings.get(each):
            ring = min(_RING_LIMIT_MM, (width - 1.2) / in_a_row)
            style += f".r-{each}{{font-size:{ring:.2f}mm}}"
    return style
