"""Home shows the games that this phone knows, and no others."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from companion.rules import RULE_SET_IDS, get_rule_set
from tests.web.table import Table, by_points


def read_rows(text: str) -> list[str]:
    """The games in the lists, each as the words of its row."""
    rows = re.findall(r'<a class="lines__item lines__item--pictured".*?</a>', text, re.DOTALL)
    return [say(row) for row in rows]


def read_open_game(text: str) -> str:
    found = re.search(r'<section class="open-game".*?</section>', text, re.DOTALL)
    return found[0] if found else ""


def say(html: str) -> str:
    """What is read of a piece of HTML, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_a_first_visit_shows_a_hand_of_cards_and_the_ways_in(table: Table) -> None:
    text = table.get("/")
    assert read_open_game(text) == ""
    assert read_rows(text) == []
    assert text.count('class="hand__card"') == 5
    assert re.findall(r'class="button [^"]*button--main[^"]*" href="([^"]+)"', text) == ["/games/new"]
    for way in ("/learn", "/rules", "/print"):
        assert f'<a class="way-on" href="{way}"' in text
    for name in {get_rule_set(rule_set_id).game for rule_set_id in RULE_SET_IDS}:
        assert name in text


def test_the_game_played_last_stands_first_with_its_scores_and_continue(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(150, 90))
    text = table.get("/")
    shown = read_open_game(text)
    assert "Kwa-Dō (1985) 1 round · first to 200" in say(shown)
    assert "Ann 30 , leads" in say(shown)
    assert "Ben 0 Continue" in say(shown)
    assert re.findall(r'<a class="button button--main[^"]*" href="([^"]+)">', text) == [game]
    assert read_rows(text) == []
    assert "Rematch: Ann and Ben" in say(text)
    # The cards of Kwa-Dō stand for it.
    assert re.findall(r"korean.svg[^#]*#([a-z-]+)", shown) == [
        card.id for card in get_rule_set("kwado-1985").emblem
    ]


def test_no_rematch_is_offered_of_a_game_without_rounds(table: Table) -> None:
    game = table.start("Ann", "Ben")
    assert "Rematch" not in table.get("/")
    table.post(f"{game}/end", {})
    assert "Rematch" not in table.get(game)


def test_a_round_that_waits_on_the_phone_has_its_own_button_in_the_place_of_continue(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(150, 90))
    found = re.search(
        r'>Continue</a>\s*<a [^>]*href="([^"]+)" data-waits="[^"]+" data-number="(\d+)" [^>]* hidden>([^<]+)',
        table.get("/"),
    )
    assert found
    assert found.groups() == (f"{game}/rounds/new", "2", "Continue round 2")


def test_other_running_games_are_rows_with_the_scores_of_the_leaders(table: Table) -> None:
    six = table.start("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", method="B", target="1000")
    table.record(six, by_points(10, 20, 30, 40, 50, 90))
    two = table.start("Gil", "Hana")
    table.start("Ida", "Jon")
    assert read_rows(table.get("/")) == [
        "Gil 0 Hana 0 Kwa-Dō (1985) · No round yet Kwa-Dō (1985) · Continue round 1",
        "Fay 90 Eve 50 Dee 40 3 more Kwa-Dō (1985) · 1 round · first to 1 000"
        " Kwa-Dō (1985) · Continue round 2",
    ]
    assert two in table.get("/")


def test_a_finished_game_names_its_winner_and_the_score(table: Table) -> None:
    two = table.start("Ann", "Ben", target="200", method="B")
    table.record(two, by_points(30, 210))
    three = table.start("Ann", "Ben", "Cem", target="10")
    table.record(three, by_points(100, 80, 60))
    tie = table.start("Ann", "Ben", method="B", target="120")
    table.record(tie, by_points(120, 120))
    unplayed = table.start("Ann", "Ben")
    table.post(f"{unplayed}/end", {})
    said = [row.split(" · ")[0] for row in read_rows(table.get("/"))]
    assert said == [
        "Ended before round 1 Ann",
        "A B Ann and Ben share the win 120–120 Ann",
        "A Ann won with 20 Ann",
        "B Ben won 210–30 Ann",
    ]


