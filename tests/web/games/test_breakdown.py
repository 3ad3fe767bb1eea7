"""Why a round scored what it scored: every number with its sum and its source."""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any, cast

from companion.rules import add_rounds, parse_game, score_game
from companion.store import Round
from companion.web.games.rounds.summary import get_game_before
from tests.web.table import Table, by_cards, expect_words

ALL_BRIGHTS = ["pine-crane", "cherry-curtain", "susuki-moon", "willow-rain-man", "paulownia-phoenix"]


def read_lines(text: str) -> list[tuple[str, str]]:
    rows = re.findall(r"<tr[^>]*><th scope=\"row\">(.*?)</th><td>(.*?)</td></tr>", text, re.DOTALL)
    return [
        (unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", words))).strip(), points)
        for words, points in rows
    ]


def test_each_line_has_its_words_its_source_and_its_points(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, {**by_cards({"Ann": ALL_BRIGHTS, "Ben": "rest"}), "captured/maple-deer": "table"})
    text = table.get(f"{game}/rounds/1/why")
    lines = read_lines(text)
    for begin, figure in (
        ("5 brights × 20", "100"),
        ("Card points", "100"),
        ("Floor: 240 ÷ 2 sides", "−120"),
        ("Net: under the floor counts as 0", "0"),
        ("Five brights", "100"),
        ("Round score", "125"),
    ):
        assert any(words.startswith(begin) and points == figure for words, points in lines), begin
    # The source of most lines is said once a page; another one stands with its line.
    assert text.count("rulebook, ") == 1
    said = " ".join(words for words, _ in lines)
    expect_words(said, "not in the 1985 rulebook", never=["not in the rules"])
    # Cards that are nobody's are shown and said.
    expect_words(text, "Nobody captured", "Left on the table")
    for number in ("2", "0", "99999999999999999999"):
        table.get(f"{game}/rounds/{number}/why", 404)


def test_what_gaji_brought_is_named_by_card(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="kwado")
    piles = {"Ann": ["willow-rain-man", "willow-ribbon"], "Ben": "rest"}
    fields = by_cards(piles, {"by": "Ann", "took": "susuki-geese"})
    table.record(game, {**fields, "captured/willow-swallow": "table", "captured/susuki-geese": "0"})
    text = table.get(f"{game}/rounds/1/why")
    assert re.search(r"Brought by Gaji.*?aria-label=\"Swallow", text, re.DOTALL)
    assert any(words.startswith("Four willows") for words, _ in read_lines(text))


def test_the_side_that_one_came_for_is_open_else_the_one_that_scored_most(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", target="2000")
    table.record(game, by_cards({"Ann": ["pine-crane"], "Ben": "rest", "Cem": ["plum-warbler"]}))
    for asked, opened in (("", 1), ("?side=2", 2), ("?side=0", 0)):
        sides = re.findall(r'<details class="sum ([^>]*)>', table.get(f"{game}/rounds/1/why{asked}"))
        assert [place for place, side in enumerate(sides) if " open" in side] == [opened], asked
    assert [f"{game}/rounds/1/why?side={place}" in table.get(game) for place in range(3)] == [True] * 3


def test_a_round_that_is_corrected_is_dealt_by_who_dealt_it() -> None:
    """koi-koi.md (compendium): hands run out with equal points: the dealer scores. Ann, then Ben dealt."""
    rows: list[dict[str, Any]] = [
        {"outcome": "exhausted", "points": {"Ann": 0, "Ben": 5}},
        {"outcome": "exhausted", "points": {"Ann": 0, "Ben": 0}},
        {"outcome": "exhausted", "points": {"Ann": 5, "Ben": 0}},
    ]
    entered = parse_game({"game": "koikoi-compendium", "sides": ["Ann", "Ben"], "rounds": rows})
    scored = score_game(entered)
    assert [each.dealer for each in scored.rounds] == [0, 1, 1]
    for number, each in enumerate(entered.rounds, 1):
        before = get_game_before(scored, cast(Round, SimpleNamespace(number=number, stands=True)))
        assert add_rounds(before, [each]).rounds[-1] == scored.rounds[number - 1]
