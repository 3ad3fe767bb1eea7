"""The entry screen under a finger: cards, counts and points, what a tap shows, the summary before saving."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.cards import DECK, POINT_CARDS, CardSet
from tests.rules.form.written_rounds import WRITTEN
from tests.store.tables import SHARE
from tests.waiting import wait_until
from tests.web.manners import STRAY_DOT
from tests.web.phone import FILL_IN, NAMES, SIZES, EntryScreen, entry_screen, expect_totals

ANNS = ["pine-crane", "cherry-curtain", "susuki-moon", "plum-warbler", "maple-deer", "maple-ribbon"]
ASKED = ".found--ask[data-yaku]"
SAKURA_1 = ["pine-crane", "plum-warbler", "cherry-curtain"]
RIBBONS = ["pine-ribbon", "plum-ribbon", "cherry-ribbon"]


@pytest.fixture
def phone(browser: Browser, live_server: str) -> Iterator[EntryScreen]:
    """An entry screen on the larger phone."""
    with entry_screen(browser, live_server) as screen:
        yield screen


@pytest.fixture
def small(phone: EntryScreen) -> EntryScreen:
    """An entry screen on the smaller phone."""
    phone.page.set_viewport_size({"width": 360, "height": 640})
    return phone


# --- Three ways in ---------------------------------------------------------------------------------


def test_a_round_is_entered_by_counts_in_eight_taps_and_the_last_side_is_filled_in(
    phone: EntryScreen,
) -> None:
    phone.start_round("Ann", "Ben")
    phone.taps = 0
    phone.way("counts")
    assert phone.says("meter-words") == "Ann: tap how many"
    phone.count(brights=3, animals=4, ribbons=5)
    assert phone.says("meter-words") == "240 of 240 · rest to Ben"
    phone.choose(1)
    assert phone.words_of('.count-chip[aria-checked="true"]') == ["2", "5", "5"]
    phone.tap('[id="yaku/1"] label:has([value="dragon"])')
    assert phone.says("save-words") == "Save round 1: Ann +5 · Ben +25"
    phone.save()
    phone.wait_for_game()
    assert phone.totals() == [5, 25]
    assert phone.taps == 8


def press_tab_until(page: Page, selector: str) -> int:
    """How many Tabs lead to the first element of a selector, backward where it stands before."""
    goal = page.locator(selector).first
    is_before = goal.evaluate("(one) => one.compareDocumentPosition(document.activeElement) & 4")
    for tabs in range(1, 120):
        page.keyboard.press("Shift+Tab" if is_before else "Tab")
        if goal.evaluate("(one) => one === document.activeElement || one.contains(document.activeElement)"):
            return tabs
    raise AssertionError(selector)


def test_a_round_of_three_by_counts_takes_few_tabs_arrows_move_and_digits_choose(phone: EntryScreen) -> None:
    """The finding: 101 Tabs, as each number was a stop, and digits and arrows did nothing."""
    phone.start_round("Ann", "Ben", "Cem")
    phone.way("counts")
    keys, tabs = phone.page.keyboard, 0
    for owner, numbers in ((0, ("2", "1", "10")), (1, ("2", "3", "0"))):
        tabs += press_tab_until(phone.page, f'[data-owner="{owner}"]')
        keys.press("Enter")
        for group, number in zip(("brights", "animals", "ribbons"), numbers, strict=True):
            tabs += press_tab_until(phone.page, f'[data-chips="{group}"]')
            keys.type(number)
        assert tuple(phone.words_of('.count-chip[aria-checked="true"]')) == numbers
    tabs += press_tab_until(phone.page, ".round__save .button")
    assert phone.says("save-words") == "Save round 1: Ann +110 · Ben 0 · Cem 0"
    assert tabs <= 25
    phone.choose(1)
    phone.page.locator('[data-chips="animals"] [tabindex="0"]').focus()
    keys.press("ArrowRight")
    expect(phone.page.locator('[data-chips="animals"] button:focus')).to_have_text("4")
    keys.press("Space")
    assert phone.words_of('.count-chip[aria-checked="true"]') == ["2", "4", "0"]


def test_numbers_and_yaku_that_cannot_be_are_struck_out_until_they_can(phone: EntryScreen) -> None:
    phone.start_round("Ann", "Ben")
    phone.way("counts")
    phone.count(brights=4, animals=9, ribbons=10)
    phone.choose(1)
    chips = [f'[data-chips="brights"] .count-chip:text-is("{count}")' for count in range(6)]
    assert [phone.is_struck_out(chip) for chip in chips] == [False, False, True, True, True, True]
    # Ben has one bright: five brights cannot be his, and the phoenix is only one person's.
    assert phone.is_struck_out('[id="yaku/1"] [value="five-brights"]')
    phone.tap('[id="yaku/1"] label:has([value="dragon"])')
    phone.choose(0)
    assert phone.is_struck_out('[id="yaku/0"] [value="dragon"]')
    phone.count(brights=0)
    assert phone.figures(1) == ("100", "+125", "125")
    assert phone.says("meter-words") == "240 of 240 · rest to Ben"
    # They were ticked for Ben while Ann was looked at.
    phone.save()
    expect(phone.summary).to_contain_text("Five brights +100")


def test_a_round_entered_partly_by_cards_goes_on_by_counts_and_points_and_nothing_is_lost(
    phone: EntryScreen,
) -> None:
    phone.start_round("Ann", "Ben")
    phone.give(ANNS)
    # Who has the rest is said of what the others left only: nobody was given it yet.
    phone.page.get_by_role("button", name="Counts", exact=True).tap()
    assert phone.says("meter-words") == "85 of 240 points"
    phone.page.get_by_role("button", name="Cards", exact=True).tap()
    phone.tap("[data-rest]")
    by_cards = [phone.figures(number) for number in (0, 1)]
    phone.way("counts")
    assert [phone.figures(number) for number in (0, 1)] == by_cards
    assert phone.words_of('.count-chip[aria-checked="true"]') == ["3", "2", "1"]
    phone.way("points")
    assert [phone.page.locator(f"[id='points/{n}']").input_value() for n in (0, 1)] == ["85", "155"]
    phone.page.locator("[id='points/0']").fill("90")
    assert phone.page.locator("[id='points/1']").input_value() == "150"
    phone.way("cards")
    assert [phone.figures(number) for number in (0, 1)] == by_cards
    phone.way("points")
    assert phone.page.locator("[id='points/0']").input_value() == "90"
    # Ben's yaku were carried over and not looked at.
    phone.save()
    expect(phone.summary).to_contain_text("Sakura 8 +30")
    phone.confirm()
    phone.wait_for_game()
    # Ann: Sakura 1. Ben: 150 − 120, the dragon, Sakura 5, 6 and 8.
    assert phone.totals() == [30, 145]


def test_the_gaji_is_asked_where_cards_are_left_and_what_it_brought_goes_over_to_the_counts(
    small: EntryScreen,
) -> None:
    small.start_round("Ann", "Ben", option_gaji="kwado")
    gaji = small.page.locator("[data-open-gaji]")
    expect(gaji).to_have_text("Gaji …")
    small.give(["willow-rain-man", "willow-ribbon", "susuki-moon"])
    small.choose("table")
    small.give(["willow-swallow"])
    small.choose(1)
    small.tap("[data-rest]")
    expect(gaji).to_have_text("Gaji: who?")
    gaji.tap()
    small.tap('[data-gaji-panel] label:has([value="0"])')
    small.answer("Done")
    expect(gaji).to_have_text("Gaji: Ann")
    # 20 + 20 + 5, and the swallow that the Gaji brought.
    assert small.figures(0)[0] == "55"
    small.way("counts")
    small.choose(0)
    assert small.figures(0)[0] == "55"
    assert small.words_of('.count-chip[aria-checked="true"]') == ["2", "1", "1"]
    small.way("cards")
    small.save()
    brought = small.summary.locator("[data-brought]")
    expect(brought.first).to_contain_text("brought by the Gaji: Swallow")
    expect(brought.first.locator("svg")).to_have_count(1)
    expect(brought.last).to_be_hidden()


def test_chaff_that_counts_is_a_number_that_counts_and_cards_share(phone: EntryScreen) -> None:
    """Chaff that nobody counted is asked for; by cards one side after the other."""
    phone.start_round("Ann", "Ben", "Cem", game="hana-awase", fields_of="hana-awase")
    for width, height in SIZES.values():
        phone.page.set_viewport_size({"width": width, "height": height})
        for way in ("counts", "cards"):
            phone.way(way)
            phone.wait_for_figures()
            for side in (0, 2):
                field = phone.page.locator(f"[id='counts/{side}/chaff']")
                expect(field).to_be_in_viewport(ratio=1)
                assert field.evaluate("(one) => one.offsetHeight") >= 44
            assert phone.page.evaluate(UNDER_SAVE) == [], way
    phone.tap("[data-rest]")
    phone.save()
    expect(phone.summary).to_contain_text("How many chaff? Enter 0 if Ann has none.", use_inner_text=True)
    expect(phone.summary).not_to_contain_text("Ben has none", use_inner_text=True)
    phone.answer("Back")
    phone.tap("[data-undo]")
    phone.way("counts")
    phone.count(brights=2, animals=4, ribbons=4)
    phone.choose(1)
    phone.count(brights=1, animals=3, ribbons=3)
    phone.page.fill("[id='counts/0/chaff']", "3")
    phone.page.fill("[id='counts/1/chaff']", "7")
    expect(phone.page.locator("[id='counts/2/chaff']")).to_have_value("14")
    # 103, 72 and 89 card points less 88, no yaku ticked.
    assert phone.says("save-words") == "Save round 1: Ann +15 · Ben −16 · Cem +1"
    phone.way("cards")
    phone.choose(0)
    phone.tap("[data-rest]")
    assert phone.says("meter-words") == "264 of 264 points"


def test_who_sits_out_has_no_tile_and_the_last_of_the_others_is_filled_in(phone: EntryScreen) -> None:
    phone.start_round("Ann", "Ben", "Cem", "Dee", game="min-hwatu", fields_of="min-hwatu")
    phone.open_menu()
    phone.tap('[data-sits-out] label:has([value="0"])')
    expect(phone.page.locator("[data-more]")).not_to_have_attribute("open", "")
    tiles = phone.page.locator("[data-owner]:visible")
    expect(tiles).to_have_count(4)
    expect(tiles.first).to_have_attribute("aria-pressed", "true")
    expect(tiles.first).to_have_attribute("data-owner", "1")
    phone.way("points")
    phone.page.locator('[name="points/1"]').fill("100")
    phone.page.locator('[name="points/2"]').fill("80")
    expect(phone.page.locator('[name="points/3"]')).to_have_value("60")
    expect(phone.page.locator('[name="points/0"]')).to_be_hidden()
    said = " ".join(phone.says("save-words").split())
    assert said == "Save round 1: Ann 0 · Ben +100 · Cem +80 · Dee +60"
    phone.save_round()
    assert phone.totals() == [0, 100, 80, 60]
    expect(phone.page.locator(".rounds__notes")).to_have_text("Ann sat out.")


def test_where_scores_add_up_to_0_the_last_empty_field_is_filled_in(phone: EntryScreen) -> None:
    page = phone.page
    phone.start_round(*NAMES[:3], game="by-points", fields_of="by-points", **{"options/zero-sum": "yes"})
    last, minus = page.locator("[id='points/2']"), page.locator('[name="minus/2"]')
    page.locator("[id='points/0']").tap()
    page.keyboard.type("12")
    expect(last).to_have_value("")
    page.locator("[id='points/1']").tap()
    page.keyboard.type("-5")
    expect(last).to_have_value("\u22127")
    expect(minus).to_be_checked()
    page.keyboard.type("0")
    expect(last).to_have_value("38")
    expect(minus).not_to_be_checked()
    expect(page.locator("[data-total]")).to_have_text(["total 12", "total \u221250", "total 38"])


@pytest.mark.parametrize(("wins", "way"), [("highest", 1), ("lowest", -1)])
def test_who_leads_any_game_is_seen_beside_the_total_and_a_round_of_four_takes_twelve_taps(
    phone: EntryScreen, wins: str, way: int
) -> None:
    page = phone.page
    words = page.locator("[data-leads]:not([hidden]) span")
    game = phone.start(*SEVEN[:4], game="by-points", fields_of="by-points", **{"options/wins": wins})
    for points, before, after in (
        ((way, 3 * way, 3 * way, 0), [], ["", "tied first", "tied first", ""]),
        ((4 * way, 0, 0, way), ["", "tied first", "tied first", ""], ["leads", "", "", ""]),
    ):
        page.goto(game)
        phone.taps = 0
        phone.tap(".game__enter .button--main")
        phone.wait()
        expect(words).to_have_text([word for word in before if word])
        for side, number in enumerate(points):
            if number < 0:
                phone.tap(f'.scored__minus:has([name="minus/{side}"])')
            phone.tap(f"[id='points/{side}']")
            page.keyboard.type(str(abs(number)))
        # With every number typed, these are the totals after the round.
        expect(words).to_have_text([word for word in after if word])
        phone.tap("[data-save-words]")
        phone.wait_for_game()
        assert phone.taps <= 12
        crowned = [row.locator(".crown").count() for row in page.locator(".total").all()]
        assert crowned == [1 if word else 0 for word in after]
        expect(page.locator(".total__notes b.leads__word")).to_have_text([word for word in after if word])


def test_on_a_phone_on_its_side_four_fields_of_any_game_are_whole_at_first_sight(phone: EntryScreen) -> None:
    phone.page.set_viewport_size({"width": 640, "height": 320})
    phone.start_round(*SEVEN[:4], game="by-points", fields_of="by-points")
    for side in range(4):
        field = phone.page.locator(f"[id='points/{side}']")
        expect(field).to_be_in_viewport(ratio=1)
        # Nothing lies over its lower edge.
        assert field.evaluate(
            "(one) => { const box = one.getBoundingClientRect();"
            " return one === document.elementFromPoint(box.x + box.width / 2, box.bottom - 3); }"
        )


def test_who_sits_out_any_game_is_asked_for_no_points(phone: EntryScreen) -> None:
    page = phone.page
    phone.start_round(*NAMES[:3], game="by-points", fields_of="by-points", **{"options/zero-sum": "yes"})
    page.locator("#sits_out .chip").nth(2).tap()
    expect(page.locator("[id='points/2']")).to_be_hidden()
    page.locator("[id='points/0']").fill("12")
    expect(page.locator("[id='points/1']")).to_have_value("\u221212")
    assert phone.says("save-words") == "Save round 1: Ann +12 · Ben \u221212 · Cem 0"
    phone.save_round()
    expect_totals(page, (12, -12, 0))
    expect(page.locator(".rounds__notes")).to_have_text("Cem sat out.")


def test_tenths_are_typed_with_a_point_or_a_comma_and_their_sums_are_exact(phone: EntryScreen) -> None:
    page = phone.page
    agreed = {"options/zero-sum": "yes", "options/tenths": "yes"}
    phone.start_round(*NAMES[:3], game="by-points", fields_of="by-points", **agreed)
    page.locator("[id='points/0']").fill("0.1")
    page.locator("[id='points/1']").fill("0,2")
    expect(page.locator("[id='points/2']")).to_have_value("\u22120.3")
    expect(page.locator("[data-total]")).to_have_text(["total 0.1", "total 0.2", "total \u22120.3"])
    assert phone.says("save-words") == "Save round 1: Ann +0.1 · Ben +0.2 · Cem \u22120.3"
    phone.save_round()
    phone.open(phone.game)
    page.locator("[id='points/0']").fill("0.2")
    expect(page.locator("[data-total]").first).to_have_text("total 0.3")


def test_a_number_below_zero_is_typed_with_a_key_beside_it_or_with_its_minus(phone: EntryScreen) -> None:
    page = phone.page
    long = ("Maximiliane-Theodora", "花札の好きな田中さん", *SEVEN[2:])
    game = phone.start(*long, game="by-points", fields_of="by-points")
    # The last is the smallest phone, with letters twice as large.
    for width, height, letters in ((390, 664, "100%"), (360, 640, "100%"), (320, 568, "200%")):
        page.set_viewport_size({"width": width, "height": height})
        phone.open(game)
        page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", letters)
        # A mobile page that is too wide widens its window.
        assert page.evaluate("document.documentElement.scrollWidth") == width
        boxes = [key.bounding_box() for key in page.locator(".scored__minus span, .scored .input").all()]
        assert len(boxes) == 14
        assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    phone.start_round(*NAMES[:3], game="by-points", fields_of="by-points")
    page.locator("[id='points/0']").tap()
    page.keyboard.type("12")
    # Number keys have no minus: a key beside the number has.
    page.locator('.scored__minus:has([name="minus/1"])').tap()
    page.locator("[id='points/1']").tap()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("[id='points/2']")).to_be_focused()
    # Whoever has a minus may type it.
    page.keyboard.type("-7")
    expect(page.locator('[name="minus/2"]')).to_be_checked()
    expect(page.locator("[id='points/2']")).to_have_value("-7")
    phone.wait_for_words("kept", "draft saved")
    page.reload()
    phone.wait()
    expect(page.locator("[data-total]")).to_have_text(["total 12", "total \u22125", "total \u22127"])
    page.locator("[id='points/2']").fill("")
    phone.save()
    expect(page.locator("[data-says]")).to_have_text("Cem: how many points? Enter 0 for none.")
    page.locator("[id='points/2']").fill("7")
    page.locator('.scored__minus:has([name="minus/2"])').tap()
    assert phone.says("save-words") == "Save round 1: Ann +12 · Ben \u22125 · Cem \u22127"
    phone.save_round()
    expect_totals(page, (12, -5, -7))


def test_what_is_typed_over_a_number_has_its_own_sign(phone: EntryScreen) -> None:
    page = phone.page
    phone.start_round(*NAMES[:3], game="by-points", fields_of="by-points", **{"options/zero-sum": "yes"})
    first, second, last = (page.locator(f"[id='points/{n}']") for n in range(3))
    first.fill("3")
    second.fill("4")
    expect(last).to_have_value("\u22127")
    last.fill("5")
    expect(page.locator("[data-total]")).to_have_text(["total 3", "total 4", "total 5"])
    first.fill("\uff0d5")
    expect(page.locator("[data-total]").first).to_have_text("total \u22125")
    first.fill("007")
    expect(page.locator("[data-total]").first).to_have_text("total 7")
    expect(page.locator("[name^='minus/']:checked")).to_have_count(0)


def test_the_minus_of_an_empty_field_comes_with_its_first_digit(phone: EntryScreen) -> None:
    page = phone.page
    phone.start_round(*NAMES[:2], game="by-points", fields_of="by-points")
    first, key = page.locator("[id='points/0']"), page.locator("label:has([name='minus/0'])")
    key.tap()
    expect(first).to_have_value("")
    phone.save()
    expect(page.locator("[data-says]")).to_have_text("Ann: how many points? Enter 0 for none.")
    expect(page.locator("[id^='points/'][aria-invalid]")).to_have_count(2)
    first.press_sequentially("12")
    expect(first).to_have_value("\u221212")
    expect(page.locator("[id='points/1'][aria-invalid], [id='points/0']:not([aria-invalid])")).to_have_count(
        2
    )
    key.tap()
    expect(first).to_have_value("12")
    key.tap()
    first.fill("5")
    expect(page.locator("[data-total]").first).to_have_text("total 5")


def test_what_is_wrong_with_a_number_is_said_and_it_stays_as_typed(phone: EntryScreen) -> None:
    page = phone.page
    agreed = {"options/zero-sum": "yes", "options/tenths": "yes"}
    phone.start_round(*NAMES[:3], game="by-points", fields_of="by-points", **agreed)
    said = page.locator("[data-says]")
    first, second, last = (page.locator(f"[id='points/{n}']") for n in range(3))
    for typed, fault in (
        ("7.25", "Ann: “7.25” has more than one decimal place. At most one."),
        ("12345", "Ann: “12345” is too large a number. At most 9\u202f999, above or below 0."),
        ("--5", "Ann: “--5” is not a number."),
        (f"12.{'3' * 18}", f"Ann: “12.{'3' * 17}…” is not a number."),
    ):
        first.fill(typed)
        second.fill("2")
        expect(first).to_have_value(typed)
        expect(last).to_have_value("")
        phone.save()
        expect(said).to_have_text(fault)
    first.fill("１\u2009０００，５")
    expect(last).to_have_value("\u22121002.5")
    # What was filled in goes with the numbers that it came from.
    second.fill("2.25")
    expect(last).to_have_value("")
    second.fill("2")
    total = "total 1\u202f000.5"
    expect(page.locator("[data-total]")).to_have_text([total, "total 2", "total \u22121\u202f002.5"])
    phone.save_round()


# --- Places ----------------------------------------------------------------------------------------

MEASURE = """() => {
  const seen = [...document.querySelectorAll("form.is-live :is(a, button, summary, label.chip)")]
    .filter((one) => one.checkVisibility() && !one.closest("dialog, .board, details > div"));
  const nameOf = (one) => one.textContent.trim() || one.ariaLabel;
  const rows = seen.map((one) => ({ name: nameOf(one), box: one.getBoundingClientRect() }));
  const isOut = ({ top, left, bottom, right }) =>
    top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
  const gap = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
  const isClose = (a, b) => gap(a.box, b.box) < 3.99;
  const page = document.documentElement;
  return {
    scrolls: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight].filter(Boolean),
    hidden: rows.filter(({ box }) => isOut(box)).map(({ name }) => name),
    small: rows.filter(({ box }) => Math.min(box.width, box.height) < 43.99 && innerHeight > 600)
      .map(({ name, box }) => [name, box.width, box.height]),
    close: rows.flatMap((a, n) =>
      rows.slice(n + 1).filter((b) => isClose(a, b)).map((b) => [a.name, b.name])),
  };
}"""
# Two small phones, phones on their side, a tablet; the first counts and points are seen on as well.
SCREENS = ((390, 664), (360, 640), (740, 340), (664, 320), (1024, 700))


def test_everything_is_seen_without_scrolling_large_enough_for_a_thumb_and_the_cards_never_move(
    phone: EntryScreen,
) -> None:
    """Slow by its sizes: the fewest, a middle number and the most players on five screens, and long names."""
    misses = []
    long = (*SEVEN[:3], "Maximiliane", "Evangeline", "Ferdinand")
    for names in (*(NAMES[:count] for count in (range(2, 7) if SHARE == 1 else (2, 3, 6))), long):
        phone.start_round(*names, option_gaji="kwado")
        at_first = phone.place_of_cards()
        for cards in (ANNS[:1], ANNS[1:4]):
            phone.give(cards)
            # Long names may take one line more in Save.
            misses += [names] * (phone.place_of_cards() != at_first and names != long)
        for way in ("points", "counts", "cards"):
            phone.way(way)
            for width, height in SCREENS if way == "cards" else SCREENS[:2]:
                phone.page.set_viewport_size({"width": width, "height": height})
                phone.wait_for_figures()
                found = phone.page.evaluate(MEASURE)
                misses += [(names, way, width, part, of) for part, of in found.items() if of]
    assert misses == []


# Each figure as it is written, with three digits and a minus, a score of seven sides with four; then what
# leaves its tile, or lies over another or within three pixels beside it.
TILES = r"""([size, score]) => {
  document.documentElement.style.fontSize = `${size}%`;
  const textOf = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  };
  const isOver = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > -3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const found = [];
  for (const tile of document.querySelectorAll(".owner-tab:not([hidden], .owner-tab--table)")) {
    const name = tile.querySelector(".owner-tab__name");
    for (const part of tile.querySelectorAll("[data-score], [data-total]")) {
      const figure = part.matches("[data-score]") ? score : "\u2212150";
      part.textContent = part.textContent.replace(/[+\u2212]?\d+/, figure);
    }
    tile.querySelector("[data-points]").textContent = "240";
    const box = tile.getBoundingClientRect();
    const parts = [...tile.querySelectorAll("[data-points], [data-score], [data-total]")];
    const rows = parts.flatMap((part) => textOf(part).map((text) => ({ part, text })));
    const shown = name.getBoundingClientRect();
    if (tile.scrollWidth > tile.clientWidth || tile.scrollHeight > tile.clientHeight) found.push("tile");
    const isLegible = name.checkVisibility() && shown.width >= Math.min(24, name.scrollWidth - 1);
    if (!isLegible || shown.right > box.right) found.push("name");
    rows.forEach(({ part, text }, n) => {
      if (text.left < box.left + 1 || text.right > box.right - 1 || text.bottom > box.bottom) {
        found.push(`${part.textContent} is out`);
      }
      const others = [shown, ...rows.slice(n + 1).filter((one) => one.part !== part).map((one) => one.text)];
      if (others.some((other) => isOver(text, other))) found.push(`${part.textContent} is covered`);
    });
  }
  return found;
}"""
SEVEN = ("Bartholomew", "Anneliese", "Christopher", "Dee", "Eve", "Fay", "Gil")


def start_with(screen: EntryScreen, count: int) -> None:
    """A round of two to seven sides, entered by points."""
    of_seven = {"game": "min-hwatu", "fields_of": "min-hwatu"} if count > 6 else {}
    screen.start_round(*SEVEN[:count], **of_seven)
    screen.way("points")
    for side in range(count):
        screen.page.locator(f"[id='points/{side}']").fill("20")
    screen.wait_for_figures()


def test_every_figure_of_a_tile_is_read_and_every_control_has_its_name_with_two_to_seven_sides(
    phone: EntryScreen,
) -> None:
    """The findings: with four sides "−150 → −150" lay over each other, with seven "240+1140" were one.

    And four buttons were called "–".
    """
    misses = []
    for count in range(2, 8):
        start_with(phone, count)
        for side, name in enumerate(SEVEN[:count]):
            for control in (f'[data-owner="{side}"]', f"[id='points/{side}']", ".round__save button"):
                expect(phone.page.locator(control)).to_have_accessible_name(re.compile(name))
        for width, height, text_size in ((390, 664, 100), (360, 640, 100), (390, 664, 200), (360, 640, 200)):
            phone.page.set_viewport_size({"width": width, "height": height})
            found = phone.page.evaluate(TILES, [text_size, "+1140" if count > 6 else "\u2212150"])
            misses += [(count, width, text_size, one) for one in found]
        phone.page.set_viewport_size({"width": 390, "height": 664})
    assert misses == []


# Words of the chips that do not fit into them, and what is cut of the head.
CUT = """(size) => {
  document.documentElement.style.fontSize = `${size}%`;
  const chips = ".way--claims fieldset:not([hidden]) .chip span";
  return [...document.querySelectorAll(`${chips}, .round__head, .round__head :is(h1, p)`)]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim());
}"""


def test_no_word_of_a_yaku_or_of_the_head_is_broken_or_cut(phone: EntryScreen) -> None:
    """The finding: "willow/s", "Another phone is ent…", at 200 % "Roun"."""
    phone.start_round(*SEVEN[:4], game="min-hwatu", fields_of="min-hwatu")
    phone.way("counts")
    phone.wait_for_figures()
    for width, text_size in ((390, 100), (360, 100), (390, 200)):
        phone.page.set_viewport_size({"width": width, "height": 640})
        assert phone.page.evaluate(CUT, text_size) == [], (width, text_size)
        span = phone.page.locator(".way--claims .chip span").first
        assert span.evaluate("(one) => getComputedStyle(one).overflowWrap") == "normal"


# Words and figures of the buttons that save which stand on two lines; a name is one word.
BROKEN = r"""() => [...document.querySelectorAll("[data-save-words], [data-summary-save]")].flatMap((one) => {
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    for (const { 0: word, index } of walker.currentNode.textContent.matchAll(/[^\s\u00a0]+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
    }
  }
  return found;
})"""


def test_no_figure_and_no_name_is_broken_on_the_buttons_that_save(phone: EntryScreen) -> None:
    """The finding: "+215" stood as "+21" and "5" in the check."""
    misses = []
    for names in (SEVEN[:2], ("Ann", "Ben", "Cem"), SEVEN[:3], SEVEN[:6]):
        phone.start_round(*names)
        phone.way("points")
        for side in range(len(names)):
            phone.page.locator(f"[id='points/{side}']").fill("0" if side else "240")
        phone.save()
        expect(phone.summary).to_be_visible()
        misses += [(names, broken) for broken in phone.page.evaluate(BROKEN)]
    assert misses == []


# What lies under Save at the end of the page, and what of the head has another colour than it.
UNDER_SAVE = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const save = document.querySelector(".round__save").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".way--claims .chip, .tools > *, .pick, .field .input")];
  const under = parts.filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > save.top);
  const head = document.querySelector(".round__head");
  const colour = (one) => getComputedStyle(one).color;
  const words = [...head.querySelectorAll("h1, [data-kept]")].filter((one) => colour(one) !== colour(head));
  return [...under, ...words].map((one) => one.textContent.trim());
}"""


