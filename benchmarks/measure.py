"""Measuring two things side by side: in turn, many times, by the medians of their processor time."""

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table: our figure, the one beside it, and how many times as large ours may be.

    With `beside` None the limit is a figure of its own. NaN says that the other thing is not there: it meets
    no limit. `unit`: "s", "ms", "MB", "MiB", "KiB", "requests" or "taps".
    """

    name: str
    ours: float
    beside: float | None
    limit: float
    unit: str = "s"

    @property
    def figure(self) -> float:
        """What is held against the limit."""
        return self.ours / self.beside if self.beside is not None else self.ours

    @property
    def holds(self) -> bool:
        """Whether the limit is met."""
        return self.figure <= self.limit


def timed(function: Callable[[], object]) -> Callable[[], float]:
    """A function that calls this one and returns the seconds of processor time that it took."""

    def call() -> float:
        start = time.process_time()
        function()
        return time.process_time() - start

    return call


def compare(
    name: str, ours: Callable[[], float], beside: Callable[[], float], limit: float, *, turns: int = 31
) -> Row:
    """The medians of what both return, asked in turn."""
    samples: tuple[list[float], list[float]] = ([], [])
    for function in (ours, beside):
        function()
    gc.collect()
    gc.disable()
    try:
        for turn in range(turns):
            # Whoever goes first may have the colder cache, so they take turns at that too.
            for which in (0, 1) if turn % 2 else (1, 0):
                samples[which].append((ours, beside)[which]())
    finally:
        gc.enable()
    return Row(name, statistics.median(samples[0]), statistics.median(samples[1]), limit)
