"""Over https the app opens without network: what it keeps and forgets, and a round that waits to be sent."""

import itertools
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask, request
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, Request, Response, expect

from companion.cli.certificate import keep_certificate
from companion.reference.lessons import LESSONS
from companion.store import end_game, get_game, list_rounds
from tests.in_thread import serve_in_thread
from tests.store.tables import often
from tests.waiting import wait_until
from tests.web.conftest import MakeApp, close
from tests.web.pages import Poster
from tests.web.phone import EntryScreen, entry_screen, expect_totals, open_phone
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
    browser = browser_type.launch(**trust(browser_type_launch_args))
    yield browser
    browser.close()


def trust(arguments: dict[str, Any]) -> dict[str, Any]:
    """Those of a browser that trusts the server: one that was only told to go on keeps nothing."""
    return {**arguments, "args": [*arguments.get("args", []), "--ignore-certificate-errors"]}


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


def start(phone: EntryScreen, **fields: Any) -> str:
    """A game whose page, and whose next round's, the phone has kept."""
    game = phone.start("Ann", "Ben", **(fields or {"preset": "none"}))
    phone.page.goto(game)
    wait_until(phone.page, IS_KEPT, f"{game}/rules")
    return game


def enter(phone: EntryScreen) -> None:
    phone.wait()
    phone.give(ANNS)
    finish(phone)


def finish(phone: EntryScreen) -> None:
    """Without network the next round opens, and says that this one waits."""
    number = int(phone.page.locator("form[data-round]").get_attribute("data-number") or 0)
    phone.tap("[data-rest]")
    phone.say_all_four([])
    phone.tap(".round__save button")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(f"Round {number + 1}")
    expect(phone.page.get_by_role("alert")).to_contain_text("on this phone; totals count")
    phone.wait()


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
        page.goto(f"{server.address}/")
        expect(page.get_by_role("link", name="Round 1 waits to be sent")).to_be_visible()
        page.goto(game)
        expect(page.get_by_text("Round 1 waits to be sent")).to_be_visible()
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
    page.get_by_text("Round 3 was not saved: check it").click()
    page.get_by_role("link", name="Correct").click()
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


# A copy is told once, when its scripts listen.
IS_SENT_FROM_HOME = """() => {
  if (document.readyState !== "complete") return false;
  const isNew = document.querySelector("[data-kept-page]") && !window.isTold;
  window.isTold = true;
  if (isNew) dispatchEvent(new Event("online"));
  return document.body.innerText.includes("1 round · first to");
}"""


def test_a_copy_of_home_from_before_the_game_shows_what_waits_and_it_is_sent_once(
    phone: EntryScreen, server: Switched
) -> None:
    """What is only begun, too; and so does the page in place of one that is not on the phone."""
    page, home = phone.page, f"{server.address}/"
    before = page.evaluate("fetch('/', { headers: { 'X-Follow': '-' } }).then((answer) => answer.text())")
    game = start(phone)
    link = game.removeprefix(server.address)
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
        for address in (home, f"{server.address}/print"):
            page.goto(address)
            expect(page.get_by_role("link", name="Round 1 waits to be sent")).to_have_attribute("href", link)
        page.goto(home)
    # The copy of Home sends it, without being opened anew. A late server leaves a copy once more.
    wait_until(page, IS_SENT_FROM_HOME, limit=120_000)
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
    page.context.clear_cookies()
    page.goto(f"{server.address}/")
    wait_until(page, IS_FORGOTTEN, other)


def test_without_a_server_each_page_has_all_of_its_style(phone: EntryScreen, server: Switched) -> None:
    sheets = phone.page.evaluate("() => [...document.styleSheets].map(({ href }) => href)")
    assert [phone.page.evaluate(IS_KEPT, sheet) for sheet in sheets] == [True, True]
    game = start(phone)
    counted = "() => [...document.styleSheets].filter(({ cssRules }) => cssRules.length).length"
    home = f"{server.address}/"
    counts = {home: 2, f"{home}rules/kwado-1985": 2, game: 1, f"{game}/rounds/new": 1}
    with server.away():
        for address, count in counts.items():
            phone.page.goto(address)
            assert phone.page.evaluate(counted) == count, address


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


@pytest.mark.parametrize(
    ("status", "wait"), [(500, {}), (502, {}), (504, {}), (503, {"Retry-After": "5"}), (503, {})]
)
def test_a_server_that_is_broken_or_busy_shows_the_copy_and_a_damaged_game_what_is_said_of_it(
    phone: EntryScreen, server: Switched, monkeypatch: pytest.MonkeyPatch, status: int, wait: dict[str, str]
) -> None:
    game = start(phone)
    monkeypatch.setitem(server.app.view_functions, "games.game", lambda **_: ("Not now", status, wait))
    phone.page.goto(game)
    is_closed = status == 503 and not wait
    expect(phone.page.locator("[data-kept-page]")).to_have_count(0 if is_closed else 1)
    expect(phone.page.get_by_text("Not now")).to_have_count(1 if is_closed else 0)


def is_copy(answer: Response) -> bool:
    """Whether the worker has asked for it."""
    return bool(answer.request.service_worker)


