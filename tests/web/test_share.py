"""Sharing: what each link allows, and replacing links."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Route, expect

from tests.web.phone import EntryScreen, open_phone
from tests.web.table import Table, by_points


def test_both_links_are_shown_with_what_they_allow_and_as_codes(table: Table) -> None:
    game = table.start("Ann", "Ben")
    text = table.get(f"{game}/share")
    assert f'value="http://localhost{game}"' in text
    assert "Nothing can be changed." in text
    assert "Can enter, correct and remove rounds" in text
    assert text.count('class="code__line"') == 2


def test_links_that_other_phones_cannot_open_come_with_a_warning(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.start("Ann", "Ben")
    for opened, address, is_warned in (
        ("http://127.0.0.1:8000", "", True),
        ("http://localhost", "", True),
        ("http://[::1]:8000", "", True),
        ("http://192.168.1.7:8000", "", False),
        ("http://127.0.0.1:8000", "https://kwado.example", False),
    ):
        monkeypatch.setitem(app.config, "ADDRESS", address)
        for page in ("share", "print"):
            response = app.test_client().get(f"{game}/{page}", base_url=opened)
            assert response.status_code == 200
            assert ("Other phones cannot open" in response.text) is is_warned, (opened, page)


def test_replaced_links_open_nothing_and_the_new_ones_open_the_game(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    view = table.view_link(game)
    new = urlsplit(table.post(f"{game}/links", {}).location).path.removesuffix("/share")
    assert new != game
    for old in (game, view):
        assert Table(app.test_client()).get(old, 404)
    assert table.totals(new) == [5, 0]
    assert table.view_link(new) != view
    assert f'href="{new}"' in table.get("/")
    assert f'href="{game}"' not in table.get("/")


def test_one_tap_on_the_game_shows_a_whole_code_to_follow_and_one_more_that_to_help(
    browser: Browser, live_server: str
) -> None:
    context = open_phone(browser, "360")
    page = context.new_page()
    # An address of the network has no warning above the code.
    page.route("**/share", lambda route: answer_without_warning(route))
    page.goto(EntryScreen(page, live_server).start("Ann", "Ben"))
    page.get_by_role("link", name="Join").tap()
    codes = page.locator(".code")
    expect(page.get_by_role("heading", name="Scan to follow")).to_be_visible()
    expect(codes.nth(0)).to_be_in_viewport(ratio=1)
    expect(codes.nth(1)).to_be_hidden()
    page.get_by_label("To help score", exact=True).tap()
    expect(page.get_by_role("heading", name="Scan to help score")).to_be_visible()
    expect(codes.nth(1)).to_be_in_viewport(ratio=1)
    expect(codes.nth(0)).to_be_hidden()
    context.close()


def answer_without_warning(route: Route) -> None:
    answer = route.fetch()
    warning = re.compile(r'<p class="notice notice--warn">.*?</p>', re.S)
    route.fulfill(response=answer, body=warning.sub("", answer.text()))


def test_the_link_goes_out_by_the_share_sheet_of_the_phone(browser: Browser, live_server: str) -> None:
    context = open_phone(browser)
    context.add_init_script("navigator.share = async (sent) => { window.sent = sent; }")
    page = context.new_page()
    page.goto(f"{EntryScreen(page, live_server).start('Ann', 'Ben')}/share")
    page.get_by_role("button", name="Send the link").first.tap()
    link = page.locator("#view-link").input_value()
    assert page.evaluate("window.sent") == {"title": "Ann · Ben", "url": link}
    context.close()
