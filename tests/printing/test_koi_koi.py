"""Koi-Koi on paper: its columns and months, what multiplies, how a round ends, nothing about card points.

Figures are those of koi-koi.md.
"""

from typing import Any

from companion.printing import score_for_print
from companion.printing.columns import get_signs
from companion.printing.score_pad import describe_pad, plan_pad
from companion.reference.rulings import GAMES
from companion.rules import get_rule_set, parse_game
from tests.printing.conftest import make_printed_game, order_sheet, read_html, read_words
from tests.printing.example_games import load_example_game
from tests.printing.reading import squeeze
from tests.printing.test_game_record import read_rows

FORMS = GAMES["koi-koi"]
YEAR = [
    "1 Pine", "2 Plum", "3 Cherry", "4 Wisteria", "5 Iris", "6 Peony",
    "7 Clover", "8 Susuki", "9 Chrysanthemum", "10 Maple", "11 Willow", "12 Paulownia",
]  # fmt: skip
TABLE_SHEETS = (*("score-pad", "rule-sheet", "player-card", "deck-guide", "house-rules", "game-record"),)


def list_rounds(rules: str = "koikoi-modern", **raw: Any) -> list[str]:
    rounds = describe_pad(order_sheet("score-pad", rules=rules, **raw))["rounds"]
    return [f"{number} {flower}".strip() for number, flower in rounds]


def test_the_rounds_of_a_koi_koi_pad_are_months() -> None:
    for rules in FORMS:
        assert list_rounds(rules) == YEAR
        assert list_rounds(rules, rounds="3") == YEAR[:3]
        assert list_rounds(rules, rounds="13")[-1] == "13 Pine"
    # To 50 points they are numbered, unless month cards count.
    fitting = plan_pad(order_sheet("score-pad", rules="koikoi-modern", target="50")).rounds
    assert list_rounds(target="50") == [str(number) for number in range(1, fitting + 1)]
    assert list_rounds(target="50", **{"month-cards": "yes"})[:12] == YEAR
    # The pad of a game goes on with its next month.
    game = make_printed_game(9, ["Ann", "Ben"], rules="koikoi-hu")
    rounds = describe_pad(order_sheet("score-pad", game))["rounds"]
    assert [flower for _, flower in rounds] == ["Maple", "Willow", "Paulownia"]


def test_a_koi_koi_pad_asks_for_dealer_yaku_points_calls_and_factor_and_shows_a_round() -> None:
    worked = {
        "koikoi-modern": "● Ⓓ 5 – × 2 10 10",
        # Both sides' calls count.
        "koikoi-nintendo": "● ③ 5 I × 3 15 15",
        "koikoi-compendium": "● Ⓓ 5 – × 2 10 10",
        "koikoi-hu": "● Ⓜ 5 – × 2 10 10",
    }
    for rules in FORMS:
        described = describe_pad(order_sheet("score-pad", rules=rules))
        columns = described["columns"]
        heads = [column.head for column in columns]
        assert heads == ["Deals", "Yaku", "Points", "Koi-koi", "×", "Round", "Total"]
        signs = get_signs(get_rule_set(rules))
        played = {signs[yaku] for yaku in order_sheet("score-pad", rules=rules).options.yaku}
        assert set(described["tallies"]["yaku"]) == played | {"Ⓗ"}
        assert described["tallies"]["deals"] == "◯"
        stopped, called = (" ".join(row[column.id] for column in columns) for row in described["worked"])
        assert (stopped, called) == (worked[rules], "◯ – – I – 0 0")
        said = read_words("score-pad", rules=rules)
        # On paper the sign stands among the others, struck through.
        tally = described["tallies"]["yaku"]
        stopped, called = (f"{row[0]} {tally} {row[4:]}" for row in (stopped, called))
        assert squeeze(f"e.g. A stopped {stopped} B called {called} 1") in squeeze(said)
        assert "who calls makes a stroke in their own row" in said
        factor = (
            "(1 + calls of koi-koi, of both sides)" if "nintendo" in rules else "×2 if the other called koi"
        )
        assert factor in said


def test_the_signs_of_koi_koi_are_those_that_players_expect() -> None:
    signs = get_signs(get_rule_set("koikoi-compendium"))
    names = ("five-brights", "four-brights", "three-brights", "poetry-ribbons", "blue-ribbons", "chaff")
    assert "".join(signs[name] for name in names) == "⑤④③ⓅⒷ⑩"


def test_no_sheet_of_koi_koi_counts_card_points() -> None:
    counted = ("240", "All together", "bright 0", "chaff 0", "Captured", "card points", "0 each")
    # The rulings have words of their own.
    misses = [
        (sheet, rules, word)
        for sheet in (*TABLE_SHEETS, "booklet")
        for rules in FORMS
        for text in [read_words(sheet, rules=rules).partition(" Rulings ")[0]]
        for word in counted
        if word in text or len(text) < 200
    ]
    assert misses == []


def test_a_record_of_koi_koi_shows_month_dealer_yaku_calls_and_factor() -> None:
    for rules, factor, score in (("koikoi-modern", "× 4", "40"), ("koikoi-nintendo", "× 3", "30")):
        game = load_example_game(rules)
        assert game.rule_set.id == rules
        ann, ben = read_rows(read_html("game-record", game))[-2:]
        assert ann[:-1] == ["6 Peony", "A Ann •", "", "", "2", "", "0"]
        assert ben[:-1] == ["", "B Ben", "ⓂⒻ", "10", "0", factor, score]
        said = read_words("game-record", game)
        assert "Ben stopped. Ann called koi-koi twice." in said
        assert "Ann was dealt four of a month." in said
    rounds = [{"outcome": "exhausted", "dealer": "Ben", "ticked": {"Ann": {}, "Ben": {}}}]
    raw = {"game": "koikoi-compendium", "sides": ["Ann", "Ben"], "rounds": rounds}
    said = read_words("game-record", score_for_print(parse_game(raw)))
    assert "Nobody stopped. Nobody has a yaku: the dealer Ben scores 6." in said
