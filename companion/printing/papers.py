"""Papers, split into cells to cut apart.

    >>> cell = split_page(get_paper("a4"), up=2, is_wide=False)
    >>> cell.width_mm, cell.height_mm, cell.grid
    (148.5, 210.0, (2, 1))

Sources: ISO 216 (A sizes), ANSI/ASME Y14.1 (Letter).
"""

from dataclasses import dataclass

from companion.errors import get_known

MARGIN_MM = 8
"""The edge that home printers cannot print, also left on both sides of every cut."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper in portrait format."""

    id: str
    title: str
    width_mm: float
    height_mm: float


PAPERS = (
    Paper("a4", "A4", 210, 297),
    Paper("letter", "Letter", 215.9, 279.4),
    Paper("a5", "A5", 148, 210),
    Paper("a6", "A6", 105, 148),
)


# Those for more than one text: large print, several to a page.
LARGE_PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a sheet of paper."""

    width_mm: float
    height_mm: float
    grid: tuple[int, int] = (1, 1)
    """How many are side by side and below each other."""
    margin_mm: float = MARGIN_MM

    @property
    def inner_width_mm(self) -> float:
        return self.width_mm - 2 * self.margin_mm

    @property
    def inner_height_mm(self) -> float:
        return self.height_mm - 2 * self.margin_mm


def get_paper(paper_id: str) -> Paper:
    """The paper with this id; raises `NotUnderstood`, naming the nearest known one."""
    known = {paper.id: paper for paper in PAPERS}
    return get_known(known, paper_id, "There is no paper", ("paper",), [paper.title for paper in PAPERS])


def split_page(paper: Paper, up: int, is_wide: bool, zoom: float = 1.0) -> Cell:
    """The cell if `up` of them share a page; `is_wide` asks for landscape cells.

    Two cells share a page of the other orientation, four a page of their own. What is enlarged by `zoom`
    has a cell that is smaller by as much.
    """
    upright, wide = (paper.width_mm, paper.height_mm), (paper.height_mm, paper.width_mm)
    columns, rows = {1: (1, 1), 2: (1, 2) if is_wide else (2, 1), 4: (2, 2)}[up]
    width, height = wide if (is_wide if up in (1, 4) else not is_wide) else upright
    return Cell(width / columns / zoom, height / rows / zoom, (columns, rows), MARGIN_MM / zoom)


PAGE_NUMBER = 'content:"Page " counter(page) " of " counter(pages)'
# In counters of `page.css` that say nothing where one page is all there is.
FIRST_PAGE_NUMBER = "content:counter(pages,first-of) counter(pages,several)"


def number_pages(right_mm: float = 0.0) -> str:
    """The style of page numbers at the height of the title, so far from the right edge of the text."""
    return (
        f"@page{{@top-right{{{PAGE_NUMBER};font-size:9.3pt;vertical-align:bottom;"
        f"margin-bottom:-4.5mm;padding-right:{right_mm:g}mm}}}}"
        f"@page:first{{@top-right{{{FIRST_PAGE_NUMBER}}}}}"
    )


def make_page_style(cell: Cell, *, is_full: bool = False) -> str:
    """The page in CSS with its margins, or without them where it `is_full`, and the lengths of sheets."""
    margin = "0" if is_full else f"{cell.margin_mm:g}mm"
    return (
        f"@page{{size:{cell.width_mm:g}mm {cell.height_mm:g}mm;margin:{margin}}}"
        f":root{{--page-width:{cell.width_mm:g}mm;--page-height:{cell.height_mm:g}mm;--margin:{cell.margin_mm:g}mm}}"
    )


def write_css_text(text: str) -> str:
    """The text as a CSS string, with all but letters, digits and spaces escaped."""
    return '"' + "".join(one if one.isalnum() or one == " " else f"\\{ord(one):x} " for one in text) + '"'


def make_flow_style(cell: Cell, name: str) -> str:
    """The style of a text of several pages, with its name and page numbers at the foot."""
    margin = MARGIN_MM + 2
    return (
        f"@page{{size:{cell.width_mm:g}mm {cell.height_mm:g}mm;margin:{margin}mm {margin}mm {margin + 5}mm;"
        f"@bottom-left{{content:{write_css_text(name)};vertical-align:top;padding-top:2mm}}"
        f"@bottom-right{{{PAGE_NUMBER};vertical-align:top;padding-top:2mm}}}}"
        f"@page:first{{@bottom-right{{{FIRST_PAGE_NUMBER}}}}}"
        f":root{{--page-width:{cell.width_mm:g}mm;--page-height:{cell.height_mm:g}mm}}"
    )
