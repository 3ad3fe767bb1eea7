"""A table's own rules: what they change in a score, what is refused, and that frozen rules keep them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.rules import RULE_SET_IDS, get_rule_set, parse_rule_set, score_document
from companion.rules.records.files import get_own_rule_set
from companion.rules.records.own_rules import freeze_own_rules

BIRDS = ["plum-warbler", "wisteria-cuckoo", "susuki-geese", "pine-crane", "willow-swallow"]
RAIN = {"unless": ["willow-rain-man"]}
OWN = {
    "name": "Ann's table",
    "yaku": {
        "birds": {
            "name": "Birds by the bridge",
            "points": 1,
            "all_of": ["iris-bridge"],
            "at_least": {"n": 3, "of": BIRDS},
            "extra": {"points": 1, "of": BIRDS},
        },
        "moon-viewing": RAIN,
        "flower-viewing": RAIN,
    },
}
VIEWING = ["susuki-moon", "chrysanthemum-cup", "cherry-curtain"]


def score_race(rules, captured):
    """The yaku of a Koi-Koi round that Ann won, with the points of each."""
    document = {"game": "koikoi-modern", "sides": ["Ann", "Ben"], "rules": rules} | {
        "rounds": [{"outcome": "shobu", "winner": "Ann", "captured": {"Ann": captured}, "month": 2}]
    }
    result = score_document(document)
    return {row["id"]: row["points"] for row in result["rounds"][0]["sides"]["Ann"]["yaku"]}


@pytest.mark.parametrize(
    ("captured", "yaku"),
    [
        (["iris-bridge", *BIRDS[:3]], {"birds": 1}),
        (["iris-bridge", *BIRDS[:4]], {"birds": 2}),
        (VIEWING, {"moon-viewing": 5, "flower-viewing": 5}),
        (["iris-bridge", *BIRDS[:3], *VIEWING, "willow-rain-man"], {"birds": 1, "animals": 1}),
    ],
)
def test_a_yaku_of_the_table_counts_by_its_cards_and_a_viewing_is_spoilt_by_rain(captured, yaku):
    assert score_race(OWN, captured) == yaku


def test_without_own_rules_nothing_of_them_counts():
    captured = ["iris-bridge", *BIRDS[:3], *VIEWING, "willow-rain-man"]
    assert score_race(None, captured) == {"animals": 1, "moon-viewing": 5, "flower-viewing": 5}


def score_kwado(rules):
    """The document that Ann's 47 cards and Ben's phoenix give by method A."""
    rounds = [{"captured": {"Ann": "rest", "Ben": ["paulownia-phoenix"]}}]
    return score_document({"game": "kwado-1985", "sides": ["Ann", "Ben"], "rules": rules, "rounds": rounds})


def test_points_of_yaku_and_cards_and_the_target_are_the_tables():
    rules = {"values": {"brights": 30}, "yaku": {"dragon": {"points": 40}}, "target": 30}
    result = score_kwado(rules)
    ben = result["rounds"][0]["sides"]["Ben"]
    # 240 points and 10 more for each of five brights.
    assert (ben["card_points"], ben["floor"], ben["bonus"], ben["score"]) == (30, 145, 40, 40)
    assert result["rules"] == "Kwa-Dō, our rules"
    assert result["finished"]


def score_deer_and_cuckoo(way, table):
    """A round of Roppyakken in which Ann has the deer and Ben the cuckoo, worth 50 to the table."""
    rules = {"values": {"maple-deer": 50, "wisteria-cuckoo": 50}}
    document = {"game": "roppyakken", "rules": rules, "sides": ["Ann", "Ben"], "rounds": [{way: table}]}
    return {
        name: side["card_points"] for name, side in score_document(document)["rounds"][0]["sides"].items()
    }


def test_one_card_has_a_worth_of_its_own_by_cards_and_by_counts():
    captured = {"Ann": ["maple-deer", "iris-bridge"], "Ben": ["wisteria-cuckoo"]}
    assert score_deer_and_cuckoo("captured", captured) == {"Ann": 60, "Ben": 50}
    zeros = {"fifties": 0, "tens": 0, "maple-deer": 0, "wisteria-cuckoo": 0, "yaku": []}
    counts = {"Ann": {**zeros, "tens": 1, "maple-deer": 1}, "Ben": {**zeros, "wisteria-cuckoo": 1}}
    assert score_deer_and_cuckoo("counts", counts) == {"Ann": 60, "Ben": 50}


@pytest.mark.parametrize(
    ("game", "values", "words"),
    [
        ("koikoi-modern", {"maple-deer": 5}, "has no kind of cards “maple-deer”"),
        ("mushi", {"clover-boar": 5}, "has no kind of cards “clover-boar”"),
        ("kwado-1985", dict.fromkeys(BIRDS[:4], 5), "At most 3 cards"),
    ],
)
def test_a_card_without_points_and_a_fourth_card_are_refused(game, values, words):
    with pytest.raises(CompanionError, match=words):
        get_own_rule_set(game, {"values": values})


def test_a_yaku_that_is_off_or_has_another_name_is_so_in_every_preset():
    off = score_kwado({"yaku": {"dragon": {"off": True}}})["rounds"][0]["sides"]
    assert off["Ben"]["yaku"] == []
    named = score_kwado({"yaku": {"dragon": {"name": "Big dragon"}}})["rounds"][0]["sides"]
    assert [row["name"] for row in named["Ben"]["yaku"]] == ["Big dragon"]


def test_a_length_of_the_table_is_what_a_game_has_where_nothing_is_said():
    won = {"outcome": "shobu", "winner": "Ann", "captured": {"Ann": VIEWING}}
    document = {
        "game": "koikoi-modern",
        "sides": ["Ann", "Ben"],
        "rules": {"rounds": 2},
        "rounds": [won, won],
    }
    assert score_document(document)["finished"]
    assert not score_document(document | {"rules": {"rounds": 3}})["finished"]


def test_a_yaku_inside_another_is_named_unless_the_table_said_which_counts():
    crane = {"name": "Crane", "points": 2, "all_of": ["pine-crane"]}
    said = score_kwado({"yaku": {"crane": crane}})["overlaps"]
    assert said == [
        f"Whoever has {more} has Crane as well: both count." for more in ("Five brights", "Sakura 1")
    ]
    sure = {"name": "Six birds", "points": 2, "at_least": {"n": 5, "of": [*BIRDS, "iris-bridge"]}}
    less = {"name": "Four birds", "points": 1, "at_least": {"n": 4, "of": [*BIRDS, "iris-bridge"]}}
    both = {"six": sure, "four": less}
    assert score_kwado({"yaku": both})["overlaps"] == [
        "Whoever has Six birds has Four birds as well: both count."
    ]
    assert score_kwado({"yaku": both | {"six": sure | {"replaces": ["four"]}}})["overlaps"] == []


def test_kept_rules_may_have_two_yaku_of_one_name_and_each_overlap_is_said_once():
    crane = {"name": "Crane", "points": 2, "all_of": ["pine-crane"]}
    kept = freeze_own_rules(get_rule_set("kwado-1985").text, {"yaku": {"crane": crane, "other": crane}})
    assert [one.name for one in parse_rule_set(kept).yaku].count("Crane") == 2
    two = {"a": crane | {"name": "Crane (a)"}, "b": crane | {"name": "Crane (b)"}}
    said = score_kwado({"yaku": two})["overlaps"]
    assert len(said) == len(set(said))


# Keys that own rules have, and values that they do not.
WORDS = st.sampled_from(
    [
        *("name", "yaku", "values", "target", "rounds", "dragon", "a", "brights", "points", "off", "all_of"),
        *("at_least", "extra", "unless", "replaces", "n", "of", "pine-crane", "four-iris"),
    ]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=6),
    max_leaves=25,
)


@example(own=None, row={"replaces": 5}, game="kwado-1985")
@example(own=None, row={"replaces": [["a"]]}, game="kwado-1985")
@given(own=ANYTHING, row=st.dictionaries(WORDS, ANYTHING, max_size=6), game=st.sampled_from(RULE_SET_IDS))
def test_whatever_is_sent_gives_rules_or_sentences(own, row, game):
    for each in (own, {"yaku": {"dragon": row, "a": {**row, "name": "A", "points": 1}}}):
        refused: tuple[CompanionError, ...] = ()
        try:
            assert get_own_rule_set(game, each).own in (None, each)
        except CompanionError as error:
            refused = error.faults
        assert all(fault.where[:1] == ("rules",) for fault in refused)


def test_a_game_without_cards_has_rules_of_its_own():
    assert get_own_rule_set("by-points", {"name": "Rummy", "rounds": 5}).name == "Any game, Rummy"


def test_frozen_rules_carry_what_the_table_plays():
    own = get_own_rule_set("koikoi-modern", OWN)
    again = parse_rule_set(own.text)
    assert again.own == OWN
    assert again.get_yaku("birds").extra.points == 1
    assert again.name == "Koi-Koi, Ann's table"


@pytest.mark.parametrize("json", ["[", "5", "“", "[" * 9_999])
def test_frozen_rules_that_cannot_be_read_are_refused(json):
    text = get_own_rule_set("koikoi-modern", None).text
    with pytest.raises(CompanionError, match=r"Own rules|“rules” must be an object"):
        parse_rule_set(f"{text}\n[own]\njson = '''{json}'''\n")
