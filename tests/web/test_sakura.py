"""Sakura at the table: whole games on a phone, 25 cards with points, Gaji, penalties, victories, teams.

The sums themselves: tests/rules/cases.py.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.cards import CardSet
from companion.rules import get_rule_set
from tests.web.phone import SIZES, EntryScreen, enter_by_cards, entry_screen, expect_totals
from tests.web.table import Table, by_cards, by_points, drop_terms, read_faults, read_words

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")
RIBBONS = ("pine-ribbon", "plum-ribbon", "cherry-ribbon")
POINT_CARDS = get_rule_set("sakura").point_cards


@pytest.fixture
def screen(browser: Browser, live_server: str) -> Iterator[EntryScreen]:
    with entry_screen(browser, live_server) as screen:
        yield screen


def start(table: Table, players: int = 3, **fields: Any) -> str:
    return table.start(*NAMES[:players], game="sakura", **fields)


def fits(page: Page) -> bool:
    """Whether nothing is wider than the phone and no card needs scrolling."""
    return bool(
        page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth
              && document.documentElement.scrollHeight <= innerHeight + 1
              && [...document.querySelectorAll(".pick__card")].every((one) => (
                one.scrollHeight <= one.clientHeight + 1))
              && (() => {
                const end = document.querySelector("[data-board]").getBoundingClientRect().top;
                return [...document.querySelectorAll(".pick__card")].every((one) => (
                  one.getBoundingClientRect().bottom <= end + 1));
              })()"""
        )
    )


def test_a_round_is_entered_by_cards_with_what_the_gaji_took(screen: EntryScreen) -> None:
    """Two teams: the first uses the Gaji for a maple, the second has all the rest. Slow: 25 cards."""
    screen.start_round(*NAMES[:4], game="sakura", fields_of="sakura", sides="2", option_leftover="all")
    mine = {"pine-crane", "maple-deer", "iris-bridge"}
    theirs = [card for card in POINT_CARDS.ids if card not in {*mine, "maple-ribbon"}]
    entered = {
        "captured": {"Ann & Cem": [*mine], "Ben & Dee": theirs},
        "gaji": {"by": "Ann & Cem", "took": "maple-deer"},
    }
    assert screen.page.locator(".pick__card").count() == 25
    enter_by_cards(screen, entered, POINT_CARDS)
    assert fits(screen.page)
    screen.save_round()
    # 20 + 5 + 5, the left maple ribbon for 10, and 50 off for each of three yaku of the others.
    expect_totals(screen.page, [-110, 200])


TEXTS_THAT_STICK_OUT = """(all) => all.filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const [words, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
  return words.top < box.top - 1 || words.bottom > box.bottom + 1 || words.right > box.right;
}).map((one) => one.innerText)"""


def test_the_cards_and_the_yaku_under_them_fit_their_places(screen: EntryScreen) -> None:
    """Slow: two and seven players, each on two phones."""
    page = screen.page
    for players in (2, 7):
        game = screen.start(*NAMES[:players], game="sakura", fields_of="sakura")
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            screen.open(game)
            assert fits(page)
            # One side has everything: all eight yaku are complete.
            if screen.owner_of("pine-crane") is None:
                screen.tap("[data-rest]")
            screen.wait_for_figures()
            assert fits(page)
            chips = page.locator(".found[data-of]:visible")
            assert chips.count() >= 5
            assert chips.evaluate_all(TEXTS_THAT_STICK_OUT) == []


def test_counts_are_tapped_by_twenties_tens_and_fives(screen: EntryScreen) -> None:
    screen.start_round("Ann", "Ben", game="sakura", fields_of="sakura")
    screen.way("counts")
    rows = screen.page.locator("[data-chips]").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert rows == ["Twenties, of 4", "Tens, of 11", "Fives, of 10"]
    screen.count(twenties=3, tens=5, fives=4)
    screen.tap('[id="yaku/0"] label:has([value="sakura-1"])')
    screen.save_round()
    expect_totals(screen.page, [130, 60])


def test_the_summary_and_the_chip_say_what_a_yaku_costs_the_others(screen: EntryScreen) -> None:
    screen.start_round("Ann", "Ben", game="sakura", fields_of="sakura", option_count="victories")
    screen.give(RIBBONS)
    assert screen.words_of(".found[data-of]") == ["Poetry ribbons\nA: \u221250 each"]
    screen.choose(1)
    screen.tap("[data-rest]")
    screen.open_details()
    panel = screen.page.locator("[data-panel-body]")
    expect(panel).to_contain_text("Ann: Poetry ribbons")
    expect(panel).to_contain_text("Victories in all")
    screen.page.locator("[data-panel] [data-panel-close]").tap()
    # A round that is saved by points shows its yaku in the summary first.
    screen.way("points")
    screen.save()
    expect(screen.summary).to_contain_text("Ben leads with 1 victory, 3 rounds to go.")
    screen.confirm()
    screen.wait_for_game()
    expect_totals(screen.page, [0, 1])


