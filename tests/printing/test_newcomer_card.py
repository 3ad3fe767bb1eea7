"""The newcomer's card: a turn, what counts, the round; on the back of the yaku card."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.reading import read_pages, squeeze

PAPERS = [("a6", "1"), ("a5", "1"), ("a4", "4"), ("letter", "4"), ("a4", "2"), ("letter", "1")]


def read(set_here: Callable[..., Any], **raw: Any) -> str:
    return squeeze("".join(read_pages(set_here(compose(parse_order("newcomer-card", raw))).content)))


@pytest.mark.parametrize("rules", RULE_SET_IDS)
@pytest.mark.parametrize(("paper", "up"), PAPERS)
def test_all_of_it_stands_on_the_card(paper: str, up: str, rules: str, lay_out: Callable[..., Any]) -> None:
    laid = lay_out(compose(parse_order("newcomer-card", {"paper": paper, "up": up, "rules": rules})))
    assert laid.clipped_boxes == []
    assert laid.escaped_texts == []
    assert laid.least_pt >= 6.49
    [text] = laid.texts
    for said in ("From your hand", "From the pile", "No match?", "What counts", "The round", "The game:"):
        assert squeeze(text).count(squeeze(said)) == 1, said


def test_it_says_what_the_cards_and_the_round_count(set_here: Callable[..., Any]) -> None:
    text = read(set_here)
    for said in ("bright 20", "animal 10", "ribbon 5", "chaff 0", "All cards together: 240"):
        assert squeeze(said) in text, said
    assert squeeze("Sides 2 3 4 5 6 Floor 120 80 60 48 40") in text
    assert "Floor" not in read(set_here, method="B", target="300")
    assert squeeze("target 300") in read(set_here, method="B", target="300")
    assert "shōbu" in read(set_here, rules="koikoi-modern")
    assert "bright" not in read(set_here, rules="koikoi-modern")


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_it_takes_as_many_cards_as_the_rules_say(rules: str, set_here: Callable[..., Any]) -> None:
    takes_all = get_rule_set(rules).turn.of_three == "all"
    assert (squeeze("Three: take all.") in read(set_here, rules=rules)) is takes_all


@pytest.mark.parametrize(("paper", "up"), PAPERS)
def test_it_lies_on_the_back_of_the_yaku_card(paper: str, up: str) -> None:
    raw = {"paper": paper, "up": up}
    front, back = (compose(parse_order(sheet, raw)) for sheet in ("yaku-card", "newcomer-card"))
    page = re.compile(r"@page\{size:[^;]+;")
    assert page.findall(front.style) == page.findall(back.style) != []
    assert back.grid == front.grid
