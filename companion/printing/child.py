"""The child process that makes PDFs: `python -m companion.printing.child FOLDER PIPE ROOM [--unlimited]`.

It cuts the fonts if needed, loads the renderer, and reports that it is ready or what is missing. Then it
takes jobs from the pipe with this file number and sends their results, until the press closes the pipe. It
may use 1 GB of memory and, unless unlimited, 60 seconds of CPU time per job (more on a slower machine);
beyond that the system kills it. It has no network, nothing of the server's environment, and the folder ROOM
as home and for temporary files, which goes when it ends.
"""

from __future__ import annotations

import ctypes
import math
import os
import resource
import shutil
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from companion.printing.fonts import set_up_fonts
from companion.printing.isolation import take_network_away
from companion.printing.job import Job, Result, send_result

# Several times what the largest order takes: what an order may have is for `orders` to say.
CPU_SECONDS = 60
# The time of the sum in `measure_slowness` on the machine for which the 60 seconds were chosen.
SUM_SECONDS = 0.012
SLOWNESS_LIMIT = 10
MEMORY_BYTES = 1024**3
# Libraries that WeasyPrint loads, and their Debian packages.
LIBRARIES = {
    "libpango-1.0.so.0": "libpangoft2-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz.so.0": "libpangoft2-1.0-0",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset0",
}


def find_missing_packages() -> tuple[str, ...]:
    """The Debian packages that printing needs and this machine lacks."""
    missing = []
    for library, package in LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return tuple(dict.fromkeys(missing))


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def measure_slowness() -> float:
    """How many times slower than the reference machine this one is, at least 1."""
    return min(max(1.0, _time_sum() / SUM_SECONDS), SLOWNESS_LIMIT)


def _time_sum() -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        sum(number * number for number in range(100_000))
        times.append(time.process_time() - start)
    return min(times)


def limit_cpu_time(seconds: float) -> None:
    """Limits CPU time for the next job."""
    until = math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))


def load_setter(folder: Path) -> Callable[[Job], Result]:
    """The function that makes a PDF, loaded after the fonts are ready."""
    os.environ["FONTCONFIG_FILE"] = str(set_up_fonts(folder))
    from companion.printing.setter import set_sheet

    return set_sheet


def get_ready(folder: Path) -> tuple[Callable[[Job], Result] | None, Result]:
    """The function that makes a PDF, and the first message: empty, or why it cannot work."""
    missing = find_missing_packages()
    if missing:
        return None, Result(failure="missing", missing=missing)
    try:
        return load_setter(folder), Result()
    except Exception as error:
        print(f"Printing cannot start: {error!r}", file=sys.stderr)
        return None, Result(failure="unready")


def set_job(set_sheet: Callable[[Job], Result], job: Job) -> Result:
    """The result of a job, or its failure."""
    try:
        return set_sheet(job)
    except MemoryError:
        return Result(failure="memory")
    except Exception as error:
        # The log says what and where. The message stays out of it: it may quote a name or a link.
        places = "".join(traceback.format_tb(error.__traceback__))
        print(f"Setting a sheet failed: {type(error).__name__}\n{places}", file=sys.stderr)
        return Result(failure="fault")


def main() -> None:
    """Makes PDFs until the press closes the pipe."""
    pipe, is_limited = Connection(int(sys.argv[2])), "--unlimited" not in sys.argv[4:]
    limit_memory()
    take_network_away()
    slowness = measure_slowness()
    set_sheet, first = get_ready(Path(sys.argv[1]))
    with suppress(EOFError, ConnectionError):
        send_result(pipe, first)
        while set_sheet is not None:
            job = pipe.recv()
            if is_limited:
                limit_cpu_time(CPU_SECONDS * slowness)
            send_result(pipe, set_job(set_sheet, job))
    # The press does so too, unless it was killed.
    shutil.rmtree(sys.argv[3], ignore_errors=True)


if __name__ == "__main__":
    main()
