"""What all pads share: the rounds that they have, what the head says, and the foot."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.printing.columns import DEALT_SIGN, Column, get_columns, get_signs, get_yaku_in_play
from companion.printing.orders import Order
from companion.printing.words import (
    has_months,
    measure,
    name_flower,
    say_dealt,
    say_goal,
    say_house_rules,
    say_method,
    say_months_of_deck,
    say_points,
    stack,
)
from companion.reference import name_fully
from companion.rules import get_scorer

_TOTAL = "Total = total before + round."
_CALLS = (
    "Koi-koi: who calls makes a stroke in their own row. ×: what the points of the side that stopped are"
    " multiplied by."
)
_FURTHER = "+1: for each further card"
_SEE = "(see the yaku card)"


# The median number of rounds of a game of Kwa-Dō to 200 by method A with all bonuses, by the number of sides;
# without bonuses it is 17 to 21. Counted in simulated games.
USUAL_ROUNDS = {"kwado-1985": {2: 3, 3: 5, 4: 7, 5: 9, 6: 10}, "kwado-1982": {2: 3, 3: 5, 4: 7}}


class PadRound(NamedTuple):
    """A round of the pad: its number and, where rounds are named by their months, its flower."""

    number: int
    flower: str


class Fact(NamedTuple):
    """What the head says: words, and a value; None is a line to write it on."""

    words: str
    value: str | None


def count_wanted(order: Order) -> int | None:
    """The rounds that the order says, or that the game still has; None for as many as fit."""
    if order.rounds is not None or order.options.rounds is None:
        return order.rounds
    left = order.options.rounds - count_played(order)
    return left if left > 0 else None


def count_played(order: Order) -> int:
    """The rounds of a game that goes on; the pad of one that is won is for the next game."""
    if order.game is None or order.game.breakdown.is_finished:
        return 0
    return len(order.game.breakdown.rounds)


def name_round(order: Order, number: int) -> PadRound:
    is_named = has_months(order.rule_set, order.options)
    return PadRound(number, name_flower(order.rule_set, (number - 1) % 12 + 1) if is_named else "")


def say_sums(order: Order, columns: tuple[Column, ...]) -> str:
    """How to work out a row, for the foot: only with figures that the pad has a column for."""
    settlement = get_scorer(order.rule_set, order.options).settlement
    terms = {}
    for figure in settlement.figures:
        terms[f"plus_{figure.id}"] = terms[f"less_{figure.id}"] = ""
    for column in columns:
        terms[f"plus_{column.id}"] = f" + {column.head.lower()}"
        terms[f"less_{column.id}"] = f" − {column.head.lower()}"
        if column.value is not None:
            terms[column.id] = str(column.value).replace("-", "−")
    sums = f"{settlement.foot.format(**terms)} {_TOTAL}"
    if order.rule_set.race is None:
        return sums
    return f"{_CALLS} {sums} {say_dealt(order.rule_set, DEALT_SIGN)}"


def say_check(order: Order) -> str:
    """What the scores of a round add up to, where it is the same whatever yaku there are."""
    scorer = get_scorer(order.rule_set, order.options)
    if scorer.settlement.check is None:
        return ""
    count, deck_points = len(order.sides), order.rule_set.deck_points
    nothing = [0] * (count - 1)
    extra = sum(each.points for each in scorer.extras if each.sides == count)
    without, with_yaku = (
        sum(
            row[scorer.score_place]
            for row in scorer.settle(
                [deck_points, *nothing], [bonus, *nothing], [extra, *nothing], deck_points
            )
        )
        for bonus in (0, 1)
    )
    return scorer.settlement.check.format(sum=without) if without == with_yaku else ""


def list_leaves(order: Order, wanted: int, rounds: int) -> list[list[PadRound]]:
    """The rounds of each leaf, so many on each."""
    first = count_played(order) + 1
    last = count_played(order) + wanted
    return [
        [name_round(order, number) for number in range(top, min(top + rounds, last + 1))]
        for top in range(first, last + 1, rounds)
    ]


def list_facts(order: Order, is_roomy: bool = False) -> list[Fact]:
    """What the head says: method, fixed figures, what is played to, date, and with room who won."""
    facts = []
    if method := say_method(order.rule_set, order.options):
        facts.append(Fact(method, ""))
    for column in get_columns(order.rule_set, order.options, len(order.sides)):
        if column.value is not None:
            facts.append(Fact(column.head, str(abs(column.value))))
    if order.options.rounds is not None:
        facts.append(Fact("", say_goal(order.options)))
    else:
        target = order.options.target
        facts.append(Fact("Target", None if target is None else str(target)))
    facts.append(Fact("Date", order.date or None))
    return [*facts, Fact("Winner", None)] if is_roomy else facts


def measure_foot_mm(order: Order, width_mm: float, is_roomy: bool) -> float:
    """The height of the foot: sums, house rules, bonuses."""
    has_yaku = bool(order.options.yaku)
    usual = (17.0 if has_yaku else 8.0) if is_roomy else 0.0
    if order.rule_set.race is None and is_roomy:
        return usual
    # The letters of a text are a tenth narrower than `measure` says.
    line_mm, letter_mm = (3.0 if is_roomy else 2.7), 0.318 * 6.5
    lines = sum(-(-measure(text) * letter_mm // width_mm) for text in _list_foot(order, is_roomy))
    return max(usual, 1.5 + lines * line_mm)


def _list_foot(order: Order, is_roomy: bool) -> list[str]:
    """The texts at the foot, about as long as the template has them."""
    columns = get_columns(order.rule_set, order.options, len(order.sides))
    agreed = say_agreed(order)
    signs = get_signs(order.rule_set)
    yaku = get_yaku_in_play(order.rule_set, order.options)
    if is_roomy:
        said = [f"{signs[each.id]} {name_fully(each)} {say_points(each)}" for each in yaku]
    else:
        stacked = stack((say_points(each), signs[each.id]) for each in yaku)
        said = [f"{found} {points}" for points, found in stacked]
        said[:0] = [get_scorer(order.rule_set, order.options).settlement.yaku_words] if said else []
    bonuses = " · ".join([*said, _FURTHER, _SEE]) if said else ""
    return [f"{say_sums(order, columns)} {agreed}", *filter(None, [bonuses])]


def say_agreed(order: Order) -> str:
    """The house rules, and what number the cards of a month bear in another deck."""
    agreed = say_house_rules(order.rule_set, order.options, len(order.sides))
    months = say_months_of_deck(order.rule_set, order.options, order.deck)
    return f"{agreed} {months}".strip()


def say_head(column: Column) -> str:
    """The head of a column; “Cards” alone reads as a number of cards."""
    return "Card points" if column.kind == "cards" else column.head


def describe_foot(order: Order, columns: tuple[Column, ...]) -> dict[str, Any]:
    """What the foot says, for `common/pad.html`."""
    signs = get_signs(order.rule_set)
    yaku = get_yaku_in_play(order.rule_set, order.options)
    return {
        "sums": say_sums(order, columns),
        "agreed": say_agreed(order),
        "check": say_check(order) if yaku else "",
        "yaku": yaku,
        "signs": signs,
        "points": {each.id: say_points(each) for each in yaku},
        "yaku_by_points": stack((say_points(each), signs[each.id]) for each in yaku),
        "bonuses": get_scorer(order.rule_set, order.options).settlement.yaku_words,
        "further": _FURTHER if any(each.extra for each in yaku) else "",
        "see": _SEE,
    }
