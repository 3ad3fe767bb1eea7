"""The foot of the score pad: what was agreed, in sentences that fit on every pad."""

from __future__ import annotations

import gzip
import re
import sqlite3
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from companion.printing import parse_order
from companion.printing.score_pad import describe_pad
from companion.printing.words import can_matter, say_house_rules
from companion.rules import RULE_SET_IDS, Options, get_rule_set, parse_options, parse_rule_set
from tests.printing.conftest import LaySheet, PrintSheet, make_printed_game, order_sheet, read_words
from tests.printing.reading import list_bookmarks, squeeze
from tests.printing.test_sheets import NAMES

KEPT_GAMES = Path(__file__).parents[1] / "store" / "schemas" / "0001.sqlite.sql.gz"
PADS = [("a4", "1"), ("a4", "2"), ("a4", "4"), ("letter", "2"), ("letter", "4"), ("a5", "1"), ("a6", "1")]


def list_agreements(rules: str) -> Iterator[Options]:
    """Every way in which a table can agree on the options of a rule set."""
    rule_set = get_rule_set(rules)
    values = [[value for value, _ in option.values] for option in rule_set.options]
    presets = dict.fromkeys((rule_set.presets[0].id, "all")) if rule_set.presets else (None,)
    for method, preset in product([method.id for method in rule_set.methods], presets):
        for chosen in product(*values):
            agreed = dict(zip([option.id for option in rule_set.options], chosen, strict=True))
            chosen_yaku = {"yaku": preset} if preset is not None else {}
            yield parse_options(rule_set, {"method": method, "target": 90_000, **chosen_yaku, **agreed})


def test_what_was_agreed_is_said_in_sentences() -> None:
    rule_set = get_rule_set("kwado-1985")
    assert say_house_rules(rule_set, parse_options(rule_set, {}), 2) == (
        "We add bonuses after the floor, announce Sakura yaku and play without Gaji. "
        "Equal totals share the win; the best of a round deals next."
    )
    agreed = {
        "method": "B",
        "target": 500,
        "yaku": "none",
        "gaji": "kwado",
        "tie": "play-on",
        "dealer": "left",
    }
    assert say_house_rules(rule_set, parse_options(rule_set, agreed), 2) == (
        "We play Gaji for the willow left over. Equal totals play on; the deal passes to the left."
    )


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_every_agreement_has_words_of_its_own(rules: str) -> None:
    rule_set = get_rule_set(rules)
    # Every option matters to five players, or to any four.
    side_count = min(5, rule_set.side_counts[-1])
    said = [
        say_house_rules(rule_set, options, side_count)
        for options in list_agreements(rules)
        if options.method == rule_set.methods[0].id
        and options.preset in ("all", None)
        # What cannot matter beside another choice is said of nobody: there it stands as usual.
        and all(
            options.choice(option.id) == option.default
            for option in rule_set.options
            if not can_matter(option, rule_set, options, side_count)
        )
    ]
    assert len(set(said)) == len(said) >= 24
    assert all(option.title not in each for each in said for option in rule_set.options)


# Those of the games that were kept before the foot had words of its own.
@pytest.mark.parametrize("rules", ["kwado-1985", "kwado-1982"])
def test_the_pad_of_a_game_with_rules_frozen_without_these_words_reads_the_same(rules: str) -> None:
    database = sqlite3.connect(":memory:")
    database.executescript(gzip.decompress(KEPT_GAMES.read_bytes()).decode())
    texts = "SELECT text FROM rule_set JOIN game ON digest = rule_set_digest WHERE rule_set_id = ?"
    (frozen,) = map(parse_rule_set, next(database.execute(texts, (rules,))))
    database.close()
    assert "said" not in frozen.text
    shipped = get_rule_set(rules)
    for options in list_agreements(rules):
        assert say_house_rules(frozen, options, 2) == say_house_rules(shipped, options, 2)


def test_a_value_that_nobody_has_words_for_is_said_by_the_title_of_its_option() -> None:
    text = get_rule_set("kwado-1985").text.replace('value = "fixed"', 'value = "oldest"')
    rule_set = parse_rule_set(text.replace(', said = "one player deals all evening"', ""))
    assert say_house_rules(rule_set, parse_options(rule_set, {"dealer": "oldest"}), 2) == (
        "We add bonuses after the floor, announce Sakura yaku and play without Gaji. "
        "Equal totals share the win; The next round is dealt by: the same player all evening."
    )


