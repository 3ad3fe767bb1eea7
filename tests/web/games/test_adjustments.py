"""Points beside a round, with a reason: they count, are seen everywhere, and can be taken back."""

import csv
import io
import json
import re
from html import unescape
from typing import Any

import pytest

from tests.web.games.test_copies import bring_in
from tests.web.games.test_history import read_lines
from tests.web.table import Table, by_points, expect_words, read_fields, read_notices, to_table

WRONG = "a wrong payment of last week"


def adjust(
    table: Table, game: str, number: int, *points: str, reason: str = WRONG, status: int = 302, **more: Any
) -> str:
    """Points beside a round, by its form; its answer."""
    path = f"{game}/rounds/{number}/points"
    shown = read_fields(table.get(path).split('action=""')[1])
    typed = {f"points-{place}": each for place, each in enumerate(points)}
    return table.post(path, {**shown, **typed, "reason": reason, **more}, status).text


def play(table: Table, *rounds: int, **fields: Any) -> str:
    game = table.start("Ann", "Ben", **fields)
    for ann in rounds:
        table.record(game, by_points(ann, 240 - ann))
    return game


def test_points_beside_a_round_count_and_are_seen_with_their_reason(table: Table) -> None:
    game = play(table, 125, 130)
    adjust(table, game, 1, "−30", "")
    expect_words(read_notices(table.get(game)), "Totals: Ann 15 → −15")
    assert table.totals(game) == [-15, 0]
    said = f"Beside it: Ann −30 (“{WRONG}”)."
    for link in (game, table.view_link(game)):
        text = table.get(link)
        expect_words(text, said)
        # Each round has the totals after it.
        cells = re.findall(r'rounds__total"><span class="heard">total </span>([^<]*)', text)
        assert cells == ["−15", "0", "−25", "0"]
    why = table.get(f"{game}/rounds/1/why")
    expect_words(why, f"Beside the round: “<bdi>{WRONG}</bdi>”</th><td>−30</td>", "<td>−25</td>")
    expect_words(table.get(f"{game}/rounds/2/why"), never=[WRONG])


def test_undo_and_redo_are_told_with_the_reason(table: Table) -> None:
    game = play(table, 125)
    adjust(table, game, 1, "10", "-3", reason="tea")
    expect_words(table.get(game), "Undo: points beside round 1")
    table.press(game, "undo")
    assert table.totals(game) == [5, 0]
    table.press(game, "redo")
    assert table.totals(game) == [15, -3]
    said = "oints beside round 1"
    assert read_lines(table.get(f"{game}/history"))[:3] == [
        f"Redone: p{said}: Ann +10, Ben −3 (“tea”).",
        f"Undone: p{said}: Ann +10, Ben −3 (“tea”).",
        f"P{said}: Ann +10, Ben −3 (“tea”).",
    ]


@pytest.mark.parametrize(
    ("points", "reason", "said"),
    [
        (("", ""), WRONG, "Enter the points of at least one side."),
        (("0", "0"), WRONG, "Enter the points of at least one side."),
        (("-30", ""), " ", "A reason has at least one letter."),
        (("-30", ""), "x" * 121, "at most 120 characters"),
        (("some", ""), WRONG, "some"),
        (("1000001", ""), WRONG, "1\u202f000\u202f000"),
    ],
)
def test_what_cannot_be_saved_is_said_and_what_was_typed_stays(
    table: Table, points: tuple[str, str], reason: str, said: str
) -> None:
    game = play(table, 125)
    text = adjust(table, game, 1, *points, reason=reason, status=422)
    expect_words(unescape(text), said, "Not saved yet")
    assert read_fields(text)["points-0"] == [points[0]]
    assert table.totals(game) == [5, 0]


def test_what_is_sent_twice_counts_once_and_a_change_of_another_phone_is_said(table: Table) -> None:
    game = play(table, 125)
    path = f"{game}/rounds/1/points"
    fields = read_fields(table.get(path)) | {"points-0": "-30", "reason": WRONG}
    table.post(path, fields)
    text = table.post(path, fields, 422).text
    expect_words(text, "The game was changed meanwhile.", f"Ann −30 (“{WRONG}”)")
    assert table.totals(game) == [-25, 0]
    # Who has looked may save the same once more.
    table.post(path, read_fields(text.split('action=""')[1]))
    assert table.totals(game) == [-55, 0]


