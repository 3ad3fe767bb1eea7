"""Page rules in CSS: whatever a rule set is called, its name stays a text."""

import pytest
import tinycss2

from companion.printing.papers import get_paper, make_flow_style, split_page, write_css_text

NAMES = (
    "Kwa-Dō (1985)", 'a";}*{display:none}@page{size:1mm}"', "a\\", 'a\\"', "a\nb", "a\r\fb", "</style>",
    "花札 화투", "\0", "url(https://evil.example/)", "'", "/*", "😀 1",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_never_ends_the_text_that_it_stands_in(name: str) -> None:
    [token] = tinycss2.parse_component_value_list(write_css_text(name))
    assert token.type == "string"
    assert token.value == name.replace("\0", "\ufffd")


def list_rules(style: str) -> list[tuple[str, str]]:
    rules = tinycss2.parse_stylesheet(style)
    return [(rule.type, tinycss2.serialize(rule.prelude)) for rule in rules if rule.type != "error"]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_rule_with_any_name_has_the_same_parts(name: str) -> None:
    cell = split_page(get_paper("a4"), 1, False)
    style = make_flow_style(cell, name)
    assert list_rules(style) == list_rules(make_flow_style(cell, "a"))
    page = tinycss2.parse_stylesheet(style)[0]
    parts = tinycss2.parse_blocks_contents(page.content, skip_whitespace=True)
    assert [part.type for part in parts] == ["declaration", "declaration", "at-rule", "at-rule"]