def test_the_longest_agreement_stands_whole_on_every_pad(lay_sheet: LaySheet) -> None:
    """A layout for each pad and kind of game: the words of another game are shorter."""
    for number, (rules, sides) in enumerate(
        (("kwado-1985", 6), ("min-hwatu", 5), ("koikoi-modern", 2), ("koikoi-compendium", 2))
    ):
        rule_set = get_rule_set(rules)
        longest = max(list_agreements(rules), key=lambda each: len(say_house_rules(rule_set, each, sides)))
        agreed = longest.document() | {"target": 90_000}
        game = make_printed_game(1, NAMES["CJK and Arabic"][:sides], options=agreed, rules=rules)
        # The longest of all on each pad, those of the others on every fourth.
        for paper, up in PADS[number - 1 :: 4] if number else PADS:
            order = order_sheet("score-pad", game, paper=paper, up=up)
            assert order.options.choices == longest.choices
            laid = lay_sheet("score-pad", game, paper=paper, up=up)
            assert laid.faults == [], (rules, paper, up)
            assert squeeze(say_house_rules(rule_set, longest, sides)) in squeeze(laid.texts[0])


def test_a_narrow_pad_has_boxes_to_write_in_where_rings_would_be_too_small() -> None:
    for paper, up in PADS:
        tallies = describe_pad(order_sheet("score-pad", paper=paper, up=up))["tallies"]
        is_wide = paper in ("a4", "letter") and up == "1"
        assert [bool(tallies[each]) for each in ("brights", "animals", "ribbons", "yaku")] == [is_wide] * 4


def test_the_head_says_whose_points_these_are_who_won_and_what_came_before() -> None:
    text = squeeze(read_words("score-pad", sides="3"))
    for said in (
        *("Card points all: 240", "Winner", "Totals brought forward: A B C", "Net = card points −80"),
        "Dragon bonus (phoenix on paulownia) 25",
    ):
        assert squeeze(said) in text, said


def test_each_round_has_a_place_for_who_deals() -> None:
    for rules in RULE_SET_IDS:
        text = read_words("score-pad", rules=rules, rounds="3", target="200")
        is_race = get_rule_set(rules).race is not None
        # In a race it is a column, with a ring for each side.
        found = (len(re.findall(r"[0-9]\s+deals", text)), text.count("Deals"))
        assert found == ((0, 1) if is_race else (3, 0)), rules


def test_a_pad_of_three_pages_has_one_bookmark(print_sheet: PrintSheet) -> None:
    pad = print_sheet("score-pad", sides="6", rounds="12")
    assert (pad.page_count, len(list_bookmarks(pad.content))) == (3, 1)


@pytest.mark.parametrize(
    ("raw", "figures"),
    [
        ({"sides": "4"}, "85 25 Ⓘ 30 55 55"),
        ({"sides": "2"}, "135 15 Ⓘ 30 45 45"),
        ({"sides": "2", "yaku": "none"}, "135 15 15 15"),
        ({"sides": "3", "method": "B"}, "90 Ⓘ 30 120 120"),
        ({"sides": "2", "rules": "min-hwatu"}, "135 Ⓗ 30 0 165 165"),
        ({"sides": "3", "rules": "sakura"}, "100 ① 0 100 100"),
    ],
)
def test_a_worked_row_adds_up_by_the_rules_of_the_table(raw: dict[str, str], figures: str) -> None:
    described = describe_pad(parse_order("score-pad", raw))
    groups = {column.id: column for column in described["columns"] if column.cards}
    worked = described["worked"]
    assert " ".join(text for each, text in worked.items() if each not in groups) == figures
    points = sum(worked[each].count("●") * group.each for each, group in groups.items())
    assert points == int(figures.split()[0])
    for each, group in groups.items():
        assert worked[each].replace("\n", "") == described["tallies"][each].replace("\n", "").replace(
            "○", "●", worked[each].count("●")
        )
        assert len(worked[each].replace("\n", "")) == group.cards


def test_a_worked_row_never_costs_a_page() -> None:
    rows = {
        sides: describe_pad(parse_order("score-pad", {"rules": "min-hwatu", "sides": str(sides)}))["worked"]
        for sides in range(2, 8)
    }
    assert [sides for sides, row in rows.items() if row is None] == [7]
