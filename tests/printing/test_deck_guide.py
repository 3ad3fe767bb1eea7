"""The deck guide: labels that can be read, which do not touch, what the marks say; its strips of flowers.

Figures and names of the strips are those of deck.md.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from companion.cards import SUITS
from companion.printing import compose, parse_order
from companion.printing.deck_guide import BOOKLET_NAMES, list_months
from tests.printing.conftest import THOROUGH, LaySheet, read_html, read_words
from tests.printing.reading import read_spots
from tests.rules.tables import CARD_GAMES


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
def test_the_marks_on_the_pictures_are_explained(paper: str) -> None:
    text = read_words("deck-guide", paper=paper)
    said = ("On the pictures: left the month", "poetry ribbon", "plain ribbon")
    assert [words for words in (*said, *(each.english for each in SUITS)) if words not in text] == []


def test_only_willow_and_paulownia_are_boxed_and_bear_the_number_of_the_other_deck() -> None:
    for deck, other, eleventh in (("korean", "Japanese", "Paulownia"), ("japanese", "Korean", "Willow")):
        html = read_html("deck-guide", strip="yes", deck=deck)
        boxed = re.findall(r'"differs">(\d+)<.*?class="name">(\w+)<.*?<b>(\d+)</b>', html)
        assert {each[1:] for each in boxed if each[0] == "11"} == {(eleventh, "12")}
        assert {each[0] for each in boxed} == {"11", "12"}
        assert html.count(f"{other} <span") == html.count('"differs"') == len(boxed)


def test_only_strips_of_kwado_have_the_names_of_its_booklet() -> None:
    assert BOOKLET_NAMES == {"kwado": {"wisteria": "bush clover", "clover": "colored bush clover"}}
    for rules in CARD_GAMES:
        text = read_words("deck-guide", strip="yes", rules=rules)
        assert ("“colored bush clover”" in text) is ("rulebook" in text) is rules.startswith("kwado"), rules


def test_three_strips_fit_with_pictures_of_16_millimetres(lay_sheet: LaySheet) -> None:
    for paper in ("a4", "letter"):
        laid = lay_sheet("deck-guide", strip="yes", paper=paper)
        assert laid.faults == []
        assert len(laid.pictures) == 3 * 12
        assert len(laid.texts) == 1
        assert min(width for _, width in laid.pictures) >= 16.0


def test_the_flowers_stand_in_the_order_of_the_deck() -> None:
    for deck, last in (("korean", ["paulownia", "willow"]), ("japanese", ["willow", "paulownia"])):
        months = list_months(deck)
        assert [month["suit"].id for month in months] == [
            "pine", "plum", "cherry", "wisteria", "iris", "peony",
            "clover", "susuki", "chrysanthemum", "maple", *last,
        ]  # fmt: skip
        assert [month["number"] for month in months] == list(range(1, 13))
        assert [month["shown"].suit for month in months] == [month["suit"] for month in months]
