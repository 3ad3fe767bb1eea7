"""What the child process of the press does: it sets one sheet after another.

It cuts the fonts if needed and loads the renderer before its first sheet.
"""

import ctypes
import os
from functools import cache
from pathlib import Path

from companion.child_process import LOGGER, note_failure, within
from companion.printing.fonts import set_up_fonts
from companion.printing.job import MISSING_SECONDS, CannotPrint, Job, Printed

# Libraries that WeasyPrint loads, and their Debian packages.
LIBRARIES = {
    "libpango-1.0.so.0": "libpangoft2-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz.so.0": "libpangoft2-1.0-0",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset0",
}
TOO_MUCH = (
    "This sheet is too much to set in one go: it would take more memory than one sheet may have. "
    "Please ask for less: fewer rounds, fewer on a page, shorter names."
)


@cache
def get_ready(folder: Path) -> None:
    """Cuts the fonts into this folder if needed and loads the renderer. Raises `CannotPrint`."""
    if packages := " ".join(find_missing_packages()):
        raise CannotPrint(
            f"Printing needs packages that this machine lacks: {packages}. Whoever runs it can install "
            f"them with “apt-get install {packages}”; everything else works without them.",
            MISSING_SECONDS,
        )
    try:
        os.environ["FONTCONFIG_FILE"] = str(set_up_fonts(folder))
        from companion.printing import setter  # noqa: F401
    except Exception as error:
        LOGGER.error("Printing cannot start: %r", error)
        raise cannot("Printing could not be started") from None


def warm_up(folder: Path) -> None:
    """Makes everything ready for a first sheet that may come."""
    with within(0):
        get_ready(folder)


def find_missing_packages() -> list[str]:
    """The Debian packages that printing needs and this machine lacks."""
    missing = []
    for library, package in LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return [*dict.fromkeys(missing)]


def cannot(what: str) -> CannotPrint:
    return CannotPrint(
        f"{what} on this machine. Please try again; if it fails again, the server's log tells why.", 60
    )


def set_job(folder: Path, job: Job, seconds: int) -> Printed:
    """What becomes of a job within so many seconds (0: as many as it takes). Raises `CannotPrint`."""
    get_ready(folder)
    with within(seconds):
        try:
            from companion.printing.setter import set_sheet

            return set_sheet(job)
        except MemoryError:
            raise CannotPrint(TOO_MUCH) from None
        except Exception as error:
            note_failure("Setting a sheet", error)
            raise cannot("This sheet could not be set") from None
