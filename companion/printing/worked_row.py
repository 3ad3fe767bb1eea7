"""The worked rows at the head of a pad: what a side might have captured, and what is written for it.

Each figure comes from the scorer of the table, so that a row adds up by its own rules.
"""

from collections.abc import Sequence
from typing import Any

from companion.errors import CompanionError
from companion.printing.columns import Column, get_signs, get_yaku_in_play
from companion.printing.orders import Order
from companion.printing.words import number
from companion.rules import Entry, Yaku, get_scorer, parse_entry, score_round

# Of a game without cards.
_POINTS = (12, -5, 0, 7, 3, 20, 1)


def work_rows(order: Order, columns: Sequence[Column]) -> list[dict[str, str]]:
    """What stands in each column, by its id: one row, or one each for two sides where `count_rows` says so.

    A value group has the number of its cards, the yaku its sign.
    """
    race = order.rule_set.race
    entry, yaku = _make_round(order) if race is None else _make_race(order)
    breakdown = score_round(order.rule_set, order.options, entry)
    sign = get_signs(order.rule_set)[yaku.id] if yaku else "–"
    rows = []
    for place, side in enumerate(breakdown.sides[: count_rows(order)]):
        written = {key: number(points) for key, points in side.figures.items()}
        written |= {group.id: str(_share(order, len(group.cards), place)) for group in order.rule_set.counted}
        written |= {
            "yaku": sign,
            "total": written.get(breakdown.settlement.decides, "0"),
            "deals": "●◯"[place],
        }
        if race is not None:
            written["calls"] = "I" if written["calls"] == "1" else "–"
            written["multiplier"] = f"× {written['multiplier']}"
        if place:
            written |= dict.fromkeys(("yaku", *(("base", "multiplier") if race else ())), "–")
        rows.append({column.id: written[column.id] for column in columns})
    return rows


def count_rows(order: Order) -> int:
    """Two in a race, and where the yaku of a side are paid by the others."""
    columned = get_scorer(order.rule_set, order.options).settlement.columned
    is_paid = bool(order.options.yaku) and any(each.lists == "yaku-of-others" for each in columned)
    return 2 if is_paid or order.rule_set.race is not None else 1


def _share(order: Order, cards: int, place: int) -> int:
    """The cards of a group that a side has where all have nearly as many, the first ones one more."""
    return (cards - place - 1) // len(order.sides) + 1


def _make_round(order: Order) -> tuple[Entry, Yaku | None]:
    """Sides with their shares of each group, and the first yaku in play that so many cards can make."""
    sides = "ABCDEFG"[: len(order.sides)]
    if not order.rule_set.has_cards:
        points = dict(zip(sides, _POINTS, strict=False))
        return parse_entry({"points": points}, order.rule_set, [*sides]), None
    piles: list[dict[str, Any]] = [
        {"yaku": []} | {group.id: _share(order, len(group.cards), place) for group in order.rule_set.counted}
        for place in range(len(sides))
    ]
    for yaku in (*get_yaku_in_play(order.rule_set, order.options), None):
        piles[0]["yaku"] = [yaku.id] if yaku else []
        try:
            raw = {"counts": dict(zip(sides, piles, strict=True))}
            return parse_entry(raw, order.rule_set, [*sides]), yaku
        except CompanionError:
            # So few cards do not make this yaku.
            continue
    raise AssertionError("A round without a yaku can always be.")


def _make_race(order: Order) -> tuple[Entry, Yaku]:
    """The other called koi-koi once, whoever stops too where that counts; then one stopped with about 5."""
    in_play = get_yaku_in_play(order.rule_set, order.options)
    yaku = min(in_play, key=lambda each: abs(each.points - 5))
    raw = {"outcome": "shobu", "winner": "A", "points": {"A": yaku.points}}
    entries = [parse_entry(raw | {"calls": {"A": own, "B": 1}}, order.rule_set, ["A", "B"]) for own in (0, 1)]
    without, with_own = (score_round(order.rule_set, order.options, each).sides[0].score for each in entries)
    return entries[without != with_own], yaku
