"""Several of a sheet on a page: each whole, at its place, read aloud once."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from typing import Any

import pypdf
import pytest

from companion.printing import compose, parse_order
from tests.printing.reading import read_sizes, read_spots

# Columns, rows, and the size of the page in millimetres.
GRIDS = [
    ("yaku-card", "a4", "2", (1, 2), (210, 297)),
    ("yaku-card", "a4", "4", (2, 2), (210, 297)),
    ("newcomer-card", "letter", "4", (2, 2), (216, 279)),
    ("score-pad", "a4", "2", (2, 1), (297, 210)),
    ("score-pad", "letter", "4", (2, 2), (279, 216)),
]


@pytest.mark.parametrize(("sheet", "paper", "up", "grid", "size"), GRIDS)
def test_each_part_of_a_page_has_the_same_at_the_same_place(
    sheet: str,
    paper: str,
    up: str,
    grid: tuple[int, int],
    size: tuple[int, int],
    set_here: Callable[..., Any],
) -> None:
    content = set_here(compose(parse_order(sheet, {"paper": paper, "up": up}))).content
    assert set(read_sizes(content)) == {size}
    reader = pypdf.PdfReader(io.BytesIO(content))
    wide, high = (
        float(side) / 72 * 25.4 / count
        for side, count in zip(reader.pages[0].mediabox[2:], grid, strict=True)
    )
    parts: dict[tuple[int, int], Counter[tuple[str, int, int]]] = {}
    for spot in next(iter(read_spots(content))):
        column, row = int(spot.left // wide), int(spot.top // high)
        place = (spot.character, round(spot.left - column * wide), round(spot.top - row * high))
        parts.setdefault((column, row), Counter())[place] += 1
    assert sorted(parts) == [(column, row) for column in range(grid[0]) for row in range(grid[1])]
    first = parts.pop((0, 0))
    assert first.total() > 60
    for part in parts.values():
        # Half a millimetre may round either way.
        assert (first - part).total() <= first.total() * 0.1
        assert part.total() == first.total()


def test_four_pads_take_little_more_room_than_two(set_here: Callable[..., Any]) -> None:
    one, four = (
        len(set_here(compose(parse_order("score-pad", {"sides": "6", "rounds": "8", "up": up}))).content)
        for up in ("1", "4")
    )
    assert four < 2.5 * one
