"""Typed, kept, saved: what the entry screen says is true, whatever the network or the phone does."""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Error, Page, Route, expect

from companion.cards import POINT_CARDS
from tests.store.tables import often
from tests.web.phone import EntryScreen, open_phone

ANNS = ["pine-crane", "susuki-moon", "plum-warbler", "pine-ribbon"]
KILLS = often(50, 4)
READ_DRAFTS = """() => new Promise((resolve) => {
  indexedDB.open("kwado", 1).onsuccess = ({ target }) => {
    const drafts = target.result.transaction("drafts").objectStore("drafts").getAll();
    drafts.onsuccess = () => { target.result.close(); resolve(drafts.result); };
  };
})"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone with nothing on it."""
    context = open_phone(browser)
    yield context
    context.close()


@pytest.fixture
def phone(context: BrowserContext, live_server: str) -> EntryScreen:
    """The entry screen of a new game, round 1."""
    screen = EntryScreen(context.new_page(), live_server)
    # Without bonuses nothing is to be seen or asked before it is saved.
    screen.game = screen.start("Ann", "Ben", preset="none")
    screen.open(screen.game)
    return screen


def enter(phone: EntryScreen) -> None:
    """A whole round: four cards to Ann, the rest to Ben, and what is asked about it."""
    phone.give(ANNS)
    give_rest(phone)


def give_rest(phone: EntryScreen) -> None:
    phone.tap("[data-rest]")
    phone.say_all_four([])


def read_drafts(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate(READ_DRAFTS))


def count_rounds(phone: EntryScreen) -> int:
    """As another phone sees it: this one would send what waits on it."""
    assert phone.page.context.browser
    page = phone.page.context.browser.new_page()
    page.goto(phone.game)
    count = page.locator(".rounds tbody tr").count()
    page.close()
    return count


# --- Saving --------------------------------------------------------------------------------------

SAVED_LOOKALIKE = json.dumps({"saved": "another-key-altogether", "next": "/"})


def fulfil(status: int, body: str, kind: str = "text/html") -> Any:
    return lambda route: route.fulfill(status=status, body=body, content_type=kind)


FAULTS: dict[str, tuple[Any, str]] = {
    "refused": (lambda route: route.abort("connectionrefused"), "The server cannot be reached."),
    "time-out": (lambda route: None, "The server did not answer in time."),
    "500": (fulfil(500, "<h1>Something went wrong here</h1>"), "The server has a problem (500)."),
    "502": (fulfil(502, "<h1>Bad gateway</h1>"), "The server has a problem (502)."),
    "503": (fulfil(503, "<h1>Please try again</h1>"), "The server is busy."),
    "400": (fulfil(400, "<h1>That could not be read</h1>"), "The server refused it (400)."),
    "HTML for JSON": (fulfil(200, "<h1>Round 1 is saved</h1>"), "was not from this server"),
    "cut body": (fulfil(200, '{"saved": "', "application/json"), "or incomplete"),
    "an unrelated 200": (
        fulfil(200, SAVED_LOOKALIKE, "application/json"),
        "was not from this server",
    ),
}


@pytest.mark.parametrize("fault", list(FAULTS))
def test_a_fault_at_saving_leaves_the_draft_and_says_what_happened(phone: EntryScreen, fault: str) -> None:
    act, words = FAULTS[fault]
    page = phone.page
    enter(phone)
    phone.wait_for_words("kept", "draft saved")
    [before] = read_drafts(page)
    page.clock.install()
    page.route(
        "**/rounds/new", lambda route: act(route) if route.request.method == "POST" else route.continue_()
    )
    with page.expect_request(lambda request: request.method == "POST"):
        phone.save()
    if fault == "time-out":
        page.clock.fast_forward(15_100)
    phone.wait_for_words("says", words)
    assert ("Not saved." if fault == "400" else "Saved on this phone.") in phone.says("says")
    assert phone.says("kept") == "draft saved"
    [after] = read_drafts(page)
    assert bool(after.pop("sends", None)) == (fault != "400")
    assert after == before
    assert count_rounds(phone) == 0
    # What may pass by itself is sent again by itself; what was refused waits for a person.
    page.unroute_all()
    if fault == "400":
        assert "Will send" not in phone.says("says")
        phone.save()
    else:
        assert "Will send when" in phone.says("says")
        page.clock.fast_forward(3_100)
    phone.wait_for_game()
    assert count_rounds(phone) == 1
    assert read_drafts(page) == []


