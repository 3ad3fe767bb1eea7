"""Koi-Koi on paper: its columns and months, what multiplies, how a round ends, nothing about card points.

Figures are those of koi-koi.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.printing import PrintedGame, compose, load_example_game, parse_order
from companion.printing.columns import get_signs
from companion.printing.compose import curl_quotes
from companion.printing.score_pad import describe_pad, measure_pad
from companion.printing.sheet_list import get_sheet
from companion.printing.yaku_card import make_blocks
from companion.reference.rulings import GAMES
from companion.rules import get_rule_set
from tests.printing.conftest import make_printed_game
from tests.printing.reading import squeeze
from tests.printing.test_game_record import read_rows

FORMS = GAMES["koi-koi"]
YEAR = [
    "1 Pine", "2 Plum", "3 Cherry", "4 Wisteria", "5 Iris", "6 Peony",
    "7 Clover", "8 Susuki", "9 Chrysanthemum", "10 Maple", "11 Willow", "12 Paulownia",
]  # fmt: skip
TABLE_SHEETS = ("score-pad", "rule-sheet", "yaku-card", "deck-guide", "house-rules", "game-record")


def order(sheet: str, rules: str = "koikoi-modern", game: PrintedGame | None = None, **raw: Any) -> Any:
    return parse_order(sheet, {"rules": rules, **raw}, game)


def list_rounds(**raw: Any) -> list[str]:
    described = describe_pad(order("score-pad", **raw))
    return [f"{each.number} {each.flower}".strip() for leaf in described["leaves"] for each in leaf]


def say(html: str) -> str:
    """The words of a page on one line, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", html.replace("&#39;", "'")).split())


@pytest.mark.parametrize("rules", FORMS)
def test_the_twelve_rounds_of_a_koi_koi_pad_are_the_twelve_months(rules: str) -> None:
    assert list_rounds(rules=rules) == YEAR
    assert list_rounds(rules=rules, rounds="6") == YEAR[:6]
    assert list_rounds(rules=rules, rounds="3") == YEAR[:3]
    assert list_rounds(rules=rules, rounds="13")[-1] == "13 Pine"


def test_koi_koi_to_50_points_has_numbered_rounds_unless_month_cards_count() -> None:
    pad = order("score-pad", target="50")
    assert list_rounds(target="50") == [str(number) for number in range(1, measure_pad(pad).rounds + 1)]
    assert list_rounds(target="50", **{"month-cards": "yes"})[:12] == YEAR


def test_the_pad_of_a_koi_koi_game_goes_on_with_its_next_month() -> None:
    game = make_printed_game(9, ["Ann", "Ben"], rules="koikoi-hu")
    described = describe_pad(parse_order("score-pad", {}, game))
    assert [each.flower for leaf in described["leaves"] for each in leaf] == ["Maple", "Willow", "Paulownia"]


@pytest.mark.parametrize("rules", FORMS)
def test_a_koi_koi_pad_asks_for_dealer_yaku_points_calls_and_factor(rules: str) -> None:
    described = describe_pad(order("score-pad", rules))
    heads = [column.head for column in described["columns"]]
    assert heads == ["Deals", "Yaku", "Points", "Koi-koi", "×", "Round", "Total"]
    played = {yaku.id for yaku in described["foot"]["yaku"]}
    signs = {sign for yaku_id, sign in get_signs(get_rule_set(rules)).items() if yaku_id in played}
    assert set(described["tallies"]["yaku"]) - {"\n"} == signs | {"Ⓗ"}
    assert described["tallies"]["deals"] == "○"


def test_the_signs_of_koi_koi_are_those_that_players_expect() -> None:
    signs = get_signs(get_rule_set("koikoi-compendium"))
    names = ("five-brights", "four-brights", "three-brights", "poetry-ribbons", "blue-ribbons", "chaff")
    assert "".join(signs[name] for name in names) == "⑤④③ⓅⒷ⑩"


