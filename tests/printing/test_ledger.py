"""The ledger: rows and columns that a pen fits into, an evening's and a season's, games brought forward."""

import re
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.printing.ledger import describe_ledger

PAPERS = ["a4", "letter"]


def order(**raw: Any) -> Any:
    return parse_order("ledger", {"rules": "sakura", **raw})


def test_rows_are_at_least_8_millimetres_high(lay_out: Callable[..., Any]) -> None:
    for paper, sides in product(PAPERS, (2, 4, 7)):
        ordered = order(paper=paper, sides=str(sides))
        [baselines] = lay_out(compose(ordered)).baselines_mm
        row_count = describe_ledger(ordered)["rows"]
        # After the rows come two sums, with two texts each.
        rows = baselines[-4 - row_count : -4]
        assert min(lower - upper for upper, lower in pairwise(rows)) >= 8.0
        assert row_count >= (14 if sides > 4 else 20)


def test_a_date_makes_it_an_evenings_and_no_date_a_seasons() -> None:
    evening = compose(order(date="21 November 2026")).html
    season = compose(order()).html
    assert "The evening’s games" in evening
    assert "21 November 2026" in evening
    assert ">Date<" not in evening
    assert "The season’s games" in season
    assert ">Date<" in season


@pytest.mark.parametrize("sides", range(2, 8))
def test_each_side_has_a_cell_in_every_row_and_every_sum(sides: int) -> None:
    ordered = order(sides=str(sides))
    html = compose(ordered).html
    rows = [row.count("<td") for row in re.findall('<tr class="game">(.*?)</tr>', html, re.S)]
    # Date, game, target, winner, dealer.
    assert rows == [sides + 5] * describe_ledger(ordered)["rows"]
    sums = re.findall('<tr class="sum">.*?>([^<>]+)</th>(.*?)</tr>', html, re.S)
    assert [label for label, _ in sums] == [
        "Games won, brought forward",
        "Games won on this page",
        "Games won so far",
    ]
    assert [cells.count("<td></td>") for _, cells in sums] == [sides] * 3
    assert html.count('class="write"') == sides


def test_what_is_played_is_said_once_at_the_head() -> None:
    html = compose(parse_order("ledger", {"target": "300"})).html
    assert "target 300, unless another is written." in html
    assert "Sakura, 6 rounds, unless another is written." in compose(order(rounds="6")).html
