"""A sheet as three programs draw it: PDFium (Chromium), MuPDF, Ghostscript (printers).

What one draws another may not. Thin lines come out darker in one and lighter in another, so that pictures are
compared loosely and text closely: a digit that is missing, or a box in its place, counts for more.
"""

import subprocess
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.printing.reading import MM, Spot, read_spots

# On A papers five pixels are a millimetre; on Letter 120 make an inch. So no page ends within a pixel.
DPIS = (127, 120)
# PDFium and Ghostscript draw no line thinner than a pixel: they get pixels a third as large.
FINER = 3
CELL_MM = 2
# Of 255, in the mean of a cell. Seen on all sheets: text 13, pictures 34 (lines thinner than a pixel);
# with Noto's CIDs: text 23 to 119.
TEXT_BOUND = 18
PICTURE_BOUND = 36


def choose_dpi(pdf: bytes) -> int:
    """The resolution at which the first page is nearest to whole pixels."""
    document = pypdfium2.PdfDocument(pdf)
    size = document[0].get_size()
    document.close()
    return min(DPIS, key=lambda dpi: sum(abs(round(edge * dpi / 72) - edge * dpi / 72) for edge in size))


def draw_with_pdfium(pdf: Path, dpi: int) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        document.init_forms()
        large = [page.render(scale=dpi * FINER / 72, grayscale=True).to_pil() for page in document]
        return [page.reduce(FINER) for page in large]
    finally:
        document.close()


def draw_with_mupdf(pdf: Path, dpi: int) -> list[Image.Image]:
    target = pdf.with_name("mupdf-%03d.pgm")
    words = ["mutool", "draw", "-q", "-r", str(dpi), "-c", "gray", "-o", str(target), str(pdf)]
    done = subprocess.run(words, check=True, capture_output=True)
    assert b"premature" not in done.stderr, "a stream of the PDF is broken"
    return read_pictures(pdf.parent, "mupdf-*.pgm")


def draw_with_ghostscript(pdf: Path, dpi: int) -> list[Image.Image]:
    target = pdf.with_name("ghostscript-%03d.png")
    words = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pnggray", f"-r{dpi * FINER}"]
    words += ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-o", str(target), str(pdf)]
    subprocess.run(words, check=True, capture_output=True)
    return [page.reduce(FINER) for page in read_pictures(pdf.parent, "ghostscript-*.png")]


def read_pictures(folder: Path, names: str) -> list[Image.Image]:
    pictures = []
    for path in sorted(folder.glob(names)):
        with Image.open(path) as picture:
            pictures.append(picture.convert("L"))
    return pictures


ENGINES: dict[str, Callable[[Path, int], list[Image.Image]]] = {
    "PDFium": draw_with_pdfium,
    "MuPDF": draw_with_mupdf,
    "Ghostscript": draw_with_ghostscript,
}


def draw(pdf: bytes, dpi: int) -> dict[str, list[Image.Image]]:
    """The pages of a PDF as each engine draws them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        path.write_bytes(pdf)
        return {engine: draw_pages(path, dpi) for engine, draw_pages in ENGINES.items()}


def find_differences(pdf: bytes) -> list[str]:
    """Where an engine draws something else than PDFium, on which page, and by how much."""
    dpi = choose_dpi(pdf)
    drawn = draw(pdf, dpi)
    first = drawn.pop("PDFium")
    texts = [mark_text(page, spots, dpi) for page, spots in zip(first, read_spots(pdf), strict=True)]
    found = []
    for engine, pages in drawn.items():
        assert len(pages) == len(first), engine
        for number, (ours, theirs, text) in enumerate(zip(first, pages, texts, strict=True), 1):
            on_text, anywhere = measure(ours, theirs, text, dpi)
            if on_text > TEXT_BOUND or anywhere > PICTURE_BOUND:
                found.append(f"{engine}, page {number}: {on_text} on text, {anywhere} anywhere")
    return found


def mark_text(page: Image.Image, spots: Iterable[Spot], dpi: int) -> Image.Image:
    """White where a page has characters, black elsewhere."""
    marked = Image.new("L", page.size, 0)
    pen = ImageDraw.Draw(marked)
    for spot in spots:
        pen.rectangle([edge * MM / 72 * dpi for edge in spot[1:]], fill=255)
    return marked


def measure(ours: Image.Image, theirs: Image.Image, text: Image.Image, dpi: int) -> tuple[int, int]:
    """How far two drawings of a page are apart in their worst cell: where there is text, and anywhere."""
    cell = CELL_MM / 25.4 * dpi
    size = (round(ours.width / cell), round(ours.height / cell))
    blur = ImageFilter.BoxBlur(cell / 2)
    cells = [page.filter(blur).resize(size, Image.Resampling.BOX) for page in (ours, theirs)]
    difference = ImageChops.difference(*cells)
    # A cell counts as text when a sixth of it is.
    is_text = text.resize(size, Image.Resampling.BOX).point([255 * (part > 40) for part in range(256)])
    return get_worst(ImageChops.darker(difference, is_text)), get_worst(difference)


def get_worst(difference: Image.Image) -> int:
    return int(difference.getextrema()[1])  # type: ignore[arg-type]