def test_with_large_text_save_is_the_last_and_the_head_is_read(phone: EntryScreen) -> None:
    """The finding: "draft saved" was paper on paper, and Save lay over the yaku."""
    phone.start_round("Ann", "Ben")
    for way in ("cards", "counts", "points"):
        phone.way(way)
        for size in ("200%", "100%"):
            phone.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
            phone.page.evaluate("dispatchEvent(new Event('resize'))")
            if size == "200%":
                assert phone.page.evaluate(UNDER_SAVE) == [], way


def test_points_beyond_those_of_the_deck_are_said_once_and_cover_nothing(phone: EntryScreen) -> None:
    """The finding: the same sentence stood at each field, and a yaku lay over Undo."""
    phone.start_round(*SEVEN[:6])
    phone.way("points")
    for side in range(6):
        phone.page.locator(f"[id='points/{side}']").fill("90")
    phone.wait_for_figures()
    expect(phone.page.locator(".way--points .field__fault:visible")).to_have_count(1)
    expect(phone.page.locator("#points-wrong")).to_be_visible()
    lowest, undo = (
        phone.page.locator(part).evaluate_all(
            f"(all) => Math.max(...all.map((one) => one.getBoundingClientRect().{edge}))"
        )
        for part, edge in ((".way--claims .chip", "bottom"), (".tool--undo", "top"))
    )
    assert lowest <= undo


