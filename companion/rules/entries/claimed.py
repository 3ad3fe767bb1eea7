"""Rounds that the table counted itself, by value groups or to card points, with the yaku of each side.

Sources: scoring-io.md (`counts`, `points`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from companion.errors import NotPossible, NotUnderstood, raise_all
from companion.rules.entries.reading import (
    AMOUNT_LIMIT,
    Amount,
    EntryOfSides,
    RoundReader,
    Ticked,
    YakuId,
)
from companion.rules.records.rule_set import RuleSet
from companion.rules.records.yaku import Yaku
from companion.rules.text.reader import Bounds, find_unknown

# In a round of a game without cards. Larger ones are typos. Where tenths are agreed they may be Decimals,
# which add up and compare as whole numbers do, and so are the scores and totals made of them.
POINTS_LIMIT = 9_999
RoundPoints = Annotated[int, Bounds(-POINTS_LIMIT, POINTS_LIMIT, has_tenths=True)]
# How many cards of each value group with points a side has captured, by the group's id.
Counts = dict[str, int]
# What a side has by points.
POINTS = "card_points"


@dataclass(frozen=True, slots=True)
class ClaimedEntry(EntryOfSides):
    """A round that the table counted itself."""

    way: str
    """“counts” or “points”."""
    numbers: tuple[Counts, ...]
    """By counts, how many cards of each value group a side has; by points, its card points under
    `card_points`.
    """
    ticked: tuple[Ticked, ...]
    """The yaku of each side."""

    def _own_document(self) -> dict[str, object]:
        rows = zip(self.sides, self.numbers, map(dict, self.ticked), strict=True)
        return {
            self.way: {
                side: {**numbers, "yaku": further if any(further.values()) else list(further)}
                for side, numbers, further in rows
            }
        }


@dataclass(frozen=True, slots=True)
class ScoredEntry(ClaimedEntry):
    """A round of a game without cards: the points of each side, also below 0."""

    def _own_document(self) -> dict[str, object]:
        return {"points": self._by_side(numbers[POINTS] for numbers in self.numbers)}


def sum_counts(rule_set: RuleSet, counts: Counts) -> int:
    """The card points of so many cards of each value group, or those that were added up already."""
    worth = {group.id: group.points for group in rule_set.counting.point_groups}
    return sum([number * worth.get(key, 1) for key, number in counts.items()])


def find_unclaimed(
    rule_set: RuleSet, yaku: Iterable[Yaku], numbers: Sequence[Counts], claimed: Collection[str]
) -> tuple[Yaku, ...]:
    """The yaku of one card that no side claims though all its group is captured: somebody has it."""
    is_all = sum(sum_counts(rule_set, each) for each in numbers) == rule_set.counting.deck_points
    full = [
        group.cards
        for group in rule_set.counting.point_groups
        if is_all or sum(each.get(group.id, 0) for each in numbers) == len(group.cards)
    ]
    return tuple(
        one
        for one in yaku
        if len(one.all_of) == 1 and one.id not in claimed and any(one.all_of <= cards for cards in full)
    )


def read_claimed(reader: RoundReader, way: str, rows: list[dict[str, object] | None]) -> ClaimedEntry:
    rule_set = reader.rule_set
    groups = rule_set.counting.point_groups if way == "counts" else ()
    # Where a table has given cards more worth, there are more points.
    amount = Annotated[int, Bounds(0, max(AMOUNT_LIMIT, rule_set.counting.deck_points))]
    numbers, ticked = _read_rows(
        reader, way, rows, keys=[group.id for group in groups] or [POINTS], amount=amount
    )
    points = [sum_counts(rule_set, each) for each in numbers]
    for group in groups:
        total, deck = sum(each[group.id] for each in numbers), len(group.cards)
        if total > deck:
            reader.fail(NotPossible, f"The deck has {deck} {group.id}, not {total}.", way, group.id)
    step = rule_set.counting.point_step
    for side, number in zip(reader.sides, points, strict=True):
        if not groups and number % step:
            message = f"{side}: card points come in steps of {step}, so not {number}."
            reader.fail(NotPossible, message, way, side, POINTS)
    if not groups and sum(points) > rule_set.counting.deck_points:
        reader.fail(
            NotPossible, f"The deck has {rule_set.counting.deck_points} card points, not {sum(points)}.", way
        )

    gaji = reader.read_gaji()
    raise_all(reader.faults)
    return ClaimedEntry(
        sides=reader.sides,
        gaji=gaji,
        declared=reader.declared,
        dealer=reader.dealer,
        extras=reader.extras,
        way=way,
        numbers=tuple(numbers),
        ticked=tuple(ticked),
        sitting_out=reader.sitting_out,
        told=reader.told,
        note=reader.note,
    )


def read_scored(reader: RoundReader, rows: list[int | None]) -> ScoredEntry:
    """A round as entered; who sits out may say nothing, and has 0."""
    raise_all(reader.faults)
    points = tuple({POINTS: number or 0} for number in rows)
    none: tuple[Ticked, ...] = ((),) * len(points)
    return ScoredEntry(
        *(reader.sides, None, None, reader.dealer, (), "points", points, none),
        sitting_out=reader.sitting_out,
        note=reader.note,
    )


def _read_rows(
    reader: RoundReader, way: str, rows: list[dict[str, object] | None], keys: Sequence[str], amount: Any
) -> tuple[list[Counts], list[Ticked]]:
    """The numbers under `keys` and the yaku ticked in each side's row; 0 where a fault was noted."""
    numbers: list[Counts] = []
    ticked: list[Ticked] = []
    for side, key_of_side, row in zip(reader.sides, reader.keys, rows, strict=True):
        if row is None:
            numbers.append(dict.fromkeys(keys, 0))
            ticked.append(())
            continue
        path = (*reader.where, way, key_of_side)
        for fault in find_unknown(row, (*keys, "yaku"), "key"):
            reader.fail(NotUnderstood, f"{side}: {fault}", way, side)
        numbers.append({key: reader.read(amount, row.get(key), (*path, key)) or 0 for key in keys})
        yaku = row.get("yaku", [])
        hint = dict[YakuId, Amount] if isinstance(yaku, Mapping) else tuple[YakuId, ...]
        found = reader.read(hint, yaku, (*path, "yaku")) or {}
        ticked.append(reader.sort_ticked(found if isinstance(found, dict) else dict.fromkeys(found, 0)))
    return numbers, ticked
