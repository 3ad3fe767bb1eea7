"""The history: every change of a game in words, newest first."""

from __future__ import annotations

import re

from tests.web.table import Table, by_points


def test_every_change_is_a_line_and_nothing_is_erased(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    table.correct(game, 1, {"points-0": "130", "points-1": "110"})
    table.press(game, "undo")
    table.post(f"{game}/end", {})
    lines = re.findall(r"<li><span>([^<]+)</span>", table.get(f"{game}/history"))
    assert lines == [
        "The game was ended.",
        "Undone: round 1 was corrected.",
        "Round 1 was corrected.",
        "Round 1 was entered.",
        "The game was started.",
    ]
