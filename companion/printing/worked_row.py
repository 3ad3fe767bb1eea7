"""A worked row at the head of a pad: what one side might have captured, and what is written for it.

Each figure comes from the scorer of the table, so that the row adds up by its own rules.
"""

from __future__ import annotations

from companion.cards import CardSet
from companion.printing.columns import Column
from companion.printing.orders import Order
from companion.rules import ValueGroup, Yaku, get_scorer, parse_entry, score_round


def work_row(order: Order, columns: tuple[Column, ...], signs: dict[str, str]) -> dict[str, str]:
    """What stands in each column, by its id: marks in the groups, the sign of a yaku, figures."""
    scorer = get_scorer(order.rule_set, order.options)
    sides = len(order.sides)
    counts = {group.id: -(-len(group.cards) // sides) for group in order.rule_set.counted}
    points = sum(group.points * counts[group.id] for group in order.rule_set.counted)
    yaku = _find_yaku(order, counts)
    nothing = [0] * (sides - 1)
    deck_points = order.rule_set.deck_points
    row, *_ = scorer.settle(
        [points, *nothing], [yaku.points if yaku else 0, *nothing], [0, *nothing], deck_points
    )
    settlement = scorer.settlement
    figures = dict(zip([figure.id for figure in settlement.figures], row, strict=True))
    written: dict[str, str] = {}
    for column in columns:
        if column.kind == "group":
            written[column.id] = _fill(counts[column.id], column.cards)
        elif column.kind == "yaku":
            written[column.id] = signs[yaku.id] if yaku else "–"
        elif column.kind == "total":
            written[column.id] = str(row[scorer.score_place]).replace("-", "−")
        elif column.value is None:
            written[column.id] = str(figures[column.id]).replace("-", "−")
    return written


def work_race_row(order: Order, columns: tuple[Column, ...], signs: dict[str, str]) -> dict[str, str]:
    """What the side that stopped writes for a yaku of about 5, after the other called koi-koi once."""
    in_play = (each for each in order.rule_set.yaku if each.id in order.options.yaku)
    yaku = min(in_play, key=lambda each: abs(each.points - 5))
    raw = {
        "outcome": "shobu",
        "winner": "A",
        "points": {"A": yaku.points},
        "calls": {"A": 0, "B": 1},
    }
    breakdown = score_round(order.rule_set, order.options, parse_entry(raw, order.rule_set, ["A", "B"]))
    ids = [figure.id for figure in breakdown.settlement.figures]
    figures = dict(zip(ids, breakdown.sides[0].figures, strict=True))
    written = {"deals": "○", "yaku": signs[yaku.id], "calls": "–", "total": str(breakdown.sides[0].score)}
    for column in columns:
        written.setdefault(column.id, f"{'× ' * (column.kind == 'factor')}{figures.get(column.id)}")
    return written


def _find_yaku(order: Order, counts: dict[str, int]) -> Yaku | None:
    """The first yaku in play that so many cards can make."""
    for yaku in order.rule_set.yaku:
        if yaku.id in order.options.yaku and all(
            _count_needed(yaku, group) <= counts[group.id] for group in order.rule_set.counted
        ):
            return yaku
    return None


def _count_needed(yaku: Yaku, group: ValueGroup) -> int:
    """The most cards of a group that a yaku can ask for."""
    cards = CardSet.of(group.cards)
    pool = yaku.at_least.of & cards if yaku.at_least else CardSet()
    return len(yaku.all_of & cards) + min(len(pool), yaku.at_least.n if yaku.at_least else 0)


def _fill(count: int, cards: int) -> str:
    """The rings of a group, in two rows if there are many, the first ones filled."""
    rings = "●" * count + "○" * (cards - count)
    half = max(5, (cards + 1) // 2)
    return rings if cards <= 5 else f"{rings[:half]}\n{rings[half:]}"
