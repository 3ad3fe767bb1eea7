"""Over https the app opens without network: what it keeps and forgets, and a round that waits to be sent."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserType, Request, Response, expect

from companion.cli.certificate import keep_certificate
from companion.reference.lessons import LESSONS
from tests.in_thread import serve_in_thread
from tests.waiting import wait_until
from tests.web.conftest import MakeApp, close
from tests.web.pages import Poster
from tests.web.phone import EntryScreen, entry_screen, open_phone
from tests.web.table import by_points

IS_KEPT = "async (address) => Boolean(await caches.match(address))"
IS_FORGOTTEN = "async (address) => !(await caches.match(address))"
AS_IT_WAS = re.compile(r"No answer from the server\. This is the copy on this phone, of \d{1,2}:\d\d")
KEEP_HOME = """async (html) => {
  const kept = new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  await (await caches.open("kwado-games")).put("/", kept);
}"""
ANNS = ["pine-crane", "susuki-moon"]


class Switched:
    """A server over https that can be turned off and on again."""

    def __init__(self, app: Flask, pair: tuple[Path, Path]) -> None:
        self.app, self.pair = app, pair
        self.port = 0
        self.running = ExitStack()
        self.turn_on()

    def turn_on(self) -> None:
        self.port = self.running.enter_context(serve_in_thread(self.app, self.port, self.pair))

    def turn_off(self) -> None:
        self.running.close()

    @contextmanager
    def away(self) -> Iterator[None]:
        self.turn_off()
        try:
            yield
        finally:
            self.turn_on()

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}"


@pytest.fixture(scope="module")
def server(make_app: MakeApp, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Switched]:
    folder = tmp_path_factory.mktemp("instance")
    app = make_app(folder)
    server = Switched(app, keep_certificate(folder, ["localhost"], ["127.0.0.1"]))
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
def phone(trusting: Browser, server: Switched) -> Iterator[EntryScreen]:
    """A phone that has been on Home, and keeps the app."""
    with entry_screen(trusting, server.address) as screen:
        screen.page.goto(f"{server.address}/")
        wait_for_app(screen)
        yield screen


def wait_for_app(phone: EntryScreen) -> None:
    """Its pages are many, and are kept one after another: this is the last one. Then it answers for pages."""
    wait_until(phone.page, IS_KEPT, f"/learn/{list(LESSONS)[-1]}", limit=120_000)
    wait_until(phone.page, "() => Boolean(navigator.serviceWorker.controller)", limit=120_000)


def start(phone: EntryScreen) -> str:
    """A game whose page, and whose next round's, the phone has kept."""
    game = phone.start("Ann", "Ben", preset="none")
    phone.page.goto(game)
    wait_until(phone.page, IS_KEPT, f"{game}/rules")
    return game


def enter(phone: EntryScreen) -> None:
    phone.wait()
    phone.give(ANNS)
    finish(phone)


def finish(phone: EntryScreen) -> None:
    phone.tap("[data-rest]")
    phone.say_all_four([])
    phone.tap(".round__save button")
    said = phone.page.get_by_role("alert")
    expect(said).to_contain_text("Saved on this phone")
    expect(said).not_to_contain_text("Stay on this page")


def test_without_a_server_pages_open_and_a_round_waits_and_is_sent_once_and_never_doubled(
    phone: EntryScreen, server: Switched, trusting: Browser
) -> None:
    """Round 1 is sent; round 2 is not, because another phone has entered one meanwhile: six seconds."""
    page = phone.page
    game = start(phone)
    with server.away():
        page.goto(game)
        expect(page.locator("[data-kept-page]")).to_be_visible()
        page.get_by_role("link", name="Enter round 1").click()
        enter(phone)
        for address in (game, f"{server.address}/"):
            page.goto(address)
            expect(page.get_by_role("link", name="Round 1 waits to be sent")).to_be_visible()
        # Rules, cards and lessons.
        for path in ("/rules/kwado-1985", "/learn/koi-koi", "/cards"):
            page.goto(server.address + path)
            expect(page.locator("[data-kept-page]")).to_have_text(AS_IT_WAS)
            assert page.evaluate("getComputedStyle(document.querySelector('.bar')).display") != "inline"
        assert page.evaluate("fetch(document.querySelector('.card use').href.baseVal).then(({ ok }) => ok)")
        page.goto(f"{server.address}/print")
        expect(page.get_by_role("heading", name="No answer from the server")).to_be_visible()
        page.get_by_role("link", name="Your games").click()
        expect(page.get_by_role("link", name="Start a game")).to_be_visible()
    page.goto(game)
    # The page says it, and where the phone was first, the phone too.
    expect(page.get_by_text("Round 1 is saved: ").first).to_be_visible()
    expect(page.locator(".rounds__row")).to_have_count(1)
    page.get_by_role("link", name="Enter round 2").click()
    phone.wait()
    assert phone.owner_of(ANNS[0]) is None
    with server.away():
        enter(phone)
        page.goto(f"{server.address}/rules")
    other = open_phone(trusting, ignore_https_errors=True)
    Poster(other.new_page(), server.address).record(game.removeprefix(server.address), by_points(150, 90))
    other.close()
    page.goto(game)
    page.get_by_role("link", name="Round 2 was not saved: check it").click()
    phone.wait()
    assert phone.owner_of(ANNS[0]) == "0"
    page.goto(game)
    expect(page.locator(".rounds__row")).to_have_count(2)


