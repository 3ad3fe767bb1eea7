"""Options: defaults, what may be chosen, and what is refused."""

import itertools

import pytest

from companion.errors import CompanionError
from companion.rules import RULE_SET_IDS, get_rule_set, parse_options
from tests.rules.tables import list_unrefused

NEW = get_rule_set("kwado-1985")
OLD = get_rule_set("kwado-1982")


def test_without_a_word_a_game_is_method_a_to_200_with_every_bonus():
    assert parse_options(NEW, {}).document() == {
        "method": "A",
        "target": 200,
        "yaku": "all",
        "bonus": "after-floor",
        "declare": True,
        "gaji": "off",
        "tie": "share",
        "dealer": "most-points",
    }
    assert "declare" not in parse_options(OLD, {}).document()


def test_method_b_has_no_target_but_the_agreed_one():
    assert parse_options(NEW, {"method": "B"}).target is None
    assert parse_options(NEW, {"method": "B", "target": 500}).target == 500


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_every_choice_of_options_reads_back_as_it_was_printed(rule_set_id):
    rules = get_rule_set(rule_set_id)
    ids = [option.id for option in rules.options]
    # Where there are no presets, the options say which yaku are played.
    presets = [{"yaku": preset.id} for preset in rules.presets] or [{}]
    for method, preset, *values in itertools.product(
        [method.id for method in rules.methods],
        presets,
        *([value for value, _ in option.values] for option in rules.options),
    ):
        raw = {"method": method, **preset, **dict(zip(ids, values, strict=True))}
        options = parse_options(rules, raw)
        assert (options.preset is None) == (not rules.presets)
        assert raw.items() <= options.document().items()
        assert parse_options(rules, options.document()) == options
        assert [options.choice(option_id) for option_id in ids] == values


def test_single_yaku_may_be_ticked_and_a_full_tick_list_is_its_preset():
    assert parse_options(NEW, {"yaku": ["dragon", "four-iris", "dragon"]}).yaku == ("four-iris", "dragon")
    assert parse_options(NEW, {"yaku": ["four-willow", "four-maple", "four-iris"]}).preset == "month"
    assert parse_options(NEW, {"yaku": []}).preset == "none"


def test_what_the_table_agreed_besides_is_kept_and_changes_no_option():
    agreed = {"four-on-field": "dead", "team-talk": "open"}
    options = parse_options(NEW, {"house_rules": agreed})
    assert options.document()["house_rules"] == agreed
    assert parse_options(NEW, options.document()) == options
    assert options.choices == parse_options(NEW, {}).choices
    assert "house_rules" not in parse_options(NEW, {}).document()


def test_every_option_value_has_words():
    for rule_set_id in RULE_SET_IDS:
        for option in get_rule_set(rule_set_id).options:
            assert all(option.get_value(value).words for value, _ in option.values)


FAULTS = [
    ({"targat": 200}, "has no option “targat”; the nearest is target"),
    ({"target": 0}, "whole number from 1 to 100\u202f000, not 0"),
    ({"target": -5}, "not -5"),
    ({"target": 10**9}, "not 1000000000"),
    ({"target": 10**5000}, "whole number from 1 to 100\u202f000."),
    ({"target": 1.5}, "not 1.5"),
    ({"target": True}, "not true"),
    ({"target": "200"}, "not 200"),
    ({"method": "X"}, "no method “X”: it is A or B"),
    ({"method": 1}, "has no method “1”"),
    ({"yaku": "everything"}, "no yaku preset “everything”"),
    ({"yaku": ["sakura-9"]}, "no yaku “sakura-9”"),
    ({"yaku": [3]}, "has no yaku “3”"),
    ({"yaku": {}}, "a preset or a list of yaku ids, not a dict"),
    ({"declare": 1}, "“declare” is true or false, not 1"),
    ({"declare": "true"}, "“declare” is true or false"),
    ({"gaji": True}, "“gaji” is off or kwado or sakura, not true"),
    ({"house_rules": []}, "an object of at most 64"),
    ({"house_rules": {"four-on-field": True}}, "a name and a word in small letters"),
    ({"house_rules": {"Four on field": "dead"}}, "a name and a word in small letters"),
    ({"house_rules": {f"rule-{n}": "on" for n in range(65)}}, "an object of at most 64"),
    ({"gaji": None}, "not a NoneType"),
    ({"bonus": "before"}, "“bonus” is after-floor or before-floor, not before"),
    ([], "The options must be an object"),
]


def test_an_unknown_option_or_value_is_refused_by_name():
    assert list_unrefused(FAULTS, lambda raw: parse_options(NEW, raw)) == []


def test_all_faults_of_the_options_are_told_at_once():
    with pytest.raises(CompanionError) as caught:
        parse_options(NEW, {"target": 0, "gaji": "on", "tie": "draw", "speed": 3})
    assert {fault.where[-1] for fault in caught.value.faults} == {"target", "gaji", "tie", "speed"}


def test_the_edition_of_1982_offers_no_declaring():
    with pytest.raises(CompanionError, match=r"Kwa-Dō \(1982\) has no option “declare”"):
        parse_options(OLD, {"declare": True})
