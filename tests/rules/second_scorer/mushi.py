"""Mushi: card points less 115, plus own yaku, less the yaku of the other.

Sources: mushi.md; scoring-io.md, "In".
"""

from collections.abc import Mapping
from typing import Any

from tests.rules.second_scorer.cards import CHAFF, MUSHI_VALUES, MUSHI_YAKU
from tests.rules.second_scorer.ending import Scored, score_game
from tests.rules.second_scorer.piles import read_points

COUNT_VALUES = {"brights": 20, "animals": 10, "ribbons": 5, "chaff": 1}
PAR = 115
DEFAULT_ROUNDS = 12


def score(document: Mapping[str, Any]) -> dict[str, Any]:
    sides = document["sides"]
    in_play = list_yaku_in_play(document.get("options", {}).get("yaku", "all"))

    def score_round(round_: Mapping[str, Any], dealer: str, _: int) -> Scored:
        chaff = round_.get("chaff", {})
        values = {card: 0 if chaff and card in CHAFF else value for card, value in MUSHI_VALUES.items()}
        points, piles, claims = read_points(round_, sides, values, COUNT_VALUES)
        held = {side: [id_ for id_ in in_play if MUSHI_YAKU[id_][1] <= pile] for side, pile in piles.items()}
        held |= {side: [id_ for id_ in in_play if id_ in own] for side, own in claims.items()}
        worth = {side: sum(MUSHI_YAKU[yaku][0] for yaku in held[side]) for side in sides}
        scored = {}
        for side, other in (sides, reversed(sides)):
            card_points = points[side] + chaff.get(side, 0)
            own = {"card_points": card_points, "yaku": held[side], "paid": worth[other]}
            scored[side] = own | {"score": card_points - PAR + worth[side] - worth[other]}
        return scored, dealer

    return score_game(document, score_round, DEFAULT_ROUNDS)


def list_yaku_in_play(option: str | list[str]) -> list[str]:
    every = list(MUSHI_YAKU)
    ticked = {"short": every[1:], "all": every}[option] if isinstance(option, str) else option
    return [yaku for yaku in every if yaku in ticked]
