"""Enter in a field goes to the next one, in the last to the main button; without scripts it presses that."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.phone import EntryScreen, open_phone
from tests.web.table import Table, by_points

FOCUSED = """() => {
  const one = document.activeElement;
  return one.matches("button") ? one.textContent.trim() : one.name;
}"""
FIELDS = """() => [...document.querySelectorAll("form[data-fields] :is(input:not([type]), [type=text])")]
  .filter(one => one.checkVisibility()).map(one => one.name)"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = open_phone(browser)
    yield context
    context.close()


def press_enter(page: Page, times: int) -> list[str]:
    """What has the focus after each press of Enter."""
    found = []
    for _ in range(times):
        page.keyboard.press("Enter")
        found.append(str(page.evaluate(FOCUSED)).replace("\u00a0", " "))
    return found


def test_after_two_names_enter_asks_for_a_third_and_enter_again_starts(
    context: BrowserContext, live_server: str
) -> None:
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    page.evaluate("window.isSamePage = true")
    page.locator("#player-0").focus()
    page.keyboard.type("Ann")
    assert press_enter(page, 1) == ["player-1"]
    # A name is missing: Enter leads to it, and starts nothing.
    assert press_enter(page, 2) == ["player-1", "player-1"]
    assert page.evaluate("window.isSamePage")
    page.keyboard.type("Ben")
    assert press_enter(page, 1) == ["player-2"]
    assert page.evaluate("window.isSamePage")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/g/[^/]+$"))
    expect(page.locator(".total__number")).to_have_count(2)


@pytest.mark.parametrize(("game", "seats"), [("koikoi-modern", 2), ("kwado-1985", 6)])
def test_where_every_seat_is_taken_enter_in_the_last_name_starts(
    context: BrowserContext, live_server: str, game: str, seats: int
) -> None:
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    page.locator(f'[name="game"][value="{game}"]').check(force=True)
    page.locator(f'[name="fields-of"][value="{game}"]').wait_for(state="attached")
    page.locator("#player-0").focus()
    for seat in range(seats):
        expect(page.locator(f"#player-{seat}")).to_be_focused()
        page.keyboard.type("ABCDEF"[seat])
        page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/g/[^/]+$"))
    expect(page.locator(".total__number")).to_have_count(seats)


def test_enter_goes_through_the_names_that_are_asked_for(context: BrowserContext, live_server: str) -> None:
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    for _ in range(2):
        page.get_by_role("button", name="Add player").click()
    page.locator("#player-0").focus()
    assert press_enter(page, 3) == ["player-1", "player-2", "player-3"]
    page.locator("#player-0").fill("Ann")
    page.locator("#player-1").fill("Ben")
    page.locator("#player-2").fill("Cem")
    hints = page.locator("[data-row]:not([hidden]) input").evaluate_all(
        "all => all.map(one => one.enterKeyHint)"
    )
    assert hints == ["next", "next", "next", "go"]
    page.locator("#player-1").fill("")
    page.locator("#player-3").focus()
    assert press_enter(page, 1) == ["player-1"]


def test_enter_in_target_goes_on_and_does_not_reload(context: BrowserContext, live_server: str) -> None:
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    page.evaluate("window.isSamePage = true")
    page.locator("#target").focus()
    assert press_enter(page, 1) == ["Start the game"]
    assert page.evaluate("window.isSamePage")


@pytest.mark.parametrize("way", ["points", "counts"])
def test_enter_while_a_round_is_entered_saves_nothing(
    context: BrowserContext, live_server: str, way: str
) -> None:
    screen = EntryScreen(context.new_page(), live_server)
    game = screen.start("Ann", "Ben")
    screen.open(game)
    screen.way(way)
    if way == "points":
        screen.page.locator("#points-0").fill("125")
        screen.page.locator("#points-0").focus()
        assert press_enter(screen.page, 2) == ["points-1", "Save round 1: Ann +5 · Ben 0"]
    expect(screen.page.locator("form.is-live")).to_be_visible()
    assert screen.page.url == f"{game}/rounds/new"
    assert screen.complaints == []


@pytest.mark.parametrize(
    ("path", "start", "order"),
    [
        ("{game}/house-rules", "target", ["Change the house rules"]),
        ("/print?sheet=score-pad", "rounds", ["date", "target", "Make the PDF"]),
        ("{game}/print", "rounds", ["first", "last", "Make the PDF"]),
    ],
)
def test_enter_goes_through_the_fields_of_every_form(
    context: BrowserContext, live_server: str, path: str, start: str, order: list[str]
) -> None:
    screen = EntryScreen(context.new_page(), live_server)
    game = screen.start("Ann", "Ben").removeprefix(live_server)
    page = screen.page
    page.goto(live_server + path.format(game=game))
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    page.locator(f"main [name={start}]").focus()
    names = [str(name) for name in page.evaluate(FIELDS)]
    last = page.locator("main .button--main").first.inner_text().replace("\u00a0", " ")
    rest = names[names.index(start) + 1 :]
    assert press_enter(page, len(rest) + 1) == [*rest, last]
    assert [*rest, last] == order


def test_without_scripts_enter_presses_the_main_button(browser: Browser, live_server: str) -> None:
    context = open_phone(browser, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    page.locator("#player-0").fill("Ann")
    page.locator("#player-1").fill("Ben")
    page.locator("#player-1").press("Enter")
    page.wait_for_url(re.compile(r"/g/[^/]+$"))
    page.goto(f"{page.url}/rounds/new")
    page.locator('.ways label:has([value="points"])').tap()
    page.locator("#points-0").fill("125")
    page.locator("#points-1").fill("115")
    page.locator("#points-1").press("Enter")
    page.wait_for_url(re.compile(r"/g/[^/]+$"))
    expect(page.locator(".total__number")).to_have_text(["5", "0"])
    context.close()


def test_the_first_button_of_every_form_with_text_fields_is_the_main_one(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    checked = 0
    paths = ("/games/new", "/print", f"{game}/rounds/new", f"{game}/rounds/1", f"{game}/house-rules")
    for path in (*paths, f"{game}/again", f"{game}/print", f"{game}/share", "/", "/search"):
        for form in re.findall(r"<form.*?</form>", table.get(path), re.DOTALL):
            buttons = re.findall(r"<button(?![^>]*type=\"button\")[^>]*>", form)
            if not buttons or not re.search(r"<input(?![^>]*type=\"(?:hidden|radio|checkbox)\")", form):
                continue
            checked += 1
            is_main = "data-enter-button" in buttons[0] or "button--main" in buttons[0]
            assert is_main or len(buttons) == 1, (path, buttons)
            assert 'name="show"' not in buttons[0]
    assert checked >= 8
