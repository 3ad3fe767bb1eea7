"""The second scorer of Koi-Koi gives the figures that the rule texts print, and its made games are sound."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.rules.second_scorer import koikoi
from tests.rules.second_scorer.cards import ANIMALS, BLUE_RIBBONS, BRIGHTS, CHAFF, DECK, POETRY_RIBBONS
from tests.rules.second_scorer.koikoi_rounds import make_document
from tests.rules.second_scorer.koikoi_yaku import (
    BOAR_DEER_BUTTERFLIES,
    CUP,
    CURTAIN,
    DRY_BRIGHTS,
    FORMS,
    LIGHTNING,
    MONTH_CARDS,
    MOON,
    POINTS,
    RAIN_MAN,
)

PLAIN_RIBBONS = ["wisteria-ribbon", "iris-ribbon", "clover-ribbon", "willow-ribbon"]
OTHER_ANIMALS = ["plum-warbler", "wisteria-cuckoo", "iris-bridge", "susuki-geese", "willow-swallow"]
# Chaff of no month held whole, the lightning card not among it.
PLAIN_CHAFF = sorted(CHAFF - {LIGHTNING})
FIVE_POINTS = sorted(BOAR_DEER_BUTTERFLIES)
SEVEN_POINTS = [*FIVE_POINTS, *OTHER_ANIMALS[:2]]
VIEWING_CARDS = [MOON, CURTAIN, CUP]


def stop(pile: list[str], calls: dict[str, int] | None = None, /, **said: Any) -> dict[str, Any]:
    """Return a round that Ann ends with a pile."""
    return {"outcome": "shobu", "winner": "Ann", "captured": {"Ann": pile}, "calls": calls or {}} | said


def exhaust(ann: list[str], ben: list[str], /, **said: Any) -> dict[str, Any]:
    return {"outcome": "exhausted", "captured": {"Ann": ann, "Ben": ben}} | said


def deal_hands(**hands: str) -> dict[str, Any]:
    return {"outcome": "dealt", "dealt": hands}


def score_rounds(game: str, *rounds: dict[str, Any], **options: Any) -> dict[str, Any]:
    named = {option.replace("_", "-"): value for option, value in options.items()}
    return koikoi.score({"game": game, "options": named, "sides": ["Ann", "Ben"], "rounds": list(rounds)})


def get_figures(result: dict[str, Any], key: str = "score") -> list[Any]:
    return [side[key] for side in result["rounds"][-1]["sides"].values()]


def list_anns_yaku(game: str, pile: list[str], /, said: dict[str, Any], **options: Any) -> list[list[Any]]:
    return get_figures(score_rounds(game, exhaust(pile, [], month=1, **said), **options), "yaku")[0]


# Rule set, Ann's pile, calls, base, score.
EXAMPLES = [
    pytest.param("koikoi-compendium", SEVEN_POINTS, {"Ben": 1}, 7, 28, id="koi-koi.md, compendium"),
    pytest.param("koikoi-nintendo", FIVE_POINTS, {"Ann": 1, "Ben": 1}, 5, 15, id="koi-koi.md, nintendo"),
    pytest.param("koikoi-hu", [*POETRY_RIBBONS, *BLUE_RIBBONS], {}, 14, 28, id="koi-koi.md, hu"),
    pytest.param("koikoi-nintendo", VIEWING_CARDS, {}, 10, 10, id="next-games.md B, viewings, KKN"),
    pytest.param("koikoi-compendium", VIEWING_CARDS, {}, 10, 20, id="next-games.md B, viewings, KKC"),
    pytest.param("koikoi-hu", VIEWING_CARDS, {}, 10, 20, id="next-games.md B, viewings, KKH"),
    pytest.param("koikoi-modern", VIEWING_CARDS, {}, 10, 20, id="next-games.md B, viewings, FKK"),
    pytest.param("koikoi-nintendo", SEVEN_POINTS, {}, 7, 7, id="next-games.md B, boar and 2 animals, KKN"),
    pytest.param("koikoi-compendium", SEVEN_POINTS, {}, 7, 14, id="next-games.md B, boar and 2 animals, KKC"),
    pytest.param("koikoi-hu", SEVEN_POINTS, {}, 7, 14, id="next-games.md B, boar and 2 animals, KKH"),
    pytest.param("koikoi-modern", SEVEN_POINTS, {}, 7, 14, id="next-games.md B, boar and 2 animals, FKK"),
    pytest.param(
        "koikoi-nintendo", [*POETRY_RIBBONS, *PLAIN_RIBBONS[:2]], {}, 7, 7,
        id="next-games.md B, poetry and 2 plain, KKN",
    ),
    pytest.param(
        "koikoi-compendium", [*POETRY_RIBBONS, *PLAIN_RIBBONS[:2]], {}, 7, 14,
        id="next-games.md B, poetry and 2 plain, KKC",
    ),
    pytest.param(
        "koikoi-hu", [*POETRY_RIBBONS, *PLAIN_RIBBONS[:2]], {}, 7, 14,
        id="next-games.md B, poetry and 2 plain, KKH",
    ),
    pytest.param(
        "koikoi-modern", [*POETRY_RIBBONS, *PLAIN_RIBBONS[:2]], {}, 7, 14,
        id="next-games.md B, poetry and 2 plain, FKK",
    ),
    pytest.param(
        "koikoi-nintendo", [*POETRY_RIBBONS, *BLUE_RIBBONS], {}, 10, 10,
        id="next-games.md B, poetry and blue, KKN",
    ),
    pytest.param(
        "koikoi-compendium", [*POETRY_RIBBONS, *BLUE_RIBBONS], {}, 10, 20,
        id="next-games.md B, poetry and blue, KKC",
    ),
    pytest.param(
        "koikoi-modern", [*POETRY_RIBBONS, *BLUE_RIBBONS], {}, 10, 20,
        id="next-games.md B, poetry and blue, FKK",
    ),
    pytest.param(
        "koikoi-nintendo", FIVE_POINTS, {"Ben": 2}, 5, 15, id="next-games.md, kk-koikoi-multiplier, KKN"
    ),
    pytest.param(
        "koikoi-compendium", FIVE_POINTS, {"Ben": 2}, 5, 10, id="next-games.md, kk-koikoi-multiplier, KKC"
    ),
    pytest.param(
        "koikoi-modern", FIVE_POINTS, {"Ben": 2}, 5, 10, id="next-games.md, kk-koikoi-multiplier, FKK"
    ),
    pytest.param(
        "koikoi-hu", VIEWING_CARDS[1:], {"Ben": 2}, 5, 10, id="next-games.md, kk-koikoi-multiplier, KKH"
    ),
    pytest.param("koikoi-modern", SEVEN_POINTS, {"Ben": 1}, 7, 28, id="next-games.md, kk-double-seven, FKK"),
    pytest.param("koikoi-hu", SEVEN_POINTS, {"Ben": 1}, 7, 28, id="next-games.md, kk-double-seven, KKH"),
    pytest.param("koikoi-modern", FIVE_POINTS, {"Ann": 3}, 5, 5, id='koi-koi.md, "Round", FKK'),
    pytest.param("koikoi-nintendo", FIVE_POINTS, {"Ann": 3}, 5, 20, id='koi-koi.md, "Round", KKN'),
]  # fmt: skip


@pytest.mark.parametrize(("game", "pile", "calls", "base", "score"), EXAMPLES)
def test_a_worked_example_of_koi_koi_scores_as_the_text_says(game, pile, calls, base, score):
    result = score_rounds(game, stop(pile, calls))
    assert get_figures(result, "base") == [base, None]
    assert get_figures(result, "multiplier") == [score // base, 1]
    assert get_figures(result) == [score, 0]
    assert result["totals"] == {"Ann": score, "Ben": 0}


DRY = sorted(DRY_BRIGHTS)
# What is held, the pile, points of its yaku by nintendo, compendium, hu and modern.
PILES = [
    ("five brights", sorted(BRIGHTS), [10], [10], [10], [15]),
    ("four dry brights", DRY, [8], [8], [8], [8]),
    ("the rain man and three", [RAIN_MAN, *DRY[1:]], [7], [7], [8], [7]),
    ("three dry brights", DRY[:3], [5], [6], [6], [6]),
    ("the rain man and two", [RAIN_MAN, *DRY[:2]], [], [], [6], []),
    ("boar, deer, butterflies", FIVE_POINTS, [5], [5], [6], [5]),
    ("all but the cup", sorted(ANIMALS - {CUP}), [10], [10], [6, 4], [10]),
    ("all animals", sorted(ANIMALS), [11], [11], [6, 5], [11]),
    ("five animals", OTHER_ANIMALS, [1], [1], [1], [1]),
    ("four animals", OTHER_ANIMALS[:4], [], [], [], []),
    ("poetry and blue", [*POETRY_RIBBONS, *BLUE_RIBBONS], [10], [10], [6, 6, 2], [10]),
    ("all ribbons", [*POETRY_RIBBONS, *BLUE_RIBBONS, *PLAIN_RIBBONS], [14], [14], [6, 6, 6], [14]),
    ("poetry and a plain one", [*POETRY_RIBBONS, *PLAIN_RIBBONS[:1]], [6], [6], [6], [6]),
    ("blue and two others", [*BLUE_RIBBONS, "pine-ribbon", "iris-ribbon"], [7], [7], [6, 1], [7]),
    ("five ribbons", ["pine-ribbon", *PLAIN_RIBBONS], [1], [1], [1], [1]),
    ("four ribbons", PLAIN_RIBBONS, [], [], [], []),
    ("moon and cup", [MOON, CUP], [5], [5], [5], [5]),
    ("curtain and cup", [CURTAIN, CUP], [5], [5], [5], [5]),
    ("curtain, moon and cup", VIEWING_CARDS, [5, 5], [5, 5], [5, 5], [5, 5]),
    ("ten chaff", PLAIN_CHAFF[:10], [1], [1], [1], [1]),
    ("twelve chaff with the lightning", [*PLAIN_CHAFF[:11], LIGHTNING], [3], [3], [3], [3]),
    ("nine chaff", PLAIN_CHAFF[:9], [], [], [], []),
    ("nine chaff and the cup", [*PLAIN_CHAFF[:9], CUP], [1], [1], [], [1]),
    ("four animals and the cup", [*OTHER_ANIMALS[:4], CUP], [1], [1], [1], [1]),
    ("both uses of the cup", [*OTHER_ANIMALS[:4], CUP, *PLAIN_CHAFF[:9]], [1, 1], [1], [1], [1, 1]),
]


@pytest.mark.parametrize(("pile", "expected"), [pytest.param(row[1], row[2:], id=row[0]) for row in PILES])
def test_a_pile_has_the_points_of_the_table_in_each_rule_set(pile, expected):
    for game, points in zip(FORMS, expected, strict=True):
        yaku = list_anns_yaku(game, pile, {})
        assert [worth for _, worth in yaku] == points, game
        assert [id_ for id_, _ in yaku] == sorted((id_ for id_, _ in yaku), key=list(POINTS).index)


def test_the_cup_counts_as_the_option_says():
    animals, chaff = OTHER_ANIMALS[:4], PLAIN_CHAFF[:8]
    expected = {
        "animal": [["animals", 1]],
        "either": [["animals", 1]],
        "both": [["animals", 1]],
        "both-double": [["animals", 1], ["chaff", 1]],
    }
    for cup, yaku in expected.items():
        assert list_anns_yaku("koikoi-modern", [*animals, CUP, *chaff], {}, cup=cup) == yaku
        assert list_anns_yaku("koikoi-hu", [*animals, CUP], {"chaff": {"Ann": 8}}, cup=cup) == yaku


def test_a_cup_that_is_either_serves_where_it_scores_more_and_of_equals_as_an_animal():
    boar, animals, chaff = FIVE_POINTS, OTHER_ANIMALS, PLAIN_CHAFF
    for pile, yaku in (
        ([CUP, *chaff[:9], MOON], [["moon-viewing", 5], ["chaff", 1]]),
        ([CUP, *chaff[:9], *boar[:2]], [["chaff", 1]]),
        ([CUP, *chaff[:8], *boar], [["boar-deer-butterflies", 6]]),
        ([CUP, *chaff[:9], *boar], [["boar-deer-butterflies", 6]]),
        ([CUP, *chaff[:9], *animals[:4]], [["animals", 1]]),
        ([CUP, *chaff[:10], *animals], [["animals", 2], ["chaff", 1]]),
    ):
        assert list_anns_yaku("koikoi-compendium", pile, {}) == yaku


def test_month_cards_are_on_in_a_modern_game_of_twelve_rounds_and_off_in_all_others():
    pile = sorted(MONTH_CARDS["iris"])
    may = {"month": 5}

    def has_month_cards(game: str, **options: Any) -> bool:
        yaku = get_figures(score_rounds(game, exhaust(pile, [], **may), **options), "yaku")[0]
        assert yaku in ([], [["month-cards", 4]])
        return bool(yaku)

    assert has_month_cards("koikoi-modern")
    assert has_month_cards("koikoi-modern", rounds=12)
    assert not has_month_cards("koikoi-modern", rounds=6)
    assert not has_month_cards("koikoi-modern", target=50)
    assert not has_month_cards("koikoi-modern", month_cards=False)
    assert has_month_cards("koikoi-modern", rounds=6, month_cards=True)
    assert not has_month_cards("koikoi-compendium")
    assert has_month_cards("koikoi-compendium", month_cards="on")
    assert not has_month_cards("koikoi-nintendo")
    assert not has_month_cards("koikoi-hu")


def test_the_month_is_the_number_of_the_round_and_begins_again_after_twelve():
    rounds = [exhaust(sorted(MONTH_CARDS["pine"]), []) for _ in range(13)]
    result = score_rounds("koikoi-modern", *rounds)
    assert [round_["sides"]["Ann"]["base"] for round_ in result["rounds"]] == [4, *[0] * 11, 4]


def test_a_number_of_chaff_makes_month_cards_only_with_the_word_that_all_four_are_held():
    said = {"month": 5, "chaff": {"Ann": 11}}
    round_ = exhaust(["iris-bridge", "iris-ribbon"], [], **said)
    assert get_figures(score_rounds("koikoi-modern", round_), "yaku")[0] == [["chaff", 2]]
    round_["all_four"] = {"iris": "Ann"}
    yaku = [["month-cards", 4], ["chaff", 2]]
    assert get_figures(score_rounds("koikoi-modern", round_), "yaku")[0] == yaku


def test_a_listed_lightning_card_is_one_of_the_number_of_chaff():
    said = {"chaff": {"Ann": 10}}
    assert list_anns_yaku("koikoi-modern", [LIGHTNING], said) == [["chaff", 1]]


@pytest.mark.parametrize("game", ["koikoi-compendium", "koikoi-modern"])
def test_viewings_count_as_the_option_says(game):
    moon, flower = ["moon-viewing", 5], ["flower-viewing", 5]
    for viewing, extra, yaku in (
        ("on", [], [moon, flower]),
        ("off", PLAIN_RIBBONS, []),
        ("with-another", [], []),
        ("with-another", ["pine-ribbon", *PLAIN_RIBBONS], [["ribbons", 1], moon, flower]),
        ("rained-out", [], [moon, flower]),
        ("rained-out", [RAIN_MAN], []),
        ("rained-out", [LIGHTNING], []),
        ("rained-out", ["willow-swallow", "willow-ribbon"], [moon, flower]),
    ):
        assert list_anns_yaku(game, [*VIEWING_CARDS, *extra], {}, viewing=viewing) == yaku
    listed = {"chaff": {"Ann": 2}}
    assert list_anns_yaku(game, [MOON, CUP], listed, viewing="rained-out") == [moon]
    assert list_anns_yaku(game, [MOON, CUP, LIGHTNING], listed, viewing="rained-out") == []


def test_rain_and_fog_on_the_field_take_a_viewing_from_everybody():
    for rained_out, yaku in (
        ([], [["moon-viewing", 5], ["flower-viewing", 5]]),
        (["flower"], [["moon-viewing", 5]]),
        (["moon"], [["flower-viewing", 5]]),
        (["flower", "moon"], []),
    ):
        said = {"rained_out": rained_out}
        assert list_anns_yaku("koikoi-modern", VIEWING_CARDS, said, viewing="field") == yaku
    assert len(list_anns_yaku("koikoi-modern", VIEWING_CARDS, {"rained_out": ["moon"]})) == 2


def test_moonlit_blossoms_replace_both_viewings_and_count_where_viewings_do():
    moonlit = ["moonlit-blossoms", 10]
    for viewing, extra, expected in (
        ("on", [], [moonlit]),
        ("off", [], []),
        ("with-another", [], []),
        ("with-another", ["pine-ribbon", *PLAIN_RIBBONS], [["ribbons", 1], moonlit]),
        ("rained-out", [], [moonlit]),
        ("rained-out", [LIGHTNING], []),
    ):
        options = {"viewing": viewing, "moonlit_blossoms": True}
        assert list_anns_yaku("koikoi-compendium", [*VIEWING_CARDS, *extra], {}, **options) == expected
    yaku = list_anns_yaku("koikoi-compendium", [MOON, CUP], {}, moonlit_blossoms=True)
    assert yaku == [["moon-viewing", 5]]


# Options, Ann's and Ben's piles, calls, dealer, scores.
EXHAUSTED = [
    ("koikoi-nintendo", {}, SEVEN_POINTS, [], {}, "Ann", [0, 0]),
    ("koikoi-hu", {}, SEVEN_POINTS, [], {}, "Ann", [0, 0]),
    ("koikoi-modern", {}, SEVEN_POINTS, [], {}, "Ann", [0, 0]),
    ("koikoi-modern", {"exhausted": "dealer-1"}, SEVEN_POINTS, [], {}, "Ben", [0, 1]),
    ("koikoi-modern", {"exhausted": "dealer-6"}, [], [], {}, "Ann", [6, 0]),
    ("koikoi-compendium", {}, SEVEN_POINTS, PLAIN_CHAFF[:10], {}, "Ben", [14, 0]),
    ("koikoi-compendium", {}, SEVEN_POINTS, PLAIN_CHAFF[:10], {"Ben": 1}, "Ben", [28, 0]),
    ("koikoi-compendium", {}, FIVE_POINTS, sorted(POETRY_RIBBONS), {"Ann": 1}, "Ben", [0, 10]),
    ("koikoi-compendium", {}, FIVE_POINTS, sorted(POETRY_RIBBONS), {"Ann": 1}, "Ann", [5, 0]),
    ("koikoi-compendium", {}, ["pine-crane"], [], {}, "Ben", [0, 6]),
]


@pytest.mark.parametrize(("game", "options", "ann", "ben", "calls", "dealer", "scores"), EXHAUSTED)
def test_hands_that_run_out_score_as_the_rule_set_says(game, options, ann, ben, calls, dealer, scores):
    result = score_rounds(game, exhaust(ann, ben, calls=calls, dealer=dealer, month=1), **options)
    assert get_figures(result) == scores


# Hands, scores by nintendo, compendium, hu (none: the round is played on) and modern.
DEALT = [
    ({"Ann": "teshi"}, [6, 0], [6, 0], [6, 0], [6, 0]),
    ({"Ben": "kuttsuki"}, [0, 6], [0, 6], [0, 6], [0, 6]),
    ({"Ann": "both"}, [6, 0], [6, 0], [6, 0], [12, 0]),
    ({"Ann": "teshi", "Ben": "both"}, [0, 0], [0, 6], None, [0, 0]),
]


@pytest.mark.parametrize(("hands", "expected"), [(row[0], row[1:]) for row in DEALT])
def test_a_dealt_hand_ends_the_round(hands, expected):
    for game, scores in zip(FORMS, expected, strict=True):
        if scores is not None:
            options = {"both_hands": 12} if game == "koikoi-modern" else {}
            result = score_rounds(game, deal_hands(**hands) | {"dealer": "Ben"}, **options)
            assert get_figures(result) == scores
            assert get_figures(result, "base") == [None, None]
            assert get_figures(result, "multiplier") == [1, 1]


def test_the_winner_deals_next_and_the_same_dealer_where_nobody_scored():
    nobody = exhaust([], [])
    bens = {"outcome": "shobu", "winner": "Ben", "captured": {"Ben": FIVE_POINTS}}

    def who_deals_after(*rounds: dict[str, Any]) -> str:
        result = score_rounds("koikoi-compendium", *rounds, nobody)
        return ["Ann", "Ben"][get_figures(result).index(6)]

    assert who_deals_after() == "Ann"
    assert who_deals_after(bens) == "Ben"
    assert who_deals_after(bens, stop(FIVE_POINTS)) == "Ann"
    assert who_deals_after(deal_hands(Ben="teshi")) == "Ben"
    assert who_deals_after({"dealer": "Ben"} | nobody) == "Ben"
    assert who_deals_after({"dealer": "Ben"} | stop(FIVE_POINTS)) == "Ann"
    result = score_rounds(
        "koikoi-modern",
        {"dealer": "Ben"} | deal_hands(Ann="teshi", Ben="teshi"),
        nobody,
        exhausted="dealer-6",
    )
    assert get_figures(result) == [0, 6]


def test_a_game_of_koi_koi_ends_after_twelve_rounds_or_at_its_target():
    rounds = [stop(FIVE_POINTS) for _ in range(12)]
    for game in FORMS:
        assert not score_rounds(game, *rounds[:11])["finished"]
        assert score_rounds(game, *rounds)["winners"] == ["Ann"]
    assert not score_rounds("koikoi-modern", *rounds[:9], target=50)["finished"]
    assert score_rounds("koikoi-modern", *rounds[:10], target=50)["winners"] == ["Ann"]
    assert score_rounds("koikoi-hu", exhaust([], []), rounds=1)["winners"] == ["Ann", "Ben"]
    assert not score_rounds("koikoi-hu", exhaust([], []), rounds=1, tie="play-on")["finished"]


@pytest.mark.parametrize("game", FORMS)
def test_the_made_games_of_koi_koi_hold_all_that_the_texts_speak_of(game):
    random = Random(1889)
    seen: Counter[str] = Counter()
    for _ in range(600):
        document = make_document(random, game)
        result = koikoi.score(document)
        seen["finished" if result["finished"] else "not finished"] += 1
        seen["shared win"] += len(result["winners"]) > 1
        seen.update(f"{option} {value}" for option, value in document["options"].items())
        for round_, scored in zip(document["rounds"], result["rounds"], strict=True):
            seen.update([*round_, round_["outcome"], *round_.get("dealt", {}).values()])
            seen["two dealt hands"] += len(round_.get("dealt", {})) == 2
            seen["rest"] += "rest" in round_.get("captured", {}).values()
            for side in scored["sides"].values():
                seen.update(yaku for yaku, _ in side["yaku"])
                seen[f"{len(side['yaku'])} yaku"] += 1
                seen[f"times {side['multiplier']}"] += 1
                seen["not listed"] += side["base"] is None
    wanted = {
        *(yaku for yaku, points in POINTS.items() if points[FORMS.index(game)]),
        "finished", "not finished", "shobu", "exhausted", "dealt", "teshi", "kuttsuki", "both", "calls",
        "chaff", "all_four", "month", "dealer", "rest", "not listed", "1 yaku", "2 yaku", "3 yaku", "4 yaku",
        "cup animal", "cup either", "cup both", "cup both-double", "tie play-on", "times 2", "times 4",
    }  # fmt: skip
    if game != "koikoi-hu":
        wanted.add("two dealt hands")
    if game == "koikoi-modern":
        wanted |= {"viewing field", "rained_out", "exhausted dealer-1", "exhausted dealer-6", "both-hands 12"}
    if game in ("koikoi-modern", "koikoi-compendium"):
        wanted |= {"viewing off", "viewing with-another", "viewing rained-out", "month-cards False"}
    assert {name for name in wanted if seen[name] < 10} == set()
    assert seen["shared win"] > 0


@pytest.mark.parametrize("game", FORMS)
def test_every_made_round_of_koi_koi_is_possible(game):
    random = Random(48)
    for _ in range(300):
        document = make_document(random, game)
        result = koikoi.score(document)
        for round_, scored in zip(document["rounds"], result["rounds"], strict=True):
            lists = [held for held in round_.get("captured", {}).values() if isinstance(held, list)]
            listed = [card for held in lists for card in held]
            assert len(listed) == len(set(listed) & DECK)
            assert sum(round_.get("chaff", {}).values()) <= len(CHAFF)
            if "chaff" in round_:
                assert set(listed) & CHAFF <= {LIGHTNING}
                assert round_["chaff"].keys() == round_["captured"].keys()
            for suit, side in round_.get("all_four", {}).items():
                assert MONTH_CARDS[suit] - CHAFF <= set(round_["captured"][side])
                assert len(MONTH_CARDS[suit] & CHAFF) <= round_["chaff"][side]
            if round_["outcome"] == "shobu":
                assert scored["sides"][round_["winner"]]["base"] > 0
            if round_["outcome"] == "exhausted" and game == "koikoi-compendium":
                assert len(round_["captured"]) == 2
            assert not (game == "koikoi-hu" and len(round_.get("dealt", {})) == 2)
