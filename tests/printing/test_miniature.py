"""The small pictures on the print page show the sheets as they are set today."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.printing import SHEETS, compose, load_example_game, parse_order, read_miniature


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.id)
def test_a_kept_picture_is_that_of_its_sheet(sheet: Any, set_here: Callable[..., Any]) -> None:
    order = parse_order(sheet.id, {}, load_example_game() if sheet.needs_game else None)
    made = set_here(replace(compose(order), picture_of=0, fold_mm=None)).content.decode()
    kept = read_miniature(sheet.id)
    view_box = re.compile(r'viewBox="([^"]+)"')
    assert view_box.findall(made) == view_box.findall(kept)
    # Another release of pango may move a line by a hair; a changed sheet has other lines.
    marks = made.count("M"), kept.count("M")
    assert abs(marks[0] - marks[1]) <= 0.03 * marks[1], "make them anew: companion print --miniatures"


def test_all_pictures_together_are_small() -> None:
    assert sum(len(read_miniature(sheet.id)) for sheet in SHEETS) < 4 * 1024 * len(SHEETS)
