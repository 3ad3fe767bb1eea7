"""The evening set: the sheets that a table needs, each as it would be printed alone."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from itertools import zip_longest
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.printing.compose import curl_quotes
from companion.printing.evening_set import list_parts
from companion.printing.orders import Order
from companion.printing.score_pad import describe_pad
from companion.rules import get_rule_set, parse_options
from tests.printing.conftest import THOROUGH, join_letters, make_printed_game
from tests.printing.reading import read_pages, squeeze
from tests.rules.tables import CARD_GAMES


def list_ids(**raw: Any) -> list[str]:
    return [part.sheet.id for part, *_ in list_parts(parse_order("evening-set", raw))]


@pytest.mark.parametrize("raw", [{}, {"rules": "koikoi-hu"}, {"yaku": "none"}])
def test_it_has_what_a_table_needs(raw: dict[str, Any]) -> None:
    assert list_ids(**raw) == ["house-rules", "rule-sheet", "player-card", "score-pad", "deck-guide"]


@pytest.mark.parametrize(("sides", "sheets", "count"), [(2, 1, 2), (3, 2, 4), (4, 2, 4), (5, 2, 8)])
def test_there_are_cards_for_all_players(sides: int, sheets: int, count: int) -> None:
    order = parse_order("evening-set", {"sides": str(sides)})
    [cards] = [part for part, *_ in list_parts(order) if part.sheet.id == "player-card"]
    job = compose(cards)
    assert job.html.count('class="front"') == sheets
    assert sheets * job.grid[0] * job.grid[1] == count
    assert f"{count} to cut, for {sides} players;" in compose(order).html


@pytest.mark.parametrize("raw", [{}, {"yaku": "none"}, {"sides": "6"}][: 1 + 2 * THOROUGH], ids=str)
def test_it_holds_each_sheet_whole_and_what_is_cut_has_nothing_of_another_on_its_back(
    raw: dict[str, str], set_here: Callable[..., Any]
) -> None:
    order = parse_order("evening-set", raw)
    result = set_here(compose(order))
    assert result.faults == []
    pages = [squeeze(text) for text in read_pages(result.content)]
    parts = [part for part, *_ in list_parts(order)]
    assert [part.sheet.title for part in parts if squeeze(part.sheet.title) not in pages[0]] == []
    sheets = {part.sheet.id: set_here(compose(part)).content for part in parts}
    if "sides" not in raw:
        assert len(pages) == 8
        assert "" not in pages
    backs = dict(zip_longest(pages[::2], pages[1::2]))
    read = {sheet: [*map(squeeze, read_pages(content))] for sheet, content in sheets.items()}
    assert [*filter(None, pages[1:])] == [text for texts in read.values() for text in texts]
    assert backs[pages[0]] == read["house-rules"][0]
    assert [backs[text] for text in read["player-card"][::2]] == read["player-card"][1::2]
    for sheet in ("rule-sheet", "score-pad"):
        assert read[sheet][0] in backs, f"{sheet} begins on a front"


def read_stands(order: Order) -> tuple[set[str], set[str]]:
    """The titles of what a sheet lets a table tick, and of what it says that the table plays."""
    html = unescape(join_letters(compose(order).html))
    if order.sheet.id == "house-rules":
        asked = re.findall(r'class="question">(?:<b>)?(.*?)(?:</b>)?<br>(.*?)</p>', html, re.S)
        fixed = {title for title, readings in asked if "✓" in readings}
        return {title for title, _ in asked} - fixed, fixed
    text = " ".join(re.sub(r"<[^>]*>", "", html).casefold().split())
    invited, fixed = set(), set()
    for option in order.rule_set.options:
        title = curl_quotes(option.title)
        value = option.get_value(order.options.choice(option.id) or option.default)
        said = [f"At our table: {title}:"]
        # A card and a pad say it in a sentence.
        said += [curl_quotes(value.said)] if order.sheet.id != "rule-sheet" and value.said else []
        invited |= {title} if f"agree: {title}:".casefold() in text else set()
        fixed |= {title} if any(each.casefold() in text for each in said) else set()
    return invited, fixed


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_no_sheet_of_a_set_lets_a_table_tick_what_another_one_fixes(rules: str) -> None:
    rule_set = get_rule_set(rules)
    option = next(each for each in rule_set.options if each.id in ("gaji", "tie"))
    other = next(each.typed for each in option.listed if each.value != option.default)
    for raw in ({}, {option.id: other}):
        parts = [part for part, *_ in list_parts(parse_order("evening-set", {"rules": rules, **raw}))]
        stands = {part.sheet.id: read_stands(part) for part in parts}
        invited, fixed = stands["house-rules"]
        # The pad has a length, whatever was left open.
        assert "Length of the game" in fixed
        tie = rule_set.find_option("tie")
        assert tie is None or curl_quotes(tie.title) in (fixed if raw else invited)
        for sheet, (open_here, fixed_here) in stands.items():
            assert (open_here - invited, fixed_here - fixed) == (set(), set()), sheet
        said = " ".join(re.sub(r"<[^>]*>", " ", compose(part).html) for part in parts)
        assert bool(re.search("Tick |Agree:|Agree first|If agreed", said)) is not bool(raw)


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_a_pad_is_the_same_whatever_is_ticked_of_what_is_open(rules: str) -> None:
    order = parse_order("score-pad", {"rules": rules, "sides": str(get_rule_set(rules).side_counts[-1])})
    for option in [each for each in order.rule_set.options if each not in order.settled]:
        pads = set()
        for value, _ in option.values:
            chosen = replace(order, options=parse_options(order.rule_set, {option.id: value}))
            described = describe_pad(chosen)
            pads.add(repr([described[each] for each in ("columns", "sums", "check", "keys", "facts")]))
        assert len(pads) == 1, option.id


def test_a_game_with_a_link_brings_its_tent() -> None:
    game = make_printed_game(2, ["Ann", "Ben"])
    sheets = [part.sheet.id for part, *_ in list_parts(parse_order("evening-set", {}, game))]
    assert sheets[-1] == "table-tent"
    bare = parse_order("evening-set", {}, replace(game, address=""))
    assert "table-tent" not in [part.sheet.id for part, *_ in list_parts(bare)]
