"""Rounds that the table counted itself, by value groups or to card points, with the yaku of each side.

Sources: scoring-io.md (`counts`, `points`).
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from companion.cards import Card, CardSet
from companion.errors import NotPossible, NotUnderstood, raise_all
from companion.rules.entries.reading import Amount, EntryOfSides, RoundReader, YakuId
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
    """A round that the table counted itself, with the yaku that each side claims.

    By the way `counts` the `numbers` of a side say how many cards of each value group it has, by `points` its
    card points, under the one key `card_points`.
    """

    way: str
    numbers: tuple[Counts, ...]
    yaku: tuple[tuple[str, ...], ...]

    def _own_document(self) -> dict[str, object]:
        rows = zip(self.sides, self.numbers, self.yaku, strict=True)
        return {self.way: {side: {**numbers, "yaku": list(yaku)} for side, numbers, yaku in rows}}


@dataclass(frozen=True, slots=True)
class ScoredEntry(ClaimedEntry):
    """A round of a game without cards: the points of each side, also below 0."""

    def _own_document(self) -> dict[str, object]:
        return {"points": self._by_side(numbers[POINTS] for numbers in self.numbers)}


def sum_counts(rule_set: RuleSet, counts: Counts) -> int:
    """The card points of so many cards of each value group, or those that were added up already."""
    worth = {group.id: group.points for group in rule_set.counted}
    return sum([number * worth.get(key, 1) for key, number in counts.items()])


def find_unclaimed(
    rule_set: RuleSet, yaku: Iterable[Yaku], numbers: Sequence[Counts], claimed: Collection[str]
) -> tuple[Yaku, ...]:
    """The yaku of one card that no side claims though all its group is captured: somebody has it."""
    is_all = sum(sum_counts(rule_set, each) for each in numbers) == rule_set.deck_points
    full = [
        group.cards
        for group in rule_set.counted
        if is_all or sum(each.get(group.id, 0) for each in numbers) == len(group.cards)
    ]
    return tuple(
        one
        for one in yaku
        if len(one.all_of) == 1 and one.id not in claimed and any(one.all_of <= cards for cards in full)
    )


def read_claimed(reader: RoundReader, way: str, rows: list[dict[str, object] | None]) -> ClaimedEntry:
    rule_set = reader.rule_set
    groups = rule_set.counted if way == "counts" else ()
    numbers, claims = _read_rows(reader, way, rows, [group.id for group in groups] or [POINTS])
    points = [sum_counts(rule_set, each) for each in numbers]
    for group in groups:
        total, deck = sum(each[group.id] for each in numbers), len(group.cards)
        if total > deck:
            reader.fail(NotPossible, f"The deck has {deck} {group.id}, not {total}.", way, group.id)
    step = rule_set.point_step
    for side, number in zip(reader.sides, points, strict=True):
        if not groups and number % step:
            message = f"{side}: card points come in steps of {step}, so not {number}."
            reader.fail(NotPossible, message, way, side, POINTS)
    if not groups and sum(points) > rule_set.deck_points:
        reader.fail(NotPossible, f"The deck has {rule_set.deck_points} card points, not {sum(points)}.", way)

    def say_beyond(number: int, needed: CardSet) -> str | None:
        for group in groups:
            wanted, held = needed.count(group.cards), numbers[number][group.id]
            if wanted > held:
                return f"it takes {group.say(wanted)}, not {held}"
        wanted, held = rule_set.points.count(needed), points[number]
        return f"its cards alone are {wanted} card points, not {held}" if wanted > held else None

    if not reader.faults:
        _check_claims(reader, way, claims, say_beyond)
    gaji = reader.read_gaji()
    raise_all(reader.faults)
    return ClaimedEntry(
        reader.sides,
        gaji,
        reader.declared,
        reader.dealer,
        reader.extras,
        way,
        tuple(numbers),
        tuple(claims),
        sitting_out=reader.sitting_out,
        told=reader.told,
        note=reader.note,
    )


def read_scored(reader: RoundReader, rows: list[int | None]) -> ScoredEntry:
    """A round as entered; who sits out may say nothing, and has 0."""
    raise_all(reader.faults)
    points = tuple({POINTS: number or 0} for number in rows)
    none: tuple[tuple[str, ...], ...] = ((),) * len(points)
    return ScoredEntry(
        *(reader.sides, None, None, reader.dealer, (), "points", points, none),
        sitting_out=reader.sitting_out,
        note=reader.note,
    )


def _read_rows(
    reader: RoundReader, way: str, rows: list[dict[str, object] | None], keys: Sequence[str]
) -> tuple[list[dict[str, int]], list[tuple[str, ...]]]:
    """The numbers under `keys` and the yaku claimed in each side's row; 0 where a fault was noted."""
    numbers, claims = [], []
    for side, key_of_side, row in zip(reader.sides, reader.keys, rows, strict=True):
        if row is None:
            numbers.append(dict.fromkeys(keys, 0))
            claims.append(())
            continue
        path = (*reader.where, way, key_of_side)
        for fault in find_unknown(row, (*keys, "yaku"), "key"):
            reader.fail(NotUnderstood, f"{side}: {fault}", way, side)
        numbers.append({key: reader.read(Amount, row.get(key), (*path, key)) or 0 for key in keys})
        claims.append(reader.read(tuple[YakuId, ...], row.get("yaku", []), (*path, "yaku")) or ())
    return numbers, [reader.sort_yaku(each) for each in claims]


