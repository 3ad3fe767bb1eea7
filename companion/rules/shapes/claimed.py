"""Rounds that the table counted itself, by value groups or to card points, with the yaku of each side.

Sources: scoring-io.md (`counts`, `points`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.cards import Card, CardSet
from companion.errors import NotPossible, NotUnderstood, raise_all, say_nearest
from companion.rules.names import write_number
from companion.rules.shapes.reading import EntryOfSides, RoundReader
from companion.rules.yaku import Yaku

# Either way, in a round of a game without cards. Larger ones are typos.
ROUND_POINTS_LIMIT = 9_999
# How many cards of each value group with points a side has captured, by the group's id.
Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class CountsEntry(EntryOfSides):
    """A round that the table counted by value groups, with the yaku that each side claims."""

    counts: tuple[Counts, ...]
    yaku: tuple[tuple[str, ...], ...]

    def _own_document(self) -> dict[str, object]:
        rows = zip(self.sides, self.counts, self.yaku, strict=True)
        return {"counts": {side: {**counts, "yaku": list(yaku)} for side, counts, yaku in rows}}


@dataclass(frozen=True, slots=True)
class PointsEntry(EntryOfSides):
    """A round that the table added up itself: card points, and the yaku that each side claims."""

    card_points: tuple[int, ...]
    yaku: tuple[tuple[str, ...], ...]

    def _own_document(self) -> dict[str, object]:
        rows = zip(self.sides, self.card_points, self.yaku, strict=True)
        return {"points": {side: {"card_points": points, "yaku": list(yaku)} for side, points, yaku in rows}}


@dataclass(frozen=True, slots=True)
class ScoredEntry(PointsEntry):
    """A round of a game without cards: the points of each side, also below 0."""

    def _own_document(self) -> dict[str, object]:
        return {"points": self._by_side(self.card_points)}


def read_counts(reader: RoundReader, rows: list[object]) -> CountsEntry:
    groups = reader.rule_set.counted
    counts, claims = _read_rows(reader, "counts", rows, [group.id for group in groups])
    for group in groups:
        total, deck = sum(each[group.id] for each in counts), len(group.cards)
        if total > deck:
            reader.fail(NotPossible, f"The deck has {deck} {group.id}, not {total}.", "counts", group.id)

    def say_beyond(number: int, needed: CardSet) -> str | None:
        for group in groups:
            wanted, held = needed.count(group.cards), counts[number][group.id]
            if wanted > held:
                return f"it takes {group.say(wanted)}, not {held}"
        return None

    if not reader.faults:
        _check_claims(reader, "counts", claims, say_beyond)
    gaji = reader.read_gaji()
    raise_all(reader.faults)
    return CountsEntry(
        reader.sides, gaji, reader.declared, reader.dealer, reader.extras, tuple(counts), tuple(claims)
    )


def read_points(reader: RoundReader, rows: list[object]) -> PointsEntry:
    read, claims = _read_rows(reader, "points", rows, ["card_points"])
    points = tuple(each["card_points"] for each in read)
    step = min(group.points for group in reader.rule_set.counted)
    for side, number in zip(reader.sides, points, strict=True):
        if number % step:
            message = f"{side}: card points come in steps of {step}, so not {number}."
            reader.fail(NotPossible, message, "points", side, "card_points")
    if sum(points) > reader.rule_set.deck_points:
        message = f"The deck has {reader.rule_set.deck_points} card points, not {sum(points)}."
        reader.fail(NotPossible, message, "points")

    def say_beyond(number: int, needed: CardSet) -> str | None:
        wanted, held = reader.rule_set.count_points(needed), points[number]
        return f"its cards alone are {wanted} card points, not {held}" if wanted > held else None

    if not reader.faults:
        _check_claims(reader, "points", claims, say_beyond)
    gaji = reader.read_gaji()
    raise_all(reader.faults)
    return PointsEntry(
        reader.sides, gaji, reader.declared, reader.dealer, reader.extras, points, tuple(claims)
    )


def read_scored(reader: RoundReader, rows: list[object]) -> ScoredEntry:
    for side, row in zip(reader.sides, rows, strict=True):
        if row is not ... and type(row) is not int:
            reader.fail(NotUnderstood, f"{side}: the points must be a whole number.", "points", side)
        elif type(row) is int and abs(row) > ROUND_POINTS_LIMIT:
            limit = write_number(ROUND_POINTS_LIMIT)
            message = f"{side}: points of a round are a number from −{limit} to {limit}."
            reader.fail(NotPossible, message, "points", side)
    raise_all(reader.faults)
    points = tuple(row for row in rows if isinstance(row, int))
    none: tuple[tuple[str, ...], ...] = ((),) * len(points)
    return ScoredEntry(reader.sides, None, None, reader.dealer, (), points, none)


def _read_rows(
    reader: RoundReader, way: str, rows: list[object], keys: Sequence[str]
) -> tuple[list[dict[str, int]], list[tuple[str, ...]]]:
    """The numbers under `keys` and the yaku claimed in each side's row; 0 where a fault was noted."""
    numbers, claims = [], []
    for side, row in zip(reader.sides, rows, strict=True):
        own: Mapping[object, object] = row if isinstance(row, Mapping) else {}
        if own is not row and row is not ...:
            words = ", ".join(f"“{key}”" for key in keys)
            reader.fail(NotUnderstood, f"{side} needs {words} and “yaku”.", way, side)
        for key in [str(each) for each in own if each not in (*keys, "yaku")]:
            nearest = say_nearest(key, (*keys, "yaku"))
            reader.fail(NotUnderstood, f"{side}: there is no “{key[:80]}” here{nearest}.", way, side)
        read = {key: read_amount(reader, own, key, way, side) or 0 for key in keys if own is row}
        numbers.append(dict.fromkeys(keys, 0) | read)
        claims.append(reader.read_yaku(own.get("yaku", []), way, side, "yaku"))
    return numbers, claims


def read_amount(reader: RoundReader, row: Mapping[object, object], key: str, *where: str) -> int | None:
    """A whole number of a side that is not below 0; None, with the fault noted, for anything else."""
    what = f"{where[-1]}: the {key.replace('_', ' ')}"
    value = row.get(key)
    if value is None:
        reader.fail(NotUnderstood, f"{what} are not entered.", *where, key)
    elif type(value) is not int or not -(10**9) < value < 10**9:
        reader.fail(NotUnderstood, f"{what} must be a whole number.", *where, key)
    elif value < 0:
        reader.fail(NotPossible, f"{what} cannot be less than 0.", *where, key)
    else:
        return value
    return None


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
            if beyond := say_beyond(number, yaku.all_of):
                message = f"{side} cannot have {yaku.short_name}: {beyond}."
                reader.fail(NotPossible, message, way, side, "yaku")
            elif yaku.at_least and (few := say_beyond(number, yaku.at_least.some)):
                message = f"{side} cannot have {yaku.short_name}: {few}."
                reader.fail(NotPossible, message, way, side, "yaku")
            elif together := say_beyond(number, needed):
                message = f"{side} cannot have {yaku.short_name} beside the other yaku: {together}."
                reader.fail(NotPossible, message, way, side, "yaku")
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
