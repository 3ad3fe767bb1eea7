"""The live table: what one phone saves, the others see within two seconds."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Route, expect

from companion.store import back_up, make_view_token, restore
from tests.waiting import wait_until
from tests.web.pages import Poster
from tests.web.phone import NAMES, EntryScreen, entry_screen, expect_totals, open_phone
from tests.web.table import Table, by_points, read_fields

THOROUGH = os.environ.get("KWADO_TEST_THOROUGH") == "1"


def ask(client: FlaskClient, game: str, version: int | str) -> tuple[int, dict[str, Any]]:
    """The status and the news that a phone gets which has this version."""
    answer = client.get(f"{game}/news?since={version}", headers={"If-None-Match": f'"{version}"'})
    return answer.status_code, answer.get_json(silent=True) or {}


def test_a_saved_round_is_said_with_its_scores_and_the_new_totals(table: Table) -> None:
    game = table.start("Ann", "Ben")
    view = f"/v/{make_view_token(game.rsplit('/', 1)[1])}"
    answer = table.client.get(f"{game}/news?since=1", headers={"If-None-Match": '"1"'})
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", '"1"')
    assert answer.headers["Cache-Control"] == "no-store"
    # A view link follows, and is no link to edit.
    links = (view, game.replace("/g/", "/v/"), view.replace("/v/", "/g/"))
    assert [ask(table.client, link, 1)[0] for link in links] == [304, 404, 404]
    table.record(game, by_points(150, 90))
    assert ask(table.client, game, 1) == (200, {
        "version": "2",
        "said": ["Round 1 saved on another phone: Ann +30 · Ben 0."],
        "round": 1,
        "sides": [
            {"name": "Ann", "short": "Ann", "initial": "A", "style": "owner--1", "total": 30, "tally": 30,
             "lead": "leads"},
            {"name": "Ben", "short": "Ben", "initial": "B", "style": "owner--2", "total": 0, "tally": 0,
             "lead": ""},
        ],
        "dealer": None,
        "renamed": False,
        "next": None,
    })  # fmt: skip
    assert ask(table.client, view, 1)[1]["version"] == "2"
    assert ask(table.client, game, 2)[0] == 304
    table.correct(game, 1, {"points/0": "170", "points/1": "70"})
    table.press(game, "undo")
    assert ask(table.client, game, 2)[1]["said"] == [
        "On another phone: round 1 was corrected. Ann 30 → 50.",
        "Undone: round 1 was corrected. Ann 50 → 30.",
    ]
    # A replaced link follows no more.
    table.post(f"{game}/links", {})
    assert ask(table.client, game, 1)[0] == 404


def test_a_rematch_and_a_new_name_are_said_to_whoever_follows(table: Table) -> None:
    game = table.start("Ann", "Ben")
    page = table.get(f"{game}/players")
    typed = read_fields(page.split('id="names"')[1].split("</form>")[0])
    table.post(f"{game}/players", {**typed, "name-0": "Anna"})
    assert ask(table.client, game, 1)[1]["said"] == ["On another phone: names were changed: Ann is now Anna."]
    table.post(f"{game}/again", read_fields(table.get(f"{game}/again")))
    news = ask(table.client, game, 2)[1]
    assert (news["said"], news["next"]) == (["On another phone: a rematch was started."], f"{game}~2")
    view = table.view_link(game)
    assert ask(table.client, view, 2)[1]["next"] == f"{view}~2"


def test_a_page_from_before_a_restore_does_not_pass_for_one_of_the_same_revision(
    table: Table, tmp_path: Path
) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(150, 90))
    url = table.client.application.extensions["kwado-store"].url
    back_up(url, tmp_path / "backup")
    drafts = []
    for _ in range(2):
        drafts += re.findall(r'data-line="([^"]+)"', table.get(game))
        before = drafts and re.findall(r'data-version="([^"]+)"', table.get(game))[0]
        assert ask(table.client, game, before)[0] == 304
        restore(url, tmp_path / "backup")
        status, news = ask(table.client, game, before)
        # What came since the page's revision is not what came since the page.
        assert (status, news["said"], news["round"]) == (200, [], None)
        assert ask(table.client, game, news["version"])[0] == 304
        table.record(game, by_points(120, 120))
        assert ask(table.client, game, news["version"])[1]["round"] == 2
        table.press(game, "undo")
        restore(url, tmp_path / "backup")
    # A draft from before is not offered as one of this history.
    assert len(set(drafts)) == 2


def test_only_the_newest_revision_itself_is_answered_with_304(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for asked in ('"0"', '"2"', "*", "", 'W/"1"', "1"):
        answer = table.client.get(f"{game}/news?since=1", headers={"If-None-Match": asked})
        assert (answer.status_code, (answer.get_json() or {})["said"]) == (200, []), asked


# --- On phones -------------------------------------------------------------------------------------


class Phones:
    """Several phones at one table."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.browser = browser
        self.server = server
        self.contexts = [open_phone(browser) for _ in range(3)]
        self.pages = [context.new_page() for context in self.contexts]
        self.screens = [EntryScreen(page, server) for page in self.pages]

    def start(self, *names: str, **fields: str) -> str:
        return self.screens[0].start(*names, **fields)

    def save_points(self, phone: int, game: str, *points: int, number: int | str = "new") -> None:
        """A round entered and saved by points on one of the phones."""
        screen = self.screens[phone]
        screen.open(game, number)
        screen.way("points")
        for side, each in enumerate(points):
            screen.page.locator(f"[id='points/{side}']").fill(str(each))
        screen.save_round()


