"""Jobs for the child process that makes PDFs, and its results."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Literal

Backs = Literal["none", "last", "each"]


@dataclass(frozen=True, slots=True)
class Job:
    """A page of HTML to print. `style` is its own CSS, `sheets` are CSS files in `printables/`.

    `fold_mm` asks for a booklet: the size of the paper that two pages share. `tighter` are styles to add to
    `style`, each smaller than the one before: the first that needs the fewest sheets of paper is used, or the
    first that keeps to the `page_limit`. Each page fills its sheet of paper in a `grid` of columns and rows.
    The result is enlarged by `zoom`.
    The pages of `parts` follow those of the job. Then each page has a blank back, or the last one where
    it has no back (`backs`), so that both sides of the paper can be printed.
    `picture_of` asks for a drawing of that page, `picture_px` for the first page as a PNG of this size,
    as high as it comes where the height is None.
    """

    html: str
    style: str
    sheets: tuple[str, ...]
    is_form: bool = False
    fold_mm: tuple[float, float] | None = None
    tighter: tuple[str, ...] = ()
    page_limit: int | None = None
    grid: tuple[int, int] = (1, 1)
    zoom: float = 1.0
    parts: tuple[Job, ...] = ()
    backs: Backs = "last"
    picture_of: int | None = None
    picture_px: tuple[int, int | None] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a job: a PDF (or the picture of a page as SVG or PNG), or a failure.

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


def send_result(pipe: Connection, result: Result) -> None:
    known = asdict(result)
    content = known.pop("content")
    pipe.send_bytes(json.dumps(known).encode())
    pipe.send_bytes(content)


def read_result(pipe: Connection) -> Result:
    """The child's result. It is not unpickled: the child works on what strangers typed."""
    values: dict[str, Any] = json.loads(pipe.recv_bytes())
    for key in ("warnings", "refused", "missing"):
        values[key] = tuple(values[key])
    return Result(content=pipe.recv_bytes(), **values)
