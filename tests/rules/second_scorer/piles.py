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
        "rest": set(values or DECK) - listed,
        "rest-of-points": {card for card, value in values.items() if value} - listed,
    }
    piles = {}
    for side in sides:
        entered = captured.get(side, [])
        piles[side] = set(rests[entered] if isinstance(entered, str) else entered)
    for suit, side in round_.get("all_four", {}).items():
        piles[side] |= list_suit(suit)
    return piles


def read_points(
    round_: Mapping[str, Any], sides: list[str], values: Mapping[str, int], counted: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, set[str]], dict[str, Collection[str]]]:
    """Return the card points of each side and its cards or, by counts and points, the yaku that it claims."""
    if "captured" in round_:
        piles = read_piles(round_, sides, values)
        return {side: sum(values[card] for card in pile) for side, pile in piles.items()}, piles, {}
    entered = round_["counts"] if "counts" in round_ else round_["points"]
    said = {side: entered.get(side, {}) for side in sides}
    points = {
        side: own.get("card_points", 0) + sum(value * own.get(kind, 0) for kind, value in counted.items())
        for side, own in said.items()
    }
    return points, {}, {side: own.get("yaku", []) for side, own in said.items()}
