"""Enter in a field goes to the next one, in the last to the main button; without scripts it presses that.

For a browser presses the first button of a form.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.phone import EntryScreen, entry_screen
from tests.web.table import Table, by_points

FOCUSED = """() => {
  const one = document.activeElement;
  return one.matches("button") ? one.textContent.trim() : one.name;
}"""
FIELDS = """() => [...document.querySelectorAll("form[data-fields] :is(input:not([type]), [type=text])")]
  .filter(one => one.checkVisibility()).map(one => one.name)"""


@pytest.fixture
def screen(browser: Browser, live_server: str) -> Iterator[EntryScreen]:
    with entry_screen(browser, live_server) as screen:
        yield screen


def press_enter(page: Page, times: int) -> list[str]:
    """What has the focus after each press of Enter."""
    found = []
    for _ in range(times):
        page.keyboard.press("Enter")
        found.append(str(page.evaluate(FOCUSED)).replace("\u00a0", " "))
    return found


def expect_game(page: Page, sides: int) -> None:
    page.wait_for_url(re.compile(r"/g/[^/]+$"))
    expect(page.locator(".total__number")).to_have_count(sides)


def test_after_two_names_enter_asks_for_a_third_and_enter_again_starts(screen: EntryScreen) -> None:
    page = screen.page
    page.goto(f"{screen.server}/games/new")
    page.evaluate("window.isSamePage = true")
    page.locator("[data-rules] > summary").click()
    page.locator("#target").focus()
    assert press_enter(page, 1) == ["Start the game"]
    page.locator("#player-0").focus()
    page.keyboard.type("Ann")
    # A name is missing: Enter leads to it, and starts nothing.
    assert press_enter(page, 3) == ["player-1"] * 3
    page.keyboard.type("Ben")
    assert press_enter(page, 1) == ["player-2"]
    assert page.evaluate("window.isSamePage")
    page.keyboard.press("Enter")
    expect_game(page, 2)


def test_enter_goes_through_the_names_that_are_asked_for(screen: EntryScreen) -> None:
    page = screen.page
    page.goto(f"{screen.server}/games/new")
    for _ in range(2):
        page.get_by_role("button", name="Add seat").click()
    page.locator("#player-0").focus()
    assert press_enter(page, 3) == ["player-1", "player-2", "player-3"]
    for seat, name in ((0, "Ann"), (2, "Cem"), (1, "Ben")):
        page.locator(f"#player-{seat}").fill(name)
    rows = page.locator("[data-seat]:not([hidden]) .input")
    assert rows.evaluate_all("all => all.map(one => one.enterKeyHint)") == ["next", "next", "next", "go"]
    page.locator("#player-1").fill("")
    page.locator("#player-3").focus()
    assert press_enter(page, 1) == ["player-1"]
    # Where every seat is taken, Enter in the last name starts.
    page.goto(f"{screen.server}/games/new")
    page.locator('[name="game"][value="koikoi-modern"]').check(force=True)
    page.locator('[name="fields-of"][value="koikoi-modern"]').wait_for(state="attached")
    page.locator("#player-0").fill("Ann")
    page.locator("#player-1").fill("Ben")
    page.locator("#player-1").press("Enter")
    expect_game(page, 2)


# The field to begin at, and what Enter leads to from there, by page.
ORDERS = {
    "{game}/house-rules": ("target", ["Change the house rules"]),
    "/print": ("rounds", ["date", "target", "Make the PDF"]),
    "{game}/print": ("rounds", ["first", "last", "Make the PDF"]),
}


def test_enter_goes_through_the_fields_of_every_form_and_saves_no_round(screen: EntryScreen) -> None:
    game = screen.start_round("Ann", "Ben").removeprefix(screen.server)
    page = screen.page
    screen.way("points")
    page.locator("[id='points/0']").fill("125")
    page.locator("[id='points/0']").focus()
    assert press_enter(page, 2) == ["points/1", "Save round 1: Ann +5 · Ben 0"]
    screen.way("counts")
    press_enter(page, 1)
    expect(page.locator("form.is-live")).to_be_visible()
    assert page.url == f"{screen.game}/rounds/new"
    for path, (start, order) in ORDERS.items():
        page.goto(screen.server + path.format(game=game))
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
        page.locator(f"main [name={start}]").focus()
        names = page.evaluate(FIELDS)
        assert names[names.index(start) + 1 :] == order[:-1]
        assert press_enter(page, len(order)) == order


def test_the_first_button_of_every_form_with_text_fields_is_the_main_one(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    checked = 0
    paths = ("/games/new", "/print", f"{game}/rounds/new", f"{game}/rounds/1", f"{game}/house-rules")
    for path in (*paths, f"{game}/again", f"{game}/print", f"{game}/share", "/", "/search"):
        for form in re.findall(r"<form.*?</form>", table.get(path), re.DOTALL):
            buttons = re.findall(r"<button(?![^>]*type=\"button\")[^>]*>", form)
            if buttons and re.search(r"<input(?![^>]*type=\"(?:hidden|radio|checkbox)\")", form):
                checked += 1
                assert len(buttons) == 1 or re.search("data-enter-button|button--main", buttons[0]), path
                assert 'name="show"' not in buttons[0]
    assert checked >= 8
