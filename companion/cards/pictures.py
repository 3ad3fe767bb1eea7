"""The pictures of the 48 cards, made from the drawings in `static/cards/`.

Each card has a file, `static/cards/<card-id>.svg`, without frame or marks. Shared parts (plants, ribbons,
the 光 seal, frame, digits, marks) are in `static/cards/parts.svg`. This module adds frame and marks and
offers one picture that stands alone (`picture_svg`), all 48 as symbols in one file (`deck_svg`), and the
app's icon. `docs/cards.md` says how to change a drawing.

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

from companion.cards.deck import DECK, DECK_STYLES, Card, DeckStyle, Kind, get_month
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
_NAMESPACE = "http://www.w3.org/2000/svg"
_ROUND = {"stroke-linecap": "round", "stroke-linejoin": "round"}
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
    drawing = _resolve(_make("g", children=_card_elements(card, deck, marks=marks)), deck)
    return _wrap(drawing, f"0 0 {WIDTH} {HEIGHT}", card.english if titled else None, ink_saving=ink_saving)


def deck_svg(deck: DeckStyle = "korean") -> str:
    """All 48 cards as titled symbols in one file, with shared parts once.

    A page shows one with `<use href="…/deck-korean.svg#pine-crane">`. All stands in `<metadata>`, which
    browsers never render: elsewhere, be it `display: none`, Chromium lays out 3,400 parts before it shows
    the first card.
    """
    symbols = []
    needed: dict[str, Element] = {}
    for card in DECK:
        children = [_make("title", text=card.english), *_card_elements(card, deck, marks=True)]
        attributes = {"id": card.id, "viewBox": f"0 0 {WIDTH} {HEIGHT}", **_ROUND}
        symbols.append(_refer(_make("symbol", attributes, children), deck, needed))
    parts = _make("metadata", children=[*needed.values(), *symbols])
    return _print(_make("svg", {"xmlns": _NAMESPACE}, [parts]))


def mark_svg(mark: str, *, ink_saving: bool = False) -> str:
    """The tab of a card that says its kind, alone: one of `KIND_MARKS`, for a line of text."""
    left, top, width, height = _TAB
    place = {"x": f"{left + 1}", "y": f"{top + 1}", "width": f"{width - 2}", "height": f"{height - 2}"}
    tab = Element("rect", {"fill": PALETTE["black"], **place, "rx": "6"})
    drawing = _resolve(_make("g", {"class": "mark"}, [tab, _use(f"mark-{mark}")]), "korean")
    return _wrap(drawing, " ".join(map(str, _TAB)), ink_saving=ink_saving)


def icon_svg(*, maskable: bool = False) -> str:
    """The app's icon: the moon over the hill. Maskable, it fills the square to its edge."""
    icon = _resolve(_use("icon-maskable" if maskable else "icon"), "korean")
    return _print(_make("svg", {"xmlns": _NAMESPACE, "viewBox": "0 0 512 512", **_ROUND}, [icon]))


def _card_elements(card: Card, deck: DeckStyle, *, marks: bool) -> Iterator[Element]:
    """The parts of a card from bottom to top: paper, drawing, frame, marks."""
    yield _use("paper")
    inner = {"width": str(WIDTH - 2 * _WINDOW), "height": str(HEIGHT - 2 * _WINDOW)}
    box = f"{_WINDOW} {_WINDOW} {inner['width']} {inner['height']}"
    place = {"x": str(_WINDOW), "y": str(_WINDOW), **inner, "viewBox": box}
    yield _make("svg", place, _load_drawing(card.id))
    yield _use("frame")
    if marks:
        yield _use("mark-tabs")
        yield _month_mark(get_month(card.suit, deck))
        kind = f"{card.ribbon}-ribbon" if card.kind is Kind.RIBBON else card.kind.value
        yield _use(f"mark-{kind}")


def _month_mark(month: int) -> Element:
    digits, advance = str(month), 17
    left = 29 - (advance * (len(digits) - 1) + 14) / 2
    uses = [
        _use(f"digit-{digit}", transform=f"translate({left + place * advance:g} 13)")
        for place, digit in enumerate(digits)
    ]
    attributes = {"fill": "none", "stroke": PALETTE["paper"], "stroke-width": "4.4", "class": "mark"}
    return _make("g", attributes, uses)


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


def _use(part: str, **attributes: str) -> Element:
    return Element("use", {"href": f"parts.svg#{part}", **attributes})


def _make(
    tag: str,
    attributes: dict[str, str] | None = None,
    children: Iterable[Element] = (),
    text: str | None = None,
) -> Element:
    element = Element(tag, attributes or {})
    element.text = text
    element.extend(children)
    return element


def _find_part(use: Element, deck: DeckStyle) -> Element:
    parts = _load_parts()
    name = use.attrib["href"].rpartition("#")[2]
    return parts.get(f"{name}-{deck}", parts[name])


def _resolve(element: Element, deck: DeckStyle) -> Element:
    """A copy with every `<use>` replaced by its part."""
    part, tag = element, element.tag
    attributes = {key: value for key, value in element.attrib.items() if key not in ("href", "id")}
    if tag == "use":
        part, tag = _find_part(element, deck), "g"
        attributes = {key: value for key, value in part.attrib.items() if key != "id"} | attributes
    return _make(tag, attributes, (_resolve(child, deck) for child in part), part.text)


def _refer(element: Element, deck: DeckStyle, needed: dict[str, Element]) -> Element:
    """A copy in which every `<use>` points into the same file. Adds its parts to `needed`."""
    attributes = dict(element.attrib)
    if element.tag == "use":
        part = _find_part(element, deck)
        name = f"part-{part.attrib['id']}"
        attributes["href"] = f"#{name}"
        if name not in needed:
            referred = _refer(part, deck, needed)
            referred.set("id", name)
            needed[name] = referred
    return _make(element.tag, attributes, (_refer(child, deck, needed) for child in element), element.text)


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
        return _make(element.tag, attributes, children, element.text)
    layers = [Element(element.tag, {**layer, **attributes}) for layer in _ink_layers(paint, scale, mark=mark)]
    return layers[0] if len(layers) == 1 else _make("g", children=layers)


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
    attributes = {"xmlns": _NAMESPACE, "viewBox": view_box, **_ROUND}
    attributes |= {"aria-hidden": "true"} if title is None else {"role": "img"}
    titles = [] if title is None else [_make("title", text=title)]
    return _print(_make("svg", attributes, [*titles, _save_ink(drawing) if ink_saving else drawing]))


def _print(element: Element) -> str:
    """The element as text, without white space between elements."""
    kept = {key: value for key, value in element.attrib.items() if key != "class"}
    if element.tag == "g" and not kept:
        return "".join(_print(child) for child in element)
    start = element.tag + "".join(f" {key}={quoteattr(value)}" for key, value in kept.items())
    inside = escape((element.text or "").strip()) + "".join(_print(child) for child in element)
    return f"<{start}>{inside}</{element.tag}>" if inside else f"<{start}/>"


__all__ = [
    "DECK_STYLES",
    "DRAWINGS_DIRECTORY",
    "HEIGHT",
    "KIND_MARKS",
    "PALETTE",
    "WIDTH",
    "DeckStyle",
    "deck_svg",
    "get_month",
    "icon_svg",
    "mark_svg",
    "picture_svg",
]
