"""The press: makes PDFs in a child process, one at a time.

A sheet takes up to a few seconds and 100 MB, and strangers choose the names on it, so a process with limits
does the work (`child`). It starts with the first sheet, stays for the next ones, and ends itself when idle.
The latest prints are kept in memory; they are found without waiting for the press.
"""

import contextlib
import logging
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from threading import Lock

from companion.errors import CompanionError
from companion.printing import child
from companion.printing.fonts import find_setting
from companion.printing.job import CannotPrint, Job, Printed

# Six times what the largest order takes where nothing else runs: what one may ask for is for `orders` to say.
WALL_SECONDS = 120
WAITING_LIMIT = 2
AT_ONCE_SECONDS = 0.5
KEPT_COUNT = 32
LOGGER = logging.getLogger(__name__)


class PressIsBusy(CompanionError):
    """Others are printing; `retry_after` is in how many seconds to try again."""

    retry_after = 5

    def __init__(self) -> None:
        super().__init__("The press is busy with other sheets. Please try again in a few seconds.")


class Press:
    """Makes PDFs one at a time; a few requests may wait, more raise `PressIsBusy`.

    `folder` stores the cut fonts. A press that is not limited takes as long as it needs.
    """

    def __init__(
        self,
        folder: Path,
        waiting_limit: int = WAITING_LIMIT,
        *,
        is_limited: bool = True,
    ) -> None:
        self.folder = folder
        self._seconds = WALL_SECONDS if is_limited else 0
        self._places = waiting_limit + 1
        self._guests: Counter[str] = Counter()
        self._guests_lock = Lock()
        self._turn = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._kept: dict[Job, Printed] = {}

    def warm_up(self) -> None:
        """Cuts the fonts in the background if needed. Printing waits for it."""
        if not find_setting(self.folder).is_file():
            self._open().submit(child.warm_up, self.folder)

    def set(self, job: Job, visitor: str = "") -> Printed:
        """The PDF of a job. Raises `PressIsBusy`, or `CannotPrint` with the reason.

        A named visitor always leaves one place in the queue for others.
        """
        printed = self._kept.get(job)
        if printed is not None:
            return printed
        with self._take_place(visitor), self._turn:
            # Another may have asked for the same while this one waited.
            printed = self._kept[job] = self._kept.get(job) or self._set(job)
            while len(self._kept) > KEPT_COUNT:
                del self._kept[next(iter(self._kept))]
            return printed

    @contextlib.contextmanager
    def _take_place(self, visitor: str) -> Iterator[None]:
        with self._guests_lock:
            is_full = self._guests.total() >= self._places
            if is_full or (visitor and self._guests[visitor] >= max(1, self._places - 1)):
                raise PressIsBusy()
            self._guests[visitor] += 1
        try:
            yield
        finally:
            with self._guests_lock:
                self._guests -= Counter([visitor])

    def _set(self, job: Job) -> Printed:
        try:
            return self._ask(job)
        except BrokenProcessPool:
            LOGGER.warning("The process that sets sheets was ended by the system.")
            failure = CannotPrint(TOO_SLOW, 60)
        except OSError as error:
            LOGGER.warning("The process that sets sheets could not be started: %s.", error.strerror)
            failure = child.cannot("Printing could not be started")
        except CannotPrint as error:
            failure = error
        # With what a failed sheet left in its memory.
        self.close()
        raise failure

    def _ask(self, job: Job) -> Printed:
        start = time.monotonic()
        try:
            return self._submit(job)
        except BrokenProcessPool:
            if time.monotonic() - start > AT_ONCE_SECONDS:
                raise
        # It had ended while it had nothing to do.
        self.close()
        return self._submit(job)

    def _submit(self, job: Job) -> Printed:
        return self._open().submit(child.set_job, self.folder, job, self._seconds).result()

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Forked, it would have what the server has in memory.
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), child.take_limits)
        return self._pool

    def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


TOO_SLOW = (
    "This machine is too slow or too busy just now: the sheet took longer than it may. "
    "Please try again in a minute. If it fails again, ask for less: fewer rounds or fewer on a page."
)
