"""Declarations: the yaku to announce by the sheet of 1985, boxes and tokens for each side, and who gets none.

Figures are those of kwado.md.
"""

from __future__ import annotations

import re

import pytest

from companion.errors import NotAllowedHere
from companion.printing import parse_order
from companion.printing.declarations import LETTERS, ROUNDS, describe_declarations
from tests.printing.conftest import LaySheet, read_words

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


def test_each_of_the_eight_has_its_cards_points_boxes_and_tokens(lay_sheet: LaySheet) -> None:
    for sides in (2, 6):
        laid = lay_sheet("declarations", sides=str(sides))
        # The lines between the tokens are a picture too, of no card.
        pictures = {card: width for card, width in laid.pictures if card}
        shown = [card for card, _ in laid.pictures if card]
        assert [set(shown[start : start + 3]) for start in range(0, len(shown), 3)] == CARDS
        assert min(pictures.values()) >= 15.0
        [text] = laid.texts
        assert re.findall(r"30Sakura (\d)", text) == list("12345678")
        for letter in LETTERS[:sides]:
            assert text.count(letter + "□" * ROUNDS) == 8
            assert text.count(letter) == 8 + min(8, 3 * 13 // sides)


def test_only_yaku_in_play_are_shown_with_the_rule_of_1985() -> None:
    said = read_words("declarations")
    assert "before it plays the first of the three cards, and then captures all three in that round" in said
    described = describe_declarations(parse_order("declarations", {"yaku": "ribbons"}))
    assert [block.yaku.id for block in described["blocks"]] == ["sakura-6", "sakura-7", "sakura-8"]


def test_where_nothing_is_declared_there_is_nothing_to_print() -> None:
    for raw in ({"declare": "no"}, {"yaku": "month"}, {"yaku": "none"}):
        with pytest.raises(NotAllowedHere, match=r"^At this table no yaku has to be declared\.$"):
            parse_order("declarations", raw)
    with pytest.raises(NotAllowedHere, match=r"no yaku has to be declared: this sheet is for Kwa-Dō"):
        parse_order("declarations", {"rules": "min-hwatu"})
