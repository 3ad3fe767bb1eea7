"""Reading a printed sheet back: its text, where it stands, its fonts, what is attached to it."""

import io
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import pikepdf
import pypdf
import pypdfium2

MM = 72 / 25.4
MM_PER_PX = 25.4 / 96


class Spot(NamedTuple):
    """A character of a page and its box in millimetres from the top left corner."""

    character: str
    left: float
    top: float
    right: float
    foot: float


@lru_cache(maxsize=1)
def open_pdf(pdf: bytes) -> pypdf.PdfReader:
    """A reader of a PDF; asked about the same one again, it knows what it has read already."""
    return pypdf.PdfReader(io.BytesIO(pdf))


def read_sizes(pdf: bytes) -> list[tuple[int, int]]:
    """The size of each page in whole millimetres."""
    return [
        (round(page.mediabox.width / MM), round(page.mediabox.height / MM)) for page in open_pdf(pdf).pages
    ]


def read_pages(pdf: bytes) -> list[str]:
    """The text of each page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def squeeze(text: str) -> str:
    """The text without spaces, hyphens and direction: what is left of a name however it was broken.

    Apostrophes are all straight: sheets curl those of our own words.
    """
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKC", text).replace("’", "'")
        if not letter.isspace() and unicodedata.category(letter) not in ("Cf", "Cc", "Pd", "Cn")
    )


def read_spots(pdf: bytes) -> Iterator[list[Spot]]:
    """The visible characters of each page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            height = page.get_height()
            text = page.get_textpage()
            spots = []
            for index in range(text.count_chars()):
                left, foot, right, top = text.get_charbox(index)
                character = text.get_text_range(index, 1)
                if character.strip() and right > left:
                    spots.append(
                        Spot(character, left / MM, (height - top) / MM, right / MM, (height - foot) / MM)
                    )
            yield spots
    finally:
        document.close()


def list_fonts(pdf: bytes) -> dict[str, bool]:
    """Each font by name, and whether it is embedded."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        dictionaries = [each for each in document.objects if isinstance(each, pikepdf.Dictionary)]
        # A font of several parts has its file with the last of them.
        fonts = [each for each in dictionaries if "/BaseFont" in each and "/DescendantFonts" not in each]
        return {
            str(font.BaseFont): any(key.startswith("/FontFile") for key in font.get("/FontDescriptor", {}))
            for font in fonts
        }


def has_attachments(pdf: bytes) -> bool:
    """Whether anything is attached, to the document or to a page."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        dictionaries = [each for each in document.objects if isinstance(each, pikepdf.Dictionary)]
        return any({"/EmbeddedFiles", "/AF", "/EF"} & {*each.keys()} for each in dictionaries)


def list_tags(element: Any) -> Iterator[Any]:
    """Every part of a tree of tags from this element on, in the order in which it is read aloud."""
    element = element.get_object()
    for each in element if isinstance(element, list) else [element]:
        part = each.get_object()
        yield part
        if isinstance(part, dict) and "/K" in part:
            yield from list_tags(part["/K"])


def list_bookmarks(pdf: bytes) -> list[str]:
    return [str(entry.title) for entry in open_pdf(pdf).outline if not isinstance(entry, list)]


# --- The boxes of a laid-out page ----------------------------------------------------------------


class Laid(NamedTuple):
    """Where things stand on laid-out pages: what is read of WeasyPrint's boxes, which cannot be kept."""

    heights_mm: list[float]
    # How far from the top of each page its lines of text stand.
    baselines_mm: list[list[float]]
    # Texts that leave the cell, paragraph or heading that they stand in; boxes cut by their cell or page, or
    # in its right margin.
    faults: list[str]
    # Of the first page: which card, and how wide in millimetres.
    pictures: list[tuple[str, float]]
    # The text of each page.
    texts: list[str]
    # The size of the smallest text, in points; 0 where there is none.
    least_pt: float


def read_layout(document: Any) -> Laid:
    from weasyprint.formatting_structure import boxes

    def list_boxes(box: Any, holder: Any = None, edges: Any = None) -> Iterator[tuple[Any, Any, Any]]:
        """Each box, the one that its text stands in, and the right and lower edge that it is cut at."""
        box = getattr(box, "_box", box)
        if isinstance(box, boxes.BlockContainerBox):
            holder = box
        if isinstance(box, boxes.MarginBox):
            # A page number.
            edges = None
        yield box, holder, edges
        if isinstance(box, boxes.PageBox):
            # At its foot, the box of a word is higher than its letters.
            edges = (box.content_box_x() + box.width, box.margin_height())
        names = ((box.element.get("class") or "") if box.element is not None else "").split()
        if "page" in names:
            right, foot = find_edges(box)
            is_framed = "page--framed" in names
            edges = (right - is_framed * box.padding_right, foot - is_framed * box.padding_bottom)
        for child in getattr(box, "children", ()):
            yield from list_boxes(child, holder, edges)

    pages = [list(list_boxes(page._page_box)) for page in document.pages]
    drawn = [[box for box, _, _ in page if isinstance(box, boxes.TextBox)] for page in pages]
    written = [[box for box in page if box.text.strip()] for page in drawn]
    return Laid(
        [page.height * MM_PER_PX for page in document.pages],
        [[find_baseline(box) * MM_PER_PX for box in page] for page in written],
        [fault for page in pages for each in page if (fault := find_fault(*each))],
        [
            ((box.element.get("src") or "").rpartition("/")[2], box.width * MM_PER_PX)
            for box, _, _ in pages[0]
            if isinstance(box, boxes.ReplacedBox) and box.element is not None
        ],
        ["".join(box.text for box in page) for page in drawn],
        min((box.style["font_size"] * 72 / 96 for page in written for box in page), default=0.0),
    )


def find_edges(box: Any) -> tuple[float, float]:
    """The right and the lower edge of a box."""
    return box.border_box_x() + box.border_width(), box.border_box_y() + box.border_height()


def find_baseline(box: Any) -> float:
    return float(box.position_y + box.margin_top + box.baseline)


def find_fault(box: Any, holder: Any, edges: tuple[float, float] | None) -> str:
    """What is wrong with where a box stands; empty where nothing is."""
    text = getattr(box, "text", "")
    if getattr(box, "block_ellipsis", "none") != "none":
        # Its sign is drawn behind its last word, also where that fills the line.
        last, em = box.children[-1], box.style["font_size"]
        sign_width = 0.3 * em if box.block_ellipsis == ("string", ".") else em
        if last.position_x + last.width + sign_width - find_edges(holder)[0] > 0.8:
            return f"The sign of what is cut leaves <{holder.element_tag}>"
    elif text.strip() and holder is not None:
        right, foot = find_edges(holder)
        # The font's own line is half as high again as its letters.
        em, baseline = box.style["font_size"], find_baseline(box)
        # What is cut with a sign is drawn no wider than its box.
        is_cut = holder.style["text_overflow"] == "ellipsis"
        over = (
            holder.border_box_x() - box.position_x,
            (box.position_x + box.width - right) * (not is_cut),
            holder.border_box_y() - (baseline - 0.8 * em),
            baseline + 0.22 * em - foot,
        )
        if max(over) > 0.8:
            return f"{text!r} leaves <{holder.element_tag}>"
    elif holder is not None and holder.style["text_overflow"] == "ellipsis":
        # What is cut with a sign is wider than what is seen of it.
        return ""
    elif edges and hasattr(box, "border_height") and box.height != "auto":
        over = tuple(ours - limit for ours, limit in zip(find_edges(box), edges, strict=True))
        if max(over) > 1.6:
            return f"<{box.element_tag}> is cut"
    return ""
