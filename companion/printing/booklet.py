"""Booklets: two pages on a side, in the order for printing, folding and stapling.

    >>> order_pages(8)
    [(8, 1), (2, 7), (6, 3), (4, 5)]

Each page becomes a form XObject on its sheet. Tags move along, so that a screen reader reads the pages in
order, and bookmarks point to the new sheets.
"""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    StreamObject,
)

POINTS_PER_MM = 72 / 25.4


def order_pages(count: int) -> list[tuple[int, int]]:
    """The pages of each side, left and right, from 1; `count` is a multiple of four."""
    sides = []
    for number in range(count // 2):
        outer, inner = count - number, number + 1
        sides.append((outer, inner) if number % 2 == 0 else (inner, outer))
    return sides


def count_sides(count: int) -> int:
    """The number of printed sides of a booklet."""
    return -(-count // 4) * 2


def fold(content: bytes, sheet_mm: tuple[float, float]) -> bytes:
    """The booklet of a PDF, on paper of this size."""
    reader = PdfReader(io.BytesIO(content))
    writer = PdfWriter(clone_from=reader)
    pages = list(writer.pages)
    width, height = (side * POINTS_PER_MM for side in sheet_mm)
    drawings = [writer._add_object(_draw(page)) for page in pages]
    places: dict[int, tuple[IndirectObject, float, IndirectObject]] = {}
    sheets = ArrayObject()
    parent: Any = writer._root_object["/Pages"]
    for sides in order_pages(-(-len(pages) // 4) * 4):
        shown = [(number, drawings[number - 1]) for number in sides if number <= len(pages)]
        commands, offsets = [], {}
        for half, number in enumerate(sides):
            if number <= len(pages):
                offsets[number] = half * width / 2
                commands.append(f"q 1 0 0 1 {half * width / 2:.3f} 0 cm /P{number} Do Q")
        drawing = DecodedStreamObject()
        drawing.set_data("\n".join(commands).encode())
        sheet = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Page"),
                NameObject("/Parent"): parent.indirect_reference,
                NameObject("/MediaBox"): ArrayObject(
                    [
                        NumberObject(0),
                        NumberObject(0),
                        FloatObject(round(width, 3)),
                        FloatObject(round(height, 3)),
                    ]
                ),
                NameObject("/Contents"): writer._add_object(drawing.flate_encode()),
                NameObject("/Resources"): DictionaryObject(
                    {
                        NameObject("/XObject"): DictionaryObject(
                            {NameObject(f"/P{number}"): reference for number, reference in shown}
                        )
                    }
                ),
                NameObject("/Tabs"): NameObject("/S"),
            }
        )
        reference = writer._add_object(sheet)
        sheets.append(reference)
        for number, offset in offsets.items():
            page = pages[number - 1].indirect_reference
            assert page is not None
            places[page.idnum] = (reference, offset, drawings[number - 1])
    parent[NameObject("/Kids")] = sheets
    parent[NameObject("/Count")] = NumberObject(len(sheets))
    root = writer._root_object
    _move_tags(root["/StructTreeRoot"], places)
    if "/Outlines" in root:
        _move_bookmarks(root["/Outlines"], places)
    preferences = root.get("/ViewerPreferences", DictionaryObject())
    preferences[NameObject("/Duplex")] = NameObject("/DuplexFlipShortEdge")
    root[NameObject("/ViewerPreferences")] = preferences
    # Tags and form XObjects with tags need it; pypdf would write 1.3.
    writer.pdf_header = reader.pdf_header
    kept = io.BytesIO()
    writer.write(kept)
    return kept.getvalue()


def _draw(page: Any) -> StreamObject:
    """A page as a form XObject with the number of its tags."""
    drawing = DecodedStreamObject()
    drawing.set_data(page.get_contents().get_data())
    squeezed = drawing.flate_encode()
    squeezed.update(
        {
            NameObject("/Type"): NameObject("/XObject"),
            NameObject("/Subtype"): NameObject("/Form"),
            NameObject("/BBox"): ArrayObject(page["/MediaBox"]),
            NameObject("/Resources"): page.raw_get("/Resources"),
            NameObject("/StructParents"): page["/StructParents"],
        }
    )
    return squeezed


def _move_tags(element: Any, places: dict[int, tuple[IndirectObject, float, IndirectObject]]) -> None:
    """Points tags below an element to the new sheets."""
    page = element.raw_get("/Pg") if "/Pg" in element else None
    place = places.get(page.idnum) if page is not None else None
    if place is not None:
        element[NameObject("/Pg")] = place[0]
    kids = element.get("/K")
    if kids is None:
        return
    for number, kid in enumerate(kids):
        if isinstance(kid, NumberObject) and place is not None:
            kids[number] = DictionaryObject(
                {
                    NameObject("/Type"): NameObject("/MCR"),
                    NameObject("/Pg"): place[0],
                    NameObject("/Stm"): place[2],
                    NameObject("/MCID"): kid,
                }
            )
        elif isinstance(kid.get_object(), DictionaryObject):
            _move_tags(kid.get_object(), places)


def _move_bookmarks(node: Any, places: dict[int, tuple[IndirectObject, float, IndirectObject]]) -> None:
    """Points bookmarks below a node to the new sheets."""
    child = node.get("/First")
    while child is not None:
        child = child.get_object()
        target = child.get("/Dest")
        if target is not None:
            place = places[target[0].idnum if isinstance(target[0], IndirectObject) else target.raw[0].idnum]
            moved = ArrayObject([place[0], *target[1:]])
            if len(moved) > 2 and isinstance(moved[2], FloatObject | NumberObject):
                moved[2] = FloatObject(float(moved[2]) + place[1])
            child[NameObject("/Dest")] = moved
        _move_bookmarks(child, places)
        child = child.get("/Next")