def test_the_chip_of_a_game_with_payments_says_what_all_others_pay(screen: EntryScreen) -> None:
    screen.start_round(*NAMES[:3], game="min-hwatu", fields_of="min-hwatu")
    screen.give(RIBBONS)
    assert screen.words_of(".found[data-of]") == ["Hongdan\nA +60"]


def test_the_chip_of_a_yaku_that_a_card_spoils_says_so(screen: EntryScreen) -> None:
    screen.start_round(
        "Ann", "Ben", game="hana-awase", fields_of="hana-awase", option_rain_spoils_viewings="on"
    )
    screen.way("cards")
    screen.give(["chrysanthemum-cup", "susuki-moon"])
    assert screen.words_of(".found[data-of]") == ["Moon viewing\nA +20"]
    screen.give(["willow-rain-man"])
    assert screen.words_of(".found[data-of]") == ["Moon viewing\nspoilt"]


# --- By plain forms ------------------------------------------------------------------------------


# sakura.md, worked example.
def test_the_breakdown_lists_each_yaku_of_an_opponent_and_a_total_may_be_below_zero(table: Table) -> None:
    game = start(table)
    table.record(game, by_points(150, 90, 0, yaku_1=["sakura-2"]))
    assert table.totals(game) == [100, 90, -50]
    words = read_words(table.get(f"{game}/rounds/1/why"))
    assert "Ben: Drinking (curtain, moon, cup)" in words
    assert "The scores add up to 140" in words
    assert "Who pays whom" not in words
    assert "ictories" not in words


def test_a_gaji_without_what_it_took_is_refused(table: Table) -> None:
    game = start(table, 2, preset="none")
    piles = {"Ann": ["pine-ribbon"], "Ben": "rest"}
    left = {"captured/pine-crane": "table", "captured/susuki-moon": "table"}
    typed = {**by_cards(piles, {"by": "Ann", "took": ""}, POINT_CARDS), **left}
    assert read_faults(table.record(game, typed, 422).text) == [
        "What the Gaji brings depends on the card that it took: the round must say which."
    ]
    table.record(game, {**typed, "gaji/took": "pine-ribbon"})
    assert table.totals(game) == [30, 190]


def test_victories_stand_where_they_decide(table: Table) -> None:
    game = start(table, option_count="victories", option_basa="yes", length="rounds", rounds="3")
    table.record(game, by_points(150, 50, 40))
    text = table.get(game)
    assert table.totals(game) == [2, 0, 0]
    assert "victories · 150 points" in text
    assert "Sakura · 3 rounds by victories" in text
    assert "2 victories" in text
    table.record(game, by_points(30, 190, 20, yaku_0=["sakura-8"]))
    # 30, 140, −30: Ben is 110 ahead.
    assert "basa, 100 or more ahead" in read_words(table.get(f"{game}/rounds/2/why"))
    table.record(game, by_points(90, 85, 65))
    text = table.get(game)
    assert table.totals(game) == [3, 2, 0]
    # More points, fewer victories.
    for words in ("Ann wins", "Victories by round", "270 points", "275 points"):
        assert words in re.sub(r"<[^>]+>", "", text), words


def test_the_summary_before_saving_says_who_leads_by_victories(table: Table) -> None:
    game = start(table, 2, **{"options/count": "victories"})
    typed = {"key": "b" * 22, **by_cards({"Ann": RIBBONS, "Ben": "rest"}, None, POINT_CARDS)}
    said = read_words(drop_terms(table.post(f"{game}/rounds/new", typed, 422).text))
    assert "Poetry ribbons others \u221250" in said
    assert "victories in all 1" in said
    assert "Ben leads with 1 victory, 3 rounds to go." in said


def test_a_change_from_points_to_victories_counts_the_rounds_before_it(table: Table) -> None:
    game = start(table, 2)
    table.record(game, by_points(130, 110))
    table.record(game, by_points(130, 110))
    fields = {"length": "4", "options/count": "victories", "reach": "from-now-on"}
    table.post(f"{game}/house-rules", fields, 302)
    assert table.totals(game) == [260, 220]
    table.record(game, by_points(0, 240))
    assert table.totals(game) == [2, 1]


def test_every_card_with_points_can_be_given_without_scripts(table: Table) -> None:
    text = table.get(f"{start(table, 2)}/rounds/new")
    assert CardSet.from_ids(re.findall(r'data-card="([^"]+)"', text)) == POINT_CARDS
    assert set(re.findall("(?:Twenties|Tens|Fives), [0-9]+ each", text)) == {
        "Twenties, 20 each", "Tens, 10 each", "Fives, 5 each"
    }  # fmt: skip
