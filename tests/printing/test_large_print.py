"""Large print: nothing under 13 points, rows of 11 mm, whole on its paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.printing import compose, parse_order
from companion.printing.score_pad import measure_pad
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.engines import find_differences
from tests.printing.reading import read_sizes
from tests.printing.test_sheets import NAMES

LEAST_PT, ROW_MM = 13.0, 11.0
SIDES = [(rules, sides) for rules in RULE_SET_IDS for sides in get_rule_set(rules).side_counts]
PAPERS = {"a4": (210, 297), "letter": (216, 279)}


def check(order: Any, lay_out: Callable[..., Any]) -> None:
    laid = lay_out(compose(order))
    assert laid.clipped_boxes == []
    assert laid.escaped_texts == []
    assert laid.least_pt * order.zoom >= LEAST_PT - 0.01


@pytest.mark.parametrize(("rules", "sides"), SIDES)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_pad_in_large_print_is_whole(
    paper: str, rules: str, sides: int, lay_out: Callable[..., Any]
) -> None:
    raw = {"rules": rules, "sides": str(sides), "paper": paper, "large": "yes"}
    for names in ([], NAMES["long"][:sides]):
        order = parse_order("score-pad", raw | {"names": names})
        assert measure_pad(order).row_mm * order.zoom >= ROW_MM
        check(order, lay_out)


@pytest.mark.parametrize("rules", RULE_SET_IDS)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_rule_sheet_in_large_print_is_whole(paper: str, rules: str, lay_out: Callable[..., Any]) -> None:
    check(parse_order("rule-sheet", {"rules": rules, "paper": paper, "large": "yes"}), lay_out)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", ["score-pad", "rule-sheet"])
def test_its_pages_are_those_of_the_paper_and_look_the_same_everywhere(
    sheet: str, paper: str, set_here: Callable[..., Any]
) -> None:
    content = set_here(compose(parse_order(sheet, {"paper": paper, "large": "yes"}))).content
    upright = PAPERS[paper]
    assert set(read_sizes(content)) == {upright[::-1] if sheet == "score-pad" else upright}
    assert find_differences(content) == []


@pytest.mark.parametrize(
    ("sheet", "raw", "said"),
    [
        ("score-pad", {"paper": "a5"}, "needs A4 or Letter"),
        ("score-pad", {"up": "2"}, "take 1 a page"),
        ("score-pad", {"fillable": "yes"}, "enlarged there"),
        ("month-strip", {}, "has no option “large”"),
    ],
)
def test_what_cannot_be_large_is_said(sheet: str, raw: dict[str, str], said: str) -> None:
    with pytest.raises(CompanionError, match=said):
        parse_order(sheet, raw | {"large": "yes"})
