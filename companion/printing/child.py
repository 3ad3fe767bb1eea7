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

# Libraries that WeasyPrint loads, by their names on Linux and on macOS.
LIBRARIES = (
    ("libpango-1.0.so.0", "libpango-1.0.dylib"),
    ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib"),
    ("libharfbuzz.so.0", "libharfbuzz.0.dylib"),
    ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib"),
)
NOT_INSTALLED = (
    "Printing needs libraries that this machine lacks; everything else works. They come with "
    "“apt install libpangoft2-1.0-0 libharfbuzz-subset0” (Debian, Ubuntu), “dnf install pango harfbuzz” "
    "(Fedora), “pacman -S pango harfbuzz” (Arch) or “brew install pango” (macOS)."
)
TOO_MUCH = (
    "This sheet is too much to set in one go: it would take more memory than one sheet may have. "
    "Please ask for less: fewer rounds, fewer on a page, shorter names."
)


@cache
def get_ready(folder: Path) -> None:
    """Cuts the fonts into this folder if needed and loads the renderer. Raises `CannotPrint`."""
    if not has_libraries():
        raise CannotPrint(NOT_INSTALLED, MISSING_SECONDS)
    try:
        os.environ["FONTCONFIG_FILE"] = str(set_up_fonts(folder))
        from companion.printing import setter  # noqa: F401
    except Exception as error:
        LOGGER.error("Printing cannot start: %r", error)
        raise cannot("Printing could not be started") from None


def has_libraries() -> bool:
    """Whether the renderer's libraries can be loaded."""
    return all(any(map(can_load, names)) for names in LIBRARIES)


def can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


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