def _check_claims(
    reader: RoundReader,
    way: str,
    claims: Sequence[tuple[str, ...]],
    say_beyond: Callable[[int, CardSet], str | None],
) -> None:
    """Notes claimed yaku that the numbers cannot hold, and cards that two sides' yaku both need.

    `say_beyond` says why the pile of a side cannot hold the cards, or None.
    """
    owners: dict[Card, int] = {}
    for number, (side, yaku_ids) in enumerate(zip(reader.sides, claims, strict=True)):
        needed = CardSet()
        for yaku in map(reader.rule_set.get_yaku, yaku_ids):
            needed |= yaku.all_of
            some = yaku.at_least.some if yaku.at_least else CardSet()
            for cards, beside in ((yaku.all_of, ""), (some, ""), (needed, " beside the other yaku")):
                if beyond := say_beyond(number, cards):
                    message = f"{side} cannot have {yaku.short_name}{beside}: {beyond}."
                    reader.fail(NotPossible, message, way, side, "yaku")
                    break
            check_owner(reader, owners, yaku, number, way, side, "yaku")
    _check_pools(reader, way, [[*map(reader.rule_set.get_yaku, yaku_ids)] for yaku_ids in claims])


def _check_pools(reader: RoundReader, way: str, claims: Sequence[Sequence[Yaku]]) -> None:
    """Notes yaku of so many cards of one pool that ask together for more than it has."""
    for yaku in reader.rule_set.yaku:
        if yaku.at_least is None or not any(yaku in own for own in claims):
            continue
        pool = yaku.at_least.of
        needs = [
            max((one.at_least.n for one in own if one.at_least and one.at_least.of == pool), default=0)
            for own in claims
        ]
        if sum(needs) > len(pool):
            message = f"{yaku.short_name}: {sum(needs)} cards are claimed of {len(pool)} that there are."
            reader.fail(NotPossible, message, way)


def check_owner(reader: RoundReader, owners: dict[Card, int], yaku: Yaku, number: int, *where: str) -> None:
    """Notes the first card of a side's yaku that another side has by its own; else adds it to `owners`."""
    for card in yaku.all_of:
        owner = owners.setdefault(card, number)
        if owner != number:
            other = f"{reader.sides[owner]} has by another yaku"
            message = f"{yaku.short_name} of {reader.sides[number]} needs {card.id}, which {other}."
            reader.fail(NotPossible, message, *where)
            break
