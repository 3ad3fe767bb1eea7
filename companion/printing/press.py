"""The press: makes PDFs in a child process, one at a time.

A sheet takes up to a few seconds and 100 MB, and strangers choose the names on it, so a process with limits
does the work (`child`). It starts with the first sheet, stays for the next ones, and ends when idle.

The latest PDFs are kept in memory, by all that stands on them: a changed game or rule asks for another sheet.
They are found without waiting for the press.

The child has a CPU limit. The press only limits a child that hangs: a generous time, from when a ready child
gets its job.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread, Timer

from companion.errors import CompanionError
from companion.printing.fonts import find_setting
from companion.printing.job import Job, Result, read_result

WALL_SECONDS = 300.0
# When it is worth trying again where packages are missing.
MISSING_SECONDS = 3600
# Includes cutting the fonts, which takes minutes on a slow machine.
READY_SECONDS = 900.0
WAITING_LIMIT = 2
IDLE_SECONDS = 60.0
JOBS_PER_CHILD = 200
KEPT_BYTES = 4 * 1024 * 1024
KEPT_COUNT = 200
# What the child needs of the environment. The rest may hold the key or the password of the database.
ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
LOGGER = logging.getLogger(__name__)


class CannotPrint(CompanionError):
    """The sheet cannot be made; `retry_after` is in how many seconds to try again, if ever."""

    def __init__(self, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class PressIsBusy(CompanionError):
    """Others are printing, or the machine is busy; `retry_after` is in how many seconds to try again."""

    def __init__(
        self,
        message: str = "The press is busy with other sheets. Please try again in a few seconds.",
        retry_after: int = 5,
    ) -> None:
        super().__init__(message)
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished PDF or picture."""

    content: bytes
    page_count: int
    warnings: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @classmethod
    def of(cls, result: Result) -> Printed:
        return cls(result.content, result.page_count, result.warnings, result.refused)

    @property
    def etag(self) -> str:
        return hashlib.sha256(self.content).hexdigest()[:32]