@pytest.fixture
def phones(browser: Browser, live_server: str) -> Iterator[Phones]:
    phones = Phones(browser, live_server)
    yield phones
    for context in phones.contexts:
        context.close()
    assert [screen.complaints for screen in phones.screens] == [[], [], []]


def open_game(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".total__number").first).to_be_visible()


def test_a_page_that_follows_stays_the_same_page_and_score_details_follow_a_correction(
    phones: Phones,
) -> None:
    """That totals and headings follow, by each link: test_one_evening.py."""
    game = phones.start("Ann", "Ben")
    _, second, viewer = phones.pages
    open_game(second, game)
    open_game(viewer, f"{phones.server}/v/{make_view_token(game.rsplit('/', 1)[1])}")
    second.evaluate("window.isTheSamePage = true")
    phones.save_points(0, game, 150, 90)
    viewer.locator(".news a").tap()
    expect(viewer.locator("h1")).to_have_text("Round 1")
    expect(second.get_by_role("link", name="Enter round 2")).to_be_visible()
    assert second.evaluate("window.isTheSamePage")
    phones.save_points(0, game, 170, 70, number=1)
    expect(viewer.locator(".news")).to_contain_text("round 1 was corrected")
    expect(viewer.locator(".sum__score").first).to_have_text("+50")


# What lies over a total or a gain, at its middle, and whether anything still moves or fades.
COVERED = """() => [...document.querySelectorAll(".total__number, .total__gain")].map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const found = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
    .filter((over) => !over.matches(".total__link"))[0];
  const isSeen = one.contains(found) && right <= one.parentElement.getBoundingClientRect().right + 1;
  return [one.className, one.textContent, isSeen && getComputedStyle(one).animationName];
})"""


def test_after_a_save_the_totals_are_seen_at_once_with_the_gain_beside_them(
    browser: Browser, live_server: str
) -> None:
    """The finding: bars hid the totals for three seconds."""
    with entry_screen(browser, live_server, "360") as screen:
        for count in (2, 4, 6) if THOROUGH else (2, 6):
            screen.start_round(*NAMES[:count], target="1000")
            screen.way("points")
            screen.page.locator("[id='points/0']").fill("240")
            for side in range(1, count):
                screen.page.locator(f"[id='points/{side}']").fill("0")
            screen.save_round()
            shown = screen.page.evaluate(COVERED)
            assert [name for name, *_ in shown] == ["total__number", "total__gain"] * count
            assert [one for one in shown if one[2] != "none"] == []
            assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_the_entry_screen_totals_move_and_no_tap_is_lost(phones: Phones) -> None:
    game = phones.start("Ann", "Ben", "Cem")
    entering = phones.screens[1]
    entering.open(game)
    entering.give(["pine-crane", "susuki-moon"])
    phones.save_points(0, game, 130, 60, 50)
    line = entering.page.locator(".news")
    expect(line).to_contain_text("Round 1 saved on another phone: Ann +50 · Ben 0 · Cem 0.")
    expect(line).to_contain_text("Save asks whether this is the same round or the next one.")
    assert entering.owner_of("pine-crane") == "0"
    entering.give(["cherry-curtain"])
    entering.wait_for_figures()
    # 50 before this round, and none in it: 60 points are below the floor.
    assert entering.figures(0)[2].endswith("50")
    # The line covers no card, and what else lies under it can be tapped.
    over = line.bounding_box()
    assert over
    assert over["y"] + over["height"] <= entering.place_of_cards()[1]
    x, y = over["x"] + over["width"] / 3, over["y"] + over["height"] / 2
    under = entering.page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.news')", [x, y])
    assert under is None
    expect(line).to_be_visible()


