"""`companion deck`: writes the card pictures, and the app's icons made from them, to files."""

from pathlib import Path

import click

from companion.cards import DECK
from companion.cards.pictures import (
    DECK_STYLES,
    DRAWINGS_DIRECTORY,
    HEIGHT,
    WIDTH,
    DeckStyle,
    deck_svg,
    icon_svg,
    picture_svg,
)
from companion.paths import PACKAGE, ROOT
from companion.printing.png import render_pngs, render_sheet

# Name: size in pixels, and whether phones may crop it.
ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-192.png": (192, True),
    "icon-maskable-512.png": (512, True),
    "apple-touch-icon.png": (180, True),
}


def write_icons(folder: Path) -> None:
    """Writes the drawing and each of `ICONS` into a folder."""
    (folder / "icon.svg").write_text(icon_svg(), encoding="utf-8")
    for name, (size_px, maskable) in ICONS.items():
        (folder / name).write_bytes(render_pngs([icon_svg(maskable=maskable)], size_px, size_px)[0])


def write_drawings(file: Path) -> None:
    """Writes our drawings as a small sheet, by which `companion.photo.months` tells a deck's months."""
    drawings = [picture_svg(card, marks=False) for card in DECK]
    file.write_bytes(render_sheet(drawings, 12, 11, 18))


@click.command("deck")
@click.option("--deck", "style", type=click.Choice(DECK_STYLES), default=DECK_STYLES[0], show_default=True)
@click.option(
    "--pictures", type=click.Path(file_okay=False, path_type=Path), help="Write a PNG of each card here."
)
@click.option("--write", is_flag=True, help="Make the deck files and icons of the pages anew.")
@click.option("--width", type=click.IntRange(16, 1000), default=96, show_default=True, help="Pixels a card.")
@click.option("--unmarked", is_flag=True, help="Without month and kind at the edge.")
@click.option("--ink-saving", is_flag=True, help="Outlines and marks only.")
@click.option("--greyscale", is_flag=True)
def deck(
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
