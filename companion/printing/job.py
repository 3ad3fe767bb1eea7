"""Jobs for the child process that makes PDFs, what it makes of them, and why it may not."""

from dataclasses import dataclass

from companion.errors import CompanionError

# When it is worth trying again where packages are missing.
MISSING_SECONDS = 3600


class CannotPrint(CompanionError):
    """The sheet cannot be made; `retry_after` is in how many seconds to try again, if ever."""

    def __init__(self, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Job:
    """A page of HTML to print. `style` is its own CSS, `sheets` are CSS files in `printables/`.

    `fold_mm` asks for a booklet: the size of the paper that two pages share. `tighter` are styles to add to
    `style`, each smaller than the one before: the first within the `page_limit` is used, else the last.
    `taller` are styles that make each `tbody` higher by so many mm, or only pictures larger: the highest that
    needs no more pages is added.
    Each page fills its sheet of paper in a `grid` of columns and rows; with more `fronts` than one, so many
    pages share a sheet, and the page behind them fills its back. The result is enlarged by `zoom`.
    The pages of `parts` follow those of the job. Where more follow, those of one that `fills_leaves` end with
    a blank back if they would have none, so that what follows begins on a front.
    `picture_px` asks for the first page as a PNG of this size, as high as it comes where the height is None.
    """

    html: str
    style: str
    sheets: tuple[str, ...]
    fold_mm: tuple[float, float] | None = None
    tighter: tuple[str, ...] = ()
    page_limit: int | None = None
    taller: tuple[tuple[float, str], ...] = ()
    grid: tuple[int, int] = (1, 1)
    fronts: int = 1
    zoom: float = 1.0
    parts: tuple["Job", ...] = ()
    fills_leaves: bool = False
    picture_px: tuple[int, int | None] | None = None


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished PDF (or the picture of a page as PNG)."""

    content: bytes
    page_count: int
