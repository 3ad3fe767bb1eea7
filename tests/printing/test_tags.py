"""What a screen reader is told of the tables of a sheet."""

from typing import Any

import pytest

from companion.printing import SHEETS
from tests.printing.conftest import PrintSheet, order_job
from tests.printing.reading import list_tags, open_pdf

# What is folded or cut is for paper only; the pad is a form of its own.
TAGGED = [
    sheet.id for sheet in SHEETS if sheet.id not in ("score-pad", "evening-set", "booklet", "player-card")
]


def find_scope(cell: Any) -> str:
    attributes = cell["/A"].get_object()
    listed = attributes if isinstance(attributes, list) else [attributes]
    return next(str(each.get_object()["/Scope"]) for each in listed if "/Scope" in each.get_object())


@pytest.mark.parametrize("sheet", TAGGED)
def test_every_row_of_a_table_has_its_head(sheet: str, print_sheet: PrintSheet) -> None:
    root: Any = open_pdf(print_sheet(sheet).content).trailer["/Root"]
    rows = [
        [cell.get_object() for cell in tag["/K"]]
        for tag in list_tags(root["/StructTreeRoot"])
        if isinstance(tag, dict) and tag.get("/S") == "/TR"
    ]
    assert bool(rows) == ("<table" in order_job(sheet).html)
    # A row of one cell is a note below a round.
    for row in (row for row in rows if len(row) > 1):
        is_head = all(cell["/S"] == "/TH" for cell in row)
        scopes = {find_scope(cell) for cell in row if cell["/S"] == "/TH"}
        assert scopes == ({"/Column"} if is_head else {"/Row"})
