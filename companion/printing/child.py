"""The child process that sets sheets: `python -m companion.printing.child FOLDER [--unlimited]`.

First it gets ready (it cuts the fonts if need be and loads the renderer) and says so, or what is missing.
Then it takes jobs on its standard input and gives results on its standard output, one after the other, until
the input ends. It may use 1 GB of memory and, unless it is unlimited, 20 seconds of processor time for each
job, more on a slower machine; whoever starts it notices when it dies of that. It is given our own folders and
nothing else.
"""

from __future__ import annotations

import ctypes
import math
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.printing.fonts import set_up_fonts
from companion.printing.job import Job, Result, read_job, write_result

CPU_SECONDS = 20
# How long the sum of `measure_slowness` takes on the machine for which these 20 seconds were chosen.
SUM_SECONDS = 0.012
SLOWNESS_LIMIT = 10
MEMORY_BYTES = 1024**3
# What WeasyPrint loads, and the package of Debian that has it.
LIBRARIES = {
    "libpango-1.0.so.0": "libpangoft2-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz.so.0": "libpangoft2-1.0-0",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset0",
}


def find_missing_packages() -> tuple[str, ...]:
    """The packages without which nothing can be printed."""
    missing = []
    for library, package in LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return tuple(dict.fromkeys(missing))


def limit_memory() -> None:
    """From here on this process may use so much memory and no more."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def measure_slowness() -> float:
    """How many times slower than usual this machine is, at least 1."""
    return min(max(1.0, _time_sum() / SUM_SECONDS), SLOWNESS_LIMIT)


def _time_sum() -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        sum(number * number for number in range(100_000))
        times.append(time.process_time() - start)
    return min(times)


def allow_processor_time(seconds: float) -> None:
    """Limits this process to so much processor time from now on; past it the system ends it."""
    until = math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))


def load_setter(folder: Path) -> Callable[[Job], Result]:
    """What sets a job, loaded once the fonts lie in their folder."""
    os.environ["FONTCONFIG_FILE"] = str(set_up_fonts(folder))
    from companion.printing.setter import set_sheet

    return set_sheet


def get_ready(folder: Path) -> tuple[Callable[[Job], Result] | None, Result]:
    """What sets a job, and the first message: empty, or why nothing can be set."""
    missing = find_missing_packages()
    if missing:
        return None, Result(failure="missing", missing=missing)
    try:
        return load_setter(folder), Result()
    except Exception as error:
        print(f"Printing cannot start: {error!r}", file=sys.stderr)
        return None, Result(failure="unready")


def set_job(set_sheet: Callable[[Job], Result], job: Job) -> Result:
    """The result of a job, a failure too."""
    try:
        return set_sheet(job)
    except MemoryError:
        return Result(failure="memory")
    except Exception as error:
        # The words go to the log of whoever runs this, never to a reader.
        print(f"Setting a sheet failed: {error!r}", file=sys.stderr)
        return Result(failure="fault")


def main() -> None:
    """Sets sheets until nobody asks for any more."""
    source = sys.stdin.buffer
    # Nothing but results goes to the reader, whatever a library prints.
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    limit_memory()
    folder, is_limited = Path(sys.argv[1]), "--unlimited" not in sys.argv[2:]
    slowness = measure_slowness()
    set_sheet, first = get_ready(folder)
    write_result(target, first)
    while set_sheet is not None and (job := read_job(source)) is not None:
        if is_limited:
            allow_processor_time(CPU_SECONDS * slowness)
        write_result(target, set_job(set_sheet, job))


if __name__ == "__main__":
    main()
