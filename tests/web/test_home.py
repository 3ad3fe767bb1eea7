"""Home shows the games that this phone knows, and no others."""

from __future__ import annotations

from flask import Flask

from tests.web.table import Table, by_points


def test_a_new_phone_sees_new_game_and_no_dead_links(table: Table) -> None:
    text = table.get("/")
    assert "Start a game" in text
    assert "Go on" not in text
    assert 'href="/games/new"' in text


def test_a_started_game_is_listed_and_leads_back(table: Table) -> None:
    game = table.start("Ann", "Ben")
    text = table.get("/")
    assert f'href="{game}"' in text
    assert "Ann · Ben" in text
    assert "A new game for the same table: Ann and Ben" in text


def test_another_phone_does_not_see_it(app: Flask, table: Table) -> None:
    table.start("Ann", "Ben")
    assert "Ann" not in Table(app.test_client()).get("/")


def test_an_opened_view_link_is_listed_as_one_to_look_at(app: Flask, table: Table) -> None:
    view = table.view_link(table.start("Ann", "Ben"))
    other = Table(app.test_client())
    other.get(view)
    text = other.get("/")
    assert f'href="{view}"' in text
    assert "to look at" in text
    assert "same table" not in text


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
    assert "Go on</h2>" in going
    assert f'href="{running}"' in going
    assert all(f'href="{game}"' in finished for game in (won, ended))
    assert f'href="{running}"' not in finished