def test_a_yaku_that_is_tapped_after_enter_is_of_the_side_whose_points_were_typed(phone: EntryScreen) -> None:
    """The finding: 130 for Uma, Enter, a tap on “Four irises”: Vic got +30."""
    phone.start_round("Uma", "Vic")
    phone.way("points")
    phone.page.locator("[id='points/0']").fill("130")
    phone.page.locator("[id='points/0']").press("Enter")
    expect(phone.page.locator("[id='points/1']")).to_be_focused()
    phone.page.locator(".chip:visible", has_text="Four irises").tap()
    expect(phone.page.locator("[data-save-words]")).to_have_text("Save round 1: Uma +40 · Vic 0")
    phone.page.locator("[id='points/1']").tap()
    expect(phone.page.locator('[data-owner="1"]')).to_have_attribute("aria-pressed", "true")


def test_the_faults_of_a_refused_form_push_nothing_over_another(phone: EntryScreen) -> None:
    phone.start_round("Ann", "Ben")
    # As a page does whose scripts came late.
    phone.page.locator("form[data-round]").evaluate("(form) => form.submit()")
    expect(phone.page.locator("#faults")).to_be_visible()
    phone.wait()
    ends = """([board, ...parts]) => parts.map((one) => document.querySelector(one).getBoundingClientRect())
      .every(({ bottom }) => bottom <= document.querySelector(board).getBoundingClientRect().top)"""
    assert phone.page.evaluate(ends, [".board", '[data-way="cards"]', ".tools"])