def test_a_total_below_zero_is_told_from_a_dash(table: Table) -> None:
    game = table.start("Ann", "Ben", game="min-hwatu", fields_of="min-hwatu", length="rounds", rounds="1")
    table.record(game, by_points(225, 15, yaku_0=["hongdan"], yaku_1=[]))
    assert "Ann won 255 to −15" in read_rows(table.get("/"))[0]


def test_where_no_game_goes_on_start_a_game_is_the_one_action(table: Table) -> None:
    game = table.start("Ann", "Ben", target="10")
    table.record(game, by_points(140, 100))
    text = table.get("/")
    assert read_open_game(text) == ""
    assert re.findall(r'class="button [^"]*button--main[^"]*" href="([^"]+)"', text) == ["/games/new"]
    assert len(read_rows(text)) == 1


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_every_game_has_cards_that_stand_for_it(table: Table, rule_set_id: str) -> None:
    table.start("Ann", "Ben", game=rule_set_id, fields_of=rule_set_id)
    rule_set = get_rule_set(rule_set_id)
    shown = read_open_game(table.get("/"))
    assert shown.count('class="hand__card"') == 3
    assert all(f"deck-{rule_set.month_order}" in shown for _ in rule_set.emblem)


def test_another_phone_does_not_see_it(app: Flask, table: Table) -> None:
    table.start("Ann", "Ben")
    assert "Ann" not in Table(app.test_client()).get("/")


def test_an_opened_view_link_is_listed_as_one_to_look_at(app: Flask, table: Table) -> None:
    view = table.view_link(table.start("Ann", "Ben"))
    other = Table(app.test_client())
    other.get(view)
    text = other.get("/")
    assert f'href="{view}"' in text
    assert "View only" in text
    assert "View the scores" in text
    assert "Rematch" not in text


def test_the_phone_remembers_its_last_twenty_games(table: Table) -> None:
    games = [table.start("Ann", f"Ben {number}") for number in range(22)]
    text = table.get("/")
    assert [game for game in games if f'href="{game}"' in text] == games[2:]


def test_a_forged_cookie_of_games_is_ignored(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    other = app.test_client()
    other.set_cookie("kwado-games", f'["{game.rsplit("/")[-1]}"].AAAA')
    assert "Ann" not in Table(other).get("/")


def test_the_cookie_of_games_is_hidden_from_scripts_and_other_sites(table: Table) -> None:
    token = table.get_token()
    fields = {"csrf_token": token, "player-0": "Ann", "player-1": "Ben"}
    cookies = table.client.post("/games/new", data=fields).headers.getlist("Set-Cookie")
    cookie = next(cookie for cookie in cookies if cookie.startswith("kwado-games="))
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    # On plain http over the LAN a secure cookie would never come back.
    assert "Secure" not in cookie


def test_light_and_dark_are_kept_for_this_phone(table: Table) -> None:
    assert "data-theme" not in table.get("/")
    table.post("/theme", {"theme": "dark"})
    assert '<html lang="en" data-theme="dark">' in table.get("/")
    table.post("/theme", {"theme": "system"})
    assert "data-theme" not in table.get("/")


def test_a_game_that_was_won_or_ended_is_listed_apart(table: Table) -> None:
    won = table.start("Ann", "Ben", target="10")
    table.record(won, by_points(140, 100))
    ended = table.start("Cem", "Dee")
    table.post(f"{ended}/end", {})
    running = table.start("Eve", "Fay")
    going, finished = table.get("/").split("Finished</h2>")
    assert f'href="{running}"' in going
    assert all(f'href="{game}"' in finished for game in (won, ended))
    assert f'href="{running}"' not in finished
