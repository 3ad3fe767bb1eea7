"""Jobs for the child process that makes PDFs, and its results."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass, field
from typing import IO, Any


@dataclass(frozen=True, slots=True)
class Job:
    """A page of HTML to print. `style` is its own CSS, `sheets` are CSS files in `printables/`.

    `fold_mm` asks for a booklet: the size of the paper that two pages share. `tighter` are styles to add to
    `style`, each smaller than the one before: the first that needs the fewest sheets of paper is used.
    """

    html: str
    style: str
    sheets: tuple[str, ...]
    is_form: bool = False
    fold_mm: tuple[float, float] | None = None
    tighter: tuple[str, ...] = ()
    picture_of: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a job: a PDF (or the picture of a page as SVG), or a failure.

    A failure is one word: `missing` (packages), `unready` (printing cannot start), `memory`, `fault` (an
    error in rendering); the press adds `time`, `slow` and `died`. `warnings` are the renderer's, `refused`
    the addresses that it was not allowed to fetch.
    """

    content: bytes = b""
    page_count: int = 0
    warnings: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    failure: str = ""
    missing: tuple[str, ...] = field(default=())


def write_job(stream: IO[bytes], job: Job) -> None:
    _write_part(stream, json.dumps(asdict(job)).encode())
    stream.flush()


def read_job(stream: IO[bytes]) -> Job | None:
    """The next job; None at the end of the input."""
    text = _read_part(stream)
    if text is None:
        return None
    values = json.loads(text)
    values["sheets"] = tuple(values["sheets"])
    values["tighter"] = tuple(values["tighter"])
    values["fold_mm"] = tuple(values["fold_mm"]) if values["fold_mm"] else None
    return Job(**values)


def write_result(stream: IO[bytes], result: Result) -> None:
    known = asdict(result)
    content = known.pop("content")
    _write_part(stream, json.dumps(known).encode())
    _write_part(stream, content)
    stream.flush()


def parse_result(known: bytes, content: bytes) -> Result:
    values: dict[str, Any] = json.loads(known)
    for key in ("warnings", "refused", "missing"):
        values[key] = tuple(values[key])
    return Result(content=content, **values)


def _write_part(stream: IO[bytes], content: bytes) -> None:
    stream.write(struct.pack(">I", len(content)) + content)


def _read_part(stream: IO[bytes]) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    (length,) = struct.unpack(">I", head)
    return stream.read(int(length))
