"""The app's icons, made from the card drawings: `companion deck --write` puts them into `static/icons/`."""

from pathlib import Path

from companion.cards.pictures import icon_svg
from companion.printing.png import render_pngs

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