def test_over_plain_http_nothing_is_kept_and_nothing_fails(browser: Browser, live_server: str) -> None:
    with entry_screen(browser, live_server) as screen:
        screen.page.goto(f"{live_server}/", wait_until="networkidle")
        count = "navigator.serviceWorker.getRegistrations().then(({ length }) => length)"
        assert screen.page.evaluate(count) == 0


# --- An evening without network ------------------------------------------------------------------

ANY_GAME = {"game": "by-points", "fields-of": "by-points", "options/target": "9999"}
PUT_FAILS = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""


def type_round(page: Page, *points: int) -> None:
    """Enters a round of any game, and saves it."""
    page.locator("form[data-ready]").wait_for()
    for side, number in enumerate(points):
        page.locator(f"[name='points/{side}']").fill(str(number))
    page.locator(".round__save button").click()


def play(page: Page, game: str, *rounds: tuple[int, int]) -> None:
    """Rounds one after another without network: after each the next one opens."""
    page.goto(f"{game}/rounds/new")
    for points in rounds:
        head = page.get_by_role("heading", level=1)
        # Until then it has the number of the copy.
        page.locator("form[data-ready]").wait_for()
        number = int((head.text_content() or "").split()[-1])
        type_round(page, *points)
        expect(head).to_have_text(f"Round {number + 1}")


def read_rounds(server: Switched, game: str) -> list[list[int]]:
    """The points of the rounds that the server has."""
    with server.app.extensions["kwado-store"].reading() as session:
        kept = get_game(session, game.rsplit("/", 1)[-1], to="view")
        rounds = list_rounds(session, kept)
        return [list(each.entry.document()["points"].values()) for each in reversed(rounds)]


