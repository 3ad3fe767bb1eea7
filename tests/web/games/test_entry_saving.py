"""Typed, kept, saved: what the entry screen says is true, whatever the network or the phone does."""

import json
import os
import random
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Error, Locator, Page, Route, expect

from companion.cards import POINT_CARDS
from tests.store.tables import often
from tests.waiting import wait_until
from tests.web.phone import FILL_IN, EntryScreen, entry_screen

ANNS = ["pine-crane", "susuki-moon", "plum-warbler", "pine-ribbon"]
KILLS = often(50, 4)
READ_DRAFTS = """() => new Promise((resolve) => {
  indexedDB.open("kwado", 1).onsuccess = ({ target }) => {
    const drafts = target.result.transaction("drafts").objectStore("drafts").getAll();
    drafts.onsuccess = () => { target.result.close(); resolve(drafts.result); };
  };
})"""


@pytest.fixture
def phone(browser: Browser, live_server: str) -> Iterator[EntryScreen]:
    """The entry screen of a new game, round 1, on a phone with nothing on it."""
    with entry_screen(browser, live_server) as screen:
        # Without bonuses nothing is to be seen or asked before it is saved.
        screen.start_round("Ann", "Ben", preset="none", target="9999")
        yield screen


def enter(phone: EntryScreen) -> None:
    """A whole round: four cards to Ann, the rest to Ben, and what is asked about it."""
    phone.give(ANNS)
    give_rest(phone)


def give_rest(phone: EntryScreen) -> None:
    phone.tap("[data-rest]")
    phone.say_all_four([])


def save_round(phone: EntryScreen) -> None:
    phone.save()
    phone.wait_for_game()


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


def fulfil(status: int, body: str, kind: str = "text/html") -> Any:
    return lambda route: route.fulfill(status=status, body=body, content_type=kind)


# --- Another count -------------------------------------------------------------------------------


def test_a_phone_that_counts_otherwise_than_the_server_says_what_the_server_counts_and_saves_that(
    phone: EntryScreen,
) -> None:
    """Else the sheet would open again and again, and the round could never be saved."""

    data = phone.page.evaluate("() => ({ ...document.querySelector('[data-round]').dataset })")
    unshown = {name: json.loads(data[name]) for name in ("rules", "sides", "goal")}
    unshown |= {"shown": ["1/dragon/25"], "counted": "Ann 0 · Ben +25 (Dragon bonus)"}
    token = phone.page.locator("[name=csrf_token]").first.input_value()
    body = {"errors": ["The yaku have changed."], "unshown": unshown, "token": token}
    # Made beforehand: the page may be closed while the last request is answered.
    phone.page.route("**/rounds/new", fulfil(422, json.dumps(body), "application/json"))
    enter(phone)
    phone.save()
    says = phone.page.locator("[data-says]")
    expect(says).to_contain_text("The server counts Ann 0 · Ben +25 (Dragon bonus). Save again to keep it")
    with phone.page.expect_request("**/rounds/new") as request:
        phone.save()
    assert "1/dragon/25" in (request.value.post_data or "")


# --- Saving --------------------------------------------------------------------------------------

SAVED_LOOKALIKE = json.dumps({"saved": "another-key-altogether", "next": "/"})


FAULTS: dict[str, tuple[Any, str]] = {
    "refused": (lambda route: route.abort("connectionrefused"), "The server cannot be reached."),
    "time-out": (lambda route: None, "The server did not answer in time."),
    "500": (fulfil(500, "<h1>Something went wrong here</h1>"), "The server has a problem (500)."),
    "503": (fulfil(503, "<h1>Please try again</h1>"), "The server is busy."),
    "400": (fulfil(400, "<h1>That could not be read</h1>"), "The server refused it (400)."),
    "HTML for JSON": (fulfil(200, "<h1>Round 1 is saved</h1>"), "was not from this server"),
    "cut body": (fulfil(200, '{"saved": "', "application/json"), "or incomplete"),
    "an unrelated 200": (fulfil(200, SAVED_LOOKALIKE, "application/json"), "was not from this server"),
}


def on_posts(page: Page, act: Any) -> None:
    """What happens to each round that is sent."""
    page.route(
        "**/rounds/new", lambda route: act(route) if route.request.method == "POST" else route.continue_()
    )


