"""Joining by a code of six letters: shown for ten minutes, typed on another phone."""

import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import time_machine
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect
from sqlmodel import select

from companion.store.models import JoinCode
from companion.web.forms import LOST_TOKEN
from companion.web.games.join_codes import LETTERS, find_link
from companion.web.serving.rate_limits import LIMITS
from tests.store.tables import often
from tests.web.conftest import MakeApp, close, find_token
from tests.web.phone import EntryScreen, open_phone
from tests.web.table import Table, by_points, expect_words, read_faults, read_notices, read_words

WRONG = "No game has this code now. Check the letters, or ask for a new code."


def make_code(table: Table, game: str, link: str = "view") -> str:
    """A new code of the game, as its page shows it."""
    place = table.post(f"{game}/codes", {"link": link}).location
    shown = re.search(r"<span>([A-Z]{3})</span> <span>([A-Z]{3})</span>", table.get(place))
    assert shown
    assert place == f"{game}/codes/{shown[1]}{shown[2]}"
    return f"{shown[1]} {shown[2]}"


def join(app: Flask, code: str, status: int = 302) -> Any:
    """What another phone is answered that types a code."""
    return Table(app.test_client()).post("/join", {"code": code}, status)


def list_codes(app: Flask) -> list[Any]:
    with app.extensions["kwado-store"].reading() as session:
        return list(session.exec(select(JoinCode)).all())


def test_a_code_opens_the_link_that_it_was_made_for(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben", target="20")
    view = table.view_link(game)
    for link, place in (("view", view), ("edit", game), ("", view), ("nonsense", view)):
        assert join(app, make_code(table, game, link)).location == place + "/pile" * (link == "edit"), link
    # Only its own game shows it, and a won game is joined as well.
    code = make_code(table, game).replace(" ", "")
    other = table.start("Cem", "Dee")
    assert table.client.get(f"{other}/codes/{code}").location == f"{other}/share"
    table.record(game, by_points(150, 90))
    assert join(app, code).location == view


def test_the_page_of_a_code_says_what_it_allows_where_to_type_it_and_until_when(table: Table) -> None:
    game = table.start("Ann", "Ben")
    with time_machine.travel(1_800_000_300, tick=False):
        answer = table.client.get(table.post(f"{game}/codes", {"link": "edit"}).location)
    where = "On the other phone, open localhost and type under “Join a game”"
    expect_words(read_words(answer.text), "Code to play", where, "For players only.")
    expect_words(answer.text, '<time datetime="2027-01-15T08:15:00+00:00"')
    # It is asked for again when its time is over.
    told = (answer.headers["Refresh"], answer.headers["Cache-Control"])
    assert told == ("601", "no-store")


def test_six_letters_are_read_whatever_their_case_and_spaces(app: Flask) -> None:
    for typed in ("bcd fgh", "b c d f g h", "BCDFGH", "  Bcd-fGH ", "bcd.fgh", "BCD FGH\u00a0"):
        assert read_faults(join(app, typed, 404).text) == [WRONG], typed
    for typed in ("", "bcdfg", "BCDFGHJ", "bcdfg8", "ſcdfgh", "ÄÖÜßÄÖ", "花札花札花札", "BCD1GH"):
        refused = join(app, typed, 422).text
        assert read_faults(refused) == ["A code has six letters."], typed
    at_fault = 'aria-describedby="code-fault" aria-invalid="true"'
    expect_words(refused, at_fault, 'id="code-fault"', 'value="BCD1GH"')
    expect_words(app.test_client().get("/join").text, 'id="code"', never=["aria-invalid", "aria-describedby"])


def test_a_code_sent_without_a_token_comes_back_with_what_was_typed(app: Flask, table: Table) -> None:
    code = make_code(table, table.start("Ann", "Ben"))
    answer = app.test_client().post("/join", data={"code": code})
    assert (answer.status_code, read_faults(answer.text)) == (422, [LOST_TOKEN])
    expect_words(answer.text, f'value="{code.replace(" ", "")}"')
    # A body that is no form is not read as one.
    json = {"code": code, "csrf_token": table.get_token()}
    assert "A code has six letters." in read_faults(table.client.post("/join", json=json).text)


def test_a_wrong_code_and_an_old_one_are_answered_alike(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    code = make_code(table, game)
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=11), tick=True):
        assert read_faults(join(app, code, 404).text) == [WRONG]
        # Its own page offers a new one.
        assert table.client.get(f"{game}/codes/{code.replace(' ', '')}").location == f"{game}/share"
        text = table.get(f"{game}/share")
    assert read_notices(text).startswith("This code no longer works. Show a new one.")
    assert text.count("No camera? Show a code") == 2
    join(app, code)


def test_a_code_opens_nothing_once_the_links_are_replaced_or_the_game_is_deleted(
    app: Flask, table: Table
) -> None:
    for press, status in (("links", 404), ("delete", 410)):
        game = table.start("Ann", "Ben")
        code = make_code(table, game, "edit")
        table.post(f"{game}/{press}", {})
        assert app.test_client().get(join(app, code).location).status_code == status


def test_the_letters_of_a_code_are_no_vowels_and_each_comes_up(table: Table) -> None:
    assert len(LETTERS) == len(set(LETTERS)) == 20
    assert not set(LETTERS) & set("AEIOUY")
    game = table.start("Ann", "Ben")
    codes = {make_code(table, game).replace(" ", "") for _ in range(40)}
    assert len(codes) == 40
    letters = set("".join(codes))
    assert (letters <= set(LETTERS), len(letters) > 15) == (True, True)


