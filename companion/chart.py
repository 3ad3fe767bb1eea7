"""The chart of the sums that decide by round: where its lines, letters and labels are.

A page and a sheet draw it, each in a frame of its own.
"""

from itertools import pairwise
from math import ceil, floor
from typing import Any, NamedTuple

from companion.rules.scoring.game import GameBreakdown


class ChartFrame(NamedTuple):
    """The size of a chart, its edges, how far apart letters are, and how many rounds are named and drawn."""

    width: int
    height: int
    left: int
    right: int
    top: int
    foot: int
    letter_gap: int
    most_rounds_named: int
    most_points: int


def place_chart(game: GameBreakdown, target: int | None, frame: ChartFrame) -> dict[str, Any]:
    """The totals after every round, or the victories where these decide.

    A line has its points and the height of the letter at its end. `zero` is the line of 0 where sums lie
    below it, `won` where the game was won, if rounds followed.
    """
    rounds = len(game.rounds)
    tallies = game.list_tallies(game.decider)
    low = floor(min(0, *(min(row) for row in tallies)))
    high = ceil(max(1, *(max(row) for row in tallies), target or 0))
    step = _find_step(high - low)
    every = -(-rounds // frame.most_rounds_named)
    shown = {0, rounds, *range(0, rounds, -(-rounds // frame.most_points))}

    def x(number: int) -> float:
        return round(frame.left + (frame.width - frame.left - frame.right) * number / rounds, 1)

    def y(value: int) -> float:
        share = (high - value) / (high - low)
        return round(frame.top + (frame.height - frame.top - frame.foot) * share, 1)

    points = [(number, x(number)) for number in sorted(shown)]
    letters = _spread([y(total) for total in tallies[-1]], frame)
    return {
        "frame": frame,
        "right": frame.width - frame.right,
        "foot": frame.height - frame.foot,
        "grid": [(value, y(value)) for value in range(-(-low // step) * step, high + 1, step)],
        "rounds": [(number, x(number)) for number in range(every, rounds + 1, every)],
        "zero": y(0) if low < 0 else None,
        "target": y(target) if target else None,
        "won": x(game.won_in) if game.won_in and game.rounds_after_end else None,
        "lines": [
            (" ".join(f"{left},{y(tallies[number][side])}" for number, left in points), letter)
            for side, letter in enumerate(letters)
        ],
    }


def _spread(heights: list[float], frame: ChartFrame) -> list[float]:
    """The heights of the letters at the ends of the lines: far enough apart, above the foot of the chart."""
    placed = list(heights)
    order = sorted(range(len(heights)), key=lambda side: heights[side])
    for above, side in pairwise(order):
        placed[side] = max(placed[side], placed[above] + frame.letter_gap)
    lowest: float = frame.height - frame.foot
    for side in reversed(order):
        placed[side] = min(placed[side], lowest)
        lowest = placed[side] - frame.letter_gap
    return [round(height, 1) for height in placed]


def _find_step(span: int) -> int:
    """The step between at most six grid lines: 1, 2 or 5 times a power of ten."""
    step = 1
    while span / step > 6:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step
