"""Min-Hwatu on paper: its columns, its twelve rounds, totals below zero, Korean names.

Figures are those of min-hwatu.md.
"""

import re
from itertools import pairwise, product

import pytest

from companion.printing import PAPERS, PrintedGame, score_for_print
from companion.printing.fonts import find_further_fonts
from companion.printing.game_record import CHART
from companion.printing.score_pad import describe_pad, plan_pad
from companion.rules import RULE_SET_IDS, get_rule_set, parse_game
from tests.printing.conftest import make_printed_game, order_sheet, read_html, read_words
from tests.printing.reading import squeeze

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
    for paper, sides in product(PAPERS, range(2, 8)):
        order = order_sheet("score-pad", **MIN_HWATU, paper=paper.id, sides=str(sides))
        assert [number for number, _ in describe_pad(order)["rounds"]] == list(range(1, 13))
        if paper.id == "a4":
            assert plan_pad(order).pages == (1 if sides == 2 else 2)


def test_the_pad_of_a_game_has_the_rounds_that_are_left() -> None:
    # The pad of a game that is won is for the next game.
    for played, left in ((3, range(4, 13)), (12, range(1, 13))):
        game = make_printed_game(played, NAMES[:2], rules="min-hwatu")
        rounds = describe_pad(order_sheet("score-pad", game))["rounds"]
        assert [number for number, _ in rounds] == [*left]


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
    zero = re.search(r'<path d="M34 ([\d.]+)H584" stroke="#5f554a"', svg)
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
    assert [find_further_fonts(get_rule_set(rules).text) for rules in RULE_SET_IDS] == [[]] * len(
        RULE_SET_IDS
    )


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