def test_offline_nothing_is_asked_and_a_page_in_use_is_not_changed_under_the_finger(phones: Phones) -> None:
    game = phones.start("Ann", "Ben")
    page, context = phones.pages[1], phones.contexts[1]
    page.clock.install()
    open_game(page, game)
    context.set_offline(True)
    wait_until(page, "!navigator.onLine")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(30_000)
    assert asked == []
    phones.save_points(0, game, 150, 90)
    context.set_offline(False)
    expect_totals(page, [30, 0])
    page.locator("main .term").first.tap()
    explained = page.locator(".term__says:popover-open")
    expect(explained).to_be_visible()
    phones.save_points(0, game, 150, 90)
    expect(page.locator(".news")).to_contain_text("Round 2 saved")
    expect(explained).to_be_visible()
    expect_totals(page, [30, 0])


def test_a_link_that_was_replaced_while_it_was_followed_says_so(phones: Phones) -> None:
    game = phones.start("Ann", "Ben")
    open_game(phones.pages[1], game)
    owner = phones.pages[0]
    owner.goto(f"{game}/share")
    owner.locator("summary", has_text="New links").tap()
    owner.get_by_role("button", name="Replace both links").tap()
    line = phones.pages[1].locator(".news")
    expect(line).to_contain_text("This link no longer opens the game: it was replaced. Ask for the new one.")
    expect(line.locator("a")).to_have_attribute("href", "/")


# At 3 m a capital letter must be 15 mm high: 96 px of a tablet's screen, where 1 px is 0.16 mm.
LARGE = 96


@pytest.mark.parametrize("names", [NAMES[:count] for count in ((2, 3, 6) if THOROUGH else (6,))], ids=len)
def test_on_a_large_screen_the_view_link_is_a_scoreboard(
    browser: Browser, live_server: str, names: tuple[str, ...]
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    poster = Poster(context.new_page(), live_server)
    game = poster.start(*names, target="1000")
    points = [200, 40, *[0] * (len(names) - 2)]
    poster.record(game, by_points(*points, yaku_0=["sakura-1", "four-iris"]))
    poster.record(game, by_points(*points[::-1]))
    poster.post(f"{game}/undo", {"seen": "3"})
    page = poster.page
    # What was undone is said there, once.
    page.goto(live_server + game)
    page.goto(f"{live_server}/v/{make_view_token(game.rsplit('/', 1)[1])}")
    for total in (*page.locator(".total").all(), page.locator(".game__deal").last):
        expect(total).to_be_in_viewport(ratio=1)
    sizes = page.locator(".total__number").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).fontSize)"
    )
    assert min(float(size.removesuffix("px")) for size in sizes) >= LARGE
    expect(page.locator(".total__cards:visible")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # A phone that looks on shows what it showed.
    page.set_viewport_size({"width": 390, "height": 664})
    expect(page.locator(".total__cards:visible")).to_have_count(0)
    context.close()


def test_news_that_could_not_be_shown_is_asked_for_again(phones: Phones) -> None:
    game = phones.start("Ann", "Ben")
    page = phones.pages[1]
    open_game(page, game)
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        if lost or "x-follow" not in route.request.headers:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.abort()

    page.route(game, lose_the_first)
    phones.save_points(0, game, 150, 90)
    expect_totals(page, [30, 0])
    assert lost == [game]
