"""Imposition: pages put onto larger sheets of paper, to fold into a booklet or to cut apart.

    >>> order_pages(8)
    [(8, 1), (2, 7), (6, 3), (4, 5)]

Each page becomes a form XObject on its sheet, with its tags and bookmarks; links stay behind.

Source: PDF 1.7 (ISO 32000-1), 8.10 (forms), 14.7.4.2 (tags of what a form draws).
"""

from collections.abc import Sequence
from io import BytesIO
from itertools import cycle, takewhile
from typing import Any, NamedTuple

from pikepdf import Array, Dictionary, Name, Pdf

POINTS_PER_MM = 72 / 25.4
# Lines to cut or fold along: how far from the edge they begin and end, and the arms of a cross in the middle.
_CUT_FROM, _CUT_TO, _CUT_ARM = (length * POINTS_PER_MM for length in (8, 13, 4))

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


def fold(content: bytes, paper_mm: tuple[float, float]) -> tuple[bytes, int]:
    """The pages of a PDF on the sheets of a booklet, on paper of this size, and its printed sides."""
    width, height = (round(side * POINTS_PER_MM, 3) for side in paper_mm)
    with Pdf.open(BytesIO(content)) as pdf:
        count = len(pdf.pages)
        sheets: list[Sheet] = []
        for sides in order_pages(-(-count // 4) * 4):
            pages = [
                (number - 1, half * width / 2, 0.0) for half, number in enumerate(sides) if number <= count
            ]
            sheets.append(Sheet(width, height, pages, [] if sheets else _list_folds(width, height)))
        return _impose(pdf, sheets, Name.DuplexFlipShortEdge), len(sheets)


def repeat(content: bytes, grids: Sequence[tuple[int, int] | None]) -> bytes:
    """Each page of a PDF on a sheet of its own, in so many columns and rows, with lines to cut along.

    Pages without a grid stand on the sheet of the one before, in turn.
    """
    sheets = []
    with Pdf.open(BytesIO(content)) as pdf:
        for first, grid in enumerate(grids):
            if grid is None:
                continue
            (columns, rows), further = grid, takewhile(lambda each: each is None, grids[first + 1 :])
            shown = cycle(range(first, first + 1 + len([*further])))
            *_, width, height = map(float, pdf.pages[first].mediabox)
            pages = [
                (next(shown), column * width, row * height)
                for row in reversed(range(rows))
                for column in range(columns)
            ]
            lines = _list_cuts(columns * width, rows * height, columns > 1, rows > 1)
            sheets.append(Sheet(columns * width, rows * height, pages, lines))
        # Cards are cut apart along lines that have to meet, with their backs behind them.
        return _impose(pdf, sheets, Name.DuplexFlipLongEdge)


def _list_folds(width: float, height: float) -> list[Line]:
    """Where to fold and to staple a booklet."""
    staples = [height * share for share in (0.25, 0.75)]
    spans = [(_CUT_FROM, _CUT_TO), (height - _CUT_TO, height - _CUT_FROM)]
    spans += [(place - 9.0, place + 9.0) for place in staples]
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


def _impose(pdf: Pdf, sheets: list[Sheet], duplex: Name) -> bytes:
    """The PDF with its pages on these sheets; tags and bookmarks lead to the sheet that a page is on."""
    pages, kept = [*pdf.pages], BytesIO()
    # Of each page its sheet, its form and where that stands.
    placed: dict[tuple[int, int], tuple[Any, Any, float, float]] = {}
    # Pages that look the same, as the cards of each player, share a form, and are read aloud once.
    known: dict[tuple[bytes, ...], Any] = {}
    forms, numbers = [], {page.objgen: number for number, page in enumerate(pages)}
    for number, page in enumerate(pages):
        form = pdf.make_indirect(page.as_form_xobject())
        # The renderer numbers the tags of pages so.
        form.StructParents = number
        look = (form.read_raw_bytes(), form.Resources.unparse(), form.BBox.unparse())
        forms.append(known.setdefault(look, form))
    del pdf.pages[:]
    for sheet in sheets:
        made = pdf.add_blank_page(page_size=(sheet.width, sheet.height))
        drawn = []
        for number, left, foot in sheet.pages:
            placed.setdefault(pages[number].objgen, (made.obj, forms[number], left, foot))
            name = made.add_resource(forms[number], Name.XObject, Name(f"/P{number}"))
            drawn.append(f"q 1 0 0 1 {left:.3f} {foot:.3f} cm {name} Do Q")
        cuts = " ".join("{:.1f} {:.1f} m {:.1f} {:.1f} l".format(*line) for line in sheet.lines)
        made.Contents = pdf.make_stream("\n".join([*drawn, f"q 0.6 G 0.5 w {cuts} S Q"]).encode())
    for each in pdf.objects:
        if isinstance(each, Dictionary) and "/Pg" in each:
            number = numbers[each.Pg.objgen]
            each.Pg, form, *_ = placed[each.Pg.objgen]
            each.K = Array(
                [
                    Dictionary(Type=Name.MCR, Stm=form, MCID=kid) if isinstance(kid, int) else kid
                    for kid in each.K
                    if not isinstance(kid, int) or form.StructParents == number
                ]
            )
        elif isinstance(each, Dictionary) and "/Dest" in each:
            page, _, left, foot = placed[each.Dest[0].objgen]
            each.Dest = Array([page, Name.XYZ, float(each.Dest[2]) + left, float(each.Dest[3]) + foot, 0])
    pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), Duplex=duplex, DisplayDocTitle=True)
    pdf.save(kept, min_version=pdf.pdf_version, deterministic_id=True)
    return kept.getvalue()
