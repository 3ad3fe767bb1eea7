"""A child process with limits, for work that strangers decide about: setting sheets, reading photos.

It does one piece of work at a time, within a minute or two and 1 GB of memory, else the system ends it. It
starts with the first piece, stays for the next ones, and ends itself when idle. Nothing of the server's
environment is left to it.
"""

import contextlib
import logging
import os
import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

from companion.errors import CompanionError

Given = ParamSpec("Given")
Result = TypeVar("Result")
MEMORY_BYTES = 1024**3
IDLE_SECONDS = 60
# Work that breaks off sooner was never begun: the child had ended before.
AT_ONCE_SECONDS = 0.5
# What it needs of the environment. The rest may hold the key or the password of the database.
ENVIRONMENT = {"PATH", "LD_LIBRARY_PATH", "LANG", "TMPDIR"}
# The errors of a child that was ended by the system, or could not be started.
ENDED, NOT_STARTED = BrokenProcessPool, OSError
LOGGER = logging.getLogger(__name__)


def log_with_time() -> None:
    """Every process of the server does this first."""
    logging.basicConfig(format="[%(asctime)s] %(levelname)s: %(message)s")


def take_limits() -> None:
    """What a new child does first."""
    log_with_time()
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


@contextlib.contextmanager
def within(seconds: int) -> Iterator[None]:
    """In the child: the system ends it after so many seconds (0: never), and after a minute without work.

    A process that is no child, as that of a test, is not ended when idle.
    """
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(IDLE_SECONDS if parent_process() else 0)


def add_processor_time(seconds: float) -> None:
    """In the child: the work may take so many more seconds of a processor, where these are limited."""
    if left := signal.getitimer(signal.ITIMER_PROF)[0]:
        signal.setitimer(signal.ITIMER_PROF, left + seconds)


def note_failure(what: str, error: Exception) -> None:
    """In the child: logs what failed and where. The message stays out: it may quote a name or a link."""
    places = "".join(traceback.format_tb(error.__traceback__))
    LOGGER.error("%s failed: %s\n%s", what, type(error).__name__, places)


class Busy(CompanionError):
    """Others come first, and as many wait as may; `retry_after` is in how many seconds to try again."""

    retry_after = 5


class ChildProcess:
    """The child of a server, which starts it again whenever it has ended, and the queue before it.

    `busy` says what it does meanwhile to whom it cannot serve.
    """

    def __init__(self, waiting_limit: int, busy: str) -> None:
        self._busy = busy
        self._places = waiting_limit + 1
        self._guests: Counter[str] = Counter()
        self._guests_lock = Lock()
        self._turn = Lock()
        self._pool: ProcessPoolExecutor | None = None

    @contextlib.contextmanager
    def take_turn(self, visitor: str) -> Iterator[None]:
        """Waits until all before are done. Raises `Busy` if too many wait.

        A named visitor always leaves one place in the queue for others.
        """
        with self._take_place(visitor), self._turn:
            yield

    @contextlib.contextmanager
    def _take_place(self, visitor: str) -> Iterator[None]:
        with self._guests_lock:
            is_full = self._guests.total() >= self._places
            if is_full or (visitor and self._guests[visitor] >= max(1, self._places - 1)):
                raise Busy(f"{self._busy} Please try again in a few seconds.")
            self._guests[visitor] += 1
        try:
            yield
        finally:
            with self._guests_lock:
                self._guests -= Counter([visitor])

    def do(self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """What the work gives. Raises what it raises, `ENDED` if it was too much, `NOT_STARTED`."""
        start = time.monotonic()
        try:
            return self._do(work, *given, **named)
        except ENDED:
            if time.monotonic() - start > AT_ONCE_SECONDS:
                raise
        # It had ended while it had nothing to do.
        self.close()
        return self._do(work, *given, **named)

    def _do(self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        if self._pool is None:
            # Forked, it would have what the server has in memory.
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), take_limits)
        return self._pool.submit(work, *given, **named).result()

    def close(self) -> None:
        """Ends the child."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
