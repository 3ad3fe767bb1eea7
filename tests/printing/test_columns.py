"""The columns of pad and record: the lines of a breakdown and the order of the counts screen."""

import re
import unicodedata
from typing import Any

import pytest

from companion.cards import NAMED_SETS
from companion.printing.columns import get_columns, get_signs
from companion.rules import (
    RULE_SET_IDS,
    get_rule_set,
    get_scorer,
    group,
    make_lines,
    parse_entry,
    parse_options,
    score_round,
)
from companion.rules.records.files import get_own_rule_set
from companion.rules.records.own_rules import YAKU_LIMIT
from tests.printing.conftest import read_html

A = ["brights", "animals", "ribbons", "card_points", "floor", "net", "yaku", "bonus", "score", "total"]
B = ["brights", "animals", "ribbons", "card_points", "yaku", "bonus", "score", "total"]
BEFORE = ["brights", "animals", "ribbons", "card_points", "yaku", "bonus", "floor", "score", "total"]


M = ["brights", "animals", "ribbons", "card_points", "yaku", "received", "paid", "score", "total"]
M_EXTRA = [*M[:4], "extra", *M[4:]]
G = [
    *("deals", "yaku", "base", "calls", "multiplier", "amount", "times", "paid", "received"),
    *("net_at_once", "score", "total"),
]


@pytest.mark.parametrize(
    ("rules_id", "options", "sides", "expected"),
    [
        ("kwado-1985", {}, 3, A),
        ("kwado-1985", {"method": "B"}, 3, B),
        ("kwado-1985", {"bonus": "before-floor"}, 3, BEFORE),
        ("kwado-1985", {"yaku": "none"}, 3, [each for each in A if each not in ("yaku", "bonus")]),
        ("min-hwatu", {}, 3, M),
        ("min-hwatu", {"payment": "as-written", "yaku": "all"}, 7, M),
        ("min-hwatu", {"round-up": "player"}, 3, M),
        ("min-hwatu", {"round-up": "player"}, 5, M_EXTRA),
        ("min-hwatu", {"round-up": "player"}, 7, M_EXTRA),
        ("min-hwatu", {"round-up": "joker"}, 5, M_EXTRA),
        ("min-hwatu", {"round-up": "joker"}, 7, M),
        ("min-hwatu", {"yaku": []}, 4, [*M[:4], "score", "total"]),
        # Only who must sit out sells brights.
        ("go-stop", {}, 3, G),
        ("go-stop", {}, 4, [*G[:-2], "net_sold", *G[-2:]]),
        ("go-stop", {"selling": "losers"}, 5, [*G[:-2], "net_sold", *G[-2:]]),
        ("go-stop", {"selling": "none"}, 4, G),
    ],
)
def test_a_pad_has_the_columns_of_its_settlement(
    rules_id: str, options: dict[str, Any], sides: int, expected: list[str]
) -> None:
    rules = get_rule_set(rules_id)
    columns = get_columns(rules, parse_options(rules, options), sides)
    assert [column.id for column in columns] == expected
    assert [column.id for column in columns if column.is_taken_off] == [
        each for each in expected if each in ("floor", "paid")
    ]


METHODS = [(rules_id, method.id) for rules_id in RULE_SET_IDS for method in get_rule_set(rules_id).methods]


@pytest.mark.parametrize(("rules_id", "method"), METHODS)
def test_the_columns_follow_the_lines_of_a_breakdown(rules_id: str, method: str) -> None:
    rules = get_rule_set(rules_id)
    options = parse_options(rules, {"method": method})
    if not rules.has_cards:
        assert [column.id for column in get_columns(rules, options, 2)] == ["score", "total"]
        return
    counts = {
        "Ann": {
            **{group.id: len(group.cards) for group in rules.counting.point_groups},
            "yaku": [rules.yaku[0].id],
        },
        "Ben": {**{group.id: 0 for group in rules.counting.point_groups}, "yaku": []},
    }
    if rules.race is not None:
        found = [column.id for column in get_columns(rules, options, 2)]
        paid = ["amount", "times", "paid", "received", "net_at_once"] if method == "stakes" else []
        assert found == ["deals", "yaku", "base", "calls", "multiplier", *paid, "score", "total"]
        return
    # A figure that lists yaku has a line for each of them and none of its own.
    lists = {figure.id for figure in get_scorer(rules, options).settlement.figures if figure.lists}
    unlined = lists - {"card_points"} | {"total"}
    breakdown = score_round(rules, options, parse_entry({"counts": counts}, rules, ("Ann", "Ben")))
    # A yaku has its line with the side that it counts for or against.
    lines = max(([line.id for line in make_lines(breakdown, number)] for number in (0, 1)), key=len)
    columns = [column.id for column in get_columns(rules, options, 2)]
    assert [each for each in columns if each not in unlined] == lines


