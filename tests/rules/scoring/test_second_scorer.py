"""A scorer written a second time from the rule texts gives the same scores in thousands of rounds.

Both agree, so that the published figures need to be tried on one of them: cases.py.
Here stands besides that the made games hold all that the texts speak of.
"""

import json
import os
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.rules import get_rule_set, score_document
from tests.rules.second_scorer import (
    go_stop,
    go_stop_rounds,
    hana_awase,
    koikoi,
    koikoi_rounds,
    min_hwatu,
    mushi,
    roppyakken,
    rounds,
    sakura,
)
from tests.rules.second_scorer.cards import (
    HANA_AWASE_YAKU,
    MIN_HWATU_YAKU,
    MUSHI_YAKU,
    ROPPYAKKEN_YAKU,
    SAKURA_YAKU,
)
from tests.rules.second_scorer.koikoi_yaku import FORMS, POINTS

SCORERS = {
    "min-hwatu": min_hwatu.score,
    "sakura": sakura.score,
    "hana-awase": hana_awase.score,
    "hana-awase-japanese": hana_awase.score,
    "mushi": mushi.score,
    "roppyakken": roppyakken.score,
    "go-stop": go_stop.score,
    **dict.fromkeys(FORMS, koikoi.score),
}
MAKERS: dict[str, Callable[[Random, str], dict[str, Any]]]
MAKERS = dict.fromkeys(SCORERS, rounds.make_document) | dict.fromkeys(FORMS, koikoi_rounds.make_document)
MAKERS["go-stop"] = go_stop_rounds.make_document
# Game, seed, rounds to agree on, what a side carries besides its yaku, score and total.
AGREEMENTS = [
    ("min-hwatu", 2021, 10_000, ("card_points", "received", "paid")),
    ("sakura", 50, 10_000, ("card_points", "paid", "victories")),
    ("hana-awase", 2025, 10_000, ("card_points",)),
    ("hana-awase-japanese", 200, 1_000, ("card_points",)),
    ("mushi", 115, 1_000, ("card_points", "paid")),
    ("roppyakken", 600, 1_000, ("card_points",)),
    ("go-stop", 3, 10_000, ()),
    *((form, form, 2_500, ("base", "multiplier")) for form in FORMS),
]
DECK_POINTS = {"min-hwatu": 240, "hana-awase": 264, "hana-awase-japanese": 264, "mushi": 230}
THOROUGH = os.environ.get("KWADO_TEST_THOROUGH") == "1"


COMMON = {
    "finished",
    "not finished",
    "shared win",
    "rest",
    "dealer",
    "tie play-on",
    "1 yaku",
    "2 yaku",
    "3 yaku",
}
OF_KOI_KOI = COMMON | {
    "loser-pays True", "field-brights True", "negative score",
    "shobu", "exhausted", "dealt", "teshi", "kuttsuki", "both", "calls", "chaff", "all_four", "month",
    "not listed", "4 yaku", "cup animal", "cup either", "cup both", "cup both-double", "cup chaff", "times 2",
    "times 4", "multiplier-cap 4", "multiplier-cap 7",
}  # fmt: skip
OF_DOUBLING = OF_KOI_KOI | {"seven-doubles False", "own-calls True", "times 8"}
OF_VIEWINGS = {"viewing off", "viewing with-another", "viewing rained-out", "month-cards False"}
WANTED = {
    "min-hwatu": COMMON | MIN_HWATU_YAKU.keys() | {
        "sits_out", "negative score", "rest-of-points", "counts", "points", "joker", "all_four",
        "round-up player",
        "round-up joker", "payment as-written", "settlement additive", "settlement par",
    },
    "sakura": COMMON - {"dealer"} | SAKURA_YAKU.keys() | {
        "negative score", "rest-of-points", "counts", "gaji", "leftover all", "count victories", "chu True",
        "basa True",
    },
    "hana-awase": COMMON - {"dealer"} | HANA_AWASE_YAKU.keys() | {
        "sits_out", "negative score", "rest-of-points", "counts", "points", "chaff", "all_four",
        "settlement additive",
        "gaji", "gaji mushi",
        "dandruff on", "willow-row-cancels all", "willow-row-cancels others", "rain-spoils-viewings True",
        "yaku bakappana",
    },
    "mushi": COMMON - {"dealer"} | MUSHI_YAKU.keys() | {
        "negative score", "rest-of-points", "counts", "points", "chaff", "all_four", "yaku short",
    },
    "roppyakken": COMMON - {"dealer"} | ROPPYAKKEN_YAKU.keys() | {
        "rest-of-points", "counts", "points", "all_four", "several total", "fuke on", "fuke cards",
        "yaku none",
    },
    "koikoi-nintendo": OF_KOI_KOI | {"two dealt hands", "both-dealt dealer"},
    "koikoi-compendium": OF_DOUBLING | OF_VIEWINGS | {"two dealt hands", "grouping all"},
    "koikoi-hu": OF_DOUBLING,
    "koikoi-modern": OF_DOUBLING | OF_VIEWINGS | {
        "two dealt hands", "both-dealt dealer", "viewing field", "rained_out", "exhausted dealer-1",
        "exhausted dealer-6", "both-hands 12",
    },
}  # fmt: skip


