"""Sharing: what each link allows, replacing links, and links as chats and people pass them on."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Route, expect

from companion.store import get_game_token
from tests.web.phone import EntryScreen, open_phone
from tests.web.table import Table, by_points, expect_words, to_table


def test_both_links_are_shown_with_what_they_allow_and_as_codes(table: Table) -> None:
    game = table.start("Ann", "Ben")
    text = table.get(f"{game}/share")
    allowed = ("Hands in no pile and changes nothing.", "Can enter and correct rounds")
    expect_words(text, f'value="http://localhost{game}/pile"', *allowed)
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
            text = app.test_client().get(f"{game}/{page}", base_url=opened).text
            assert ("Other phones cannot open" in text, "<h1>" in text) == (is_warned, True), (opened, page)


def test_replaced_links_open_nothing_and_the_new_ones_open_the_game(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    view = table.view_link(game)
    new = urlsplit(table.post(f"{game}/links", {}).location).path.removesuffix("/share")
    for old in (game, view):
        assert Table(app.test_client()).get(old, 404)
    assert (table.totals(new), table.view_link(new) == view) == ([5, 0], False)
    expect_words(table.get("/"), f'href="{new}"', never=[f'href="{game}"'])


def test_one_tap_on_the_game_shows_a_whole_code_to_play_and_one_more_that_to_follow(
    browser: Browser, live_server: str
) -> None:
    context = open_phone(browser, "360")
    context.add_init_script("navigator.share = async (sent) => { window.sent = sent; }")
    page = context.new_page()
    # An address of the network has no warning above the code.
    page.route("**/share", lambda route: answer_without_warning(route))
    page.goto(EntryScreen(page, live_server).start("Ann", "Ben"))
    page.get_by_role("link", name="Join").tap()
    codes = page.locator(".code")
    for heading, shown, hidden in (("Scan to play", 0, 1), ("Scan to follow", 1, 0)):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        expect(codes.nth(shown)).to_be_in_viewport(ratio=1)
        expect(codes.nth(hidden)).to_be_hidden()
        # The second one at a tap.
        page.get_by_label("To follow", exact=True).tap()
    # A link goes out by the share sheet of the phone.
    page.get_by_role("button", name="Send the link").locator("visible=true").tap()
    link = page.locator("#view-link").input_value()
    assert page.evaluate("window.sent") == {"title": "Ann · Ben", "url": link}
    context.close()


def answer_without_warning(route: Route) -> None:
    answer = route.fetch()
    warning = re.compile(r'<p class="notice notice--warn">.*?</p>', re.S)
    route.fulfill(response=answer, body=warning.sub("", answer.text()))


TAILS = (".", ",", ")", "/", "),", "!", ">", "*", "_", "%20", "%E2%80%A6", "%E2%80%9D.", "//", ").%22")


def list_pages(table: Table, game: str) -> list[str]:
    return [game, table.view_link(game), to_table(game)]


def test_a_link_with_a_mark_behind_it_still_opens_its_page(app: Flask, table: Table) -> None:
    first = table.start("Ann", "Ben")
    second = table.rematch(first)
    assert get_game_token(second.rpartition("/")[2], 1) == first.rpartition("/")[2]
    other = app.test_client()
    for page in [*list_pages(table, first), *list_pages(table, second)]:
        for tail in TAILS:
            answer = other.get(f"{page}{tail}?from=chat")
            assert (answer.status_code, answer.location) == (302, page), tail
            told = (answer.headers["Cache-Control"], answer.headers["X-Robots-Tag"])
            assert told == ("no-store", "noindex, nofollow")
    for tail in ("a", ".a", "./rounds/new", "/.git", ".." * 20):
        assert other.get(first + tail).status_code == 404, tail
    # Nothing is posted to a mended link.
    table.post(f"{first}/", {}, 404)


def test_no_preview_of_a_link_shows_who_plays(table: Table) -> None:
    """A chat shows the title and the description of a page to everybody in it."""
    game = table.start("Ann", "Ben")
    for page in (*list_pages(table, game), f"{game}/rounds/new", f"{game}/share", f"{game}/history"):
        head = re.findall(r"<title>.*?</title>|<meta[^>]*>", table.get(page))
        assert len(head) > 3
        expect_words(" ".join(head), never=["Ann", "Ben"])
