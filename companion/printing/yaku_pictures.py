"""The yaku of a table with pictures of their cards, for the player card, the rule sheet and the booklet."""

from collections.abc import Iterable
from math import sqrt
from typing import Any

from companion.cards import Card, get_suit_cards
from companion.cards.pictures import HEIGHT, WIDTH
from companion.printing.columns import get_signs, get_yaku_in_play
from companion.printing.orders import Order
from companion.reference import name_further
from companion.rules import RuleSet, Yaku

_LARGEST_MM = 22.0
# What a yaku takes besides its pictures: beside them as much as one, above them a name of two lines, behind
# each a gap, and another behind the last; and the share of a space that rows fill.
_BESIDE, _NAME_MM, _GAP_MM, _LAST_GAP_MM, _FILLED = 1.2, 6.0, 0.5, 2.5, 0.9
# How much smaller each size is than the one before, and how many there are.
_STEP, _SIZES = 0.93, 9
# Of a pool of more cards than these, one stands for all.
_LARGEST_POOL = 12


def list_yaku(order: Order, yaku: Iterable[Yaku] | None = None) -> list[dict[str, Any]]:
    """The yaku in play, or these: each with its sign, what its name leaves unsaid, and the cards to show.

    One of a large pool shows a single card `times` so many; one that asks for certain cards besides a choice
    of others has these as `required`.
    """
    signs = get_signs(order.rule_set)
    return [
        {
            "yaku": yaku,
            "sign": signs[yaku.id],
            "words": say_behind_name(order.rule_set, yaku),
            "cards": _choose_cards(order.rule_set, yaku),
            "times": yaku.at_least.n if yaku.at_least and len(yaku.at_least.of) > _LARGEST_POOL else None,
            "required": tuple(yaku.all_of) if yaku.at_least else (),
        }
        for yaku in (get_yaku_in_play(order.rule_set, order.options) if yaku is None else yaku)
    ]


def _choose_cards(rule_set: RuleSet, yaku: Yaku) -> tuple[Card, ...]:
    """The cards that it asks for, or to choose from; of a large pool the first, of months the first month."""
    if yaku.is_of_month:
        return tuple(get_suit_cards(rule_set.months[0]))
    cards = tuple(yaku.at_least.of if yaku.at_least else yaku.all_of)
    return cards[:1] if len(cards) > _LARGEST_POOL else cards


def say_behind_name(rule_set: RuleSet, yaku: Yaku) -> str:
    """What stands behind the short name of a yaku: “(grass ribbons)”, “kasu · any 10 · +1 each further”.

    What players call it, how many cards of a pool it asks for, what further ones count, and that a single
    card counts besides.
    """
    parts = [f"{yaku.usual_name}{yaku.name.removeprefix(yaku.short_name)}".strip()]
    if yaku.at_least is not None and yaku.at_least.n < len(yaku.at_least.of):
        parts.append(f"any {yaku.at_least.n}")
    if len(yaku.required_pool) == 1 and (points := rule_set.counting.get_points(*yaku.required_pool)):
        parts.append(f"on top of its {points}")
    if yaku.extra is not None:
        kind = "" if yaku.at_least is not None else f" {name_further(rule_set, yaku)}"
        parts.append(f"+{yaku.extra.points} each further{kind}")
    return " · ".join(filter(None, parts))


def say_announced(order: Order) -> str:
    """The signs of the yaku that count only if they are announced, where this table announces."""
    if not order.options.is_declaring:
        return ""
    signs, in_play = get_signs(order.rule_set), get_yaku_in_play(order.rule_set, order.options)
    return "".join(signs[each.id] for each in in_play if each.is_declared)


def find_widest_picture(yaku: list[dict[str, Any]], width_mm: float) -> float:
    """The width of pictures with which the longest row of cards fits this width."""
    return (width_mm - _LAST_GAP_MM) / max((len(each["cards"]) for each in yaku), default=1) - _GAP_MM


def list_picture_sizes(yaku: list[dict[str, Any]], width_mm: float, height_mm: float) -> list[float]:
    """Ever smaller widths of pictures, the first about as large as this space has room for."""
    count = sum(len(each["cards"]) + len(each["required"]) + _BESIDE for each in yaku)
    # A picture takes its width times its height and that of the name above it.
    area, slope = _FILLED * width_mm * height_mm / max(1, count), HEIGHT / WIDTH
    first = min(
        _LARGEST_MM,
        find_widest_picture(yaku, width_mm),
        (sqrt(_NAME_MM**2 + 4 * slope * area) - _NAME_MM) / (2 * slope),
    )
    return [first * _STEP**step for step in range(_SIZES)]


def size_pictures(width_mm: float) -> str:
    """The style with pictures of this width."""
    return f":root{{--picture:{width_mm:.2f}mm}}"
