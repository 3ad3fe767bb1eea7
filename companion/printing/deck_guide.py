"""The deck guide: the 48 cards by month, with names and points."""

from __future__ import annotations

from typing import Any

from companion.cards import MONTH_ORDERS, get_suit_cards
from companion.cards.pictures import HEIGHT, MARKS, WIDTH
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.yaku_card import say_values
from companion.rules import RuleSet

_HEAD_MM, _SMALL_HEAD_MM = 18.0, 21.0
# Beside a picture: the longest word of a name.
_WORDS_MM = 18.0
_CAPTION_PT = 6.5
_MONTH_LINE_MM = 6.4


def _count_kinds(rule_set: RuleSet) -> str:
    """How many cards there are of each kind: “5 brights · 9 animals …”."""
    return " · ".join(group.say(len(group.cards)) for group in rule_set.values)


def describe_deck_guide(order: Order) -> dict[str, Any]:
    """The data of the template. Small papers take two pages."""
    cell = split_page(order.paper, 1, is_wide=False)
    page_count = 1 if cell.inner_width_mm > 150 else 2
    # On two small pages a month takes the width, and what a card is stands beside it.
    is_beside = page_count == 2
    rows = 6
    month_mm = cell.inner_width_mm / (1 if is_beside else 2)
    height_mm = (cell.inner_height_mm - (_SMALL_HEAD_MM if is_beside else _HEAD_MM)) / rows
    caption_mm = 1.5 if is_beside else 3.2 * _CAPTION_PT * 0.353 * 1.2 + 1.8
    words_mm = _WORDS_MM if is_beside else 1.5
    picture = min((height_mm - _MONTH_LINE_MM - caption_mm) * WIDTH / HEIGHT, month_mm / 4 - words_mm)
    months = [
        {"number": number, "suit": suit, "cards": tuple(get_suit_cards(suit))}
        for number, suit in enumerate(MONTH_ORDERS[order.deck], 1)
    ]
    per_page = 12 // page_count
    return {
        "style": make_page_style(cell)
        + f":root{{--picture:{picture:.2f}mm;--picture-height:{picture * HEIGHT / WIDTH:.2f}mm;"
        f"--card:{month_mm / 4 - 0.05:.2f}mm;--lead:{8.5 if page_count == 1 else 6.5}pt;"
        f"--month:{month_mm - 0.01:.2f}mm;--month-height:{height_mm - 0.05:.2f}mm;"
        f"--caption:{_CAPTION_PT}pt}}",
        "sheets": ("common/yaku.css",),
        "marks": MARKS,
        "is_beside": is_beside,
        "pages": [months[start : start + per_page] for start in range(0, 12, per_page)],
        "values": say_values(order.rule_set).capitalize() or _count_kinds(order.rule_set),
        "has_points": bool(order.rule_set.deck_points),
    }
