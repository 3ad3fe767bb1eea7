"""Whose each value of an option is: no value stands under a label that its fact file does not give it.

Sources: docs/rules, “Whose each value is” of each game.
"""

import re
from pathlib import Path

import pytest

from companion.reference.rulings import GAMES
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set, list_rivals

FACTS = Path(__file__).parents[2] / "docs" / "rules"
HEAD = "| option | values | forms | label | source |"
Row = tuple[str, str, str, str]


def read_table(game: str) -> list[list[str]]:
    """The rows of the table in a fact file."""
    _, _, rest = (FACTS / f"{game}.md").read_text(encoding="utf-8").partition(HEAD)
    rows = rest.partition("\n\n")[0].strip().splitlines()[1:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def read_facts(rules: RuleSet) -> list[Row]:
    """What the fact file says of each value of a rule set: option, value, label, source.

    A form is named without its game; `own` is the source of the form itself.
    """
    _, _, form = rules.id.partition("-")
    return [
        (option.strip("`"), value, label, rules.provenance.source if source == "own" else source)
        for option, values, forms, label, source in read_table(rules.page)
        if forms == "all" or form in forms.split(", ")
        for value in re.findall("`([^`]+)`", values)
    ]


def list_shown(rules: RuleSet) -> list[Row]:
    """What the program says of each value, and of each group where only the best counts."""
    return [
        (option.id, each.typed, said.label, said.source)
        for option in rules.options
        for each in option.listed
        for said in [option.get_provenance(each.value)]
    ] + [("best of", each.id, each.provenance.label, each.provenance.source) for each in rules.groups]


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_a_value_stands_under_the_label_that_its_fact_file_gives_it(rule_set_id: str) -> None:
    rules = get_rule_set(rule_set_id)
    known = {row[:2] for row in list_shown(rules)}
    # “All” forms may lack an option, or a value of it.
    facts = [row for row in read_facts(rules) if row[:2] in known]
    assert sorted(list_shown(rules)) == sorted(facts)


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_every_group_of_which_only_the_best_counts_says_who_says_so(rule_set_id: str) -> None:
    rules = get_rule_set(rule_set_id)
    assert {rivals[0].group for rivals in list_rivals(rules.yaku)} == {each.id for each in rules.groups}


@pytest.mark.parametrize("game", GAMES)
def test_a_row_of_a_fact_file_is_about_values_that_there_are(game: str) -> None:
    shown = {row for rules in map(get_rule_set, GAMES[game]) for row in list_shown(rules)}
    facts = {row for rules in map(get_rule_set, GAMES[game]) for row in read_facts(rules)}
    assert {row[:2] for row in facts} == {row[:2] for row in shown}
    assert len(read_table(game)) > 1