@pytest.mark.parametrize("game", WANTED)
def test_the_made_games_hold_all_that_the_texts_speak_of(game):
    """What no table can have, `score_document` refuses where both scorers are compared."""
    random = Random(1982)
    seen: Counter[str] = Counter()
    for _ in range(500):
        document = MAKERS[game](random, game)
        result = SCORERS[game](document)
        seen["finished" if result["finished"] else "not finished"] += 1
        # Nobody shares a win as often as the other things happen.
        seen["shared win"] += 10 * (len(result["winners"]) > 1)
        seen[f"{len(document['sides'])} sides"] += 1
        seen.update(f"{option} {value}" for option, value in document["options"].items())
        for round_, scored in zip(document["rounds"], result["rounds"], strict=True):
            seen.update([*round_, round_.get("outcome", ""), *round_.get("dealt", {}).values()])
            seen.update(held for held in round_.get("captured", {}).values() if isinstance(held, str))
            seen["two dealt hands"] += len(round_.get("dealt", {})) == 2
            for side in scored["sides"].values():
                seen.update(each if isinstance(each, str) else each[0] for each in side["yaku"])
                seen[f"{len(side['yaku'])} yaku"] += 1
                seen["negative score"] += side["score"] < 0
                seen[f"times {side.get('multiplier')}"] += 1
                seen["not listed"] += side.get("base", 0) is None
    wanted = WANTED[game] | {yaku for yaku in POINTS if game in FORMS and POINTS[yaku][FORMS.index(game)]}
    wanted |= {f"{number} sides" for number in get_rule_set(game).side_counts}
    assert {name for name in wanted if seen[name] < 5} == set()


def select_compared(result: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """Return what both scorers must agree on; yaku are ids in any order, in a race in one."""

    def select(side: dict[str, Any]) -> dict[str, Any]:
        if "base" in side:
            yaku = [[one["id"], one["points"]] if isinstance(one, dict) else one for one in side["yaku"]]
        else:
            yaku = sorted(one if isinstance(one, str) else one["id"] for one in side["yaku"])
        return {"yaku": yaku} | {key: side.get(key) for key in (*keys, "score", "total")}

    scored = [{name: select(side) for name, side in round_["sides"].items()} for round_ in result["rounds"]]
    return {"rounds": scored} | {key: result[key] for key in ("totals", "finished", "winners")}


# What the scores of a round of all cards add up to, but by these options.
SUMS = {"min-hwatu": 240, "hana-awase": 0, "hana-awase-japanese": 0, "mushi": 0}
UNLESS = [
    {"payment": "as-written"},
    {"settlement": "additive"},
    {"settlement": "par"},
    {"round-up": "player"},
    {"round-up": "joker"},
]


def agree(document: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """Return the result of a document that both scorers score alike."""
    game, result = document["game"], score_document(document)
    first, second = (select_compared(each, keys) for each in (result, SCORERS[game](document)))
    assert first == second, json.dumps(document)
    return result


@pytest.mark.parametrize(("game", "seed", "enough", "keys"), AGREEMENTS)
def test_both_scorers_agree_on_thousands_of_rounds_and_those_of_all_cards_add_up(game, seed, enough, keys):
    """Three rounds of ten; all of them in the thorough run."""
    random, whole, count = Random(seed), Counter[int](), 0
    while count < (enough if THOROUGH else enough * 3 // 10):
        document = MAKERS[game](random, game)
        count += len(document["rounds"])
        is_summed = game in SUMS and not any(each.items() <= document["options"].items() for each in UNLESS)
        for round_ in agree(document, keys)["rounds"]:
            sides = [side for side in round_["sides"].values() if "sits_out" not in side]
            if is_summed and sum(side["card_points"] for side in sides) == DECK_POINTS[game]:
                assert sum(side["score"] for side in sides) == SUMS[game], json.dumps(document)
                whole[len(sides)] += 1
    least = enough // 330
    assert game not in SUMS or min(whole[sides] for sides in get_rule_set(game).side_counts) > least


@pytest.mark.parametrize("game", FORMS)
def test_both_scorers_agree_on_a_round_by_every_choice_of_options_of_koi_koi(game):
    random, sides = Random(2400), ["Ann", "Ben"]
    asked = koikoi_rounds.COMMON_OPTIONS | koikoi_rounds.OPTIONS[game]
    offered = {
        one.id: [str(value) for value, _ in one.values]
        for one in get_rule_set(game).options
        if one.id != "dealer"
    }
    # What multiplies and who pays, whatever the yaku are, is chosen by chance here.
    by_chance = ("loser-pays", "field-brights", *koikoi_rounds.DOUBLING)
    assert {option: list(map(str, values)) for option, values in asked.items()} == offered
    tried = {option: values for option, values in asked.items() if option not in by_chance}
    for values in product(*tried.values()):
        options = dict(zip(tried, values, strict=True))
        options |= {each: random.random() < 0.5 for each in by_chance if each in asked}
        round_ = koikoi_rounds.make_played_round(random, game, options, sides, 1)
        round_ |= {"field_brights": random.randint(0, 5)} if options["field-brights"] else {}
        agree({"game": game, "options": options, "sides": sides, "rounds": [round_]}, ("base", "multiplier"))
