"""The entry screen under a finger: whole games by cards, by counts and by points, on two small phones."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.cards import DECK, MONTH_ORDERS, NAMED_SETS, CardSet
from companion.rules import get_rule_set
from tests.waiting import wait_until
from tests.web.phone import NAMES, SIZES, EntryScreen, enter_by_cards, open_phone

ANNS = ["pine-crane", "cherry-curtain", "susuki-moon", "plum-warbler", "maple-deer", "maple-ribbon"]


@pytest.fixture(params=list(SIZES))
def screen(request: Any, browser: Browser, live_server: str) -> Iterator[EntryScreen]:
    """An entry screen on a phone of each size."""
    context = open_phone(browser, request.param)
    screen = EntryScreen(context.new_page(), live_server)
    yield screen
    context.close()
    assert screen.complaints == []


@pytest.fixture
def phone(browser: Browser, live_server: str) -> Iterator[EntryScreen]:
    """An entry screen on the larger phone."""
    context = open_phone(browser)
    screen = EntryScreen(context.new_page(), live_server)
    yield screen
    context.close()
    assert screen.complaints == []


def test_two_teams_of_two_are_entered_card_by_card_with_one_finger(
    browser: Browser, live_server: str, example: Any
) -> None:
    given, expected = example("two-teams-of-two-1982")
    context = open_phone(browser, "360")
    screen = EntryScreen(context.new_page(), live_server)
    game = screen.start(
        *NAMES[:4], game=given["game"], sides="2", option_gaji="kwado", fields_of=given["game"]
    )
    totals = [0, 0]
    for entered, figures in zip(given["rounds"], expected["rounds"], strict=True):
        screen.open(game)
        enter_by_cards(screen, entered)
        rows = list(figures.values())
        for number, row in enumerate(rows):
            said = f"+{row['score']}" if row["score"] else "0"
            assert screen.figures(number) == (str(row["card_points"]), said, f"{row['total']}")
        assert "is saved" in screen.save_round()
        totals = [row["total"] for row in rows]
        assert screen.totals() == totals
    assert totals == list(expected["totals"].values())
    context.close()
    assert screen.complaints == []


def test_a_round_is_entered_by_counts_in_eight_taps_and_the_last_side_is_filled_in(
    screen: EntryScreen,
) -> None:
    game = screen.start("Ann", "Ben")
    screen.open(game)
    screen.taps = 0
    screen.way("counts")
    for kind, count in (("brights", 3), ("animals", 4), ("ribbons", 5)):
        screen.tap(f'[data-chips="{kind}"] .count-chip:text-is("{count}")')
    assert screen.says("meter-words") == "240 of 240 points · rest to Ben"
    screen.choose(1)
    assert screen.words_of('.count-chip[aria-pressed="true"]') == ["2", "5", "5"]
    screen.tap('#yaku-1 label:has([value="dragon"])')
    assert screen.says("save-words") == "Save round 1: Ann +5 · Ben +25"
    screen.save()
    screen.wait_for_game()
    assert screen.totals() == [5, 25]
    assert screen.taps == 8


def test_numbers_and_yaku_that_cannot_be_are_struck_out(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    phone.way("counts")
    phone.tap('[data-chips="brights"] .count-chip:text-is("4")')
    phone.choose(1)
    chips = [f'[data-chips="brights"] .count-chip:text-is("{count}")' for count in range(6)]
    assert [phone.is_struck_out(chip) for chip in chips] == [False, False, True, True, True, True]
    # Ben has one bright: five brights cannot be his, and the phoenix is only one person's.
    assert phone.is_struck_out('#yaku-1 [value="five-brights"]')
    phone.tap('#yaku-1 label:has([value="dragon"])')
    phone.choose(0)
    assert phone.is_struck_out('#yaku-0 [value="dragon"]')


def test_five_brights_by_count_are_found_though_they_were_struck_out_a_moment_ago(phone: EntryScreen) -> None:
    game = phone.start("Ann", "Ben")
    phone.open(game)
    phone.way("counts")
    for kind, count in (("brights", 4), ("animals", 9), ("ribbons", 10)):
        phone.tap(f'[data-chips="{kind}"] .count-chip:text-is("{count}")')
    phone.choose(1)
    assert phone.is_struck_out('#yaku-1 [value="five-brights"]')
    phone.choose(0)
    phone.tap('[data-chips="brights"] .count-chip:text-is("0")')
    assert phone.figures(1) == ("100", "+125", "125")
    assert phone.says("meter-words") == "240 of 240 points · rest to Ben"
    # They were ticked for Ben while Ann was looked at.
    phone.save()
    expect(phone.summary).to_contain_text("Five brights +100")
    phone.confirm()
    phone.wait_for_game()
    # Ben: five brights and the dragon. Ann: 140 − 120, and every Sakura yaku of animals and ribbons.
    assert phone.totals() == [20 + 6 * 30, 125]


def test_a_round_entered_partly_by_cards_goes_on_by_counts_and_points_and_nothing_is_lost(
    screen: EntryScreen,
) -> None:
    game = screen.start("Ann", "Ben")
    screen.open(game)
    screen.give(ANNS)
    screen.tap("[data-rest]")
    by_cards = [screen.figures(number) for number in (0, 1)]
    screen.way("counts")
    assert [screen.figures(number) for number in (0, 1)] == by_cards
    assert screen.words_of('.count-chip[aria-pressed="true"]') == ["3", "2", "1"]
    screen.way("points")
    assert [screen.page.locator(f"#points-{n}").input_value() for n in (0, 1)] == ["85", "155"]
    screen.page.locator("#points-0").fill("90")
    assert screen.page.locator("#points-1").input_value() == "150"
    screen.way("cards")
    assert [screen.figures(number) for number in (0, 1)] == by_cards
    screen.way("points")
    assert screen.page.locator("#points-0").input_value() == "90"
    # Ben's yaku were carried over and not looked at.
    screen.save()
    expect(screen.summary).to_contain_text("Sakura 8 +30")
    screen.confirm()
    screen.wait_for_game()
    # Ann: Sakura 1. Ben: 150 − 120, the dragon, Sakura 5, 6 and 8.
    assert screen.totals() == [30, 145]


def test_who_has_the_rest_is_said_of_what_the_others_left_only(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    phone.give(ANNS)
    # Ann's cards are carried over; nobody was given the rest.
    phone.way("counts")
    assert phone.says("meter-words") == "85 of 240 points"
    phone.tap('[data-chips="brights"] .count-chip:text-is("3")')
    phone.way("points")
    phone.page.locator("#points-0").fill("90")
    assert phone.says("meter-words") == "240 of 240 points · rest to Ben"


def test_what_the_gaji_brought_is_carried_over_to_the_counts(screen: EntryScreen) -> None:
    game = screen.start("Ann", "Ben", option_gaji="kwado")
    screen.open(game)
    screen.give(["willow-rain-man", "willow-ribbon", "susuki-moon"])
    screen.choose("table")
    screen.give(["willow-swallow"])
    screen.choose(0)
    screen.page.locator('[name="gaji-by"][value="0"]').evaluate("radio => radio.click()")
    screen.tap("[data-rest]")
    # 20 + 20 + 5, and the swallow that the Gaji brought.
    assert screen.figures(0)[0] == "55"
    screen.way("counts")
    assert screen.figures(0)[0] == "55"
    assert screen.words_of('.count-chip[aria-pressed="true"]') == ["2", "1", "1"]


def test_everything_of_the_entry_screen_is_seen_without_scrolling_and_large_enough_for_a_thumb(
    screen: EntryScreen,
) -> None:
    for count in range(2, 7):
        game = screen.start(*NAMES[:count], option_gaji="kwado")
        screen.open(game)
        for way in ("cards", "counts", "points"):
            screen.way(way)
            screen.wait_for_figures()
            found = screen.page.evaluate(MEASURE)
            assert found["scrolls"] == [0, 0], (count, way, found)
            assert found["hidden"] == [], (count, way)
            assert found["small"] == [], (count, way)
            assert found["close"] == [], (count, way)


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
    scrolls: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
    hidden: rows.filter(({ box }) => isOut(box)).map(({ name }) => name),
    small: rows.filter(({ box }) => Math.min(box.width, box.height) < 43.99)
      .map(({ name, box }) => [name, box.width, box.height]),
    close: rows.flatMap((a, n) =>
      rows.slice(n + 1).filter((b) => isClose(a, b)).map((b) => [a.name, b.name])),
  };
}"""


