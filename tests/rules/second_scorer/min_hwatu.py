"""Min-Hwatu: card points, plus what the others pay for one's yaku, minus what one pays for theirs.

Sources: min-hwatu.md; scoring-io.md, "Min-Hwatu".
"""

from collections.abc import Mapping
from typing import Any

from tests.rules.second_scorer.cards import MIN_HWATU_VALUES, MIN_HWATU_YAKU
from tests.rules.second_scorer.ending import Scored, score_game
from tests.rules.second_scorer.piles import read_points

CORE = ["hongdan", "cheongdan", "chodan", "choyak", "pungyak", "biyak"]
PRESETS = {"core": CORE, "all": [*CORE, "godori", "ogwang", "ttongyak"]}
COUNT_VALUES = {"brights": 20, "animals": 10, "ribbons": 5}
DEFAULT_ROUNDS = 12
# What the player who begins is given, by the number of players.
FOR_THE_FIRST_PLAYER = {5: 10, 7: 5}
JOKER_POINTS = 10


def score(document: Mapping[str, Any]) -> dict[str, Any]:
    sides = document["sides"]
    options = document.get("options", {})
    in_play = list_yaku_in_play(options.get("yaku", "core"))
    way = options.get("settlement", "payments")

    def score_round(round_: Mapping[str, Any], dealer: str, _: int) -> Scored:
        out = round_.get("sits_out", [])
        playing = [side for side in sides if side not in out]
        payers = len(playing) if options.get("payment") == "as-written" else len(playing) - 1
        card_points, held = read_entry(round_, playing, in_play)
        extra = dict.fromkeys(sides, 0)
        if not out:
            extra = find_extra(round_, sides, dealer, options.get("round-up", "off"))
        worth = {side: sum(MIN_HWATU_YAKU[yaku][0] for yaku in held[side]) for side in playing}
        nothing = {"card_points": 0, "yaku": [], "received": 0, "paid": 0, "score": 0}
        scored = dict.fromkeys(out, nothing)
        for side in playing:
            received = worth[side] * payers
            paid = sum(worth.values()) - worth[side]
            par = 0
            if way == "additive":
                received, paid = worth[side], 0
            if way == "par":
                par, received = 240 // len(playing), worth[side] * (len(playing) - 1)
            scored[side] = {
                "card_points": card_points[side],
                "yaku": held[side],
                "received": received,
                "paid": paid,
                "score": card_points[side] - par + extra[side] + received - paid,
            }
        return scored, find_next_dealer(sides, dealer, {side: scored[side]["score"] for side in sides})

    return score_game(document, score_round, DEFAULT_ROUNDS)


def list_yaku_in_play(option: str | list[str]) -> list[str]:
    ticked = PRESETS[option] if isinstance(option, str) else option
    if "five-brights-200" in ticked:
        ticked = [yaku for yaku in ticked if yaku != "ogwang"]
    return [yaku for yaku in MIN_HWATU_YAKU if yaku in ticked]


def read_entry(
    round_: Mapping[str, Any], sides: list[str], in_play: list[str]
) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Return the card points and the yaku of each side, by whichever way the round was entered."""
    points, piles, claims = read_points(round_, sides, MIN_HWATU_VALUES, COUNT_VALUES)
    found = {side: [id_ for id_ in in_play if MIN_HWATU_YAKU[id_][1] <= pile] for side, pile in piles.items()}
    claimed = {side: [id_ for id_ in in_play if id_ in own] for side, own in claims.items()}
    return points, {side: keep_the_better_view(yaku) for side, yaku in (found | claimed).items()}


def keep_the_better_view(yaku: list[str]) -> list[str]:
    return [id_ for id_ in yaku if not (id_ == "views" and "grand-views" in yaku)]


def find_extra(round_: Mapping[str, Any], sides: list[str], dealer: str, round_up: str) -> dict[str, int]:
    """Return what makes 240 divide by five or seven players; it is no part of the card points.

    The card points are those of the 48 cards, as in a round entered by points: together at most 240.
    """
    extra = dict.fromkeys(sides, 0)
    if round_up == "player":
        extra[dealer] = FOR_THE_FIRST_PLAYER.get(len(sides), 0)
    if round_up == "joker" and len(sides) == 5 and "joker" in round_:
        extra[round_["joker"]] = JOKER_POINTS
    return extra


def find_next_dealer(sides: list[str], dealer: str, scores: Mapping[str, int]) -> str:
    """Return the best scorer of the round; of equals the earlier in turn order, the old dealer first."""
    start = sides.index(dealer)
    in_turn = sides[start:] + sides[:start]
    return max(in_turn, key=lambda side: scores[side])
