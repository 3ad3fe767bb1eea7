"""The yaku card: pictures large enough to know a card by, whatever the table plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.printing.yaku_card import split_name
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import THOROUGH
from tests.printing.reading import squeeze


@pytest.mark.parametrize(("paper", "least_mm"), [("a4", 8.9), ("letter", 8.9)])
def test_on_a_quarter_page_nine_cards_stand_side_by_side(
    paper: str, least_mm: float, lay_out: Callable[..., Any]
) -> None:
    order = parse_order("yaku-card", {"paper": paper, "up": "4", "yaku": "all"})
    pictures = lay_out(compose(order)).pictures
    every = [card.id for yaku in get_rule_set("kwado-1985").yaku for card in yaku.pool]
    assert [card_id for card_id, _ in pictures] == every
    assert min(width for _, width in pictures) >= least_mm


@pytest.mark.parametrize("rules", RULE_SET_IDS)
@pytest.mark.parametrize("paper", ["a6", "a5", "a4", "letter"] if THOROUGH else ["a6"])
def test_the_fewer_bonuses_are_played_the_larger_are_their_cards(
    rules: str, paper: str, lay_out: Callable[..., Any]
) -> None:
    widths = []
    presets = sorted(
        (each for each in get_rule_set(rules).presets if each.yaku), key=lambda each: len(each.yaku)
    )
    for preset in presets:
        order = parse_order("yaku-card", {"paper": paper, "rules": rules, "yaku": preset.id})
        laid = lay_out(compose(order))
        assert laid.faults == []
        [text] = map(squeeze, laid.texts)
        for yaku in order.rule_set.yaku:
            is_there = all(squeeze(part) in text for part in split_name(order.rule_set, yaku))
            assert is_there is (yaku.id in order.options.yaku), yaku.name
        widths.append(laid.pictures[0][1])
    assert widths == sorted(widths, reverse=True)
