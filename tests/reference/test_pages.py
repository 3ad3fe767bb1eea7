"""Texts of rules: what belongs to some rule sets only, what they name exists, and a claim has its source."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import NotUnderstood
from companion.paths import ROOT
from companion.reference import LESSONS, find_lesson, get_ruling, load_lesson, load_page
from companion.reference.content_file import read_content
from companion.reference.pages import parse_page
from companion.reference.rulings import GAMES, load_rulings
from companion.rules import RULE_SET_IDS, get_rule_set

# What describes the rules of a rule set. CEL describes the booklet of Kwa-Dō by somebody who holds it.
OWN = {
    "kwado-1985": {"KD85"},
    "kwado-1982": {"KD82"},
    "min-hwatu": {"MH21", "MH25"},
    "sakura": {"SAK"},
    "hana-awase": {"HAN", "BK26"},
    "hana-awase-japanese": {"JAW"},
    "koikoi-modern": {"FKK"},
    "koikoi-nintendo": {"KKN"},
    "koikoi-compendium": {"KKC"},
    "koikoi-hu": {"KKH"},
    # It is ours and has no rulebook.
    "by-points": set(),
}
BESIDE = {"kwado": {"CEL"}}


def list_records(record: Any) -> Iterator[dict[str, Any]]:
    """Every record with a label, however deep."""
    if isinstance(record, list):
        for each in record:
            yield from list_records(each)
    elif isinstance(record, dict):
        if "label" in record:
            yield record
        yield from list_records(list(record.values()))


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_what_a_rule_set_has_from_its_rulebook_names_that_edition(rule_set_id: str) -> None:
    records = list(list_records(tomllib.loads(get_rule_set(rule_set_id).text)))
    assert len(records) > (10 if rule_set_id == "by-points" else 15)
    for record in records:
        if record["label"] == "rulebook":
            assert OWN[rule_set_id] & set(record["source"].split(", ")), record


def test_what_a_ruling_has_from_a_rulebook_names_a_source_of_its_game() -> None:
    seen = 0
    for ruling in load_rulings().values():
        said = [(ruling, game) for game in ruling.games] + [(each, each.game) for each in ruling.verdicts]
        for verdict, game in said:
            if verdict.label != "rulebook":
                continue
            own = set().union(*(OWN[each] for each in GAMES.get(game, (game,)))) | BESIDE.get(game, set())
            assert own & set(verdict.sources), (ruling.id, game)
            seen += 1
    assert seen > 150


def test_nothing_is_said_to_stand_above_or_below() -> None:
    """A page shows its parts in another order on a phone, on paper and in the search."""
    places = re.compile(
        r"\b(?:option|table|list|example|picture|line)s? (?:above|below)\b|\bsee (?:above|below)\b", re.I
    )
    for path in sorted((ROOT / "companion" / "reference" / "content").rglob("*")):
        if path.is_file():
            assert places.findall(path.read_text(encoding="utf-8")) == [], path.name


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


# From three on: sentences speak of one or two of many.
NUMBERS = (
    "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
COUNTED = re.compile(rf"\b({'|'.join(NUMBERS)})( yaku| bonuses| sets of three)\b", re.I)


def list_counted(rules):
    """Each text that counts yaku in words, with its place and the number."""
    texts = [(f"preset {preset.id}", preset.words) for preset in rules.presets]
    pages = [(rules.page, load_page(rules.id))]
    pages += [("learn", load_lesson(game)) for game, taught in LESSONS.items() if taught == rules.id]
    for page, sections in pages:
        texts += [(f"{page}.md, {each.id}", block.markdown) for each in sections for block in each.blocks]
    for ruling in [get_ruling(each, rules.id) for each in load_rulings()]:
        if rules.id in ruling.rule_sets:
            texts += [
                (f"ruling {ruling.id}", text) for text in (ruling.question, ruling.verdict, ruling.reason)
            ]
    for place, text in texts:
        for found in COUNTED.finditer(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)):
            yield place, found[0], 3 + NUMBERS.index(found[1].lower())


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_where_a_text_counts_yaku_there_are_as_many(rule_set_id):
    rules = get_rule_set(rule_set_id)
    counts = {len(rules.yaku), *(len(preset.yaku) for preset in rules.presets)}
    wrong = [(place, said) for place, said, number in list_counted(rules) if number not in counts]
    assert wrong == [], f"It has {len(rules.yaku)}; in a page or ruling write {{yaku_count}}."


def read_template(name):
    return (ROOT / "templates" / "reference" / f"{name}.html").read_text(encoding="utf-8")


def test_seven_points_with_a_call_are_four_times_wherever_both_double_and_inferred_by_hu():
    said = {
        form: " ".join(block.markdown for section in load_page(form) for block in section.blocks)
        for form in ("koikoi-modern", "koikoi-compendium", "koikoi-hu", "koikoi-nintendo")
    }
    assert ["four times" in text for text in said.values()] == [True, True, True, False]
    assert [form for form, text in said.items() if "four times (inferred" in text] == ["koikoi-hu"]


def test_a_file_of_a_game_that_is_missing_is_named():
    with pytest.raises(NotUnderstood, match=re.escape("content/rulings/tokyo.toml is missing")):
        read_content("rulings/tokyo.toml")
