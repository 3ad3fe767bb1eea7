"""A round by counts or by points: the numbers of each side, and the yaku that it made.

By counts a side says how many cards of each value group it has, by points the card points that it added up.
"""

from typing import Any

from companion.rules import ClaimedEntry, RuleSet
from companion.web.rounds.shapes.reading import RoundFields, Shown

POINTS = "card_points"


def list_numbers(form: RoundFields) -> list[str]:
    """What each side says by this way, as a document names it."""
    return [POINTS] if form.get("way") == "points" else [group.id for group in form.rule_set.counted]


def name_field(key: str, number: int) -> str:
    return f"points-{number}" if key == POINTS else f"count-{number}-{key}"


def read_claimed(form: RoundFields) -> dict[str, Any]:
    """The document of the number fields."""
    rows: dict[str, dict[str, Any]] = {}
    for number, side in enumerate(form.sides):
        rows[side] = {
            key: form.read_amount(name_field(key, number), number, key.replace("_", " "))
            for key in list_numbers(form)
        }
        rows[side]["yaku"] = form.get_all(f"yaku-{number}")
    return {form.get("way"): rows, **form.read_gaji()}


def find_claimed_fields(form: RoundFields) -> dict[str, str]:
    """The field of each path of keys in the document."""
    way, keys = form.get("way"), list_numbers(form)
    fields = {way: name_field(keys[0], 0)} | {f"{way}/{key}": name_field(key, 0) for key in keys}
    for number, side in enumerate(form.sides):
        fields[f"{way}/{side}/yaku"] = f"yaku-{number}"
        fields |= {f"{way}/{side}/{key}": name_field(key, number) for key in keys}
    return fields


def show_claimed(entry: ClaimedEntry, _: RuleSet) -> Shown:
    """The number fields and ticks of a round."""
    shown: Shown = {f"yaku-{number}": list(yaku) for number, yaku in enumerate(entry.yaku)}
    for number, row in enumerate(entry.numbers):
        shown |= {name_field(key, number): str(value) for key, value in row.items()}
    return shown
