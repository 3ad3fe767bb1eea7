"""The table tent: a sheet folded to stand on the table, with the code that leads phones to the game.

Two faces stand back to back, the upper one printed upside down; the strip below them is the foot, to glue or
clip to the other edge.
"""

from __future__ import annotations

from typing import Any

from companion.printing.orders import Order
from companion.printing.papers import MARGIN_MM, make_page_style, split_page
from companion.printing.words import measure
from companion.rules import get_scorer

_FOOT_MM = 55.0
# The sizes of names, and the lines of names that fit beside the code in the largest of them.
_NAME_PT, _LINES = (12, 11, 10, 9), 7
# Beside the code, and the size of the address, which stands on one line.
_ASIDE_MM, _LARGEST_ADDRESS_PT = 12.0, 13.0


def _count_lines(names: tuple[str, ...], size_pt: int, width_mm: float) -> float:
    return sum(max(1.0, measure(name) * size_pt * 0.353 // width_mm + 1) for name in names)


def describe_table_tent(order: Order) -> dict[str, Any]:
    """The data of the template. Without an address there is a line to write one on."""
    cell = split_page(order.paper, 1, is_wide=False)
    face_mm = (cell.height_mm - _FOOT_MM) / 2
    code_mm = face_mm - 46.0
    address = order.game.address if order.game is not None else ""
    shown = address.partition("//")[2]
    address_pt = min(_LARGEST_ADDRESS_PT, cell.inner_width_mm / 0.353 / max(1.0, measure(shown)))
    wide_mm = cell.inner_width_mm - code_mm - 8.0
    names_pt = next((size for size in _NAME_PT if _count_lines(order.sides, size, wide_mm) <= _LINES), 8)
    return {
        "style": make_page_style(cell)
        + f":root{{--face:{face_mm:.2f}mm;--foot:{_FOOT_MM:g}mm;--code:{code_mm:.1f}mm;--edge:{MARGIN_MM}mm;"
        f"--aside:{_ASIDE_MM:g}mm;--address:{address_pt:.2f}pt;--names:{names_pt:g}pt}}",
        "address": address,
        "shown": shown,
        "bonuses": get_scorer(order.rule_set, order.options).settlement.yaku_words,
    }
