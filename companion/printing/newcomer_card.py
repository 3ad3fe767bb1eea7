"""The newcomer's card: a turn in three pictures, what counts, and how a round is scored.

It has the cell of the yaku card, so that it is printed on the back of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.cards import (
    CHERRY_CURTAIN,
    CHERRY_RIBBON,
    CLOVER_BOAR,
    IRIS_CHAFF_1,
    MAPLE_CHAFF_1,
    MAPLE_DEER,
    PINE_CHAFF_1,
    PINE_RIBBON,
    SUSUKI_MOON,
    Card,
)
from companion.cards.pictures import HEIGHT, WIDTH
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.rule_sheet import list_fixed
from companion.printing.words import say_dealt, say_goal
from companion.rules import RuleSet, get_scorer

# The card is drawn for A6 and grows with its paper.
_WIDTH_MM, _HEIGHT_MM = 89.0, 132.5
_PICTURE_MM, _WORTH_MM = 10.2, 7.6
# One of each kind, in the order of their worth.
_SAMPLES = (SUSUKI_MOON, CLOVER_BOAR, PINE_RIBBON, PINE_CHAFF_1)


class Step(NamedTuple):
    """A picture of a turn: the card that is played, and the card of the field that it takes, if any."""

    head: str
    played: Card
    taken: Card | None
    words: str


_STEPS = (
    Step("1 · From your hand", MAPLE_CHAFF_1, MAPLE_DEER, "Play a card to one of its month: take both."),
    Step("2 · From the pile", CHERRY_RIBBON, CHERRY_CURTAIN, "Turn up the top card, and do the same."),
    Step("No match?", IRIS_CHAFF_1, None, "The card that you played or turned up stays on the field."),
)


def list_worth(rule_set: RuleSet) -> list[dict[str, Any]]:
    """What a card of each kind counts, with a picture of one; empty where cards count nothing."""
    if not rule_set.deck_points:
        return []
    return [
        {"card": next(card for card in _SAMPLES if card in group.cards), "name": group.name, "group": group}
        for group in rule_set.values
    ]


def say_several(rule_set: RuleSet) -> str:
    """What happens where several cards of the month lie on the field."""
    if rule_set.turn.of_three == "all":
        return "Two of its month there: choose one. Three: take all."
    return "Several of its month there: choose one."


def describe_newcomer_card(order: Order) -> dict[str, Any]:
    """The data of the template."""
    rule_set, options = order.rule_set, order.options
    cell = split_page(order.paper, order.up, is_wide=order.up == 2)
    is_wide = cell.inner_width_mm > cell.inner_height_mm
    columns = 2 if is_wide else 1
    unit = min(cell.inner_width_mm / columns / _WIDTH_MM, cell.inner_height_mm * columns / _HEIGHT_MM)
    scorer = get_scorer(rule_set, options)
    method = rule_set.get_method(options.method)
    return {
        "style": make_page_style(cell) + f":root{{--unit:{unit:.3f}mm;--picture:{_PICTURE_MM * unit:.2f}mm;"
        f"--picture-height:{_PICTURE_MM * unit * HEIGHT / WIDTH:.2f}mm;--worth:{_WORTH_MM * unit:.2f}mm;"
        f"--worth-height:{_WORTH_MM * unit * HEIGHT / WIDTH:.2f}mm}}",
        "sheets": ("common/yaku.css",),
        "page_grid": cell.grid,
        "is_wide": is_wide,
        "steps": _STEPS,
        "several": say_several(rule_set),
        "worth": list_worth(rule_set),
        "rule": scorer.settlement.rule.format(deck_points=rule_set.deck_points),
        "fixed": list_fixed(rule_set, method),
        "dealt": say_dealt(rule_set),
        "goal": say_goal(options),
        "bonuses": scorer.settlement.yaku_words if options.yaku else "",
        "begins": "the player on the dealer’s left"
        if rule_set.turn.starts == "left-of-dealer"
        else "the dealer",
    }
