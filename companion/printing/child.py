"""The child process that sets sheets: `python -m companion.printing.child FOLDER`.

It takes jobs on its standard input and gives results on its standard output, one after the other, until the
input ends. It may use 20 seconds of processor time for each and 1 GB of memory; whoever starts it notices
when it dies of that. It is given our own folders and nothing else.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from companion.printing.fonts import set_up_fonts
from companion.printing.job import Job, Result, read_job, write_result

CPU_SECONDS = 20
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


def allow_processor_time() -> None:
    """So much processor time from now on; past it the system ends this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + CPU_SECONDS + 1
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))


@cache
def load_setter(folder: str) -> Callable[[Job], Result]:
    """What sets a job; loaded with the first one, once the fonts lie in their folder."""
    os.environ["FONTCONFIG_FILE"] = str(set_up_fonts(Path(folder)))
    from companion.printing.setter import set_sheet

    return set_sheet


def main() -> None:
    """Sets sheets until nobody asks for any more."""
    source = sys.stdin.buffer
    # Nothing but results goes to the reader, whatever a library prints.
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    limit_memory()
    missing = find_missing_packages()
    while (job := read_job(source)) is not None:
        allow_processor_time()
        if missing:
            write_result(target, Result(failure="missing", missing=missing))
            continue
        try:
            result = load_setter(sys.argv[1])(job)
        except MemoryError:
            result = Result(failure="memory")
        except Exception as error:
            # The words go to the log of whoever runs this, never to a reader.
            print(f"Setting a sheet failed: {error!r}", file=sys.stderr)
            result = Result(failure="fault")
        write_result(target, result)


if __name__ == "__main__":
    main()
