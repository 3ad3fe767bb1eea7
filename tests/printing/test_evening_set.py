"""The evening set: the sheets that a table needs, each as it would be printed alone."""

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.printing.evening_set import list_parts
from tests.printing.conftest import THOROUGH, make_printed_game
from tests.printing.reading import read_pages, squeeze


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


def test_no_sheet_of_a_set_invites_to_agree_what_the_others_do_not_go_by() -> None:
    for raw in ({}, {"gaji": "kwado"}, {"rules": "hana-awase"}):
        parts = [part for part, *_ in list_parts(parse_order("evening-set", raw))]
        said = {part.sheet.id: compose(part).html for part in parts}
        assert "What this table agreed." in said["house-rules"]
        assert [sheet for sheet, html in said.items() if "Tick what" in html] == []
        invites = ["rule-sheet"] if raw.get("gaji") != "kwado" else []
        assert [sheet for sheet, html in said.items() if "If agreed" in html] == invites
    assert "Tick what" in compose(parse_order("house-rules", {})).html


def test_a_game_with_a_link_brings_its_tent() -> None:
    game = make_printed_game(2, ["Ann", "Ben"])
    sheets = [part.sheet.id for part, *_ in list_parts(parse_order("evening-set", {}, game))]
    assert sheets[-1] == "table-tent"
    bare = parse_order("evening-set", {}, replace(game, address=""))
    assert "table-tent" not in [part.sheet.id for part, *_ in list_parts(bare)]