# Cards or yaku whose words leave their place, and a name in the narrowest place that is broken.
STICK_OUT = """() => {
  const isOut = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const [words, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
    return words.top < box.top - 1 || words.bottom > box.bottom + 1 || words.right > box.right;
  };
  const end = document.querySelector("[data-board]").getBoundingClientRect().top;
  const cards = [...document.querySelectorAll(".pick__card")].filter((one) =>
    one.scrollHeight > one.clientHeight + 1 || one.getBoundingClientRect().bottom > end + 1);
  const name = document.createRange();
  const { firstChild } = document.querySelector("[data-rest] span");
  name.setStart(firstChild, firstChild.textContent.lastIndexOf(" ") + 1);
  name.setEnd(firstChild, firstChild.textContent.length);
  const yaku = [...document.querySelectorAll(".found[data-of]")];
  const page = document.documentElement;
  return {
    cards: cards.length,
    name: name.getClientRects().length,
    yaku: yaku.filter((one) => one.checkVisibility() && isOut(one)).map((one) => one.textContent),
    scrolls: page.scrollWidth > innerWidth || page.scrollHeight > innerHeight + 1,
  };
}"""


def test_25_cards_and_the_yaku_under_them_fit_their_places(phone: EntryScreen) -> None:
    """Sakura with two and seven players, each on two phones: one side has all eight yaku, then seven."""
    fits = {"cards": 0, "name": 1, "yaku": [], "scrolls": False}
    for names in (("Gwendal", "Moon"), SEVEN):
        phone.start_round(*names, game="sakura", fields_of="sakura")
        expect(phone.page.locator(".pick__card")).to_have_count(25)
        for yaku in (0, 8, 7):
            if yaku == 8:
                phone.tap("[data-rest]")
            elif yaku:
                phone.choose(1)
                phone.give(["plum-ribbon"])
            assert len(phone.words_of(".found")) == yaku
            for width, height in SCREENS[1::-1]:
                phone.page.set_viewport_size({"width": width, "height": height})
                phone.wait_for_figures()
                assert phone.page.evaluate(STICK_OUT) == fits, (names, yaku, width)


