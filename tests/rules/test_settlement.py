"""Settlements as data: the shipped ones are sound, a new one needs a file and nothing else."""

import itertools
import json
import random

import pytest

from companion.errors import CompanionError
from companion.rules import get_rule_set, parse_entry, parse_options, parse_rule_set, score_round
from companion.rules.lines import make_lines
from companion.rules.records import parse_toml, read_record
from companion.rules.settlement import Settlement, get_settlement, load_settlements

# min-hwatu.md: every other player pays the bonus once.
PAYMENTS = """
summary = "card points; bonuses are paid by the others"
choice = "The others pay your bonuses."
rule = "Round = card points + what the others pay you − what you pay them."
foot = "Round = cards + received − paid."

[[figure]]
id = "card_points"
head = "Cards"
words = "Card points"
ruling = "values"

[[figure]]
id = "bonus"
head = "Bonus"
words = "Bonuses"

[[figure]]
id = "received"
head = "Received"
words = "Received from {sides} sides"
formula = "bonus * (sides - 1)"

[[figure]]
id = "paid"
head = "Paid"
words = "Paid"
formula = "others(bonus)"
is_taken_off = true

[[figure]]
id = "score"
head = "Round"
words = "Round score"
formula = "card_points + received - paid"
"""


def parse_settlement(text):
    faults = []
    settlement = read_record(Settlement, parse_toml(text, "test"), "test", faults, id="test", shown=())
    return settlement, [fault.message for fault in faults]


@pytest.mark.parametrize("settlement_id", sorted(load_settlements()))
def test_a_shipped_settlement_works_out_all_its_figures_under_every_option(settlement_id):
    settlement = get_settlement(settlement_id)
    for choice in ("after-floor", "before-floor"):
        changed = settlement.under((("bonus", choice),))
        for row in changed.settle([130, 110], [25, 0], 240):
            assert len(row) == len(changed.figures)
            assert all(type(figure) is int for figure in row)
        assert [figure.id for _, figure in changed.lines][-1] == "score"


# min-hwatu.md, worked example: three players, 100 / 80 / 60, the third holds a yaku of 30.
def test_payments_are_a_file_and_nothing_else():
    settlement, faults = parse_settlement(PAYMENTS)
    assert faults == []
    rows = settlement.settle([100, 80, 60], [0, 0, 30], 240)
    assert [row[-1] for row in rows] == [70, 50, 120]


def test_payments_of_1000_rounds_are_those_of_a_plain_function():
    settlement, _ = parse_settlement(PAYMENTS)
    dice = random.Random(2025)
    for _ in range(1_000):
        sides = dice.randrange(2, 8)
        points = [dice.randrange(0, 241, 5) for _ in range(sides)]
        bonus = [dice.randrange(0, 200, 10) for _ in range(sides)]
        expected = [p + b * (sides - 1) - (sum(bonus) - b) for p, b in zip(points, bonus, strict=True)]
        assert [row[-1] for row in settlement.settle(points, bonus, 240)] == expected


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("others(bonus)", "others(bonsu)", "there is no “bonsu”; the nearest is bonus"),
        ("others(bonus)", "others(score)", "there is no “score”"),
        ('id = "paid"', 'id = "paid-by-us"', "“paid-by-us” is no name for formulas"),
        ('formula = "others(bonus)"\n', "", "“paid” needs a formula"),
        ('id = "score"', 'id = "sum"', "the last figure is the “score”"),
        ('id = "paid"', 'id = "received"', "the id “received” comes twice"),
        ("is_taken_off = true", 'variants = [{ if = "sum(bonus) > 0" }]', "its own side only"),
        ("is_taken_off = true", "is_taken_off = 1", "“is_taken_off” must be bool, not 1"),
        (
            "[[figure]]",
            '[[change]]\nwhen = { x = "y" }\nshown = ["net"]\n\n[[figure]]',
            "names no figure “net”",
        ),
    ],
)
def test_a_faulty_settlement_is_refused(old, new, said):
    assert old in PAYMENTS
    _, faults = parse_settlement(PAYMENTS.replace(old, new, 1))
    assert any(said in fault for fault in faults), faults


# A game froze this form before value groups: its text must go on scoring the same.
OLD_VALUES = """[card_values]
bright = 20
animal = 10
ribbon = 5
chaff = 0
source = "KD85"
label = "rulebook"

"""


def test_a_rule_set_frozen_with_values_by_kind_scores_as_before():
    rules = get_rule_set("kwado-1985")
    start, end = rules.text.index("[[value]]"), rules.text.index("[[method]]")
    old = parse_rule_set(rules.text[:start] + OLD_VALUES + rules.text[end:])
    assert old.values == rules.values
    for method, bonus in itertools.product("AB", ("after-floor", "before-floor")):
        choices = {"method": method, "target": 200, "bonus": bonus, "declare": False}
        raw = {"captured": {"Ann": ["paulownia-phoenix"], "Ben": "rest"}}
        one, other = (
            score_round(each, parse_options(each, choices), parse_entry(raw, each, ("Ann", "Ben")))
            for each in (old, rules)
        )
        assert [side.figures for side in one.sides] == [side.figures for side in other.sides]
        assert make_lines(one, 1) == make_lines(other, 1)


def test_options_frozen_without_their_changes_change_the_same(repo):
    frozen = json.loads((repo / "tests" / "store" / "schemas" / "0001.json").read_text(encoding="utf-8"))
    texts = {game["rule_set"] for game in frozen if "brings" not in game["rule_set"]}
    assert len(texts) == 2
    for old in map(parse_rule_set, texts):
        new = get_rule_set(old.id)
        for option in new.options:
            for each in option.listed:
                options = [parse_options(rules, {option.id: each.value}) for rules in (old, new)]
                assert options[0].brings == options[1].brings == each.brings
                assert options[0].is_declaring == options[1].is_declaring
        assert (old.declaring is None) == (new.declaring is None)


@pytest.mark.parametrize(
    "option", ["5", "[5]", '[{ id = "gaji", values = 5 }]', '[{ id = "gaji", values = [5, { value = [] }] }]']
)
def test_old_options_that_are_none_are_refused(option):
    with pytest.raises(CompanionError, match="option"):
        parse_rule_set(f'option = {option}\nid = "x"\n{OLD_VALUES}')


def test_old_values_must_be_whole():
    rules = get_rule_set("kwado-1985")
    start, end = rules.text.index("[[value]]"), rules.text.index("[[method]]")
    text = rules.text[:start] + OLD_VALUES.replace("animal = 10\n", "") + rules.text[end:]
    with pytest.raises(CompanionError, match="“points” must be int"):
        parse_rule_set(text)
