"""`./run deck`: the card pictures as files, and what the pages and phones load of them.

The deck files (all 48 cards as symbols), the icons, and the small sheet by which photos tell the months. The
drawings and the parts of a card are in `companion/cards/pictures.py`.
"""

from collections.abc import Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import click
import pypdfium2
import weasyprint
from PIL import Image
from weasyprint.urls import URLFetcher

from companion.cards import DECK
from companion.cards.pictures import (
    DECK_STYLES,
    DRAWINGS_DIRECTORY,
    HEIGHT,
    NAMESPACE,
    ROUND,
    WIDTH,
    DeckStyle,
    draw_card,
    find_part,
    make_element,
    picture_svg,
    print_element,
    resolve,
    use_part,
)
from companion.paths import PACKAGE, ROOT

CSS_PX_PER_PDF_POINT = 96 / 72
_CLEAR = (255, 255, 255, 0)
# PDFium draws no line finer than a pixel, so it renders four times as large and the picture is scaled down.
_FINER = 4
# Name: size in pixels, and whether phones may crop it.
ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-192.png": (192, True),
    "icon-maskable-512.png": (512, True),
    "apple-touch-icon.png": (180, True),
}


def deck_svg(deck: DeckStyle = "korean") -> str:
    """All 48 cards as titled symbols in one file, with shared parts once.

    A page shows one with `<use href="…/deck-korean.svg#pine-crane">`. All stands in `<metadata>`, which
    browsers never render: elsewhere, be it `display: none`, Chromium lays out 3,400 parts before it shows
    the first card.
    """
    symbols = []
    needed: dict[str, Element] = {}
    for card in DECK:
        children = [make_element("title", text=card.english), *draw_card(card, deck, marks=True)]
        attributes = {"id": card.id, "viewBox": f"0 0 {WIDTH} {HEIGHT}", **ROUND}
        symbols.append(refer(make_element("symbol", attributes, children), deck, needed))
    parts = make_element("metadata", children=[*needed.values(), *symbols])
    return print_element(make_element("svg", {"xmlns": NAMESPACE}, [parts]))


def refer(element: Element, deck: DeckStyle, needed: dict[str, Element]) -> Element:
    """A copy in which every `<use>` points into the same file. Adds its parts to `needed`."""
    attributes = dict(element.attrib)
    if element.tag == "use":
        part = find_part(element, deck)
        name = f"part-{part.attrib['id']}"
        attributes["href"] = f"#{name}"
        if name not in needed:
            referred = refer(part, deck, needed)
            referred.set("id", name)
            needed[name] = referred
    return make_element(
        element.tag, attributes, (refer(child, deck, needed) for child in element), element.text
    )


def icon_svg(*, maskable: bool = False) -> str:
    """The app's icon: the moon over the hill. Maskable, it fills the square to its edge."""
    icon = resolve(use_part("icon-maskable" if maskable else "icon"), "korean")
    return print_element(make_element("svg", {"xmlns": NAMESPACE, "viewBox": "0 0 512 512", **ROUND}, [icon]))


def render_pngs(
    svgs: Sequence[str], width_px: int, height_px: int, *, greyscale: bool = False
) -> list[bytes]:
    """Each SVG as a PNG of this size."""
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
    return [write_png(image) for image in images]


def render_sheet(svgs: Sequence[str], columns: int, width_px: int, height_px: int) -> bytes:
    """Small pictures of these sizes in rows, as one PNG."""
    sheet = Image.new("RGB", (columns * width_px, len(svgs) // columns * height_px))
    for n, png in enumerate(render_pngs(svgs, width_px * 10, height_px * 10)):
        picture = Image.open(BytesIO(png)).convert("RGB").reduce(10)
        sheet.paste(picture, (n % columns * width_px, n // columns * height_px))
    return write_png(sheet)


def write_png(image: Any) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def write_icons(folder: Path) -> None:
    """Writes the drawing and each of `ICONS` into a folder."""
    (folder / "icon.svg").write_text(icon_svg(), encoding="utf-8")
    for name, (size_px, maskable) in ICONS.items():
        (folder / name).write_bytes(render_pngs([icon_svg(maskable=maskable)], size_px, size_px)[0])


def write_drawings(file: Path) -> None:
    """Writes our drawings as a small sheet, by which `companion.photo.months` tells a deck's months."""
    drawings = [picture_svg(card, marks=False) for card in DECK]
    file.write_bytes(render_sheet(drawings, 12, 11, 18))


@click.command()
@click.option("--deck", "style", type=click.Choice(DECK_STYLES), default=DECK_STYLES[0], show_default=True)
@click.option(
    "--pictures", type=click.Path(file_okay=False, path_type=Path), help="Write a PNG of each card here."
)
@click.option("--write", is_flag=True, help="Make the deck files and icons of the pages anew.")
@click.option("--width", type=click.IntRange(16, 1000), default=96, show_default=True, help="Pixels a card.")
@click.option("--unmarked", is_flag=True, help="Without month and kind at the edge.")
@click.option("--ink-saving", is_flag=True, help="Outlines and marks only.")
@click.option("--greyscale", is_flag=True)
def main(
    style: DeckStyle,
    pictures: Path | None,
    write: bool,
    width: int,
    unmarked: bool,
    ink_saving: bool,
    greyscale: bool,
) -> None:
    """Write the card pictures to files. docs/cards.md says how they are drawn."""
    if not (pictures or write):
        raise click.UsageError("Say what to write: --pictures DIR or --write.")
    if write:
        for each in DECK_STYLES:
            (DRAWINGS_DIRECTORY / f"deck-{each}.svg").write_text(deck_svg(each), encoding="utf-8")
        write_icons(ROOT / "static" / "icons")
        write_drawings(PACKAGE / "photo" / "drawings.png")
    if pictures:
        height = round(width * HEIGHT / WIDTH)
        svgs = [picture_svg(card, style, ink_saving=ink_saving, marks=not unmarked) for card in DECK]
        pictures.mkdir(parents=True, exist_ok=True)
        for card, png in zip(DECK, render_pngs(svgs, width, height, greyscale=greyscale), strict=True):
            (pictures / f"{card.id}.png").write_bytes(png)


if __name__ == "__main__":
    main()
