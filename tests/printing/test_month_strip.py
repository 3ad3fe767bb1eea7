"""The month strip: the order of a deck and the names of the booklet.

Figures and names are those of deck.md.
"""

from __future__ import annotations

import re

from companion.printing.month_strip import BOOKLET_NAMES, list_months
from tests.printing.conftest import LaySheet, read_html


def test_only_willow_and_paulownia_are_boxed_and_bear_the_number_of_the_other_deck() -> None:
    for deck, other, eleventh in (("korean", "Japanese", "Paulownia"), ("japanese", "Korean", "Willow")):
        html = read_html("month-strip", deck=deck)
        boxed = re.findall(r'number--differs">(\d+)</p>.*?class="name">(\w+)<.*?<b>(\d+)</b>', html)
        assert {each[1:] for each in boxed if each[0] == "11"} == {(eleventh, "12")}
        assert {each[0] for each in boxed} == {"11", "12"}
        assert html.count(f"{other} <span") == html.count("number--differs") == len(boxed)


def test_the_booklet_has_its_own_names_for_two_flowers() -> None:
    named = {month.suit.id: month.booklet_name for month in list_months("korean") if month.booklet_name}
    assert named == BOOKLET_NAMES == {"wisteria": "bush clover", "clover": "colored bush clover"}


def test_three_strips_fit_with_pictures_of_16_millimetres(lay_sheet: LaySheet) -> None:
    for paper in ("a4", "letter"):
        pictures = lay_sheet("month-strip", paper=paper).pictures
        assert len(pictures) == 3 * 12
        assert min(width for _, width in pictures) >= 16.0


def test_the_flowers_stand_in_the_order_of_the_deck() -> None:
    for deck, last in (("korean", ["paulownia", "willow"]), ("japanese", ["willow", "paulownia"])):
        months = list_months(deck)
        assert [month.suit.id for month in months] == [
            "pine", "plum", "cherry", "wisteria", "iris", "peony",
            "clover", "susuki", "chrysanthemum", "maple", *last,
        ]  # fmt: skip
        assert [month.number for month in months] == list(range(1, 13))
        assert [month.card.suit for month in months] == [month.suit for month in months]