# How wide the cards of the first yaku are, and the tiles whose cards stick out or take more than two rows.
CARDS_OF_TILES = """() => {
  const tiles = [...document.querySelectorAll("[id='yaku/0'] .chip")];
  const boxesOf = (tile) => [...tile.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
  const isOut = (tile) => {
    const box = tile.getBoundingClientRect();
    const cards = boxesOf(tile);
    return new Set(cards.map(({ top }) => top)).size > 2 || cards.some((card) => card.top < box.top
      || card.bottom > box.bottom || card.left < box.left || card.right > box.right);
  };
  return [boxesOf(tiles[0])[0].width, tiles.filter(isOut).map((tile) => tile.textContent.trim())];
}"""


def test_by_counts_the_cards_of_a_yaku_fill_their_tile_and_grow_with_the_screen(phone: EntryScreen) -> None:
    """The finding: at 390 × 844 tall tiles had pictures of 18 px."""
    widths = []
    for height in (640, 844):
        phone.page.set_viewport_size({"width": 390, "height": height})
        phone.start_round(*NAMES[:3])
        phone.way("counts")
        width, out = phone.page.evaluate(CARDS_OF_TILES)
        assert out == []
        widths.append(width)
        assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    assert widths[0] < widths[1] > 24


def test_at_first_look_there_are_few_controls_and_cards_as_large_as_the_screen_allows(
    phone: EntryScreen,
) -> None:
    """The finding: 49 and 57 controls, and at 390 × 844 cards of 50 px with gaps of 47."""
    seen = """() => [...document.querySelectorAll("main :is(a[href], button, summary, select, input)")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true })).length"""
    for game, most in (("kwado-1985", 34), ("koikoi-modern", 40)):
        players = NAMES[: 2 if "koi" in game else 3]
        phone.start_round(*players, game=game, fields_of=game, option_gaji="kwado")
        assert phone.page.evaluate(seen) <= most
        phone.page.set_viewport_size({"width": 390, "height": 844})
        card = phone.page.locator(".pick__card").first.bounding_box()
        assert card
        assert card["width"] >= 58
        assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        phone.page.set_viewport_size({"width": 390, "height": 664})