def test_points_beside_a_removed_round_stand_beside_the_one_before(table: Table) -> None:
    game = play(table, 125, 130, 140)
    adjust(table, game, 2, "-30", "")
    for number, totals, beside in ((2, [-5, 0], 1), (2, [-25, 0], 1), (1, [0, 0], 0)):
        table.post(f"{game}/rounds/{number}/remove", read_fields(table.get(f"{game}/rounds/{number}")))
        assert table.totals(game) == totals
        if beside:
            expect_words(table.get(f"{game}/rounds/{beside}/why"), WRONG)
    # With no round left they wait for the next one.
    table.record(game, by_points(130, 110))
    assert table.totals(game) == [-20, 0]
    for totals in ([0, 0], [-25, 0], [-5, 0]):
        table.press(game, "undo")
        assert table.totals(game) == totals


def test_a_correction_shows_the_total_with_the_points_beside_it(table: Table) -> None:
    game = play(table, 125, 130)
    adjust(table, game, 2, "-30", "")
    sides = re.search(r"data-sides='([^']*)'", table.get(f"{game}/rounds/2"))
    assert sides
    assert [side["total"] for side in json.loads(unescape(sides[1]))] == [-25, 0]
    table.correct(game, 2, {"points/0": "140", "points/1": "100"})
    assert table.totals(game) == [-5, 0]


def test_points_beside_a_round_may_win_a_game_or_give_it_back(table: Table) -> None:
    game = play(table, 145, 130, target="50")
    adjust(table, game, 2, "20", "")
    expect_words(table.get(game), "Final scores", "Ann")
    adjust(table, game, 2, "-20", "")
    expect_words(table.get(game), "Enter round 3", never=["Final scores"])
    adjust(table, game, 1, "", "50")
    expect_words(table.get(game), "1 round was played after the end. The winner stays <bdi>Ben</bdi>.")


def test_teams_and_who_sits_out_have_them_too(table: Table) -> None:
    teams = table.start("Ann", "Ben", "Cem", "Dee", sides="2")
    table.record(teams, by_points(125, 115))
    adjust(table, teams, 1, "", "-8")
    assert table.totals(teams) == [5, -8]
    four = table.start("Ann", "Ben", "Cem", "Dee", game="by-points", fields_of="by-points")
    table.record(four, {"way": "points", "points/0": "4", "points/1": "1", "sits_out": ["2", "3"]})
    adjust(table, four, 1, "", "", "-3", "7")
    assert table.totals(four) == [4, 1, -3, 7]


def test_victories_stay_what_they_are(table: Table) -> None:
    game = table.start(
        "Ann", "Ben", "Cem", game="sakura", fields_of="sakura", option_count="victories", rounds="3"
    )
    table.record(game, by_points(100, 80, 60))
    before = re.findall(r'data-tally="([^"]*)"', table.get(game))
    expect_words(
        table.get(f"{game}/rounds/1/points"), "They count among the points and change nothing in vict"
    )
    adjust(table, game, 1, "", "40", "")
    text = table.get(game)
    assert re.findall(r'data-tally="([^"]*)"', text) == before
    expect_words(text, "Totals: Ben 80 → 120.", "Ben +40")


def test_a_copy_of_the_game_has_them_and_the_spreadsheet(table: Table) -> None:
    game = play(table, 125, 130)
    adjust(table, game, 2, "-30", "4")
    content = table.client.get(f"{game}/copies/game.json").data
    assert json.loads(content)["adjustments"] == [[2, [-30, 4], WRONG]]
    brought = bring_in(table, content).location
    assert table.totals(brought) == [-15, 4]
    text = table.client.get(f"{game}/copies/game.csv").data.decode("utf-8-sig")
    rows = [row[1:] for row in csv.reader(io.StringIO(text, newline=""))]
    assert rows[2:] == [
        ["2", "", "-30", "4", "", "", "", WRONG],
        ["2", "Ann", "10", "0", "-15", "4", "", ""],
    ]
    text = table.client.get(to_table(game, "/rounds.csv")).data.decode("utf-8-sig")
    rows = [[*row[3:5], *row[6:9], row[10]] for row in csv.reader(io.StringIO(text, newline=""))]
    assert rows[3:] == [
        ["2", "", "Ann", "-30", "", WRONG],
        ["2", "", "Ben", "4", "", WRONG],
        ["2", "Ann", "Ann", "10", "-15", ""],
        ["2", "Ann", "Ben", "0", "4", ""],
    ]


def test_rounds_and_averages_of_the_statistics_are_without_them(table: Table) -> None:
    game = play(table, 125, 130)
    shown = f"{to_table(game)}/statistics.json"
    before = table.client.get(shown).json
    adjust(table, game, 2, "-30", "4")
    assert table.client.get(shown).json == before


def test_other_phones_hear_of_them(table: Table) -> None:
    game = play(table, 125)
    version = table.client.get(f"{game}/news?seen=0").json
    adjust(table, game, 1, "-30", "")
    assert table.client.get(f"{game}/news?seen=0").json != version