def test_a_fault_at_saving_leaves_the_draft_and_says_what_happened(phone: EntryScreen) -> None:
    """A round for each fault, saved at the second try. Slow: nine rounds card by card."""
    page = phone.page
    page.clock.install()
    # The clock of a test does not drive this one by itself.
    page.add_init_script("""AbortSignal.timeout = (ms) => {
      const patience = new AbortController();
      setTimeout(() => patience.abort(new DOMException("late", "TimeoutError")), ms);
      return patience.signal;
    };""")
    for number, (fault, (act, words)) in enumerate(FAULTS.items(), 1):
        is_refused = fault == "400"
        phone.open(phone.game)
        enter(phone)
        phone.wait_for_words("kept", "draft saved")
        [before] = read_drafts(page)
        on_posts(page, act)
        with page.expect_request(lambda request: request.method == "POST"):
            phone.save()
        if fault == "time-out":
            # What is on its way to the server cannot be changed.
            expect(page.locator("form.is-saving")).to_be_visible()
            card = page.locator(f'[data-card="{ANNS[0]}"] .pick__card').bounding_box()
            page.touchscreen.tap(card["x"] + 20, card["y"] + 20)
            assert phone.owner_of(ANNS[0]) == "0"
            page.clock.fast_forward(15_100)
        phone.wait_for_words("says", words)
        said = phone.says("says")
        assert ("Not saved." if is_refused else "Saved on this phone.") in said, fault
        assert ("Will send when" in said) is not is_refused, fault
        assert phone.says("kept") == "draft saved", fault
        [after] = read_drafts(page)
        assert bool(after.pop("sends", None)) is not is_refused, fault
        assert after == before, fault
        assert count_rounds(phone) == number - 1, fault
        # What may pass by itself is sent again by itself; what was refused waits for a person.
        page.unroute_all()
        if is_refused:
            phone.give(["plum-ribbon"])
            assert phone.owner_of("plum-ribbon") == "0"
            phone.save()
        else:
            page.clock.fast_forward(3_100)
        phone.wait_for_game()
        assert read_drafts(page) == [], fault
    assert count_rounds(phone) == len(FAULTS)


def test_offline_and_with_a_lost_answer_a_round_is_saved_once(phone: EntryScreen) -> None:
    page = phone.page
    phone.give(ANNS[:2])
    page.context.set_offline(True)
    phone.give(ANNS[2:])
    give_rest(phone)
    phone.save()
    phone.wait_for_words("says", "This phone is offline. Saved on this phone. Will send when")
    # Good news; over plain http no other page opens now.
    phone.wait_for_words("says", "Stay on this page")
    expect(page.locator("[data-says]")).not_to_have_class(re.compile("says--fault"))
    page.context.set_offline(False)
    phone.wait_for_game()
    assert count_rounds(phone) == 1

    def lose(route: Route) -> None:
        assert route.fetch().ok
        route.abort("connectionreset")

    page.clock.install()
    phone.open(phone.game)
    enter(phone)
    on_posts(page, lose)
    phone.save()
    phone.wait_for_words("says", "cannot be reached")
    assert count_rounds(phone) == 2
    page.unroute_all()
    page.clock.fast_forward(3_100)
    phone.wait_for_game()
    assert count_rounds(phone) == 2


