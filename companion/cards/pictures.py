"""The pictures of the 48 cards, made from the drawings in `static/cards/`.

Each card has a file, `static/cards/<card-id>.svg`, without frame or marks. Shared parts (plants, ribbons,
the 光 seal, frame, digits, marks) are in `static/cards/parts.svg`. This module adds frame and marks and
offers pictures that stand alone. `tools/deck.py` makes of the same parts the files that pages load and the
app's icon. `docs/cards.md` says how to change a drawing.

    >>> from companion.cards import DECK
    >>> picture_svg(DECK[0]).startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 165 270"')
    True
    >>> willow = DECK[-8].suit
    >>> get_month(willow, "japanese"), get_month(willow, "korean")
    (11, 12)

Sources: deck.md (what each picture shows, month orders), SUI.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from companion.cards.deck import DECK_STYLES, Card, DeckStyle, Kind, get_month
from companion.paths import ROOT

DRAWINGS_DIRECTORY = ROOT / "static" / "cards"

WIDTH, HEIGHT = 165, 270
"""The size of a card in its drawing, 33 : 54 like the real cards."""

PALETTE = {
    "ink": "#1b1816",
    "black": "#26231f",
    "paper": "#f6ecd6",
    "white": "#fffdf7",
    "vermilion": "#d63a22",
    "deep red": "#9a1c26",
    "rose": "#d9607c",
    "pink": "#f3a5b5",
    "violet": "#5f4395",
    "lilac": "#b39ad0",
    "blue": "#3f45a3",
    "navy": "#23265f",
    "water": "#8fb3c4",
    "yellow": "#f2bb30",
    "buff": "#dcb987",
    "skin": "#f3d6ae",
    "fawn": "#b87f45",
    "brown": "#8a5530",
    "leaf": "#4f6b35",
    "moss": "#b5b83a",
}
"""The colours of the drawings. Ink-saving pictures keep `ink` (fine lines) and leave `black` (areas) open."""

KIND_MARKS = {
    "bright": "bright",
    "animal": "animal",
    "poetry-ribbon": "poetry ribbon",
    "blue-ribbon": "blue ribbon",
    "plain-ribbon": "plain ribbon",
    "chaff": "chaff",
}
"""The marks at the upper right of the cards, with what they say."""

_TAB = (113, 6, 46, 40)
_WINDOW = 10
NAMESPACE = "http://www.w3.org/2000/svg"
ROUND = {"stroke-linecap": "round", "stroke-linejoin": "round"}
_SHAPES = frozenset({"path", "circle", "ellipse", "rect", "line", "polygon", "polyline"})
_PAINT = ("fill", "stroke", "stroke-width", "fill-rule")


def picture_svg(
    card: Card,
    deck: DeckStyle = "korean",
    *,
    ink_saving: bool = False,
    marks: bool = True,
    titled: bool = True,
) -> str:
    """One card as an SVG without ids, so that a page can hold any number of them.

    `ink_saving` keeps only outlines and marks, for paper. `marks` are the month and kind at the edge. Without
    `titled` it is decoration beside a text label.
    """
    drawing = resolve(make_element("g", children=draw_card(card, deck, marks=marks)), deck)
    return _wrap(drawing, f"0 0 {WIDTH} {HEIGHT}", card.english if titled else None, ink_saving=ink_saving)


def mark_svg(mark: str, *, ink_saving: bool = False) -> str:
    """The tab of a card that says its kind, alone: one of `KIND_MARKS`, for a line of text."""
    left, top, width, height = _TAB
    place = {"x": f"{left + 1}", "y": f"{top + 1}", "width": f"{width - 2}", "height": f"{height - 2}"}
    tab = Element("rect", {"fill": PALETTE["black"], **place, "rx": "6"})
    drawing = resolve(make_element("g", {"class": "mark"}, [tab, use_part(f"mark-{mark}")]), "korean")
    return _wrap(drawing, " ".join(map(str, _TAB)), ink_saving=ink_saving)


def draw_card(card: Card, deck: DeckStyle, *, marks: bool) -> Iterator[Element]:
    """The parts of a card from bottom to top: paper, drawing, frame, marks."""
    yield use_part("paper")
    inner = {"width": str(WIDTH - 2 * _WINDOW), "height": str(HEIGHT - 2 * _WINDOW)}
    box = f"{_WINDOW} {_WINDOW} {inner['width']} {inner['height']}"
    place = {"x": str(_WINDOW), "y": str(_WINDOW), **inner, "viewBox": box}
    yield make_element("svg", place, _load_drawing(card.id))
    yield use_part("frame")
    if marks:
        yield use_part("mark-tabs")
        yield _month_mark(get_month(card.suit, deck))
        kind = f"{card.ribbon}-ribbon" if card.kind is Kind.RIBBON else card.kind.value
        yield use_part(f"mark-{kind}")


def _month_mark(month: int) -> Element:
    digits, advance = str(month), 17
    left = 29 - (advance * (len(digits) - 1) + 14) / 2
    uses = [
        use_part(f"digit-{digit}", transform=f"translate({left + place * advance:g} 13)")
        for place, digit in enumerate(digits)
    ]
    attributes = {"fill": "none", "stroke": PALETTE["paper"], "stroke-width": "4.4", "class": "mark"}
    return make_element("g", attributes, uses)


@cache
def _load_parts() -> dict[str, Element]:
    """The shared parts by name. `NAME-korean` is the Korean deck's version of a part."""
    root = _load(DRAWINGS_DIRECTORY / "parts.svg")
    return {part.attrib["id"]: part for part in root.iter() if "id" in part.attrib}


