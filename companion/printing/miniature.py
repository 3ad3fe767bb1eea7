"""A small picture of a page, drawn from its layout: lines, bars for text, frames for cards.

They are stored beside each sheet (`printables/<sheet>/miniature.svg`), so the print page need not wait for
the press. `companion print --miniatures` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.cards import Kind, get_card

_MM_PER_PX = 25.4 / 96
_INKS = {Kind.BRIGHT: "#c2331c", Kind.ANIMAL: "#c98a12", Kind.RIBBON: "#4a3d8f", Kind.CHAFF: "#3c5a2a"}


def draw_miniature(document: Any, number: int) -> str:
    """The page with this number (from 0) as SVG in millimetres."""
    page = document.pages[number]
    width, height = _round(page.width), _round(page.height)
    drawing = _Drawing()
    for box in _walk(page._page_box):
        drawing.add(box)
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" xmlns="http://www.w3.org/2000/svg" aria-hidden="true">'
        f'<rect width="{width:g}" height="{height:g}" fill="#fffdf7"/>{drawing.write()}</svg>\n'
    )


def _walk(box: Any) -> Iterator[Any]:
    """A box and its descendants. Absolutely placed boxes are behind a placeholder."""
    box = getattr(box, "_box", box)
    yield box
    for child in getattr(box, "children", ()):
        yield from _walk(child)


def _round(length_px: float) -> float:
    return round(length_px * _MM_PER_PX, 1)


class _Drawing:
    def __init__(self) -> None:
        self.lines: dict[str, None] = {}
        self.bars: dict[str, dict[str, None]] = {}
        self.fills: dict[str, None] = {}
        self.cards: dict[str, list[str]] = {}
        self.frames: dict[str, None] = {}

    def add(self, box: Any) -> None:
        kind = type(box).__name__
        if kind == "TableCellBox":
            self.add_cell(box)
        elif kind == "TextBox" and box.text.strip():
            self.add_text(box)
        elif "Replaced" in kind:
            self.add_picture(box)

    def add_cell(self, box: Any) -> None:
        x, y = _round(box.position_x), _round(box.position_y)
        right, foot = (
            _round(box.position_x + box.margin_width()),
            _round(box.position_y + box.margin_height()),
        )
        if box.style["border_left_width"]:
            self.lines[f"M{x:g} {y:g}V{foot:g}"] = None
        if box.style["border_top_width"] or box.style["border_bottom_width"]:
            self.lines[f"M{x:g} {foot:g}H{right:g}"] = None

    def add_text(self, box: Any) -> None:
        height = max(0.5, round(box.style["font_size"] * _MM_PER_PX * 0.45, 1))
        x, y = _round(box.position_x), _round(box.position_y + box.height * 0.55)
        bars = self.bars.setdefault(f"{height:g}", {})
        bars[f"M{x:g} {y:g}h{_round(box.width):g}"] = None

    def add_picture(self, box: Any) -> None:
        x, y = _round(box.content_box_x()), _round(box.content_box_y())
        width, height = _round(box.width), _round(box.height)
        source = (box.element.get("src") or "").rpartition("/")[2] if box.element is not None else ""
        if not source:
            if width > 3 * height:
                self.add_curve(x, y, width, height)
            self.frames[f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"] = None
            return
        self.fills[f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"] = None
        if box.element.get("src").startswith("kwado:mark/"):
            return
        ink = _INKS[get_card(source).kind]
        across, down = f"{width * 0.5:.1f}", f"{height * 0.4:.1f}"
        inner = f"M{x + width * 0.25:.1f} {y + height * 0.3:.1f}h{across}v{down}h-{across}z"
        self.cards.setdefault(ink, []).append(inner)

    def add_curve(self, x: float, y: float, width: float, height: float) -> None:
        """Draws two rising lines for a chart."""
        for heights in ((0.95, 0.75, 0.7, 0.45, 0.15), (0.95, 0.9, 0.6, 0.55, 0.35)):
            points = [f"{x + width * n / 4:.1f} {y + height * part:.1f}" for n, part in enumerate(heights)]
            self.frames["M" + "L".join(points)] = None

    def write(self) -> str:
        parts = []
        if self.lines:
            parts.append(
                f'<path d="{"".join(_join(self.lines))}" fill="none" stroke="#857662" stroke-width=".5"/>'
            )
        if self.frames:
            parts.append(f'<path d="{"".join(self.frames)}" fill="none" stroke="#1c1815" stroke-width=".8"/>')
        for height, bars in self.bars.items():
            parts.append(
                f'<path d="{"".join(bars)}" fill="none" stroke="#5f554a" stroke-width="{height}"'
                ' stroke-opacity=".75"/>'
            )
        if self.fills:
            parts.append(
                f'<path d="{"".join(self.fills)}" fill="#fbf4e4" stroke="#120e0c" stroke-width=".9"/>'
            )
        for ink, inner in self.cards.items():
            parts.append(f'<path d="{"".join(inner)}" fill="{ink}"/>')
        return "".join(parts)


def _join(lines: dict[str, None]) -> list[str]:
    """The lines, joined where they continue each other."""
    across: dict[str, list[tuple[float, float]]] = {}
    down: dict[str, list[tuple[float, float]]] = {}
    for line in lines:
        start, _, rest = line[1:].partition(" ")
        if "H" in rest:
            y, end = rest.split("H")
            across.setdefault(y, []).append((float(start), float(end)))
        else:
            y, end = rest.split("V")
            down.setdefault(start, []).append((float(y), float(end)))
    joined = [f"M{a:g} {y}H{b:g}" for y, spans in across.items() for a, b in _merge(spans)]
    return joined + [f"M{x} {a:g}V{b:g}" for x, spans in down.items() for a, b in _merge(spans)]


def _merge(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if merged and start - merged[-1][1] < 0.35:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
