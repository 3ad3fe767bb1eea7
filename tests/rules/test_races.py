"""A race as scoring-io.md writes it: what may be entered, what is refused and how, what a result says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import DECK, Kind
from companion.errors import CompanionError
from companion.rules import (
    RULE_SET_IDS,
    RaceEntry,
    get_rule_set,
    parse_entry,
    say_ending,
    say_month,
    score_document,
)
from tests.rules.tables import IRIS, score, side_of

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


def say(form, raw):
    """The result of a round, or the sentences that refuse it."""
    try:
        return play(form, raw)
    except CompanionError as error:
        return [fault.message for fault in error.faults]


def parse(raw, form="koikoi-modern"):
    return parse_entry(raw, get_rule_set(form), SIDES)


def find(form, **options):
    """The yaku of Ann with their points, in a round that she stopped."""
    changes = {key: options.pop(key) for key in ("captured", "chaff", "all_four", "month") if key in options}
    scored = score(stopped(**changes), rule_set=form, **options)
    return {each.yaku.id: each.points for each in side_of(scored).yaku}


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


@every_race
def test_base_is_null_where_cards_are_not_listed_and_the_multiplier_of_one_who_does_not_score_is_1(form):
    piles = {"Ann": POETRY, "Ben": VIEWS}
    sides = play(form, stopped(captured=piles, calls={"Ann": 1, "Ben": 1}))["rounds"][0]["sides"]
    assert (sides["Ben"]["base"], sides["Ben"]["multiplier"], sides["Ben"]["score"]) == (10, 1, 0)
    assert sides["Ann"]["multiplier"] == (3 if form == "koikoi-nintendo" else 2)
    sides = play(form, {"outcome": "dealt", "dealt": {"Ann": "teshi"}})["rounds"][0]["sides"]
    assert [(side["base"], side["multiplier"], side["score"]) for side in sides.values()] == [
        (None, 1, 6),
        (None, 1, 0),
    ]


# --- Chaff as a number ---------------------------------------------------------------------------

CUPS = ("animal", "either", "both", "both-double")
# Chaff counted, cards listed, the points of ten chaff for each of CUPS.
COUNTED = [
    (9, [], (0, 0, 0, 0)),
    (10, [], (1, 1, 1, 1)),
    (12, [], (3, 3, 3, 3)),
    (24, [], (15, 15, 15, 15)),
    (10, ["willow-lightning"], (1, 1, 1, 1)),
    (12, ["willow-lightning"], (3, 3, 3, 3)),
    (8, ["chrysanthemum-cup"], (0, 0, 0, 1)),
    (9, ["chrysanthemum-cup"], (0, 1, 1, 2)),
    (11, ["chrysanthemum-cup"], (2, 3, 3, 4)),
    (9, ["chrysanthemum-cup", "willow-lightning"], (0, 1, 1, 2)),
    (24, ["chrysanthemum-cup"], (15, 16, 16, 17)),
    (10, ["willow-lightning", "pine-chaff-1"], (1, 1, 1, 1)),
]


@every_race
@pytest.mark.parametrize("cup", CUPS)
@pytest.mark.parametrize(("number", "listed", "points"), COUNTED)
def test_chaff_may_be_a_number_with_the_lightning_among_it_and_the_cup_not(form, cup, number, listed, points):
    found = find(form, captured={"Ann": listed}, chaff={"Ann": number}, cup=cup)
    expected = points[CUPS.index(cup)]
    assert found == ({"chaff": expected} if expected else {})


@every_race
def test_a_number_of_chaff_scores_what_the_cards_would(form):
    chaff = [card.id for card in DECK if card.kind is Kind.CHAFF]
    for count in range(10, 25):
        by_cards = find(form, captured={"Ann": chaff[:count]}, month=12, cup="animal")
        by_number = find(form, captured={"Ann": []}, chaff={"Ann": count}, month=12, cup="animal")
        assert by_cards == by_number == {"chaff": count - 9}


IRIS_POINTS = ["iris-bridge", "iris-ribbon"]


@pytest.mark.parametrize("form", ["koikoi-compendium", "koikoi-modern"])
@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"chaff": {"Ann": 24}}, {"chaff": 15}),
        ({"chaff": {"Ann": 11}}, {"chaff": 2}),
        ({"chaff": {"Ann": 11}, "all_four": {"iris": "Ann"}}, {"chaff": 2, "month-cards": 4}),
        ({"chaff": {"Ann": 2}, "all_four": {"iris": "Ann"}}, {"month-cards": 4}),
        ({"chaff": {"Ann": 11}, "captured": {"Ann": IRIS}}, {"chaff": 2, "month-cards": 4}),
        ({"chaff": {"Ann": 2}, "captured": {"Ann": IRIS}}, {"month-cards": 4}),
        ({"all_four": {"iris": "Ann"}}, {"month-cards": 4}),
        ({}, {}),
    ],
)
def test_no_card_follows_from_a_number_so_month_cards_need_the_cards_or_all_four(form, changes, found):
    raw = {"captured": {"Ann": IRIS_POINTS}, "month": 5, "month-cards": True} | changes
    assert find(form, **raw) == found


@pytest.mark.parametrize("form", ["koikoi-compendium", "koikoi-modern"])
def test_the_lightning_must_be_listed_beside_a_number_to_rain_a_viewing_out(form):
    views = {"moon-viewing": 5, "flower-viewing": 5}
    found = find(form, captured={"Ann": VIEWS}, chaff={"Ann": 1}, viewing="rained-out")
    assert found == views
    listed = [*VIEWS, "willow-lightning"]
    assert find(form, captured={"Ann": listed}, chaff={"Ann": 1}, viewing="rained-out") == {}


@every_race
def test_the_rest_is_every_card_that_the_other_side_does_not_have(form):
    entry = parse({"outcome": "exhausted", "captured": {"Ann": ["pine-crane"], "Ben": "rest"}}, form)
    assert [len(pile) for pile in entry.piles] == [1, 47]
    with pytest.raises(CompanionError, match="a list of cards or “rest”, not “rest-of-points”"):
        parse(stopped(captured={"Ann": POETRY, "Ben": "rest-of-points"}), form)


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


@every_race
@pytest.mark.parametrize(
    ("further", "yaku_id", "most"), [(4, "animals", 4), (5, "ribbons", 5), (16, "chaff", 16)]
)
def test_a_ticked_yaku_has_no_more_further_cards_than_the_deck(form, further, yaku_id, most):
    parse(stopped(captured=None, ticked={"Ann": {yaku_id: further}}), form)
    with pytest.raises(CompanionError, match=f"has at most {most} further cards, not {further + 1}"):
        parse(stopped(captured=None, ticked={"Ann": {yaku_id: further + 1}}), form)


def test_a_ticked_yaku_that_is_not_played_does_not_count_and_is_told():
    ticked = {"Ann": {"moonlit-blossoms": 0, "animals": 0}}
    result = play("koikoi-compendium", stopped(captured=None, ticked=ticked))
    assert result["totals"] == {"Ann": 1, "Ben": 0}
    assert result["rounds"][0]["warnings"] == [
        "Moonlit blossoms is not played here, so Ann's does not count."
    ]


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


def test_a_ticked_viewing_alone_is_no_yaku_where_it_counts_beside_another_only():
    raw = stopped(captured=None, ticked={"Ann": {"moon-viewing": 0, "flower-viewing": 0}})
    said = "Ann has Moon viewing, which counts beside another yaku only, and no other yaku."
    with pytest.raises(CompanionError, match=said):
        play("koikoi-modern", raw, viewing="with-another")


@every_race
def test_points_may_be_typed_and_are_multiplied(form):
    raw = stopped(captured=None, points={"Ann": 7}, calls={"Ben": 1})
    result = play(form, raw)
    assert result["totals"] == {"Ann": 14 if form == "koikoi-nintendo" else 28, "Ben": 0}
    ann = result["rounds"][0]["sides"]["Ann"]
    assert (ann["cards"], ann["base"], ann["yaku"]) == (None, 7, [])


def test_the_compendium_compares_ticked_yaku_and_typed_points_too():
    rounds = [
        {"outcome": "exhausted", "ticked": {"Ann": {"animals": 0}, "Ben": {"ribbons": 1}}},
        {"outcome": "exhausted", "points": {"Ann": 3, "Ben": 0}},
        {"outcome": "exhausted", "ticked": {"Ann": {}, "Ben": {}}},
    ]
    result = play("koikoi-compendium", *rounds)
    scores = [[side["score"] for side in each["sides"].values()] for each in result["rounds"]]
    # Ann won the second round, so that she deals the third, of which nobody has a yaku.
    assert scores == [[0, 2], [3, 0], [6, 0]]


# --- What is refused -----------------------------------------------------------------------------

CHAFF = [card.id for card in DECK if card.kind is Kind.CHAFF]
FAULTS = [
    ([], "A round is an object"),
    ({}, "How did the round end? “outcome” is “shobu”, “exhausted” or “dealt”."),
    (stopped(outcome="shobo"), "not “shobo”; the nearest is shobu."),
    (stopped(outcome="exausted", winner=None), "not “exausted”; the nearest is exhausted."),
    (stopped(outcome=3), "“dealt”, not that."),
    (stopped(winner=None), "The round was stopped: by whom?"),
    (stopped(winner="Bem"), "No side “Bem” plays here; the nearest is Ben."),
    (stopped(winner=["Ann"]), "No side “that” plays here"),
    (stopped(winner="Ben"), "Ben stopped: with which cards?"),
    (stopped(captured=None), "Ann stopped: with which cards?"),
    (stopped(outcome="exhausted"), "Somebody won only where somebody stopped."),
    (stopped(outcome="dealt", captured=None, dealt={"Ann": "teshi"}), "Somebody won only where"),
    (stopped(counts={}), "A round has no “counts”"),
    (stopped(gaji={"by": "Ann"}), "A round has no “gaji”"),
    (stopped(call={}), "A round has no “call”; the nearest is calls."),
    (stopped(points={"Ann": 5}), "one of “captured”, “ticked” and “points”, not “captured” and “points”"),
    (stopped(captured={"Ann": ["pine-crain"]}), "the nearest is pine-crane"),
    (stopped(captured={"Ann": POETRY, "Ben": POETRY[:1]}), "pine-ribbon is held by Ann and Ben"),
    (stopped(captured={"Ann": ["pine-ribbon", "pine-ribbon"]}), "Ann has pine-ribbon twice"),
    (stopped(captured={"Anm": POETRY}), "No side “Anm” plays here; the nearest is Ann."),
    (stopped(captured={"Ann": "res"}), "not “res”; the nearest is rest"),
    (stopped(captured={"Ann": "rest", "Ben": "rest"}), "Only one side can have the rest"),
    (stopped(captured=[]), "an object with a value for each side"),
    (stopped(month=0), "A month is a number from 1 to 12, not 0."),
    (stopped(month=13), "A month is a number from 1 to 12, not 13."),
    (stopped(month=-1), "A month is a number from 1 to 12, not -1."),
    (stopped(month=10**5000), "A month is a number from 1 to 12."),
    (stopped(month="May"), "A month is a number from 1 to 12."),
    (stopped(month=True), "A month is a number from 1 to 12."),
    (stopped(month=5.0), "A month is a number from 1 to 12."),
    (stopped(calls={"Ann": -1}), "Ann: the calls cannot be less than 0."),
    (stopped(calls={"Ben": 9}), "Ben: at most 8 calls of koi-koi, not 9."),
    (stopped(calls={"Ann": "1"}), "Ann: the calls must be a whole number."),
    (stopped(calls={"Ann": True}), "Ann: the calls must be a whole number."),
    (stopped(calls={"Ann": None}), "Ann: the calls are not entered."),
    (stopped(calls={"Cem": 1}), "No side “Cem” plays here"),
    (stopped(calls=1), "“calls” is an object with a value for each side."),
    (stopped(chaff={"Ann": 25}), "Ann: at most 24 chaff cards, not 25."),
    (stopped(chaff={"Ann": -1}), "Ann: the chaff cannot be less than 0."),
    (stopped(chaff={"Ann": "many"}), "Ann: the chaff must be a whole number."),
    (stopped(captured={"Ann": [], "Ben": []}, chaff={"Ann": 12, "Ben": 13}), "has 24 chaff cards, not 25."),
    (stopped(captured={"Ann": [], "Ben": CHAFF[:13]}, chaff={"Ann": 12}), "has 24 chaff cards, not 25."),
    (stopped(captured={"Ann": CHAFF[:3]}, chaff={"Ann": 2}), "Ann lists 3 chaff cards, so it cannot have 2."),
    (stopped(chaff={"Ben": 2}), "Ben: chaff is counted, but no card is listed."),
    (stopped(all_four={"iris": "Ann"}), "is not in that pile"),
    (stopped(all_four={"irish": "Ann"}), "the nearest is iris"),
    (stopped(all_four=["iris"]), "“all_four” names a side for a suit."),
    (
        stopped(captured={"Ann": IRIS_POINTS, "Ben": ["iris-chaff-1"]}, all_four={"iris": "Ann"}),
        "Ann cannot have all four of Iris: Ben has iris-chaff-1.",
    ),
    (
        stopped(captured={"Ann": IRIS_POINTS}, chaff={"Ann": 1}, all_four={"iris": "Ann"}),
        "Ann lists 2 chaff cards, so it cannot have 1.",
    ),
    (stopped(rained_out=["flowers"]), "“flower” or “moon”, not “flowers”; the nearest is flower."),
    (stopped(rained_out=[1]), "“flower” or “moon”, not that."),
    (stopped(rained_out="moon"), "“rained_out” is a list of words."),
    (stopped(captured=None, ticked={"Ann": {"ribbon": 0}}), "no yaku “ribbon”; the nearest is ribbons"),
    (stopped(captured=None, ticked={"Ann": ["ribbons"]}), "the number of further cards of each yaku"),
    (stopped(captured=None, ticked={"Ann": {"ribbons": -1}}), "cannot be less than 0"),
    (stopped(captured=None, ticked={"Ann": {"ribbons": 1.5}}), "must be a whole number"),
    (stopped(captured=None, ticked={"Ann": {"five-brights": 1}}), "at most 0 further cards, not 1"),
    (
        stopped(captured=None, ticked={"Ann": {"five-brights": 0, "four-brights": 0}}),
        "Ann: of Five brights and Four brights only the better one counts.",
    ),
    (
        stopped(captured=None, ticked={"Ann": {"moon-viewing": 0}, "Ben": {"flower-viewing": 0}}),
        "Flower viewing of Ben needs chrysanthemum-cup, which Ann has by another yaku",
    ),
    (stopped(captured=None, points={"Ann": 201}), "Ann: at most 200 points, not 201."),
    (stopped(captured=None, points={"Ann": "5"}), "Ann: the points must be a whole number."),
    ({"outcome": "dealt"}, "Who was dealt which hand?"),
    ({"outcome": "dealt", "dealt": {}}, "Who was dealt which hand?"),
    (stopped(dealt={"Ann": "teshi"}), "A dealt hand ends the round: its “outcome” is “dealt”."),
    (
        {"outcome": "dealt", "dealt": {"Ann": "tesh"}},
        "Ann: a dealt hand is “teshi” or “kuttsuki” or “both”, not “tesh”; the nearest is teshi.",
    ),
    ({"outcome": "dealt", "dealt": {"Ann": 6}}, "a dealt hand is “teshi” or “kuttsuki” or “both”, not that."),
    ({"outcome": "dealt", "dealt": "Ann"}, "“dealt” is an object with a value for each side."),
    ({"outcome": "dealt", "dealt": {"Ann": "both"}, "calls": {"Ann": 1}}, "before anybody can call koi-koi"),
    (
        {"outcome": "dealt", "dealt": {"Ann": "both"}, "captured": {"Ann": []}},
        "A dealt hand ends the round before anybody captures a card.",
    ),
    (stopped(dealer="Cem"), "No side “Cem” plays here"),
]


@pytest.mark.parametrize(("raw", "said"), FAULTS)
def test_what_cannot_be_on_a_table_is_refused_by_name(raw, said):
    with pytest.raises(CompanionError) as caught:
        parse(raw)
    assert said in caught.value.message
    # One slip is one sentence.
    assert len(caught.value.faults) == 1
    with pytest.raises(CompanionError):
        play("koikoi-modern", raw)


@pytest.mark.parametrize("form", ["koikoi-nintendo", "koikoi-hu"])
def test_nothing_is_rained_out_where_the_game_does_not_know_it(form):
    with pytest.raises(CompanionError, match="What may be rained out is nothing in this game"):
        parse(stopped(rained_out=["moon"]), form)


def test_a_yaku_that_another_one_replaces_is_not_ticked_beside_it():
    ticked = {"Ann": {"moonlit-blossoms": 0, "moon-viewing": 0}}
    said = "Ann: of Moon viewing and Moonlit blossoms only the better one counts."
    with pytest.raises(CompanionError, match=said):
        parse(stopped(captured=None, ticked=ticked), "koikoi-compendium")


# Nine chaff and the cup are ten chaff, or not.
NINE_AND_CUP = [*CHAFF[:9], "chrysanthemum-cup"]
STOPPERS = [
    (form, {"captured": {"Ann": pile}})
    for form in RACES
    for pile in ([], ["pine-crane"], CHAFF[:9], POETRY[:2], VIEWS[:2])
] + [
    (form, changes)
    for form in RACES
    for changes in (
        {"captured": {"Ann": []}, "chaff": {"Ann": 9}},
        {"captured": None, "points": {"Ann": 0}},
        {"captured": None, "ticked": {"Ann": {}}},
    )
] + [("koikoi-hu", {"captured": {"Ann": NINE_AND_CUP}})]  # fmt: skip


@pytest.mark.parametrize(("form", "changes"), STOPPERS)
def test_a_stopper_without_a_yaku_is_refused(form, changes):
    with pytest.raises(CompanionError) as caught:
        play(form, stopped(month=12, **changes))
    assert caught.value.message == "Ann has no yaku, so Ann cannot have stopped. Is a card missing?"
    assert caught.value.where == ("rounds", 0, "winner")


@every_race
def test_calls_by_somebody_without_a_yaku_are_refused_where_the_cards_are_known(form):
    piles = {"Ann": POETRY, "Ben": ["pine-crane"]}
    with pytest.raises(CompanionError) as caught:
        play(form, stopped(captured=piles, calls={"Ben": 1}))
    assert caught.value.message == "Ben has no yaku, so Ben cannot have called koi-koi."
    assert caught.value.where == ("rounds", 0, "calls", "Ben")
    # Nobody said what Ben captured.
    doubled = 12 if form == "koikoi-hu" else 10
    assert play(form, stopped(calls={"Ben": 1}))["totals"] == {"Ann": doubled, "Ben": 0}


@pytest.mark.parametrize(
    ("pile", "calling"),
    [
        (NINE_AND_CUP, {"koikoi-nintendo", "koikoi-compendium", "koikoi-modern"}),
        (["willow-rain-man", "pine-crane", "susuki-moon"], {"koikoi-hu"}),
        (["cherry-curtain", "chrysanthemum-cup"], set(RACES)),
    ],
)
def test_whether_a_pile_lets_one_call_koi_koi_depends_on_the_form(pile, calling):
    accepted = set()
    for form in RACES:
        raw = {"outcome": "exhausted", "captured": {"Ann": pile, "Ben": []}, "calls": {"Ann": 1}, "month": 12}
        answer = say(form, raw)
        if isinstance(answer, dict):
            accepted.add(form)
        else:
            assert answer == ["Ann has no yaku, so Ann cannot have called koi-koi."]
    assert accepted == calling


CUP_AND_MOON = ["chrysanthemum-cup", "susuki-moon"]


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
    raw = {
        "outcome": "exhausted",
        "captured": {"Ann": pile, "Ben": POETRY},
        "calls": {"Ann": 1},
        "rained_out": rained_out,
        "month": 12,
    }
    round_ = play(form, raw, viewing=viewing)["rounds"][0]
    assert round_["warnings"] == ["Ann called koi-koi and has no yaku now: rain took Moon viewing away."]
    with pytest.raises(CompanionError, match="Ann has no yaku, so Ann cannot have stopped"):
        play(form, raw | {"outcome": "shobu", "winner": "Ann"}, viewing=viewing)


def test_rain_does_not_excuse_a_call_without_the_cards_of_a_viewing():
    pile = ["chrysanthemum-cup", "willow-rain-man"]
    raw = {"outcome": "exhausted", "captured": {"Ann": pile, "Ben": []}, "calls": {"Ann": 1}, "month": 12}
    with pytest.raises(CompanionError, match="Ann has no yaku, so Ann cannot have called koi-koi"):
        play("koikoi-modern", raw, viewing="rained-out")


@every_race
@pytest.mark.parametrize("captured", [None, {}, {"Ann": POETRY}])
def test_both_piles_are_asked_for_when_the_hands_run_out_in_the_compendium_only(form, captured):
    raw = {"outcome": "exhausted"} | ({} if captured is None else {"captured": captured})
    if form != "koikoi-compendium":
        assert play(form, raw)["totals"] == {"Ann": 0, "Ben": 0}
        return
    with pytest.raises(CompanionError) as caught:
        play(form, raw)
    said = "The hands ran out, so the side with more yaku scores: what has Ben?"
    assert said in [fault.message for fault in caught.value.faults]
    assert caught.value.faults[-1].where == ("rounds", 0, "captured", "Ben")
    assert len(caught.value.faults) == (1 if captured else 2)


def test_all_faults_of_a_round_are_told_at_once_with_their_place():
    raw = {
        "outcome": "shobu",
        "winner": "Cem",
        "captured": {"Ann": ["pine-crain"]},
        "month": 13,
        "calls": {"Ben": 9},
    }
    with pytest.raises(CompanionError) as caught:
        parse(raw)
    assert {fault.where for fault in caught.value.faults} == {
        ("winner", "Cem"),
        ("captured", "Ann"),
        ("calls", "Ben"),
        ("month",),
    }


# --- Documents -----------------------------------------------------------------------------------

cards = st.sampled_from([card.id for card in DECK])


@st.composite
def races(draw):
    """A rule set and a round that it can read."""
    form = draw(st.sampled_from(RACES))
    rules = get_rule_set(form)
    outcome = draw(st.sampled_from(["shobu", "exhausted", "dealt"]))
    raw = {"outcome": outcome}
    if outcome == "shobu":
        raw["winner"] = draw(st.sampled_from(SIDES))
    if outcome == "dealt":
        known = [hand.id for hand in rules.race.hands]
        holders = [draw(st.sampled_from(SIDES))] if form == "koikoi-hu" else draw(
            st.lists(st.sampled_from(SIDES), min_size=1, max_size=2, unique=True)
        )  # fmt: skip
        raw["dealt"] = {side: draw(st.sampled_from(known)) for side in holders}
    else:
        named = [raw["winner"]] if outcome == "shobu" and draw(st.booleans()) else SIDES
        way = draw(st.sampled_from(["captured", "ticked", "points"]))
        if way == "points":
            raw["points"] = {side: draw(st.integers(0, 200)) for side in named}
        elif way == "ticked":
            owner = draw(st.sampled_from(named)) if outcome == "exhausted" else raw["winner"]
            yaku = draw(st.sampled_from(rules.yaku))
            raw["ticked"] = {owner: {yaku.id: draw(st.integers(0, yaku.furthest))}}
        else:
            dealt_out = draw(st.lists(cards, unique=True, max_size=48))
            cut = draw(st.integers(0, len(dealt_out))) if len(named) > 1 else len(dealt_out)
            raw["captured"] = dict(zip(named, (dealt_out[:cut], dealt_out[cut:]), strict=False))
            if len(named) > 1 and draw(st.booleans()):
                raw["captured"][named[1]] = "rest"
            elif draw(st.booleans()):
                listed = {card.id for card in DECK if card.kind is Kind.CHAFF} & {*dealt_out}
                held = len(listed & {*raw["captured"][named[0]]})
                raw["chaff"] = {named[0]: draw(st.integers(held, held + 24 - len(listed)))}
        if draw(st.booleans()):
            raw["calls"] = {side: draw(st.integers(0, 8)) for side in SIDES}
        if rules.rained_out and draw(st.booleans()):
            raw["rained_out"] = draw(st.lists(st.sampled_from(["flower", "moon"]), unique=True))
    if draw(st.booleans()):
        raw["month"] = draw(st.integers(1, 12))
    if draw(st.booleans()):
        raw["dealer"] = draw(st.sampled_from(SIDES))
    return form, raw


@given(races())
def test_what_is_printed_of_a_race_reads_back_as_the_same_race(race):
    form, raw = race
    entry = parse(raw, form)
    assert isinstance(entry, RaceEntry)
    printed = entry.document()
    assert parse(printed, form) == entry
    # Nothing that was said is lost: what is left out of the print is an empty answer.
    for key in raw:
        assert key in printed or not any(raw[key].values() if isinstance(raw[key], dict) else raw[key])


@given(races())
def test_the_order_in_which_cards_and_sides_are_listed_never_matters(race):
    form, raw = race
    turned = {
        key: {
            side: list(reversed(row)) if isinstance(row, list) else row
            for side, row in reversed(value.items())
        }
        if isinstance(value, dict)
        else value
        for key, value in reversed(raw.items())
    }
    assert parse(turned, form) == parse(raw, form)


def test_every_example_of_this_page_reads_back_as_it_was_printed():
    examples = [
        *OUTCOMES,
        stopped(captured={"Ann": IRIS_POINTS}, all_four={"iris": "Ann"}, chaff={"Ann": 11}),
        stopped(captured={"Ann": [], "Ben": "rest"}, calls={"Ann": 1, "Ben": 2}, month=12, dealer="Ben"),
        stopped(captured=None, ticked={"Ann": {"ribbons": 2, "chaff": 0}, "Ben": {}}),
        {"outcome": "exhausted", "captured": {"Ann": [], "Ben": []}, "rained_out": ["flower", "moon"]},
        {"outcome": "dealt", "dealt": {"Ann": "teshi", "Ben": "both"}},
    ]
    for raw in examples:
        entry = parse(raw)
        assert parse(entry.document()) == entry
        said = raw | {"calls": {"Ann": 0, "Ben": 0} | raw["calls"]} if "calls" in raw else raw
        assert entry.document() == said


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


@given(races())
def test_a_race_scores_for_one_side_at_most_and_never_below_nothing(race):
    form, raw = race
    scored = score(raw, rule_set=form)
    scores = [side.score for side in scored.sides]
    assert min(scores) == 0
    for number, side in enumerate(scored.sides):
        figures = scored.get_figures(number)
        sums = (0, figures["base"] * figures["multiplier"]) if not side.extras else (6,)
        assert side.score in sums


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


def test_a_month_is_said_with_its_flower():
    rules = get_rule_set("koikoi-modern")
    said = [say_month(rules, month) for month in range(1, 13)]
    assert [word.partition(",")[0] for word in said[:2] + said[-1:]] == ["January", "February", "December"]
    assert said[10].startswith("November, willow")
    assert said[11].startswith("December, paulownia")


def test_a_month_says_the_number_that_its_cards_bear_in_another_deck():
    rules = get_rule_set("koikoi-modern")
    assert say_month(rules, 11, "korean") == "November, willow (12 on your cards)"
    assert say_month(rules, 12, "korean") == "December, paulownia (11 on your cards)"
    assert [say_month(rules, month, "korean") for month in range(1, 11)] == [
        say_month(rules, month) for month in range(1, 11)
    ]
    assert say_month(rules, 11, "japanese") == say_month(rules, 11) == "November, willow"
