"""Booklets: two pages on a side, in the order for printing, folding and stapling.

    >>> order_pages(8)
    [(8, 1), (2, 7), (6, 3), (4, 5)]

Each page becomes a form XObject on its sheet. Tags move along, so that a screen reader reads the pages in
order, and bookmarks point to the new sheets.
"""

from __future__ import annotations

from typing import Any

import pydyf

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


def fold(pdf: pydyf.PDF, sheet_mm: tuple[float, float]) -> None:
    """Puts the pages of a PDF that is being made onto the sheets of a booklet, on paper of this size."""
    width, height = (round(side * POINTS_PER_MM, 3) for side in sheet_mm)
    old = {reference: _get(pdf, reference) for reference in pdf.page_references}
    drawings = [_make_drawing(pdf, page) for page in old.values()]
    # By the reference of each page: its sheet, how far to the right, and its drawing.
    places: dict[bytes, tuple[bytes, float, bytes]] = {}
    pdf.pages["Kids"], pdf.pages["Count"] = pydyf.Array(), 0
    for sides in order_pages(-(-len(old) // 4) * 4):
        shown = [(half * width / 2, number) for half, number in enumerate(sides) if number <= len(old)]
        commands = [b"q 1 0 0 1 %.3f 0 cm /P%d Do Q" % each for each in shown]
        if not places:
            commands += _draw_marks(width, height)
        placing = pydyf.Stream(commands, compress=True)
        pdf.add_object(placing)
        drawn = {f"P{number}": drawings[number - 1] for _, number in shown}
        sheet = pydyf.Dictionary(
            {
                "Type": "/Page",
                "Parent": pdf.pages.reference,
                "MediaBox": pydyf.Array([0, 0, width, height]),
                "Contents": placing.reference,
                "Resources": pydyf.Dictionary({"XObject": pydyf.Dictionary(drawn)}),
                "Tabs": "/S",
            }
        )
        pdf.add_page(sheet)
        for offset, number in shown:
            places[list(old)[number - 1]] = (sheet.reference, offset, drawings[number - 1])
    _move_tags_and_bookmarks(pdf, places)
    for page in old.values():
        page.clear()
    pdf.catalog["ViewerPreferences"]["Duplex"] = "/DuplexFlipShortEdge"


def _draw_marks(width: float, height: float) -> list[bytes]:
    """Where to fold and to staple, in grey on the outermost side."""
    staples = [height * share for share in (0.25, 0.75)]
    lines = [(9.0, 24.0), (height - 24.0, height - 9.0), *((place - 9.0, place + 9.0) for place in staples)]
    drawn = [b"%.1f %.1f m %.1f %.1f l" % (width / 2, low, width / 2, high) for low, high in lines]
    return [b"/Artifact BMC q 0.6 G 0.5 w", *drawn, b"S Q EMC"]


def _get(pdf: pydyf.PDF, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _make_drawing(pdf: pydyf.PDF, page: pydyf.Dictionary) -> bytes:
    """Makes the marks of a page a form XObject with the number of its tags; gives the reference."""
    contents: bytes = page["Contents"]
    _get(pdf, contents).extra |= {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": page["MediaBox"],
        "Resources": page["Resources"],
        "StructParents": page["StructParents"],
    }
    return contents


def _move_tags_and_bookmarks(pdf: pydyf.PDF, places: dict[bytes, tuple[bytes, float, bytes]]) -> None:
    """Points the tags and bookmarks of pages to the new sheets."""
    for each in pdf.objects:
        if not isinstance(each, dict):
            continue
        if each.get("Pg") in places:
            sheet, _, drawing = places[each["Pg"]]
            each["Pg"] = sheet
            marked = {"Type": "/MCR", "Pg": sheet, "Stm": drawing}
            each["K"] = pydyf.Array(
                pydyf.Dictionary(marked | {"MCID": kid}) if isinstance(kid, int) else kid for kid in each["K"]
            )
        if "Dest" in each:
            page, way, left, *further = each["Dest"]
            sheet, offset, _ = places[page]
            each["Dest"] = pydyf.Array([sheet, way, left + offset, *further])
