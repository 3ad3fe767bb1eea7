"""Rounds written by hand onto each pad: a pen of 0.7 mm, digits 4.6 mm high, stay in their boxes."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.printing import compose
from companion.printing.columns import Column, get_columns
from companion.printing.orders import Order
from companion.printing.score_pad import list_boxes, list_columns, plan_pad
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.printing.conftest import THOROUGH, make_printed_game, order_sheet
from tests.printing.reading import MM_PER_PX

PEN_MM, DIGIT_MM, MINUS_MM, GAP_MM, HEIGHT_MM = 0.7, 2.5, 1.7, 0.6, 4.6
NAMES = ["Al", "B", "Cy", "Di", "Ed", "Fi", "Gu"]
LOOKS = [{"paper": "a4"}, {"paper": "a5"}, {"paper": "letter", "large": "yes"}]
# It is wider than A4.
LOOKS += [{"paper": "letter"}] * THOROUGH


# Five brights from three others are 600: three rounds are enough.
LARGE_TOTALS = {"hana-awase": "-1066", "hana-awase-japanese": "-1066"}


def measure_written(text: str) -> float:
    drawn = sum(MINUS_MM if letter == "-" else DIGIT_MM for letter in text)
    return drawn + (len(text) - 1) * GAP_MM + PEN_MM


def list_written(rules: str, sides: int) -> Iterator[tuple[Column, str]]:
    """What somebody writes in each column in three rounds; counts of cards and two signs are the widest."""
    game = make_printed_game(3, NAMES[:sides], rules=rules)
    columns = get_columns(game.rule_set, game.options, sides)
    for played in game.breakdown.rounds:
        for side, total in zip(played.breakdown.sides, played.totals, strict=True):
            for column in columns:
                if column.kind in ("group", "count"):
                    yield column, str(column.cards)
                elif column.kind == "yaku":
                    yield column, "II"
                elif column.kind == "total":
                    yield column, LARGE_TOTALS.get(rules, str(total))
                elif column.kind != "deals" and column.value is None:
                    yield column, str(side.figures[column.id])


def measure_boxes(order: Order) -> dict[str, float]:
    """The width of the box of each column of a laid-out pad, in millimetres on the paper."""
    from weasyprint.formatting_structure import boxes

    from companion.printing.setter import lay_out

    def list_rows(box: Any) -> Iterator[Any]:
        is_worked = box.element is not None and box.element.get("class") == "worked"
        if isinstance(box, boxes.TableRowBox) and not is_worked:
            yield [cell for cell in box.children if cell.element.tag == "td"]
        for child in getattr(box, "children", ()) if not is_worked else ():
            yield from list_rows(child)

    document = lay_out(compose(order))
    # Those of the first round, without its number and its words.
    rows = [row for row in list_rows(document.pages[0]._page_box) if len(row) > 2]
    first = next(place for place, row in enumerate(rows) if row[0].element.get("class") == "number")
    held = [list_columns(order)] if plan_pad(order).layout != "columns" else list_boxes(order)
    return {
        column.id: cell.border_width() * MM_PER_PX * order.zoom
        for place, columns in enumerate(held)
        for column, cell in zip(columns, rows[first + place][place == 0 :], strict=False)
    }


def list_pads(rules: str) -> Iterator[Order]:
    """Of each layout the pad with the least room: few sides have long figures, many have narrow columns."""
    layouts: dict[tuple[str, float], list[Order]] = {}
    for raw, sides in product(LOOKS, get_rule_set(rules).side_counts):
        order = order_sheet("score-pad", rules=rules, sides=str(sides), rounds="1", **raw)
        layouts.setdefault((plan_pad(order).layout, order.zoom), []).append(order)
    for (layout, _), orders in layouts.items():
        yield from orders if THOROUGH else orders[-1:] if layout == "columns" else orders[:1]


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_what_is_written_stays_in_its_box_on_the_pad(rules: str, fonts_folder: Path) -> None:
    """One pad of each layout; in a thorough run all."""
    for order in list_pads(rules):
        assert plan_pad(order).row_mm * order.zoom >= HEIGHT_MM + PEN_MM
        widths = measure_boxes(order)
        # On a pad of columns, what leads to the yaku may be worked out aside.
        written = [each for each in list_written(rules, len(order.sides)) if each[0].id in widths]
        assert {column.id for column, _ in written} >= {"score", "total"}
        wide = [(column.id, text) for column, text in written if measure_written(text) > widths[column.id]]
        assert wide == [], order
