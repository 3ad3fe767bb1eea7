"""A race as scoring-io.md writes it: what may be entered, what is refused and how, what a result says."""

from random import Random

import pytest

from companion.rules import (
    get_rule_set,
    parse_entry,
    say_ending,
    say_month,
    score_document,
)
from tests.rules.scoring.cases import TICKED
from tests.rules.second_scorer import koikoi_rounds
from tests.rules.tables import FORMS, IRIS, POETRY, stopped

SIDES = ("Ann", "Ben")
every_race = pytest.mark.parametrize("form", FORMS)


def play(form, *rounds, **options):
    return score_document({"game": form, "sides": list(SIDES), "options": options, "rounds": list(rounds)})


def parse(raw, form="koikoi-modern"):
    return parse_entry(raw, get_rule_set(form), SIDES)


# --- What a result says --------------------------------------------------------------------------


def test_a_result_has_the_shape_of_scoring_io():
    raw = {
        "captured": {"Ann": [*POETRY, "iris-ribbon"]},
        "month": 1,
        "dealer": "Ann",
        "outcome": "shobu",
        "winner": "Ann",
        "calls": {"Ann": 0, "Ben": 1},
    }
    assert play("koikoi-modern", raw) == {
        "game": "koikoi-modern",
        "rounds": [
            {
                "sides": {
                    "Ann": {
                        "cards": 4,
                        "base": 6,
                        "multiplier": 2,
                        "yaku": [
                            {
                                "id": "poetry-ribbons",
                                "name": "Poetry ribbons",
                                "points": 6,
                                "cards": [*POETRY, "iris-ribbon"],
                            }
                        ],
                        "score": 12,
                        "total": 12,
                    },
                    "Ben": {
                        "cards": None,
                        "base": None,
                        "multiplier": 1,
                        "yaku": [],
                        "score": 0,
                        "total": 0,
                    },
                },
                "uncaptured": [],
                "warnings": [],
            }
        ],
        "totals": {"Ann": 12, "Ben": 0},
        "finished": False,
        "winners": [],
    }


OUTCOMES = [
    stopped(),
    stopped(captured=None, ticked={"Ann": {"poetry-ribbons": 0}}),
    stopped(captured=None, points={"Ann": 5}),
    {"outcome": "exhausted", "captured": {"Ann": POETRY, "Ben": []}},
    {"outcome": "dealt", "dealt": {"Ann": "teshi"}},
]


@every_race
@pytest.mark.parametrize("raw", OUTCOMES)
def test_a_side_carries_yaku_base_multiplier_score_and_total_and_no_card_points(form, raw):
    for side in play(form, raw)["rounds"][0]["sides"].values():
        assert set(side) == {"cards", "yaku", "base", "multiplier", "score", "total"}


# --- Documents -----------------------------------------------------------------------------------


def make_race(form, seed):
    """A round of a form as the second scorer's makers have it."""
    random = Random(seed)
    if random.random() < 0.1:
        return koikoi_rounds.make_dealt_round(random, form, list(SIDES))
    options = {"viewing": "field"} if get_rule_set(form).rained_out else {}
    return koikoi_rounds.make_played_round(random, form, options, list(SIDES), random.randint(1, 12))


EXAMPLES = [
    *OUTCOMES,
    stopped(captured={"Ann": IRIS[:2]}, all_four={"iris": "Ann"}, chaff={"Ann": 11}),
    stopped(captured={"Ann": [], "Ben": "rest"}, calls={"Ann": 1, "Ben": 2}, month=12, dealer="Ben"),
    stopped(captured=None, ticked={"Ann": {"ribbons": 2, "chaff": 0}, "Ben": {}}),
    {"outcome": "exhausted", "captured": {"Ann": [], "Ben": []}, "rained_out": ["flower", "moon"]},
    {"outcome": "dealt", "dealt": {"Ann": "teshi", "Ben": "both"}},
]
READABLE = [
    *(("koikoi-modern", raw) for raw in EXAMPLES),
    *(
        (form, stopped(captured=None, ticked={"Ann": ticked}))
        for ticked, *row in TICKED
        for form, points in zip(FORMS, row, strict=True)
        if points is not None
    ),
    *((form, make_race(form, seed)) for form in FORMS for seed in range(50)),
]


