"""Method B: card points and bonuses, added up.

    >>> settle_card_points([80, 85, 75], [30, 30, 0], 240, False)[0].score
    110

Sources: KD85.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.settlement.settled import Settled


def settle_card_points(
    card_points: Sequence[int], bonuses: Sequence[int], deck_points: int, is_bonus_before: bool
) -> list[Settled]:
    """Round scores by method B: the card points of each side, plus its bonuses. Nothing is taken off.

    Source: KD85 (rulebook).
    """
    return [Settled(None, None, points + bonus) for points, bonus in zip(card_points, bonuses, strict=True)]
