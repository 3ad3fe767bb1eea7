"""The press: makes PDFs in a child process, one at a time.

A sheet takes up to a few seconds and 100 MB, and strangers choose the names on it, so a process with limits
does the work (`child`). The command line sets its sheets without a press (`set_job`). The latest prints are
kept in memory; they are found without waiting for the press.
"""

from pathlib import Path

from companion.child_process import ENDED, LOGGER, NOT_STARTED, ChildProcess
from companion.printing import child
from companion.printing.job import CannotPrint, Job, Printed

# Six times what the largest order takes where nothing else runs: what one may ask for is for `orders` to say.
WALL_SECONDS = 120
WAITING_LIMIT = 2
KEPT_COUNT = 32


class Press:
    """Makes PDFs one at a time; a few requests may wait, more raise `Busy`.

    `folder` stores the cut fonts.
    """

    def __init__(self, folder: Path, waiting_limit: int = WAITING_LIMIT) -> None:
        self.folder = folder
        self._child = ChildProcess(waiting_limit, "The press is busy with other sheets.")
        self._kept: dict[Job, Printed] = {}

    def set(self, job: Job, visitor: str = "") -> Printed:
        """The PDF of a job. Raises `Busy`, or `CannotPrint` with the reason.

        A named visitor always leaves one place in the queue for others.
        """
        printed = self._kept.get(job)
        if printed is not None:
            return printed
        with self._child.take_turn(visitor):
            # Another may have asked for the same while this one waited.
            printed = self._kept[job] = self._kept.get(job) or self._set(job)
            while len(self._kept) > KEPT_COUNT:
                del self._kept[next(iter(self._kept))]
            return printed

    def _set(self, job: Job) -> Printed:
        try:
            return self._child.do(child.set_job, self.folder, job, WALL_SECONDS)
        except ENDED:
            LOGGER.warning("The process that sets sheets was ended by the system.")
            failure = CannotPrint(TOO_SLOW, 60)
        except NOT_STARTED as error:
            LOGGER.warning("The process that sets sheets could not be started: %s.", error.strerror)
            failure = child.cannot("Printing could not be started")
        except CannotPrint as error:
            failure = error
        # With what a failed sheet left in its memory.
        self.close()
        raise failure

    def close(self) -> None:
        self._child.close()


TOO_SLOW = (
    "This machine is too slow or too busy just now: the sheet took longer than it may. "
    "Please try again in a minute. If it fails again, ask for less: fewer rounds or fewer on a page."
)
