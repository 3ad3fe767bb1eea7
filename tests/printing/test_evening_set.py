"""The evening set: the sheets that a table needs, each as it would be printed alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.printing.evening_set import choose_pad, list_parts
from tests.printing.conftest import THOROUGH, make_printed_game
from tests.printing.reading import read_pages, squeeze


def list_ids(**raw: Any) -> list[str]:
    return [part.order.sheet.id for part in list_parts(parse_order("evening-set", raw))]


def test_it_has_what_this_table_needs() -> None:
    always = ["rule-sheet", "yaku-card", "newcomer-card"]
    assert list_ids() == [*always, "declarations", "score-pad", "month-strip", "house-rules"]
    assert list_ids(rules="min-hwatu") == [*always, "score-pad", "month-strip", "house-rules"]
    assert list_ids(yaku="none") == [
        *("rule-sheet", "newcomer-card", "score-pad", "month-strip", "house-rules")
    ]


def test_the_pad_holds_a_game_on_a_page() -> None:
    pads = {sides: choose_pad(parse_order("evening-set", {"sides": str(sides)})) for sides in range(2, 7)}
    assert pads == {2: "score-pad", 3: "score-pad", 4: "column-pad", 5: "column-pad", 6: "column-pad"}
    assert choose_pad(parse_order("evening-set", {"rules": "koikoi-modern"})) == "score-pad"


@pytest.mark.parametrize(("rules", "paper"), [("kwado-1985", "a4"), ("koikoi-modern", "letter")])
def test_it_holds_each_sheet_whole(paper: str, rules: str, set_here: Callable[..., Any]) -> None:
    order = parse_order("evening-set", {"rules": rules, "paper": paper, "names": ["Ann", "Ben"]})
    result = set_here(compose(order))
    assert result.faults == []
    assert len(result.content) <= 500 * 1024
    alone = [set_here(compose(part.order)) for part in list_parts(order)]
    pages = [squeeze(text) for text in read_pages(result.content)]
    assert [*filter(None, pages[1:])] == [
        squeeze(text) for each in alone for text in read_pages(each.content)
    ]
    for part in list_parts(order):
        assert squeeze(part.order.sheet.title) in pages[0]


@pytest.mark.parametrize("raw", [{}, {"yaku": "none"}, {"sides": "6"}][: 2 + THOROUGH], ids=str)
def test_what_is_cut_has_nothing_of_another_sheet_on_its_back(
    raw: dict[str, str], set_here: Callable[..., Any]
) -> None:
    order = parse_order("evening-set", raw)
    pages = [squeeze(text) for text in read_pages(set_here(compose(order)).content)]
    sheets = {part.order.sheet.id: set_here(compose(part.order)).content for part in list_parts(order)}
    backs = dict(zip(pages[::2], pages[1::2], strict=True))
    assert backs[pages[0]] == "", "from page 3 on nothing changes its side"
    first = {sheet: squeeze(read_pages(content)[0]) for sheet, content in sheets.items()}
    for sheet in {"declarations", "month-strip"} & set(first):
        for text in read_pages(sheets[sheet]):
            assert backs[squeeze(text)] == "", sheet
    if "yaku-card" in first:
        assert backs[first["yaku-card"]] == first["newcomer-card"]
    else:
        assert backs[first["newcomer-card"]] == ""
    for sheet in ("rule-sheet", "score-pad", "column-pad", "house-rules"):
        assert first.get(sheet, pages[0]) in backs, f"{sheet} begins on a front"


def test_a_game_with_a_link_brings_its_tent() -> None:
    game = make_printed_game(2, ["Ann", "Ben"])
    sheets = [part.order.sheet.id for part in list_parts(parse_order("evening-set", {}, game))]
    assert sheets[-1] == "table-tent"
    bare = parse_order("evening-set", {}, replace(game, address=""))
    assert "table-tent" not in [part.order.sheet.id for part in list_parts(bare)]
