"""A round that the table counted by value groups.

Sources: scoring-io.md (`counts`).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import CardSet
from companion.errors import NotPossible, raise_all
from companion.rules.rule_set import RuleSet
from companion.rules.shapes.claims import SayBeyond, check_claims, read_row
from companion.rules.shapes.reading import EntryOfSides, RoundReader

# How many cards of each value group with points a side has captured, by the group's id.
Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class CountsEntry(EntryOfSides):
    """A round that the table counted by value groups, with the yaku that each side claims."""

    counts: tuple[Counts, ...]
    yaku: tuple[tuple[str, ...], ...]

    def document(self) -> dict[str, object]:
        """The round as a document writes it, which `parse_entry` reads back."""
        rows = zip(self.sides, self.counts, self.yaku, strict=True)
        counts = {side: {**counts, "yaku": list(yaku)} for side, counts, yaku in rows}
        return {"counts": counts} | self._agreed_document()


def read_counts(reader: RoundReader, rows: list[object]) -> CountsEntry:
    groups = reader.rule_set.counted
    keys = tuple(group.id for group in groups)
    read = [read_row(reader, row, keys, "counts", side) for side, row in zip(reader.sides, rows, strict=True)]
    for column, group in enumerate(groups):
        total = sum(numbers[column] or 0 for numbers, _ in read)
        deck = len(group.cards)
        if total > deck:
            reader.fail(NotPossible, f"The deck has {deck} {group.id}, not {total}.", "counts", group.id)
    claims = [yaku for _, yaku in read]
    counts = tuple(
        {key: number or 0 for key, number in zip(keys, numbers, strict=True)} for numbers, _ in read
    )
    if not reader.faults:
        check_claims(reader, "counts", claims, [_say_beyond(reader.rule_set, each) for each in counts])
    gaji = reader.read_gaji(None)
    raise_all(reader.faults)
    return CountsEntry(
        reader.sides, gaji, reader.declared, reader.dealer, reader.extras, counts, tuple(claims)
    )


def _say_beyond(rule_set: RuleSet, counts: Counts) -> SayBeyond:
    def say(needed: CardSet) -> str | None:
        for group in rule_set.counted:
            wanted = needed.count(group.cards)
            if wanted > counts[group.id]:
                return f"it takes {group.say(wanted)}, not {counts[group.id]}"
        return None

    return say
