"""The document, in and out: scoring-io, and the whole games of tests/golden."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.rules import RULE_SET_IDS, read_json, score_document
from tests.rules.tables import FORMS

GOLDEN = Path(__file__).parents[2] / "golden"
NAMES = sorted(path.name.removesuffix(".in.json") for path in GOLDEN.glob("*.in.json"))


def test_every_rule_set_has_a_whole_game():
    games = {read_json((GOLDEN / f"{name}.in.json").read_bytes())["game"] for name in NAMES}
    assert set(RULE_SET_IDS) - games == set(), "Work out a game by hand: tests/golden/README.md."


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_gives_the_expected_figures(name):
    result = score_document(read_json((GOLDEN / f"{name}.in.json").read_bytes()))
    expected = json.loads((GOLDEN / f"{name}.expected.json").read_text("utf-8"))
    assert result["totals"] == expected["totals"]
    assert result["winners"] == expected["winners"]
    assert len(result["rounds"]) == len(expected["rounds"])
    for got, wanted in zip(result["rounds"], expected["rounds"], strict=True):
        for side, figures in wanted.items():
            row = got["sides"][side]
            assert sorted(yaku["id"] for yaku in row["yaku"]) == sorted(figures.pop("yaku"))
            assert {key: row[key] for key in figures} == figures


def document(**changes):
    return {
        "game": "kwado-1985",
        "sides": ["Ann", "Ben"],
        "rounds": [{"captured": {"Ann": [], "Ben": "rest"}}],
    } | changes


def test_the_result_has_the_shape_of_scoring_io():
    raw = document(
        options={"method": "A", "yaku": "all"},
        rounds=[
            {
                "points": {
                    "Ann": {"card_points": 125, "yaku": ["dragon"]},
                    "Ben": {"card_points": 115, "yaku": []},
                }
            }
        ],
    )
    assert score_document(raw) == {
        "game": "kwado-1985",
        "rounds": [
            {
                "sides": {
                    "Ann": {
                        "cards": None, "card_points": 125, "floor": 120, "net": 5,
                        "yaku": [{"id": "dragon", "name": "Dragon bonus", "points": 25,
                                  "cards": ["paulownia-phoenix"]}],
                        "bonus": 25, "gaji": [], "score": 30, "total": 30,
                    },
                    "Ben": {
                        "cards": None, "card_points": 115, "floor": 120, "net": 0,
                        "yaku": [], "bonus": 0, "gaji": [], "score": 0, "total": 0,
                    },
                },
                "uncaptured": [],
                "warnings": [],
            }
        ],
        "totals": {"Ann": 30, "Ben": 0},
        "finished": False,
        "winners": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "nothing"),
    [("min-hwatu", ("paid",)), ("hana-awase", ("par", "paid")), ("hana-awase-japanese", ("par", "paid"))],
)
def test_where_nobody_pays_a_result_says_0(game, nothing):
    raw = {"game": game, "sides": ["Ann", "Ben"], "options": {"settlement": "additive"}}
    ann = score_document(raw | {"rounds": [{"captured": {"Ann": "rest", "Ben": []}}]})["rounds"][0]["sides"][
        "Ann"
    ]
    assert [ann.get(key) for key in nothing] == [0] * len(nothing)


def test_the_example_document_of_scoring_io_is_scored():
    raw = {
        "game": "kwado-1985",
        "options": {
            "method": "A", "target": 200, "yaku": "all", "bonus": "after-floor", "declare": True,
            "gaji": "kwado", "tie": "share",
        },
        "sides": ["Ann", "Ben"],
        "rounds": [
            {
                "captured": {"Ann": ["pine-crane", "pine-ribbon"], "Ben": "rest"},
                "gaji": {"by": "Ann", "took": "maple-deer"},
                "declared": {"Ann": ["sakura-1"]},
            }
        ],
    }  # fmt: skip
    result = score_document(raw)
    sides = result["rounds"][0]["sides"]
    assert (sides["Ann"]["cards"], sides["Ann"]["card_points"]) == (2, 25)
    assert (sides["Ben"]["cards"], sides["Ben"]["card_points"]) == (46, 215)
    assert "maple-deer" in " ".join(result["rounds"][0]["warnings"])


def test_a_round_of_sakura_carries_what_was_paid_and_victories_where_they_count():
    rows = {"Ann": {"twenties": 0, "tens": 1, "fives": 0}, "Ben": {"twenties": 0, "tens": 9, "fives": 0}}
    raw = document(game="sakura", rounds=[{"counts": rows | {"Ben": rows["Ben"] | {"yaku": ["sakura-8"]}}}])
    plain, counted = (
        score_document(raw | {"options": options})["rounds"][0]["sides"]["Ann"]
        for options in ({}, {"count": "victories"})
    )
    keys = {"card_points": 10, "yaku": [], "paid": 50, "gaji": [], "score": -40, "total": -40}
    assert plain == {"cards": None} | keys
    assert counted.keys() == plain.keys() | {"victories"}


def test_a_struck_out_yaku_is_listed_as_undeclared():
    raw = document(rounds=[{"captured": {"Ann": [], "Ben": "rest"}, "declared": {"Ben": ["sakura-1"]}}])
    side = score_document(raw)["rounds"][0]["sides"]["Ben"]
    assert side["undeclared"] == [f"sakura-{number}" for number in range(2, 9)]


def test_a_game_without_rounds_is_a_game():
    assert score_document(document(rounds=[]))["totals"] == {"Ann": 0, "Ben": 0}


HALVES = ('"?"', '"A?n"', '{"?": 1}', '{"a": "?"}', '{"a": [{"b": ["?"]}]}', '{"a": {"A?": {}}}')
TOO_LARGE = ("9007199254740993", "-9007199254740993", "1180591620717411303424", "1e16", "1e999", "-1e999")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ('{"a": 1, "a": 2}', "comes twice"),
        ('{"a": NaN}', "NaN is no number of JSON"),
        ("[" * 100_000, "not JSON that can be read"),
        ('{"a": ' + "9" * 5000 + "}", "not JSON that can be read"),
        (b"\xff\xfe\x00", "not JSON that can be read"),
        *((text.replace("?", "\\ud800"), "half a letter") for text in HALVES),
        *((text.replace("?", "\ud800"), "half a letter") for text in HALVES),
        *((f'{{"a": [{number}]}}', f"{number[:20]} is too large") for number in TOO_LARGE),
    ],
)
def test_a_text_that_is_no_json_is_refused_with_a_sentence(text, said):
    with pytest.raises(CompanionError, match=said):
        read_json(text)


KEYS = (  # noqa: SIM905
    "game sides rounds options captured counts points gaji by took declared yaku Ann Ben brights card_points "
    "all_four maple chaff animals iris"
).split()
WORDS = [
    *("Ann", "Ben", "rest", "pine-crane", "dragon", "kwado-1985", "sakura"),
    *("shobu", "dealt", "teshi", "flower", "chaff", "iris"),
]
leaves = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(WORDS)
)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)
ROUND_KEYS = ("captured", "counts", "points", "gaji", "declared", "all_four")
rounds = st.fixed_dictionaries({}, optional=dict.fromkeys(ROUND_KEYS, values))


def answer(raw):
    """The result of a document, or the sentences that refuse it."""
    try:
        return score_document(raw)
    except CompanionError as error:
        return [fault.message for fault in error.faults]


def is_answered(raw):
    """Whether a document gets a result, or sentences."""
    said = answer(raw)
    return bool(said) and all(each.endswith((".", "?")) for each in said if isinstance(said, list))


@given(values)
def test_every_document_gets_a_result_or_a_sentence(raw):
    assert is_answered(raw)


@given(st.lists(rounds, max_size=2), st.dictionaries(st.sampled_from(["gaji", "yaku", "target"]), values))
def test_no_round_is_answered_with_anything_but_a_result_or_a_sentence(played, options):
    assert is_answered(document(rounds=played, options=options))


RACE_KEYS = (
    "captured", "ticked", "points", "winner", "calls", "chaff", "all_four", "rained_out", "dealt", "month",
)  # fmt: skip
races = st.fixed_dictionaries(
    {"outcome": st.sampled_from(["shobu", "exhausted", "dealt"]) | values},
    optional=dict.fromkeys(RACE_KEYS, values),
)


@given(st.sampled_from(FORMS), races)
def test_no_race_is_answered_with_anything_but_a_result_or_a_sentence(form, raw):
    assert is_answered(document(game=form, rounds=[raw]))
