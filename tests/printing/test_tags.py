"""What a screen reader is told of a sheet: heads of rows and columns, headings, bookmarks, the version."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import pypdf
import pytest

from companion.printing import SHEETS, compose, load_example_game, parse_order
from companion.printing.sheet_list import get_sheet

# The pad has tests of its own, and a set the tags of its sheets.
TAGGED = [sheet.id for sheet in SHEETS if sheet.id not in ("score-pad", "evening-set")]


def print_sheet(sheet: str, set_here: Callable[..., Any]) -> pypdf.PdfReader:
    game = load_example_game() if get_sheet(sheet).needs_game else None
    return pypdf.PdfReader(io.BytesIO(set_here(compose(parse_order(sheet, {}, game))).content))


def list_tags(element: Any) -> Iterator[Any]:
    element = element.get_object()
    if isinstance(element, list):
        for kid in element:
            yield from list_tags(kid)
    elif isinstance(element, dict):
        if "/S" in element:
            yield element
        if "/K" in element:
            yield from list_tags(element["/K"])


def list_scopes(row: Any) -> list[str]:
    """The scopes of the heads in a row of a table."""
    cells = [cell.get_object() for cell in row["/K"]]
    return [get_scope(cell) for cell in cells if cell["/S"] == "/TH"]


def get_scope(cell: Any) -> str:
    attributes = cell["/A"].get_object()
    listed = attributes if isinstance(attributes, list) else [attributes]
    return next(str(each.get_object()["/Scope"]) for each in listed if "/Scope" in each.get_object())


@pytest.mark.parametrize("sheet", TAGGED)
def test_every_row_of_a_table_has_its_head(sheet: str, set_here: Callable[..., Any]) -> None:
    tags = list(list_tags(print_sheet(sheet, set_here).trailer["/Root"]["/StructTreeRoot"]))  # type: ignore[index]
    rows = [tag for tag in tags if tag["/S"] == "/TR"]
    assert rows or sheet in ("yaku-card", "deck-guide", "month-strip", "declarations", "table-tent")
    for row in rows:
        if len(row["/K"]) == 1:
            # A note below a round.
            continue
        scopes = list_scopes(row)
        is_head = all(cell.get_object()["/S"] == "/TH" for cell in row["/K"])
        assert scopes, row
        assert set(scopes) == ({"/Column"} if is_head else {"/Row"})


@pytest.mark.parametrize("sheet", TAGGED)
def test_a_sheet_has_each_bookmark_once_and_no_older_version(
    sheet: str, set_here: Callable[..., Any]
) -> None:
    reader = print_sheet(sheet, set_here)
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert len(set(titles)) == len(titles) > 0
    assert reader.pdf_header == "%PDF-1.7"
