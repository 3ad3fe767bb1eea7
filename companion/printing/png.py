"""Card pictures and icons as PNG.

WeasyPrint puts a picture on a page of its size, and PDFium renders the page. Both are heavy and imported on
first use.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

CSS_PX_PER_PDF_POINT = 96 / 72
_CLEAR = (255, 255, 255, 0)
# PDFium draws no line finer than a pixel, so it renders four times as large and the picture is scaled down.
_FINER = 4
# Keeps rare colours: violet, green.
_SHEET_COLOURS, _MAXIMUM_COVERAGE = 256, 1


def render_pngs(
    svgs: Sequence[str], width_px: int, height_px: int, *, greyscale: bool = False
) -> list[bytes]:
    """Each SVG as a PNG of this size."""
    import pypdfium2
    import weasyprint
    from weasyprint.urls import URLFetcher

    style = (
        f"@page {{ size: {width_px}px {height_px}px; margin: 0 }}"
        f"body {{ margin: 0 }} svg {{ display: block; width: {width_px}px; height: {height_px}px }}"
        "div + div { break-before: page }"
    )
    html = f"<style>{style}</style>" + "".join(f"<div>{svg}</div>" for svg in svgs)
    # Pictures hold everything that they show.
    fetcher = URLFetcher(allowed_protocols=())
    scale = CSS_PX_PER_PDF_POINT * _FINER
    with closing(pypdfium2.PdfDocument(weasyprint.HTML(string=html, url_fetcher=fetcher).write_pdf())) as pdf:
        bitmaps = [page.render(scale=scale, fill_color=_CLEAR).to_pil() for page in pdf]
        images = [bitmap.reduce(_FINER).convert("LA" if greyscale else "RGBA") for bitmap in bitmaps]
    return [_write_png(image) for image in images]


def render_sheet(svgs: Sequence[str], columns: int, width_px: int, height_px: int) -> bytes:
    """Small pictures of these sizes in rows, as one PNG."""
    from PIL import Image

    sheet = Image.new("RGB", (columns * width_px, len(svgs) // columns * height_px))
    for n, png in enumerate(render_pngs(svgs, width_px * 10, height_px * 10)):
        picture = Image.open(BytesIO(png)).convert("RGB").reduce(10)
        sheet.paste(picture, (n % columns * width_px, n // columns * height_px))
    return _write_png(sheet)


def render_page(pdf: bytes, width_px: int, height_px: int | None) -> bytes:
    """The first page of a PDF as a PNG of this size; without a height in few colours, as a sheet has."""
    import pypdfium2

    with closing(pypdfium2.PdfDocument(pdf)) as document:
        bitmap = document[0].render(scale=CSS_PX_PER_PDF_POINT * 2).to_pil()
        high = height_px or round(bitmap.height * width_px / bitmap.width)
        image = bitmap.convert("RGB").resize((width_px, high), reducing_gap=2)
    return _write_png(image if height_px else image.quantize(_SHEET_COLOURS, _MAXIMUM_COVERAGE))


def _write_png(image: Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