@pytest.mark.parametrize("rules", FORMS)
@pytest.mark.parametrize("sheet", [*TABLE_SHEETS, "booklet"])
def test_no_sheet_of_koi_koi_counts_card_points(sheet: str, rules: str) -> None:
    game = load_example_game(rules) if get_sheet(sheet).needs_game else None
    html = compose(parse_order(sheet, {} if game else {"rules": rules}, game)).html
    # The rulings have words of their own.
    text = say(html.partition("<h1>Rulings</h1>")[0])
    assert curl_quotes(get_rule_set(rules).name) in text
    for word in ("240", "All together", "bright 0", "chaff 0", "Captured", "card points", "0 each"):
        assert word not in text, word


SUMS = [
    ("koikoi-modern", ["5 – – 5 5", "6 1 – 6 6", "5 – 2 5 × 2 10", "7 – – 7 × 2 14", "7 – 1 7 × 2 × 2 28"]),
    ("koikoi-nintendo", ["5 – – 5 5", "6 1 – 6 × 2 12", "5 – 2 5 × 3 15", "7 – – 7 7", "7 – 1 7 × 2 14"]),
    (
        "koikoi-compendium",
        ["5 – – 5 5", "6 1 – 6 6", "5 – 2 5 × 2 10", "7 – – 7 × 2 14", "7 – 1 7 × 2 × 2 28"],
    ),
    ("koikoi-hu", ["5 – – 5 5", "6 1 – 6 6", "5 – 2 5 × 2 10", "7 – – 7 × 2 14", "7 – 1 7 × 2 × 2 28"]),
]


@pytest.mark.parametrize(("rules", "sums"), SUMS)
def test_a_rule_sheet_shows_what_multiplies(rules: str, sums: list[str]) -> None:
    assert " ".join(["Round", *sums]) in say(compose(order("rule-sheet", rules)).html)


ENDINGS = [
    (
        "koikoi-modern",
        "nobody’s yaku score. Agree: nobody stopped before the hands ran out: nobody scores (our default)",
    ),
    ("koikoi-nintendo", "nobody’s yaku score. A yaku made with the last card still scores."),
    (
        "koikoi-compendium",
        "if both come to the same, the dealer scores. Nobody has a yaku: the dealer scores 6",
    ),
    ("koikoi-hu", "If nobody stopped, nobody’s yaku score (our choice; not in the rules). Hands that"),
    ("koikoi-modern", "If both were dealt one, nobody scores."),
    ("koikoi-nintendo", "If both were dealt one, nobody scores (our choice; not in the rules)."),
    ("koikoi-compendium", "If both were dealt one, the dealer scores and the other does not."),
    ("koikoi-hu", "If both were dealt one, both are ignored: play on."),
    ("koikoi-modern", "another yaku or one of yours grows."),
    (
        "koikoi-nintendo",
        "You are asked only in a turn in which you made a new yaku. Is one that has grown enough?",
    ),
    ("koikoi-compendium", "you may not stop until your points have grown."),
    (
        "koikoi-modern",
        "four of a month and four pairs in one hand: score 6 together (our default); or score 12.",
    ),
    ("koikoi-modern", "A field with four cards of a month, or four pairs is dealt again."),
    ("koikoi-modern", "Agree on 12 or 6 or 3 rounds, or on a target of 50"),
    ("koikoi-nintendo", "Several: choose which one to take."),
    ("koikoi-compendium", "Agree on 12 or 6 rounds. The most points win: after the last round."),
    ("koikoi-nintendo", "Agree on 12 or 6 rounds, or on a target."),
    ("koikoi-hu", "Three: take all of them."),
    ("koikoi-hu", "×2 if the other side called koi-koi, however often. Yaku"),
    ("koikoi-hu", "Dealt both in one hand: 6 (our choice)."),
    ("koikoi-hu", "Who deals first? Each draws a card: the earliest month deals. Agree"),
    ("koikoi-nintendo", "Who deals first? The one on whom you agree; if you draw cards, the earliest month."),
    ("koikoi-compendium", "in one month the higher card; if that is equal too, draw again."),
]


