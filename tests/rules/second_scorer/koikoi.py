"""Koi-Koi by four rule sets: the yaku of the side that stops, multiplied for calls and for 7 points.

Sources: koi-koi.md, "Round"; scoring-io.md, "Koi-Koi".
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.rules.second_scorer.cards import CHAFF
from tests.rules.second_scorer.ending import Scored, score_game
from tests.rules.second_scorer.koikoi_yaku import DEFAULT_CUP, MONTHS, Agreed, Yaku, list_yaku, sum_points
from tests.rules.second_scorer.piles import read_piles

DEFAULT_ROUNDS = 12
DEALT_HAND_POINTS = 6
# What the dealer of a round of the compendium scores when nobody has a yaku.
NO_YAKU_POINTS = 6
# What the dealer of a modern game scores when the hands run out.
EXHAUSTED_POINTS = {"nobody": 0, "dealer-1": 1, "dealer-6": 6}


@dataclass(frozen=True)
class Award:
    """What the round adds to one side's total."""

    side: str
    points: int
    multiplier: int = 1


def score(document: Mapping[str, Any]) -> dict[str, Any]:
    game = document["game"]
    sides = document["sides"]
    options = document.get("options", {})

    def score_round(round_: Mapping[str, Any], dealer: str, number: int) -> Scored:
        yaku = read_yaku(game, options, round_, sides, number)
        base = {side: None if held is None else sum_points(held) for side, held in yaku.items()}
        award = find_award(game, options, round_, dealer, base)
        often = max(1, round_.get("field_brights", 0)) if is_on(options.get("field-brights", False)) else 1
        cap = options.get("multiplier-cap", "none")
        most = math.inf if cap == "none" else int(cap)
        scored = {}
        for side in sides:
            own = award if award and award.side == side else Award(side, 0)
            multiplier = min(most, own.multiplier * (often if own.points else 1))
            scored[side] = {
                "yaku": [[id_, points] for id_, points in yaku[side] or []],
                "base": base[side],
                "multiplier": multiplier,
                "score": own.points * multiplier,
            }
        if award and is_on(options.get("loser-pays", False)):
            (loser,) = (side for side in sides if side != award.side)
            scored[loser]["score"] = -scored[award.side]["score"]
        return scored, award.side if award else dealer

    return score_game(document, score_round, DEFAULT_ROUNDS)


def read_yaku(
    game: str, options: Mapping[str, Any], round_: Mapping[str, Any], sides: list[str], number: int
) -> dict[str, Yaku | None]:
    """Return the yaku of each side, none (not an empty list) for a side whose cards are not listed."""
    captured = round_.get("captured", {})
    piles = read_piles({"captured": {}} | round_, sides, {})
    agreed = Agreed(
        form=game,
        cup=options.get("cup", DEFAULT_CUP[game]),
        viewing=options.get("viewing", "on"),
        has_moonlit_blossoms=is_on(options.get("moonlit-blossoms", False)),
        is_best_only=options.get("grouping", "best") == "best",
        month=find_month(round_, number) if do_month_cards_count(game, options) else None,
        rained_out=round_.get("rained_out", ()),
    )
    yaku: dict[str, Yaku | None] = dict.fromkeys(sides)
    for side in captured:
        chaff = round_.get("chaff", {}).get(side, len(piles[side] & CHAFF))
        yaku[side] = list_yaku(piles[side], chaff, agreed)
    return yaku


def is_on(value: bool | str) -> bool:
    return value in (True, "on")


def do_month_cards_count(game: str, options: Mapping[str, Any]) -> bool:
    """Return whether they count; left unsaid they do in a modern game of twelve rounds."""
    rounds = None if "target" in options else options.get("rounds", DEFAULT_ROUNDS)
    return is_on(options.get("month-cards", game == "koikoi-modern" and rounds == 12))


def find_month(round_: Mapping[str, Any], number: int) -> str:
    return MONTHS[(round_.get("month", number) - 1) % len(MONTHS)]


def find_award(
    game: str,
    options: Mapping[str, Any],
    round_: Mapping[str, Any],
    dealer: str,
    base: Mapping[str, int | None],
) -> Award | None:
    """Return who scores what, or nothing where nobody scores."""
    if round_["outcome"] == "dealt":
        return find_award_of_a_dealt_hand(game, options, round_["dealt"], dealer)
    if round_["outcome"] == "shobu":
        return multiply(game, options, round_, round_["winner"], base)
    if game == "koikoi-modern":
        points = EXHAUSTED_POINTS[options.get("exhausted", "nobody")]
        return Award(dealer, points) if points else None
    if game == "koikoi-compendium":
        best = max(points or 0 for points in base.values())
        if best == 0:
            return Award(dealer, NO_YAKU_POINTS)
        ahead = [side for side, points in base.items() if points == best]
        return multiply(game, options, round_, ahead[0] if len(ahead) == 1 else dealer, base)
    return None


def find_award_of_a_dealt_hand(
    game: str, options: Mapping[str, Any], dealt: Mapping[str, str], dealer: str
) -> Award | None:
    """Return what a hand as dealt scores; of two only the dealer's, by the compendium or if agreed."""
    if len(dealt) > 1:
        if options.get("both-dealt", "dealer" if game == "koikoi-compendium" else "nobody") == "nobody":
            return None
        dealt = {dealer: dealt[dealer]}
    ((holder, hand),) = dealt.items()
    both = options.get("both-hands", DEALT_HAND_POINTS)
    return Award(holder, both if hand == "both" else DEALT_HAND_POINTS)


def multiply(
    game: str,
    options: Mapping[str, Any],
    round_: Mapping[str, Any],
    side: str,
    base: Mapping[str, int | None],
) -> Award:
    """Return the points of a side's yaku with what they are multiplied by."""
    points = base[side] or 0
    calls = round_.get("calls", {})
    if game == "koikoi-nintendo":
        return Award(side, points, 1 + sum(calls.values()))
    was_called_against = any(count for caller, count in calls.items() if caller != side)
    multiplier = 2 if was_called_against else 1
    if points >= 7 and is_on(options.get("seven-doubles", True)):
        multiplier *= 2
    if calls.get(side) and is_on(options.get("own-calls", False)):
        multiplier *= 2
    return Award(side, points, multiplier)