def test_a_round_that_another_phone_has_changed_or_removed_is_chosen_by_a_person(phone: EntryScreen) -> None:
    """Slow: a correction and a removal, on two pages. Mine as a new round: test_stale_round.py."""
    enter(phone)
    save_round(phone)
    theirs = EntryScreen(phone.page.context.new_page(), phone.server)
    theirs.open(phone.game, 1)
    phone.open(phone.game, 1)
    # Another phone gives the phoenix to Ann first.
    theirs.choose(0)
    theirs.give(["paulownia-phoenix"])
    save_round(theirs)
    phone.give(["susuki-geese"])
    phone.save()
    panel = phone.page.locator("[data-panel]")
    expect(panel).to_contain_text("Two versions of round 1")
    expect(panel.locator("h3")).to_have_text(["Mine", "Saved as round 1"])
    # Until one is chosen nothing is saved, and the draft stays.
    assert len(read_drafts(phone.page)) == 1
    for version, geese, phoenix in ((0, "Ann", "Ben"), (1, "Ben", "Ann")):
        said = panel.locator("section").nth(version)
        # Scores come before cards.
        expect(said).to_contain_text(re.compile("Ann [+0].*Geese over susuki", re.DOTALL))
        expect(said).to_contain_text(f"Geese over susuki: {geese}")
        expect(said).to_contain_text(f"Phoenix on paulownia: {phoenix}")
    phone.answer("Use mine")
    phone.wait_for_game()
    assert read_drafts(phone.page) == []
    phone.open(phone.game, 1)
    assert phone.owners_of(["susuki-geese", "paulownia-phoenix"]) == ["0", "1"]
    theirs.page.goto(f"{phone.game}/rounds/1/why")
    theirs.page.get_by_role("button", name="Remove").click()
    theirs.page.wait_for_url(phone.game)
    phone.choose(0)
    phone.give(["plum-ribbon"])
    phone.save()
    expect(panel).to_contain_text("Round 1 was removed")
    expect(panel.get_by_role("button", name="Save mine as a new round")).to_be_visible()
    phone.answer("Keep it removed")
    phone.page.wait_for_url(phone.game)
    assert (count_rounds(phone), read_drafts(phone.page)) == (0, [])


# --- Back ------------------------------------------------------------------------------------------


def open_sheets(screen: EntryScreen) -> Iterator[tuple[str, Locator]]:
    """Each kind of sheet that opens over a round, with what it is."""
    page = screen.page
    screen.save()
    yield "check", screen.summary
    screen.open_details()
    yield "details", page.locator("[data-panel]")
    screen.tap("[data-open-gaji]")
    yield "gaji", page.locator("[data-gaji-panel]")
    screen.open_menu()
    screen.tap('.more__sheet a:text-is("Rules")')
    yield "rules", page.get_by_role("dialog", name="Rules")
    screen.open_menu()
    yield "menu", page.locator(".more__sheet")


def test_back_closes_the_sheet_that_is_open_and_leaves_where_none_is(phone: EntryScreen) -> None:
    page = phone.page
    game = phone.start("Ann", "Ben", option_gaji="kwado")
    page.goto(game)
    page.goto(f"{game}/rounds/new")
    phone.wait()
    phone.give(ANNS)
    for what, sheet in open_sheets(phone):
        expect(sheet, what).to_be_visible()
        page.go_back()
        expect(sheet, what).to_be_hidden()
        assert phone.owners_of(ANNS[:1]) == ["0"]
    # One that its own button closed leaves nothing behind that Back would have to go through.
    phone.open_details()
    phone.answer("Back")
    page.go_back()
    page.wait_for_url(game)


def test_after_saving_no_way_back_leads_to_an_empty_round(phone: EntryScreen) -> None:
    """Also where a sheet was open, and where somebody has won."""
    page = phone.page
    game = phone.start("Ann", "Ben", preset="none", target="20")
    page.goto(game)
    page.goto(f"{game}/rounds/new")
    phone.wait()
    phone.way("points")
    page.evaluate(FILL_IN, {"points/0": "150", "points/1": "90"})
    phone.save_round()
    page.go_back()
    page.wait_for_url(game)
    expect(page.locator(".total__number").first).to_be_visible()


# --- Keeping -------------------------------------------------------------------------------------


def test_a_round_half_entered_comes_back_in_its_own_game_and_says_so(phone: EntryScreen) -> None:
    """Slow: every page that leads back into it."""
    page = phone.page
    waits = page.locator("[data-waits]:visible")
    phone.give(ANNS)
    phone.choose(1)
    phone.wait_for_words("kept", "draft saved")
    page.reload()
    phone.wait()
    assert "Your draft of" in phone.says("says")
    assert phone.owners_of(ANNS) == ["0"] * 4
    # In another tab it can be undone like any other step, and what was said goes without moving a card.
    tab = EntryScreen(page.context.new_page(), phone.server)
    tab.open(phone.game)
    assert tab.owners_of(ANNS) == ["0"] * 4
    place = tab.place_of_cards()
    tab.tap("[data-undo]")
    expect(tab.page.locator("[data-says]")).to_be_hidden()
    assert tab.place_of_cards() == place
    assert tab.owners_of(ANNS) == [None] * 4
    tab.tap("[data-redo]")
    tab.wait_for_words("kept", "draft saved")
    tab.page.close()
    # Home and the page of its game lead back into it, and no other game.
    phone.open(phone.start("Cem", "Dee"))
    assert phone.owners_of(ANNS) == [None] * 4
    page.goto(phone.server)
    expect(waits).to_have_count(1)
    row = page.get_by_role("link", name="Ann 0 Ben 0")
    expect(row).to_contain_text("Continue round 1")
    expect(row).not_to_contain_text("No round yet", use_inner_text=True)
    page.goto(phone.game)
    page.get_by_role("link", name="Continue round 1").click()
    phone.wait()
    give_rest(phone)
    save_round(phone)
    expect(waits).to_have_count(0)


