"""Makes the PDF of the renderer smaller, with the same marks on paper.

A picture that comes several times is drawn once and placed again; touching lines of tables become one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

# Fewer copies compress better where they stand, beside drawings like them.
_REPEATS = 4
# Lines that end so close to each other touch; pixels.
_TOUCHING = 0.05
_RULE = re.compile(
    rb"/Artifact\nBMC\nq\nq\n(/A1\.0 gs\n[^\n]* RG\n[^\n]* w\n)([^\n]*) m\n([^\n]*) l\nS\nQ\nQ\nEMC\n"
)
_RULES = re.compile(rb"(?:" + re.sub(rb"\((?=[/\[])", b"(?:", _RULE.pattern) + rb"){2,}")


class Rule(NamedTuple):
    """A straight line of a table: its pen, and its ends in pixels."""

    pen: bytes
    left: float
    top: float
    right: float
    foot: float


def place_repeated_pictures(document: Any) -> None:
    """Lets each picture that comes several times in one size be drawn once in the next PDF of a document."""
    from weasyprint.images import SVGImage

    counts = Counter(
        (id(image), *size)
        for page in document.pages
        for image, size in _list_images(page._page_box)
        if isinstance(image, SVGImage)
    )
    placed: dict[tuple[int, int, float, float], Any] = {}
    for page in document.pages:
        for image, _ in _list_images(page._page_box):
            if isinstance(image, SVGImage):
                image.draw = _Placing(image, counts, placed)


def _list_images(box: Any) -> Iterator[tuple[Any, tuple[float, float]]]:
    """The pictures in a box of the renderer, with their sizes."""
    box = getattr(box, "_box", box)
    if hasattr(box, "replacement"):
        yield box.replacement, _round_size(box.width, box.height)
    for child in getattr(box, "children", ()):
        yield from _list_images(child)


def _round_size(width: float, height: float) -> tuple[float, float]:
    return round(width, 2), round(height, 2)


class _Placing:
    """In place of the method `draw` of a picture: draws it once for each size, and places it again."""

    def __init__(self, image: Any, counts: Counter[Any], placed: dict[Any, Any]) -> None:
        self.draw = type(image).draw.__get__(image)
        self.key = id(image)
        self.counts = counts
        self.placed = placed

    def __call__(self, stream: Any, width: float, height: float, style: Any) -> None:
        size = _round_size(width, height)
        if self.counts[self.key, *size] < _REPEATS:
            self.draw(stream, width, height, style)
            return
        # A transparent group has objects of its own.
        key = (self.key, id(stream._resources), *size)
        if key not in self.placed:
            picture = self.placed[key] = stream.add_group(0, 0, width, height)
            # A plain object: printers turn transparent groups into pixels.
            del picture.extra["Group"]
            self.draw(picture, width, height, style)
        stream.draw_x_object(self.placed[key].id)


def tidy(lines: list[Any]) -> bytes:
    """The same drawing in fewer bytes; lines are bytes, texts, or objects of the PDF."""
    content = _RULES.sub(lambda found: _join_rules(found[0]), b"\n".join(map(_write_line, lines)))
    # Glyphs that follow each other without kerning stand in one text.
    return content.replace(b">0<", b"").replace(b">0]", b">]")


def _write_line(line: Any) -> bytes:
    if isinstance(line, bytes):
        return line
    return line.encode() if isinstance(line, str) else bytes(line.data)


def _join_rules(content: bytes) -> bytes:
    """Lines that the renderer drew one after the other, as one path for each pen."""
    rules = []
    for found in _RULE.finditer(content):
        (left, top), (right, foot) = ([float(each) for each in found[place].split()] for place in (2, 3))
        rules.append(Rule(found[1], min(left, right), min(top, foot), max(left, right), max(top, foot)))
    paths = []
    for pen, drawn in groupby(rules, key=lambda rule: rule.pen):
        lines = b"".join(
            b"%f %f m\n%f %f l\n" % (rule.left, rule.top, rule.right, rule.foot)
            for rule in join_touching(list(drawn))
        )
        paths.append(b"/Artifact\nBMC\nq\n" + pen + lines + b"S\nQ\nEMC\n")
    return b"".join(paths)


def join_touching(rules: list[Rule]) -> list[Rule]:
    """Lines of one pen, with those that go on in the same direction as one."""
    flat = sorted((rule for rule in rules if rule.top == rule.foot), key=lambda rule: (rule.top, rule.left))
    steep = sorted((rule for rule in rules if rule.top != rule.foot), key=lambda rule: (rule.left, rule.top))
    joined: list[Rule] = []
    for rule in flat:
        last = joined[-1] if joined else None
        if last and last.top == rule.top and rule.left <= last.right + _TOUCHING:
            joined[-1] = last._replace(right=max(last.right, rule.right))
        else:
            joined.append(rule)
    for rule in steep:
        last = joined[-1] if joined else None
        is_upright = rule.left == rule.right
        if last and is_upright and last.left == last.right == rule.left and rule.top <= last.foot + _TOUCHING:
            joined[-1] = last._replace(foot=max(last.foot, rule.foot))
        else:
            joined.append(rule)
    return joined