def test_offline_in_the_middle_of_a_round_it_is_saved_once_when_the_network_is_back(
    phone: EntryScreen, context: BrowserContext
) -> None:
    phone.give(ANNS[:2])
    context.set_offline(True)
    phone.give(ANNS[2:])
    give_rest(phone)
    phone.save()
    phone.wait_for_words("says", "This phone is offline. Saved on this phone. Will send when")
    context.set_offline(False)
    phone.wait_for_game()
    assert count_rounds(phone) == 1


def test_an_answer_that_is_lost_on_its_way_makes_no_second_round(phone: EntryScreen) -> None:
    is_lost = True

    def lose(route: Route) -> None:
        if is_lost and route.request.method == "POST":
            assert route.fetch().ok
            route.abort("connectionreset")
        else:
            route.continue_()

    enter(phone)
    phone.page.route("**/rounds/new", lose)
    phone.save()
    phone.wait_for_words("says", "cannot be reached")
    assert count_rounds(phone) == 1
    # It is sent again by itself: on a busy machine before a person could press Save.
    is_lost = False
    # The pauses grow to 30 s where that takes long.
    phone.page.wait_for_url(phone.game, timeout=90_000)
    assert count_rounds(phone) == 1


def test_a_round_that_another_phone_has_corrected_shows_both_versions_to_choose_from(
    phone: EntryScreen, browser: Browser
) -> None:
    enter(phone)
    phone.save()
    phone.wait_for_game()
    mine = phone.page.context.new_page()
    theirs = EntryScreen(mine, phone.server)
    theirs.open(phone.game, 1)
    phone.open(phone.game, 1)
    # Another phone gives the phoenix to Ann first.
    theirs.choose(0)
    theirs.give(["paulownia-phoenix"])
    theirs.save()
    theirs.wait_for_game()
    phone.give(["susuki-geese"])
    phone.save()
    panel = phone.page.locator("[data-panel]")
    expect(panel).to_contain_text("Two versions of round 1")
    expect(panel.locator("h3")).to_have_text(["Mine", "Saved as round 1"])
    # Until one is chosen nothing is saved, and the draft stays.
    assert len(read_drafts(phone.page)) == 1
    for version, ours, theirs in ((0, "Ann", "Ben"), (1, "Ben", "Ann")):
        said = panel.locator("section").nth(version)
        expect(said).to_contain_text(f"Geese over susuki: {ours}")
        expect(said).to_contain_text(f"Phoenix on paulownia: {theirs}")
    phone.answer("Use mine")
    phone.wait_for_game()
    assert read_drafts(phone.page) == []
    phone.open(phone.game, 1)
    assert phone.owner_of("susuki-geese") == "0"
    assert phone.owner_of("paulownia-phoenix") == "1"


@pytest.mark.parametrize(("choice", "rounds"), [("Save mine as a new round", 1), ("Keep it removed", 0)])
def test_a_round_that_another_phone_has_removed_is_saved_anew_or_left(
    phone: EntryScreen, choice: str, rounds: int
) -> None:
    enter(phone)
    phone.save()
    phone.wait_for_game()
    phone.open(phone.game, 1)
    remove_round(phone)
    phone.give(["susuki-geese"])
    phone.save()
    expect(phone.page.locator("[data-panel]")).to_contain_text("Round 1 was removed")
    phone.answer(choice)
    phone.page.wait_for_url(phone.game)
    assert count_rounds(phone) == rounds
    assert read_drafts(phone.page) == []


def remove_round(phone: EntryScreen) -> None:
    page = phone.page.context.new_page()
    page.goto(f"{phone.game}/rounds/1/why")
    page.get_by_role("button", name="Remove").click()
    page.wait_for_url(phone.game)
    page.close()


