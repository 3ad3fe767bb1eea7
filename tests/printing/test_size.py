"""How large the PDFs are: what a phone sends to a printer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.printing import SHEETS, compose, load_example_game, parse_order
from companion.rules import get_rule_set

KB = 1024
LIMITS = {
    "booklet": 250,
    "evening-set": 500,
    # More than 40: the outlines of 48 different pictures take 24, those of their names in kanji and Hangul 9.
    "deck-guide": 52,
    # 33 different pictures, and two pages of text.
    "rule-sheet": 58,
}
CASES = [
    (sheet, rules)
    for sheet in SHEETS
    for rules in ("kwado-1985", "sakura")
    if sheet.is_for(get_rule_set(rules))
]


@pytest.mark.parametrize(("sheet", "rules"), CASES, ids=lambda each: getattr(each, "id", each))
def test_a_sheet_is_small(sheet: Any, rules: str, set_here: Callable[..., Any]) -> None:
    game = load_example_game(rules) if sheet.needs_game else None
    raws: list[dict[str, str]] = [{} if game else {"rules": rules}]
    raws += [{"rules": rules, "sides": "6", "fillable": "yes"}] if "fillable" in sheet.takes else []
    for raw in raws:
        size = len(set_here(compose(parse_order(sheet.id, raw, game))).content)
        assert size <= LIMITS.get(sheet.id, 40) * KB


@pytest.mark.parametrize(("sheet", "limit"), [("yaku-card", 65), ("newcomer-card", 40), ("score-pad", 40)])
def test_four_on_a_page_are_small_too(sheet: str, limit: int, set_here: Callable[..., Any]) -> None:
    order = parse_order(sheet, {"paper": "a4", "up": "4"})
    assert len(set_here(compose(order)).content) <= limit * KB
