"""Pictures of cards on sheets: drawn once in the life of a process, and then copied.

A picture is kept as the commands of a PDF that draw it in its own size. Drawing it on a page means to copy
them at the right scale, which takes a hundredth of the time. Only the child process imports this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree import ElementTree

import pydyf
from weasyprint.images import SVGImage
from weasyprint.pdf.stream import Stream

from companion.printing.slim import Drawing, has_no_transparency, tidy

# Where a unit of a drawing is smaller than this on paper, whole units do.
COARSE_PX = 0.25
# What a drawing sets again for each shape: no dashes, round ends and corners.
_LINE_STYLE = (b"[] 0 d", b"1 J", b"1 j", b"4 M")
# A circle or ellipse as the renderer draws it, from the right, and filled only or also drawn around.
_ROUND = re.compile(
    rb"(\S+) (\S+) m\n\S+ \S+ \S+ \S+ (\S+) (\S+) c\n\S+ \S+ \S+ \S+ (\S+) (\S+) c\n"
    rb"\S+ \S+ \S+ \S+ (\S+) (\S+) c\n\S+ \S+ \S+ \S+ \1 \2 c\nh\nf\n"
)
_CIRCLE = b"1 0 m\n1 .55 .55 1 0 1 c\n-.55 1 -1 .55 -1 0 c\n-1 -.55 -.55 -1 0 -1 c\n.55 -1 1 -.55 1 0 c\nf\n"


class Picture(SVGImage):  # type: ignore[misc]
    """A drawing without text, filters or transparency."""

    def __init__(self, url: str, svg: bytes) -> None:
        super().__init__(ElementTree.fromstring(svg), url, None, None)  # noqa: S314
        self._commands: tuple[Any, ...] = ()
        self._drawings: dict[int, Drawing] = {}

    def draw(self, stream: Stream, concrete_width: float, concrete_height: float, _style: object) -> None:
        """Draws it as large as fits, in the middle, on the page of this stream."""
        _, _, width, height = self._svg.get_viewbox()
        if not self._commands:
            sketch = stream.clone(resources={"ExtGState": pydyf.Dictionary()}, tags=None)
            self._svg.draw(sketch, width, height, self._base_url, None)
            self._commands = tuple(sketch.stream)
        scale = min(concrete_width / width, concrete_height / height)
        places = 1 if scale > COARSE_PX else 0
        if places not in self._drawings:
            self._drawings[places] = Drawing(join_commands(self._commands, places), (width, height))
        with stream.stacked():
            stream.transform(
                a=scale,
                d=scale,
                e=(concrete_width - scale * width) / 2,
                f=(concrete_height - scale * height) / 2,
            )
            stream.stream.append(self._drawings[places])


def join_commands(commands: Iterable[Any], places: int) -> bytes:
    """The commands of a drawing, as few and as short as they can be."""
    assert has_no_transparency(commands)
    kept = b"\n".join(_leave_out(tidy(commands, places, is_opaque=True, is_small=True)))
    return b"\n".join((*_LINE_STYLE, _ROUND.sub(_scale_circle, kept)))


def _leave_out(commands: Iterator[bytes]) -> Iterator[bytes]:
    """The commands without the usual line style, and without moves that another follows."""
    move = b""
    for command in commands:
        if command in _LINE_STYLE:
            continue
        if move and not command.endswith(b" m"):
            yield move
        move = command if command.endswith(b" m") else b""
        if not move:
            yield command


def _scale_circle(found: re.Match[bytes]) -> bytes:
    """The same circle as a scale and the circle of radius 1: every circle is then written alike."""
    right, middle, centre, foot, left, middle_left, centre_top, top = map(float, found.groups())
    if middle != middle_left or centre != centre_top:
        return found[0]
    if abs(right + left - 2 * centre) > 0.11 or abs(foot + top - 2 * middle) > 0.11:
        return found[0]
    return b"%g 0 0 %g %g %g cm\n%s" % (right - centre, foot - middle, centre, middle, _CIRCLE)