def test_what_is_on_its_way_to_the_server_cannot_be_changed(phone: EntryScreen) -> None:
    enter(phone)
    held: list[Route] = []
    phone.page.route("**/rounds/new", lambda route: held.append(route))
    phone.save()
    expect(phone.page.locator("form.is-saving")).to_be_visible()
    card = phone.page.locator(f'[data-card="{ANNS[0]}"] .pick__card')
    box = card.bounding_box()
    assert box
    phone.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    assert phone.owner_of(ANNS[0]) == "0"
    held[0].abort("connectionrefused")
    phone.wait_for_words("says", "The server cannot be reached.")
    phone.page.unroute_all()
    phone.give(ANNS[:1])
    assert phone.owner_of(ANNS[0]) != "0"


# --- Keeping -------------------------------------------------------------------------------------


def test_what_was_typed_comes_back_after_a_reload_and_in_another_tab_and_says_so(
    phone: EntryScreen, context: BrowserContext
) -> None:
    phone.give(ANNS)
    phone.choose(1)
    phone.wait_for_words("kept", "draft saved")
    phone.page.reload()
    phone.wait()
    assert "Your draft of" in phone.says("says")
    assert [phone.owner_of(card) for card in ANNS] == ["0"] * 4
    other = EntryScreen(context.new_page(), phone.server)
    other.open(phone.game)
    assert [other.owner_of(card) for card in ANNS] == ["0"] * 4
    # It can be undone like any other step, and what was said goes without moving a card.
    place = other.place_of_cards()
    other.tap("[data-undo]")
    expect(other.page.locator("[data-says]")).to_be_hidden()
    assert other.place_of_cards() == place
    assert [other.owner_of(card) for card in ANNS] == [None] * 4


def test_the_game_and_the_list_of_games_say_that_a_round_waits_half_entered(phone: EntryScreen) -> None:
    page = phone.page
    waits = page.locator("[data-waits]:visible")
    phone.give(ANNS)
    phone.wait_for_words("kept", "draft saved")
    other = phone.start("Cem", "Dee")
    page.goto(other)
    expect(page.locator("[data-waits]")).to_be_hidden()
    page.goto(phone.server)
    expect(waits).to_have_count(1)
    row = page.get_by_role("link", name="Ann 0 Ben 0")
    expect(row).to_contain_text("Continue round 1")
    expect(row).not_to_contain_text("No round yet", use_inner_text=True)
    page.goto(phone.game)
    page.get_by_role("link", name="Continue round 1").click()
    phone.wait()
    assert [phone.owner_of(card) for card in ANNS] == ["0"] * 4
    give_rest(phone)
    phone.save()
    phone.wait_for_game()
    expect(page.locator("[data-waits]")).to_be_hidden()


def test_home_leads_straight_back_into_the_round_that_waits(phone: EntryScreen) -> None:
    page = phone.page
    phone.give(ANNS)
    phone.wait_for_words("kept", "draft saved")
    page.goto(phone.server)
    button = page.get_by_role("link", name="Continue", exact=False)
    expect(button).to_have_text("Continue round 1")
    button.click()
    phone.wait()
    assert [phone.owner_of(card) for card in ANNS] == ["0"] * 4


def test_a_draft_belongs_to_its_round_and_its_game(phone: EntryScreen) -> None:
    phone.give(ANNS)
    phone.wait_for_words("kept", "draft saved")
    game = phone.start("Ann", "Ben")
    phone.open(game)
    assert phone.owner_of(ANNS[0]) is None


def test_a_phone_that_keeps_nothing_says_so_and_saves_all_the_same(
    context: BrowserContext, live_server: str
) -> None:
    context.add_init_script("indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); };")
    phone = EntryScreen(context.new_page(), live_server)
    phone.game = phone.start("Ann", "Ben", preset="none")
    phone.open(phone.game)
    phone.wait_for_words("kept", "draft not saved")
    assert "This phone cannot keep drafts" in phone.says("says")
    enter(phone)
    assert phone.says("kept") in ("typed", "draft not saved")
    phone.save()
    phone.wait_for_game()
    assert count_rounds(phone) == 1


def test_kept_is_not_said_before_the_phone_has_written_it(context: BrowserContext, live_server: str) -> None:
    context.add_init_script("""
      const complete = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
      Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
        set(act) { complete.set.call(this, () => { if (window.isWritten) act(); else window.act = act; }); },
      });
      window.isWritten = true;
    """)
    phone = EntryScreen(context.new_page(), live_server)
    phone.open(phone.start("Ann", "Ben"))
    phone.page.evaluate("window.isWritten = false")
    phone.give(ANNS[:1])
    phone.page.wait_for_timeout(200)
    assert phone.says("kept") == "typed"
    phone.page.evaluate("window.act()")
    phone.wait_for_words("kept", "draft saved")


