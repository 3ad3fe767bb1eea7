"""Koi-Koi and Min-Hwatu on paper: their columns, rounds and words.

Figures are those of koi-koi.md and min-hwatu.md.
"""

import re
from itertools import pairwise, product
from typing import Any

import pytest

from companion.printing import PAPERS, PrintedGame, score_for_print
from companion.printing.columns import get_signs
from companion.printing.game_record import CHART
from companion.printing.score_pad import describe_pad, plan_pad
from companion.reference.rulings import GAMES
from companion.rules import get_rule_set, parse_game
from tests.printing.conftest import make_printed_game, order_sheet, read_html, read_words
from tests.printing.example_games import load_example_game
from tests.printing.reading import squeeze
from tests.printing.test_game_record import read_rows

# --- Koi-Koi: months, what multiplies, no card points -----------------------------------------------

FORMS = GAMES["koi-koi"]
YEAR = [
    "1 Pine", "2 Plum", "3 Cherry", "4 Wisteria", "5 Iris", "6 Peony",
    "7 Clover", "8 Susuki", "9 Chrysanthemum", "10 Maple", "11 Willow", "12 Paulownia",
]  # fmt: skip
TABLE_SHEETS = (*("score-pad", "rule-sheet", "player-card", "deck-guide", "house-rules", "game-record"),)


def list_rounds(rules: str = "koikoi-modern", **raw: Any) -> list[str]:
    rounds = describe_pad(order_sheet("score-pad", rules=rules, **raw))["rounds"]
    return [f"{number} {flower}".strip() for number, flower, _ in rounds]


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
    assert [flower for _, flower, _ in rounds] == ["Maple", "Willow", "Paulownia"]


