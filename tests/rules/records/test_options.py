"""Options: defaults, what may be chosen, and what is refused."""

import itertools

import pytest

from companion.rules import RULE_SET_IDS, get_rule_set, parse_options
from tests.rules.tables import FORMS, list_values

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


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_every_choice_of_options_reads_back_as_it_was_printed(rule_set_id):
    rules = get_rule_set(rule_set_id)
    ids = [option.id for option in rules.options]
    # Where there are no presets, the options say which yaku are played.
    presets = [{"yaku": preset.id} for preset in rules.presets] or [{}]
    methods = [method.id for method in rules.methods]
    for method, preset, chosen in itertools.product(methods, presets, list_values(rules)):
        values = list(chosen)
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


# What was agreed: the rounds and the target.
LENGTHS = [
    ("kwado-1985", {"method": "B"}, None, None),
    ("kwado-1985", {"method": "B", "target": 500}, None, 500),
    ("min-hwatu", {"rounds": 6}, 6, None),
    ("min-hwatu", {"target": 500}, None, 500),
    ("koikoi-modern", {"target": 50}, None, 50),
    *((form, {"rounds": rounds}, rounds, None) for form in FORMS for rounds in (12, 6, 3)),
]


@pytest.mark.parametrize(("game", "raw", "rounds", "target"), LENGTHS)
def test_a_game_is_as_long_as_was_agreed(game, raw, rounds, target):
    rules = get_rule_set(game)
    options = parse_options(rules, raw)
    assert (options.rounds, options.target) == (rounds, target)
    assert parse_options(rules, options.document()) == options


# scoring-io.md: left unsaid, month cards are on in a modern game of 12 rounds and off otherwise.
@pytest.mark.parametrize(
    ("form", "raw", "is_on"),
    [
        ("koikoi-modern", {}, True),
        ("koikoi-modern", {"rounds": 12}, True),
        ("koikoi-modern", {"rounds": 6}, False),
        ("koikoi-modern", {"rounds": 3}, False),
        ("koikoi-modern", {"rounds": 24}, False),
        ("koikoi-modern", {"target": 50}, False),
        ("koikoi-modern", {"rounds": 12, "month-cards": "off"}, False),
        ("koikoi-modern", {"rounds": 12, "month-cards": False}, False),
        ("koikoi-modern", {"rounds": 6, "month-cards": "on"}, True),
        ("koikoi-modern", {"target": 50, "month-cards": True}, True),
        ("koikoi-compendium", {}, False),
        ("koikoi-compendium", {"rounds": 12}, False),
        ("koikoi-compendium", {"rounds": 12, "month-cards": "on"}, True),
        ("koikoi-compendium", {"rounds": 6, "month-cards": "on"}, True),
    ],
)
def test_month_cards_left_unsaid_depend_on_the_number_of_rounds(form, raw, is_on):
    options = parse_options(get_rule_set(form), raw)
    assert (options.choice("month-cards"), "month-cards" in options.yaku) == (is_on, is_on)
    # What was left unsaid is said in what a game keeps.
    assert options.document()["month-cards"] is is_on


def test_every_option_value_has_words():
    for rule_set_id in RULE_SET_IDS:
        for option in get_rule_set(rule_set_id).options:
            assert all(option.get_value(value).words for value, _ in option.values)


def test_a_switch_is_true_or_on():
    rules = get_rule_set("sakura")
    read = [parse_options(rules, {"chu": on}).choice("chu") for on in (True, "on", False, "off")]
    assert read == [True, True, False, False]
