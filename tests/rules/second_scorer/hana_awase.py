"""Hana-Awase: card points less the par, plus what the others pay for yaku, minus what one pays for theirs.

Sources: hana-awase.md; scoring-io.md, "In".
"""

from collections.abc import Collection, Mapping
from typing import Any

from tests.rules.second_scorer.cards import (
    CHAFF,
    HANA_AWASE_VALUES,
    HANA_AWASE_YAKU,
    JAPANESE_POINTS,
    get_suit,
    list_suit,
)
from tests.rules.second_scorer.ending import Scored, score_game
from tests.rules.second_scorer.piles import read_points

COUNT_VALUES = {"brights": 20, "animals": 10, "ribbons": 5, "chaff": 1}
DECK_POINTS = 264
DEFAULT_ROUNDS = 12
DANDRUFF = 20
VIEWINGS = {"drinking", "flower-viewing", "moon-viewing"}


def score(document: Mapping[str, Any]) -> dict[str, Any]:
    options = document.get("options", {})
    in_play = list_yaku_in_play(options.get("yaku", "all"))
    points = {yaku: row[0] for yaku, row in HANA_AWASE_YAKU.items()}
    if document["game"] == "hana-awase-japanese":
        points |= JAPANESE_POINTS
    is_additive = options.get("settlement") == "additive"

    def score_round(round_: Mapping[str, Any], dealer: str, _: int) -> Scored:
        out = round_.get("sits_out", [])
        sides = [side for side in document["sides"] if side not in out]
        card_points, held = read_entry(round_, sides, in_play, options)
        cancel(held, options.get("willow-row-cancels", "off"))
        worth = {side: sum(points[yaku] for yaku in held[side]) for side in sides}
        is_void = options.get("dandruff") == "on" and min(card_points.values()) <= DANDRUFF
        scored = {side: {"card_points": 0, "yaku": [], "score": 0} for side in out}
        for side in sides:
            others = sum(worth.values()) - worth[side]
            against_par = card_points[side] - DECK_POINTS // len(sides)
            zero_sum = against_par + (len(sides) - 1) * worth[side] - others
            score = card_points[side] + worth[side] if is_additive else zero_sum
            own = {"card_points": card_points[side], "yaku": held[side]}
            scored[side] = own | {"score": 0 if is_void else score}
        return scored, dealer

    return score_game(document, score_round, DEFAULT_ROUNDS)


def list_yaku_in_play(option: str | list[str]) -> list[str]:
    ticked = {"bakappana": [], "all": list(HANA_AWASE_YAKU)}[option] if isinstance(option, str) else option
    return [yaku for yaku in HANA_AWASE_YAKU if yaku in ticked]


def read_entry(
    round_: Mapping[str, Any], sides: list[str], in_play: list[str], options: Mapping[str, Any]
) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Return the card points and the yaku of each side, by whichever way the round was entered."""
    chaff = round_.get("chaff", {})
    values = HANA_AWASE_VALUES | dict.fromkeys(CHAFF, 0) if chaff else HANA_AWASE_VALUES
    points, piles, claims = read_points(round_, sides, values, COUNT_VALUES)
    if options.get("gaji") == "mushi" and piles and "gaji" in round_:
        give_what_is_left(piles, {card for card, value in values.items() if value}, **round_["gaji"])
        points = {side: sum(values[card] for card in pile) for side, pile in piles.items()}
    points = {side: known + chaff.get(side, 0) for side, known in points.items()}
    found = {side: [id_ for id_ in in_play if has_yaku(id_, pile, options)] for side, pile in piles.items()}
    claimed = {side: [id_ for id_ in in_play if id_ in own] for side, own in claims.items()}
    return points, {side: keep_the_best(yaku) for side, yaku in (found | claimed).items()}


def give_what_is_left(piles: dict[str, set[str]], entered: set[str], by: str, took: str) -> None:
    """Give the mates of what the wild lightning took to its user, the last willow to whoever has two."""
    if get_suit(took) == "willow":
        return
    left = entered - set().union(*piles.values())
    piles[by] |= {card for card in left if get_suit(card) == get_suit(took)}
    willows = list_suit("willow") - {"willow-lightning"}
    if len(willows & left) == 1:
        for pile in piles.values():
            if len(willows & pile) == 2:
                pile |= willows & left


def cancel(held: dict[str, list[str]], form: str) -> None:
    """Take away what the willow row cancels."""
    owner = next((side for side, yaku in held.items() if "willow-row" in yaku), None)
    if owner is None or form == "off":
        return
    for side in held:
        if form == "all" or side != owner:
            held[side] = []


def has_yaku(yaku: str, pile: Collection[str], options: Mapping[str, Any]) -> bool:
    _, cards, needed, _ = HANA_AWASE_YAKU[yaku]
    is_rained_out = options.get("rain-spoils-viewings") in (True, "on") and "willow-rain-man" in pile
    return len(cards.intersection(pile)) >= needed and not (is_rained_out and yaku in VIEWINGS)


def keep_the_best(yaku: list[str]) -> list[str]:
    """Return what counts: of each group the one with the most points, of equals the first."""
    kept = []
    for id_ in yaku:
        group = HANA_AWASE_YAKU[id_][3]
        rivals = [other for other in yaku if group and HANA_AWASE_YAKU[other][3] == group]
        if not rivals or id_ == max(rivals, key=lambda other: HANA_AWASE_YAKU[other][0]):
            kept.append(id_)
    return kept
