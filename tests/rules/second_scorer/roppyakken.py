"""Roppyakken: card points plus own yaku, to 600; four brights, then seven ribbons, win before a higher total.

Sources: roppyakken.md; scoring-io.md, "In".
"""

from collections.abc import Collection, Mapping
from typing import Any

from tests.rules.second_scorer.cards import ROPPYAKKEN_VALUES, ROPPYAKKEN_YAKU
from tests.rules.second_scorer.ending import Scored, score_game
from tests.rules.second_scorer.piles import read_points

COUNT_VALUES = {"fifties": 50, "tens": 10}
TARGET = 600
FUKE = 30
VIEWINGS = ["gun", "flower-viewing", "moon-viewing"]
WINNING = ["four-brights", "seven-ribbons"]


def score(document: Mapping[str, Any]) -> dict[str, Any]:
    sides, options = document["sides"], {"target": TARGET} | document.get("options", {})
    in_play = list_yaku_in_play(options.get("yaku", "all"))

    def score_round(round_: Mapping[str, Any], dealer: str, _: int) -> Scored:
        points, piles, claims = read_points(round_, sides, ROPPYAKKEN_VALUES, COUNT_VALUES)
        held = {side: [id_ for id_ in in_play if has_yaku(id_, pile)] for side, pile in piles.items()}
        held |= {side: [id_ for id_ in in_play if id_ in own] for side, own in claims.items()}
        scored = {}
        for side in sides:
            viewings = [id_ for id_ in VIEWINGS if id_ in held[side]]
            yaku = [id_ for id_ in held[side] if id_ not in viewings[1:]]
            worth = points[side] + sum(ROPPYAKKEN_YAKU[id_][0] for id_ in yaku)
            scored[side] = {"card_points": points[side], "yaku": yaku, "score": worth}
        asked = {"on": "score", "cards": "card_points"}.get(options.get("fuke", "off"))
        if asked and min(own[asked] for own in scored.values()) <= FUKE:
            scored = {side: own | {"score": 0} for side, own in scored.items()}
        return scored, dealer

    result = score_game(document | {"options": options}, score_round, 0)
    if options.get("several", "yaku") == "yaku":
        decide_by_yaku(result, options["target"])
    return result


def decide_by_yaku(result: dict[str, Any], target: int) -> None:
    """Let a yaku of the first round in which a total reaches the target decide the game."""
    for round_ in result["rounds"]:
        there = {side: own for side, own in round_["sides"].items() if own["total"] >= target}
        if there:
            won = [side for yaku in WINNING for side, own in there.items() if yaku in own["yaku"]]
            if won:
                result |= {"finished": True, "winners": won[:1]}
            return


def has_yaku(yaku: str, pile: Collection[str]) -> bool:
    _, cards, needed = ROPPYAKKEN_YAKU[yaku]
    return len(cards.intersection(pile)) >= needed


def list_yaku_in_play(option: str | list[str]) -> list[str]:
    ticked = {"none": [], "all": list(ROPPYAKKEN_YAKU)}[option] if isinstance(option, str) else option
    return [yaku for yaku in ROPPYAKKEN_YAKU if yaku in ticked]
