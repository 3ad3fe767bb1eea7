"""A round that the table added up itself: card points.

Sources: scoring-io.md (`points`).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import CardSet
from companion.errors import NotPossible, raise_all
from companion.rules.rule_set import RuleSet
from companion.rules.shapes.claims import SayBeyond, check_claims, read_row
from companion.rules.shapes.reading import EntryOfSides, RoundReader


@dataclass(frozen=True, slots=True)
class PointsEntry(EntryOfSides):
    """A round that the table added up itself: card points, and the yaku that each side claims."""

    card_points: tuple[int, ...]
    yaku: tuple[tuple[str, ...], ...]

    def document(self) -> dict[str, object]:
        """The round as a document writes it, which `parse_entry` reads back."""
        rows = zip(self.sides, self.card_points, self.yaku, strict=True)
        points = {side: {"card_points": points, "yaku": list(yaku)} for side, points, yaku in rows}
        return {"points": points} | self._agreed_document()


def read_points(reader: RoundReader, rows: list[object]) -> PointsEntry:
    read = [
        read_row(reader, row, ("card_points",), "points", side)
        for side, row in zip(reader.sides, rows, strict=True)
    ]
    step = min(group.points for group in reader.rule_set.counted)
    points = tuple(numbers[0] or 0 for numbers, _ in read)
    for side, number in zip(reader.sides, points, strict=True):
        if number % step:
            message = f"{side}: card points come in steps of {step}, so not {number}."
            reader.fail(NotPossible, message, "points", side, "card_points")
    if sum(points) > reader.rule_set.deck_points:
        message = f"The deck has {reader.rule_set.deck_points} card points, not {sum(points)}."
        reader.fail(NotPossible, message, "points")
    claims = [yaku for _, yaku in read]
    if not reader.faults:
        check_claims(reader, "points", claims, [_say_beyond(reader.rule_set, number) for number in points])
    gaji = reader.read_gaji(None)
    raise_all(reader.faults)
    return PointsEntry(
        reader.sides, gaji, reader.declared, reader.dealer, reader.extras, points, tuple(claims)
    )


def _say_beyond(rule_set: RuleSet, points: int) -> SayBeyond:
    def say(needed: CardSet) -> str | None:
        wanted = rule_set.points.count(needed)
        return f"its cards alone are {wanted} card points, not {points}" if wanted > points else None

    return say
