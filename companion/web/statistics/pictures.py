"""Bars as SVG in a page, drawn by pygal without its styles, scripts and tooltips.

The page's own style sheet (`components/picture.css`) gives them colours, so that they follow the theme and
the printer. Each stands beside a table with the same figures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from markupsafe import Markup

FONT_SIZE = 14
# Units of a picture to a rem of the page: it grows with the text.
REM = 16
COLUMN_WIDTH, COLUMNS_HEIGHT = 50, 130
ROWS_WIDTH, ROW_HEIGHT = 350, 24
# Above or beside the longest bar stands its figure.
ROOM_FOR_FIGURES = 1.2
OWN_CLASS = "picture__fill"
_NOT_DRAWN = ("defs", "desc", "title")


class Bar(NamedTuple):
    """A bar: the label beside it, its length, and the CSS class that gives it a colour."""

    label: str
    value: int
    style: str = ""


def draw_columns(bars: Sequence[Bar], says: str, write: Callable[[int], str]) -> Markup:
    """Bars side by side, which may hang down; `says` says aloud what they show."""
    return _draw(
        bars,
        says,
        write,
        kind="Bar",
        width=len(bars) * COLUMN_WIDTH,
        height=COLUMNS_HEIGHT,
        # The line that they stand on, without the room for a figure beside it.
        y_labels=[{"value": 0, "label": ""}],
        margin_left=-24,
    )


def draw_rows(bars: Sequence[Bar], says: str, write: Callable[[int], str]) -> Markup:
    """Bars below each other, none below 0."""
    # pygal begins at the foot.
    return _draw(
        bars[::-1],
        says,
        write,
        kind="HorizontalBar",
        width=ROWS_WIDTH,
        height=len(bars) * ROW_HEIGHT,
        show_x_labels=False,
    )


def _draw(
    bars: Sequence[Bar],
    says: str,
    write: Callable[[int], str],
    *,
    kind: str,
    width: int,
    height: int,
    **settings: object,
) -> Markup:
    # Imported for the first picture: other pages do without its 150 modules.
    import pygal
    from pygal.style import Style

    _forget_plugins()
    values = [bar.value for bar in bars]
    chart = getattr(pygal, kind)(
        css=[],
        formatter=lambda value: write(int(value)),
        height=height,
        js=[],
        margin=0,
        no_prefix=True,
        print_values=True,
        print_values_position="top",
        range=(min(0, *values) * ROOM_FOR_FIGURES, max(1, *values) * ROOM_FOR_FIGURES),
        show_legend=False,
        style=Style(label_font_size=FONT_SIZE, major_label_font_size=FONT_SIZE, value_font_size=FONT_SIZE),
        truncate_label=-1,
        width=width,
        x_labels=[bar.label for bar in bars],
        **settings,
    )
    styles = [f"{OWN_CLASS} {bar.style}".strip() for bar in bars]
    chart.add("", [
        {"value": value, "node": {"class": style}} for value, style in zip(values, styles, strict=True)
    ])  # fmt: skip
    root: ElementTree.Element = chart.render_tree()
    _make_ours(root)
    del root.attrib["id"]
    root.attrib.update({
        "class": f"picture picture--{'rows' if kind == 'HorizontalBar' else 'columns'}",
        "role": "img",
        "aria-label": says,
        "font-size": str(FONT_SIZE),
        "width": f"{width / REM}rem",
        "height": f"{height / REM}rem",
    })  # fmt: skip
    return Markup(ElementTree.tostring(root, encoding="unicode"))  # noqa: S704


def _make_ours(node: ElementTree.Element) -> None:
    """Removes comments, what is not drawn, and what has a style of its own, which a page may not have; gives
    pygal's classes names that no other part of a page has.
    """
    for child in list(node):
        if not isinstance(child.tag, str) or child.tag in _NOT_DRAWN or "style" in child.attrib:
            node.remove(child)
            continue
        if not child.attrib.get("class", "").startswith(OWN_CLASS):
            names = child.attrib.pop("class", "").split()
            if names:
                child.attrib["class"] = " ".join(f"picture__{name}" for name in names)
        _make_ours(child)


def _forget_plugins() -> None:
    """Takes away how pygal looks for plug-ins in all imports: a way that Python 3.12 has dropped."""
    sys.meta_path[:] = [each for each in sys.meta_path if type(each).__module__ != "pygal"]
