"""Imposition: pages put onto larger sheets of paper, to fold into a booklet or to cut apart.

    >>> order_pages(8)
    [(8, 1), (2, 7), (6, 3), (4, 5)]

Each page becomes a form XObject on its sheet. Tags move along, so that a screen reader reads the pages in
order, and bookmarks point to the new sheets. A page that stands on a sheet several times has tags the first
time only: it is read aloud once. Source: PDF 1.7 (ISO 32000-1), 8.10 (forms), 14.7.4 (tags in them).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import pydyf

POINTS_PER_MM = 72 / 25.4
# Lines to cut along: how far from the edge they begin and end, and the arms of the cross in the middle.
_CUT_FROM, _CUT_TO, _CUT_ARM = (length * POINTS_PER_MM for length in (6, 11, 4))
# Operators of tags, and the number of operands before them.
_TAGGING = {b"BMC": 1, b"BDC": 2, b"EMC": 0}

Line = tuple[float, float, float, float]


class Sheet(NamedTuple):
    """A side of paper in points: its size, its pages (number, from the left, from below), its grey lines."""

    width: float
    height: float
    pages: list[tuple[int, float, float]]
    lines: list[Line]


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


def fold(pdf: pydyf.PDF, paper_mm: tuple[float, float]) -> None:
    """Puts the pages of a PDF that is being made onto the sheets of a booklet, on paper of this size."""
    width, height = (round(side * POINTS_PER_MM, 3) for side in paper_mm)
    count = len(pdf.page_references)
    sheets: list[Sheet] = []
    for sides in order_pages(-(-count // 4) * 4):
        pages = [(number - 1, half * width / 2, 0.0) for half, number in enumerate(sides) if number <= count]
        sheets.append(Sheet(width, height, pages, [] if sheets else _list_folds(width, height)))
    _impose(pdf, sheets)
    pdf.catalog["ViewerPreferences"]["Duplex"] = "/DuplexFlipShortEdge"


def repeat(pdf: pydyf.PDF, grids: Iterable[tuple[int, int]]) -> None:
    """Puts each page onto its sheet in so many columns and rows, with lines to cut along."""
    sheets = []
    for number, (page, (columns, rows)) in enumerate(zip(_list_pages(pdf), grids, strict=True)):
        *_, width, height = page["MediaBox"]
        pages = [
            (number, column * width, row * height)
            for row in reversed(range(rows))
            for column in range(columns)
        ]
        lines = _list_cuts(columns * width, rows * height, columns > 1, rows > 1)
        sheets.append(Sheet(columns * width, rows * height, pages, lines))
    _impose(pdf, sheets)


def _list_folds(width: float, height: float) -> list[Line]:
    """Where to fold and to staple a booklet."""
    staples = [height * share for share in (0.25, 0.75)]
    spans = [(9.0, 24.0), (height - 24.0, height - 9.0), *((place - 9.0, place + 9.0) for place in staples)]
    return [(width / 2, low, width / 2, high) for low, high in spans]


def _list_cuts(width: float, height: float, has_columns: bool, has_rows: bool) -> list[Line]:
    """Short lines on the cuts through the middle, within reach of the printer."""
    lines: list[Line] = []
    x, y = width / 2, height / 2
    if has_columns:
        lines += [(x, _CUT_FROM, x, _CUT_TO), (x, height - _CUT_FROM, x, height - _CUT_TO)]
    if has_rows:
        lines += [(_CUT_FROM, y, _CUT_TO, y), (width - _CUT_FROM, y, width - _CUT_TO, y)]
    if has_columns and has_rows:
        lines += [(x, y - _CUT_ARM, x, y + _CUT_ARM), (x - _CUT_ARM, y, x + _CUT_ARM, y)]
    return lines


def _impose(pdf: pydyf.PDF, sheets: list[Sheet]) -> None:
    """Makes these sheets of the pages of a PDF; a page that is alone on its sheet stays as it is."""
    references, pages = pdf.page_references, _list_pages(pdf)
    # By the reference of each page: its sheet, how far to the right and up, and its drawing.
    places: dict[bytes, tuple[bytes, float, float, bytes]] = {}
    pdf.pages["Kids"], pdf.pages["Count"] = pydyf.Array(), 0
    for sheet in sheets:
        first = sheet.pages[0][0]
        if len(sheet.pages) == 1 and [sheet.width, sheet.height] == pages[first]["MediaBox"][2:]:
            pdf.pages["Kids"].extend([pages[first].number, 0, "R"])
            pdf.pages["Count"] += 1
            continue
        shown = {number for number, _, _ in sheet.pages}
        copied = {number for number in shown if sum(number == each for each, _, _ in sheet.pages) > 1}
        drawn = {f"C{number}": _copy_untagged(pdf, pages[number]) for number in sorted(copied)}
        drawn |= {f"P{number}": _make_drawing(pdf, pages[number]) for number in sorted(shown)}
        commands = []
        for number, left, foot in sheet.pages:
            place = b"q 1 0 0 1 %.3f %.3f cm /%%s%d Do Q" % (left, foot, number)
            commands.append(place % b"P" if number in shown else b"/Artifact BMC %s EMC" % (place % b"C"))
            shown.discard(number)
        commands += _draw_lines(sheet.lines)
        placing = pydyf.Stream(commands, compress=True)
        pdf.add_object(placing)
        made = pydyf.Dictionary(
            {
                "Type": "/Page",
                "Parent": pdf.pages.reference,
                "MediaBox": pydyf.Array([0, 0, round(sheet.width, 3), round(sheet.height, 3)]),
                "Contents": placing.reference,
                "Resources": pydyf.Dictionary({"XObject": pydyf.Dictionary(drawn)}),
                "Tabs": "/S",
            }
        )
        pdf.add_page(made)
        for number, left, foot in reversed(sheet.pages):
            places[references[number]] = (made.reference, left, foot, drawn[f"P{number}"])
    _move_tags_and_bookmarks(pdf, places)
    for reference in places:
        pages[references.index(reference)].clear()


def _draw_lines(lines: Iterable[Line]) -> list[bytes]:
    drawn = [b"%.1f %.1f m %.1f %.1f l" % line for line in lines]
    return [b"/Artifact BMC q 0.6 G 0.5 w", *drawn, b"S Q EMC"] if drawn else []


def _list_pages(pdf: pydyf.PDF) -> list[pydyf.Dictionary]:
    return [_get(pdf, reference) for reference in pdf.page_references]


def _get(pdf: pydyf.PDF, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _make_drawing(pdf: pydyf.PDF, page: pydyf.Dictionary) -> bytes:
    """Makes the marks of a page a form XObject with the number of its tags; gives the reference."""
    contents: bytes = page["Contents"]
    _get(pdf, contents).extra |= {
        **_describe_form(page),
        # A page for a picture has no tags.
        **({"StructParents": page["StructParents"]} if "StructParents" in page else {}),
    }
    return contents


def _copy_untagged(pdf: pydyf.PDF, page: pydyf.Dictionary) -> bytes:
    """A form XObject with the marks of a page that is still one, without its tags; gives the reference."""
    commands: list[bytes] = []
    for each in _get(pdf, page["Contents"]).stream:
        if each in _TAGGING:
            del commands[len(commands) - _TAGGING[each] :]
        else:
            commands.append(each)
    drawing = pydyf.Stream(commands, pydyf.Dictionary(_describe_form(page)), compress=True)
    pdf.add_object(drawing)
    reference: bytes = drawing.reference
    return reference


def _describe_form(page: pydyf.Dictionary) -> dict[str, Any]:
    return {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": page["MediaBox"],
        "Resources": page["Resources"],
    }


def _move_tags_and_bookmarks(pdf: pydyf.PDF, places: dict[bytes, tuple[bytes, float, float, bytes]]) -> None:
    """Points the tags and bookmarks of pages to the new sheets."""
    for each in pdf.objects:
        if not isinstance(each, dict):
            continue
        if each.get("Pg") in places:
            sheet, _, _, drawing = places[each["Pg"]]
            each["Pg"] = sheet
            marked = {"Type": "/MCR", "Pg": sheet, "Stm": drawing}
            each["K"] = pydyf.Array(
                pydyf.Dictionary(marked | {"MCID": kid}) if isinstance(kid, int) else kid for kid in each["K"]
            )
        if "Dest" in each and each["Dest"][0] in places:
            page, way, left, top, *further = each["Dest"]
            sheet, right, up, _ = places[page]
            each["Dest"] = pydyf.Array([sheet, way, left + right, top + up, *further])