def test_no_tap_is_said_to_be_kept_on_the_strength_of_the_one_before_it(
    context: BrowserContext, live_server: str
) -> None:
    phone = EntryScreen(context.new_page(), live_server)
    phone.open(phone.start("Ann", "Ben"))
    fingers = context.new_cdp_session(phone.page)
    fingers.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    said = phone.page.evaluate(
        """async () => {
          const cards = [...document.querySelectorAll(".pick__card")];
          const word = document.querySelector("[data-kept]");
          const said = [];
          for (const card of cards) {
            card.click();
            said.push(word.textContent);
            await new Promise((done) => setTimeout(done, 15));
          }
          return said;
        }"""
    )
    assert said == ["typed"] * 24
    fingers.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    phone.wait_for_words("kept", "draft saved")
    [draft] = read_drafts(phone.page)
    assert sum(name.startswith("card-") for name in draft["facts"]) == 24


def test_a_tap_made_before_the_drafts_are_open_is_kept_too(context: BrowserContext, live_server: str) -> None:
    context.add_init_script("""
      const open = indexedDB.open.bind(indexedDB);
      indexedDB.open = (...all) => {
        const late = {};
        window.openDrafts = () => {
          const request = open(...all);
          request.onupgradeneeded = () => late.onupgradeneeded();
          request.onsuccess = () => late.onsuccess();
          Object.defineProperty(late, "result", { get: () => request.result, configurable: true });
        };
        return late;
      };
    """)
    phone = EntryScreen(context.new_page(), live_server)
    game = phone.start("Ann", "Ben")
    phone.page.goto(f"{game}/rounds/new")
    phone.page.locator("form.is-live").wait_for()
    phone.give(ANNS[:1])
    assert phone.says("kept") == ""
    phone.page.evaluate("openDrafts()")
    phone.wait_for_words("kept", "draft saved")
    phone.page.reload()
    phone.page.evaluate("openDrafts()")
    phone.wait()
    assert phone.owner_of(ANNS[0]) == "0"


def test_a_killed_tab_or_browser_loses_nothing_that_was_kept(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    live_server: str,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    dice = random.Random(24)
    cards = [card.id for card in POINT_CARDS]
    came_back = 0
    context = None
    for kill in range(KILLS):
        if context is None:
            context = browser_type.launch_persistent_context(
                tmp_path / "profile",
                **browser_type_launch_args,
                viewport={"width": 390, "height": 664},
                has_touch=True,
            )
        phone = EntryScreen(context.new_page(), live_server)
        game = phone.start("Ann", "Ben")
        phone.open(game)
        dice.shuffle(cards)
        kept = 0
        tapped = dice.randrange(2, 12)
        for number, card in enumerate(cards[:tapped], 1):
            phone.give([card])
            if phone.says("kept") == "draft saved":
                kept = number
        phone.page.wait_for_timeout(dice.randrange(0, 60))
        if phone.says("kept") == "draft saved":
            kept = tapped
        if kill % 2:
            kill_tab(phone.page)
        else:
            kill_browser(context)
            context = browser_type.launch_persistent_context(
                tmp_path / "profile",
                **browser_type_launch_args,
                viewport={"width": 390, "height": 664},
                has_touch=True,
            )
        again = EntryScreen(context.new_page(), live_server)
        again.open(game)
        owners = [again.owner_of(card) for card in cards]
        assert owners[:kept] == ["0"] * kept
        assert owners[tapped:] == [None] * (24 - tapped)
        came_back += kept > 0
        again.page.close()
    if context:
        context.close()
    record_property("figure", f"{came_back} of {KILLS} drafts came back")
    assert came_back >= KILLS - 1


def kill_tab(page: Page) -> None:
    """End the tab's process as a phone short of memory does."""
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash", timeout=5_000)


def kill_browser(context: BrowserContext) -> None:
    """End the browser's own process at once."""
    assert context.browser
    session = context.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    [browser] = [process["id"] for process in processes if process["type"] == "browser"]
    os.kill(browser, signal.SIGKILL)
