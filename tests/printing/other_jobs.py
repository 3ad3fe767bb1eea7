"""Jobs that tests give the press in place of a sheet. They run in its child process."""

import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from companion import child_process
from companion.printing import Job, Printed, child


def _set_by(set_sheet: Callable[[Job], Any], folder: Path, job: Job, seconds: int) -> Printed:
    """What the child does with a renderer that does this."""
    sys.modules["companion.printing.setter"] = SimpleNamespace(set_sheet=set_sheet)  # type: ignore[assignment]
    try:
        return child.set_job(folder, job, seconds)
    finally:
        del sys.modules["companion.printing.setter"]


def hang(folder: Path, job: Job, _seconds: int) -> Printed:
    return _set_by(lambda _: time.sleep(3600), folder, job, 1)


def take_memory(folder: Path, job: Job, seconds: int) -> Printed:
    return _set_by(lambda _: bytearray(2 * 1024**3), folder, job, seconds)


def tell(folder: Path, job: Job, seconds: int) -> Printed:
    """Says its process, the seconds that it has, its memory, and the names of its environment."""
    told = (os.getpid(), signal.alarm(0), resource.getrlimit(resource.RLIMIT_AS)[0], *sorted(os.environ))
    return Printed(" ".join(map(str, told)).encode(), 1)


def tell_alarm(folder: Path, job: Job, seconds: int) -> Printed:
    return _set_by(lambda _: Printed(b"", signal.alarm(0)), folder, job, seconds)


def be_idle(folder: Path, job: Job, seconds: int) -> Printed:
    """Sets a sheet, then waits a second for the next in place of a minute."""
    child_process.IDLE_SECONDS = 1
    return _set_by(lambda _: Printed(b"", 1), folder, job, seconds)
