"""Joins the lines of tables in a PDF: the renderer draws the edge of each cell for itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

# Lines that end so close to each other touch; pixels.
_TOUCHING = 0.05
# The edge of a cell: a pen of three commands, then two points, between these.
_BEFORE, _AFTER = (b"/Artifact", b"BMC", b"q", b"q"), (b"S", b"Q", b"Q", b"EMC")
_LENGTH = len(_BEFORE) + 5 + len(_AFTER)
_PEN = slice(len(_BEFORE), len(_BEFORE) + 3)
_ENDS = slice(len(_BEFORE) + 3, len(_BEFORE) + 5)


class Line(NamedTuple):
    """A straight line: its pen, and its ends in pixels."""

    pen: tuple[bytes, ...]
    left: float
    top: float
    right: float
    foot: float


def join_lines(commands: Sequence[Any]) -> Iterator[Any]:
    """The commands of a page, with lines that follow each other as one path for each pen."""
    waiting: list[Line] = []
    place = 0
    while place < len(commands):
        line = _read_line(commands[place : place + _LENGTH])
        if line is not None:
            waiting.append(line)
            place += _LENGTH
            continue
        yield from _draw(waiting)
        waiting = []
        yield commands[place]
        place += 1
    yield from _draw(waiting)


def _read_line(commands: Sequence[Any]) -> Line | None:
    if not commands or commands[0] not in ("/Artifact", b"/Artifact"):
        return None
    written = tuple(each if isinstance(each, bytes) else str(each).encode() for each in commands)
    if written[: len(_BEFORE)] != _BEFORE or written[-len(_AFTER) :] != _AFTER:
        return None
    pen, ends = written[_PEN], written[_ENDS]
    if not pen[0].endswith(b" gs") or not ends[0].endswith(b" m") or not ends[1].endswith(b" l"):
        return None
    (left, top), (right, foot) = ([float(number) for number in end.split()[:2]] for end in ends)
    return Line(pen, min(left, right), min(top, foot), max(left, right), max(top, foot))


def _draw(lines: list[Line]) -> Iterator[bytes]:
    for pen, drawn in groupby(lines, key=lambda line: line.pen):
        yield from (b"/Artifact", b"BMC", b"q", *pen)
        for line in join_touching(list(drawn)):
            yield b"%f %f m" % (line.left, line.top)
            yield b"%f %f l" % (line.right, line.foot)
        yield from (b"S", b"Q", b"EMC")


def join_touching(lines: list[Line]) -> list[Line]:
    """Lines of one pen, with those that go on in the same direction as one."""
    flat = sorted((line for line in lines if line.top == line.foot), key=lambda line: (line.top, line.left))
    steep = sorted((line for line in lines if line.top != line.foot), key=lambda line: (line.left, line.top))
    joined: list[Line] = []
    for line in flat:
        last = joined[-1] if joined else None
        if last and last.top == line.top and line.left <= last.right + _TOUCHING:
            joined[-1] = last._replace(right=max(last.right, line.right))
        else:
            joined.append(line)
    for line in steep:
        last = joined[-1] if joined else None
        is_upright = line.left == line.right
        if last and is_upright and last.left == last.right == line.left and line.top <= last.foot + _TOUCHING:
            joined[-1] = last._replace(foot=max(last.foot, line.foot))
        else:
            joined.append(line)
    return joined
