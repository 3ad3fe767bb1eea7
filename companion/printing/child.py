"""What the child process of the press does: it sets one sheet after another, within limits.

It cuts the fonts if needed and loads the renderer before its first sheet. It may use 1 GB of memory, and for
each sheet the seconds that the press gives it; then the system ends it, as it does after a minute without a
sheet. Nothing of the server's environment is left to it.
"""

import ctypes
import os
import resource
import signal
import sys
import traceback
from functools import cache
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread

from companion.printing.fonts import set_up_fonts
from companion.printing.job import MISSING_SECONDS, CannotPrint, Job, Printed

MEMORY_BYTES = 1024**3
IDLE_SECONDS = 60
# What it needs of the environment. The rest may hold the key or the password of the database.
ENVIRONMENT = {"PATH", "LD_LIBRARY_PATH", "LANG", "TMPDIR"}
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


def take_limits() -> None:
    """What a new child does first."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The server ends it, also when somebody presses Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in os.environ.keys() - ENVIRONMENT:
        del os.environ[name]
    Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """A killed server cannot end its child."""
    if (server := parent_process()) is not None:
        server.join()
        os._exit(1)


@cache
def get_ready(folder: Path) -> None:
    """Cuts the fonts into this folder if needed and loads the renderer. Raises `CannotPrint`."""
    missing = find_missing_packages()
    if missing:
        packages = " ".join(missing)
        raise CannotPrint(
            f"Printing needs packages that this machine lacks: {packages}. Whoever runs it can install "
            f"them with “apt-get install {packages}”; everything else works without them.",
            MISSING_SECONDS,
        )
    try:
        os.environ["FONTCONFIG_FILE"] = str(set_up_fonts(folder))
        from companion.printing import setter  # noqa: F401
    except Exception as error:
        print(f"Printing cannot start: {error!r}", file=sys.stderr)
        raise cannot("Printing could not be started") from None


def warm_up(folder: Path) -> None:
    """Makes everything ready for a first sheet that may come."""
    get_ready(folder)
    signal.alarm(IDLE_SECONDS)


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
    tail = "Please try again; if it fails again, the server's log tells why."
    return CannotPrint(f"{what} on this machine. {tail}", 60)


def set_job(folder: Path, job: Job, seconds: int) -> Printed:
    """What becomes of a job within so many seconds (0: as many as it takes). Raises `CannotPrint`."""
    get_ready(folder)
    signal.alarm(seconds)
    try:
        from companion.printing.setter import set_sheet

        return set_sheet(job)
    except MemoryError:
        raise CannotPrint(TOO_MUCH) from None
    except Exception as error:
        # The log says what and where. The message stays out of it: it may quote a name or a link.
        places = "".join(traceback.format_tb(error.__traceback__))
        print(f"Setting a sheet failed: {type(error).__name__}\n{places}", file=sys.stderr)
        raise cannot("This sheet could not be set") from None
    finally:
        signal.alarm(IDLE_SECONDS)