@cache
def _load_drawing(card_id: str) -> tuple[Element, ...]:
    return tuple(_load(DRAWINGS_DIRECTORY / f"{card_id}.svg"))


def _load(path: Path) -> Element:
    """The root of a drawing, without the SVG namespace."""
    root = ElementTree.parse(path).getroot()  # noqa: S314
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def use_part(part: str, **attributes: str) -> Element:
    return Element("use", {"href": f"parts.svg#{part}", **attributes})


def make_element(
    tag: str,
    attributes: dict[str, str] | None = None,
    children: Iterable[Element] = (),
    text: str | None = None,
) -> Element:
    element = Element(tag, attributes or {})
    element.text = text
    element.extend(children)
    return element


def find_part(use: Element, deck: DeckStyle) -> Element:
    parts = _load_parts()
    name = use.attrib["href"].rpartition("#")[2]
    return parts.get(f"{name}-{deck}", parts[name])


def resolve(element: Element, deck: DeckStyle) -> Element:
    """A copy with every `<use>` replaced by its part."""
    part, tag = element, element.tag
    attributes = {key: value for key, value in element.attrib.items() if key not in ("href", "id")}
    if tag == "use":
        part, tag = find_part(element, deck), "g"
        attributes = {key: value for key, value in part.attrib.items() if key != "id"} | attributes
    return make_element(tag, attributes, (resolve(child, deck) for child in part), part.text)


def _save_ink(
    element: Element, inherited: dict[str, str] | None = None, *, scale: float = 1, mark: bool = False
) -> Element:
    """A copy in which filled areas are white with a fine outline, and lines and marks are ink."""
    mark = mark or element.get("class") == "mark"
    scale *= _scale(element)
    own = {key: element.attrib[key] for key in _PAINT if key in element.attrib}
    paint = (inherited or {}) | own
    attributes = {key: value for key, value in element.attrib.items() if key not in _PAINT}
    if element.tag not in _SHAPES:
        children = (_save_ink(child, paint, scale=scale, mark=mark) for child in element)
        return make_element(element.tag, attributes, children, element.text)
    layers = [Element(element.tag, {**layer, **attributes}) for layer in _ink_layers(paint, scale, mark=mark)]
    return layers[0] if len(layers) == 1 else make_element("g", children=layers)


def _scale(element: Element) -> float:
    """The scale of an element's transform."""
    found = re.search(r"scale\(-?([\d.]+)", element.get("transform", ""))
    return float(found[1]) if found else 1.0


def _ink_layers(paint: dict[str, str], scale: float, *, mark: bool) -> list[dict[str, str]]:
    """The attributes of a shape when ink is saved, one dict for each time it is drawn."""
    ink, white = PALETTE["ink"], "#fff"
    fill, stroke = paint.get("fill", "#000"), paint.get("stroke", "none")
    width = float(paint.get("stroke-width", "1"))
    rule = {"fill-rule": paint["fill-rule"]} if "fill-rule" in paint else {}
    fine = f"{1.3 / scale:.2g}"
    if fill == ink or (mark and fill == PALETTE["paper"]):
        return [{"fill": ink, **rule}]
    if fill != "none":
        return [{"fill": white, "stroke": ink, "stroke-width": fine, **rule}]
    if width <= 5 and (mark or stroke == ink or width <= 3):
        thin = width if mark else min(width, 2.6 / scale)
        return [{"fill": "none", "stroke": ink, "stroke-width": f"{thin:.2g}"}]
    return [
        {"fill": "none", "stroke": ink, "stroke-width": f"{width:g}"},
        {"fill": "none", "stroke": white, "stroke-width": f"{width - 2.6 / scale:.3g}"},
    ]


def _wrap(drawing: Element, view_box: str, title: str | None = None, *, ink_saving: bool) -> str:
    """The drawing as a picture that stands alone; without a title, decoration."""
    attributes = {"xmlns": NAMESPACE, "viewBox": view_box, **ROUND}
    attributes |= {"aria-hidden": "true"} if title is None else {"role": "img"}
    titles = [] if title is None else [make_element("title", text=title)]
    return print_element(
        make_element("svg", attributes, [*titles, _save_ink(drawing) if ink_saving else drawing])
    )


def print_element(element: Element) -> str:
    """The element as text, without white space between elements."""
    kept = {key: value for key, value in element.attrib.items() if key != "class"}
    if element.tag == "g" and not kept:
        return "".join(print_element(child) for child in element)
    start = element.tag + "".join(f" {key}={quoteattr(value)}" for key, value in kept.items())
    inside = escape((element.text or "").strip()) + "".join(print_element(child) for child in element)
    return f"<{start}>{inside}</{element.tag}>" if inside else f"<{start}/>"


__all__ = [
    "DECK_STYLES",
    "DRAWINGS_DIRECTORY",
    "HEIGHT",
    "KIND_MARKS",
    "PALETTE",
    "WIDTH",
    "DeckStyle",
    "get_month",
    "mark_svg",
    "picture_svg",
]
