"""The month strip: the order of a deck, the names of the booklet, drawings of which each takes room once.

Figures and names are those of deck.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.printing.month_strip import BOOKLET_NAMES, list_months
from tests.printing.reading import squeeze

KOREAN = [
    "pine", "plum", "cherry", "wisteria", "iris", "peony",
    "clover", "susuki", "chrysanthemum", "maple", "paulownia", "willow",
]  # fmt: skip
JAPANESE = [*KOREAN[:10], "willow", "paulownia"]
PAPERS = ["a4", "letter"]


@pytest.mark.parametrize(("deck", "suits"), [("korean", KOREAN), ("japanese", JAPANESE)])
def test_the_flowers_stand_in_the_order_of_the_deck(deck: Any, suits: list[str]) -> None:
    months = list_months(deck)
    assert [month.suit.id for month in months] == suits
    assert [month.number for month in months] == list(range(1, 13))
    assert [month.card.suit for month in months] == [month.suit for month in months]


def test_only_willow_and_paulownia_are_boxed_and_bear_the_number_of_the_other_deck() -> None:
    for deck, other, eleventh in (("korean", "Japanese", "Paulownia"), ("japanese", "Korean", "Willow")):
        html = compose(parse_order("month-strip", {"deck": deck})).html
        boxed = re.findall(r'number--differs">(\d+)</p>.*?class="name">(\w+)<.*?<b>(\d+)</b>', html)
        assert {each[1:] for each in boxed if each[0] == "11"} == {(eleventh, "12")}
        assert {each[0] for each in boxed} == {"11", "12"}
        assert html.count(f"{other} <span") == html.count("number--differs") == len(boxed)


def test_the_booklet_has_its_own_names_for_two_flowers() -> None:
    assert BOOKLET_NAMES == {"wisteria": "bush clover", "clover": "colored bush clover"}
    named = {month.suit.id: month.booklet_name for month in list_months("korean") if month.booklet_name}
    assert named == BOOKLET_NAMES
    for month in list_months("korean"):
        assert month.booklet_name in ("", *month.suit.also)


@pytest.mark.parametrize("paper", PAPERS)
def test_three_strips_fit_with_pictures_of_16_millimetres(paper: str, lay_out: Callable[..., Any]) -> None:
    laid = lay_out(compose(parse_order("month-strip", {"paper": paper})))
    assert len(laid.pictures) == 3 * 12
    assert min(width for _, width in laid.pictures) >= 16.0
    assert squeeze(laid.texts[0]).count("Chrysanthemum") == 3


@pytest.mark.parametrize("deck", ["korean", "japanese"])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_strip_is_no_larger_than_40_kilobytes(paper: str, deck: str, set_here: Callable[..., Any]) -> None:
    for ink in ("no", "yes"):
        raw = {"paper": paper, "deck": deck, "ink_saving": ink}
        assert len(set_here(compose(parse_order("month-strip", raw))).content) <= 40 * 1024
