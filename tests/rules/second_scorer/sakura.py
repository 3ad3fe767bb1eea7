"""Sakura: card points minus 50 for each yaku of each opponent; a game may count victories instead.

Sources: sakura.md; scoring-io.md, "Sakura".
"""

from collections.abc import Mapping
from typing import Any

from tests.rules.second_scorer.cards import DECK, SAKURA_VALUES, SAKURA_YAKU, get_suit
from tests.rules.second_scorer.ending import find_winners
from tests.rules.second_scorer.piles import read_piles

COUNT_VALUES = {"twenties": 20, "tens": 10, "fives": 5}
YAKU_POINTS = 50
DEFAULT_ROUNDS = 4
CHU_LEAD = 50
BASA_LEAD = 100


def score(document: Mapping[str, Any]) -> dict[str, Any]:
    sides = document["sides"]
    options = document.get("options", {})
    by_victories = options.get("count") == "victories"

    totals = dict.fromkeys(sides, 0)
    won = dict.fromkeys(sides, 0)
    rounds = []
    tallies = []
    for round_ in document["rounds"]:
        card_points, held = read_entry(round_, sides, options.get("leftover", "month"))
        scored: dict[str, dict[str, Any]] = {}
        for side in sides:
            paid = YAKU_POINTS * sum(len(held[other]) for other in sides if other != side)
            round_score = card_points[side] - paid
            totals[side] += round_score
            scored[side] = {
                "card_points": card_points[side],
                "yaku": held[side],
                "paid": paid,
                "score": round_score,
                "total": totals[side],
            }
        if by_victories:
            victories = count_victories({side: scored[side]["score"] for side in sides}, options)
            for side in sides:
                scored[side]["victories"] = victories[side]
                won[side] += victories[side]
        rounds.append({"sides": scored})
        tallies.append(dict(won if by_victories else totals))

    winners = find_winners(tallies, options, DEFAULT_ROUNDS)
    return {"rounds": rounds, "totals": totals, "finished": bool(winners), "winners": winners}


def read_entry(
    round_: Mapping[str, Any], sides: list[str], leftover: str
) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Return the card points and the yaku of each side, by whichever way the round was entered."""
    points = {}
    held = {}
    if "captured" in round_:
        piles = read_piles(round_, sides, SAKURA_VALUES)
        if "gaji" in round_:
            piles[round_["gaji"]["by"]] |= find_brought_in(round_["gaji"]["took"], piles, leftover)
        for side, pile in piles.items():
            points[side] = sum(SAKURA_VALUES[card] for card in pile)
            held[side] = [yaku for yaku, cards in SAKURA_YAKU.items() if cards <= pile]
        return points, held
    for side in sides:
        entered = (round_["counts"] if "counts" in round_ else round_["points"]).get(side, {})
        points[side] = entered.get("card_points", 0)
        points[side] += sum(value * entered.get(kind, 0) for kind, value in COUNT_VALUES.items())
        held[side] = [yaku for yaku in SAKURA_YAKU if yaku in entered.get("yaku", [])]
    return points, held


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
