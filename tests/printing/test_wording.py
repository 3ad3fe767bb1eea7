"""The words of sheets, as a printer sets them."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.printing import SHEETS, compose, load_example_game, parse_order
from companion.printing.compose import curl_quotes
from companion.printing.sheet_list import get_sheet
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import make_printed_game


def read_words(html: str) -> str:
    """What a reader sees of a page."""
    return unescape(re.sub(r"<(style|title|script).*?</\1>|<[^>]*>", "\n", html, flags=re.S))


@pytest.mark.parametrize(
    ("sheet", "rules"),
    [(sheet.id, rules) for sheet in SHEETS for rules in RULE_SET_IDS if sheet.is_for(get_rule_set(rules))],
)
def test_quotes_and_apostrophes_are_curly_on_every_sheet(sheet: str, rules: str) -> None:
    raw = {} if get_sheet(sheet).needs_game else {"rules": rules}
    game = load_example_game(rules) if get_sheet(sheet).needs_game else None
    words = read_words(compose(parse_order(sheet, raw, game)).html)
    assert re.findall(r".{0,20}['\"].{0,20}", words) == []


def test_a_name_keeps_its_own_apostrophe() -> None:
    assert curl_quotes('the "Dragon" on the dealer\'s left') == "the “Dragon” on the dealer’s left"
    words = read_words(compose(parse_order("score-pad", {}, make_printed_game(1, ["O'Neil", "Ben"]))).html)
    assert "A O'Neil" in " ".join(words.split())


@pytest.mark.parametrize(
    ("yaku", "is_said"), [("month", False), ("none", False), ("ribbons", True), ("all", True)]
)
def test_only_where_sakura_yaku_are_played_does_a_pad_say_that_they_are_announced(
    yaku: str, is_said: bool
) -> None:
    words = read_words(compose(parse_order("score-pad", {"yaku": yaku})).html)
    assert ("announce Sakura yaku" in words) is is_said