def lose_third_answer(server: Switched, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third round that is sent is saved, and its answer is cut."""
    views, posts = server.app.view_functions, itertools.count(1)
    new_round = views["rounds.new_round"]

    def answer(**arguments: Any) -> Any:
        found = new_round(**arguments)
        return '{"saved": "' if request.method == "POST" and next(posts) == 3 else found

    monkeypatch.setitem(views, "rounds.new_round", answer)


@pytest.mark.parametrize("evening", range(often(20, 1)))
def test_ten_rounds_wait_also_in_a_closed_browser_and_are_sent_in_order_none_lost_or_doubled(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    server: Switched,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    evening: int,
) -> None:
    """The answer to the third is lost: it is sent again, and those behind it after it."""

    def launch() -> BrowserContext:
        return browser_type.launch_persistent_context(tmp_path, **trust(browser_type_launch_args))

    context = launch()
    phone = EntryScreen(context.new_page(), server.address)
    phone.page.goto(f"{server.address}/")
    wait_for_app(phone)
    game = start(phone, **ANY_GAME)
    rounds = [(number, 10 * number) for number in range(1, 11)]
    with server.away():
        play(phone.page, game, *rounds[:5])
        context.close()
        context = launch()
        page = context.new_page()
        page.goto(game)
        expect(page.get_by_text("5 rounds wait on this phone")).to_be_visible()
        expect_totals(page, (15, 150))
        play(page, game, *rounds[5:])
        page.goto(game)
        expect_totals(page, (55, 550))
        expect(page.locator("[data-line] summary")).to_have_count(10)
    lose_third_answer(server, monkeypatch)
    page.goto(game)
    expect(page.get_by_text("Round 10 is saved: ").first).to_be_visible()
    expect_totals(page, (55, 550))
    expect(page.locator("[data-line]")).to_be_hidden()
    context.close()
    assert read_rounds(server, game) == [list(points) for points in rounds]


def test_a_round_that_waits_is_opened_corrected_and_taken_back_before_it_is_sent(
    phone: EntryScreen, server: Switched
) -> None:
    page = phone.page
    game = start(phone, **ANY_GAME)
    with server.away():
        play(page, game, (1, 10), (2, 20), (3, 30))
        page.goto(game)
        page.get_by_text("Round 2 waits to be sent").click()
        page.get_by_role("link", name="Correct").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
        page.locator("form[data-ready]").wait_for()
        expect(page.locator("[name='points/1']")).to_have_value("20")
        expect(page.locator("[data-total]").nth(1)).to_have_text("total 30")
        type_round(page, 2, 25)
        expect_totals(page, (6, 65))
        page.get_by_text("Round 1 waits to be sent").click()
        page.get_by_role("button", name="Take back").click()
        expect_totals(page, (6, 65))
        expect(page.get_by_role("heading", level=1)).to_contain_text("After round 3")
        for put_back in (True, False):
            page.get_by_role("button", name="Yes, take it back").click()
            expect_totals(page, (5, 55))
            expect(page.get_by_text("Ann +1 · Ben +10 is taken back.")).to_be_visible()
            expect(page.get_by_role("heading", level=1)).to_contain_text("After round 2")
            expect(page.locator("[data-line] summary")).to_have_count(2)
            if put_back:
                page.get_by_role("button", name="Put it back").click()
                expect_totals(page, (6, 65))
                expect(page.locator("[data-line] summary")).to_have_count(3)
                page.get_by_text("Round 1 waits to be sent").click()
                page.get_by_role("button", name="Take back").click()
        expect(page.get_by_role("link", name="Enter round 3")).to_be_visible()
    page.goto(game)
    expect(page.get_by_text("Round 2 is saved: ").first).to_be_visible()
    assert read_rounds(server, game) == [[2, 25], [3, 30]]


def test_rounds_that_wait_are_sent_by_the_link_that_opens_the_game_after_links_were_replaced(
    phone: EntryScreen, server: Switched, trusting: Browser
) -> None:
    page = phone.page
    game = start(phone, **ANY_GAME)
    with server.away():
        play(page, game, (1, 10), (2, 20))
        page.goto(f"{server.address}/rules")
    other = open_phone(trusting, ignore_https_errors=True)
    theirs = other.new_page()
    theirs.goto(f"{game}/share")
    theirs.get_by_text("New links").click()
    theirs.get_by_role("button", name="Replace both links").click()
    theirs.wait_for_url(lambda address: address.endswith("/share") and not address.startswith(game))
    new = theirs.url.removesuffix("/share")
    other.close()
    assert new != game
    page.goto(new)
    expect(page.get_by_text("Round 2 is saved: ").first).to_be_visible()
    assert read_rounds(server, new) == [[1, 10], [2, 20]]


def test_a_question_of_the_server_stops_the_line_at_that_round_and_keeps_the_rest(
    phone: EntryScreen, server: Switched, trusting: Browser
) -> None:
    """Another phone has saved one meanwhile. Those behind the first are sent once a person has answered."""
    page = phone.page
    game = start(phone, **ANY_GAME)
    with server.away():
        play(page, game, (1, 10), (2, 20), (3, 30))
        page.goto(f"{server.address}/rules")
    other = open_phone(trusting, ignore_https_errors=True)
    points = {"points/0": "5", "points/1": "50"}
    Poster(other.new_page(), server.address).record(game.removeprefix(server.address), points)
    other.close()
    page.goto(game)
    page.get_by_text("Round 2 was not saved: check it").click()
    expect(page.get_by_text("Round 1 was saved meanwhile on another phone.")).to_be_visible()
    assert read_rounds(server, game) == [[5, 50]]
    # A round that is entered now waits behind them.
    page.goto(f"{game}/rounds/new")
    type_round(page, 4, 40)
    expect(page.locator("[data-line] summary")).to_have_count(4)
    page.get_by_text("Round 2 was not saved: check it").click()
    page.get_by_role("link", name="Correct").click()
    page.locator("form[data-ready]").wait_for()
    page.locator(".round__save button").click()
    page.get_by_role("button", name="Next round: save as round 2").click()
    page.wait_for_url(game)
    expect(page.locator("[data-line]")).to_be_hidden()
    expect_totals(page, (15, 150))
    assert read_rounds(server, game) == [[5, 50], [1, 10], [2, 20], [3, 30], [4, 40]]


def test_a_round_that_the_server_refuses_stops_the_line_and_says_why(
    phone: EntryScreen, server: Switched
) -> None:
    page = phone.page
    game = start(phone, **ANY_GAME)
    with server.away():
        play(page, game, (1, 10), (2, 20))
        page.goto(f"{server.address}/rules")
    with server.app.extensions["kwado-store"].writing() as session:
        end_game(session, get_game(session, game.rsplit("/", 1)[-1], to="edit"))
    page.goto(game)
    expect(page.get_by_text("Round 1 was not saved: check it")).to_be_visible()
    expect(page.get_by_text("Round 2 waits to be sent")).to_be_visible()
    assert read_rounds(server, game) == []


def test_a_full_phone_says_so_once_and_loses_nothing_that_waits(phone: EntryScreen, server: Switched) -> None:
    page = phone.page
    game = start(phone, **ANY_GAME)
    with server.away():
        play(page, game, (1, 10))
        page.locator("form[data-ready]").wait_for()
        page.evaluate(PUT_FAILS)
        type_round(page, 2, 20)
        expect(page.get_by_role("alert")).to_contain_text("This phone could not save it either. Keep")
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    # Both are sent from the page that stayed open, in order.
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_url(game)
    expect_totals(page, (3, 30))
    assert read_rounds(server, game) == [[1, 10], [2, 20]]


def test_a_phone_says_before_the_evening_whether_it_is_ready(
    phone: EntryScreen, server: Switched, browser: Browser, live_server: str
) -> None:
    """Over plain http it is not, and the page says why; it opens without network, too."""
    start(phone)
    with server.away():
        phone.page.goto(f"{server.address}/without-network")
        expect(phone.page.get_by_text("This phone is ready.")).to_be_visible()
        expect(phone.page.get_by_text("Kept games: Ann · Ben")).to_be_visible()
    plain = browser.new_page()
    plain.goto(f"{live_server}/without-network")
    expect(plain.get_by_text("This phone is not ready yet.")).to_be_visible()
    expect(plain.get_by_text("The address is not secure")).to_be_visible()
    plain.close()
