"""A key that holds null says nothing: it is never taken for an empty pile, for zero or for no answer."""

import pytest

from companion.rules import parse_entry
from companion.rules.rule_set_files import get_rule_set


@pytest.mark.parametrize("key", ["gaji", "declared", "dealer", "all_four"])
def test_null_in_place_of_what_need_not_be_said_is_as_if_left_out(key):
    rules, raw = get_rule_set("kwado-1985"), {"captured": {"Ann": ["pine-crane"], "Ben": []}}
    assert parse_entry(raw | {key: None}, rules, ("Ann", "Ben")) == parse_entry(raw, rules, ("Ann", "Ben"))
