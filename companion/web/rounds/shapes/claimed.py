"""A round by numbers: by counts, by points with the yaku of each side, or of a game without cards.

By counts a side says how many cards of each value group it has, by points the card points that it added up.
In a game without cards number keys of phones have no minus, so that a tick beside the number says that it is
below 0; a minus that was typed does the same.
"""

from typing import Any

from companion.rules import ClaimedEntry, RuleSet, ScoredEntry
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


def show_claimed(entry: ClaimedEntry, _: RuleSet) -> Shown:
    """The number fields and ticks of a round."""
    shown: Shown = {f"yaku-{number}": list(yaku) for number, yaku in enumerate(entry.yaku)}
    for number, row in enumerate(entry.numbers):
        shown |= {name_field(key, number): str(value) for key, value in row.items()}
    return shown


def read_scored(form: RoundFields) -> dict[str, Any]:
    """The document of the number fields."""
    points = {side: form.read_amount(f"points-{n}", n, "points") for n, side in enumerate(form.sides)}
    for number, side in enumerate(form.sides):
        amount = points[side]
        if amount is not None and form.has(f"minus-{number}", "yes"):
            points[side] = -abs(amount)
    return {"points": points}


def show_scored(entry: ScoredEntry, _: RuleSet) -> Shown:
    """The number fields and ticks of a round."""
    shown: Shown = {}
    for number, points in enumerate(row["card_points"] for row in entry.numbers):
        shown |= {f"points-{number}": str(abs(points)), f"minus-{number}": ["yes"] if points < 0 else []}
    return shown
