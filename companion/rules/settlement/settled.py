"""What a settlement says of one side: floor and net where the method has them, and the round score."""

from __future__ import annotations

from typing import NamedTuple


class Settled(NamedTuple):
    """The sums of one side in one round, in points."""

    floor: int | None
    net: int | None
    score: int
