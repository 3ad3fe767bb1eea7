"""A race as scoring-io.md writes it: what may be entered, what is refused and how, what a result says."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import DECK, Kind
from companion.errors import CompanionError
from companion.rules import (
    RULE_SET_IDS,
    get_rule_set,
    parse_entry,
    say_ending,
    say_month,
    score_document,
)
from tests.rules.second_scorer import koikoi_rounds

RACES = tuple(each for each in RULE_SET_IDS if get_rule_set(each).race is not None)
SIDES = ("Ann", "Ben")
POETRY = ["pine-ribbon", "plum-ribbon", "cherry-ribbon"]
VIEWS = ["cherry-curtain", "susuki-moon", "chrysanthemum-cup"]
every_race = pytest.mark.parametrize("form", RACES)


def stopped(**changes):
    """A round that Ann stopped; a key that is None is left out."""
    raw = {"outcome": "shobu", "winner": "Ann", "captured": {"Ann": POETRY}} | changes
    return {key: value for key, value in raw.items() if value is not None}


def play(form, *rounds, **options):
    return score_document({"game": form, "sides": list(SIDES), "options": options, "rounds": list(rounds)})


def say(form, raw, **options):
    """The result of a round, or the sentences that refuse it."""
    try:
        return play(form, raw, **options)
    except CompanionError as error:
        return [fault.message for fault in error.faults]


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


IRIS_POINTS = ["iris-bridge", "iris-ribbon"]


# --- Ticked yaku and typed points ----------------------------------------------------------------

# Ticked yaku with further cards, points in each form where it is played.
TICKED = [
    ({"three-brights": 0}, {"koikoi-nintendo": 5, "koikoi-compendium": 6, "koikoi-hu": 6}),
    ({"five-brights": 0}, {"koikoi-nintendo": 10, "koikoi-hu": 20, "koikoi-modern": 30}),
    ({"animals": 4}, {"koikoi-nintendo": 5, "koikoi-compendium": 5, "koikoi-hu": 5, "koikoi-modern": 5}),
    ({"boar-deer-butterflies": 6}, {"koikoi-nintendo": 11, "koikoi-compendium": 22, "koikoi-modern": 22}),
    ({"ribbons": 2, "animals": 1}, {"koikoi-nintendo": 5, "koikoi-hu": 5, "koikoi-modern": 5}),
    ({"poetry-and-blue-ribbons": 4}, {"koikoi-nintendo": 14, "koikoi-modern": 28}),
    ({"poetry-ribbons": 0, "blue-ribbons": 0, "ribbons": 1}, {"koikoi-hu": 28}),
    ({"ribbons": 5}, {"koikoi-nintendo": 6, "koikoi-compendium": 6, "koikoi-hu": 6, "koikoi-modern": 6}),
    ({"chaff": 14}, {"koikoi-nintendo": 15, "koikoi-hu": 30, "koikoi-modern": 30}),
    ({"chaff": 16}, {"koikoi-nintendo": 17, "koikoi-modern": 34}),
    ({"month-cards": 0}, {"koikoi-modern": 4}),
    ({"moon-viewing": 0, "flower-viewing": 0}, {"koikoi-nintendo": 10, "koikoi-modern": 20}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "ticked", "points"),
    [(form, ticked, points) for ticked, row in TICKED for form, points in row.items()],
)
def test_yaku_may_be_ticked_with_the_number_of_further_cards(form, ticked, points):
    raw = stopped(captured=None, ticked={"Ann": ticked})
    assert play(form, raw)["totals"] == {"Ann": points, "Ben": 0}


def test_a_ticked_yaku_that_is_not_played_does_not_count_and_is_told():
    raw = stopped(captured=None, ticked={"Ann": {"moonlit-blossoms": 0, "animals": 0}})
    result = play("koikoi-compendium", raw)
    assert result["totals"] == {"Ann": 1, "Ben": 0}
    said = ["Moonlit blossoms is not played here, so Ann's does not count."]
    assert result["rounds"][0]["warnings"] == said


@pytest.mark.parametrize(
    ("options", "ticked", "rained_out", "points"),
    [
        ({"viewing": "with-another"}, {"moon-viewing": 0, "animals": 0}, [], 6),
        ({"viewing": "field"}, {"moon-viewing": 0, "animals": 0}, ["moon"], 1),
        ({"viewing": "field"}, {"moon-viewing": 0, "animals": 0}, ["flower"], 6),
    ],
)
def test_a_ticked_viewing_counts_as_the_table_agreed(options, ticked, rained_out, points):
    raw = stopped(captured=None, ticked={"Ann": ticked}, rained_out=rained_out)
    assert play("koikoi-modern", raw, **options)["totals"]["Ann"] == points


def test_points_may_be_typed_and_are_multiplied():
    raw = stopped(captured=None, points={"Ann": 7}, calls={"Ben": 1})
    sides = [play(form, raw)["rounds"][0]["sides"]["Ann"] for form in RACES]
    assert {(side["cards"], side["base"], *side["yaku"]) for side in sides} == {(None, 7)}
    scores = {form: side["score"] for form, side in zip(RACES, sides, strict=True)}
    assert scores == dict.fromkeys(RACES, 28) | {"koikoi-nintendo": 14}


def test_the_compendium_compares_ticked_yaku_and_typed_points_too():
    rounds = [
        {"outcome": "exhausted", "ticked": {"Ann": {"animals": 0}, "Ben": {"ribbons": 1}}},
        {"outcome": "exhausted", "points": {"Ann": 3, "Ben": 0}},
        {"outcome": "exhausted", "ticked": {"Ann": {}, "Ben": {}}},
    ]
    result = play("koikoi-compendium", *rounds)
    scores = [[side["score"] for side in each["sides"].values()] for each in result["rounds"]]
    # Ann won the second round, so that she deals the third, in which nobody has a yaku.
    assert scores == [[0, 2], [3, 0], [6, 0]]


# --- What is refused -----------------------------------------------------------------------------

CHAFF = [card.id for card in DECK if card.kind is Kind.CHAFF]


# Nine chaff and the cup are ten chaff, or not.
NINE_AND_CUP = [*CHAFF[:9], "chrysanthemum-cup"]
NO_STOP = "Ann has no yaku, so Ann cannot have stopped. Is a card missing?"


@pytest.mark.parametrize(
    ("pile", "calling"),
    [
        (NINE_AND_CUP, {"koikoi-nintendo", "koikoi-compendium", "koikoi-modern"}),
        (["willow-rain-man", "pine-crane", "susuki-moon"], {"koikoi-hu"}),
        (["cherry-curtain", "chrysanthemum-cup"], set(RACES)),
    ],
)
def test_whether_a_pile_lets_one_call_koi_koi_depends_on_the_form(pile, calling):
    raw = {"outcome": "exhausted", "captured": {"Ann": pile, "Ben": []}, "calls": {"Ann": 1}, "month": 12}
    assert {form for form in RACES if isinstance(say(form, raw), dict)} == calling


BOAR = ["clover-boar", "maple-deer", "peony-butterflies"]
PLAIN = ["wisteria-ribbon", "iris-ribbon", "clover-ribbon", "willow-ribbon", "peony-ribbon"]
DRY = ["pine-crane", "cherry-curtain", "susuki-moon", "paulownia-phoenix"]
TOO_MANY = "Ann cannot have called koi-koi so often: after each call a yaku must be made or grow"
# What Ann has, and how often at most Ann may have called koi-koi and stopped then, in these forms.
MOST_CALLS = [
    (RACES, {"captured": {"Ann": POETRY}}, 0),
    (RACES, {"captured": {"Ann": DRY[:1] + DRY[2:]}}, 0),
    (RACES, {"captured": {"Ann": VIEWS[1:]}}, 0),
    (RACES, {"captured": {"Ann": VIEWS}}, 1),
    (RACES, {"captured": {"Ann": PLAIN}}, 0),
    (RACES, {"captured": {"Ann": CHAFF[:10]}}, 0),
    (RACES, {"captured": {"Ann": CHAFF[:12]}}, 2),
    (RACES, {"captured": {"Ann": []}, "chaff": {"Ann": 11}}, 1),
    (RACES, {"captured": {"Ann": DRY}}, 1),
    (RACES, {"captured": {"Ann": [*DRY, "willow-rain-man"]}}, 2),
    (RACES, {"captured": {"Ann": POETRY + BOAR}}, 1),
    (RACES[1:], {"captured": {"Ann": [*POETRY, "iris-ribbon"]}}, {"koikoi-hu": 0, "": 1}),
    (RACES, {"captured": None, "ticked": {"Ann": {"poetry-ribbons": 0}}}, 0),
    (RACES, {"captured": None, "ticked": {"Ann": {"ribbons": 0}}}, 0),
    (RACES, {"captured": None, "ticked": {"Ann": {"ribbons": 2}}}, 2),
    (RACES, {"captured": None, "ticked": {"Ann": {"four-brights": 0}}}, 1),
    (RACES, {"captured": None, "ticked": {"Ann": {"five-brights": 0}}}, 2),
    (RACES, {"captured": None, "ticked": {"Ann": {"boar-deer-butterflies": 0, "chaff": 0}}}, 1),
    (("koikoi-modern",), {"captured": None, "ticked": {"Ann": {"poetry-and-blue-ribbons": 0}}}, 3),
    (("koikoi-compendium",), {"captured": None, "ticked": {"Ann": {"moonlit-blossoms": 0}}}, 1),
    (RACES, {"captured": None, "points": {"Ann": 1}}, 0),
    (RACES, {"captured": None, "points": {"Ann": 3}}, 2),
]


@pytest.mark.parametrize(("forms", "held", "most"), MOST_CALLS)
def test_a_call_before_the_stop_needs_a_yaku_made_or_grown_after_it(forms, held, most):
    for form in forms:
        options = {"moonlit-blossoms": "on"} if form == "koikoi-compendium" else {}
        wanted = most.get(form, most[""]) if isinstance(most, dict) else most
        answers = [
            say(form, stopped(month=12, calls={"Ann": calls}, **held), **options) for calls in range(9)
        ]
        refused = [answer[0][: len(TOO_MANY)] == TOO_MANY for answer in answers if isinstance(answer, list)]
        assert [isinstance(answer, dict) for answer in answers] == [calls <= wanted for calls in range(9)], (
            form
        )
        assert all(refused)


def test_who_called_and_did_not_stop_has_as_many_states_as_calls():
    for calls, is_possible in ((1, True), (2, False)):
        raw = {"outcome": "exhausted", "captured": {"Ann": POETRY, "Ben": []}, "calls": {"Ann": calls}}
        answers = [say(form, raw | {"month": 12}) for form in RACES]
        assert [isinstance(answer, dict) for answer in answers] == [is_possible] * len(RACES)


def test_a_call_and_a_stop_are_accepted_where_rain_took_the_other_yaku_away():
    raw = stopped(captured={"Ann": [*CUP_AND_MOON, *POETRY]}, calls={"Ann": 1}, rained_out=["moon"], month=12)
    round_ = play("koikoi-modern", raw, viewing="field")["rounds"][0]
    assert round_["warnings"] == ["Ann called koi-koi and has fewer yaku now: rain took Moon viewing away."]


CUP_AND_MOON = ["chrysanthemum-cup", "susuki-moon"]


def test_a_yaku_that_a_card_spoils_is_named():
    pile = [*CUP_AND_MOON, "clover-boar", "maple-deer", "peony-butterflies"]
    raw = {"outcome": "shobu", "winner": "Ann", "captured": {"Ann": pile}, "month": 12}
    assert play("koikoi-modern", raw, viewing="rained-out")["rounds"][0]["warnings"] == []
    pile += ["willow-rain-man"]
    round_ = play("koikoi-modern", raw, viewing="rained-out")["rounds"][0]
    assert round_["warnings"] == ["Moon viewing of Ann does not count: the rain man spoils it."]


@pytest.mark.parametrize("form", ["koikoi-modern", "koikoi-compendium"])
@pytest.mark.parametrize(
    ("viewing", "pile", "rained_out"),
    [
        ("rained-out", [*CUP_AND_MOON, "willow-rain-man"], []),
        ("rained-out", [*CUP_AND_MOON, "willow-lightning"], []),
        ("field", CUP_AND_MOON, ["moon"]),
    ],
)
def test_a_call_on_a_viewing_that_rain_took_away_later_is_accepted(form, viewing, pile, rained_out):
    captured = {"Ann": pile, "Ben": POETRY}
    raw = {"outcome": "exhausted", "captured": captured, "calls": {"Ann": 1}, "rained_out": rained_out}
    round_ = play(form, raw | {"month": 12}, viewing=viewing)["rounds"][0]
    assert round_["warnings"] == ["Ann called koi-koi and has no yaku now: rain took Moon viewing away."]


@pytest.mark.parametrize(("captured", "missing"), [({}, SIDES), ({"Ann": POETRY}, SIDES[1:])])
def test_both_piles_are_asked_for_when_the_hands_run_out_in_the_compendium_only(captured, missing):
    raw = {"outcome": "exhausted", "captured": captured}
    asked = [f"The hands ran out, so the side with more yaku scores: what has {side}?" for side in missing]
    assert say("koikoi-compendium", raw) == asked
    assert all(isinstance(say(form, raw), dict) for form in RACES if form != "koikoi-compendium")


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
    stopped(captured={"Ann": IRIS_POINTS}, all_four={"iris": "Ann"}, chaff={"Ann": 11}),
    stopped(captured={"Ann": [], "Ben": "rest"}, calls={"Ann": 1, "Ben": 2}, month=12, dealer="Ben"),
    stopped(captured=None, ticked={"Ann": {"ribbons": 2, "chaff": 0}, "Ben": {}}),
    {"outcome": "exhausted", "captured": {"Ann": [], "Ben": []}, "rained_out": ["flower", "moon"]},
    {"outcome": "dealt", "dealt": {"Ann": "teshi", "Ben": "both"}},
]
READABLE = [
    *(("koikoi-modern", raw) for raw in EXAMPLES),
    *((form, stopped(captured=None, ticked={"Ann": ticked})) for ticked, row in TICKED for form in row),
    *((form, make_race(form, seed)) for form in RACES for seed in range(50)),
]


def turn(listed):
    """The same with its lists and keys in the opposite order."""
    if isinstance(listed, dict):
        return {key: turn(each) for key, each in reversed(listed.items())}
    return listed[::-1] if isinstance(listed, list) else listed


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


WORDS = [*SIDES, "shobu", "dealt", "teshi", "flower", "rest", "pine-crane", "chaff", "iris"]
KEYS = [*SIDES, "chaff", "animals", "iris"]
leaves = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(WORDS)
)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=8,
)
RACE_KEYS = (
    "captured", "ticked", "points", "winner", "calls", "chaff", "all_four", "rained_out", "dealt", "month",
)  # fmt: skip
wild_rounds = st.fixed_dictionaries(
    {"outcome": st.sampled_from(["shobu", "exhausted", "dealt"]) | values},
    optional=dict.fromkeys(RACE_KEYS, values),
)


@given(st.sampled_from(RACES), wild_rounds)
def test_no_race_is_answered_with_anything_but_a_result_or_a_sentence(form, raw):
    answer = say(form, raw)
    assert answer
    assert isinstance(answer, dict) or all(sentence.endswith((".", "?")) for sentence in answer)


# --- In words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (stopped(), "Ann stopped."),
        (stopped(calls={"Ann": 1, "Ben": 2}), "Ann stopped. Ann called koi-koi. Ben called koi-koi twice."),
        (stopped(calls={"Ben": 3}), "Ann stopped. Ben called koi-koi 3 times."),
        ({"outcome": "exhausted"}, "Nobody stopped."),
        (stopped(rained_out=["moon"]), "Ann stopped. Moon viewing was rained out."),
        ({"outcome": "dealt", "dealt": {"Ben": "teshi"}}, "Ben was dealt four of a month."),
        (
            {"outcome": "dealt", "dealt": {"Ann": "kuttsuki", "Ben": "both"}},
            "Ann was dealt four pairs. Ben was dealt both in one hand.",
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
