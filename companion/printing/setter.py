"""Makes a PDF of a job with WeasyPrint. Only the child process imports this.

Pictures have addresses of ours: `kwado:card/<deck>/<style>/<id>` is a card, `kwado:mark/<style>/<id>` the
mark of its kind. No address is fetched.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache, cached_property, partial
from io import BytesIO
from itertools import product
from math import ceil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from weasyprint import CSS, HTML, Document
from weasyprint.css.counters import CounterStyle
from weasyprint.pdf.stream import Stream
from weasyprint.svg import SVG
from weasyprint.urls import URLFetcher

from companion.cards import DECK
from companion.cards.pictures import DECK_STYLES, KIND_MARKS, mark_svg, picture_svg
from companion.printing.fonts import PRINTABLES
from companion.printing.job import Job, Printed

TOKENS = PRINTABLES.parent / "static" / "css" / "tokens.css"
CSS_PX_PER_PDF_POINT, CSS_PX_PER_MM = 96 / 72, 96 / 25.4
# Keeps rare colours: violet, green.
_SHEET_COLOURS, _MAXIMUM_COVERAGE = 256, 1
# Those of style sheets, which a document only knows if it is given them.
_COUNTERS = CounterStyle()
_NO_FETCHER = URLFetcher(allowed_protocols=())
_BLANK = '<html lang="en"><title>Blank</title>'


class Picture:
    """A picture of ours, drawn once: the renderer draws an SVG anew wherever it stands, a card in 10 ms."""

    def __init__(self, make_svg: Callable[[], str]) -> None:
        self._make_svg, self._drawn = make_svg, list[Any]()

    @cached_property
    def _svg(self) -> SVG:
        return SVG(ElementTree.fromstring(self._make_svg()), "", None)  # noqa: S314

    def get_intrinsic_size(self, *_: Any) -> tuple[None, None, float]:
        """The ratio of its sides alone."""
        *_, width, height = self._svg.get_viewbox()
        return None, None, width / height

    def draw(self, stream: Stream, width: float, height: float, _style: Any) -> None:
        """Adds the drawing to a page, in this size."""
        *_, own_width, own_height = self._svg.get_viewbox()
        stream.transform(width / own_width, d=height / own_height)
        # What the drawing needs of its page.
        stream.set_alpha(1.0, stroke=True, fill=True)
        if not self._drawn:
            alone = stream.clone()
            self._svg.draw(alone, own_width, own_height, "", None)
            self._drawn = alone.stream
        stream.stream += self._drawn


@cache
def list_pictures() -> dict[str, Picture]:
    """All pictures that a sheet can show, by address."""
    styles = {"colour": False, "ink-saving": True}
    cards = {
        f"kwado:card/{deck}/{style}/{card.id}": Picture(
            partial(picture_svg, card, deck, ink_saving=saves_ink)
        )
        for card, deck, (style, saves_ink) in product(DECK, DECK_STYLES, styles.items())
    }
    return cards | {
        f"kwado:mark/{style}/{mark}": Picture(partial(mark_svg, mark, ink_saving=saves_ink))
        for mark, (style, saves_ink) in product(KIND_MARKS, styles.items())
    }


@cache
def _read_style(path: Path) -> CSS:
    """A style sheet; of the colours of the screen the first rule only, for paper is light."""
    text = path.read_text(encoding="utf-8")
    return CSS(string=text[: text.index("}") + 1] if path == TOKENS else text, counter_style=_COUNTERS)


def lay_out(job: Job) -> Document:
    """The laid-out pages of a job and of its parts, with their grids: None for a further front of a sheet."""
    documents, pages = [], []
    for part in (job, *job.parts):
        laid = _lay_out_one(part)
        documents.append(laid)
        pages += [
            (page, part.grid if place % (part.fronts + 1) in (0, part.fronts) else None)
            for place, page in enumerate(laid.pages)
        ]
        if part.fills_leaves and _count_sides(grid for _, grid in pages) % 2 and part is not job.parts[-1]:
            blank = _lay_out(replace(job, html=_BLANK), job.style)
            documents.append(blank)
            pages += [(back, (1, 1)) for back in blank.pages]
    document = documents[0].copy([page for page, _ in pages])
    # Their fonts go with them.
    document.joined_from, document.grids = documents, [grid for _, grid in pages]
    return document


def _count_sides(grids: Iterable[tuple[int, int] | None]) -> int:
    """The sides of paper that pages with these grids take."""
    return sum(grid is not None for grid in grids)


def _lay_out_one(job: Job) -> Document:
    """The pages in the first style that needs no more than the limit, else in the last, with high rows."""
    for tighter in ("", *job.tighter):
        laid = _lay_out(job, job.style + tighter)
        if job.page_limit is None or len(laid.pages) <= job.page_limit:
            break
    for taller in _list_taller(job, laid):
        grown = _lay_out(job, job.style + tighter + taller)
        if len(grown.pages) <= len(laid.pages):
            return grown
    return laid


def _list_taller(job: Job, laid: Document) -> Iterator[str]:
    """The styles that the pages may have room for, the highest first: higher rows are on even pages."""
    if not any(more_mm for more_mm, _ in job.taller):
        yield from (style for _, style in reversed(job.taller))
        return
    heights, rooms = [], []
    for page in (each._page_box for each in laid.pages):
        bodies = [box for box in page.descendants() if box.element_tag in ("tbody", "tfoot")]
        rows = [box.margin_height() for box in bodies if box.element.get("class") == "round"]
        end = bodies[-1].position_y + bodies[-1].margin_height()
        heights += rows
        rooms.append(sum(rows) + page.position_y + page.margin_top + page.height - end)
    height, left, breaks, counts = max(heights, default=0.0), len(heights), "", []
    for place, room in enumerate(rooms):
        counts.append(min(ceil(left / (len(rooms) - place)), int(room // height)))
        left -= counts[-1]
        # The first one is the example.
        breaks += f"tbody:nth-of-type({sum(counts) + 2}){{break-before:page}}"
    for more_mm, style in reversed(job.taller):
        high = height + more_mm * CSS_PX_PER_MM
        if not left and all(count * high <= room for count, room in zip(counts, rooms, strict=True)):
            yield style + breaks


def _lay_out(job: Job, style: str) -> Document:
    return HTML(string=job.html, base_url="kwado:", url_fetcher=_NO_FETCHER).render(
        stylesheets=[
            *(_read_style(path) for path in (TOKENS, *(PRINTABLES / sheet for sheet in job.sheets))),
            CSS(string=style, url_fetcher=_NO_FETCHER),
        ],
        counter_style=_COUNTERS,
        cache={**list_pictures()},
    )


def finish(document: Document, pdf: Any) -> None:
    """Asks print dialogs for 100 % and both sides, and says of the heads in tagged tables what they are of.

    In a row that ends with a head, they are of columns. The renderer connects each cell with its heads, which
    not every reader of PDFs follows. A picture has no tags and no print dialog.
    """
    asked = pdf.catalog.get("ViewerPreferences", {})
    asked |= {"PrintScaling": "/None"} | (
        {"Duplex": "/DuplexFlipLongEdge"} if len(document.pages) > 1 else {}
    )
    tagged: list[Any] = [each for each in pdf.objects if isinstance(each, dict) and "S" in each]
    tags = {each.number: each for each in tagged}
    for row in (each for each in tagged if each["S"] == "/TR"):
        # References: number, generation, “R”.
        cells = [tags[int(kid.split()[0])] for kid in row["K"]]
        scope = "/Column" if cells[-1]["S"] == "/TH" else "/Row"
        for cell in cells:
            if cell["S"] == "/TH":
                cell["A"]["Scope"] = scope


def set_sheet(job: Job) -> Printed:
    """The PDF of a job. The same job gives the same bytes."""
    return print_pages(job, lay_out(job))


def print_pages(job: Job, document: Document) -> Printed:
    """What is printed of the laid-out pages of a job."""
    count = _count_sides(document.grids)
    content = document.write_pdf(zoom=job.zoom, pdf_tags=job.picture_px is None, finisher=finish)
    # Imported late: pikepdf takes 6 MB, and most sheets are neither folded nor cut.
    if job.fold_mm:
        from companion.printing.imposition import fold

        content, count = fold(content, job.fold_mm)
    elif any(grid != (1, 1) for grid in document.grids):
        from companion.printing.imposition import repeat

        content = repeat(content, document.grids)
    if job.picture_px:
        content = render_page(content, *job.picture_px)
    return Printed(content, count)


def render_page(pdf: bytes, width_px: int, height_px: int | None) -> bytes:
    """The first page of a PDF as a PNG of this size; without a height in few colours, as a sheet has."""
    # Imported late: only pictures of pages need it.
    import pypdfium2

    with closing(pypdfium2.PdfDocument(pdf)) as document:
        bitmap = document[0].render(scale=CSS_PX_PER_PDF_POINT * 2).to_pil()
        high = height_px or round(bitmap.height * width_px / bitmap.width)
        image = bitmap.convert("RGB").resize((width_px, high), reducing_gap=2)
    file = BytesIO()
    image = image if height_px else image.quantize(_SHEET_COLOURS, _MAXIMUM_COVERAGE)
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
