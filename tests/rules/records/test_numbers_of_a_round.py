"""A number of a round is a record of the rule set: read, bounded, written, scored, asked for, shown live."""

from typing import Any

import pytest

from companion.errors import CompanionError
from companion.rules.documents.for_phone import phone_document
from companion.rules.entries.entry import parse_entry
from companion.rules.figures.settlement import Settlement, name_given
from companion.rules.form.fields import write_fields
from companion.rules.form.score import score_written
from companion.rules.form.written import WrittenRound
from companion.rules.records.files import RULE_SET_IDS, get_rule_set, load_text, parse_rule_set
from companion.rules.records.options import parse_options
from companion.rules.scoring.breakdown import RoundBreakdown
from companion.rules.scoring.check import check_entry
from companion.rules.scoring.round import score_round
from tests.rules.form.written_rounds import list_open
from tests.rules.records.numbered import ASKS, GAMES, NUMBER, make_rule_set

SIDES = ("Ann", "Ben")
ROUNDS: dict[str, dict[str, Any]] = {
    "koikoi-modern": {"outcome": "shobu", "winner": "Ann", "points": {"Ann": 5}},
    "kwado-1985": {"points": {"Ann": {"card_points": 130}, "Ben": {"card_points": 110}}},
}
SCORES = {"koikoi-modern": [5, 0], "kwado-1985": [10, 0]}
FIELDS = {
    "koikoi-modern": {"winner": ["0"], "way": ["points"], "points/0": ["5"]},
    "kwado-1985": {"way": ["points"], "points/0": ["130"], "points/1": ["110"]},
}


def score(game: str, told: Any, asks: str = "") -> RoundBreakdown:
    rule_set = make_rule_set(game, asks)
    options = parse_options(rule_set, {})
    entry = parse_entry(ROUNDS[game] | told, rule_set, SIDES)
    scored = score_round(rule_set, options, entry)
    check_entry(entry, scored)
    return scored


def list_refused(game: str, told: Any, asks: str = "") -> list[tuple[tuple[str | int, ...], str]]:
    with pytest.raises(CompanionError) as refused:
        score(game, told, asks)
    return [(each.where, each.message) for each in refused.value.faults]


def list_names(settlement: Settlement) -> set[str]:
    over_sides = {name for formula in settlement.formulas.values() for _, name in formula.over_sides}
    asked = {name for formula in settlement.formulas.values() for name in formula.names}
    return {figure.id for figure in settlement.figures} | over_sides | asked


