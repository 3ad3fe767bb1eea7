"""What every PDF is: small, and read aloud table by table."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.printing import SHEETS, compose, parse_order
from tests.printing.conftest import THOROUGH, PrintSheet, order_job
from tests.printing.reading import list_tags, open_pdf

# --- How large it is: what a phone sends to a printer -----------------------------------------------

KB = 1024
LIMITS = {
    "booklet": 250,
    "evening-set": 500,
    # 48 and 33 different pictures, with their names or two pages of text.
    "deck-guide": 70,
    # Its whole game is a table of figures with their tags.
    "rule-sheet": 86,
    # Front and back, with their tags.
    "player-card": 75,
}


def test_a_sheet_is_small(print_sheet: PrintSheet) -> None:
    """Each sheet is set, most of them for other tests too; those of Sakura in a thorough run."""
    sizes = {sheet.id: len(print_sheet(sheet.id).content) for sheet in SHEETS}
    if THOROUGH:
        for sheet in SHEETS:
            if not sheet.needs_game:
                size = len(print_sheet(sheet.id, rules="sakura").content)
                sizes[sheet.id] = max(sizes[sheet.id], size)
    assert {each: size for each, size in sizes.items() if size > LIMITS.get(each, 40) * KB} == {}


# --- What a screen reader is told of its tables -----------------------------------------------------


def find_scope(cell: Any) -> str:
    attributes = cell["/A"].get_object()
    listed = attributes if isinstance(attributes, list) else [attributes]
    return next(str(each.get_object()["/Scope"]) for each in listed if "/Scope" in each.get_object())


@pytest.mark.parametrize("sheet", [each.id for each in SHEETS])
def test_every_row_of_a_table_has_its_head(sheet: str, print_sheet: PrintSheet) -> None:
    root: Any = open_pdf(print_sheet(sheet).content).trailer["/Root"]
    rows = [
        [cell.get_object() for cell in tag["/K"]]
        for tag in list_tags(root["/StructTreeRoot"])
        if isinstance(tag, dict) and tag.get("/S") == "/TR"
    ]
    job = order_job(sheet)
    assert bool(rows) == any("<table" in each.html for each in (job, *job.parts))
    # A row of one cell is a note below a round.
    for row in (row for row in rows if len(row) > 1):
        is_head = all(cell["/S"] == "/TH" for cell in row)
        scopes = {find_scope(cell) for cell in row if cell["/S"] == "/TH"}
        assert scopes == ({"/Column"} if is_head else {"/Row"})


def check_tags(content: bytes) -> None:
    """Each tag leads to what its page draws, once; on a sheet to cut or to fold, to the drawing of a page."""
    reader = open_pdf(content)
    root: Any = reader.trailer["/Root"]
    pages = {page.indirect_reference.idnum: page for page in reader.pages if page.indirect_reference}
    led = []
    for tag in list_tags(root["/StructTreeRoot"]):
        if not isinstance(tag, dict) or "/Pg" not in tag:
            continue
        page = pages[tag.raw_get("/Pg").idnum]
        for kid in tag["/K"]:
            marked = kid.get_object()
            if isinstance(marked, dict) and marked.get("/Type") == "/MCR":
                drawings = page["/Resources"]["/XObject"]
                form = marked.raw_get("/Stm").idnum
                assert form in [drawings.raw_get(name).idnum for name in drawings]
                led.append((form, marked["/MCID"]))
            elif isinstance(marked, int):
                led.append((page["/StructParents"], marked))
    assert len(led) == len(set(led)) > 10


@pytest.mark.parametrize("sheet", [each.id for each in SHEETS])
def test_each_tag_leads_to_what_its_page_draws(sheet: str, print_sheet: PrintSheet) -> None:
    check_tags(print_sheet(sheet).content)


def test_pages_that_look_the_same_are_read_aloud_once(set_here: Callable[..., Any]) -> None:
    check_tags(set_here(compose(parse_order("player-card", {"rules": "hana-awase", "sides": "4"}))).content)
