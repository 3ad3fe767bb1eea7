"""Reading a printed sheet back: its text, where it stands, its fonts, what is attached to it."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

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
    found: dict[str, bool] = {}
    reader = open_pdf(pdf)
    for page in reader.pages:
        resources: list[Any] = [page["/Resources"]]
        drawings = resources[0].get_object().get("/XObject", {})
        resources += [drawing.get_object().get("/Resources") for drawing in drawings.values()]
        for each in resources:
            fonts = each.get_object().get("/Font", {}) if each is not None else {}
            for font in fonts.get_object().values() if fonts else ():
                font = font.get_object()
                descendant = font["/DescendantFonts"][0].get_object()
                descriptor = descendant["/FontDescriptor"].get_object()
                found[str(font["/BaseFont"])] = any(key.startswith("/FontFile") for key in descriptor)
    return found


def has_attachments(pdf: bytes) -> bool:
    """Whether anything is attached, to the document or to a page."""
    reader = open_pdf(pdf)
    root = reader.trailer["/Root"].get_object()
    names = root.get("/Names", {})
    annotated = any(
        annotation.get_object().get("/Subtype") == "/FileAttachment"
        for page in reader.pages
        for annotation in page.get("/Annots", ())
    )
    return "/EmbeddedFiles" in names or "/AF" in root or bool(reader.attachments) or annotated


# --- The boxes of a laid-out page ----------------------------------------------------------------


class Laid(NamedTuple):
    """Where things stand on laid-out pages: what is read of WeasyPrint's boxes, which cannot be kept."""

    heights_mm: list[float]
    baselines_mm: list[list[float]]
    escaped_texts: list[str]
    clipped_boxes: list[str]
    # Of the first page: which card, and how wide in millimetres.
    pictures: list[tuple[str, float]]
    # The text of each page.
    texts: list[str]
    # The size of the smallest text, in points; 0 where there is none.
    least_pt: float


def read_layout(document: Any) -> Laid:
    return Laid(
        [page.height * MM_PER_PX for page in document.pages],
        [list_baselines_mm(page) for page in document.pages],
        find_escaped_texts(document),
        find_clipped_boxes(document),
        list_pictures(document.pages[0]),
        [read_text(page) for page in document.pages],
        min((size for page in document.pages for size in list_text_sizes_pt(page)), default=0.0),
    )


def list_text_sizes_pt(page: Any) -> list[float]:
    """The sizes of the texts of a page, in points."""
    from weasyprint.formatting_structure import boxes

    found: list[float] = []

    def walk(box: Any) -> None:
        box = getattr(box, "_box", box)
        if isinstance(box, boxes.TextBox) and box.text.strip():
            found.append(box.style["font_size"] * 72 / 96)
        for child in getattr(box, "children", ()):
            walk(child)

    walk(page._page_box)
    return found


def read_text(page: Any) -> str:
    """The text of a laid-out page, in the order in which it is drawn."""
    from weasyprint.formatting_structure import boxes

    found: list[str] = []

    def walk(box: Any) -> None:
        box = getattr(box, "_box", box)
        if isinstance(box, boxes.TextBox):
            found.append(box.text)
        for child in getattr(box, "children", ()):
            walk(child)

    walk(page._page_box)
    return "".join(found)


def list_pictures(page: Any) -> list[tuple[str, float]]:
    """The cards shown on a page, with the widths of their pictures in millimetres."""
    found: list[tuple[str, float]] = []

    def walk(box: Any) -> None:
        box = getattr(box, "_box", box)
        if type(box).__name__.endswith("ReplacedBox") and box.element is not None:
            source = box.element.get("src") or ""
            found.append((source.rpartition("/")[2], box.width * MM_PER_PX))
        for child in getattr(box, "children", ()):
            walk(child)

    walk(page._page_box)
    return found


def list_baselines_mm(page: Any) -> list[float]:
    """How far from the top of a page each line of text stands."""
    from weasyprint.formatting_structure import boxes

    found: list[float] = []

    def walk(box: Any) -> None:
        box = getattr(box, "_box", box)
        if isinstance(box, boxes.TextBox) and box.text.strip():
            found.append((box.position_y + box.margin_top + box.baseline) * MM_PER_PX)
        for child in getattr(box, "children", ()):
            walk(child)

    walk(page._page_box)
    return found


def find_escaped_texts(document: Any, slack_px: float = 0.8) -> list[str]:
    """The texts that leave the box that they stand in: a cell, a paragraph, a heading."""
    from weasyprint.formatting_structure import boxes

    found: list[str] = []

    def walk(box: Any, holder: Any) -> None:
        box = getattr(box, "_box", box)
        if isinstance(box, boxes.BlockContainerBox):
            holder = box
        if isinstance(box, boxes.TextBox):
            if box.text.strip() and holder is not None:
                left, top = holder.border_box_x(), holder.border_box_y()
                right, foot = left + holder.border_width(), top + holder.border_height()
                # The font's own line is half as high again as its letters.
                em = box.style["font_size"]
                baseline = box.position_y + box.margin_top + box.baseline
                if (
                    box.position_x < left - slack_px
                    or box.position_x + box.width > right + slack_px
                    or baseline - 0.8 * em < top - slack_px
                    or baseline + 0.22 * em > foot + slack_px
                ):
                    found.append(f"{box.text!r} in <{holder.element_tag}>")
            return
        for child in getattr(box, "children", ()):
            walk(child, holder)

    for page in document.pages:
        walk(page._page_box, None)
    return found


def find_clipped_boxes(document: Any, slack_px: float = 1.6) -> list[str]:
    """The boxes that reach beyond the cell or page that they are cut with."""
    found: list[str] = []

    def walk(box: Any, limit: Any) -> None:
        box = getattr(box, "_box", box)
        name = (box.element.get("class") or "") if box.element is not None else ""
        if limit is not None and hasattr(box, "border_height") and box.height != "auto":
            right, foot = limit
            if (
                box.border_box_y() + box.border_height() > foot + slack_px
                or box.border_box_x() + box.border_width() > right + slack_px
            ):
                found.append(f"<{box.element_tag} class={name!r}>")
                return
        if "page" in name.split():
            edge = box.padding_right if "page--framed" in name.split() else 0
            limit = (
                box.border_box_x() + box.border_width() - edge,
                box.border_box_y() + box.border_height() - (box.padding_bottom if edge else 0),
            )
        for child in getattr(box, "children", ()):
            walk(child, limit)

    for page in document.pages:
        walk(page._page_box, None)
    return found
