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
    """A page of HTML to print."""

    html: str
    style: str
    """Its own CSS."""
    sheets: tuple[str, ...]
    """CSS files in `printables/`."""
    fold_mm: tuple[float, float] | None = None
    """Asks for a booklet: the size of the paper that two pages share."""
    tighter: tuple[str, ...] = ()
    """Styles to add to `style`, each smaller than the one before: the first within the `page_limit` is used,
    else the last.
    """
    page_limit: int | None = None
    taller: tuple[tuple[float, str], ...] = ()
    """Styles that make each `tbody` higher by so many mm, or only pictures larger: the highest that needs no
    more pages is added.
    """
    grid: tuple[int, int] = (1, 1)
    """How many columns and rows of pages fill a sheet of paper."""
    fronts: int = 1
    """With more than one, so many pages share a sheet, and the page behind them fills its back."""
    zoom: float = 1.0
    """How many times larger the result is."""
    parts: tuple["Job", ...] = ()
    """Their pages follow those of the job."""
    fills_leaves: bool = False
    """Where more follow, the pages of such a part end with a blank back if they would have none."""
    picture_px: tuple[int, int | None] | None = None
    """Asks for the first page as a PNG of this size, as high as it comes where the height is None."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished PDF (or the picture of a page as PNG)."""

    content: bytes
    page_count: int