def turn(listed):
    """The same with its lists and keys in the opposite order."""
    if isinstance(listed, dict):
        return {key: turn(each) for key, each in reversed(listed.items())}
    return listed[::-1] if isinstance(listed, list) else listed


def test_the_sake_cup_is_read_for_whoever_holds_it_where_that_decides_whose_yaku_score():
    """koi-koi.md: in the compendium it is an animal or a chaff card, whichever scores more for its holder."""
    animals = [
        "wisteria-cuckoo",
        "peony-butterflies",
        "clover-boar",
        "susuki-geese",
        "maple-deer",
        "willow-swallow",
    ]
    ribbons = ["pine-ribbon", "peony-ribbon", "chrysanthemum-ribbon", "maple-ribbon", "willow-ribbon"]
    brights = ["pine-crane", "cherry-curtain", "susuki-moon", "willow-rain-man", "paulownia-phoenix"]
    five = ["plum-ribbon", "cherry-ribbon", "wisteria-ribbon", "iris-ribbon", "clover-ribbon"]
    others = [*brights, *five, "plum-warbler", "iris-bridge", "chrysanthemum-cup"]
    raw = {
        "outcome": "exhausted",
        "dealer": "Ann",
        "captured": {"Ann": [*animals, *ribbons], "Ben": others},
        "chaff": {"Ann": 10, "Ben": 14},
    }
    sides = play("koikoi-compendium", raw, cup="either", viewing="rained-out")["rounds"][0]["sides"]
    # As an animal it would leave both with 16, and the dealer's would score.
    assert (sides["Ann"]["score"], sides["Ben"]["score"]) == (0, 34)


def test_what_is_printed_of_a_race_reads_back_as_the_same_race_and_order_never_matters():
    for form, raw in READABLE:
        entry = parse(raw, form)
        printed = entry.document()
        assert parse(printed, form) == entry == parse(turn(raw), form)
        # Nothing that was said is lost: what is left out of the print is an empty answer.
        said = {key: any(each.values()) if isinstance(each, dict) else each for key, each in raw.items()}
        assert printed.keys() >= {key for key in raw if said[key]}, raw
    for raw in EXAMPLES:
        said = raw | {"calls": {"Ann": 0, "Ben": 0} | raw["calls"]} if "calls" in raw else raw
        assert parse(raw).document() == said


def test_calls_of_nobody_and_of_none_are_the_same_round():
    assert parse(stopped(calls={"Ann": 0, "Ben": 0})) == parse(stopped(calls={})) == parse(stopped())


# --- In words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (stopped(), "Ann stopped."),
        (stopped(calls={"Ann": 1, "Ben": 2}), "Ann stopped. Ann called koi-koi. Ben called koi-koi twice."),
        (stopped(calls={"Ben": 3}), "Ann stopped. Ben called koi-koi 3 times."),
        ({"outcome": "exhausted"}, "Nobody stopped."),
        (stopped(rained_out=["moon"]), "Ann stopped. Moon viewing was rained out."),
        ({"outcome": "dealt", "dealt": {"Ben": "teshi"}}, "Ben was dealt four of a month (手四)."),
        (
            {"outcome": "dealt", "dealt": {"Ann": "kuttsuki", "Ben": "both"}},
            "Ann was dealt four pairs (くっつき). Ben was dealt both in one hand.",
        ),
    ],
)
def test_how_a_round_ended_is_said_in_a_sentence_each(raw, said):
    assert say_ending(get_rule_set("koikoi-modern"), parse(raw)) == said


def test_a_month_is_said_with_its_flower_and_the_number_that_its_cards_bear_in_another_deck():
    rules = get_rule_set("koikoi-modern")
    own, japanese, korean = (
        [say_month(rules, month, *deck) for month in range(1, 13)]
        for deck in ((), ("japanese",), ("korean",))
    )
    assert [word.partition(",")[0] for word in own[:2]] == ["January", "February"]
    assert own[10:] == ["November, willow", "December, paulownia"]
    assert japanese == own
    late = ["November, willow (12 on your cards)", "December, paulownia (11 on your cards)"]
    assert korean == own[:10] + late
