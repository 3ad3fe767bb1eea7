"""The deck guide: labels that can be read, which do not touch, and what the marks say."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from companion.cards import SUITS
from companion.printing import compose, parse_order
from tests.printing.conftest import THOROUGH
from tests.printing.reading import read_pages, read_spots, squeeze


@pytest.mark.parametrize("paper", ["a4", "a5", "letter"][: 2 + THOROUGH])
def test_labels_are_large_enough_and_apart(
    paper: str, set_here: Callable[..., Any], lay_out: Callable[..., Any]
) -> None:
    job = compose(parse_order("deck-guide", {"paper": paper}))
    assert lay_out(job).least_pt >= 6.49
    for spots in read_spots(set_here(job).content):
        rows: dict[float, list[Any]] = {}
        for spot in spots:
            rows.setdefault(round(spot.foot), []).append(spot)
        # Letters of one line never lie on each other.
        for row in rows.values():
            ordered = sorted(row, key=lambda spot: spot.left)
            assert all(right.left > left.left + 0.1 for left, right in pairwise(ordered))


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_marks_on_the_pictures_are_explained(paper: str, set_here: Callable[..., Any]) -> None:
    text = "".join(read_pages(set_here(compose(parse_order("deck-guide", {"paper": paper}))).content))
    for said in (
        "On the pictures: left the month",
        "poetry ribbon",
        "plain ribbon",
        *(each.english for each in SUITS),
    ):
        assert squeeze(said) in squeeze(text), said