@pytest.mark.parametrize("game", RULE_SET_IDS)
def test_every_method_of_a_game_knows_its_numbers(game: str) -> None:
    rule_set = get_rule_set(game)
    unknown = [
        (method.settlement.id, number.id)
        for method in rule_set.methods
        for number in rule_set.numbers
        if not number.is_chaff and name_given(number.id) not in list_names(method.settlement)
    ]
    assert unknown == [], (
        "Give the settlement this figure, or leave the number out of the form (`leave_out`)."
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_number_of_a_side_is_written_as_it_was_read(game: str) -> None:
    rule_set = make_rule_set(game)
    for told in ({"tokens": {"Ben": 2}}, {"tokens": {"Ann": 1, "Ben": 0}}, {}):
        entry = parse_entry(ROUNDS[game] | told, rule_set, SIDES)
        assert entry.document().get("tokens") == told.get("tokens")
        assert parse_entry(entry.document(), rule_set, SIDES) == entry
        assert entry.rename(("Cem", "Dan"), {}).document().get("tokens", {}).keys() == {
            {"Ann": "Cem", "Ben": "Dan"}[side] for side in told.get("tokens", {})
        }
    nothing = parse_entry(ROUNDS[game] | {"tokens": {"Ann": 0}}, rule_set, SIDES)
    assert "tokens" not in nothing.document()


@pytest.mark.parametrize("game", GAMES)
def test_a_number_of_a_side_is_within_its_bounds(game: str) -> None:
    span = "is a whole number from 0 to 3, not"
    assert list_refused(game, {"tokens": {"Ann": 4, "Ben": -1}}) == [
        (("tokens", "Ann"), f"Ann: “tokens” {span} 4."),
        (("tokens", "Ben"), f"Ben: “tokens” {span} -1."),
    ]
    assert list_refused(game, {"tokens": 2})[0][0] == ("tokens",)
    assert list_refused(game, {"tokens": {"Cem": 1}})[0][0] == ("tokens", "Cem")


@pytest.mark.parametrize("game", GAMES)
def test_a_figure_is_given_the_number_of_each_side_and_0_for_what_nobody_said(game: str) -> None:
    first, second = SCORES[game]
    assert [side.score for side in score(game, {}).sides] == [first, second]
    assert [side.score for side in score(game, {"tokens": {"Ben": 2}}).sides] == [first, second + 20]


@pytest.mark.parametrize("game", GAMES)
def test_a_number_that_asks_is_told_by_every_side(game: str) -> None:
    asked = "How many tokens? Enter 0 for none."
    assert list_refused(game, {}, ASKS) == [
        (("tokens", "Ann"), f"Ann: {asked}"),
        (("tokens", "Ben"), f"Ben: {asked}"),
    ]
    assert list_refused(game, {"tokens": {"Ann": 0}}, ASKS) == [(("tokens", "Ben"), f"Ben: {asked}")]
    none = {"tokens": {"Ann": 0, "Ben": 0}}
    assert [side.score for side in score(game, none, ASKS).sides] == SCORES[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_form_asks_for_a_number_and_writes_it(game: str) -> None:
    rule_set = make_rule_set(game, ASKS)
    options = parse_options(rule_set, {})
    open_round = WrittenRound(rule_set, options, SIDES, FIELDS[game] | {"tokens/1": ["2"]})
    paths = {question.path for question in list_open(open_round)}
    assert {"tokens/0", "tokens/1"} & paths == {"tokens/0"}
    whole = WrittenRound(rule_set, options, SIDES, FIELDS[game] | {"tokens/0": ["0"], "tokens/1": ["2"]})
    entry, scored = score_written(whole)
    assert entry.document()["tokens"] == {"Ann": 0, "Ben": 2}
    assert scored.sides[1].score == SCORES[game][1] + 20
    fields = write_fields(entry, scored)
    assert (fields["tokens/0"], fields["tokens/1"]) == (["0"], ["2"])
    with pytest.raises(CompanionError) as refused:
        score_written(WrittenRound(rule_set, options, SIDES, FIELDS[game] | {"tokens/1": ["9"]}))
    assert ("tokens", "1") in [fault.where for fault in refused.value.faults]


@pytest.mark.parametrize("game", GAMES)
def test_the_phone_has_the_number(game: str) -> None:
    rule_set = make_rule_set(game, ASKS)
    live = phone_document(rule_set, parse_options(rule_set, {}))
    ids = dict.fromkeys(("id", "key", "given"), "tokens")
    assert ids | {"asks": "How many tokens?", "per_side": True} in live["numbers"]


@pytest.mark.parametrize(
    "when", ["{ field-bright = true }", '{ field-brights = "on" }', '{ cup = "both", tie = "coin" }']
)
def test_a_number_by_an_option_or_a_value_that_is_not_there_is_refused(when: str) -> None:
    with pytest.raises(CompanionError) as refused:
        parse_rule_set(load_text("koikoi-modern") + NUMBER + f"when = {when}\n")
    assert any("the number “tokens” is asked for by" in fault.message for fault in refused.value.faults)


@pytest.mark.parametrize("key", ["calls", "dealer", "all_four", "points"])
def test_a_number_with_the_name_of_another_key_of_a_round_is_refused(key: str) -> None:
    with pytest.raises(CompanionError) as refused:
        parse_rule_set(load_text("koikoi-modern") + NUMBER.replace("tokens", key, 1))
    assert ("number", key) in [fault.where for fault in refused.value.faults]


@pytest.mark.parametrize(("agreed", "is_asked"), [("any", True), ("two", True), ("none", False)])
def test_jokers_are_asked_for_only_where_the_deck_has_some(agreed: str, is_asked: bool) -> None:
    rules = get_rule_set("go-stop")
    numbers = rules.list_numbers(parse_options(rules, {"jokers": agreed}).choices)
    assert ("jokers" in [each.id for each in numbers]) == is_asked


@pytest.mark.parametrize(("agreed", "is_asked"), [("non-dealers", True), ("losers", True), ("none", False)])
def test_what_was_sold_is_asked_for_only_where_brights_are_sold(agreed: str, is_asked: bool) -> None:
    rules = get_rule_set("go-stop")
    numbers = rules.list_numbers(parse_options(rules, {"selling": agreed}).choices)
    assert [each.key for each in numbers if each.is_sitting_out] == ["sold", "sold_with"] * is_asked
