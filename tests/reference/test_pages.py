"""Texts of rules: what belongs to some rule sets only."""

from companion.reference.pages import parse_page

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
