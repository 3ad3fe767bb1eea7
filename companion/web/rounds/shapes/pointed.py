"""A round by points: the card points that a side added up itself, and the yaku that it made."""

from __future__ import annotations

from typing import Any

from companion.rules import PointsEntry, RuleSet
from companion.web.rounds.shapes.reading import RoundFields, Shown


def read_pointed(form: RoundFields) -> dict[str, Any]:
    """The document of the point fields."""
    points = {
        side: {
            "card_points": form.read_amount(f"points-{number}", number, "card points"),
            "yaku": form.get_all(f"yaku-{number}"),
        }
        for number, side in enumerate(form.sides)
    }
    return {"points": points, **form.read_gaji()}


def find_pointed_fields(form: RoundFields) -> dict[str, str]:
    """The field of each path of keys in the document."""
    fields = {"points": "points-0"}
    for number, side in enumerate(form.sides):
        fields |= {f"points/{side}/card_points": f"points-{number}", f"points/{side}/yaku": f"yaku-{number}"}
    return fields


def show_pointed(entry: PointsEntry, _: RuleSet) -> Shown:
    """The point fields and ticks of a round."""
    shown: Shown = {f"yaku-{number}": list(yaku) for number, yaku in enumerate(entry.yaku)}
    return shown | {f"points-{number}": str(points) for number, points in enumerate(entry.card_points)}