def test_home_is_kept_before_what_the_phone_and_a_game_are_known_to_be_ready_by(
    trusting: Browser, server: Switched
) -> None:
    """One is asked for after the other, so that what is asked for later is kept later."""
    asked: list[str] = []
    with entry_screen(trusting, server.address) as phone:
        phone.page.context.on("request", lambda one: note(asked, one))
        phone.page.goto(f"{server.address}/")
        wait_for_app(phone)
        assert "/" in asked[: asked.index(f"/learn/{list(LESSONS)[-1]}")]
        game = urlsplit(start(phone)).path
        assert "/" in asked[asked.index(game) : asked.index(f"{game}/rules")]


def note(asked: list[str], request: Request) -> None:
    if request.service_worker:
        asked.append(urlsplit(request.url).path)


def test_a_copy_of_home_from_before_the_game_shows_what_waits_and_it_is_sent_once(
    phone: EntryScreen, server: Switched
) -> None:
    """What is only begun, too; and so does the page in place of one that is not on the phone."""
    page, home = phone.page, f"{server.address}/"
    before = page.evaluate("fetch('/', { headers: { 'X-Follow': '-' } }).then((answer) => answer.text())")
    game = start(phone)
    link = f"{game.removeprefix(server.address)}/rounds/new"
    with server.away():
        page.goto(game)
        page.get_by_role("link", name="Enter round 1").click()
        phone.wait()
        phone.give(ANNS)
        phone.wait_for_words("kept", "draft saved")
        page.evaluate(KEEP_HOME, before)
        page.goto(home)
        expect(page.locator("h1")).to_have_text("Score your hanafuda game")
        page.get_by_role("link", name="Ann · Ben Continue round 1").click()
        phone.wait()
        assert phone.owners_of(ANNS) == ["0"] * len(ANNS)
        finish(phone)
        for address in (home, f"{server.address}/print", game):
            page.goto(address)
            expect(page.get_by_role("link", name="Round 1 waits to be sent")).to_have_attribute("href", link)
        page.goto(home)
    # The copy of Home sends it, without being opened anew.
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("1 round · first to")).to_be_visible()
    expect(page.locator("[data-unlisted]")).to_be_hidden()
    page.goto(game)
    expect(page.locator(".rounds__row")).to_have_count(1)


def test_a_game_that_is_deleted_or_forgotten_leaves_the_phone(phone: EntryScreen, server: Switched) -> None:
    page = phone.page
    game, other = start(phone), start(phone)
    page.goto(f"{game}/delete")
    page.get_by_role("button", name="Delete").click()
    for address in (game, f"{game}/rounds/new"):
        wait_until(page, IS_FORGOTTEN, address)
    page.context.clear_cookies(name=re.compile("kwado-games"))
    page.goto(f"{server.address}/")
    wait_until(page, IS_FORGOTTEN, other)


def test_a_busy_server_does_not_make_the_phone_forget_its_games(
    phone: EntryScreen, server: Switched, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(phone)
    with monkeypatch.context() as busy:
        busy.setitem(server.app.view_functions, "home.home", lambda: ("Busy", 503))
        with phone.page.context.expect_event("response", lambda one: is_copy(one) and one.status == 503):
            phone.page.goto(f"{server.address}/")
    # The worker does one thing after the other: this one comes after it has read that answer.
    start(phone)
    assert phone.page.evaluate(IS_KEPT, f"{game}/rounds/new")


def is_copy(answer: Response) -> bool:
    """Whether the worker has asked for it."""
    return bool(answer.request.service_worker)


def test_over_plain_http_nothing_is_kept_and_nothing_fails(browser: Browser, live_server: str) -> None:
    with entry_screen(browser, live_server) as screen:
        screen.page.goto(f"{live_server}/", wait_until="networkidle")
        count = "navigator.serviceWorker.getRegistrations().then(({ length }) => length)"
        assert screen.page.evaluate(count) == 0