@pytest.mark.parametrize(("rules", "words"), ENDINGS)
@pytest.mark.parametrize("sheet", ["rule-sheet", "booklet"])
def test_each_form_of_koi_koi_says_how_its_round_ends(sheet: str, rules: str, words: str) -> None:
    assert words in re.sub(r" ([.;:,])", r"\1", say(compose(order(sheet, rules)).html))


@pytest.mark.parametrize(
    ("rules", "yaku", "words"),
    [
        ("koikoi-modern", "poetry-ribbons", "+1 each further ribbon"),
        ("koikoi-modern", "boar-deer-butterflies", "+1 each further animal"),
        ("koikoi-modern", "chaff", "any 10 · +1 each further"),
        ("koikoi-hu", "poetry-ribbons", ""),
        ("koikoi-hu", "animals", "any 5 · +1 each further"),
        ("koikoi-modern", "three-brights", "(without the rain man) · any 3"),
    ],
)
def test_a_yaku_card_says_what_further_cards_count(rules: str, yaku: str, words: str) -> None:
    rule_set = get_rule_set(rules)
    [block] = make_blocks(rule_set, [rule_set.get_yaku(yaku)])
    assert block.second == words


def test_a_yaku_shows_the_cards_that_it_asks_for_and_no_further_ones() -> None:
    rule_set = get_rule_set("koikoi-modern")
    found = {each.yaku.id: len(each.cards) for each in make_blocks(rule_set, rule_set.yaku)}
    assert found["poetry-ribbons"] == found["boar-deer-butterflies"] == 3
    assert found["poetry-and-blue-ribbons"] == 6
    assert (found["five-brights"], found["three-brights"], found["ribbons"]) == (5, 4, 10)
    assert found["month-cards"] == 0


@pytest.mark.parametrize(
    ("rules", "raw", "words"),
    [
        ("koikoi-modern", {}, "Only the best counts of ⑤④Ⓦ③, of ⒹⒶ, of ⑥ⓅⒷⓇ. Round"),
        ("koikoi-hu", {}, "Only the best counts of ⑤④③. Round"),
        ("koikoi-compendium", {"moonlit-blossoms": "yes"}, "Ⓛ takes the place of ⓂⒻ. Round"),
    ],
)
def test_a_yaku_card_says_which_yaku_exclude_each_other(rules: str, raw: dict[str, str], words: str) -> None:
    assert words in say(compose(order("yaku-card", rules, **raw)).html)


@pytest.mark.parametrize("rules", FORMS)
@pytest.mark.parametrize("sheet", ["yaku-card", "newcomer-card", "score-pad"])
def test_each_aid_of_koi_koi_says_that_a_dealt_hand_scores_6(sheet: str, rules: str) -> None:
    text = say(compose(order(sheet, rules)).html)
    assert "Dealt four of a month 6 · Dealt four pairs 6" in text
    assert ("Nobody has a yaku: the dealer scores 6." in text) is (rules == "koikoi-compendium")


@pytest.mark.parametrize(
    ("rules", "row", "words"),
    [
        ("koikoi-modern", "○ Ⓓ 5 – × 2 10 10", "×2 if the other called koi-koi"),
        ("koikoi-nintendo", "○ ③ 5 – × 2 10 10", "(1 + calls of koi-koi, of both sides)"),
        ("koikoi-compendium", "○ Ⓓ 5 – × 2 10 10", "×2 if the other called koi-koi"),
        ("koikoi-hu", "○ Ⓜ 5 – × 2 10 10", "×2 if the other called koi-koi"),
    ],
)
def test_a_koi_koi_pad_says_who_writes_a_call_and_shows_a_row(rules: str, row: str, words: str) -> None:
    described = describe_pad(order("score-pad", rules))
    worked = described["worked"]
    assert " ".join(worked[column.id] for column in described["columns"]) == row
    sums = described["foot"]["sums"]
    assert "who calls makes a stroke in their own row" in sums
    assert words in sums


