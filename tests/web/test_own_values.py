"""A number that a table changed is its own wherever it is shown; no text says the published one for it."""

import json
import re
from html import unescape

import pytest

from companion.cards import DECK
from companion.printing.house_rules import describe_house_rules
from companion.printing.orders import parse_order
from companion.reference import find_rulings, get_ruling, load_page
from companion.rules import RULE_SET_IDS, get_rule_set
from companion.rules.records import OWN
from companion.rules.rule_set_files import get_own_rule_set
from tests.web.table import Table
from tests.web.test_own_rules import play

CHANGED = {
    "values": {"brights": 25},
    "yaku": {"dragon": {"points": 40}, "five-brights": {"off": True}},
}
BRIGHT, POINTS, DRAGON = (
    f"{now} (your table; {was} in the rules)" for now, was in ((25, 20), (265, 240), (40, 25))
)
COUNTS = {"brights": (3, 2), "animals": (5, 4), "ribbons": (5, 5)}
ROUND = {
    "way": "counts",
    "yaku-0-dragon": "on",
    "yaku/0": ["dragon"],
    **{f"counts/{n}/{group}": str(row[n]) for group, row in COUNTS.items() for n in (0, 1)},
}


def read(table: Table, address: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", table.get(address))).split())


def test_ruling_rules_breakdown_and_sheets_say_what_the_table_plays(table: Table) -> None:
    game = play(table, own=CHANGED, game="kwado-1985", preset="all")
    values = read(table, f"{game}/rulings/values")
    assert f"Brights {BRIGHT}, animals 10," in values
    assert f"The whole deck holds {POINTS} points." in values
    floor = read(table, f"{game}/rulings/floor")
    assert f"{POINTS} divided by the number of sides: two 132 (your table; 120 in the rules)," in floor
    assert "rounds it down" in floor
    bonuses = read(table, f"{game}/rulings/which-yaku")
    assert f"Dragon {DRAGON}" in bonuses
    assert "(not at your table)" in bonuses
    rules = read(table, f"{game}/rules")
    assert f"hold {POINTS} points together" in rules
    assert "5 your table 25" in rules
    assert "265 ÷ the number of sides. house rule, your table" in rules
    sheet = read(table, f"{game}/house-rules")
    for said in (f"bright {BRIGHT}", f"Dragon bonus {DRAGON}", "(not at your table)"):
        assert said in sheet, said
    table.record(game, ROUND)
    lines = read(table, f"{game}/rounds/1/why")
    assert re.search(r"3 brights × 25 your table 75", lines)
    assert "Floor: 265 ÷ 2 sides, rounded down" in lines
    # The published rules stay what they are.
    assert "your table;" not in read(table, "/rulings/values") + read(table, "/rules/kwado-1985")


def test_the_printed_house_rules_name_what_was_changed() -> None:
    order = parse_order("house-rules", {"rules": "kwado-1985", "own": json.dumps(CHANGED)})
    changes = describe_house_rules(order)["changes"]
    assert changes[0] == f"bright {BRIGHT}"
    assert [each.split(" (")[-1] for each in changes] == [
        "your table; 20 in the rules)",
        "not at your table)",
        "your table; 25 in the rules)",
    ]


def test_what_a_table_changed_is_labelled_as_its_own() -> None:
    rules = get_own_rule_set("kwado-1985", CHANGED)
    assert [group.id for group in rules.values if group.provenance == OWN] == ["brights"]
    assert rules.get_yaku("dragon").provenance == OWN == rules.points_from
    assert get_rule_set("kwado-1985").points_from != OWN


def find_typed(rule_set_id: str) -> list[tuple[str, str]]:
    """The deck and the shares that texts state as digits though all values of cards are other ones."""
    usual = get_rule_set(rule_set_id)
    rules = get_own_rule_set(rule_set_id, {"values": {group.id: group.points + 7 for group in usual.values}})
    shares = {usual.deck_points // sides for sides in (1, *usual.side_counts)} - {len(DECK)}
    texts = [
        (ruling.id, words)
        for each in find_rulings(rule_set_id=rule_set_id)
        for ruling in [get_ruling(each.id, rule_set_id, rules)]
        for words in (ruling.question, ruling.verdict, ruling.reason)
        # The numbers of “target-b” are targets.
        if not words.startswith("Example: ") and ruling.id != "target-b"
    ]
    texts += [(part.id, block.markdown) for part in load_page(rule_set_id, rules) for block in part.blocks]
    plain = ((place, re.sub(r"\(your table; \d+ in the rules\)", "", words)) for place, words in texts)
    return [(place, words) for place, words in plain if shares & set(map(int, re.findall(r"\b\d+", words)))]


@pytest.mark.parametrize("rule_set_id", [each for each in RULE_SET_IDS if get_rule_set(each).deck_points])
def test_no_text_has_the_deck_or_a_share_of_it_typed_as_digits(rule_set_id: str) -> None:
    assert find_typed(rule_set_id) == []
