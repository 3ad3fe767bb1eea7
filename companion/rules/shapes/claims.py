"""Rounds counted by hand: numbers and claimed yaku of each side, and whether they can lie together.

Sources: scoring-io.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.cards import Card, CardSet
from companion.errors import NotPossible, NotUnderstood, say_nearest
from companion.rules.shapes.reading import RoundReader
from companion.rules.yaku import Yaku

# Says why a pile of this size cannot hold the cards, or None.
SayBeyond = Callable[[CardSet], str | None]


def read_row(
    reader: RoundReader, row: object, keys: tuple[str, ...], *where: str
) -> tuple[list[int | None], tuple[str, ...]]:
    """The numbers under `keys` and the yaku claimed in one side's row."""
    side = where[-1]
    if row is ...:
        return [None] * len(keys), ()
    if not isinstance(row, Mapping):
        words = ", ".join(f"“{key}”" for key in keys)
        reader.fail(NotUnderstood, f"{side} needs {words} and “yaku”.", *where)
        return [None] * len(keys), ()
    for key in row:
        if key not in (*keys, "yaku"):
            nearest = say_nearest(str(key), (*keys, "yaku"))
            reader.fail(NotUnderstood, f"{side}: there is no “{str(key)[:80]}” here{nearest}.", *where)
    numbers = [read_amount(reader, row, key, *where) for key in keys]
    return numbers, reader.read_yaku(row.get("yaku", []), *where, "yaku")


def read_amount(reader: RoundReader, row: Mapping[object, object], key: str, *where: str) -> int | None:
    """A whole number of a side that is not below 0; None, with the fault noted, for anything else."""
    side = where[-1]
    value = row.get(key)
    if value is None:
        reader.fail(NotUnderstood, f"{side}: the {key.replace('_', ' ')} are not entered.", *where, key)
        return None
    if type(value) is not int or not -(10**9) < value < 10**9:
        reader.fail(
            NotUnderstood, f"{side}: the {key.replace('_', ' ')} must be a whole number.", *where, key
        )
        return None
    if value < 0:
        reader.fail(NotPossible, f"{side}: the {key.replace('_', ' ')} cannot be less than 0.", *where, key)
        return None
    return value


def check_claims(
    reader: RoundReader, way: str, claims: Sequence[tuple[str, ...]], say: Sequence[SayBeyond]
) -> None:
    """Notes claimed yaku that the numbers cannot hold, and cards that two sides' yaku both need."""
    owners: dict[Card, int] = {}
    for number, (side, yaku_ids) in enumerate(zip(reader.sides, claims, strict=True)):
        needed = CardSet()
        for yaku_id in yaku_ids:
            yaku = reader.rule_set.get_yaku(yaku_id)
            needed |= yaku.all_of
            beyond = say[number](yaku.all_of)
            together = say[number](needed)
            if beyond:
                message = f"{side} cannot have {yaku.short_name}: {beyond}."
                reader.fail(NotPossible, message, way, side, "yaku")
            elif together:
                message = f"{side} cannot have {yaku.short_name} beside the other yaku: {together}."
                reader.fail(NotPossible, message, way, side, "yaku")
            check_owner(reader, owners, yaku, number, way, side, "yaku")


def check_owner(reader: RoundReader, owners: dict[Card, int], yaku: Yaku, number: int, *where: str) -> None:
    """Notes the first card of a side's yaku that another side has by its own; else adds it to `owners`."""
    for card in yaku.all_of:
        owner = owners.setdefault(card, number)
        if owner != number:
            other = f"{reader.sides[owner]} has by another yaku"
            message = f"{yaku.short_name} of {reader.sides[number]} needs {card.id}, which {other}."
            reader.fail(NotPossible, message, *where)
            break
