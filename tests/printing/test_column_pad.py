"""The column pad: a whole game of many on a page, in boxes that a pen fits into (`test_written_by_hand`)."""

from __future__ import annotations

import pytest

from companion.errors import NotAllowedHere
from companion.printing import parse_order
from companion.printing.column_pad import list_rows, measure_column_pad
from tests.printing.conftest import make_printed_game, order_sheet, read_words


def test_a_whole_game_of_six_stands_on_one_page_and_more_rounds_on_further_ones() -> None:
    found = {
        str(raw): measure_column_pad(order_sheet("column-pad", sides="6", **raw)).rounds
        for raw in ({}, {"paper": "letter"}, {"yaku": "none"}, {"rounds": "24"})
    }
    assert [*found.values()] == [10, 9, 13, 8]


def test_a_block_leads_from_the_cards_to_the_total() -> None:
    words = [row.words for row in list_rows(order_sheet("column-pad", sides="6"))]
    assert words == ["Brights · Animals · Ribbons", "Card points · Net", "Yaku · Bonus", "Round · Total"]
    words = [row.words for row in list_rows(order_sheet("column-pad", sides="6", method="B", yaku="none"))]
    assert words == ["Brights · Animals · Ribbons", "Card points", "Round · Total"]


def test_the_pad_of_a_game_goes_on_after_its_last_round() -> None:
    game = make_printed_game(2, ["Al", "B", "Cy", "Di", "Ed"])
    totals = " ".join(map(str, game.breakdown.totals)).replace("-", "−")
    assert f"So far {totals} 3 deals" in read_words("column-pad", game)


def test_where_no_card_points_are_counted_there_is_none() -> None:
    with pytest.raises(NotAllowedHere, match=r"In Koi-Koi, today's rules no card points are counted"):
        parse_order("column-pad", {"rules": "koikoi-modern"})
