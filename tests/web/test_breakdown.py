"""Why a round scored what it scored: every number with its sum and its source."""

from __future__ import annotations

import re
from html import unescape

from flask import Flask

from tests.web.table import Table, by_cards, by_points

ALL_BRIGHTS = ["pine-crane", "cherry-curtain", "susuki-moon", "willow-rain-man", "paulownia-phoenix"]


def read_lines(text: str) -> list[tuple[str, str]]:
    rows = re.findall(r"<tr[^>]*><th scope=\"row\">(.*?)</th><td>(.*?)</td></tr>", text, re.DOTALL)
    return [
        (unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", words))).strip(), points)
        for words, points in rows
    ]


def test_each_line_has_its_words_its_source_and_its_points(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_cards({"Ann": ALL_BRIGHTS, "Ben": "rest"}))
    text = table.get(f"{game}/rounds/1/why")
    lines = read_lines(text)[:8]
    assert ("5 brights × 20", "100") in lines
    assert ("Card points", "100") in lines
    assert ("Floor: 240 ÷ 2 sides", "−120") in lines
    # The source of most lines is said once a page; another one stands with its line.
    assert text.count("rulebook, ") == 1
    assert any("not in the rules, KD85" in words for words, _ in read_lines(text))
    assert any(
        words.startswith("Net: under the floor counts as 0") and points == "0" for words, points in lines
    )
    assert any(words.startswith("Five brights") and points == "100" for words, points in lines)
    assert any(words.startswith("Round score") and points == "125" for words, points in read_lines(text))


def test_what_gaji_brought_is_named_by_card(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="kwado")
    piles = {"Ann": ["willow-rain-man", "willow-ribbon"], "Ben": "rest"}
    fields = by_cards(piles, {"by": "Ann", "took": "susuki-geese"})
    table.record(game, {**fields, "card-willow-swallow": "table", "card-susuki-geese": "0"})
    text = table.get(f"{game}/rounds/1/why")
    assert re.search(r"Brought by Gaji.*?aria-label=\"Swallow", text, re.DOTALL)
    assert any(words.startswith("Four willows") for words, _ in read_lines(text))


def test_cards_that_are_nobodys_are_shown_and_said(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, {**by_cards({"Ann": ALL_BRIGHTS, "Ben": "rest"}), "card-maple-deer": "table"})
    text = table.get(f"{game}/rounds/1/why")
    assert "Nobody captured" in text
    assert "Left on the table" in text


def test_who_looks_on_sees_why_but_no_button(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    text = Table(app.test_client()).get(f"{table.view_link(game)}/rounds/1/why")
    assert "Card points" in text
    assert "<form" not in text
    assert "Correct round" not in text


def test_there_is_no_round_beyond_the_last(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for number in ("1", "0", "99999999999999999999"):
        table.get(f"{game}/rounds/{number}/why", 404)