class Press:
    """Makes PDFs one at a time; a few requests may wait, more raise `PressIsBusy`.

    `folder` stores the cut fonts. A press that is not limited takes as long as it needs.
    """

    def __init__(
        self,
        folder: Path,
        waiting_limit: int = WAITING_LIMIT,
        idle_seconds: float = IDLE_SECONDS,
        *,
        is_limited: bool = True,
    ) -> None:
        self.folder = folder
        self.idle_seconds = idle_seconds
        self.is_limited = is_limited
        self._places = waiting_limit + 1
        self._guests: Counter[str] = Counter()
        self._guests_lock = Lock()
        self._turn = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._room: str | None = None
        self._jobs_done = 0
        self._idle: Timer | None = None
        self._kept: OrderedDict[bytes, Printed] = OrderedDict()
        self._kept_lock = Lock()
        atexit.register(self.close)

    def warm_up(self) -> None:
        """Cuts the fonts in the background if needed. Printing waits for it."""
        if not find_setting(self.folder).is_file():
            Thread(target=self._warm_up, name="warm-up", daemon=True).start()

    def _warm_up(self) -> None:
        with self._turn:
            child, first = self._get_child()
            if child is None:
                LOGGER.warning("The press could not be made ready: %s.", first.failure)
            else:
                self._end_later()

    def set(self, job: Job, visitor: str = "") -> Printed:
        """The PDF of a job. Raises `PressIsBusy`, or `CannotPrint` with the reason.

        A named visitor always leaves one place in the queue for others.
        """
        digest = _digest(job)
        printed = self._find(digest)
        if printed is not None:
            return printed
        with self._take_place(visitor), self._turn:
            # Another may have asked for the same while this one waited.
            printed = self._find(digest)
            if printed is not None:
                return printed
            result = self._set(job)
            if not result.failure:
                return self._keep(digest, Printed.of(result))
        raise _explain(result)

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

    def _find(self, digest: bytes) -> Printed | None:
        """What was set for this, if it is kept."""
        with self._kept_lock:
            printed = self._kept.get(digest)
            if printed is not None:
                self._kept.move_to_end(digest)
            return printed

    def _keep(self, digest: bytes, printed: Printed) -> Printed:
        """Keeps it and drops the oldest beyond the room. What is larger than the room is not kept."""
        if len(printed.content) <= KEPT_BYTES:
            with self._kept_lock:
                self._kept[digest] = printed
                kept_bytes = sum(len(each.content) for each in self._kept.values())
                while len(self._kept) > KEPT_COUNT or kept_bytes > KEPT_BYTES:
                    _, oldest = self._kept.popitem(last=False)
                    kept_bytes -= len(oldest.content)
        return printed

    def _set(self, job: Job) -> Result:
        try:
            # Writing is the first sign that an idle process has died.
            for _ in range(2):
                child, first = self._get_child()
                if child is None or self._pipe is None:
                    return first
                try:
                    self._pipe.send(job)
                    break
                except ConnectionError:
                    self._end()
            else:
                return Result(failure="died")
            result = self._read(child, self._pipe, WALL_SECONDS)
            self._jobs_done += 1
        except BaseException:
            self._end()
            raise
        if result.failure:
            self._end()
        else:
            self._end_later()
        return result

    def _get_child(self) -> tuple[subprocess.Popen[bytes] | None, Result]:
        """A child that is ready; None and the reason if it cannot start."""
        if self._idle is not None:
            self._idle.cancel()
        if self._child is not None and (self._jobs_done >= JOBS_PER_CHILD or self._child.poll() is not None):
            self._end()
        if self._child is not None:
            return self._child, Result()
        try:
            child, pipe = self._child, self._pipe = self._start()
        except OSError as error:
            LOGGER.warning("The process that sets sheets could not be started: %s.", error.strerror)
            self._empty_room()
            return None, Result(failure="unready")
        first = self._read(child, pipe, READY_SECONDS)
        if first.failure:
            self._end()
            return None, first
        return child, first

    def _start(self) -> tuple[subprocess.Popen[bytes], Connection]:
        # Without it the child reports that it cannot print.
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
        self._jobs_done = 0
        root = Path(__file__).resolve().parents[2]
        self._room = tempfile.mkdtemp(prefix="kwado-print-")
        pipe, theirs = Pipe()
        words = [sys.executable, "-m", "companion.printing.child"]
        words += [str(self.folder.resolve()), str(theirs.fileno()), self._room]
        with theirs:
            child = subprocess.Popen(  # noqa: S603
                words if self.is_limited else [*words, "--unlimited"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                cwd=root,
                env=_make_environment(self._room),
            )
        return child, pipe

    def _read(self, child: subprocess.Popen[bytes], pipe: Connection, seconds: float) -> Result:
        """The child's answer, or what happened to it."""
        try:
            if not pipe.poll(seconds if self.is_limited else None):
                return Result(failure="slow")
            return read_result(pipe)
        except (EOFError, OSError, ValueError):
            # The child has ended, or the press was closed while it waited.
            status = child.wait()
            LOGGER.warning("The process that sets sheets ended with status %s.", status)
            return Result(failure="time" if status == -signal.SIGXCPU else "died")

    def _end_later(self) -> None:
        if self.idle_seconds:
            self._idle = Timer(self.idle_seconds, self._end_when_idle)
            self._idle.daemon = True
            self._idle.start()

    def _end_when_idle(self) -> None:
        if self._turn.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._turn.release()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        if self._pipe is not None:
            self._pipe.close()
        try:
            child.wait(0.5)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        self._empty_room()

    def _empty_room(self) -> None:
        """Removes the child's folder, with what a killed child left there."""
        room, self._room = self._room, None
        if room is not None:
            shutil.rmtree(room, ignore_errors=True)

    def close(self) -> None:
        atexit.unregister(self.close)
        if self._idle is not None:
            self._idle.cancel()
        self._end()


def _make_environment(room: str) -> dict[str, str]:
    known = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    return {**known, "HOME": room, "TMPDIR": room, "LANG": "C.UTF-8"}


def _digest(job: Job) -> bytes:
    """The key of a kept print: all that stands on it. The files it names change with the program only."""
    return hashlib.sha256(repr(job).encode("utf-8", "surrogatepass")).digest()


TOO_SLOW = (
    "This machine is too slow or too busy just now: it has spent all the processor time that one sheet may "
    "have. Please try again in a minute. If it fails again, ask for less: fewer rounds or fewer on a page."
)
TOO_MUCH = (
    "This sheet is too much to set in one go: it would take more memory than one sheet may have. "
    "Please ask for less: fewer rounds, fewer on a page, shorter names."
)


def _explain(result: Result) -> CompanionError:
    """The error for a failed result, as a sentence for readers."""
    if result.failure == "missing":
        packages = " ".join(result.missing)
        return CannotPrint(
            f"Printing needs packages that this machine lacks: {packages}. Whoever runs it can install "
            f"them with “apt-get install {packages}”; everything else works without them.",
            retry_after=MISSING_SECONDS,
        )
    if result.failure == "time":
        return CannotPrint(TOO_SLOW, retry_after=60)
    if result.failure == "memory":
        return CannotPrint(TOO_MUCH)
    if result.failure == "slow":
        return PressIsBusy("This sheet took too long on this machine. Please try again in a minute.", 60)
    what = "Printing could not be started" if result.failure == "unready" else "This sheet could not be set"
    return CannotPrint(
        f"{what} on this machine. Please try again; if it fails again, the server's log tells why.",
        retry_after=60,
    )
