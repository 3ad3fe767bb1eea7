"""The score pile of each side of a round by `captured`.

Sources: scoring-io.md, "In".
"""

from collections.abc import Mapping
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