def test_a_phone_that_keeps_nothing_says_so_and_saves_with_an_expired_token_all_the_same(
    phone: EntryScreen,
) -> None:
    phone.page.add_init_script(
        "indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); };"
    )
    phone.open(phone.game)
    phone.wait_for_words("kept", "draft not saved")
    assert "This phone cannot keep drafts" in phone.says("says")
    enter(phone)
    assert phone.says("kept") in ("typed", "draft not saved")
    phone.page.locator("form[data-round] [name=csrf_token]").evaluate("one => { one.value = 'expired'; }")
    save_round(phone)
    assert count_rounds(phone) == 1


def test_a_round_is_said_to_be_on_the_phone_only_if_it_is(phone: EntryScreen) -> None:
    """A store that fills up as the round is saved."""
    page = phone.page
    enter(phone)
    phone.wait_for_words("kept", "draft saved")
    page.evaluate("""() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function(draft) {
        const request = put.call(this, draft);
        this.transaction.abort();
        return request;
      };
    }""")
    on_posts(page, lambda route: route.abort("connectionrefused"))
    phone.save()
    phone.wait_for_words("says", "This phone could not save it either. Keep this page open.")
    assert "Saved on this phone" not in phone.says("says")
    assert phone.says("kept") == "draft not saved"
    expect(page.locator("[data-says]")).to_have_class(re.compile("says--fault"))
    page.unroute_all()
    # It is sent all the same.
    phone.wait_for_game()
    assert count_rounds(phone) == 1


def test_a_tap_is_said_to_be_kept_once_it_is_written_itself(phone: EntryScreen) -> None:
    """What the phone says after each tap, while it is told late of what it has written."""
    phone.page.add_init_script("""
      const complete = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
      Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
        set(act) { complete.set.call(this, () => { if (window.written) written.push(act); else act(); }); },
      });
    """)
    phone.open(phone.game)
    phone.page.evaluate("window.written = []")
    for taps in (1, 2):
        phone.give(ANNS[taps - 1 : taps])
        wait_until(phone.page, "(taps) => written.length === taps", taps)
        assert phone.says("kept") == "typed"
    phone.page.evaluate("written[0]()")
    assert phone.says("kept") == "typed"
    phone.page.evaluate("written[1]()")
    phone.wait_for_words("kept", "draft saved")


def test_a_tap_made_before_the_drafts_are_open_is_kept_too(phone: EntryScreen) -> None:
    phone.page.add_init_script("""
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
    phone.page.reload()
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
    """Slow: after every other kill the browser starts anew."""

    def launch() -> BrowserContext:
        size = {"width": 390, "height": 664}
        return browser_type.launch_persistent_context(
            tmp_path / "profile", **browser_type_launch_args, viewport=size, has_touch=True
        )

    dice = random.Random(24)
    cards = list(POINT_CARDS.ids)
    came_back = 0
    context = launch()
    for kill in range(KILLS):
        phone = EntryScreen(context.new_page(), live_server)
        game = phone.start_round("Ann", "Ben")
        dice.shuffle(cards)
        kept = 0
        tapped = dice.randrange(2, 12)
        for number, card in enumerate(cards[:tapped], 1):
            phone.give([card])
            if number == tapped:
                phone.page.wait_for_timeout(dice.randrange(0, 60))
            if phone.says("kept") == "draft saved":
                kept = number
        if kill % 2:
            kill_tab(phone.page)
        else:
            kill_browser(context)
            context = launch()
        again = EntryScreen(context.new_page(), live_server)
        again.open(game)
        owners = again.owners_of(cards)
        assert owners[:kept] == ["0"] * kept
        assert owners[tapped:] == [None] * (24 - tapped)
        came_back += kept > 0
        again.page.close()
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
