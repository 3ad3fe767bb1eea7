"""The score pile of each side of a round by `captured`, and what a side says by `counts` or `points`.

Sources: scoring-io.md, "In".
"""

from collections.abc import Collection, Mapping
from typing import Any

from tests.rules.second_scorer.cards import DECK, list_suit


def read_piles(round_: Mapping[str, Any], sides: list[str], values: Mapping[str, int]) -> dict[str, set[str]]:
    """Return the cards of each side; `rest-of-points` goes by the card values given."""
    captured = round_["captured"]
    listed = {card for cards in captured.values() if isinstance(cards, list) for card in cards}
    rests = {
        "rest": set(DECK) - listed,
        "rest-of-points": {card for card, value in values.items() if value} - listed,
    }
    piles = {}
    for side in sides:
        entered = captured.get(side, [])
        piles[side] = set(rests[entered] if isinstance(entered, str) else entered)
    for suit, side in round_.get("all_four", {}).items():
        piles[side] |= list_suit(suit)
    return piles


def read_claims(
    round_: Mapping[str, Any], side: str, in_play: list[str], values: Mapping[str, int]
) -> tuple[int, list[str]]:
    """Return the card points of a side entered by counts or points, and the yaku in play that it claims."""
    entered = (round_["counts"] if "counts" in round_ else round_["points"]).get(side, {})
    points = entered.get("card_points", 0) + sum(
        value * entered.get(kind, 0) for kind, value in values.items()
    )
    claimed: Collection[str] = entered.get("yaku", [])
    return points, [id_ for id_ in in_play if id_ in claimed]
