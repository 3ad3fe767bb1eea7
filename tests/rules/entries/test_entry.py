"""What may be entered for a round: every impossible or unreadable state is refused by name."""

import pytest

from companion.errors import CompanionError
from companion.rules import get_rule_set, parse_entry
from companion.rules.records.files import get_own_rule_set
from tests.rules.scoring.cases import CHAFF_APART
from tests.rules.tables import by_counts, by_points

RULES = get_rule_set("kwado-1985")


def parse(raw, sides=("Ann", "Ben")):
    return parse_entry(raw, RULES, sides)


@pytest.mark.parametrize(
    "raw",
    [
        {"captured": {"Ann": [], "Ben": "rest"}},
        {
            "captured": {"Ann": ["maple-deer", "maple-ribbon"], "Ben": "rest-of-points"},
            "all_four": {"maple": "Ann"},
        },
        {"captured": {"Ann": ["willow-lightning"], "Ben": []}, "gaji": {"by": "Ann", "took": "maple-deer"}},
        {"captured": {"Ann": [], "Ben": []}, "declared": {"Ann": ["sakura-1"]}},
        {"captured": {"Ann": [], "Ben": []}, "declared": {}},
        by_counts((3, 5, 4), (2, 4, 6), Ann=["dragon"]),
        by_points(125, 115, Ben=["four-iris"]),
    ],
)
def test_what_is_printed_of_an_entry_reads_back_as_the_same_entry(raw):
    entry = parse(raw)
    assert entry.document() == raw
    assert parse(entry.document()) == entry


def test_a_number_of_chaff_is_printed_and_read_back():
    rules = get_rule_set("hana-awase")
    entry = parse_entry(CHAFF_APART | {"all_four": {"wisteria": "Ann"}}, rules, ("Ann", "Ben"))
    assert parse_entry(entry.document(), rules, ("Ann", "Ben")) == entry


@pytest.mark.parametrize("key", ["gaji", "declared", "dealer", "all_four"])
def test_null_in_place_of_what_need_not_be_said_is_as_if_left_out(key):
    raw = {"captured": {"Ann": ["pine-crane"], "Ben": []}}
    assert parse(raw | {key: None}) == parse(raw)


def test_names_in_a_round_are_those_of_the_sides_however_they_are_composed():
    entry = parse({"captured": {"Jose\u0301": [], "Ben": "rest"}}, ("Jos\u00e9", "Ben"))
    assert entry.sides == ("Jos\u00e9", "Ben")


def test_a_side_with_the_rest_may_have_all_four():
    entry = parse({"captured": {"Ann": [], "Ben": "rest-of-points"}, "all_four": {"iris": "Ben"}})
    assert {"iris-chaff-1", "iris-chaff-2"} <= set(entry.piles[1].ids)


def test_card_points_come_in_steps_that_all_values_of_the_table_share():
    rules = get_own_rule_set("kwado-1985", {"values": {"ribbons": 6}})
    assert (rules.counting.point_step, get_rule_set("by-points").counting.point_step) == (2, 1)
    parse_entry(by_points(16, 100), rules, ("Ann", "Ben"))
    with pytest.raises(CompanionError, match="steps of 2, so not 15"):
        parse_entry(by_points(15, 100), rules, ("Ann", "Ben"))
