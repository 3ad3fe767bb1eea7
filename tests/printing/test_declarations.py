"""Declarations: the yaku to announce by the sheet of 1985, boxes and tokens for each side, and who gets none.

Figures are those of kwado.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import NotAllowedHere
from companion.printing import compose, list_orders, parse_order
from companion.printing.declarations import LETTERS, ROUNDS, describe_declarations
from companion.rules import RULE_SET_IDS
from tests.printing.reading import squeeze

PAPERS = ["a4", "letter"]
CARDS = [
    {"pine-crane", "plum-warbler", "cherry-curtain"},
    {"cherry-curtain", "susuki-moon", "chrysanthemum-cup"},
    {"peony-butterflies", "chrysanthemum-cup", "maple-deer"},
    {"clover-boar", "susuki-geese", "maple-deer"},
    {"wisteria-cuckoo", "iris-bridge", "clover-boar"},
    {"wisteria-ribbon", "iris-ribbon", "clover-ribbon"},
    {"peony-ribbon", "chrysanthemum-ribbon", "maple-ribbon"},
    {"pine-ribbon", "plum-ribbon", "cherry-ribbon"},
]
NAMES = ["Ann", "Ben", "Maximiliane von Hohenstein-Wittgenstein", "Dee", "Eve", "Fay"]


@pytest.mark.parametrize("sides", range(2, 7))
@pytest.mark.parametrize("paper", PAPERS)
def test_each_of_the_eight_has_its_cards_points_boxes_and_tokens(
    paper: str, sides: int, lay_out: Callable[..., Any]
) -> None:
    order = parse_order("declarations", {"paper": paper, "sides": str(sides)})
    laid = lay_out(compose(order))
    assert laid.clipped_boxes == []
    assert laid.escaped_texts == []
    # The lines between the tokens are a picture too, of no card.
    pictures = [each for each in laid.pictures if each[0]]
    shown = [card for card, _ in pictures]
    assert [set(shown[start : start + 3]) for start in range(0, 24, 3)] == CARDS
    assert len(shown) == 24
    assert min(width for _, width in pictures) >= 15.0
    [text] = laid.texts
    assert re.findall(r"30Sakura (\d)", text) == list("12345678")
    each = min(8, 3 * 13 // sides)
    for letter in LETTERS[:sides]:
        assert text.count(letter + "□" * ROUNDS) == 8
        assert text.count(letter) == 8 + each
    assert text.count("□") == 8 * ROUNDS * sides


def test_the_rule_is_that_of_the_sheet_of_1985() -> None:
    html = compose(parse_order("declarations", {})).html
    assert "before it plays the first of the three cards, and then captures all three in that round" in html


def test_only_yaku_in_play_are_shown() -> None:
    described = describe_declarations(parse_order("declarations", {"yaku": "ribbons"}))
    assert [block.yaku.id for block in described["blocks"]] == ["sakura-6", "sakura-7", "sakura-8"]
    # One token for each of the three.
    assert described["tokens"] == "ＡＡＡＢＢＢ"


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_only_a_game_that_has_declaring_gets_the_sheet(rules: str) -> None:
    printed = {order.sheet.id for _, order in list_orders(rules, is_ink_saving=False)}
    assert ("declarations" in printed) is (rules == "kwado-1985")
    if rules != "kwado-1985":
        with pytest.raises(NotAllowedHere, match=r"no yaku has to be declared: this sheet is for Kwa-Dō"):
            parse_order("declarations", {"rules": rules})


@pytest.mark.parametrize("raw", [{"declare": "no"}, {"yaku": "month"}, {"yaku": "none"}])
def test_where_nothing_is_declared_there_is_nothing_to_print(raw: dict[str, str]) -> None:
    with pytest.raises(NotAllowedHere, match=r"^At this table no yaku has to be declared\.$"):
        parse_order("declarations", raw)


@pytest.mark.parametrize("paper", PAPERS)
def test_declarations_are_no_larger_than_40_kilobytes(paper: str, set_here: Callable[..., Any]) -> None:
    for raw in ({}, {"names": NAMES}, {"names": NAMES, "ink_saving": "yes"}):
        pdf = set_here(compose(parse_order("declarations", {"paper": paper, **raw})))
        assert len(pdf.content) <= 40 * 1024
        for name in raw.get("names", []):
            assert squeeze(name) in squeeze(pdf.laid.texts[0])
