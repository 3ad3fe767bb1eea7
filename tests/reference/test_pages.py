"""Texts of rules: what belongs to some rule sets only, and that what they name exists."""

import re

import pytest

from companion.paths import ROOT
from companion.reference import find_lesson, load_lesson, load_page, load_rulings
from companion.reference.pages import parse_page
from companion.rules import RULE_SET_IDS, get_rule_set

TEXT = """
## turn | A turn

Play a card.

{only kwado-1985 kwado-home} Take what it matches.

## method-c | Method C

{only kwado-home} Every other side pays you your bonuses.
"""


def read_sections(rule_set_id):
    return {section.id: len(section.blocks) for section in parse_page(TEXT, rule_set_id)}


def test_a_paragraph_may_belong_to_several_rule_sets():
    assert read_sections("kwado-1985")["turn"] == read_sections("kwado-home")["turn"] == 2
    assert read_sections("kwado-1982")["turn"] == 1


def test_a_section_that_says_nothing_of_a_rule_set_is_left_out():
    assert list(read_sections("kwado-home")) == ["turn", "method-c"]
    assert list(read_sections("kwado-1985")) == ["turn"]


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_every_rule_set_has_a_page_whose_links_and_places_exist(rule_set_id):
    pages_and_templates = [(load_page(rule_set_id), "rule_set")]
    if get_rule_set(rule_set_id).has_cards:
        pages_and_templates.append((load_lesson(find_lesson(get_rule_set(rule_set_id))), "learn_game"))
    for sections, template in pages_and_templates:
        blocks = [block for section in sections for block in section.blocks]
        linked = re.findall(r"\]\([a-z]+:([a-z0-9-]+)\)", "".join(block.markdown for block in blocks))
        silent = [ruling_id for section in sections for ruling_id in section.silent]
        assert linked
        assert set(linked + silent) <= set(load_rulings())
        assert {each for block in blocks for _, each in block.silent} <= set(silent)
        places = set(re.findall(r'block\.kind == "([a-z]+)"', read_template(template)))
        assert {block.kind for block in blocks} <= places


def read_template(name):
    return (ROOT / "templates" / f"{name}.html").read_text(encoding="utf-8")


def test_seven_points_with_a_call_are_four_times_wherever_both_double_and_inferred_by_hu():
    said = {
        form: " ".join(block.markdown for section in load_page(form) for block in section.blocks)
        for form in ("koikoi-modern", "koikoi-compendium", "koikoi-hu", "koikoi-nintendo")
    }
    assert ["four times" in text for text in said.values()] == [True, True, True, False]
    assert [form for form, text in said.items() if "four times (inferred" in text] == ["koikoi-hu"]
