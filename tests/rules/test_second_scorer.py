"""A scorer written a second time from the rule texts gives the same scores in thousands of rounds."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.rules import get_rule_set, score_document
from tests.rules.second_scorer import koikoi, koikoi_rounds, min_hwatu, sakura
from tests.rules.second_scorer.cards import (
    DECK,
    MIN_HWATU_VALUES,
    MIN_HWATU_YAKU,
    SAKURA_VALUES,
    SAKURA_YAKU,
    list_suit,
)
from tests.rules.second_scorer.ending import find_winners
from tests.rules.second_scorer.koikoi_yaku import FORMS
from tests.rules.second_scorer.rounds import NAMES, make_document

SCORERS = {"min-hwatu": min_hwatu.score, "sakura": sakura.score}


# Game, seed, what a side carries besides its yaku, score and total.
AGREEMENTS = [
    ("min-hwatu", 2021, ("card_points", "received", "paid")),
    ("sakura", 50, ("card_points", "paid", "victories")),
]
ROUNDS_TO_AGREE_ON = 10_000
KOIKOI_PILES_TO_AGREE_ON = 20_000


def points_round(points: list[int], yaku: list[list[str]]) -> dict[str, Any]:
    rows = zip(NAMES, points, yaku, strict=False)
    return {"points": {name: {"card_points": number, "yaku": ids} for name, number, ids in rows}}


def score_rounds(
    game: str, side_count: int, rounds: list[dict[str, Any]], /, **options: Any
) -> dict[str, Any]:
    named = {option.replace("_", "-"): value for option, value in options.items()}
    document = {"game": game, "options": named, "sides": NAMES[:side_count], "rounds": rounds}
    return SCORERS[game](document)


def list_scores(result: dict[str, Any], key: str = "score", number: int = -1) -> list[int]:
    return [side[key] for side in result["rounds"][number]["sides"].values()]


# Game, payment, card points, yaku, round scores.
EXAMPLES = [
    pytest.param(
        "min-hwatu", {}, [100, 80, 60], [[], [], ["cheongdan"]], [70, 50, 120],
        id='min-hwatu.md, "Settlement"',
    ),
    pytest.param(
        "min-hwatu", {"payment": "as-written"}, [100, 80, 60], [[], [], ["cheongdan"]], [70, 50, 150],
        id='next-games.md, mh-payment, as written',
    ),
    pytest.param(
        "min-hwatu", {}, [140, 100], [["hongdan"], []], [170, 70],
        id='next-games.md, mh-payment, two players',
    ),
    pytest.param(
        "min-hwatu", {"payment": "as-written"}, [140, 100], [["hongdan"], []], [200, 70],
        id='next-games.md, mh-payment, two players, as written',
    ),
    pytest.param(
        "min-hwatu", {}, [90, 90, 60], [["chodan", "choyak"], ["biyak"], []], [170, 80, -10],
        id='next-games.md, mh-several-yaku',
    ),
    pytest.param("sakura", {}, [150, 90], [[], ["sakura-8"]], [100, 90], id='sakura.md, "Yaku"'),
    pytest.param(
        "sakura", {}, [100, 80, 60], [[], ["sakura-4", "sakura-8"], []], [0, 80, -40],
        id='next-games.md, sk-scoring',
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "points", "yaku", "scores"), EXAMPLES)
def test_a_worked_example_scores_as_the_text_says(game, options, points, yaku, scores):
    result = score_rounds(game, len(points), [points_round(points, yaku)], **options)
    assert list_scores(result) == scores


def test_the_cards_of_the_deck_are_worth_240():
    assert len(DECK) == 48
    assert sum(MIN_HWATU_VALUES.values()) == sum(SAKURA_VALUES.values()) == 240
    assert Counter(MIN_HWATU_VALUES.values()) == {20: 5, 10: 9, 5: 10, 0: 24}
    assert Counter(SAKURA_VALUES.values()) == {20: 4, 10: 11, 5: 10, 0: 23}
    assert all(len(list_suit(card.partition("-")[0])) == 4 for card in DECK)


@pytest.mark.parametrize(
    ("round_up", "side_count", "said", "scores"),
    [
        ("player", 5, {}, [60, 40, 40, 50, 50]),
        ("player", 5, {"dealer": "Cleo"}, [50, 40, 50, 50, 50]),
        ("player", 7, {}, [55, 40, 40, 50, 50, 0, 0]),
        ("player", 3, {}, [50, 40, 40]),
        ("joker", 5, {"joker": "Ben"}, [50, 50, 40, 50, 50]),
        ("joker", 5, {}, [50, 40, 40, 50, 50]),
        ("joker", 3, {"joker": "Ben"}, [50, 40, 40]),
        ("off", 5, {}, [50, 40, 40, 50, 50]),
    ],
)
def test_the_points_that_round_up_go_to_the_dealer_or_with_the_joker(round_up, side_count, said, scores):
    points = [50, 40, 40, 50, 50, 0, 0][:side_count]
    round_ = points_round(points, [[]] * side_count) | said
    result = score_rounds("min-hwatu", side_count, [round_], round_up=round_up)
    assert list_scores(result) == scores
    assert list_scores(result, "card_points") == points


@pytest.mark.parametrize(
    ("points", "given", "dealer"),
    [
        ([40, 70, 40, 40, 50], "Ann", "Ben"),
        ([40, 40, 60, 60, 40], "Dan", "Dan"),
        ([60, 40, 60, 40, 40], "Ben", "Cleo"),
        ([40, 60, 60, 40, 40], "Eva", "Ben"),
        ([40, 40, 50, 60, 50], "Eva", "Dan"),
    ],
)
def test_the_best_scorer_deals_next_and_of_equals_the_earlier_in_turn_order(points, given, dealer):
    scores = dict(zip(NAMES, points, strict=False))
    assert min_hwatu.find_next_dealer(NAMES[:5], given, scores) == dealer


def test_the_best_scorer_of_a_round_is_given_the_points_of_the_next():
    rounds = [points_round(points, [[]] * 5) for points in ([40, 40, 80, 40, 40], [100, 40, 10, 40, 50])]
    rounds.append(points_round([48] * 5, [[]] * 5))
    result = score_rounds("min-hwatu", 5, rounds, round_up="player")
    assert list_scores(result, number=0) == [50, 40, 80, 40, 40]
    assert list_scores(result, number=1) == [100, 40, 20, 40, 50]
    assert list_scores(result, number=2) == [58, 48, 48, 48, 48]
    assert result["totals"] == {"Ann": 208, "Ben": 128, "Cleo": 148, "Dan": 128, "Eva": 138}


def test_only_the_better_of_the_two_views_counts():
    cards = ["pine-crane", "cherry-curtain", "susuki-moon", "chrysanthemum-cup"]
    round_ = {"captured": {"Ann": cards, "Ben": []}}
    for ids, held in ((["views", "grand-views"], ["grand-views"]), (["views"], ["views"])):
        result = score_rounds("min-hwatu", 2, [round_], yaku=ids)
        assert list_scores(result, "yaku") == [held, []]
    assert list_scores(result) == [170, -100]


def test_the_five_brights_count_50_or_200_and_never_both():
    round_ = {"captured": {"Ann": "rest-of-points", "Ben": []}}
    for ids, score in ((["ogwang"], 290), (["ogwang", "five-brights-200"], 440), ("core", 330), ("all", 430)):
        assert list_scores(score_rounds("min-hwatu", 2, [round_], yaku=ids))[0] == score


def test_a_month_yaku_needs_its_chaff_or_the_word_that_all_four_are_held():
    round_ = {"captured": {"Ann": ["maple-deer", "maple-ribbon"], "Ben": []}}
    assert list_scores(score_rounds("min-hwatu", 2, [round_])) == [15, 0]
    assert list_scores(score_rounds("min-hwatu", 2, [round_ | {"all_four": {"maple": "Ann"}}])) == [35, -20]


def test_counts_are_worth_the_values_of_their_kinds():
    counts = {"Ann": {"brights": 3, "animals": 5, "ribbons": 4, "yaku": ["hongdan"]}, "Ben": {"brights": 2}}
    assert list_scores(score_rounds("min-hwatu", 2, [{"counts": counts}])) == [160, 10]
    counts = {"Ann": {"twenties": 3, "tens": 5, "fives": 4, "yaku": ["sakura-1"]}, "Ben": {"twenties": 1}}
    assert list_scores(score_rounds("sakura", 2, [{"counts": counts}])) == [130, -30]


def test_the_rest_is_every_card_that_no_other_side_has():
    captured = {"Ann": ["pine-crane", "iris-chaff-1"], "Ben": "rest"}
    assert list_scores(score_rounds("min-hwatu", 2, [{"captured": captured}]), "card_points") == [20, 220]
    assert list_scores(score_rounds("sakura", 2, [{"captured": captured}]), "card_points") == [20, 220]


def test_the_rest_of_points_holds_every_card_that_counts_and_no_chaff():
    captured = {"Ann": ["pine-crane", "iris-bridge"], "Ben": "rest-of-points"}
    for game, points in (("min-hwatu", [30, 210]), ("sakura", [25, 215])):
        assert list_scores(score_rounds(game, 2, [{"captured": captured}]), "card_points") == points
    assert list_scores(score_rounds("min-hwatu", 2, [{"captured": captured}], yaku=["ttongyak"])) == [30, 210]


@pytest.mark.parametrize(
    ("leftover", "took", "points"),
    [
        ("month", "pine-ribbon", 10 + 20),
        ("all", "pine-ribbon", 10 + 20 + 5 + 10),
        ("month", "maple-ribbon", 10),
        ("all", "willow-ribbon", 10),
    ],
)
def test_gaji_brings_in_what_is_left_of_its_month_or_all(leftover, took, points):
    left = {"pine-crane", "pine-chaff-1", "pine-chaff-2", "peony-butterflies", "peony-ribbon"}
    listed = [took, "willow-lightning"]
    captured = {"Ann": listed, "Ben": sorted(DECK - left - set(listed))}
    round_ = {"captured": captured, "gaji": {"by": "Ann", "took": took}}
    assert list_scores(score_rounds("sakura", 2, [round_], leftover=leftover), "card_points")[0] == points


@pytest.mark.parametrize(
    ("scores", "plain", "chu", "basa", "both"),
    [
        ({"Ann": 120, "Ben": 71, "Cleo": 10}, 1, 1, 1, 1),
        ({"Ann": 120, "Ben": 70, "Cleo": 10}, 1, 2, 1, 2),
        ({"Ann": 150, "Ben": 50, "Cleo": 10}, 1, 2, 2, 3),
        ({"Ann": 120, "Ben": 120, "Cleo": 0}, 0, 0, 0, 0),
    ],
)
def test_a_lead_of_50_is_chu_and_one_of_100_basa(scores, plain, chu, basa, both):
    for options, worth in (
        ({}, plain),
        ({"chu": True}, chu),
        ({"basa": True}, basa),
        ({"chu": True, "basa": True}, both),
    ):
        assert list(sakura.count_victories(scores, options).values()) == [worth, 0, 0]


def test_the_sum_of_victories_decides_a_game_and_not_the_points():
    rounds = [{"counts": {"Ann": {"tens": a}, "Ben": {"tens": b}}} for a, b in ((2, 1), (2, 1), (0, 9))]
    result = score_rounds("sakura", 2, rounds, count="victories", rounds=3)
    assert result["totals"] == {"Ann": 40, "Ben": 110}
    assert [list_scores(result, "victories", number) for number in range(3)] == [[1, 0], [1, 0], [0, 1]]
    assert result["winners"] == ["Ann"]


# Totals after each round, options, who has won.
ENDINGS = [
    ([(50, 40)], {"rounds": 2}, []),
    ([(50, 40), (60, 90)], {"rounds": 2}, ["Ben"]),
    ([(50, 40), (90, 90)], {"rounds": 2}, ["Ann", "Ben"]),
    ([(50, 40), (90, 90)], {"rounds": 2, "tie": "play-on"}, []),
    ([(50, 40), (90, 90), (99, 98)], {"rounds": 2, "tie": "play-on"}, ["Ann"]),
    ([(50, 40), (60, 90), (200, 90)], {"rounds": 2}, ["Ben"]),
    ([(99, 40)], {"target": 100}, []),
    ([(100, 40)], {"target": 100}, ["Ann"]),
    ([(100, 140)], {"target": 100}, ["Ben"]),
    ([(120, 120)], {"target": 100}, ["Ann", "Ben"]),
    ([(120, 120), (130, 125)], {"target": 100, "tie": "play-on"}, ["Ann"]),
    ([(120, 120, 0), (90, 80, 70)], {"target": 100, "tie": "play-on"}, []),
    ([(50, 40)] * 12, {}, ["Ann"]),
    ([(50, 40)] * 11, {}, []),
]


@pytest.mark.parametrize(("totals", "options", "winners"), ENDINGS)
def test_a_game_ends_after_its_rounds_or_at_its_target(totals, options, winners):
    tallies = [dict(zip(NAMES, row, strict=False)) for row in totals]
    assert find_winners(tallies, options, rounds=12) == winners


@pytest.mark.parametrize("game", SCORERS)
def test_the_made_games_hold_all_that_the_texts_speak_of(game):
    random = Random(1985)
    documents = [make_document(random, game) for _ in range(600)]
    assert {len(document["sides"]) for document in documents} == set(range(2, 8))
    seen: Counter[str] = Counter()
    yaku_of_a_side: Counter[int] = Counter()
    for document in documents:
        result = SCORERS[game](document)
        seen["finished"] += result["finished"]
        seen["not finished"] += not result["finished"]
        seen["shared win"] += len(result["winners"]) > 1
        seen.update(f"{option} {value}" for option, value in document["options"].items())
        for round_, scored in zip(document["rounds"], result["rounds"], strict=True):
            seen.update(round_.keys())
            seen.update(value for value in round_.get("captured", {}).values() if isinstance(value, str))
            for side in scored["sides"].values():
                seen.update(side["yaku"])
                yaku_of_a_side[len(side["yaku"])] += 1
                seen["negative score"] += side["score"] < 0
    wanted = {"finished", "not finished", "shared win", "negative score", "rest", "rest-of-points", "counts"}
    wanted |= {
        "min-hwatu": {
            *MIN_HWATU_YAKU, "points", "dealer", "joker", "all_four", "round-up player", "round-up joker",
            "payment as-written", "tie play-on",
        },
        "sakura": {
            *SAKURA_YAKU, "gaji", "leftover all", "count victories", "chu True", "basa True", "tie play-on",
        },
    }[game]  # fmt: skip
    assert {name for name in wanted if seen[name] < 10} == set()
    assert min(yaku_of_a_side[number] for number in (1, 2, 3)) > 50


def test_every_card_of_a_made_round_is_held_once():
    random = Random(48)
    for game in SCORERS:
        for _ in range(300):
            for round_ in make_document(random, game)["rounds"]:
                lists = [held for held in round_.get("captured", {}).values() if isinstance(held, list)]
                listed = [card for held in lists for card in held]
                assert len(listed) == len(set(listed) & DECK)


@pytest.mark.parametrize("side_count", range(2, 8))
def test_a_zero_sum_round_of_the_whole_deck_sums_to_240(side_count):
    random = Random(side_count)
    for _ in range(200):
        sides = NAMES[:side_count]
        piles: dict[str, Any] = {side: [] for side in sides}
        for card in sorted(DECK):
            piles[random.choice(sides)].append(card)
        result = score_rounds("min-hwatu", side_count, [{"captured": piles}], yaku=list(MIN_HWATU_YAKU))
        assert sum(list_scores(result)) == 240


def select_compared(result: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """Return what both scorers must agree on; the yaku are ids, or records with an id, in any order."""

    def select(side: dict[str, Any]) -> dict[str, Any]:
        ids = sorted(yaku if isinstance(yaku, str) else yaku["id"] for yaku in side["yaku"])
        return {"yaku": ids} | {key: side.get(key) for key in (*keys, "score", "total")}

    rounds = [{name: select(side) for name, side in round_["sides"].items()} for round_ in result["rounds"]]
    return {"rounds": rounds} | {key: result[key] for key in ("totals", "finished", "winners")}


@pytest.mark.parametrize(("game", "seed", "keys"), AGREEMENTS)
def test_both_scorers_agree_on_10_000_rounds(game, seed, keys):
    random = Random(seed)
    count = 0
    while count < ROUNDS_TO_AGREE_ON:
        document = make_document(random, game)
        count += len(document["rounds"])
        first = select_compared(score_document(document), keys)
        second = select_compared(SCORERS[game](document), keys)
        assert first == second, json.dumps(document)


def select_koikoi(result: dict[str, Any]) -> dict[str, Any]:
    """Return what both scorers of Koi-Koi must agree on; the yaku are records or pairs, in one order."""

    def select(side: dict[str, Any]) -> dict[str, Any]:
        pairs = [[yaku["id"], yaku["points"]] if isinstance(yaku, dict) else yaku for yaku in side["yaku"]]
        return {"yaku": pairs} | {key: side[key] for key in ("base", "multiplier", "score", "total")}

    rounds = [{name: select(side) for name, side in round_["sides"].items()} for round_ in result["rounds"]]
    return {"rounds": rounds} | {key: result[key] for key in ("totals", "finished", "winners")}


@pytest.mark.parametrize("game", FORMS)
def test_both_scorers_agree_on_20_000_piles_of_koi_koi(game):
    random = Random(game)
    count = 0
    while count < KOIKOI_PILES_TO_AGREE_ON / len(FORMS):
        document = koikoi_rounds.make_document(random, game)
        first = select_koikoi(score_document(document))
        second = select_koikoi(koikoi.score(document))
        assert first == second, json.dumps(document)
        sides = [side for round_ in second["rounds"] for side in round_.values()]
        count += sum(side["base"] is not None for side in sides)


@pytest.mark.parametrize("game", FORMS)
def test_both_scorers_agree_on_a_round_by_every_choice_of_options_of_koi_koi(game):
    random, sides = Random(2400), ["Ann", "Ben"]
    asked = koikoi_rounds.COMMON_OPTIONS | koikoi_rounds.OPTIONS[game]
    offered = {
        one.id: [str(value) for value, _ in one.values]
        for one in get_rule_set(game).options
        if one.id != "dealer"
    }
    assert {option: list(map(str, values)) for option, values in asked.items()} == offered
    choices = [dict(zip(asked, values, strict=True)) for values in product(*asked.values())]
    for number in range(600):
        options = choices[number % len(choices)]
        round_ = koikoi_rounds.make_played_round(random, game, options, sides, 1)
        document = {"game": game, "options": options, "sides": sides, "rounds": [round_]}
        first = select_koikoi(score_document(document))
        assert first == select_koikoi(koikoi.score(document)), json.dumps(document)
