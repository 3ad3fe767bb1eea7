"""Min-Hwatu on paper: its columns, its twelve rounds, totals below zero, Korean names.

Figures are those of min-hwatu.md.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pypdf
import pytest

from companion.printing import PAPERS, PrintedGame, compose, load_example_game, parse_order, score_for_print
from companion.printing.chart import FOOT, HEIGHT, LETTER_GAP, TOP, draw_chart
from companion.printing.fonts import find_further_fonts
from companion.printing.score_pad import LINE_MM, ROUND_LINE_MM, ROW_MM, describe_pad, measure_pad
from companion.rules import RULE_SET_IDS, get_rule_set, parse_game
from tests.printing.conftest import make_printed_game
from tests.printing.reading import read_pages, squeeze

RULES = get_rule_set("min-hwatu")
NAMES = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil"]
KOREAN = ["홍단", "청단", "초단", "초약", "풍약", "비약", "고도리", "오광", "똥약"]
PAPER_UPS = [
    (paper.id, up) for paper in PAPERS for up in ("1", "2", "4") if up == "1" or paper.width_mm > 200
]


def order(sheet: str, game: PrintedGame | None = None, **raw: Any) -> Any:
    return parse_order(sheet, {"rules": "min-hwatu", **raw}, game)


def play_seven() -> PrintedGame:
    """Two rounds of seven: Ann has all poetry ribbons, so that everyone else pays 30 each time.

    A round is 240: Ann 60 + 6 × 30 = 240; Ben 180 − 30 = 150; the five others 0 − 30 = −30.
    """
    points = {name: {"card_points": 0, "yaku": []} for name in NAMES}
    points["Ann"] = {"card_points": 60, "yaku": ["hongdan"]}
    points["Ben"] = {"card_points": 180, "yaku": []}
    rounds = [{"points": points}] * 2
    return score_for_print(parse_game({"game": "min-hwatu", "sides": NAMES, "rounds": rounds}))


def read(set_here: Callable[..., Any], ordered: Any) -> str:
    return squeeze("".join(read_pages(set_here(compose(ordered)).content)))


# --- The pad ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", range(2, 8))
@pytest.mark.parametrize(("paper", "up"), PAPER_UPS)
def test_twelve_rounds_fit_on_the_pad(paper: str, up: str, sides: int) -> None:
    ordered = order("score-pad", paper=paper, up=up, sides=str(sides))
    size = measure_pad(ordered)
    leaves = describe_pad(ordered)["leaves"]
    assert [each.number for leaf in leaves for each in leaf] == list(range(1, 13))
    # The leaves are alike: no second page with one round on it.
    assert max(map(len, leaves)) - min(map(len, leaves)) < len(leaves)
    assert size.row_mm >= ROW_MM - 0.01
    rows_mm = size.rounds * (sides * (size.row_mm + LINE_MM) + ROUND_LINE_MM)
    assert rows_mm < size.cell.inner_height_mm - 20


@pytest.mark.parametrize(("sides", "pages"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3)])
def test_twelve_rounds_of_two_are_one_page_and_of_seven_three(sides: int, pages: int) -> None:
    assert len(describe_pad(order("score-pad", sides=str(sides)))["leaves"]) == pages


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({}, "12 rounds"),
        ({"rounds": "6"}, "6 rounds"),
        ({"rounds": "1"}, "1 round"),
        ({"target": "500"}, "Target 500"),
    ],
)
def test_the_head_of_a_pad_says_how_long_the_game_is(
    raw: dict[str, str], said: str, set_here: Callable[..., Any]
) -> None:
    text = " ".join(read_pages(set_here(compose(order("score-pad", **raw))).content)[0].split())
    assert f"화투 {said} Date" in text
    assert "Method" not in text


def test_the_pad_of_a_game_has_the_rounds_that_are_left() -> None:
    def list_rounds(game: PrintedGame) -> list[int]:
        leaves = describe_pad(order("score-pad", game))["leaves"]
        return [each.number for leaf in leaves for each in leaf]

    assert list_rounds(make_printed_game(3, NAMES[:2], rules="min-hwatu")) == list(range(4, 13))
    # The pad of a game that is won is for the next game.
    assert list_rounds(make_printed_game(12, NAMES[:2], rules="min-hwatu")) == list(range(1, 13))


@pytest.mark.parametrize(
    ("raw", "foot"),
    [
        (
            {},
            "Round = card points + received − paid. Total = total before + round. Each other player pays a "
            "yaku once;",
        ),
        (
            {"sides": "5", "round-up": "player"},
            "Round = card points + extra + received − paid. Total = total before + round. Each other player "
            "pays a yaku once; the dealer gets 10 extra (five players) or 5 (seven);",
        ),
        ({"sides": "3", "round-up": "player"}, "Round = card points + received − paid. Total"),
        ({"payment": "as-written"}, "A yaku counts × the number of players;"),
    ],
)
def test_the_foot_of_a_pad_explains_its_columns(raw: dict[str, str], foot: str, set_here: Any) -> None:
    assert squeeze(foot) in read(set_here, order("score-pad", **raw))


@pytest.mark.parametrize(
    ("raw", "check"),
    [
        ({}, "The scores add up to 240: what one player receives, the others pay."),
        ({"sides": "5", "round-up": "player"}, "The scores add up to 250: what one"),
        ({"sides": "7", "round-up": "player"}, "The scores add up to 245: what one"),
        ({"sides": "7", "round-up": "joker"}, "The scores add up to 240: what one"),
    ],
)
def test_the_foot_of_a_large_pad_says_what_the_scores_add_up_to(
    raw: dict[str, str], check: str, set_here: Any
) -> None:
    assert squeeze(check) in read(set_here, order("score-pad", **raw))


def test_a_pad_names_no_sum_that_yaku_change(set_here: Any) -> None:
    assert squeeze("add up to") not in read(set_here, order("score-pad", payment="as-written"))


# --- The record ------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_the_record_of_a_game_of_seven_with_totals_below_zero_holds(
    paper: str, set_here: Callable[..., Any]
) -> None:
    game = play_seven()
    assert game.breakdown.totals == (480, 300, -60, -60, -60, -60, -60)
    result = set_here(compose(order("game-record", game, paper=paper)))
    assert result.warnings == ()
    assert result.laid.escaped_texts == []
    assert result.laid.clipped_boxes == []
    text = " ".join("\n".join(read_pages(result.content)).split())
    assert "12 rounds. Each other player pays a yaku once" in text
    for letter, name, total in zip("ABCDEFG", NAMES, ("480", "300", *["−60"] * 5), strict=True):
        assert f"{letter} {name} {total}" in text
    # Cards, received, paid, round, total.
    assert re.search(r"1 A Ann • 60 Ⓗ 180 0 240 240 B Ben 180 0 −30 150 150 C Cem 0 0 −30 −30 −30", text)


def test_the_chart_goes_below_zero_and_draws_a_line_at_zero() -> None:
    svg = str(draw_chart(play_seven().breakdown, None))
    heights = [
        float(y) for path in re.findall(r'<path d="M([^"H]+)"', svg) for y in re.findall(r" ([\d.]+)", path)
    ]
    assert min(heights) == TOP
    assert max(heights) == HEIGHT - FOOT
    zero = re.search(r'<path d="M34 ([\d.]+)H584" stroke="#5f554a"', svg)
    assert zero
    # From 480 down to −60.
    assert float(zero[1]) == pytest.approx(TOP + (HEIGHT - TOP - FOOT) * 480 / 540, abs=0.1)
    assert [int(label.replace("−", "-")) for label in re.findall(r">(−?\d+)</text>", svg)][:6] == [
        0,
        100,
        200,
        300,
        400,
        1,
    ]


def test_seven_letters_of_a_chart_stand_apart_and_inside_it() -> None:
    svg = str(draw_chart(play_seven().breakdown, None))
    heights = sorted(float(y) - 3 for y in re.findall(r'y="([\d.]+)" font-size="10"', svg))
    assert len(heights) == 7
    assert all(below - above >= LETTER_GAP - 0.01 for above, below in pairwise(heights))
    assert heights[0] >= TOP
    assert heights[-1] <= HEIGHT - FOOT


# --- Names and words -------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", ["score-pad", "rule-sheet", "yaku-card", "house-rules", "booklet"])
def test_korean_names_are_printed_and_can_be_searched(sheet: str, set_here: Callable[..., Any]) -> None:
    text = read(set_here, order(sheet, yaku="all", paper="a4"))
    assert [name for name in KOREAN if name not in text] == []


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_the_printed_fonts_have_every_character_of_a_rule_set(rules: str) -> None:
    assert find_further_fonts(get_rule_set(rules).text) == []


def test_the_deck_guide_has_the_korean_months(set_here: Callable[..., Any]) -> None:
    text = read(set_here, order("deck-guide"))
    assert squeeze("11 Paulownia") in text
    assert squeeze("12 Willow") in text


def test_the_rule_sheet_says_payments_length_misdeals_and_who_takes_three(
    set_here: Callable[..., Any],
) -> None:
    text = read(set_here, order("rule-sheet"))
    for words in (
        "Everyone plays alone. Agree first: the length, the yaku.",
        "The dealer begins; play goes counter-clockwise.",
        "Three: take all of them.",
        # MH21: both are misdeals, the second one only if its holder wants it.
        "Four cards of one month were dealt to the field. The same dealer shuffles and deals again.",
        "By the 2021 text you may ask for a new deal; the 2025 text plays on.",
        # 95 − 30, 85 − 30, 60 + 2 × 30.
        "the third with hongdan (poetry ribbons, 홍단): received 0 / 0 / 60, paid 30 / 30 / 0, "
        "round 65 / 55 / 120.",
        "The scores add up to 240: what one player receives, the others pay.",
        "Agree on 12 or 6 rounds, or on a target. The most points win",
        "By agreement only: Godori (five birds, 고도리) 50",
    ):
        assert squeeze(words) in text, words
    for words in ("Method", "Gaji", "bonus", "floor", "teams", "At our table"):
        assert squeeze(words) not in text, words


def test_the_rule_sheet_follows_what_the_table_agreed(set_here: Callable[..., Any]) -> None:
    text = read(set_here, order("rule-sheet", payment="as-written", rounds="6", yaku="all"))
    for words in (
        "Your yaku count for you as often as there are players",
        # 60 + 3 × 30.
        "received 0 / 0 / 90, paid 30 / 30 / 0, round 65 / 55 / 150. The scores add up to 270:",
        "At our table: 6 rounds.",
    ):
        assert squeeze(words) in text, words
    assert squeeze("By agreement only") not in text


def test_of_two_views_the_rule_sheet_says_that_one_counts(set_here: Callable[..., Any]) -> None:
    text = read(set_here, order("rule-sheet", yaku="grand-views,views"))
    assert squeeze("Of grand views and views only the best counts.") in text


@pytest.mark.parametrize(
    ("options", "ticked"),
    [
        ({}, "✓ 12 rounds 6 rounds a target: ________"),
        ({"rounds": 8}, "12 rounds 6 rounds ✓ 8 rounds a target: ________"),
        ({"target": 500}, "12 rounds 6 rounds ✓ a target: 500"),
    ],
)
def test_the_house_rules_of_a_game_tick_its_length(
    options: dict[str, Any], ticked: str, set_here: Callable[..., Any]
) -> None:
    game = make_printed_game(1, NAMES, options=options, rules="min-hwatu")
    text = read(set_here, order("house-rules", game))
    assert squeeze(ticked) in text
    assert squeeze("✓ each other player pays its points once") in text
    assert "Method" not in text
    assert all(name in text for name in NAMES)


def test_the_blank_house_rules_call_no_printed_rule_silent(set_here: Callable[..., Any]) -> None:
    text = read(set_here, order("house-rules"))
    # MH21 and MH25 say that the fourth card takes all three; a table may play otherwise.
    assert squeeze("Also to agree") in text
    assert squeeze("the fourth card takes all three") in text
    assert "silent" not in text


def test_the_example_of_a_record_is_a_game_of_its_rule_set() -> None:
    game = load_example_game("min-hwatu")
    assert game.rule_set is RULES
    assert [sum(side.score for side in each.breakdown.sides) for each in game.breakdown.rounds] == [240] * 6
    assert min(side.score for each in game.breakdown.rounds for side in each.breakdown.sides) < 0
    assert game.breakdown.won_in == game.options.rounds == 6


def test_a_booklet_of_min_hwatu_names_its_chapters(set_here: Callable[..., Any]) -> None:
    reader = pypdf.PdfReader(io.BytesIO(set_here(compose(order("booklet"))).content))
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles == ["Min-Hwatu", "The rules", "Yaku", "Rulings"]