@pytest.mark.parametrize("size", [(740, 340), (664, 320), (1024, 700)])
def test_nothing_is_scrolled_on_a_phone_on_its_side_and_on_a_tablet(
    browser: Browser, live_server: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True
    )
    screen = EntryScreen(context.new_page(), live_server)
    for count in range(2, 7):
        screen.open(screen.start(*NAMES[:count], option_gaji="kwado"))
        screen.give(ANNS)
        screen.wait_for_figures()
        found = screen.page.evaluate(MEASURE)
        assert (found["scrolls"], found["hidden"], found["close"]) == ([0, 0], [], []), count
    context.close()


def test_the_cards_stay_where_they_are_from_the_first_tap_to_the_last(screen: EntryScreen) -> None:
    for count in range(2, 7):
        screen.open(screen.start(*NAMES[:count], option_gaji="kwado"))
        at_first = screen.place_of_cards()
        screen.give(ANNS[:1])
        assert screen.place_of_cards() == at_first, count
        screen.give(ANNS[1:4])
        screen.tap("[data-rest]")
        assert screen.place_of_cards() == at_first, count


def test_a_tap_gives_moves_and_takes_back_and_undo_names_its_step(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    phone.give(["susuki-moon"])
    assert phone.owner_of("susuki-moon") == "0"
    assert phone.says("undo") == "Undo: Moon → Ann"
    assert phone.figures(0) == ("20", "0", "0")
    phone.choose(1)
    phone.give(["susuki-moon"])
    assert phone.owner_of("susuki-moon") == "1"
    assert phone.says("undo") == "Undo: Moon → Ben"
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


def test_two_sides_read_what_their_points_are_and_a_tool_has_a_long_name_short(phone: EntryScreen) -> None:
    phone.open(phone.start("Maximilian", "Ben"))
    phone.give(["peony-butterflies"])
    assert phone.words_of('[data-owner="0"]') == ["M\nMaximilian\n10 points\nround 0\ntotal 0"]
    assert phone.says("undo") == "Undo: Butterflies → M"
    phone.choose(1)
    phone.give(["susuki-moon"])
    assert phone.says("undo") == "Undo: Moon → Ben"
    phone.choose(0)
    assert phone.says("rest") == "Rest to M"


def test_a_finger_that_is_drawn_over_the_cards_gives_all_of_them_as_one_step(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    row = ["pine-ribbon", "plum-ribbon", "cherry-ribbon", "wisteria-ribbon"]
    draw(phone.page, row)
    assert [phone.owner_of(card) for card in row] == ["0"] * 4
    assert phone.says("undo") == "Undo: 4 cards → Ann"
    # The next tap is a tap again.
    phone.give(["pine-ribbon"])
    assert phone.owner_of("pine-ribbon") is None
    phone.tap("[data-undo]")
    phone.tap("[data-undo]")
    assert [phone.owner_of(card) for card in row] == [None] * 4


def test_a_second_finger_takes_nothing_from_the_first(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    places = []
    for card in ("pine-ribbon", "plum-ribbon", "susuki-moon"):
        box = phone.page.locator(f'[data-card="{card}"]').bounding_box()
        assert box
        places.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    first, over, second = ({**place, "id": number} for number, place in enumerate(places))
    over["id"] = first["id"]
    fingers = phone.page.context.new_cdp_session(phone.page)
    for kind, touching in (
        ("touchStart", [first]),
        ("touchMove", [over]),
        ("touchStart", [over, second]),
        ("touchEnd", [over]),
        ("touchEnd", []),
    ):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})
    assert phone.says("undo") == "Undo: 2 cards → Ann"
    assert [phone.owner_of(card) for card in ("pine-ribbon", "plum-ribbon")] == ["0", "0"]


def test_the_tab_key_comes_back_to_the_card_that_was_tapped_last(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    phone.page.locator('[data-card="susuki-moon"] .pick__card').click()
    stops = phone.page.locator('.pick__card[tabindex="0"]')
    expect(stops).to_have_count(1)
    expect(stops).to_have_accessible_name("Moon over susuki, bright: Ann")


def test_a_yaku_that_is_struck_out_by_the_keyboard_keeps_the_focus(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    phone.give(["pine-crane", "plum-warbler", "cherry-curtain"])
    phone.wait_for_figures()
    phone.page.locator('[data-yaku="sakura-1"]').focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".found--struck")).to_be_focused()


def draw(page: Page, cards: list[str]) -> None:
    """Press on the first card and draw the finger over the others."""
    places = []
    for card in cards:
        box = page.locator(f'[data-card="{card}"]').bounding_box()
        assert box
        places.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    fingers = page.context.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": places[:1]})
    for start, end in itertools.pairwise(places):
        for part in (0.25, 0.5, 0.75, 1):
            point = {axis: start[axis] + part * (end[axis] - start[axis]) for axis in ("x", "y")}
            fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_yaku_light_up_when_complete_and_one_card_short_names_the_card(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    phone.give(["pine-crane", "plum-warbler"])
    assert phone.words_of(".found--near") == ["Sakura 1\n+Curtain"]
    expect(phone.page.locator(".found--near")).to_have_accessible_name("Sakura 1 lacks Curtain")
    phone.give(["cherry-curtain"])
    assert phone.words_of(".found--done") == ["Sakura 1\nA +30"]
    expect(phone.page.locator(".found--done")).to_have_accessible_name("Ann: Sakura 1, announced")
    assert phone.figures(0)[1] == "+30"
    # Not announced: a tap strikes it out, and it counts for nothing.
    phone.tap(".found--done")
    assert phone.figures(0)[1] == "0"
    assert phone.words_of(".found--struck") == ["Sakura 1\nnot said"]
    # Nobody can complete what needs a card that another has.
    phone.give(["chrysanthemum-cup"])
    assert phone.words_of('[data-yaku="sakura-2"].found--near') == ["Sakura 2\n+Moon"]
    phone.choose(1)
    phone.give(["susuki-moon"])
    phone.choose(0)
    assert phone.words_of('[data-yaku="sakura-2"].found--near') == []


def test_the_tap_that_closes_the_menu_gives_no_card(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    menu = phone.page.locator("[data-more]")
    menu.locator("summary").tap()
    assert menu.evaluate("one => one.open")
    card = phone.page.locator(".pick__card").first.bounding_box()
    assert card
    for said in ("Tap the cards Ann captured", "20 of 240 points"):
        phone.page.touchscreen.tap(card["x"] + 9, card["y"] + 9)
        assert not menu.evaluate("one => one.open")
        expect(phone.page.locator("[data-meter-words]")).to_contain_text(said)


def test_all_four_is_asked_only_where_one_side_holds_every_card_with_points_of_the_month(
    phone: EntryScreen,
) -> None:
    phone.open(phone.start("Ann", "Ben"))
    asked = ".found--ask[data-yaku]"
    phone.give(["maple-deer"])
    assert phone.words_of(asked) == []
    phone.give(["maple-ribbon"])
    assert phone.words_of(asked) == ["4 maples\nall 4?"]
    phone.tap(asked)
    assert phone.figures(0)[1] == "+30"
    # Ben takes the deer after all: the question is gone, and its answer with it.
    phone.choose(1)
    phone.give(["maple-deer"])
    assert phone.words_of(asked) == []
    phone.choose(0)
    phone.give(["maple-deer"])
    assert phone.figures(0)[1] == "0"


def test_what_a_gaji_took_is_not_asked_of_another_side(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben", option_gaji="kwado"))
    asked = ".found--ask[data-yaku]"
    phone.give(["maple-deer", "maple-ribbon"])
    phone.tap(asked)
    assert phone.figures(0)[1] == "+30"
    phone.page.locator('[name="gaji-by"][value="1"]').evaluate("radio => radio.click()")
    took = phone.page.locator('[name="gaji-took"]')
    took.evaluate("select => (select.disabled = false, select.value = 'maple-chaff-1')")
    took.dispatch_event("change")
    phone.wait_for_figures()
    assert phone.words_of(asked) == []
    assert phone.figures(0)[1] == "0"


def test_nothing_entered_is_asked_about_and_never_taken_for_zero(phone: EntryScreen) -> None:
    game = phone.start("Ann", "Ben", "Cem")
    phone.open(game)
    phone.save()
    expect(phone.summary).to_contain_text("Nothing entered yet")
    expect(phone.page.locator("[data-summary-save]")).to_be_hidden()
    phone.answer("Back")
    phone.give(["pine-crane", "maple-deer", "maple-ribbon"])
    phone.save()
    expect(phone.summary).to_contain_text("2 questions before saving")
    expect(phone.summary).to_contain_text("Who has these cards?")
    expect(phone.summary).to_contain_text("Does Ann have all 4 maple cards?")
    # Save works only when everything is answered: until then it leads to what is open.
    phone.page.locator("[data-summary-save]").evaluate("save => save.click()")
    expect(phone.summary.locator("[data-act]:visible").first).to_be_focused()
    phone.answer("Ben")
    expect(phone.summary).to_contain_text("Does Ben have all 4 iris cards?")
    for suit in ("maple", "iris", "willow"):
        phone.tap(f'[data-summary] .ask[data-suit="{suit}"] label:has([value="no"])')
    # Cem has nothing, which is unusual: it is named, and one tap says that it is right.
    expect(phone.summary).to_contain_text("One question before saving")
    expect(phone.summary).to_contain_text("Cem has no card with points.")
    phone.answer("That is right")
    expect(phone.summary).to_contain_text("Check round 1")
    expect(phone.page.locator("[data-summary-save]")).to_have_text("Save round 1: Ann 0 · Ben +270 · Cem 0")
    phone.confirm()
    phone.wait_for_game()
    assert phone.totals() == [0, 270, 0]


def test_the_live_sum_says_why_it_is_what_it_is(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben"))
    phone.give(["pine-crane", "plum-warbler", "cherry-curtain"])
    phone.open_details()
    rows = phone.page.locator("[data-panel] section").first.locator("tr").all_inner_texts()
    assert [row.split("\t") for row in rows] == [
        ["2 brights × 20", "+40"],
        ["1 animal × 10", "+10"],
        ["0 ribbons × 5", "0"],
        ["Card points", "50"],
        ["Floor: 240 ÷ 2 sides", "−120"],
        ["Net: under the floor counts as 0", "0"],
        ["Sakura 1 (crane, warbler, curtain)", "+30"],
        ["Round score", "30"],
        ["Total", "30"],
    ]
    # Each leads to its ruling, and the round waits meanwhile.
    phone.wait_for_words("kept", "draft saved")
    phone.page.get_by_role("link", name="Net: under the floor counts as 0").first.click()
    phone.page.wait_for_url("**/rulings/negative-net?back=**")
    phone.page.go_back()
    phone.wait()
    assert phone.figures(0)[1] == "+30"


def test_a_correction_says_what_it_moved(phone: EntryScreen) -> None:
    game = phone.start("Ann", "Ben")
    phone.open(game)
    phone.give([*ANNS, "willow-rain-man", "willow-swallow"])
    phone.tap("[data-rest]")
    phone.say_all_four([])
    phone.save_round()
    # Ann: Sakura 1. Ben: 125 − 120, the dragon, Sakura 5, 6 and 8.
    assert phone.totals() == [30, 120]
    phone.open(game, 1)
    assert phone.says("save-words").startswith("Save round 1: ")
    phone.choose(0)
    phone.give(["paulownia-phoenix"])
    said = phone.save_round()
    # The phoenix brings Ann 20 card points, 15 of them above the floor, the dragon and five brights.
    assert phone.totals() == [170, 90]
    assert said == "Round 1: Ann 30 → 170, Ben 120 → 90. Ann now leads with 170."


def test_arrows_move_over_the_cards_and_digits_name_the_owner(browser: Browser, live_server: str) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 700})
    screen = EntryScreen(context.new_page(), live_server)
    screen.open(screen.start("Ann", "Ben"))
    page = screen.page
    page.locator('[data-card="pine-crane"] .pick__card').focus()
    # The first key loads what the keys do.
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-card="cherry-curtain"] .pick__card')).to_be_focused()
    assert page.evaluate("document.activeElement.ariaLabel") == "Curtain under cherry, bright: not given yet"
    page.keyboard.press("2")
    assert page.evaluate("document.activeElement.ariaLabel") == "Curtain under cherry, bright: Ben"
    assert screen.says("heard") == "Curtain → Ben. 20 of 240 points · 23 cards left."
    page.keyboard.press("0")
    assert screen.owner_of("cherry-curtain") == "table"
    page.keyboard.press("Control+z")
    assert screen.owner_of("cherry-curtain") == "1"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert screen.owner_of("pine-crane") == "table"
    # The Tab key leaves the cards as one thing.
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('.pick')")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_rule_for_everybody_is_broken_on_the_entry_screen(
    browser: Browser, live_server: str, scheme: Any
) -> None:
    context = open_phone(browser, color_scheme=scheme, reduced_motion="reduce")
    screen = EntryScreen(context.new_page(), live_server)
    screen.open(screen.start("Ann", "Ben", "Cem", option_gaji="kwado"))
    screen.give(ANNS)
    screen.choose("table")
    screen.give(["willow-swallow"])
    screen.choose(1)
    screen.give(["pine-ribbon"])
    for open_more in (None, "counts", "points", "why"):
        if open_more == "why":
            screen.way("cards")
            screen.open_details()
        elif open_more:
            screen.way(open_more)
        screen.wait_for_figures()
        broken = Axe().run(screen.page).response["violations"]
        assert [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in broken] == []
    context.close()


def test_the_round_can_still_be_entered_with_letters_twice_as_large(phone: EntryScreen) -> None:
    page = phone.page
    game = phone.start(*NAMES[:3])
    page.set_viewport_size({"width": 195, "height": 332})
    phone.open(game)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    phone.give([card.id for card in NAMED_SETS["brights"]])
    assert phone.figures(0)[0] == "100"
    assert phone.says("meter-words").startswith("100 of 240")


# --- Comfort -------------------------------------------------------------------------------------

PRETEND = """
  window.locks = [];
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
    const lock = { kind, isOn: true, release: async () => { lock.isOn = false; } };
    window.locks.push(lock);
    return lock;
  } } });
  window.ticks = [];
  navigator.vibrate = (ms) => window.ticks.push(ms);
"""


def test_the_screen_stays_awake_and_a_tap_ticks_until_they_are_switched_off(
    browser: Browser, live_server: str
) -> None:
    context = open_phone(browser)
    context.add_init_script(PRETEND)
    screen = EntryScreen(context.new_page(), live_server)
    page = screen.page
    game = screen.start("Ann", "Ben")
    awake = "window.locks.map(({ kind, isOn }) => [kind, isOn])"
    page.goto(game)
    wait_until(page, f"String({awake}) === 'screen,true'")
    screen.open(game)
    wait_until(page, f"String({awake}) === 'screen,true'")
    screen.give(ANNS[:2])
    assert page.evaluate("window.ticks.length") == 2
    screen.tap("[data-more] summary")
    screen.tap('label:has([data-switch="awake"])')
    screen.tap('label:has([data-switch="tick"])')
    assert page.evaluate(awake) == [["screen", False]]
    screen.tap("[data-more] summary")
    screen.give(ANNS[2:4])
    assert page.evaluate("window.ticks.length") == 2
    # The phone remembers both.
    for address in (f"{game}/rounds/new", game):
        page.goto(address)
        page.wait_for_timeout(900)
        assert page.evaluate("window.locks.length") == 0
    context.close()


def test_with_colours_forced_by_the_system_an_owner_and_a_choice_are_still_told_apart(
    browser: Browser, live_server: str
) -> None:
    context = open_phone(browser, forced_colors="active")
    screen = EntryScreen(context.new_page(), live_server)
    screen.open(screen.start("Ann", "Ben"))
    screen.give(["pine-crane"])
    screen.choose(1)
    screen.wait_for_figures()
    width = """([selector, part]) =>
      parseFloat(getComputedStyle(document.querySelector(selector), part).borderTopWidth)"""
    for selector, part, px in (
        ('[data-card="pine-crane"] .band', None, 3),
        ('[data-owner="1"]', None, 4),
        ('[data-owner="0"]', None, 2),
        ('[value="cards"] + span', None, 4),
        ('[value="counts"] + span', None, 1),
    ):
        assert screen.page.evaluate(width, [selector, part]) == px, selector
    assert screen.words_of('[data-card="pine-crane"] .band') == ["A"]
    context.close()


# --- The summary before a round is saved ----------------------------------------------------------

NOT_ON_SCREEN = """() => {
  const end = document.querySelector(".board").getBoundingClientRect().bottom + 1;
  return [...document.querySelectorAll(".found")]
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < 0 || box.right > innerWidth || box.bottom > end)
    .map(([words]) => words);
}"""


def enter_seven_bonuses(screen: EntryScreen, *, asks_first: bool = True, **options: Any) -> str:
    """Three cards to Ann, the rest to Ben, who then has many bonuses."""
    game = screen.start("Ann", "Ben", **options)
    screen.open(game)
    screen.give(["pine-crane", "plum-warbler", "chrysanthemum-ribbon"])
    screen.choose(1)
    screen.tap("[data-rest]")
    if asks_first:
        screen.say_all_four([CardSet.of(DECK)])
        screen.wait_for_figures()
    return game


def open_summary(screen: EntryScreen, **options: Any) -> str:
    """The same with the questions left to the summary, and answered there."""
    game = enter_seven_bonuses(screen, asks_first=False, **options)
    screen.save()
    for ask in screen.summary.locator(".ask:visible").all():
        ask.locator('label:has([value="yes"])').tap()
    return game


READ_BOARD = """() => [...document.querySelectorAll(".found[data-of]")]
  .map((one) => [one.dataset.yaku, one.innerText])"""
PLACES = """() => [...document.querySelectorAll(".found")].map((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [one.dataset.yaku ?? one.dataset.open, left, top];
})"""


def test_no_bonus_counts_that_was_never_on_the_screen(screen: EntryScreen) -> None:
    enter_seven_bonuses(screen)
    counted = int(screen.figures(1)[1])
    shown = screen.page.evaluate(READ_BOARD)
    assert len(shown) >= 7
    # Net 200 − 120, and every bonus stands on the board with its points.
    assert sum(int(words.split("+")[1]) for _, words in shown) + 85 == counted
    assert screen.page.evaluate(NOT_ON_SCREEN) == []
    # Nobody else knows what was announced: it is asked before they count.
    screen.save()
    expect(screen.summary).to_contain_text("Check round 1")
    screen.confirm()
    screen.wait_for_game()
    assert screen.totals() == [0, counted]


def test_the_summary_shows_every_bonus_with_its_cards(screen: EntryScreen) -> None:
    open_summary(screen)
    rows = screen.summary.locator('[data-side="1"] .summary__yaku:visible')
    expect(rows.nth(6)).to_be_visible()
    assert all(row.locator(".card").count() for row in rows.all())


@pytest.mark.parametrize("game", ["kwado-1985", "min-hwatu"])
def test_every_yaku_has_a_place_on_the_board_and_keeps_it(screen: EntryScreen, game: str) -> None:
    screen.open(screen.start("Ann", "Ben", game=game, fields_of=game, preset="all"))
    places = screen.page.evaluate(PLACES)
    assert len(places) == len(
        screen.page.evaluate("JSON.parse(document.querySelector('form[data-round]').dataset.rules).yaku")
    )
    assert len({top for _, _, top in places}) == 2
    screen.give(ANNS)
    screen.choose(1)
    screen.tap("[data-rest]")
    screen.wait_for_figures()
    assert screen.page.evaluate(NOT_ON_SCREEN) == []
    assert screen.page.evaluate(PLACES) == places
    screen.tap(".found--ask")
    screen.wait_for_figures()
    assert screen.page.evaluate(PLACES) == places


def test_by_counts_the_dragon_is_asked_once_all_brights_are_counted(screen: EntryScreen) -> None:
    """A stranger gave out all five brights, and nobody got the bonus of one of them."""
    screen.open(screen.start("Ann", "Ben"))
    screen.way("counts")
    for kind, count in (("brights", 2), ("animals", 4), ("ribbons", 5)):
        screen.tap(f'[data-chips="{kind}"] .count-chip:text-is("{count}")')
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +15"
    screen.save()
    expect(screen.summary).to_contain_text("Who has this card (Dragon bonus)?")
    save = screen.summary.locator("[data-summary-save]")
    expect(save).to_have_attribute("aria-disabled", "true")
    screen.summary.locator('[data-ask="holder-dragon"] button', has_text="Ann").tap()
    expect(save).to_have_text("Save round 1: Ann +25 · Ben +15")
    # It is a step like every other: kept in the draft, and to be undone.
    assert "Ann: Dragon" in screen.says("undo")
    screen.confirm()
    screen.wait_for_game()
    assert screen.totals() == [25, 15]


def test_where_brights_are_left_over_nobody_is_asked_for_the_dragon(screen: EntryScreen) -> None:
    screen.open(screen.start("Ann", "Ben", "Cem"))
    screen.way("counts")
    for side, counts in enumerate(((1, 3, 3), (1, 3, 3), (1, 3, 4))):
        screen.choose(side)
        for kind, count in zip(("brights", "animals", "ribbons"), counts, strict=True):
            screen.tap(f'[data-chips="{kind}"] .count-chip:text-is("{count}")')
    screen.save()
    screen.wait_for_game()


def test_words_of_the_menu_do_not_lie_over_each_other(screen: EntryScreen) -> None:
    screen.open(screen.start("Ann", "Ben"))
    screen.open_menu()
    missed = screen.page.locator(".more__sheet .term").evaluate_all(
        """(terms) => terms.filter((term) => {
          const { left, right, top, bottom } = term.getBoundingClientRect();
          const edges = [top + 4, (top + bottom) / 2, bottom - 4];
          return edges.some((y) => document.elementFromPoint((left + right) / 2, y) !== term);
        }).map(({ textContent }) => textContent)"""
    )
    assert missed == []


def test_the_sheet_asks_above_the_ticks_what_was_announced(screen: EntryScreen) -> None:
    open_summary(screen)
    for side in screen.summary.locator("section.summary").all():
        says = side.locator(".summary__declare")
        asked = side.locator(".summary__switch")
        if not asked.count():
            expect(says).to_be_hidden()
            continue
        expect(says).to_have_text("Announced before its first card was played? Untick what was not.")
        over, first = says.bounding_box(), asked.first.bounding_box()
        assert over
        assert first
        assert first["y"] - over["y"] > 0


def test_the_faults_of_a_refused_form_push_nothing_over_another(screen: EntryScreen) -> None:
    screen.open(screen.start("Ann", "Ben"))
    # As a page does whose scripts came late.
    screen.page.locator("form[data-round]").evaluate("(form) => form.submit()")
    expect(screen.page.locator("#faults")).to_be_visible()
    screen.wait()
    parts = [screen.page.locator(one).bounding_box() for one in ('[data-way="cards"]', ".board")]
    cards, board = parts
    assert cards
    assert board
    assert cards["y"] + cards["height"] <= board["y"]
    tools = screen.page.locator(".tools").bounding_box()
    assert tools
    assert tools["y"] + tools["height"] <= board["y"]


MONTHS_ON_CHIPS = """(chips) => Object.fromEntries(chips.map((chip) => [
  chip.dataset.yaku, [chip.querySelector("small").textContent, chip.scrollWidth <= chip.clientWidth],
]))"""


@pytest.mark.parametrize("deck", ["korean", "japanese"])
def test_a_chip_of_two_or_three_cards_says_their_months_by_the_deck(screen: EntryScreen, deck: str) -> None:
    """“Sakura 3” says nothing by its name."""
    screen.open(screen.start("Ann", "Ben", deck=deck))
    chips = screen.page.locator("[data-yaku]").evaluate_all(MONTHS_ON_CHIPS)
    order = MONTH_ORDERS[deck]
    for id_, (months, fits) in chips.items():
        cards = get_rule_set("kwado-1985").get_yaku(id_).all_of
        of = sorted({order.index(card.suit) + 1 for card in cards})
        assert fits, id_
        assert months == (" ".join(map(str, of)) if 1 < len(of) <= 3 else ""), id_


def test_the_gaji_looks_like_a_question_only_where_it_is_asked(screen: EntryScreen) -> None:
    screen.open(screen.start("Ann", "Ben", option_gaji="kwado"))
    gaji = screen.page.locator('[data-open="gaji"] small')
    expect(gaji).to_have_text("if used")
    screen.choose("table")
    screen.tap("[data-rest]")
    expect(gaji).to_have_text("?")


def test_the_menu_of_the_entry_screen_leads_to_rules_and_search(screen: EntryScreen) -> None:
    screen.open(screen.start("Ann", "Ben"))
    screen.tap("[data-more] > summary")
    for words in ("Rules", "Search"):
        expect(screen.page.get_by_role("link", name=words, exact=True)).to_be_visible()


def test_the_figures_of_three_and_more_sides_are_named_beside_the_title(screen: EntryScreen) -> None:
    for names in (NAMES[:3], NAMES[:6]):
        screen.open(screen.start(*names))
        title = screen.page.locator("h1")
        legend = title.locator(".round__legend")
        assert legend.inner_text() == "points · round · total"
        assert is_inside(legend.bounding_box(), title.bounding_box())
    screen.open(screen.start(*NAMES[:2]))
    expect(screen.page.locator(".round__legend")).to_have_count(0)


def is_inside(inner: Any, outer: Any) -> bool:
    return bool(
        inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 3
        and outer["x"] <= inner["x"]
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
    )


def test_a_short_name_stays_whole_on_the_button_for_the_rest(screen: EntryScreen) -> None:
    """Sakura's 25 cards leave it the narrowest place."""
    screen.open(screen.start("Moon", "Gwendal", game="sakura", fields_of="sakura"))
    for side, name in enumerate(("Moon", "Gwendal")):
        screen.choose(side)
        words = screen.page.locator("[data-rest] span")
        expect(words).to_have_text(f"Rest to {name}")
        lines = words.evaluate(
            """(span) => {
              const range = document.createRange();
              range.setStart(span.firstChild, span.textContent.lastIndexOf(" ") + 1);
              range.setEnd(span.firstChild, span.textContent.length);
              return range.getClientRects().length;
            }"""
        )
        assert lines == 1
        assert is_inside(words.bounding_box(), screen.page.locator("[data-rest]").bounding_box())


def test_by_counts_the_cards_of_a_yaku_take_one_row_and_grow_with_the_screen(
    browser: Browser, live_server: str
) -> None:
    widths = []
    for height in (640, 844):
        context = browser.new_context(
            viewport={"width": 390, "height": height}, has_touch=True, is_mobile=True
        )
        screen = EntryScreen(context.new_page(), live_server)
        screen.open(screen.start(*NAMES[:3]))
        screen.way("counts")
        rows = screen.page.locator("#yaku-0 .chip small").evaluate_all(
            "(all) => all.map((one) => [...one.children].map((card) => card.getBoundingClientRect()))"
            ".map((cards) => [new Set(cards.map(({ y }) => y)).size, cards[0].width])"
        )
        assert {count for count, _ in rows} == {1}
        widths.append(rows[0][1])
        assert screen.page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        context.close()
    assert widths[0] < widths[1]


@pytest.mark.parametrize("game", ["kwado-1985", "min-hwatu", "koikoi-modern"])
def test_on_a_desktop_nothing_is_cut_off(browser: Browser, live_server: str, game: str) -> None:
    """Neither the words of a chip nor the beginning of a long name."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    screen = EntryScreen(context.new_page(), live_server)
    names = ["Maximiliane-Theodora von Hohenstein-Wald", *NAMES[1:]][: 2 if game == "koikoi-modern" else 6]
    screen.open(screen.start(*names, game=game, fields_of=game))
    cut = screen.page.locator(".found").evaluate_all(
        """(chips) => chips.filter((chip) => {
          const { top, bottom, left, right } = chip.getBoundingClientRect();
          const inside = [...chip.children].map((part) => part.getBoundingClientRect());
          const isOver = (part) => part.top < top || part.bottom > bottom;
          return inside.some((part) => isOver(part) || part.left < left || part.right > right);
        }).map(({ textContent }) => textContent)"""
    )
    assert cut == []
    name = screen.page.locator(".owner-tab__name, .end__name").first
    assert is_inside(
        name.bounding_box(), name.locator("xpath=ancestor::*[self::button or self::label]").bounding_box()
    )
    context.close()


def test_a_yaku_gathers_its_cards_over_the_board_and_takes_no_tap(browser: Browser, live_server: str) -> None:
    context = open_phone(browser)
    screen = EntryScreen(context.new_page(), live_server)
    screen.open(screen.start("Ann", "Ben"))
    screen.give(["pine-crane", "plum-warbler", "cherry-curtain"])
    moment = screen.page.locator(".moment")
    expect(moment).to_have_text("Sakura 1Ann +30")
    expect(moment.locator(".card")).to_have_count(3)
    expect(moment).to_have_css("pointer-events", "none")
    expect(moment).to_have_count(0)
    # A tap on a chip that hangs on nothing shows what it asks for.
    screen.tap('[data-yaku="sakura-7"]')
    expect(moment).to_have_text("Sakura 730 points")
    expect(moment.locator(".card")).to_have_count(3)
    context.close()


def test_nothing_gathers_where_less_motion_is_wanted(browser: Browser, live_server: str) -> None:
    context = open_phone(browser, reduced_motion="reduce")
    screen = EntryScreen(context.new_page(), live_server)
    screen.open(screen.start("Ann", "Ben"))
    screen.page.evaluate("""() => new MutationObserver((all) => {
      window.moments = all.flatMap((one) => [...one.addedNodes]).some((one) => one.matches(".moment"));
    }).observe(document.querySelector(".board"), { childList: true })""")
    screen.give(["pine-crane", "plum-warbler", "cherry-curtain"])
    assert screen.words_of(".found--done") == ["Sakura 1\nA +30"]
    assert not screen.page.evaluate("window.moments")
    context.close()


def test_a_round_whose_bonuses_are_all_on_the_screen_is_saved_at_once(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben", preset="ribbons", option_declare="no"))
    phone.give(["pine-ribbon", "plum-ribbon", "cherry-ribbon"])
    phone.choose(1)
    phone.give(["iris-ribbon"])
    phone.choose("table")
    phone.tap("[data-rest]")
    phone.save()
    assert phone.wait_for_game() == "Round 1 is saved: Ann +30 · Ben 0."


def test_a_bonus_under_a_message_was_not_seen(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben", preset="ribbons", option_declare="no"))
    phone.give(["pine-ribbon", "plum-ribbon", "cherry-ribbon"])
    phone.choose(1)
    phone.give(["iris-ribbon"])
    phone.choose("table")
    phone.tap("[data-rest]")
    phone.wait_for_figures()
    phone.page.locator("[data-says]").evaluate(
        "says => { says.hidden = false; says.style.height = '120px'; }"
    )
    phone.save()
    expect(phone.summary).to_contain_text("Check round 1")


ASKED = """() => {
  const ask = document.activeElement.closest(".ask").getBoundingClientRect();
  const sheet = document.querySelector("[data-summary]").getBoundingClientRect();
  const ends = document.querySelector("[data-summary] .panel__ends").getBoundingClientRect();
  return sheet.top <= ask.top && ask.bottom <= ends.top;
}"""


def test_an_open_question_that_gets_the_focus_is_seen_whole(screen: EntryScreen) -> None:
    """Who pressed save saw half of it, under the buttons."""
    enter_seven_bonuses(screen, asks_first=False)
    screen.save()
    for ask in screen.summary.locator(".ask:visible").all():
        # Its buttons are just in view, its words are not.
        ask.locator("input").first.evaluate("""one => {
          const sheet = one.closest("dialog");
          sheet.scrollTop += one.getBoundingClientRect().top - sheet.getBoundingClientRect().top - 4;
        }""")
        screen.page.locator("[data-summary-save]").tap(force=True)
        assert screen.page.evaluate(ASKED)
        screen.page.locator(":focus").locator("xpath=ancestor::fieldset").locator("label").first.tap()
        expect(ask.locator(":checked")).to_have_count(1)


def test_only_what_is_open_is_asked_and_the_rest_is_folded_away(phone: EntryScreen) -> None:
    """The one open question lay below the fold, under the sums of six players."""
    phone.open(phone.start(*NAMES))
    for side in range(4):
        phone.choose(side)
        phone.give(ANNS[side : side + 1])
    phone.choose(4)
    phone.tap("[data-rest]")
    phone.say_all_four([])
    phone.save()
    expect(phone.summary).to_contain_text("One question before saving")
    asked = phone.summary.locator("[data-ask]:visible")
    expect(asked).to_contain_text("Fay has no card with points.")
    expect(asked).to_be_in_viewport(ratio=1)
    expect(phone.summary.locator("section.summary:visible, .ask:visible")).to_have_count(0)
    phone.answer("That is right")
    expect(phone.summary.locator("section.summary:visible")).to_have_count(6)


def test_the_summary_asks_what_was_announced_and_counts_anew_at_once(phone: EntryScreen) -> None:
    open_summary(phone)
    before = int(phone.figures(1)[1])
    switch = phone.summary.locator('[data-announced="sakura-3"]')
    expect(switch).to_be_checked()
    switch.focus()
    phone.page.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    expect(switch).to_be_focused()
    expect(phone.page.locator("[data-summary-save]")).to_have_text(
        f"Save round 1: Ann 0 · Ben +{before - 30}"
    )
    phone.confirm()
    phone.wait_for_game()
    assert phone.totals() == [0, before - 30]


def test_the_summary_shows_what_the_gaji_brought(phone: EntryScreen) -> None:
    phone.open(phone.start("Ann", "Ben", option_gaji="kwado"))
    phone.give(["willow-rain-man", "willow-ribbon", "susuki-moon"])
    phone.choose("table")
    phone.give(["willow-swallow"])
    phone.choose(1)
    phone.tap("[data-rest]")
    phone.page.locator('[name="gaji-by"][value="0"]').evaluate("radio => radio.click()")
    phone.save()
    brought = phone.summary.locator("[data-brought]")
    expect(brought.first).to_contain_text("brought by the Gaji: Swallow")
    expect(brought.first.locator("svg")).to_have_count(1)
    expect(brought.last).to_be_hidden()


@pytest.mark.parametrize(("target", "words"), [("300", "Ben wins with "), ("1000", " to go.")])
def test_the_summary_says_what_the_round_does_to_the_game(
    phone: EntryScreen, target: str, words: str
) -> None:
    open_summary(phone, target=target)
    expect(phone.summary.locator("[data-outcome]")).to_contain_text(words)


def test_a_house_rule_that_changes_meanwhile_brings_no_unseen_bonus(
    phone: EntryScreen, browser: Browser
) -> None:
    game = phone.start("Ann", "Ben", preset="none")
    phone.open(game)
    phone.give(["pine-crane", "plum-warbler", "cherry-curtain", "maple-deer"])
    phone.choose(1)
    phone.tap("[data-rest]")
    house = phone.page.context.new_page()
    house.goto(f"{game}/house-rules")
    house.locator('[name="yaku"][value="sakura-1"]').evaluate("tick => { tick.checked = true }")
    house.locator('[name="preset"][value="ticked"]').evaluate("radio => { radio.checked = true }")
    house.locator("main form").first.evaluate("form => form.requestSubmit()")
    house.wait_for_url(game)
    house.close()
    phone.save()
    expect(phone.summary).to_contain_text("Sakura 1 +30")
    phone.confirm()
    phone.wait_for_game()
    assert phone.totals()[0] == 30


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_rule_for_everybody_is_broken_in_the_summary(
    browser: Browser, live_server: str, scheme: Any
) -> None:
    context = open_phone(browser, color_scheme=scheme, reduced_motion="reduce")
    screen = EntryScreen(context.new_page(), live_server)
    screen.open(screen.start("Ann", "Ben", "Cem"))
    screen.give([*ANNS, "cherry-ribbon"])
    screen.save()
    expect(screen.summary).to_be_visible()
    for width in (390, 195):
        screen.page.set_viewport_size({"width": width, "height": 664})
        broken = Axe().run(screen.page).response["violations"]
        assert [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in broken] == []
        small = screen.summary.evaluate("""(dialog) => [...dialog.querySelectorAll("button, label")]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.9)
          .map((one) => one.textContent)""")
        assert small == []
        assert screen.summary.evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") <= 0
    context.close()