def test_a_koi_koi_pad_asks_for_dealer_yaku_points_calls_and_factor_and_shows_a_round() -> None:
    worked = {
        "koikoi-modern": "● Ⓓ 5 – × 2 10 10",
        "koikoi-nintendo": "● ③ 5 – × 2 10 10",
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
        assert "Ann was dealt four of a month (手四)." in said
    rounds = [{"outcome": "exhausted", "dealer": "Ben", "ticked": {"Ann": {}, "Ben": {}}}]
    raw = {"game": "koikoi-compendium", "sides": ["Ann", "Ben"], "rounds": rounds}
    said = read_words("game-record", score_for_print(parse_game(raw)))
    assert "Nobody stopped. Nobody has a yaku: the dealer Ben scores 6." in said


# --- Go-Stop: the winner's amount, what each loser pays, who sits out --------------------------------

# Of a side that stopped with a go, and of one that called: three brights and godori, 8 + 1, paid twice by
# the other (own go); with three godori alone, 5 + 1, and who called pays for both.
WORKED = {
    2: ["● ③Ⓖ 8 I – 9 – – 18 – 18 18", "◯ – – I – – × 2 18 – – −18 −18"],
    3: ["● Ⓖ 5 I – 6 – – 12 – 12 12", "◯ – – I – – – 12 – – −12 −12", "◯ – – – – – – – – – 0 0"],
}


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_a_go_stop_pad_shows_what_the_winner_gets_and_each_loser_pays(sides: int) -> None:
    described = describe_pad(order_sheet("score-pad", rules="go-stop", sides=str(sides)))
    columns = described["columns"]
    heads = "Deals Yaku Points Goes × Amount Own × Paid Got At once Round Total"
    # Of four one must sit out, and may sell cards.
    sold = [n for n, column in enumerate(columns) if column.head == "Sold"]
    assert sold == [10] * (sides == 4)
    columns = [column for column in columns if column.head != "Sold"]
    assert " ".join(column.head for column in columns) == heads
    rows = [" ".join(row[column.id] for column in columns) for row in described["worked"]]
    assert rows == WORKED[min(sides, 3)]
    # No yaku is of a month, and no dealt hand has a sign.
    assert [flower for _, flower, _ in described["rounds"]] == [""] * 12
    assert described["tallies"]["yaku"] == "⑤④③②ⒼⒽⒸⒹⒶⓇⒻ"


def test_a_record_of_go_stop_says_how_each_round_ended_and_who_sat_out() -> None:
    game = load_example_game("go-stop")
    said = read_words("game-record", game)
    for ending in (
        "Ann stopped. Ann called go twice. Dee sat out.",
        "Undecided (나가리). Cho called go. Dee sat out.",
        "Dee stopped. Ben called go. Cho sat out.",
        "Cho was dealt four of a month (총통). Ben sat out.",
        "Ben had three ppeoks 뻑. Ann sat out.",
    ):
        assert ending in said
    # Godori and six points; three brights and hongdan, × 2 shaken and × 2 after an undecided round: 24 of Ben
    # and 48 of Ann, who has no bright, both paid by Ben; 3 each; 3 each and 3 each at once.
    scores = [[side.score for side in each.breakdown.sides] for each in game.breakdown.rounds]
    assert scores == [[16, -8, -8, 0], [0] * 4, [0, -72, 0, 72], [-3, 0, 6, -3], [0, 12, -6, -6]]
    # Whoever sits out is multiplied by nothing, and not by 0.
    assert "× 0" not in said


# --- Min-Hwatu: twelve rounds, totals below zero, Korean names --------------------------------------

MIN_HWATU = {"rules": "min-hwatu"}
NAMES = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil"]
KOREAN = ["홍단", "청단", "초단", "초약", "풍약", "비약", "고도리", "오광", "똥약"]


def play_seven() -> PrintedGame:
    """Two rounds of seven: Ann has all poetry ribbons, so that everyone else pays 30 each time.

    A round is 240: Ann 60 + 6 × 30 = 240; Ben 180 − 30 = 150; the five others 0 − 30 = −30.
    """
    points = {name: {"card_points": 0, "yaku": []} for name in NAMES}
    points |= {"Ann": {"card_points": 60, "yaku": ["hongdan"]}, "Ben": {"card_points": 180, "yaku": []}}
    rounds = [{"points": points}] * 2
    return score_for_print(parse_game({"game": "min-hwatu", "sides": NAMES, "rounds": rounds}))


# --- The pad ---------------------------------------------------------------------------------------


def test_twelve_rounds_stand_on_the_pad() -> None:
    for paper, sides in product(PAPERS[:3], range(2, 8)):
        order = order_sheet("score-pad", **MIN_HWATU, paper=paper.id, sides=str(sides))
        assert [number for number, *_ in describe_pad(order)["rounds"]] == list(range(1, 13))
        if paper.id == "a4":
            assert plan_pad(order).pages == (1 if sides == 2 else 2)


@pytest.mark.parametrize(("played", "left"), [(3, range(4, 13)), (12, range(1, 13))])
def test_the_pad_of_a_game_has_the_rounds_that_are_left(played: int, left: range) -> None:
    game = make_printed_game(played, NAMES[:2], rules="min-hwatu")
    rounds = describe_pad(order_sheet("score-pad", game))["rounds"]
    assert [number for number, *_ in rounds] == [*left]


# --- The record ------------------------------------------------------------------------------------


def test_the_record_of_a_game_of_seven_with_totals_below_zero_holds() -> None:
    game = play_seven()
    assert game.breakdown.totals == (480, 300, -60, -60, -60, -60, -60)
    text = read_words("game-record", game, paper="a5")
    assert "12 rounds. Each other player pays a yaku once" in text
    for letter, name, total in zip("ABCDEFG", NAMES, ("480", "300", *["−60"] * 5), strict=True):
        assert f"{letter} {name} {total}" in text
    # Cards, received, paid, round, total.
    assert "1 A Ann • 60 Ⓗ 180 0 240 240 B Ben 180 0 −30 150 150 C Cem 0 0 −30 −30 −30" in text


def test_the_chart_goes_below_zero_draws_a_line_at_zero_and_keeps_its_letters_apart() -> None:
    svg = read_html("game-record", play_seven()).partition('<svg class="chart"')[2].partition("</svg>")[0]
    paths = re.findall(r'<polyline points="([^"]+)"', svg)
    heights = [float(y) for path in paths for y in re.findall(r",([\d.]+)", path)]
    assert (min(heights), max(heights)) == (CHART.top, CHART.height - CHART.foot)
    zero = re.search(rf'<path d="M34 ([\d.]+)H{CHART.width - CHART.right}" stroke="#5f554a"', svg)
    assert zero
    # From 480 down to −60.
    assert float(zero[1]) == pytest.approx(
        CHART.top + (CHART.height - CHART.top - CHART.foot) * 480 / 540, abs=0.1
    )
    labels = re.findall(r">(−?\d+)</text>", svg)
    assert labels[:6] == ["0", "100", "200", "300", "400", "1"]
    letters = sorted(float(y) - 3 for y in re.findall(r'y="([\d.]+)" font-size="10"', svg))
    assert len(letters) == 7
    assert all(below - above >= CHART.letter_gap - 0.01 for above, below in pairwise(letters))
    assert CHART.top <= letters[0] < letters[-1] <= CHART.height - CHART.foot


# --- Names and words -------------------------------------------------------------------------------


def test_korean_names_are_printed() -> None:
    for sheet in ("score-pad", "rule-sheet", "player-card", "house-rules", "booklet"):
        text = read_words(sheet, **MIN_HWATU, yaku="all")
        assert [name for name in KOREAN if name not in text] == [], sheet


def test_the_house_rules_tick_the_length_of_a_game_and_call_no_printed_rule_silent() -> None:
    for options, ticked in (
        ({}, "✓ 12 rounds 6 rounds a target of ________"),
        ({"rounds": 8}, "12 rounds 6 rounds ✓ 8 rounds a target of ________"),
        ({"target": 500}, "12 rounds 6 rounds ✓ a target of 500"),
    ):
        text = read_words("house-rules", make_printed_game(1, NAMES, options=options, rules="min-hwatu"))
        assert squeeze(ticked) in squeeze(text)
        assert "✓ each other player pays its points once" in text
        assert "Method" not in text
    # MH21 and MH25 say that the fourth card takes all three; a table may play otherwise.
    blank = read_words("house-rules", **MIN_HWATU)
    assert "the fourth card takes all three" in blank.partition("If you care")[2]
    assert "silent" not in blank


def test_a_booklet_of_min_hwatu_names_its_chapters() -> None:
    heads = re.findall(r"<h[12][^>]*>(.*?)</h[12]>", read_html("booklet", **MIN_HWATU), re.S)
    found = [re.sub(r"<[^>]*>", "", head).strip() for head in heads]
    chapters = ["Min-Hwatu", "The rules", "Yaku", "Rulings"]
    assert [head for head in found[:-1] if head in chapters] == chapters
