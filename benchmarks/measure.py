"""Measuring two things side by side: in turn, many times, by their medians."""

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table: our figure, the bare one, and how many times as large ours may be.

    With `bare` None the limit is a figure of its own. `unit`: "s", "ms", "MiB", "KiB", "requests" or "taps".
    """

    name: str
    ours: float
    bare: float | None
    limit: float
    unit: str = "s"

    @property
    def figure(self) -> float:
        """What is held against the limit."""
        return self.ours / self.bare if self.bare is not None else self.ours

    @property
    def holds(self) -> bool:
        """Whether the limit is met."""
        return self.figure <= self.limit


def compare(
    name: str,
    ours: Callable[[], object],
    bare: Callable[[], object],
    limit: float,
    *,
    calls: int = 1,
    turns: int = 31,
) -> Row:
    """The medians of both, measured in turn; each turn makes so many calls."""
    samples: tuple[list[float], list[float]] = ([], [])
    for function in (ours, bare):
        function()
    gc.collect()
    gc.disable()
    try:
        for turn in range(turns):
            # Whoever goes first may have the colder cache, so they take turns at that too.
            for which in (0, 1) if turn % 2 else (1, 0):
                function = (ours, bare)[which]
                start = time.perf_counter()
                for _ in range(calls):
                    function()
                samples[which].append((time.perf_counter() - start) / calls)
    finally:
        gc.enable()
    return Row(name, statistics.median(samples[0]), statistics.median(samples[1]), limit)
