"""A key that holds null says nothing: it is never taken for an empty pile, for zero or for no answer."""

import pytest

from companion.errors import CompanionError
from companion.rules import parse_entry
from companion.rules.rule_set_files import get_rule_set

STOPPED = {"outcome": "shobu", "winner": "Ann"}


@pytest.mark.parametrize(
    ("game", "raw", "path"),
    [
        ("kwado-1985", {"captured": None}, ("captured",)),
        ("kwado-1985", {"counts": None}, ("counts",)),
        ("kwado-1985", {"points": None}, ("points",)),
        ("kwado-1985", {"captured": {"Ann": None, "Ben": []}}, ("captured", "Ann")),
        ("by-points", {"points": None}, ("points",)),
        ("koikoi-modern", {**STOPPED, "captured": {"Ann": None}}, ("captured", "Ann")),
        *(
            ("koikoi-modern", {"outcome": "exhausted", key: None}, (key,))
            for key in ("captured", "ticked", "points", "chaff", "calls", "rained_out")
        ),
        ("koikoi-modern", {"outcome": "dealt", "dealt": None}, ("dealt",)),
    ],
)
def test_null_in_place_of_what_sides_have_is_refused_at_its_path(game, raw, path):
    with pytest.raises(CompanionError) as refused:
        parse_entry(raw, get_rule_set(game), ("Ann", "Ben"))
    assert path in {fault.where for fault in refused.value.faults}


@pytest.mark.parametrize("key", ["gaji", "declared", "dealer", "all_four"])
def test_null_in_place_of_what_need_not_be_said_is_as_if_left_out(key):
    rules, raw = get_rule_set("kwado-1985"), {"captured": {"Ann": ["pine-crane"], "Ben": []}}
    assert parse_entry(raw | {key: None}, rules, ("Ann", "Ben")) == parse_entry(raw, rules, ("Ann", "Ben"))
