"""Over https the app opens without network: what it keeps and forgets, and a round that waits to be sent."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from companion.cli.certificate import keep_certificate
from companion.cli.server import Server, listen
from tests.waiting import wait_until
from tests.web.conftest import MakeApp, close
from tests.web.pages import Poster
from tests.web.phone import EntryScreen, open_phone
from tests.web.table import by_points

IS_KEPT = """async (address) => {
  const found = await caches.match(address);
  return Boolean(found);
}"""
AS_IT_WAS = re.compile(r"No answer from the server\. This is the copy on this phone, of \d{1,2}:\d\d")
ANNS = ["pine-crane", "susuki-moon"]


class Switched:
    """A server over https that can be turned off and on again."""

    def __init__(self, app: Flask, pair: tuple[Path, Path]) -> None:
        self.app, self.pair = app, pair
        self.port = 0
        self.turn_on()

    def turn_on(self) -> None:
        listener = listen("127.0.0.1", self.port)
        self.port = listener.getsockname()[1]
        self.server = Server(self.app, pair=self.pair)
        self.thread = threading.Thread(target=self.server.run, args=([listener],), daemon=True)
        self.thread.start()

    def turn_off(self) -> None:
        self.server.should_exit = True
        self.thread.join()

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}"


@pytest.fixture(scope="module")
def server(make_app: MakeApp, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Switched]:
    folder = tmp_path_factory.mktemp("instance")
    app = make_app(folder)
    server = Switched(app, keep_certificate(folder, ["127.0.0.1"]))
    yield server
    server.turn_off()
    close(app)


@pytest.fixture(scope="module")
def trusting(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], browser: Browser
) -> Iterator[Browser]:
    """A browser that trusts the server: one that was only told to go on keeps nothing."""
    arguments = [*browser_type_launch_args.get("args", []), "--ignore-certificate-errors"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    yield browser
    browser.close()


@pytest.fixture
def context(trusting: Browser) -> Iterator[BrowserContext]:
    context = open_phone(trusting)
    yield context
    context.close()


@pytest.fixture
def phone(context: BrowserContext, server: Switched) -> EntryScreen:
    """A phone that has been on Home, and keeps the app."""
    screen = EntryScreen(context.new_page(), server.address)
    screen.page.goto(f"{server.address}/")
    wait_until(screen.page, IS_KEPT, "/learn/sakura")
    return screen


def start(phone: EntryScreen) -> str:
    """A game whose page, and whose next round's, the phone has kept."""
    game = phone.start("Ann", "Ben", preset="none")
    phone.page.goto(game)
    wait_until(phone.page, IS_KEPT, f"{game}/rules")
    return game


def enter(phone: EntryScreen) -> None:
    phone.wait()
    phone.give(ANNS)
    phone.tap("[data-rest]")
    phone.say_all_four([])


def test_rules_cards_and_lessons_open_without_a_server(phone: EntryScreen, server: Switched) -> None:
    page = phone.page
    server.turn_off()
    try:
        for path in ("/cards", "/rules/kwado-1985", "/learn/koi-koi"):
            page.goto(server.address + path)
            assert page.locator("h1").inner_text()
            expect(page.locator("[data-kept-page]")).to_have_text(AS_IT_WAS)
            assert page.evaluate("getComputedStyle(document.querySelector('.bar')).display") != "inline"
        page.goto(f"{server.address}/cards")
        assert page.evaluate("fetch(document.querySelector('.card use').href.baseVal).then(({ ok }) => ok)")
        page.goto(f"{server.address}/print")
        expect(page.get_by_role("heading", name="No answer from the server")).to_be_visible()
        page.get_by_role("link", name="Your games").click()
        expect(page.get_by_role("link", name="Start a game")).to_be_visible()
    finally:
        server.turn_on()


def test_a_round_entered_without_a_server_is_sent_once_by_the_page_that_is_open_then(
    phone: EntryScreen, server: Switched
) -> None:
    page = phone.page
    game = start(phone)
    server.turn_off()
    try:
        page.goto(game)
        expect(page.locator("[data-kept-page]")).to_be_visible()
        page.get_by_role("link", name="Enter round 1").click()
        enter(phone)
        phone.tap(".round__save button")
        expect(page.get_by_role("alert")).to_contain_text("Saved on this phone")
        page.goto(game)
        expect(page.get_by_role("link", name="Round 1 waits to be sent")).to_be_visible()
        page.goto(f"{server.address}/")
        expect(page.get_by_role("link", name="Round 1 waits to be sent")).to_be_visible()
    finally:
        server.turn_on()
    page.goto(game)
    expect(page.get_by_text("Round 1 is saved: ")).to_be_visible()
    expect(page.locator(".rounds__row")).to_have_count(1)
    expect(page.get_by_role("link", name="Enter round 2")).to_be_visible()
    page.goto(f"{game}/rounds/new")
    phone.wait()
    assert phone.owner_of(ANNS[0]) is None


def test_a_round_that_another_phone_entered_meanwhile_is_not_doubled(
    phone: EntryScreen, server: Switched, trusting: Browser
) -> None:
    page = phone.page
    game = start(phone)
    server.turn_off()
    try:
        page.goto(f"{game}/rounds/new")
        enter(phone)
        phone.tap(".round__save button")
        expect(page.get_by_role("alert")).to_contain_text("Saved on this phone")
        page.goto(f"{server.address}/rules")
    finally:
        server.turn_on()
    other = open_phone(trusting, ignore_https_errors=True)
    poster = Poster(other.new_page(), server.address)
    poster.page.goto(game)
    poster.record(game.removeprefix(server.address), by_points(150, 90))
    other.close()
    page.goto(game)
    page.get_by_role("link", name="Round 1 was not saved: check it").click()
    phone.wait()
    assert phone.owner_of(ANNS[0]) == "0"
    page.goto(game)
    expect(page.locator(".rounds__row")).to_have_count(1)


def test_a_game_that_is_deleted_or_forgotten_leaves_the_phone(phone: EntryScreen, server: Switched) -> None:
    page = phone.page
    game = start(phone)
    page.goto(f"{game}/delete")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="This game was deleted")).to_be_visible()
    wait_until(page, f"async (address) => !(await ({IS_KEPT})(address))", game)
    wait_until(page, f"async (address) => !(await ({IS_KEPT})(address))", f"{game}/rounds/new")
    other = start(phone)
    names = {"kwado-games", "__Host-kwado-games"}
    cookies = [cookie for cookie in page.context.cookies() if cookie["name"] not in names]
    page.context.clear_cookies()
    page.context.add_cookies(cookies)
    page.goto(f"{server.address}/")
    wait_until(page, f"async (address) => !(await ({IS_KEPT})(address))", other)


def test_over_plain_http_nothing_is_kept_and_nothing_fails(page: Page, live_server: str) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{live_server}/", wait_until="networkidle")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(({ length }) => length)") == 0
    assert faults == []
