"""The page of a game: totals, the next deal, rounds, undo and redo, the end, the winner."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.rules import get_rule_set
from tests.web.table import Table, by_points, read_notices, read_totals, read_words


def read_side(text: str, side: int) -> str:
    """What the totals say of a side, in the order of the page."""
    return read_words(re.findall(r'<li class="total .*?</li>', text, re.DOTALL)[side])


def test_totals_distance_and_the_next_deal_follow_a_round(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(115, 125, yaku_1=["dragon"]))
    text = table.get(game)
    assert read_totals(text) == [0, 30]
    assert "leads · 170 to go" in text
    assert "leads" not in read_side(text, 0)
    assert "last round +30 Dragon bonus" in read_side(text, 1)
    # Ben had the most points in the round, and deals.
    assert "Ben deals: 10 cards each, 8 to the field. Ann starts." in read_words(text)
    assert "Ben deals" in read_side(text, 1)
    assert "Enter round 2" in text
    assert "Round 1 is saved: Ann 0 · Ben +30." in read_notices(text)


def test_undo_names_its_step_and_redo_brings_it_back(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115, yaku_0=["dragon"]))
    assert "Undo: round 1, Ann +30" in table.get(game)
    table.press(game, "undo")
    text = table.get(game)
    assert read_totals(text) == [0, 0]
    assert "Undone: round 1, Ann +30." in read_notices(text)
    assert "Redo: round 1" in text
    table.press(game, "redo")
    text = table.get(game)
    assert read_totals(text) == [30, 0]
    assert "Redone: round 1, Ann +30." in read_notices(text)


def test_undo_of_a_round_where_nobody_scored_names_no_player(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(120, 120))
    text = table.get(game)
    assert ">Undo: round 1</button>" in text
    assert "Score details of round 1, <bdi>Ben</bdi>" in text


def test_undo_takes_back_only_the_step_that_its_button_named(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    table.record(game, by_points(130, 110))
    table.press(game, "undo")
    assert table.totals(game) == [5, 0]
    token = table.get_token()
    answer = table.client.post(f"{game}/undo", data={"csrf_token": token, "seen": "2"})
    assert answer.status_code == 302
    table.client.post(f"{game}/undo", data={"csrf_token": token, "seen": "2"})
    assert table.totals(game) == [0, 0]


def test_the_higher_total_wins_and_the_page_says_so(table: Table) -> None:
    game = table.start("Ann", "Ben", target="50")
    table.record(game, by_points(175, 65))
    text = table.get(game)
    assert "<bdi>Ann</bdi> wins" in text
    assert "Round 1 is saved: Ann +55 · Ben 0." in read_notices(text)
    assert "Rematch" in text
    assert "Final scores" in text
    assert "to go" not in text


@pytest.mark.parametrize("of", ["", "/rounds/1/why", "/players", "/share"])
def test_the_menu_of_a_game_stands_on_its_pages(table: Table, of: str) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(150, 90))
    menu = table.get(game + of).partition('class="menu"')[2].partition("</details>")[0]
    for way in ("rules", "house-rules", "players", "history", "print", "copies"):
        assert f'href="{game}/{way}"' in menu
    view = table.view_link(game)
    menu = table.get(view.replace("/v/", "/t/")).partition('class="menu"')[2].partition("</details>")[0]
    assert f'href="{view}/rules"' in menu
    assert "/players" not in menu


def test_method_b_has_no_floor_among_its_words(table: Table) -> None:
    words = {}
    for method in "AB":
        game = table.start("Ann", "Ben", method=method, target="50")
        table.record(game, by_points(150, 90))
        words[method] = "".join(
            re.findall('class="terms".*?</p>', table.get(game) + table.get(f"{game}/rounds/1/why"))
        )
    assert ">Floor" in words["A"]
    assert ">Floor" not in words["B"]


def test_equal_totals_share_the_win(table: Table) -> None:
    game = table.start("Ann", "Ben", target="25")
    table.record(game, by_points(120, 120, yaku_0=["sakura-1"], yaku_1=["sakura-4"]))
    assert "<bdi>Ann and Ben</bdi> share the win" in table.get(game)


def test_the_chart_of_a_finished_game_has_a_line_for_each_side(table: Table) -> None:
    game = table.start("Ann", "Ben", target="20")
    table.record(game, by_points(130, 110))
    table.record(game, by_points(110, 130))
    table.record(game, by_points(140, 100))
    text = table.get(game)
    assert text.count("<polyline") == 2
    assert 'aria-label="Totals of Ann and Ben after each round' in text


def test_a_game_may_be_ended_early_and_taken_up_again(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(130, 110))
    table.post(f"{game}/end", {})
    text = table.get(game)
    assert "<bdi>Ann</bdi> wins" in text
    assert "Continue this game" in text
    assert "Enter round" not in text
    table.post(f"{game}/resume", {})
    assert "Enter round 2" in table.get(game)


def test_rounds_stand_newest_first_and_come_in_pages(table: Table) -> None:
    game = table.start("Ann", "Ben", target="100000")
    for _ in range(23):
        table.record(game, by_points(130, 110))
    text = table.get(game)
    assert text.index("/rounds/23/why") < text.index("/rounds/22/why")
    assert "/rounds/3/why" not in text
    assert f'href="{game}?below=4"' in text
    earlier = table.get(f"{game}?below=4")
    assert "/rounds/3/why" in earlier
    assert "/rounds/4/why" not in earlier
    assert "Later rounds" in earlier
    for odd in ("0", "-3", "99999999999999999999", "x", ""):
        table.get(f"{game}?below={odd}")


def test_who_looks_on_is_offered_nothing_to_press(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(130, 110))
    text = Table(app.test_client()).get(table.view_link(game))
    assert read_totals(text) == [10, 0]
    assert "<form" not in text
    assert "Enter round" not in text
    assert game.rsplit("/", 1)[1] not in text


def test_a_rematch_is_dealt_by_whoever_would_deal_next(table: Table) -> None:
    game = table.start("Ann", "Ben", target="20")
    table.record(game, by_points(100, 140))
    text = table.get(f"{game}/again")
    assert re.search(r'name="first-dealer" value="1" checked', text)
    again = urlsplit(
        table.post(f"{game}/again", {"player-0": "Ann", "player-1": "Ben", "first-dealer": "1"}).location
    ).path
    assert again != game
    assert "Ben deals: 10 cards" in read_words(table.get(again))


def test_initials_of_sides_are_never_the_same(table: Table) -> None:
    text = table.get(table.start("Ann", "Abe", "Anton", "Åsa", "A", "Ann Lee"))
    initials = re.findall(r'<span class="mark owner--\d" aria-hidden="true">([^<]+)<', text)
    assert len(set(initials)) == 6


def test_a_game_keeps_the_name_of_its_rule_set(table: Table) -> None:
    game = table.start("Ann", "Ben", game="kwado-1982")
    assert get_rule_set("kwado-1982").name in table.get(game)


def test_the_winner_stands_first_when_play_goes_on_after_the_end(table: Table) -> None:
    """Ben wins with 345; then Ann makes 325. Heading, standing, chart, record and data say the same."""
    bright_yaku = ["five-brights", "dragon", "sakura-1", "sakura-2", "sakura-3", "sakura-4"]
    game = table.start("Ann", "Ben")
    table.record(game, by_points(155, 85, yaku_0=["four-iris", "sakura-6", "sakura-7", "sakura-8"]))
    table.record(game, by_points(50, 190, yaku_1=[*bright_yaku, "four-maple"]))
    before = table.get(game)
    assert "played after the end" not in before
    assert "chart__end" not in before
    table.record(game, by_points(200, 40, yaku_0=bright_yaku))
    text = table.get(game)
    assert "<bdi>Ben</bdi> wins</h1>" in text
    assert table.totals(game) == [155, 345]
    assert "1 round was played after the end. The winner stays Ben ." in read_words(text)
    final = read_words(text[text.index('id="final"') : text.index("</ol>")])
    assert "1. B Ben 345 with all 3 rounds 345 2. A Ann 480 with all 3 rounds 155" in final
    assert "chart__end" in text
    rounds = read_words(text[text.index('id="rounds"') :])
    assert "The game was won by Ben in round 2; this round came after it." in rounds
    # A correction that leaves the winner says what Ben won with, not what Ann has by now.
    table.correct(game, 3, {"points-0": "210", "points-1": "30"})
    assert "Ben had already won with 345." in read_notices(table.get(game)).replace("\u2068", "").replace(
        "\u2069", ""
    )


def test_after_a_tie_the_page_says_why_who_deals(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    table.record(game, by_points(100, 100, 40))
    text = table.get(game)
    assert "Ann and Ben tied in the last round. Ann deals again." in read_words(text)
    table.record(game, by_points(40, 100, 100))
    text = table.get(game)
    assert "Ben and Cem tied in the last round. The next player after the dealer deals." in read_words(text)
    table.record(game, by_points(100, 80, 60))
    assert " tied in" not in table.get(game)


def test_a_target_of_victories_says_what_it_counts(table: Table) -> None:
    rules = {"game": "sakura", "fields-of": "sakura", "length": "target", "option-count": "victories"}
    game = table.start("Ann", "Ben", target="5", **rules)
    assert "Sakura · to 5 victories<" in table.get(game)
