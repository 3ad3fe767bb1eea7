"""Method A: what each side has above its share of the deck.

    >>> settle_above_floor([125, 115], [25, 0], 240, False)
    [Settled(floor=120, net=5, score=30), Settled(floor=120, net=0, score=0)]

Sources: KD85 (the floor, a negative net counts as 0); where bonuses go is silent, house default.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.settlement.settled import Settled


def settle_above_floor(
    card_points: Sequence[int], bonuses: Sequence[int], deck_points: int, is_bonus_before: bool
) -> list[Settled]:
    """Round scores by method A: the net of each side, plus its bonuses.

    The floor is the points of the deck divided by the number of sides; a net below it counts as 0. With
    `is_bonus_before` the bonuses are added to the card points before the floor is taken off.

    Source: KD85 (rulebook). Bonus after the floor: silent, house default.
    """
    floor = deck_points // len(card_points)
    rows = []
    for points, bonus in zip(card_points, bonuses, strict=True):
        net = points - floor if points > floor else 0
        rows.append(Settled(floor, net, max(0, points + bonus - floor) if is_bonus_before else net + bonus))
    return rows
