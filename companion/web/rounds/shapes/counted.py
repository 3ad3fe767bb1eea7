"""A round by counts: how many cards of each value group a side has, and the yaku that it made."""

from __future__ import annotations

from typing import Any

from companion.rules import CountsEntry, RuleSet
from companion.web.rounds.shapes.reading import RoundFields, Shown


def read_counted(form: RoundFields) -> dict[str, Any]:
    """The document of the count fields."""
    counts: dict[str, Any] = {}
    for number, side in enumerate(form.sides):
        counts[side] = {
            group.id: form.read_amount(f"count-{number}-{group.id}", number, group.id)
            for group in form.rule_set.counted
        }
        counts[side]["yaku"] = form.get_all(f"yaku-{number}")
    return {"counts": counts, **form.read_gaji()}


def find_counted_fields(form: RoundFields) -> dict[str, str]:
    """The field of each path of keys in the document."""
    groups = [group.id for group in form.rule_set.counted]
    fields = {"counts": f"count-0-{groups[0]}"}
    fields |= {f"counts/{group}": f"count-0-{group}" for group in groups}
    for number, side in enumerate(form.sides):
        fields[f"counts/{side}/yaku"] = f"yaku-{number}"
        fields |= {f"counts/{side}/{group}": f"count-{number}-{group}" for group in groups}
    return fields


def show_counted(entry: CountsEntry, _: RuleSet) -> Shown:
    """The count fields and ticks of a round."""
    shown: Shown = {f"yaku-{number}": list(yaku) for number, yaku in enumerate(entry.yaku)}
    for number, counts in enumerate(entry.counts):
        shown |= {f"count-{number}-{group}": str(count) for group, count in counts.items()}
    return shown
