"""Joining by a code of six letters: shown for ten minutes, typed on another phone."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.store.models import JOIN_CODES
from companion.web.join_codes import LETTERS, find_link, read_code
from tests.web.conftest import MakeApp, close
from tests.web.phone import EntryScreen, expect_totals, open_phone
from tests.web.table import Table, by_points, read_faults, read_notices, read_words

WRONG = "No game has this code now. Check the letters, or ask for a new code."


def time_in(minutes: int) -> datetime:
    return datetime.now(UTC) + timedelta(minutes=minutes)


def make_code(table: Table, game: str, link: str = "view") -> str:
    """A new code of the game, as its page shows it."""
    place = table.post(f"{game}/codes", {"link": link}).location
    text = table.get(place)
    shown = re.search(r"<span>([A-Z]{3})</span> <span>([A-Z]{3})</span>", text)
    assert shown
    assert place == f"{game}/codes/{shown[1]}{shown[2]}"
    return f"{shown[1]} {shown[2]}"


def join(app: Flask, code: str, status: int = 302) -> Any:
    """What another phone is answered that types a code."""
    return Table(app.test_client()).post("/join", {"code": code}, status)


@pytest.mark.parametrize(("link", "door"), [("view", "v"), ("edit", "g"), ("", "v"), ("nonsense", "v")])
def test_a_code_opens_the_link_that_it_was_made_for(app: Flask, table: Table, link: str, door: str) -> None:
    game = table.start("Ann", "Ben")
    place = join(app, make_code(table, game, link)).location
    assert place == (game if door == "g" else table.view_link(game))


def test_the_page_of_a_code_says_what_it_allows_where_to_type_it_and_until_when(table: Table) -> None:
    game = table.start("Ann", "Ben")
    with time_machine.travel(1_800_000_300, tick=False):
        place = table.post(f"{game}/codes", {"link": "edit"}).location
        answer = table.client.get(place)
    text = read_words(answer.text)
    assert "Code to help score" in text
    assert "On the other phone, open localhost and type under “Join a game”" in text
    assert "For players only." in text
    assert '<time datetime="2027-01-15T08:15:00+00:00"' in answer.text
    # It is asked for again when its time is over.
    assert answer.headers["Refresh"] == "601"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("written", ["{} {}", "{}{}", "  {}-{} ", "{}.{}", "{} {}\u00a0"])
@pytest.mark.parametrize("case", [str.upper, str.lower])
def test_case_and_spaces_do_not_matter(app: Flask, table: Table, written: str, case: Any) -> None:
    code = make_code(table, table.start("Ann", "Ben"))
    join(app, written.format(*map(case, code.split())))


def test_a_wrong_code_and_an_old_one_are_answered_alike(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    code = make_code(table, game)
    wrong = "BBB BBB" if code != "BBB BBB" else "CCC CCC"
    assert read_faults(join(app, wrong, 404).text) == [WRONG]
    with time_machine.travel(time_in(minutes=11), tick=True):
        assert read_faults(join(app, code, 404).text) == [WRONG]
        # Its own page offers a new one.
        path = f"{game}/codes/{code.replace(' ', '')}"
        assert table.client.get(path).location == f"{game}/share"
        text = table.get(f"{game}/share")
    assert read_notices(text).startswith("This code no longer works. Show a new one.")
    assert text.count("No camera? Show a code") == 2
    join(app, code)


@pytest.mark.parametrize("typed", ["", "BCDFG", "BCDFGHJ", "BCD1GH", "ÄÖÜßÄÖ", "花札花札花札"])
def test_what_is_not_six_letters_is_said_and_is_no_guess(app: Flask, typed: str) -> None:
    assert read_faults(join(app, typed, 422).text) == ["A code has six letters."]


def test_the_code_of_one_game_is_not_shown_as_that_of_another(table: Table) -> None:
    code = make_code(table, table.start("Ann", "Ben")).replace(" ", "")
    other = table.start("Cem", "Dee")
    assert table.client.get(f"{other}/codes/{code}").location == f"{other}/share"


def test_a_code_opens_nothing_once_the_links_are_replaced_or_the_game_is_deleted(
    app: Flask, table: Table
) -> None:
    replaced, deleted = table.start("Ann", "Ben"), table.start("Cem", "Dee")
    codes = [make_code(table, game, "edit") for game in (replaced, deleted)]
    table.post(f"{replaced}/links", {})
    table.post(f"{deleted}/delete", {"sure": "yes"})
    statuses = []
    for code in codes:
        client = app.test_client()
        statuses.append(client.get(Table(client).post("/join", {"code": code}).location).status_code)
    assert statuses[0] == 404
    assert statuses[1] in (404, 410)


def test_the_letters_of_a_code_are_no_vowels_and_each_comes_up(app: Flask, table: Table) -> None:
    assert len(LETTERS) == len(set(LETTERS)) == 20
    assert not set(LETTERS) & set("AEIOUY")
    codes = {make_code(table, table.start("Ann", "Ben")) for _ in range(40)}
    assert len(codes) == 40
    assert set("".join(codes)) - {" "} <= set(LETTERS)
    assert len(set("".join(codes))) > 15


def test_the_database_holds_neither_the_code_nor_the_link(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    code = make_code(table, game, "edit").replace(" ", "")
    make_code(table, game, "edit")
    with app.extensions["kwado-store"].reading() as session:
        rows = session.connection().execute(JOIN_CODES.select()).all()
    token = game.rsplit("/", 1)[1]
    assert len(rows) == len({row.sealed_link for row in rows}) == 2
    assert code not in str(rows)
    assert token not in str(rows)
    # Nor do the rows help an app with another secret key, which takes the same code for another one.
    with app.app_context(), app.extensions["kwado-store"].reading() as session:
        assert find_link(session, code)
        usual, app.config["SECRET_KEY"] = app.config["SECRET_KEY"], "another key"
        found = find_link(session, code)
        app.config["SECRET_KEY"] = usual
    assert found is None


def test_a_code_is_written_to_no_log(table: Table, caplog: Any, monkeypatch: Any) -> None:
    game = table.start("Ann", "Ben")
    code = make_code(table, game).replace(" ", "")

    def fail(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    with caplog.at_level(logging.DEBUG):
        monkeypatch.setattr("companion.web.share.views.find_link", fail)
        assert table.client.get(f"{game}/codes/{code}").status_code == 500
        Table(table.client.application.test_client()).post("/join", {"code": code}, 500)
    assert "a fault of ours" in caplog.text
    assert code not in caplog.text


def test_a_form_without_a_token_makes_no_code(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    answer = table.client.post(f"{game}/codes", data={"link": "edit"})
    assert answer.location == f"{game}/share"
    with app.extensions["kwado-store"].reading() as session:
        assert session.connection().execute(JOIN_CODES.select()).all() == []


def test_wrong_codes_are_refused_by_address_and_then_for_everybody(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app(tmp_path / "instance", CODE_LIMIT=3, ALL_CODES_LIMIT=10)
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    with time_machine.travel(time_in(minutes=0), tick=False) as moment:
        code = make_code(table, game)

        def try_code(code: str, address: str) -> int:
            here = {"REMOTE_ADDR": address}
            fields = {"csrf_token": table.get_token(), "code": code}
            return table.client.post("/join", data=fields, environ_base=here).status_code

        # Right codes, and what is not six letters, are not counted.
        assert [try_code(each, "10.0.0.1") for each in [code, "BCD", code, code, code]] == [
            302, 422, 302, 302, 302,
        ]  # fmt: skip
        assert [try_code("ZZZ ZZZ", "10.0.0.1") for _ in range(5)] == [404, 404, 404, 429, 429]
        # Beyond the limit a code is not looked at: the right one is refused too.
        assert try_code(code, "10.0.0.1") == 429
        assert try_code(code, "10.0.0.2") == 302
        tried = [try_code("ZZZ ZZZ", f"10.0.1.{n}") for n in range(12)]
        assert tried == [404] * 7 + [429] * 5
        assert try_code(code, "10.0.0.3") == 429
        # Links open as ever.
        assert table.client.get(game).status_code == 200
        moment.shift(20 * 60)
        assert try_code("ZZZ ZZZ", "10.0.0.1") == 404
    close(app)


@pytest.mark.parametrize(
    ("typed", "code"),
    [("bcd fgh", "BCDFGH"), ("b c d f g h", "BCDFGH"), ("bcdfg", None), ("bcdfg8", None), ("ſcdfgh", None)],
)
def test_six_letters_are_read(typed: str, code: str | None) -> None:
    assert read_code(typed) == code


def test_a_phone_without_a_camera_joins_by_a_code(browser: Browser, live_server: str) -> None:
    contexts = [open_phone(browser, "360") for _ in range(2)]
    owner, other = (context.new_page() for context in contexts)
    game = EntryScreen(owner, live_server).start("Ann", "Ben")
    owner.goto(f"{game}/share")
    owner.get_by_label("To help score", exact=True).tap()
    owner.get_by_role("button", name="No camera? Show a code").locator("visible=true").tap()
    expect(owner.get_by_role("heading", name="Code to help score")).to_be_visible()
    # The time of the phone's own clock.
    expect(owner.locator("time")).to_have_text(re.compile(r"^\d\d:\d\d"))
    code = owner.locator(".join__letters [aria-hidden]").inner_text()
    other.goto(live_server)
    other.get_by_label("Join a game").fill(code.lower())
    other.get_by_role("button", name="Join").tap()
    expect_totals(other, [0, 0])
    assert other.url == game
    for context in contexts:
        context.close()


def test_a_won_game_is_joined_as_well(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben", target="20")
    table.record(game, by_points(150, 90))
    assert join(app, make_code(table, game)).location == table.view_link(game)
