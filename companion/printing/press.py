"""The press: has sheets set by a child process, one at a time.

Setting a sheet takes up to a few seconds and 100 MB, and names come from strangers, so that it happens in a
process of its own with limits (`child`). The process is started with the first sheet, kept warm for the next
ones, and ended when nobody printed for a while.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import select
import struct
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Semaphore, Timer

from companion.errors import CompanionError
from companion.printing.job import Job, Result, parse_result, write_job

WALL_SECONDS = 45.0
WAITING_LIMIT = 2
IDLE_SECONDS = 60.0
JOBS_PER_CHILD = 200


class CannotPrint(CompanionError):
    """This sheet is too much to set or, with `is_missing`, this machine lacks what printing needs."""

    def __init__(self, message: str, *, is_missing: bool = False) -> None:
        super().__init__(message)
        self.is_missing = is_missing


class PressIsBusy(CompanionError):
    """Others are printing; `retry_after` says in how many seconds it is worth trying again."""

    def __init__(self, retry_after: int = 5) -> None:
        super().__init__("The press is busy with other sheets. Please try again in a few seconds.")
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished PDF; `etag` comes from its content."""

    pdf: bytes
    page_count: int
    warnings: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def etag(self) -> str:
        """A hash of the content."""
        return hashlib.sha256(self.pdf).hexdigest()[:32]


class Press:
    """Sets sheets one at a time; a few may wait, the rest are turned away with `PressIsBusy`.

    `folder` keeps the cut fonts.
    """

    def __init__(
        self, folder: Path, waiting_limit: int = WAITING_LIMIT, idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self.folder = folder
        self.idle_seconds = idle_seconds
        self._places = Semaphore(waiting_limit + 1)
        self._turn = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._jobs_done = 0
        self._idle: Timer | None = None
        atexit.register(self.close)

    def set(self, job: Job) -> Printed:
        """The PDF of a job. Raises `PressIsBusy`, or `CannotPrint` with what is missing or too much."""
        if not self._places.acquire(blocking=False):
            raise PressIsBusy()
        try:
            with self._turn:
                result = self._set(job)
        finally:
            self._places.release()
        if result.missing:
            packages = " ".join(result.missing)
            raise CannotPrint(
                f"Printing needs packages that this machine lacks: {packages}. Whoever runs it can install "
                f"them with “apt-get install {packages}”; everything else works without them.",
                is_missing=True,
            )
        if result.failure:
            raise CannotPrint(
                "This sheet is too much to set in one go. Please ask for less: fewer rounds, shorter names."
            )
        return Printed(result.content, result.page_count, result.warnings, result.refused)

    def _set(self, job: Job) -> Result:
        if self._idle is not None:
            self._idle.cancel()
        if self._child is not None and (self._jobs_done >= JOBS_PER_CHILD or self._child.poll() is not None):
            self._end()
        try:
            # A process that died while it was idle is noticed only when it is written to.
            for is_second_try in (False, True):
                child = self._child = self._child or self._start()
                assert child.stdin is not None
                try:
                    write_job(child.stdin, job)
                    break
                except BrokenPipeError:
                    self._end()
                    if is_second_try:
                        return Result(failure="died")
            result = self._read(child)
            self._jobs_done += 1
        except BaseException:
            self._end()
            raise
        if result is None or result.failure:
            self._end()
        elif self.idle_seconds:
            self._idle = Timer(self.idle_seconds, self._end_when_idle)
            self._idle.daemon = True
            self._idle.start()
        return result or Result(failure="died")

    def _start(self) -> subprocess.Popen[bytes]:
        # Where it cannot be made, the child says that nothing can be set.
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
        self._jobs_done = 0
        root = Path(__file__).resolve().parents[2]
        return subprocess.Popen(
            [sys.executable, "-m", "companion.printing.child", str(self.folder.resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=root,
        )

    def _read(self, child: subprocess.Popen[bytes]) -> Result | None:
        """What the child answers; None when it dies or takes too long."""
        until = time.monotonic() + WALL_SECONDS
        known = self._read_part(child, until)
        content = self._read_part(child, until) if known is not None else None
        return parse_result(known, content) if known is not None and content is not None else None

    def _read_part(self, child: subprocess.Popen[bytes], until: float) -> bytes | None:
        head = self._read_bytes(child, 4, until)
        return self._read_bytes(child, struct.unpack(">I", head)[0], until) if head is not None else None

    def _read_bytes(self, child: subprocess.Popen[bytes], count: int, until: float) -> bytes | None:
        assert child.stdout is not None
        parts: list[bytes] = []
        while count:
            ready, _, _ = select.select([child.stdout], [], [], max(0.0, until - time.monotonic()))
            part = child.stdout.raw.read(count) if ready else b""  # type: ignore[attr-defined]
            if not part:
                return None
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

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
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        try:
            child.wait(0.5)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    def close(self) -> None:
        """Ends the child process."""
        if self._idle is not None:
            self._idle.cancel()
        self._end()
