"""Names in scripts that our fonts lack: a letter and a line to write on, in no way a box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.printing import SHEETS, compose, find_unset, parse_order
from tests.printing.conftest import make_printed_game
from tests.printing.reading import list_fonts, read_pages, squeeze

THAI = "สมชาย"


@pytest.mark.parametrize("name", [THAI, "मीरा", "Ann 🎴"])
def test_a_name_without_glyphs_is_known(name: str) -> None:
    assert find_unset(name)


@pytest.mark.parametrize("name", ["Ann", "Þórður", "山田太郎", "김민수", "محمد", "O’Neil", "😀", "a\u200db"])
def test_a_name_with_glyphs_is_set(name: str) -> None:
    assert find_unset(name) == ""


@pytest.mark.parametrize("sheet", ["score-pad", "house-rules", "game-record"])
@pytest.mark.parametrize("sides", [2, 6])
def test_a_name_that_cannot_be_set_is_a_line(sheet: str, sides: int, set_here: Callable[..., Any]) -> None:
    names = [THAI, "Ben", "Cem", "Dee", "Eve", "Fay"][:sides]
    game = make_printed_game(3, names, options={"target": 1})
    for paper in ("a4", "a5"):
        job = compose(parse_order(sheet, {"paper": paper}, game))
        assert "name-line" in job.html
        result = set_here(job)
        assert not any("Boxes" in font for font in list_fonts(result.content))
        assert result.laid.escaped_texts == []
        assert result.laid.clipped_boxes == []
        text = squeeze("".join(read_pages(result.content)))
        assert not set(squeeze(THAI)) & set(text)
        assert "Ben" in text


def test_in_a_sentence_a_letter_stands_for_a_name_that_cannot_be_set() -> None:
    for seed in range(20):
        game = make_printed_game(3, [THAI, "Ben"], seed, options={"target": 1})
        if game.breakdown.winners == (THAI,):
            break
    html = compose(parse_order("game-record", {}, game)).html
    assert "<b>A won in round" in html


def test_a_date_that_cannot_be_set_is_a_line() -> None:
    for sheet in SHEETS:
        if "date" in sheet.takes:
            html = compose(parse_order(sheet.id, {"date": "๒๓ พ.ย."})).html
            assert html == compose(parse_order(sheet.id, {})).html
