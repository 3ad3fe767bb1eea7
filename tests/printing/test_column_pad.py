"""The column pad: a whole game of many on a page, in boxes that a pen fits into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import NotAllowedHere
from companion.printing import compose, find_unset, parse_order
from companion.printing.column_pad import list_rows, measure_column_pad
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import make_printed_game
from tests.printing.reading import read_pages, squeeze
from tests.printing.test_sheets import NAMES

# A written digit of 4.6 mm with the space beside it.
DIGIT_MM = 3.4
COUNTED = [rules for rules in RULE_SET_IDS if get_rule_set(rules).race is None]


def order(**raw: Any) -> Any:
    return parse_order("column-pad", raw)


def test_a_whole_game_of_six_stands_on_one_page_of_a4() -> None:
    assert measure_column_pad(order(sides="6")).rounds == 10
    assert measure_column_pad(order(sides="6", paper="letter")).rounds == 9
    assert measure_column_pad(order(sides="6", yaku="none")).rounds == 13


@pytest.mark.parametrize("names", [*NAMES])
@pytest.mark.parametrize("rules", COUNTED)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_pen_fits_into_every_box(paper: str, rules: str, names: str, lay_out: Callable[..., Any]) -> None:
    sides = get_rule_set(rules).side_counts[-1]
    ordered = order(paper=paper, rules=rules, sides=str(sides), names=NAMES[names][:sides])
    size = measure_column_pad(ordered)
    laid = lay_out(compose(ordered))
    assert laid.clipped_boxes == []
    assert laid.escaped_texts == []
    assert laid.least_pt >= 6.49
    assert size.row_mm >= 5.6
    for row in list_rows(ordered):
        digits = 2 if row.boxes[0].cards else 3
        assert size.side_mm / len(row.boxes) >= digits * DIGIT_MM, row.words
    for name in NAMES[names][:sides]:
        assert find_unset(name) or squeeze(name) in squeeze(laid.texts[0])


def test_a_block_leads_from_the_cards_to_the_total() -> None:
    words = [row.words for row in list_rows(order(sides="6"))]
    assert words == ["Brights · Animals · Ribbons", "Card points · Net", "Yaku · Bonus", "Round · Total"]
    words = [row.words for row in list_rows(order(sides="6", method="B", yaku="none"))]
    assert words == ["Brights · Animals · Ribbons", "Card points", "Round · Total"]


def test_the_pad_of_a_game_goes_on_after_its_last_round(set_here: Callable[..., Any]) -> None:
    game = make_printed_game(2, NAMES["short"][:5])
    [text] = read_pages(set_here(compose(parse_order("column-pad", {}, game))).content)
    totals = " ".join(map(str, game.breakdown.totals)).replace("-", "−")
    assert squeeze(f"So far {totals} 3 deals") in squeeze(text)


def test_more_rounds_come_on_further_pages() -> None:
    size = measure_column_pad(order(sides="6", rounds="24"))
    assert (size.rounds, size.wanted) == (8, 24)


def test_where_no_card_points_are_counted_there_is_none() -> None:
    with pytest.raises(NotAllowedHere, match=r"In Koi-Koi, today's rules no card points are counted"):
        order(rules="koikoi-modern")
