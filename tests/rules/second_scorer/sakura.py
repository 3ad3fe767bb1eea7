"""Sakura: card points minus 50 for each yaku of each opponent; a game may count victories instead.

Sources: sakura.md; scoring-io.md, "Sakura".
"""

from collections.abc import Mapping
from typing import Any

from tests.rules.second_scorer.cards import DECK, SAKURA_VALUES, SAKURA_YAKU, get_suit
from tests.rules.second_scorer.ending import Scored, score_game
from tests.rules.second_scorer.piles import read_points

COUNT_VALUES = {"twenties": 20, "tens": 10, "fives": 5}
YAKU_POINTS = 50
DEFAULT_ROUNDS = 4
CHU_LEAD = 50
BASA_LEAD = 100


def score(document: Mapping[str, Any]) -> dict[str, Any]:
    sides = document["sides"]
    options = document.get("options", {})

    def score_round(round_: Mapping[str, Any], dealer: str, _: int) -> Scored:
        card_points, held = read_entry(round_, sides, options.get("leftover", "month"))
        scored: dict[str, dict[str, Any]] = {}
        for side in sides:
            paid = YAKU_POINTS * sum(len(held[other]) for other in sides if other != side)
            own = {"card_points": card_points[side], "yaku": held[side], "paid": paid}
            scored[side] = own | {"score": card_points[side] - paid}
        if options.get("count") == "victories":
            victories = count_victories({side: scored[side]["score"] for side in sides}, options)
            scored = {side: own | {"victories": victories[side]} for side, own in scored.items()}
        return scored, dealer

    return score_game(document, score_round, DEFAULT_ROUNDS)


def read_entry(
    round_: Mapping[str, Any], sides: list[str], leftover: str
) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Return the card points and the yaku of each side, by whichever way the round was entered."""
    points, piles, claims = read_points(round_, sides, SAKURA_VALUES, COUNT_VALUES)
    if "captured" in round_ and "gaji" in round_:
        user = round_["gaji"]["by"]
        brought = find_brought_in(round_["gaji"]["took"], piles, leftover)
        points[user] += sum(SAKURA_VALUES[card] for card in brought - piles[user])
        piles[user] |= brought
    held = {side: [id_ for id_, cards in SAKURA_YAKU.items() if cards <= own] for side, own in piles.items()}
    return points, held | {
        side: [yaku for yaku in SAKURA_YAKU if yaku in own] for side, own in claims.items()
    }


def find_brought_in(took: str, piles: Mapping[str, set[str]], leftover: str) -> set[str]:
    """Return the cards left on the field that go to the user of Gaji: those of the month it took, or all.

    A willow taken is an ordinary match and brings in nothing.
    """
    if get_suit(took) == "willow":
        return set()
    left = DECK - set().union(*piles.values())
    return {card for card in left if leftover == "all" or get_suit(card) == get_suit(took)}


def count_victories(scores: Mapping[str, int], options: Mapping[str, Any]) -> dict[str, int]:
    """Return 1 for the side that is best alone, or more for a lead of 50 (chu) or 100 (basa)."""
    first, second = sorted(scores.values(), reverse=True)[:2]
    lead = first - second
    has_chu = options.get("chu") in (True, "on")
    has_basa = options.get("basa") in (True, "on")
    worth = 1
    if has_chu and lead >= CHU_LEAD:
        worth = 2
    if has_basa and lead >= BASA_LEAD:
        worth = 3 if has_chu else 2
    return {side: worth if lead and points == first else 0 for side, points in scores.items()}
