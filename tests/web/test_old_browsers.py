"""Browsers that know no layers and no modules: every page can be read, and a round is saved."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.pages import Phone, Played, play_games

# What an old browser does with the style sheet: it skips the layers and takes what newer ones skip.
LAYER = re.compile(r"^@layer [^\n]*$", re.MULTILINE)
TOO_LARGE = """() => [...document.querySelectorAll("svg:not(.chart), img")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 100 || height > 120 || !width || !height)
  .map(([name, { width, height }]) => `${name} is ${width} × ${height}`)"""


@pytest.fixture(scope="module")
def played(browser: Browser, live_server: str) -> Played:
    return play_games(browser, live_server)


@pytest.fixture
def old(browser: Browser, live_server: str, played: Played) -> Phone:
    context = browser.new_context(
        viewport={"width": 390, "height": 640}, java_script_enabled=False, storage_state=played.memory
    )
    page = context.new_page()
    page.route("**/*.css*", forget_layers)
    return Phone(page, live_server, played)


def forget_layers(route: Route) -> None:
    answer = route.fetch()
    text = LAYER.sub("", answer.text()).replace("@supports not (accent-color:red)", "@supports (color:red)")
    assert "@layer" not in text
    assert "@supports (color:red)" in text or "other_pages" in route.request.url
    route.fulfill(response=answer, body=text)


def test_every_page_can_be_read_without_layers_and_scripts(old: Phone) -> None:
    found = {}
    for name in old.paths:
        old.show(name)
        assert old.page.locator("main").inner_text().strip()
        found[name] = old.page.evaluate(TOO_LARGE)
        found[name, "too wide"] = old.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert {where: what for where, what in found.items() if what} == {}


def test_a_round_is_saved_without_layers_and_scripts(old: Phone) -> None:
    page = old.page
    page.goto(f"{old.server}{old.start('Ann', 'Ben')}/rounds/new?way=points")
    for place, points in enumerate((130, 110)):
        page.locator(f'[name="points/{place}"]').fill(str(points))
    page.locator("form[data-round]").get_by_role("button", name="Save").last.click()
    expect(page.locator("main")).to_contain_text("Round 1")
    expect(page.locator("main")).to_contain_text("10")