def test_a_round_on_the_pad_types_into_the_counts_screen_column_by_column() -> None:
    rules = get_rule_set("kwado-1985")
    columns = get_columns(rules, parse_options(rules, {}), 2)
    counted = [column.id for column in columns if column.cards]
    entry = parse_entry(
        {"counts": {name: {"brights": 0, "animals": 0, "ribbons": 0, "yaku": []} for name in "AB"}},
        rules,
        ("A", "B"),
    )
    document: Any = entry.document()
    assert [*counted, "yaku"] == list(document["counts"]["A"])
    assert [column.cards for column in columns if column.cards] == [len(NAMED_SETS[kind]) for kind in counted]


@pytest.mark.parametrize(("sides", "floor"), [(2, -120), (3, -80), (4, -60), (5, -48), (6, -40)])
def test_the_floor_of_the_pad_is_that_of_its_sides(sides: int, floor: int) -> None:
    rules = get_rule_set("kwado-1985")
    columns = {column.id: column for column in get_columns(rules, parse_options(rules, {}), sides)}
    assert columns["floor"].value == floor


def test_no_two_yaku_have_the_same_sign() -> None:
    for rules in map(get_rule_set, RULE_SET_IDS):
        signs = get_signs(rules)
        assert set(signs) == {yaku.id for yaku in rules.yaku}
        assert len(set(signs.values())) == len(signs)


def test_no_two_signs_of_a_game_look_alike_in_its_ring() -> None:
    """I and 1 differ by a stroke, which a pen makes by chance; O and 0, S and 5, Z and 2 are as near."""
    for rules in map(get_rule_set, RULE_SET_IDS):
        signs = {unicodedata.normalize("NFKC", sign) for sign in get_signs(rules).values()}
        assert not signs & {"I", "O", "0"}, rules.id
        assert [pair for pair in ("S5", "Z2") if {*pair} <= signs] == [], rules.id


def test_a_yaku_has_the_same_sign_in_every_form_of_its_game() -> None:
    forms = group((rules.game, get_signs(rules)) for rules in map(get_rule_set, RULE_SET_IDS))
    for game, signs in forms.items():
        found = group(item for each in signs for item in each.items())
        assert {yaku: {*each} for yaku, each in found.items() if len({*each}) > 1} == {}, game


def test_a_table_with_more_yaku_than_signs_has_a_plus_for_the_last_ones() -> None:
    row = {"name": "Crane", "points": 1, "all_of": ["pine-crane"]}
    rules = get_own_rule_set(
        "koikoi-modern", {"yaku": {f"crane-{n}": row | {"name": f"Crane {n}"} for n in range(YAKU_LIMIT)}}
    )
    signs = list(get_signs(rules).values())
    # As many as letters, without I and O, and numbers up to 20.
    assert len(set(signs) - {"+"}) == 44
    assert signs.count("+") == len(rules.yaku) - 44


@pytest.mark.parametrize("sides", ["2", "6"])
def test_no_line_of_a_pad_begins_with_a_dot_or_ends_with_a_sign(sides: str) -> None:
    html = read_html("score-pad", sides=sides)
    key = html[html.index('class="foot"') :]
    # Each name stays whole, with its dot.
    assert " ·</span>" in key
    assert " · " not in key
    assert " · " not in "".join(re.findall(r'class="words" scope="row">(.*?)<', html))
    assert not re.search(r"[\u2460-\u24cf] (is spoilt|takes)", html)


def test_no_two_columns_of_a_game_have_one_head() -> None:
    for rules in map(get_rule_set, RULE_SET_IDS):
        for method in rules.methods:
            options = parse_options(rules, {"method": method.id})
            heads = [each.head for each in get_columns(rules, options, rules.side_counts[-1])]
            assert sorted(set(heads)) == sorted(heads), rules.id
