"""A round: entered by cards, asked about, corrected, removed; what is refused: test_games.py."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from werkzeug.test import TestResponse

from tests.web.games.test_copies import bring_in, save
from tests.web.games.test_games import BY_COUNTS
from tests.web.table import (
    Table,
    by_cards,
    by_points,
    drop_terms,
    expect_words,
    read_faults,
    read_fields,
    read_notices,
    read_summary,
)

ANN = ["pine-crane", "plum-warbler", "cherry-curtain", "iris-bridge"]
SAKURA_1 = by_cards({"Ann": ["pine-crane", "plum-warbler", "cherry-curtain"], "Ben": "rest"})


@pytest.mark.parametrize(
    ("name", "players", "fields"),
    [
        ("two-players-method-a", 2, {"option_gaji": "kwado"}),
        ("three-players-method-b-to-500", 3, {"preset": "ribbons", "method": "B", "target": "500"}),
        ("two-teams-of-two-1982", 4, {"game": "kwado-1982", "sides": "2", "option_gaji": "kwado"}),
        (
            "six-players-before-floor",
            6,
            {"target": "100", "option_gaji": "sakura", "option_bonus": "before-floor"},
        ),
    ],
)
def test_a_whole_game_entered_by_its_24_cards_ends_as_published(
    table: Table, example: Any, name: str, players: int, fields: dict[str, str]
) -> None:
    given, expected = example(name)
    game = table.start(*["Ann", "Ben", "Cem", "Dee", "Eva", "Fay"][:players], **fields)
    for entered, figures in zip(given["rounds"], expected["rounds"], strict=True):
        typed = by_cards(entered["captured"], entered.get("gaji"))
        table.record(game, {**typed, **{f"sure/nothing/{side}": "yes" for side in range(6)}})
        assert table.totals(game) == [figures[side]["total"] for side in given["sides"]]
    heading = table.get(game).split("</h1>")[0]
    for winner in expected["winners"]:
        assert f"<bdi>{winner.replace('&', '&amp;')}</bdi>" in heading


def test_cards_given_to_nobody_and_a_side_that_has_nothing_are_asked_about(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    by_choice = {"way": "cards", **{f"captured/{card}": "0" for card in ANN}}
    table.record(game, {**by_choice, "rest": "1"})
    assert table.totals(game) == [0, 60]
    nobody = {**by_cards({"Ann": ANN, "Ben": "rest"}), "captured/maple-deer": []}
    nothing = by_cards({"Ann": "rest", "Ben": []})
    for fields, asked, sure, totals in (
        (nobody, "1 card was given to nobody: Deer under maple. Left on the table?", "unplaced", [0, 110]),
        (nothing, "Ben has no card with points: is that right?", "nothing/1", [120, 110]),
        (by_points(150, 85), "5 of the 240 card points are nobody", "left", [150, 110]),
    ):
        assert asked in table.record(game, fields, 422).text
        table.record(game, {**fields, f"sure/{sure}": "yes"})
        assert table.totals(game) == totals


def test_all_four_of_a_month_are_asked_where_one_side_has_both_cards_with_points(table: Table) -> None:
    fields = by_cards({"Ann": ["maple-deer", "maple-ribbon"], "Ben": "rest"})
    del fields["all_four/maple"]
    for answer, total in (("yes", 30), ("no", 0)):
        game = table.start("Ann", "Ben", preset="month", option_gaji="kwado")
        assert "all four of Maple?" in read_faults(table.record(game, fields, 422).text)[-1]
        table.record(game, {**fields, "all_four/maple": answer})
        assert table.totals(game)[0] == total
        # Answered is answered: nothing wonders about it any more.
        assert "may have" not in table.get(f"{game}/rounds/1/why")
    # What a Gaji took is with whoever used it, so that nothing need be asked.
    table.record(game, {**fields, "gaji/by": "1", "gaji/took": "maple-chaff-1", "all_four/willow": "yes"})
    assert table.totals(game)[0] == 0


def test_a_yaku_counts_unless_it_was_not_announced(table: Table) -> None:
    """One that a correction completes came up as not announced, though nobody had been asked."""
    game = table.start("Ann", "Ben")
    table.record(game, {**SAKURA_1, "captured/cherry-curtain": "1"})
    for change, total in (
        ({"captured/cherry-curtain": "0"}, 30),
        ({"undeclared": "sakura-1"}, 0),
        ({"undeclared": ""}, 30),
    ):
        table.correct(game, 1, change)
        assert table.totals(game)[0] == total
        assert ("complete, but not announced" in table.get(f"{game}/rounds/1/why")) is (total == 0)


def send(table: Table, game: str, fields: dict[str, Any], status: int, **headers: str) -> TestResponse:
    """Post a new round as it is, without pressing Save on a summary."""
    table.token = table.token or table.get_token()
    sent = {"csrf_token": table.token, "key": "one-and-the-same", **fields}
    answer = table.client.post(f"{game}/rounds/new", data=sent, headers=headers)
    assert answer.status_code == status, read_faults(answer.text)
    return answer


def test_a_refused_round_comes_back_with_all_three_ways_as_they_were_typed(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="kwado")
    fields = {
        "way": ["points"],
        "points/0": ["123"],
        "counts/1/animals": ["4"],
        "captured/pine-crane": ["1"],
        "gaji/by": ["0"],
        "gaji/took": ["maple-deer"],
        "yaku/0": ["dragon"],
    }
    shown = read_fields(table.record(game, fields, 422).text)
    assert {name: shown[name] for name in fields} == fields


def test_sorting_by_month_keeps_what_was_typed(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    fields = {"way": "cards", "captured/willow-ribbon": "1", "show": "by-month", "key": "12345678"}
    text = table.post(f"{game}/rounds/new", fields, 200).text
    expect_words(text, "12. Willow", 'name="captured/willow-ribbon" value="1" checked')
    assert text.index('data-card="paulownia-phoenix"') < text.index('data-card="willow-rain-man"')
    assert table.totals(game) == [0, 0, 0]


def test_one_key_gives_one_round_and_a_key_that_cannot_be_read_none(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for key, status in (("", 422), ("no spaces!", 422), ("one-and-the-same", 302), ("one-and-the-same", 302)):
        table.post(f"{game}/rounds/new", {**by_points(125, 115), "key": key}, status)
    text = table.get(game)
    assert table.totals(game) == [5, 0]
    assert "Enter round 2" in text


def test_a_correction_moves_totals_and_says_what_moved(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    table.record(game, by_points(110, 130))
    table.correct(game, 1, {"points/0": "150", "points/1": "90"})
    assert "Round 1: Ann 5 → 30. Ann now leads with 30." in read_notices(table.get(game))
    assert table.totals(game) == [30, 10]
    table.correct(game, 1, {"points/0": "150", "points/1": "85", "sure/left": "yes"})
    assert "Round 1 corrected. Scores unchanged." in read_notices(table.get(game))


def test_a_round_opens_for_correction_as_it_was_entered(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="kwado")
    fields = by_cards({"Ann": ANN, "Ben": "rest"}, {"by": "Ben", "took": "susuki-geese"})
    table.record(game, fields)
    shown = read_fields(table.get(f"{game}/rounds/1"))
    # The lightning lies with whoever used it, and with it all four willows.
    for name, value in {**fields, "all_four/willow": "yes"}.items():
        assert shown[name] == [value], name
    table.correct(game, 1, {})
    assert "Round 1 is unchanged." in read_notices(table.get(game))


def test_removing_a_round_moves_the_later_ones_up_and_can_be_undone(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for points in ((125, 115), (130, 110), (110, 130)):
        table.record(game, by_points(*points))
    first, second, third = (
        read_fields(table.get(f"{game}/rounds/{number}"))["version"] for number in (1, 2, 3)
    )
    assert read_fields(table.get(f"{game}/rounds/2/why"))["version"] == second
    table.post(f"{game}/rounds/2/remove", {"version": second})
    removed = "Round 2 is removed. Totals: Ann 15 → 5. Ben now leads with 10."
    assert removed in read_notices(table.get(game))
    assert table.totals(game) == [5, 10]
    table.press(game, "undo")
    assert table.totals(game) == [15, 10]
    # A removal names the number that the round had when it was removed.
    table.post(f"{game}/rounds/1/remove", {"version": first})
    table.post(f"{game}/rounds/3/remove", {"version": third})
    assert "Round 2 is removed." in read_notices(table.get(game))


def test_a_lost_session_loses_nothing_that_was_typed(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.client.delete_cookie("kwado")
    answer = table.client.post(f"{game}/rounds/new", data={**by_points(125, 115), "key": "12345678"})
    assert answer.status_code == 422
    assert "Your session expired" in answer.text
    assert 'value="125"' in answer.text
    assert table.totals(game) == [0, 0]


# --- The summary ----------------------------------------------------------------------------------


def test_a_plain_form_with_bonuses_is_shown_before_it_is_saved(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1", "dragon"], target="90")
    text = send(table, game, SAKURA_1, 422).text
    shown = read_summary(text)
    assert shown["shown"] == ["0/sakura-1/30", "1/dragon/25"]
    assert table.totals(game) == [0, 0]
    text = drop_terms(text)
    for words in ("Sakura 1 (crane, warbler, curtain) <b>+30</b>", "not announced", "Ben wins with 95."):
        assert words in text
    # Back to the round, everything is as it was typed.
    again = read_fields(table.post(f"{game}/rounds/new", {**shown, "show": "again"}, 200).text)
    for name in (name for name in SAKURA_1 if name.startswith("captured/")):
        assert again[name] == [SAKURA_1[name]], name
    # A yaku that is struck out has new figures, and they are shown first.
    text = table.post(f"{game}/rounds/new", {**shown, "undeclared": ["sakura-1"]}, 422).text
    assert "Save round 1: Ann 0 · Ben +95" in text
    table.post(f"{game}/rounds/new", read_summary(text))
    assert table.totals(game) == [0, 95]


def test_a_round_whose_bonuses_are_not_those_that_were_shown_is_not_saved(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1", "dragon"])
    told = ["1/dragon/25", "0/sakura-1/30"]
    counted = "Ann +30 (50 card points, Sakura 1) · Ben +95 (190 card points, Dragon bonus)"
    for named in (
        [],
        told[1:],
        ["0/sakura-1/30", "1/dragon/20"],
        ["1/sakura-1/30", "1/dragon/25"],
        [*told, "1/five-brights/100"],
        ["nonsense"],
    ):
        assert read_summary(send(table, game, {**SAKURA_1, "shown": named}, 422).text)
        answer = send(table, game, {**SAKURA_1, "shown": named}, 422, Accept="application/json").json
        assert answer["unshown"]["rules"]["yaku"][0]["id"] == "dragon"
        assert answer["errors"] == ["The yaku of this round have changed. Please check them again."]
        assert answer["unshown"]["shown"] == ["0/sakura-1/30", "1/dragon/25"]
        assert answer["unshown"]["counted"] == counted
    assert table.totals(game) == [0, 0]
    saved = send(table, game, {**SAKURA_1, "shown": told}, 200, Accept="application/json").json
    assert saved["saved"] == "one-and-the-same"


def test_a_ticked_yaku_was_seen_but_whether_a_sakura_yaku_was_announced_is_asked(table: Table) -> None:
    both = by_points(125, 115, yaku_0=["sakura-1", "dragon"])
    counts = {**BY_COUNTS, "yaku/0": ["sakura-1", "dragon"]}
    for options, fields, status in (
        ({"preset": "none"}, SAKURA_1, 302),
        ({}, by_points(125, 115, yaku_0=["dragon"]), 302),
        ({}, {**both, "undeclared": "sakura-1"}, 422),
        ({}, both, 422),
        ({}, counts, 422),
        ({"option_declare": "no"}, both, 302),
        ({"option_declare": "no"}, counts, 302),
    ):
        answer = send(table, table.start("Ann", "Ben", **options), fields, status)
        assert ("not announced" in answer.text) is (status == 422)


def test_a_correction_with_bonuses_is_shown_before_it_is_saved(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1"])
    for _ in range(2):
        table.record(game, by_points(120, 120))
    fields = {**read_fields(table.get(f"{game}/rounds/1")), **SAKURA_1, "undeclared": []}
    text = table.post(f"{game}/rounds/1", fields, 422).text
    assert "Check round 1" in text
    # What later rounds decide, the summary of an earlier one does not say.
    assert "leads with" not in text
    table.post(f"{game}/rounds/1", read_summary(text))
    assert table.totals(game)[0] == 30


# --- A note ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "written"),
    [
        ({"game": "kwado-1985"}, by_points(150, 90)),
        ({"game": "koikoi-modern"}, {"winner": "nobody"}),
        ({"game": "by-points"}, {"points/0": "3", "points/1": "4"}),
    ],
)
def test_a_note_stands_with_its_round_wherever_the_round_goes(
    table: Table, rules: dict[str, str], written: dict[str, str]
) -> None:
    game = table.start("Ann", "Ben", fields_of=rules["game"], **rules)
    table.record(game, written | {"note": " Dealt \r\n twice: <b>agreed</b> "})
    said = "“Dealt twice: &lt;b&gt;agreed&lt;/b&gt;”"
    for page in ("", "/history", "/rounds/1/why"):
        assert said in re.sub("</?bdi>", "", table.get(f"{game}{page}"))
    assert read_fields(table.get(f"{game}/rounds/1"))["note"] == ["Dealt twice: <b>agreed</b>"]
    again = bring_in(table, save(table, game).data)
    assert said in table.get(urlsplit(again.location).path)
    for wrong, fault in (("x" * 121, "at most 120 characters; this one has 121"), ("a\x07b", "control")):
        page = table.correct(game, 1, {"note": wrong}, 422).text
        assert fault in page
        assert f">{wrong}</textarea>" in page
    table.correct(game, 1, {"note": ""})
    assert "Dealt twice" not in table.get(game)
