"""The newcomer's card: a turn, what counts, the round; on the back of the yaku card."""

from __future__ import annotations

import re

from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import order_job, read_words


def test_it_says_a_turn_what_counts_and_the_round() -> None:
    text = read_words("newcomer-card", target="300")
    for said in (
        *("From your hand", "From the pile", "No match?", "What counts", "The round", "The game:"),
        *("bright 20", "animal 10", "ribbon 5", "chaff 0", "All cards together: 240", "target 300"),
        "Sides 2 3 4 5 6 Floor 120 80 60 48 40",
    ):
        assert text.count(said) == 1, said
    assert "Floor" not in read_words("newcomer-card", method="B", target="300")
    assert "bright" not in read_words("newcomer-card", rules="koikoi-modern")


def test_it_takes_as_many_cards_as_the_rules_say() -> None:
    for rules in RULE_SET_IDS:
        takes_all = get_rule_set(rules).turn.of_three == "all"
        assert ("Three: take all." in read_words("newcomer-card", rules=rules)) is takes_all, rules


def test_it_lies_on_the_back_of_the_yaku_card() -> None:
    page = re.compile(r"@page\{size:[^;]+;")
    for paper, up in (("a6", "1"), ("a5", "1"), ("a4", "4"), ("letter", "4"), ("a4", "2"), ("letter", "1")):
        front, back = (order_job(sheet, paper=paper, up=up) for sheet in ("yaku-card", "newcomer-card"))
        assert page.findall(front.style) == page.findall(back.style) != []
        assert back.grid == front.grid
