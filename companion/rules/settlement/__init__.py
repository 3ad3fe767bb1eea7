"""How the sums of a round are formed: one function a settlement, named by the rule sets.

A settlement turns the card points and bonuses of all sides into what each side scores.

Sources: each function names its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.rules.settlement.above_floor import settle_above_floor
from companion.rules.settlement.card_points import settle_card_points
from companion.rules.settlement.settled import Settled

Settle = Callable[[Sequence[int], Sequence[int], int, bool], list[Settled]]

SETTLEMENTS: dict[str, Settle] = {
    "above-floor": settle_above_floor,
    "card-points": settle_card_points,
}

__all__ = ["SETTLEMENTS", "Settle", "Settled"]