MULTIPLIED = {"koikoi-modern": ("× 4", "40"), "koikoi-nintendo": ("× 3", "30")}


@pytest.mark.parametrize(("rules", "found"), MULTIPLIED.items())
def test_a_record_of_koi_koi_shows_month_dealer_yaku_calls_and_factor(
    rules: str, found: tuple[str, str]
) -> None:
    game = load_example_game(rules)
    assert game.rule_set.id == rules
    html = compose(parse_order("game-record", {}, game)).html
    ann, ben = read_rows(html)[-2:]
    assert ann[:-1] == ["6 Peony", "A Ann •", "", "", "2", "", "0"]
    assert ben[:-1] == ["", "B Ben", "ⓂⒻ", "10", "0", *found]
    assert "Ben stopped. Ann called koi-koi twice." in say(html)
    assert "Ann was dealt four of a month." in say(html)


def test_a_record_of_the_compendium_says_what_the_dealer_scores_without_a_yaku() -> None:
    from companion.printing import score_for_print
    from companion.rules import parse_game

    rounds = [{"outcome": "exhausted", "dealer": "Ben", "ticked": {"Ann": {}, "Ben": {}}}]
    raw = {"game": "koikoi-compendium", "sides": ["Ann", "Ben"], "rounds": rounds}
    html = compose(parse_order("game-record", {}, score_for_print(parse_game(raw)))).html
    assert "Nobody stopped. Nobody has a yaku: the dealer Ben scores 6." in say(html)


@pytest.mark.parametrize("rules", FORMS)
def test_the_house_rules_offer_the_lengths_that_are_printed(rules: str) -> None:
    text = say(compose(order("house-rules", rules)).html)
    assert "12 rounds 6 rounds" in text
    assert ("a target: 50" in text) is (rules == "koikoi-modern")
    assert "Boar, deer, butterflies" in text


def test_the_month_cards_of_twelve_rounds_are_the_usual_rule() -> None:
    text = say(compose(order("rule-sheet")).html)
    assert "Agree: all four cards of the month: a yaku of 4 (our default)" in text
    assert "At our table" not in text
    six = say(compose(order("rule-sheet", rounds="6", **{"month-cards": "yes"})).html)
    assert "At our table: all four cards of the month: a yaku of 4" in six


@pytest.mark.parametrize(("rules", "deck"), [("koikoi-hu", "japanese"), ("kwado-1985", "korean")])
def test_pictures_have_the_months_of_the_game(rules: str, deck: str) -> None:
    html = compose(order("deck-guide", rules)).html
    assert set(re.findall(r"kwado:card/(\w+)/", html)) == {deck}


@pytest.mark.parametrize("rules", FORMS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("sheet", "pages"), [("rule-sheet", 2), ("booklet", 7), ("score-pad", 1), ("house-rules", 1)]
)
def test_each_form_of_koi_koi_fits_its_sheets(
    sheet: str, pages: int, paper: str, rules: str, lay_out: Callable[..., Any]
) -> None:
    laid = lay_out(compose(order(sheet, rules, paper=paper)))
    assert laid.escaped_texts == []
    assert laid.clipped_boxes == []
    count = len(laid.heights_mm)
    assert 7 <= count <= 12 if sheet == "booklet" else count == pages
    text = squeeze("".join(laid.texts))
    assert squeeze(get_rule_set(rules).name) in text
    if sheet == "booklet":
        # The yaku end with the page before the rulings.
        assert [squeeze("Rulings") in squeeze(page) for page in laid.texts[1:5]] == [
            False,
            False,
            False,
            True,
        ]