def test_rules_and_search_open_over_the_round_and_leave_it_as_it_was(phone: EntryScreen) -> None:
    page = phone.page
    phone.start_round("Ann", "Ben")
    phone.give(SAKURA_1)
    sheet = page.get_by_role("dialog", name="Rules")
    page.get_by_role("link", name="Search", exact=True).tap()
    expect(sheet.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("joker")
    sheet.get_by_role("link", name="What about the jokers or the blank").tap()
    expect(sheet.get_by_role("heading", level=1)).to_contain_text("jokers")
    sheet.get_by_role("button", name="Back").tap()
    expect(sheet.get_by_role("searchbox")).to_be_visible()
    sheet.get_by_role("button", name="Close").tap()
    phone.open_menu()
    page.get_by_role("link", name="Rules", exact=True).tap()
    expect(sheet.get_by_role("heading", level=1)).to_have_text("Kwa-Dō (1985)")
    # The entry screen itself has no style for pages to read.
    styles = (
        "(main) => [...main.getRootNode().styleSheets].map(({ href }) => href.match(/\\w+(?=\\.css)/)[0])"
    )
    assert sheet.locator("main").evaluate(styles) == ["style", "other_pages"]
    assert page.locator("form[data-round]").evaluate(styles) == ["style"]
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert page.url.endswith("/rounds/new")
    assert phone.figures(0)[1] == "+30"
    assert phone.says("undo") == "Undo: Curtain → Ann"


def test_on_a_desktop_nothing_is_cut_off(phone: EntryScreen) -> None:
    """Neither the words of a chip nor the beginning of a long name."""
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    for game, count in (("kwado-1985", 6), ("min-hwatu", 6), ("koikoi-modern", 2)):
        names = ["Maximiliane-Theodora von Hohenstein-Wald", *NAMES[1:count]]
        phone.start_round(*names, game=game, fields_of=game)
        cut = phone.page.locator(".found, .owner-tab, .end").evaluate_all(
            """(all) => all.filter((one) => {
              const { top, bottom, left, right } = one.getBoundingClientRect();
              const parts = one.matches(".found") ? one.children
                : one.querySelectorAll(".owner-tab__name, .end__name");
              return [...parts].map((part) => part.getBoundingClientRect()).some((part) =>
                part.top < top || part.bottom > bottom + 3 || part.left < left || part.right > right + 1);
            }).map(({ textContent }) => textContent)"""
        )
        assert cut == [], game


# --- Taps ------------------------------------------------------------------------------------------


def test_a_tap_gives_moves_and_takes_back_and_undo_names_its_step(phone: EntryScreen) -> None:
    phone.start_round("Maximilian", "Ben")
    phone.give(["susuki-moon"])
    assert phone.owner_of("susuki-moon") == "0"
    # A tool has a long name short.
    assert phone.says("undo") == "Undo: Moon → M"
    assert phone.words_of('[data-owner="0"]') == ["M\nMaximilian\n20 points\nround 0\ntotal 0"]
    phone.choose(1)
    phone.give(["susuki-moon"])
    assert phone.owner_of("susuki-moon") == "1"
    assert phone.says("undo") == "Undo: Moon → Ben"
    phone.choose(0)
    assert phone.says("rest") == "Rest to M"
    phone.choose(1)
    phone.give(["susuki-moon"])
    assert phone.owner_of("susuki-moon") is None
    # Nothing entered is never zero.
    assert phone.figures(1) == ("–", "", "")
    phone.tap("[data-undo]")
    assert phone.owner_of("susuki-moon") == "1"
    phone.tap("[data-undo]")
    phone.tap("[data-undo]")
    assert phone.owner_of("susuki-moon") is None
    assert phone.is_struck_out("[data-undo]")
    for _ in range(3):
        phone.tap("[data-redo]")
    assert phone.owner_of("susuki-moon") is None
    assert phone.says("undo") == "Undo: Moon taken back"


def find_middles(page: Page, cards: list[str]) -> list[dict[str, float]]:
    script = """(cards) => cards.map((id) => {
      const box = document.querySelector(`[data-card="${id}"]`).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    })"""
    found: list[dict[str, float]] = page.evaluate(script, cards)
    return found


def touch(page: Page, *steps: tuple[str, list[dict[str, float]]]) -> None:
    """Let fingers touch the screen, move over it and leave it."""
    fingers = page.context.new_cdp_session(page)
    for kind, places in steps:
        fingers.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": places})


def test_no_tap_on_a_card_sets_a_radio_button_which_would_have_the_whole_form_styled_anew(
    phone: EntryScreen,
) -> None:
    phone.start_round("Ann", "Ben")
    fields = phone.page.locator(".pick input")
    expect(fields).to_have_count(len(POINT_CARDS))
    phone.give(["pine-crane"])
    assert phone.owner_of("pine-crane") == "0"
    assert phone.page.locator(".pick :checked").count() == 0


def test_a_finger_drawn_over_cards_gives_all_as_one_step_and_a_second_finger_takes_nothing_from_it(
    phone: EntryScreen,
) -> None:
    phone.start_round("Ann", "Ben")
    row = ["pine-ribbon", "plum-ribbon", "cherry-ribbon", "wisteria-ribbon"]
    places = find_middles(phone.page, row)
    moves = []
    for start, end in itertools.pairwise(places):
        for part in (0.25, 0.5, 0.75, 1):
            moves.append({axis: start[axis] + part * (end[axis] - start[axis]) for axis in ("x", "y")})
    touch(phone.page, ("Start", places[:1]), *[("Move", [place]) for place in moves], ("End", []))
    assert phone.owners_of(row) == ["0"] * 4
    assert phone.says("undo") == "Undo: 4 cards → Ann"
    # The next tap is a tap again.
    phone.give(["pine-ribbon"])
    assert phone.owner_of("pine-ribbon") is None
    phone.tap("[data-undo]")
    phone.tap("[data-undo]")
    assert phone.owners_of(row) == [None] * 4
    first, over, second = find_middles(phone.page, [*row[:2], "susuki-moon"])
    first["id"], over["id"], second["id"] = 0, 0, 1
    touch(
        phone.page,
        ("Start", [first]),
        ("Move", [over]),
        ("Start", [over, second]),
        ("End", [over]),
        ("End", []),
    )
    assert phone.says("undo") == "Undo: 2 cards → Ann"
    assert phone.owners_of(row[:2]) == ["0", "0"]


def test_yaku_light_up_when_complete_and_one_card_short_names_the_card(phone: EntryScreen) -> None:
    phone.start_round("Ann", "Ben")
    phone.give(SAKURA_1[:2])
    assert phone.words_of(".found--near") == ["Sakura 1\ncrane, warbler, curtain\n+Curtain"]
    expect(phone.page.locator(".found--near")).to_have_accessible_name(
        "Sakura 1 (crane, warbler, curtain) lacks Curtain"
    )
    expect(phone.page.locator(".found--near .card")).to_have_count(3)
    expect(phone.page.locator(".found__lacking use")).to_have_attribute(
        "href", re.compile("#cherry-curtain$")
    )
    phone.give(SAKURA_1[2:])
    assert phone.words_of(".found--done") == ["Sakura 1\nA +30\nannounced"]
    expect(phone.page.locator(".found--done")).to_have_accessible_name(
        "Ann: Sakura 1 (crane, warbler, curtain), announced"
    )
    assert phone.figures(0)[1] == "+30"
    # Not announced: struck out, by the keyboard too, it counts for nothing and keeps the focus.
    phone.page.locator('[data-yaku="sakura-1"]').focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".found--struck")).to_be_focused()
    assert phone.figures(0)[1] == "0"
    assert phone.words_of(".found--struck") == ["Sakura 1\nnot announced"]
    # All four are asked where one side has every card with points of the month; a second tap says no.
    phone.give(["maple-deer", "maple-ribbon"])
    assert phone.words_of(ASKED) == ["Four maples\nall 4?"]
    phone.tap(ASKED)
    assert phone.figures(0)[1] == "+30"
    # Ben takes the deer after all: the question is gone, and its answer with it.
    phone.choose(1)
    phone.give(["maple-deer"])
    assert phone.words_of(ASKED) == []
    phone.choose(0)
    assert phone.figures(0)[1] == "0"
    # Nobody can complete what needs a card that another has.
    phone.give(["chrysanthemum-cup"])
    assert phone.words_of('[data-yaku="sakura-2"].found--near') == ["Sakura 2\ncurtain, moon, cup\n+Moon"]
    phone.choose(1)
    phone.give(["susuki-moon"])
    phone.choose(0)
    assert phone.words_of('[data-yaku="sakura-2"].found--near') == []


def test_the_menu_shows_its_words_whole_and_the_tap_that_closes_it_gives_no_card(phone: EntryScreen) -> None:
    phone.start_round("Ann", "Ben")
    phone.open_menu()
    missed = phone.page.locator(".more__sheet .term").evaluate_all(
        """(terms) => terms.filter((term) => {
          const { left, right, top, bottom } = term.getBoundingClientRect();
          const edges = [top + 4, (top + bottom) / 2, bottom - 4];
          return edges.some((y) => document.elementFromPoint((left + right) / 2, y) !== term);
        }).map(({ textContent }) => textContent)"""
    )
    assert missed == []
    card = phone.page.locator(".pick__card").first.bounding_box()
    assert card
    for said in ("Tap Ann’s cards", "20 of 240"):
        phone.page.touchscreen.tap(card["x"] + 9, card["y"] + 9)
        expect(phone.page.locator("[data-more][open]")).to_have_count(0)
        expect(phone.page.locator("[data-meter-words]")).to_contain_text(said)


# Cards of the first side, and what the chip under them says, by game.
CHIPS: list[tuple[dict[str, str], list[str], str]] = [
    ({"game": "sakura", "option_count": "victories"}, RIBBONS, "Poetry ribbons 赤短\nA: \u221250 each"),
    ({"game": "min-hwatu"}, RIBBONS, "Hongdan\nA +60"),
    ({"game": "hana-awase"}, ["chrysanthemum-cup", "susuki-moon"], "Moon viewing 月見\nA +40"),
    (
        {"game": "hana-awase", "option_rain_spoils_viewings": "on"},
        ["chrysanthemum-cup", "susuki-moon", "willow-rain-man"],
        "Moon viewing 月見\nspoilt",
    ),
]


def test_a_chip_says_what_a_yaku_brings_or_costs_in_each_game(phone: EntryScreen) -> None:
    for chosen, cards, said in CHIPS:
        phone.start_round("Ann", "Ben", "Cem", fields_of=chosen["game"], **chosen)
        phone.way("cards")
        phone.give(cards)
        assert phone.words_of(".found[data-of]") == [said]


