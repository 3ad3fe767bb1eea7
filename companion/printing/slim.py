"""Makes a finished PDF smaller, so that it is sent and opened fast; a reader sees and hears no difference.

- Coordinates get two decimals: a hundredth of a CSS pixel is 3 micrometres.
- A picture that stands on a sheet several times is stored once.
- Touching lines of tables are one.
- A font is stored without what only screens and editors need.
- A tag that says nothing of what it holds is left out.

Source: PDF 1.7 (ISO 32000-1), 8.10 (forms), 9.9 (fonts), 14.7 (tags).
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pydyf

from companion.printing.table_lines import join_lines

PLACES = 2
# Of scales and turns, of colours, of sizes of type.
_MORE_PLACES = {b"cm": 4, b"Tm": 4, b"rg": 3, b"RG": 3, b"Tf": 3}
_MORE_PLACES_IF_SMALL = {b"cm": 3, b"rg": 2, b"RG": 2, b" w": 1}
# Stored once from so many on: fewer copies take less room where they stand.
LEAST_COPIES = 3
_FRACTION = re.compile(rb"-?\d*\.\d*")
# Everything is opaque from the start.
_OPAQUE = re.compile(rb"/[aA]1(\.0)? gs")
_MOVES_NOTHING = b"1 0 0 1 0 0 cm"
# Tags that say nothing of what they hold.
_EMPTY_TAGS = ("/NonStruct", "/Span")


class Drawing(bytes):
    """The commands that draw a picture of this size."""

    size: tuple[float, float]

    def __new__(cls, commands: bytes, size: tuple[float, float]) -> Drawing:
        made = super().__new__(cls, commands)
        made.size = size
        return made


def slim_down(pdf: Any, least_copies: int = LEAST_COPIES) -> None:
    """Makes a PDF smaller that is about to be written; stores once what stands on it so often."""
    _join_tags(pdf)
    _share_drawings(pdf, least_copies)
    streams = [each for each in pdf.objects if isinstance(each, pydyf.Stream)]
    is_opaque = all(has_no_transparency(each.stream) for each in streams)
    for stream in streams:
        if stream.extra.get("Subtype") == "/OpenType":
            _bare_font(stream)
        elif "Length1" not in stream.extra:
            commands = list(join_lines(stream.stream))
            stream.stream = list(tidy(commands, PLACES, is_opaque=is_opaque))


def has_no_transparency(commands: Iterable[Any]) -> bool:
    return all(
        _OPAQUE.fullmatch(command)
        for command in commands
        if isinstance(command, bytes) and command.endswith(b" gs")
    )


def tidy(commands: Iterable[Any], places: int, *, is_opaque: bool, is_small: bool = False) -> Iterator[bytes]:
    """The commands of a page with so many decimals, without those that change nothing."""
    more_places = _MORE_PLACES_IF_SMALL if is_small else _MORE_PLACES
    for command in commands:
        text = command if isinstance(command, bytes) else pydyf._to_bytes(command)
        end = text[-2:]
        if isinstance(command, Drawing) or text == _MOVES_NOTHING:
            if isinstance(command, Drawing):
                yield text
        elif end == b"gs":
            if not is_opaque:
                yield text
        elif end == b"TJ":
            # No space between two letters.
            yield text.replace(b">0<", b"").replace(b">0]", b">]")
        elif b"." in text and b"<" not in text and b"(" not in text:
            kept = more_places.get(end, places)
            yield _FRACTION.sub(lambda found, kept=kept: _round(found[0], kept), text)
        else:
            yield text


def _round(number: bytes, places: int) -> bytes:
    short = b"%.*f" % (places, float(number))
    if places:
        short = short.rstrip(b"0").rstrip(b".")
    if short in (b"-0", b""):
        return b"0"
    if short.startswith(b"0."):
        return short[1:]
    return b"-" + short[2:] if short.startswith(b"-0.") else short


def _share_drawings(pdf: Any, least_copies: int) -> None:
    """Stores once each drawing that stands on the pages several times."""
    pages = [each for each in pdf.objects if isinstance(each, dict) and each.get("Type") == "/Page"]
    streams = [_find(pdf, page["Contents"]) for page in pages]
    copies = Counter(each for stream in streams for each in stream.stream if isinstance(each, Drawing))
    names: dict[Any, bytes] = {}
    for drawing, count in copies.items():
        if count >= least_copies:
            width, height = drawing.size
            extra = {"Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array([0, 0, width, height])}
            form = pydyf.Stream([drawing], pydyf.Dictionary(extra), compress=True)
            pdf.add_object(form)
            name = f"d{len(names)}"
            names[drawing] = f"/{name} Do".encode()
            # All pages have the same resources.
            _find(pdf, pages[0]["Resources"])["XObject"][name] = form.reference
    for stream in streams:
        stream.stream = [
            names.get(each, each) if isinstance(each, Drawing) else each for each in stream.stream
        ]


def _find(pdf: Any, reference: bytes) -> Any:
    """The object of a reference: number, generation, “R”."""
    return pdf.objects[int(reference.split()[0])]


def _bare_font(stream: Any) -> None:
    """Leaves of an OpenType font its outlines: the PDF has the widths and the meaning of each glyph."""
    (font,) = stream.stream
    count = struct.unpack(">H", font[4:6])[0]
    for number in range(count):
        tag, _, start, length = struct.unpack(">4sLLL", font[12 + 16 * number : 28 + 16 * number])
        if tag == b"CFF ":
            stream.stream = [font[start : start + length]]
            stream.extra["Subtype"] = "/CIDFontType0C"


def _join_tags(pdf: Any) -> None:
    """Leaves out tags that say nothing, and numbers the others anew in the order of reading."""
    root = pdf.catalog.get("StructTreeRoot")
    if root is None:
        return
    root = _find(pdf, root)
    (first,) = root["K"]
    document = _find(pdf, first)
    listed: list[Any] = []
    takers: dict[bytes, bytes] = {}
    _join_below(pdf, first, listed, takers)
    # Which tag each piece of a page belongs to: an array for a page, a reference for a link or field.
    owners = _find(pdf, root["ParentTree"])["Nums"]
    known = {each.reference for each in (document, *listed)} | set(takers)
    for reference in (each for owner in owners if isinstance(owner, list) for each in owner):
        if reference not in known:
            # At the foot of a page: in no place of the order of reading.
            listed.append(_find(pdf, reference))
            listed[-1]["P"] = first
    # The renderer adds them last; all other objects keep their numbers.
    tags = (each for each in pdf.objects[document.number + 1 :] if "P" in each and "S" in each)
    start = min((each.number for each in tags), default=len(pdf.objects))
    new = {each.reference: f"{number} 0 R".encode() for number, each in enumerate(listed, start)}
    new[first] = first
    del pdf.objects[start:]
    for each in listed:
        pdf.add_object(each)
    for tag in (each for each in (document, *listed) if "K" in each):
        tag["K"] = pydyf.Array(new[each] if isinstance(each, bytes) else each for each in tag["K"])
        tag["P"] = new.get(tag["P"], tag["P"])
    for place, owner in enumerate(owners):
        if isinstance(owner, list):
            owner[:] = [new[takers.get(each, each)] for each in owner]
        elif isinstance(owner, bytes):
            owners[place] = new[owner]


def _join_below(pdf: Any, reference: bytes, listed: list[Any], takers: dict[bytes, bytes]) -> None:
    """Lists what stays below a tag; for tags that go, notes which one takes what they hold."""
    tag = _find(pdf, reference)
    waiting, kept = list(reversed(tag["K"])), []
    while waiting:
        each = waiting.pop()
        if not isinstance(each, bytes):
            kept.append(each)
            continue
        kid = _find(pdf, each)
        if _says_nothing(kid, tag):
            waiting += reversed(kid["K"])
            takers[each] = reference
            continue
        kept.append(each)
        listed.append(kid)
        # A reference to a link or field has nothing below it.
        if "K" in kid:
            kid["P"] = reference
            _join_below(pdf, each, listed, takers)
    tag["K"] = kept


def _says_nothing(kid: Any, tag: Any) -> bool:
    """Whether a tag only groups pieces of the page that the tag above it is on."""
    return (
        kid.get("S") in _EMPTY_TAGS
        and not set(kid) - {"Type", "S", "K", "P", "Pg"}
        and kid["Pg"] == tag.get("Pg")
        and all(isinstance(each, int | bytes) for each in kid["K"])
    )
