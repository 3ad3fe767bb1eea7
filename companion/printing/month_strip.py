"""The month strip: the twelve flowers in the order of a deck, to lie at the edge of the table.

A page holds as many strips as fit. All strips of a month are drawn one after the other: of equal drawings
that stand together in a PDF only the first takes room.

Sources: deck.md (month orders), KD85 (the names in its booklet).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.cards import (
    DECK_STYLES,
    MONTH_ORDERS,
    Card,
    DeckStyle,
    Suit,
    get_card,
    get_month,
    get_suit_cards,
)
from companion.cards.pictures import HEIGHT, WIDTH
from companion.printing.orders import Order
from companion.printing.papers import MARGIN_MM, make_page_style, split_page
from companion.printing.words import measure

# What is large enough for half a metre; the style sheet has the same sizes of type.
_LEAST_PICTURE_MM = 16.0
_NAME_PT = 10.5
# The line over a strip, the numbers, and two lines each of name and of what else is said.
_TITLE_MM, _NUMBER_MM, _WORDS_MM = 5.0, 8.5, 17.6
# Beside the cut, and between two months.
_CUT_MM, _BESIDE_MM = 3.0, 2.5
# Willow has no plain chaff: its last card is the lightning.
_SHOWN = {"willow": "willow-ribbon"}
BOOKLET_NAMES = {"wisteria": "bush clover", "clover": "colored bush clover"}


class Month(NamedTuple):
    """A flower as a strip shows it; `others` are its numbers in the other decks where they differ."""

    number: int
    suit: Suit
    card: Card
    booklet_name: str
    others: tuple[tuple[str, int], ...]


def list_months(deck: DeckStyle) -> tuple[Month, ...]:
    """The twelve flowers in the order of a deck."""
    return tuple(_make_month(suit, deck) for suit in MONTH_ORDERS[deck])


def _make_month(suit: Suit, deck: DeckStyle) -> Month:
    number = get_month(suit, deck)
    card = get_card(_SHOWN[suit.id]) if suit.id in _SHOWN else tuple(get_suit_cards(suit))[-1]
    elsewhere = ((other.capitalize(), get_month(suit, other)) for other in DECK_STYLES)
    others = tuple((name, theirs) for name, theirs in elsewhere if theirs != number)
    return Month(number, suit, card, BOOKLET_NAMES.get(suit.id, ""), others)


def describe_month_strip(order: Order) -> dict[str, Any]:
    """The data of the template."""
    cell = split_page(order.paper, 1, is_wide=True)
    words_mm = _TITLE_MM + _NUMBER_MM + _WORDS_MM + 2 * _CUT_MM
    count = int(cell.inner_height_mm / (words_mm + _LEAST_PICTURE_MM * HEIGHT / WIDTH))
    height_mm = cell.inner_height_mm / count
    months = list_months(order.deck)
    widths_mm = _share_width(months, cell.inner_width_mm)
    picture_mm = min((height_mm - words_mm) * WIDTH / HEIGHT, min(widths_mm) - _BESIDE_MM)
    columns = "".join(
        f".month--{month.suit.id}{{width:{width - 0.01:.2f}mm}}"
        for month, width in zip(months, widths_mm, strict=True)
    )
    return {
        "style": make_page_style(cell)
        + columns
        + "".join(f".at-{n}{{top:{MARGIN_MM + n * height_mm:.2f}mm}}" for n in range(count))
        + f":root{{--strip:{height_mm - 0.01:.2f}mm;--cut:{_CUT_MM}mm;"
        f"--picture:{picture_mm:.2f}mm;--picture-height:{picture_mm * HEIGHT / WIDTH:.2f}mm}}",
        "sheets": ("common/yaku.css",),
        "months": months,
        "count": count,
        "differing": [month for month in months if month.others],
    }


def _share_width(months: tuple[Month, ...], width_mm: float) -> list[float]:
    """The widths of the months: equal, but for names that need more."""
    needed = [
        max(measure(word) for word in month.suit.english.split()) * _NAME_PT * 0.353 + _BESIDE_MM
        for month in months
    ]
    equal = width_mm / len(months)
    while True:
        wide = [each for each in needed if each > equal]
        share = (width_mm - sum(wide)) / (len(needed) - len(wide))
        if share >= equal - 0.001:
            return [max(each, share) for each in needed]
        equal = share