def test_a_line_of_the_live_sum_leads_to_its_ruling_and_the_round_waits(phone: EntryScreen) -> None:
    phone.start_round("Ann", "Ben")
    phone.give(SAKURA_1)
    phone.open_details()
    rows = phone.page.locator("[data-panel] section").first.locator("tr")
    expect(rows.first).to_contain_text("2 brights × 20")
    expect(rows).to_have_count(9)
    phone.page.get_by_role("link", name="Net: under the floor counts as 0").first.tap()
    sheet = phone.page.get_by_role("dialog", name="Rules")
    expect(sheet).to_contain_text("Do I lose points?")
    sheet.get_by_role("button", name="Close").tap()
    expect(rows.first).to_be_visible()
    assert phone.figures(0)[1] == "+30"


def test_tabs_take_the_whole_line_where_the_table_has_none(phone: EntryScreen) -> None:
    phone.start_round(*NAMES[:4])
    phone.way("points")
    line, last = phone.page.locator(".owner-tabs"), phone.page.locator(".owner-tab:visible").last
    right = "(one) => Math.round(one.getBoundingClientRect().right)"
    assert last.evaluate(right) == line.evaluate(right)


def test_a_step_is_heard_without_stray_dots(phone: EntryScreen) -> None:
    """Of every screen: cards, a race, points alone."""
    for game, act in (
        ("kwado-1985", lambda: phone.give(ANNS[:1])),
        ("koikoi-modern", lambda: phone.tap('label.end:has([value="0"])')),
        ("by-points", lambda: phone.page.locator("[id='points/0']").fill("5")),
    ):
        phone.start_round("Ann", "Ben", game=game, fields_of=game)
        act()
        heard = phone.says("heard")
        assert heard.endswith(".")
        assert not STRAY_DOT.search(heard), heard


def test_by_keyboard_each_card_is_reached_given_and_named(phone: EntryScreen) -> None:
    page = phone.page
    page.set_viewport_size({"width": 1024, "height": 700})
    phone.start_round("Ann", "Ben")
    page.locator('[data-card="pine-crane"] .pick__card').focus()
    page.keyboard.press("Tab")
    curtain = page.locator('[data-card="cherry-curtain"] .pick__card')
    expect(curtain).to_be_focused()
    expect(curtain).to_have_accessible_name("Curtain under cherry, bright: not given yet")
    page.keyboard.press("Enter")
    expect(curtain).to_have_accessible_name("Curtain under cherry, bright: Ann")
    assert phone.says("heard") == "Curtain → Ann. 20 of 240 · 23 left."
    page.keyboard.press("Space")
    assert phone.owner_of("cherry-curtain") is None


# --- Comfort ---------------------------------------------------------------------------------------

PRETEND = """
  window.locks = [];
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
    const lock = { kind, isOn: true, release: async () => { lock.isOn = false; } };
    window.locks.push(lock);
    return lock;
  } } });
"""


def test_the_screen_stays_awake(phone: EntryScreen) -> None:
    page = phone.page
    page.add_init_script(PRETEND)
    game = phone.start("Ann", "Ben")
    awake = "window.locks.map(({ kind, isOn }) => [kind, isOn])"
    for address in (game, f"{game}/rounds/new"):
        page.goto(address)
        wait_until(page, f"String({awake}) === 'screen,true'")
    page.goto(game)
    page.locator("[data-menu] summary").tap()
    said = page.get_by_text("The screen stays on.")
    expect(said).to_be_visible()
    page.evaluate("window.locks[0].onrelease()")
    expect(said).to_be_hidden()


def test_with_colours_forced_by_the_system_an_owner_and_a_choice_are_still_told_apart(
    phone: EntryScreen,
) -> None:
    phone.page.emulate_media(forced_colors="active")
    phone.start_round("Ann", "Ben")
    phone.give(["pine-crane"])
    phone.choose(1)
    assert phone.words_of('[data-card="pine-crane"] .band') == ["A"]
    borders = {
        '[data-card="pine-crane"] .band': "3px",
        '[data-owner="1"]': "4px",
        '[data-owner="0"]': "2px",
        '[value="cards"] + span': "4px",
        '[value="counts"] + span': "1px",
    }
    for selector, width in borders.items():
        expect(phone.page.locator(selector)).to_have_css("border-top-width", width)


def test_no_rule_for_everybody_is_broken_on_the_entry_screen_and_in_the_summary(phone: EntryScreen) -> None:
    """Slow by axe, which looks at five states, and at the first and the last in the dark as well."""
    phone.page.emulate_media(reduced_motion="reduce")
    phone.start_round("Ann", "Ben", "Cem", option_gaji="kwado")
    phone.give([*ANNS, "cherry-ribbon"])
    for state in ("cards", "counts", "points", "why", "summary"):
        if state in ("cards", "counts", "points"):
            phone.way(state)
        elif state == "why":
            phone.way("cards")
            phone.open_details()
        else:
            phone.tap("[data-panel] [data-panel-close]")
            phone.save()
            expect(phone.summary).to_be_visible()
            phone.page.set_viewport_size({"width": 195, "height": 664})
            assert phone.summary.evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") <= 0
        phone.wait_for_figures()
        for scheme in ("light", "dark") if state in ("cards", "summary") else ("light",):
            phone.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            broken = Axe().run(phone.page).response["violations"]
            assert [(rule["id"], rule["nodes"][0]["html"][:120]) for rule in broken] == [], state
        phone.page.emulate_media(color_scheme="light")


# --- The summary before a round is saved -----------------------------------------------------------


def enter_seven_bonuses(screen: EntryScreen, **options: Any) -> None:
    """Three cards to Ann, the rest to Ben, who then has many bonuses."""
    screen.start_round("Ann", "Ben", **options)
    screen.give(["pine-crane", "plum-warbler", "chrysanthemum-ribbon"])
    screen.choose(1)
    screen.tap("[data-rest]")


def test_nothing_entered_is_asked_about_and_never_taken_for_zero(phone: EntryScreen) -> None:
    phone.start_round("Ann", "Ben", "Cem")
    save = phone.page.locator("[data-summary-save]")
    phone.save()
    expect(phone.summary).to_contain_text("Nothing entered yet")
    expect(save).to_be_hidden()
    phone.answer("Back")
    phone.give(["pine-crane", "maple-deer", "maple-ribbon"])
    phone.save()
    for said in ("2 questions before saving", "Who has these cards?", "Did Ann take all 4 maple cards?"):
        expect(phone.summary).to_contain_text(said)
    # Save works only when everything is answered: until then it leads to what is open.
    save.evaluate("save => save.click()")
    expect(phone.summary.locator("[data-act]:visible").first).to_be_focused()
    phone.answer("Ben")
    expect(phone.summary).to_contain_text("Did Ben take all 4 iris cards?")
    phone.tap('[data-summary] .ask[data-suit="maple"] label:has([value="no"])')
    phone.answer("Nobody has all four")
    expect(phone.summary.get_by_text("Nobody has all four")).to_be_hidden()
    # Cem has nothing, which is unusual: it is named, and one tap says that it is right.
    expect(phone.summary).to_contain_text("One question before saving")
    expect(phone.summary).to_contain_text("Cem has no card with points.")
    phone.answer("That is right")
    expect(phone.summary).to_contain_text("Check round 1")
    expect(save).to_have_text("Save round 1: Ann 0 · Ben +270 · Cem 0")
    phone.confirm()
    phone.wait_for_game()
    assert phone.totals() == [0, 270, 0]


NOT_ON_SCREEN = """() => {
  const end = document.querySelector(".board").getBoundingClientRect().bottom + 1;
  return [...document.querySelectorAll(".found")]
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < 0 || box.right > innerWidth || box.bottom > end)
    .map(([words]) => words);
}"""


def test_the_board_holds_only_what_counts_is_asked_or_is_near_and_all_of_it_is_seen(
    small: EntryScreen,
) -> None:
    for game in ("kwado-1985", "min-hwatu"):
        small.start_round("Ann", "Ben", game=game, fields_of=game, preset="all")
        assert small.words_of(".found") == []
        small.give(ANNS)
        small.choose(1)
        for tapped in ("[data-rest]", ".found--ask"):
            small.tap(tapped)
            small.wait_for_figures()
            assert len(small.words_of(".found")) > 2
            assert small.page.evaluate(NOT_ON_SCREEN) == []


