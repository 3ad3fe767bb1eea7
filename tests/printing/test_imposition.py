"""Several of a sheet on a page: each whole, at its place, read aloud once."""

import io
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pypdf
import pytest

from companion.printing import compose, parse_order
from tests.printing.conftest import THOROUGH
from tests.printing.reading import read_sizes, read_spots

# Columns, rows, and the size of the page in millimetres.
GRIDS = [
    ("a4", "2", (1, 2), (210, 297)),
    ("letter", "5", (2, 2), (216, 279)),
    ("a5", "6", (1, 2), (148, 210)),
]


@pytest.mark.parametrize(("paper", "sides", "grid", "size"), GRIDS if THOROUGH else GRIDS[1:2])
def test_each_part_of_a_page_has_the_same_at_the_same_place(
    paper: str,
    sides: str,
    grid: tuple[int, int],
    size: tuple[int, int],
    set_here: Callable[..., Any],
) -> None:
    content = set_here(compose(parse_order("player-card", {"paper": paper, "sides": sides}))).content
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


def test_four_cards_on_a_page_take_little_more_room_than_one(set_here: Callable[..., Any]) -> None:
    job = compose(parse_order("player-card", {"sides": "5", "paper": "letter"}))
    one, four = (len(set_here(replace(job, grid=grid)).content) for grid in ((1, 1), job.grid))
    assert job.grid == (2, 2)
    assert four < 1.2 * one