def test_the_database_holds_neither_the_code_nor_the_link(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    # A form without a token makes none.
    assert table.client.post(f"{game}/codes", data={"link": "edit"}).location == f"{game}/share"
    assert list_codes(app) == []
    code = make_code(table, game, "edit").replace(" ", "")
    make_code(table, game, "edit")
    rows = list_codes(app)
    assert len(rows) == len({row.sealed_link for row in rows}) == 2
    expect_words(str(rows), never=[code, game.rsplit("/", 1)[1]])
    # Nor do the rows help an app with another secret key, which takes the same code for another one.
    with app.app_context(), app.extensions["kwado-store"].reading() as session:
        assert find_link(session, code)
        usual, app.config["SECRET_KEY"] = app.config["SECRET_KEY"], "another key"
        found = find_link(session, code)
        app.config["SECRET_KEY"] = usual
    assert found is None


def test_a_code_is_written_to_no_log(app: Flask, table: Table, caplog: Any, monkeypatch: Any) -> None:
    game = table.start("Ann", "Ben")
    code = make_code(table, game).replace(" ", "")
    # Whoever looks for the link of a code meets a fault of ours.
    monkeypatch.setattr("companion.web.games.share.find_link", None)
    with caplog.at_level(logging.DEBUG):
        assert table.client.get(f"{game}/codes/{code}").status_code == 500
        join(app, code, 500)
    expect_words(caplog.text, "'NoneType' object is not callable", never=[code])


def test_wrong_codes_are_refused_by_phone_by_address_and_then_for_everybody(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(tmp_path / "instance", CODE_LIMIT=3, ADDRESS_CODES_LIMIT=5, ALL_CODES_LIMIT=10)
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")

    def try_codes(address: str, *codes: str) -> list[int]:
        here = {"REMOTE_ADDR": address}
        typed = [{"csrf_token": table.token, "code": code} for code in codes]
        return [table.client.post("/join", data=each, environ_base=here).status_code for each in typed]

    with time_machine.travel(datetime.now(UTC), tick=False) as moment:
        code = make_code(table, game)
        for address, codes, answers in (
            # Right codes, and what is not six letters, are not counted.
            ("10.0.0.1", [code, "BCD", code, code, code], [302, 422, 302, 302, 302]),
            # Beyond the limit a code is not looked at: the right one is refused too.
            ("10.0.0.1", ["ZZZ ZZZ"] * 5 + [code], [404, 404, 404, 429, 429, 429]),
            ("10.0.0.2", [code], [302]),
            *((f"10.0.1.{n}", ["ZZZ ZZZ"], [404 if n < 7 else 429]) for n in range(12)),
            ("10.0.0.3", [code], [429]),
        ):
            assert try_codes(address, *codes) == answers, address
        # Links open as ever.
        assert table.client.get(game).status_code == 200
        moment.shift(20 * 60)
        assert try_codes("10.0.0.1", "ZZZ ZZZ") == [404]
    close(app)


def test_wrong_codes_of_one_phone_lock_no_other_out_and_throwing_cookies_away_is_stopped(
    make_app: MakeApp, tmp_path: Path
) -> None:
    """Ten thousand wrong codes without cookies in a thorough run; in a normal run some beyond the limit."""
    usual = {limit.setting: limit.times for limit in LIMITS.values() if "CODE" in limit.setting}
    app = make_app(tmp_path / "instance", **usual)
    table = Table(app.test_client())

    def guess() -> int:
        stranger = FlaskClient(app)
        sent = {"csrf_token": find_token(stranger.get("/join").text), "code": "ZZZ ZZZ"}
        return stranger.post("/join", data=sent).status_code

    with time_machine.travel(datetime.now(UTC), tick=False):
        code = make_code(table, table.start("Ann", "Ben"))
        wrong = {"csrf_token": table.token, "code": "ZZZ ZZZ"}
        tried = [table.client.post("/join", data=wrong).status_code for _ in range(60)]
        assert tried == [404] * 20 + [429] * 40
        # Another phone of the same address.
        join(app, code)
        guesses = often(10_000, 200)
        assert [guess() for _ in range(guesses)] == [404] * 180 + [429] * (guesses - 180)
        join(app, code, 429)
    close(app)


def test_a_phone_without_a_camera_joins_by_a_code(browser: Browser, live_server: str) -> None:
    context, away = (open_phone(browser, "360") for _ in range(2))
    owner, other = context.new_page(), away.new_page()
    game = EntryScreen(owner, live_server).start("Ann", "Ben")
    owner.goto(f"{game}/share")
    owner.get_by_role("button", name="No camera? Show a code").locator("visible=true").tap()
    # The time of the phone's own clock.
    expect(owner.locator("time")).to_have_text(re.compile(r"^\d\d:\d\d"))
    code = owner.locator(".join__letters [aria-hidden]").inner_text()
    other.goto(live_server)
    other.get_by_label("Join a game").fill(code.lower())
    other.get_by_role("button", name="Join").tap()
    other.wait_for_url(f"{game}/pile")
    expect(other.get_by_role("heading", name="Who are you?")).to_be_visible()
    context.close()
    away.close()