def test_by_counts_the_dragon_is_asked_once_all_brights_are_counted_and_not_before(
    phone: EntryScreen,
) -> None:
    """A stranger gave out all five brights, and nobody got the bonus of one of them."""
    phone.start_round("Ann", "Ben")
    phone.way("counts")
    tick = phone.page.locator('fieldset[id="yaku/0"] .chip', has=phone.page.locator("[value=dragon]"))
    phone.wait_for_figures()
    expect(tick).to_have_text("Dragon bonus")
    phone.count(brights=2, animals=4, ribbons=5)
    assert phone.says("save-words") == "Save round 1: Ann 0 · Ben +15"
    expect(tick).to_have_text("Dragon bonus?")
    tick.tap()
    expect(tick).to_have_text("Dragon bonus")
    phone.tap("[data-undo]")
    expect(tick).to_have_text("Dragon bonus?")
    phone.save()
    expect(phone.summary).to_contain_text("Who has this card (Dragon bonus)?")
    save = phone.summary.locator("[data-summary-save]")
    expect(save).to_have_attribute("aria-disabled", "true")
    phone.summary.locator('[data-ask="sure/holder/dragon"] button', has_text="Ann").tap()
    expect(save).to_have_text("Save round 1: Ann +25 · Ben +15")
    # It is a step like every other: kept in the draft, and to be undone.
    assert "Ann: Dragon" in phone.says("undo")


ASKED_ON_SCREEN = """(sheet) => [
  ...[...sheet.querySelectorAll("[data-ask]:not([hidden])")].map(({ dataset }) => dataset.ask),
  ...[...sheet.querySelectorAll(":is(.ask, [data-gaji]):not(:has(input:checked)) input")]
    .map(({ name }) => name),
]"""


def test_what_is_open_in_a_round_the_phone_asks_as_the_rules_do(phone: EntryScreen) -> None:
    """All five brights were counted and nobody ticked the Dragon: without scripts its bonus was lost."""
    misses = []
    for name, case in WRITTEN.items():
        rules = {"game": case.game, "fields_of": case.game}
        phone.start_round(*NAMES[: case.sides], **rules, **case.chosen)
        phone.page.evaluate(FILL_IN, case.fields)
        phone.save()
        expect(phone.page.locator("[data-summary][open], .total__number").first).to_be_visible()
        shown = set(phone.summary.evaluate(ASKED_ON_SCREEN) if phone.summary.count() else [])
        if shown != case.open:
            misses.append((name, case.open, shown))
    assert misses == []


def test_bonuses_on_the_screen_are_saved_at_once_and_those_under_a_message_were_not_seen(
    phone: EntryScreen,
) -> None:
    phone.start_round("Ann", "Ben", preset="ribbons", option_declare="no")
    phone.give(["pine-ribbon", "plum-ribbon", "cherry-ribbon"])
    phone.choose(1)
    phone.give(["iris-ribbon"])
    phone.choose("table")
    phone.tap("[data-rest]")
    phone.wait_for_figures()
    says = phone.page.locator("[data-says]")
    says.evaluate("says => { says.hidden = false; says.style.height = '120px'; }")
    phone.save()
    expect(phone.summary).to_contain_text("Check round 1")
    phone.answer("Back")
    says.evaluate("says => { says.hidden = true; }")
    phone.save()
    assert phone.wait_for_game() == "Round 1 is saved: Ann +30 · Ben 0."


WHOLE = """() => {
  const ask = document.activeElement.closest(".ask").getBoundingClientRect();
  const sheet = document.querySelector("[data-summary]").getBoundingClientRect();
  const ends = document.querySelector("[data-summary] .panel__ends").getBoundingClientRect();
  return sheet.top <= ask.top && ask.bottom <= ends.top;
}"""


def test_an_open_question_that_gets_the_focus_is_seen_whole(small: EntryScreen) -> None:
    """Who pressed save saw half of it, under the buttons."""
    enter_seven_bonuses(small)
    small.save()
    asked = small.summary.locator(".ask:visible").all()
    assert asked
    for ask in asked:
        # Its buttons are just in view, its words are not.
        ask.locator("input").first.evaluate("""one => {
          const sheet = one.closest("dialog");
          sheet.scrollTop += one.getBoundingClientRect().top - sheet.getBoundingClientRect().top - 4;
        }""")
        small.page.locator("[data-summary-save]").tap(force=True)
        assert small.page.evaluate(WHOLE)
        small.page.locator(":focus").locator("xpath=ancestor::fieldset").locator("label").first.tap()
        expect(ask.locator(":checked")).to_have_count(1)


def test_only_what_is_open_is_asked_and_the_rest_is_folded_away(phone: EntryScreen) -> None:
    """The one open question lay below the fold, under the sums of six players."""
    phone.start_round(*NAMES)
    for side in range(4):
        phone.choose(side)
        phone.give(ANNS[side : side + 1])
    phone.choose(4)
    phone.tap("[data-rest]")
    phone.say_all_four([])
    # The finding: the step was called “: no”.
    assert re.fullmatch(r"Undo: Four \w+: no", phone.says("undo"))
    phone.save()
    asked = phone.summary.locator("[data-ask]:visible")
    expect(asked).to_contain_text("Fay has no card with points.")
    expect(asked).to_be_in_viewport(ratio=1)
    expect(phone.summary.locator("section.summary:visible, .ask:visible")).to_have_count(0)
    phone.answer("That is right")
    expect(phone.summary.locator("section.summary:visible")).to_have_count(6)


def test_the_summary_asks_what_was_announced_and_counts_anew_at_once(small: EntryScreen) -> None:
    enter_seven_bonuses(small, target="1000")
    small.say_all_four([CardSet.of(DECK)])
    before = int(small.figures(1)[1])
    # Net 205 − 120, and every bonus that counts stands on the board with its points.
    assert (
        sum(int(words.split("+")[1].split()[0]) for words in small.words_of(".found[data-of]")) + 85 == before
    )
    small.save()
    ann, ben = small.summary.locator("section.summary").all()
    expect(ann.locator(".summary__declare")).to_be_hidden()
    says = ben.locator(".summary__declare")
    expect(says).to_have_text("Announced before its first card was played? Untick what was not.")
    over, first = says.bounding_box(), ben.locator(".summary__switch").first.bounding_box()
    assert over
    assert first
    assert first["y"] > over["y"]
    # Every bonus stands there with its cards.
    rows = ben.locator(".summary__yaku:visible")
    expect(rows.nth(6)).to_be_visible()
    expect(rows.filter(has=small.page.locator(".card"))).to_have_count(rows.count())
    expect(small.summary.locator("[data-outcome]")).to_contain_text(" to go.")
    switch = small.summary.locator('[data-announced="sakura-3"]')
    expect(switch).to_be_checked()
    switch.focus()
    small.page.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    expect(switch).to_be_focused()
    expect(small.page.locator("[data-summary-save]")).to_have_text(
        f"Save round 1: Ann 0 · Ben +{before - 30}"
    )
    small.confirm()
    small.wait_for_game()
    assert small.totals() == [0, before - 30]


def test_a_house_rule_that_changes_meanwhile_brings_no_unseen_bonus(phone: EntryScreen) -> None:
    game = phone.start_round("Ann", "Ben", preset="none")
    phone.give([*SAKURA_1, "maple-deer"])
    phone.choose(1)
    phone.tap("[data-rest]")
    house = phone.page.context.new_page()
    house.goto(f"{game}/house-rules")
    house.evaluate("""() => {
      for (const value of ["sakura-1", "ticked"]) {
        document.querySelector(`main [value="${value}"]`).checked = true;
      }
      document.querySelector("main form").requestSubmit();
    }""")
    house.wait_for_url(game)
    house.close()
    phone.save()
    expect(phone.summary).to_contain_text("Sakura 1 +30")
    phone.confirm()
    phone.wait_for_game()
    assert phone.totals()[0] == 30
