"""Five rounds written by hand onto each pad: a pen of 0.7 mm, digits 4.6 mm high, stay in their boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from companion.printing.column_pad import list_rows, measure_column_pad
from companion.printing.columns import Column, get_columns
from companion.printing.score_pad import describe_pad
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import make_printed_game, order_sheet
from tests.printing.test_sheets import NAMES

PEN_MM, DIGIT_MM, MINUS_MM, GAP_MM, HEIGHT_MM = 0.7, 2.5, 1.7, 0.6, 4.6
PADS = [("a4", "1"), ("letter", "1"), ("a4", "2"), ("letter", "2"), ("a5", "1"), ("a4", "4"), ("a6", "1")]


def measure_written(text: str) -> float:
    drawn = sum(MINUS_MM if letter == "-" else DIGIT_MM for letter in text)
    return drawn + (len(text) - 1) * GAP_MM + PEN_MM


def list_written(rules: str, sides: int) -> Iterator[tuple[Column, str]]:
    """What somebody writes in each column in five rounds; counts of cards and two signs are the widest."""
    game = make_printed_game(5, NAMES["short"][:sides], rules=rules)
    columns = get_columns(game.rule_set, game.options, sides)
    for played in game.breakdown.rounds:
        ids = [figure.id for figure in played.breakdown.settlement.figures]
        for side, total in zip(played.breakdown.sides, played.totals, strict=True):
            figures = dict(zip(ids, side.figures, strict=True))
            for column in columns:
                if column.kind == "group":
                    yield column, str(column.cards)
                elif column.kind == "yaku":
                    yield column, "II"
                elif column.kind == "total":
                    yield column, str(total)
                elif column.kind != "deals" and column.value is None:
                    yield column, str(figures[column.id])


def list_wide(rules: str, sides: int, widths: dict[str, float]) -> list[str]:
    written = list_written(rules, sides)
    return [text for column, text in written if measure_written(text) > widths[column.id]]


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_what_is_written_stays_in_its_box_on_the_pad(rules: str) -> None:
    for sides, (paper, up) in product(get_rule_set(rules).side_counts, PADS):
        described = describe_pad(order_sheet("score-pad", rules=rules, sides=str(sides), paper=paper, up=up))
        found = re.findall(r"\.c-([\w-]+)\{width:([\d.]+)mm", described["style"])
        assert described["size"].row_mm >= HEIGHT_MM + PEN_MM
        assert list_wide(rules, sides, {name: float(width) for name, width in found}) == [], (
            sides,
            paper,
            up,
        )


def test_what_is_written_stays_in_its_box_on_the_column_pad() -> None:
    for rules in (each for each in RULE_SET_IDS if get_rule_set(each).race is None):
        for sides, paper in product(get_rule_set(rules).side_counts, ("a4", "letter")):
            order = order_sheet("column-pad", rules=rules, sides=str(sides), paper=paper)
            size = measure_column_pad(order)
            assert size.row_mm >= HEIGHT_MM + PEN_MM
            widths = {box.id: size.side_mm / len(row.boxes) for row in list_rows(order) for box in row.boxes}
            assert list_wide(rules, sides, widths) == [], (rules, sides, paper)
