"""The record of a game agrees with the game to the digit."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from itertools import pairwise
from typing import Any

import pytest

from companion.chart import place_chart
from companion.printing import PrintedGame, compose, parse_order
from companion.printing.game_record import CHART, describe_record
from companion.printing.orders import score_for_print
from companion.rules import Adjustment, EnteredGame, Start, parse_game, score_game
from tests.printing.conftest import THOROUGH, VIEW_LINK, LaySheet, make_printed_game, read_words
from tests.printing.reading import read_pages

NAMES = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay"]
WAYS: list[dict[str, Any]] = [
    {},
    {"method": "B", "target": 700},
    {"bonus": "before-floor"},
    {"yaku": "month"},
    {"yaku": "none", "method": "B", "target": 400},
    {"declare": False, "tie": "play-on"},
]


def read_rows(html: str) -> list[list[str]]:
    """The cells of the rows of rounds, as the page says them."""
    table = html[html.index("</thead>", html.index('class="rounds"')) :]
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.S)
    # The number of a round stands beside all its rows, in the first of them.
    cells = [
        ([] if 'class="no"' in row or "rowspan" not in table else [""])
        + [unescape(cell).strip() for _, cell in re.findall(r"<(t[dh])[^>]*>(.*?)</\1>", row, re.S)]
        for row in rows
    ]
    return [row for row in cells if len(row) > 3]


def list_totals(game: PrintedGame) -> list[int]:
    """The totals of each side: when the game ended and, where play went on, after all rounds."""
    breakdown = game.breakdown
    if not breakdown.rounds_after_end:
        return list(breakdown.totals)
    return [total for both in zip(breakdown.final.totals, breakdown.totals, strict=True) for total in both]


def test_the_figures_of_records_are_those_of_their_games() -> None:
    for seed in range(200 if THOROUGH else 30):
        sides = NAMES[: 2 + seed % 5]
        game = make_printed_game(1 + seed % 9, sides, seed, WAYS[seed % len(WAYS)])
        order = parse_order("game-record", {}, game)
        columns = [column.id for column in describe_record(order)["columns"]]
        html = compose(order).html
        rows = read_rows(html)
        expected = []
        for each in game.breakdown.rounds:
            for number, (side, total) in enumerate(zip(each.breakdown.sides, each.totals, strict=True)):
                figures = {"card_points": side.card_points, "score": side.score, "total": total}
                figures |= {"bonus": side.bonus} if "bonus" in columns else {}
                figures |= {"net": each.breakdown.sides[number].figures["net"]} if "net" in columns else {}
                expected.append(figures)
        found = [
            {
                column: int(cell)
                for column, cell in zip(columns, row[2:], strict=True)
                if column in ("card_points", "net", "bonus", "score", "total")
            }
            for row in rows
        ]
        assert found == expected, seed
        totals = re.search(r'class="totals">(.*?)</table>', html, re.S)
        assert totals
        assert [int(total) for total in re.findall(r"<td>(\d+)</td>", totals[1])] == list_totals(game)


@pytest.mark.parametrize("seed", range(200) if THOROUGH else [77])
def test_the_totals_of_a_record_can_be_read_from_its_paper(seed: int, set_here: Callable[..., Any]) -> None:
    sides = NAMES[: 2 + seed % 5]
    game = make_printed_game(1 + seed % 9, sides, seed, WAYS[seed % len(WAYS)])
    text = "\n".join(read_pages(set_here(compose(parse_order("game-record", {}, game))).content))
    for letter, name, total in zip("ABCDEF", sides, game.breakdown.final.totals, strict=False):
        assert re.search(rf"{letter}\s{name}\s+{total}\b", text), (letter, name, total)


def test_a_long_record_repeats_its_heads_and_shows_each_round_once(set_here: Callable[..., Any]) -> None:
    game = make_printed_game(40, ["Ann", "Ben"], options={"method": "B", "target": 90_000})
    result = set_here(compose(parse_order("game-record", {}, game)))
    pages = read_pages(result.content)
    assert len(pages) >= 3
    assert all("Brights" in page and "Total" in page for page in pages)
    rounds = re.findall(r"^(\d+)\s+A Ann", "\n".join(pages).replace("\r", ""), re.M)
    assert [int(number) for number in rounds] == list(range(1, 41))


@pytest.mark.parametrize(
    ("paper", "fewest", "tails"),
    [("a4", 8, [0, 3, 3, 3, 4]), ("letter", 7, [0, 3, 3, 3, 4]), ("a5", 17, [12, 3, 3, 3, 4])],
)
def test_the_last_three_rounds_of_a_record_share_a_page(
    paper: str, fewest: int, tails: list[int], lay_sheet: LaySheet
) -> None:
    """Records around the number of rounds that fills a page: how many stand on the last of several pages."""
    found = []
    for rounds in range(fewest, fewest + 5):
        game = make_printed_game(rounds, ["Ann", "Ben"], options={"target": 90_000})
        texts = lay_sheet("game-record", game, paper=paper).texts
        found.append(texts[-1].count("A Ann") if len(texts) > 1 else 0)
        assert (f"Page {len(texts)} of {len(texts)}" in texts[-1]) is (len(texts) > 1)
    assert found == tails


def test_the_last_rows_of_a_short_record_share_a_page(lay_sheet: LaySheet) -> None:
    game = make_printed_game(82, NAMES, options={"method": "B", "target": 90_000})
    last = lay_sheet("game-record", game).baselines_mm[-1]
    # Besides them the heads of the columns and the foot of the page.
    assert len({round(line) for line in last}) == 3 + 2


def test_a_span_of_rounds_is_printed_alone() -> None:
    game = make_printed_game(30, ["Ann", "Ben"], options={"method": "B", "target": 90_000})
    job = compose(parse_order("game-record", {"first": "11", "last": "12"}, game))
    assert [row[0] for row in read_rows(job.html) if row[0]] == ["11", "12"]
    assert "Rounds 11 to 12" in job.html


def test_a_record_says_what_the_sides_brought_along() -> None:
    game = make_printed_game(2, ["Ann", "Ben"])
    assert "From the game before" not in read_words("game-record", game)
    brought = replace(game.breakdown, starts=(Start(50, 50), Start()))
    assert "From the game before: Ann 50." in read_words("game-record", replace(game, breakdown=brought))


def test_a_very_long_game_is_recorded_in_short_form() -> None:
    game = make_printed_game(300, ["Ann", "Ben", "Cem", "Dee"], options={"method": "B", "target": 90_000})
    job = compose(parse_order("game-record", {}, game))
    rows = read_rows(job.html)
    assert len(rows) == 300
    assert [int(cell) for cell in rows[-1][2::2]] == list(game.breakdown.totals)
    assert "In short form" in job.html


@pytest.mark.parametrize(
    ("rounds", "target", "said"), [(1, 90_000, r"The game continues\."), (3, 1, r"(Ann|Ben) won in round \d")]
)
def test_an_unfinished_game_says_so_and_a_won_one_names_its_winner(
    rounds: int, target: int, said: str
) -> None:
    game = make_printed_game(rounds, ["Ann", "Ben"], options={"target": target})
    assert re.search(said, read_words("game-record", game))


def test_a_code_leads_to_the_view_link_and_only_where_there_is_one() -> None:
    game = make_printed_game(1, ["Ann", "Ben"])
    for sheet in ("game-record", "score-pad"):
        assert VIEW_LINK in compose(parse_order(sheet, {}, game)).html
    assert '<svg class="qr"' not in compose(parse_order("score-pad", {})).html
    assert 'class="qr"' in compose(parse_order("score-pad", {}, game)).html


def test_a_record_keeps_the_winner_when_play_went_on_after_the_end() -> None:
    for seed in range(60):
        game = make_printed_game(4, ["Ann", "Ben"], seed, {"target": 60})
        scored = game.breakdown
        if scored.rounds_after_end and scored.totals[0] > scored.totals[1] and scored.winners == ("Ben",):
            break
    else:
        raise AssertionError("no game of these has what this test is about")
    html = compose(parse_order("game-record", {}, game)).html
    assert f"Ben won in round {scored.won_in}, with {scored.final.totals[1]:,}." in html
    assert "played after the end." in html
    totals = html[html.index('<table class="totals">') : html.index("</table>")]
    assert f"after round {scored.won_in}" in totals
    ann, ben = re.findall(r"<td>([\d,\u2009\u202f ]+)</td>\s*<td class=\"won\">(\w*)</td>\s*<td>", totals)
    assert [int(re.sub(r"\D", "", ann[0])), ann[1]] == [scored.final.totals[0], ""]
    assert [int(re.sub(r"\D", "", ben[0])), ben[1]] == [scored.final.totals[1], "won"]
    assert ">won</text>" in html


def test_a_game_of_victories_shows_its_victories() -> None:
    """sakura.md: the best score of a round is one victory, whatever the points are."""
    rounds = [
        {"points": {"Ann": {"card_points": 130, "yaku": []}, "Ben": {"card_points": 110, "yaku": []}}}
        for _ in range(2)
    ]
    raw = {
        "game": "sakura",
        "options": {"count": "victories", "target": 2},
        "sides": ["Ann", "Ben"],
        "rounds": rounds,
    }
    html = compose(parse_order("game-record", {}, score_for_print(parse_game(raw)))).html
    assert "<td>2 victories</td>" in html
    assert "<td>0 victories</td>" in html
    assert "<title>Victories by round</title>" in html


@pytest.mark.parametrize("seed", range(12))
def test_the_letters_of_a_chart_stand_apart_in_their_order_within_it(seed: int) -> None:
    game = make_printed_game(6, NAMES, seed).breakdown
    lines = place_chart(game, 200, CHART)["lines"]
    heights = {letter: y for letter, (_, y) in zip("ABCDEF", lines, strict=True)}
    ordered = sorted(heights.values())
    assert all(below - above >= 8.9 for above, below in pairwise(ordered))
    assert ordered[0] > 0
    assert ordered[-1] <= CHART.height - CHART.foot
    totals = dict(zip("ABCDEF", game.totals, strict=True))
    by_height = sorted(heights, key=lambda letter: heights[letter])
    assert [totals[each] for each in by_height] == sorted(totals.values(), reverse=True)


@pytest.mark.parametrize("rounds", [2, 300])
def test_points_beside_a_round_stand_below_it_with_their_reason_in_short_form_too(rounds: int) -> None:
    """The totals have them: without a word the rows would not add up."""
    game = make_printed_game(rounds, NAMES[:2])
    plain = game.breakdown.totals
    beside = (Adjustment(1, (-30, 4), "a wrong payment"),)
    entered = EnteredGame(
        game.rule_set,
        game.options,
        game.breakdown.sides,
        tuple((each.entry, game.options) for each in game.breakdown.rounds),
        seating=game.breakdown.seating,
        adjustments=beside,
    )
    html = compose(parse_order("game-record", {}, replace(game, breakdown=score_game(entered)))).html
    first, second = html.split("Beside it: ")
    assert second.startswith("Ann −30, Ben +4 (“a wrong payment”).")
    assert read_rows(first)[-1] != read_rows(html)[-1]
    assert ("In short form" in html) == (rounds > 100)
    assert score_game(entered).totals == (plain[0] - 30, plain[1] + 4)
