"""The app's icons as PNG, made from the card drawings on first request.

The repository holds no PNGs: `keep_icon` writes each icon to a folder, under a name that changes with its
drawing.
"""

import hashlib
from pathlib import Path

from companion.cards.pictures import icon_svg
from companion.printing.fonts import write_whole
from companion.printing.png import render_pngs

# Name: size in pixels, and whether phones may crop it.
ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-192.png": (192, True),
    "icon-maskable-512.png": (512, True),
    "apple-touch-icon.png": (180, True),
}


def render_icon(name: str) -> bytes:
    size_px, maskable = ICONS[name]
    return render_pngs([icon_svg(maskable=maskable)], size_px, size_px)[0]


def keep_icon(folder: Path, name: str) -> Path:
    """The file of one of `ICONS` in this folder, made if missing or outdated."""
    _, maskable = ICONS[name]
    drawing = hashlib.sha256(icon_svg(maskable=maskable).encode()).hexdigest()[:8]
    file = folder / f"{drawing}-{name}"
    if not file.exists():
        write_whole(file, render_icon(name))
    return file
