"""A round of a game without cards: the points of each side.

Number keys of phones have no minus, so that a tick beside the number says that it is below 0; a minus that
was typed does the same.
"""

from typing import Any

from companion.rules import RuleSet, ScoredEntry
from companion.web.rounds.shapes.reading import RoundFields, Shown


def read_scored(form: RoundFields) -> dict[str, Any]:
    """The document of the number fields."""
    points = {side: form.read_amount(f"points-{n}", n, "points") for n, side in enumerate(form.sides)}
    for number, side in enumerate(form.sides):
        amount = points[side]
        if amount is not None and form.has(f"minus-{number}", "yes"):
            points[side] = -abs(amount)
    return {"points": points}


def find_scored_fields(form: RoundFields) -> dict[str, str]:
    """The field of each path of keys in the document."""
    return {f"points/{side}": f"points-{number}" for number, side in enumerate(form.sides)}


def show_scored(entry: ScoredEntry, _: RuleSet) -> Shown:
    """The number fields and ticks of a round."""
    shown: Shown = {}
    for number, points in enumerate(row["card_points"] for row in entry.numbers):
        shown |= {f"points-{number}": str(abs(points)), f"minus-{number}": ["yes"] if points < 0 else []}
    return shown
