"""Declarations: the yaku that must be announced, on cards with boxes to tick, and tokens to lay on them.

Source: KD85 (a yaku counts only if announced before the first of its cards is played). The tokens are ours.
"""

from __future__ import annotations

from typing import Any

from companion.cards.pictures import HEIGHT, WIDTH
from companion.printing.columns import get_yaku_in_play
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.words import measure
from companion.printing.yaku_card import make_blocks
from companion.rules import get_scorer

# Cards: two beside each other, with the space to the cut and the line of the name.
_COLUMNS, _HIGHEST_CARD_MM, _PADDING_MM, _NAME_LINE_MM = 2, 43.0, 3.0, 6.5
# A letter and a box for each of so many rounds; together they take this part of a card.
ROUNDS, _LARGEST_BOX_MM, _BOXES_PART = 6, 6.5, 0.41
_GAP_MM = 0.5
# Tokens: never more for a side than there are yaku.
TOKEN_MM, _TOKEN_ROWS, _TOKEN_WORDS_MM = 14.5, 3, 5.0
# As wide as a box, so that columns of text stand straight: fewer marks in the PDF than a table.
LETTERS = "ＡＢＣＤＥＦＧ"
# Title and rule at the head; the sides below, three beside each other.
_HEAD_MM, _SIDES_BESIDE, _SIDE_PT, _SIDE_LINE_MM, _LEAST_SIDE_MM = 22.0, 3, 8.0, 3.4, 7.0


def describe_declarations(order: Order) -> dict[str, Any]:
    """The data of the template."""
    cell = split_page(order.paper, 1, is_wide=False)
    declared = get_scorer(order.rule_set, order.options).declared_ids
    yaku = [each for each in get_yaku_in_play(order.rule_set, order.options) if each.id in declared]
    width_mm = cell.inner_width_mm
    side_rows_mm = _measure_sides(order.sides, width_mm / _SIDES_BESIDE)
    tokens_mm = _TOKEN_WORDS_MM + _TOKEN_ROWS * TOKEN_MM
    free_mm = cell.inner_height_mm - _HEAD_MM - sum(side_rows_mm) - tokens_mm
    card_mm = min(_HIGHEST_CARD_MM, free_mm / -(-len(yaku) // _COLUMNS))
    inner_mm = width_mm / _COLUMNS - 2 * _PADDING_MM - 1.0
    under_name_mm = card_mm - 2 * _PADDING_MM - _NAME_LINE_MM
    box_mm = min(_LARGEST_BOX_MM, under_name_mm / len(order.sides), _BOXES_PART * inner_mm / (ROUNDS + 1))
    boxes_mm = (ROUNDS + 1) * box_mm
    picture_mm = min((inner_mm - boxes_mm - 2.0) / 3 - _GAP_MM, under_name_mm * WIDTH / HEIGHT)
    in_a_row = int(width_mm / TOKEN_MM)
    each = min(len(yaku), _TOKEN_ROWS * in_a_row // len(order.sides))
    tokens = "".join(letter * each for letter in LETTERS[: len(order.sides)])
    token_rows = [tokens[start : start + in_a_row] for start in range(0, len(tokens), in_a_row)]
    return {
        "style": make_page_style(cell)
        + f":root{{--card:{card_mm - 0.01:.2f}mm;--card-width:{width_mm / _COLUMNS - 0.01:.2f}mm;"
        f"--picture:{picture_mm:.2f}mm;--picture-height:{picture_mm * HEIGHT / WIDTH:.2f}mm;"
        f"--box:{box_mm:.2f}mm;--boxes:{boxes_mm + 0.5:.2f}mm;--token:{TOKEN_MM}mm;"
        f"--cards:{-(-len(yaku) // _COLUMNS) * card_mm:.2f}mm;--sides:{sum(side_rows_mm):.2f}mm;"
        f"--side:{width_mm / _SIDES_BESIDE - 0.01:.2f}mm}}"
        + "".join(
            f".side:nth-child(n+{1 + _SIDES_BESIDE * row}){{height:{height:.2f}mm}}"
            for row, height in enumerate(side_rows_mm)
        ),
        "sheets": ("common/yaku.css",),
        "blocks": make_blocks(order.rule_set, yaku),
        "sides": [{"letter": "ABCDEFG"[number], "name": name} for number, name in enumerate(order.sides)],
        "boxes": "\n".join(letter + "□" * ROUNDS for letter in LETTERS[: len(order.sides)]),
        "round_count": ROUNDS,
        "tokens": "\n".join(token_rows),
        "grid_mm": (in_a_row * TOKEN_MM, len(token_rows) * TOKEN_MM),
        "grid": _draw_grid([len(row) for row in token_rows]),
    }


def _draw_grid(counts: list[int]) -> str:
    """The lines to cut between rows of so many tokens, as an SVG path in millimetres."""
    across = [max(counts[max(0, row - 1) : row + 1]) for row in range(len(counts) + 1)]
    lines = [f"M0 {row * TOKEN_MM:g}h{count * TOKEN_MM:g}" for row, count in enumerate(across)]
    for column in range(counts[0] + 1):
        rows = sum(count >= column for count in counts)
        lines.append(f"M{column * TOKEN_MM:g} 0v{rows * TOKEN_MM:g}")
    return "".join(lines)


def _measure_sides(sides: tuple[str, ...], width_mm: float) -> list[float]:
    """The heights of the rows of sides: as many lines as their longest name needs."""
    lines = [-(-measure(name) * _SIDE_PT * 0.353 // (width_mm - 10.0)) for name in sides]
    rows = [lines[start : start + _SIDES_BESIDE] for start in range(0, len(lines), _SIDES_BESIDE)]
    return [max(_LEAST_SIDE_MM, 1.5 + max(row) * _SIDE_LINE_MM) for row in rows]
