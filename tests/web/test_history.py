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
        "Round 1 was corrected. Ann +10 · Ben 0.",
        "Round 1 was entered. Ann +5 · Ben 0.",
        "The game was started.",
    ]


def test_a_round_keeps_its_name_when_an_earlier_one_is_removed(table: Table) -> None:
    """“Round 2 was entered” stood there twice."""
    game = table.start("Ann", "Ben")
    for points in (125, 130, 135):
        table.record(game, by_points(points, 240 - points))
    version = re.search(r'name="version" value="([^"]+)"', table.get(f"{game}/rounds/2"))
    assert version
    table.post(f"{game}/rounds/2/remove", {"version": version[1]})
    lines = re.findall(r"<li><span>([^<]+)</span>", table.get(f"{game}/history"))
    assert lines[:4] == [
        "Round 2 was removed.",
        "Round 3 was entered. Ann +15 · Ben 0.",
        "Round 2 was entered. Ann +10 · Ben 0.",
        "Round 1 was entered. Ann +5 · Ben 0.",
    ]
