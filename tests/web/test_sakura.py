"""Sakura at the table: whole games on a phone, 25 cards with points, Gaji, penalties, victories, teams."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.cards import CardSet
from companion.rules import get_rule_set, score_document
from tests.web.phone import EntryScreen, enter_by_cards, expect_totals, open_phone
from tests.web.table import Table, by_cards, by_points, drop_terms, read_faults, read_words

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")
POINT_CARDS = get_rule_set("sakura").point_cards


def start(table: Table, players: int = 3, **fields: Any) -> str:
    return table.start(*NAMES[:players], game="sakura", **fields)


def deal_rounds(sides: list[str], count: int) -> list[dict[str, Any]]:
    """Rounds by cards: the second side has the poetry ribbons, the first uses the Gaji for a maple."""
    dice = random.Random(len(sides))
    rounds = []
    for number in range(count):
        owners: dict[str, int | None] = {card: dice.randrange(len(sides)) for card in sorted(POINT_CARDS.ids)}
        owners |= dict(zip(sorted(POINT_CARDS.ids)[5:], range(len(sides)), strict=False))
        owners |= dict.fromkeys(("pine-ribbon", "plum-ribbon", "cherry-ribbon"), 1)
        owners |= {"maple-deer": 0, "maple-ribbon": None, "paulownia-chaff-1": number % len(sides)}
        captured = {
            side: [card for card, owner in owners.items() if owner == n] for n, side in enumerate(sides)
        }
        rounds.append({"captured": captured, "gaji": {"by": sides[0], "took": "maple-deer"}})
    return rounds


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


@pytest.mark.parametrize(
    ("players", "teams", "size", "options"),
    [
        (2, "alone", "390", {}),
        (4, "2", "390", {"leftover": "all"}),
        (7, "alone", "390", {"count": "victories", "chu": True}),
        (7, "alone", "360", {}),
    ],
)
def test_a_game_is_played_by_cards_from_new_game_to_the_winner(
    browser: Browser, live_server: str, players: int, teams: str, size: str, options: dict[str, Any]
) -> None:
    sides = ["Ann & Cem", "Ben & Dee"] if teams == "2" else list(NAMES[:players])
    rounds = deal_rounds(sides, 4)
    expected = score_document({"game": "sakura", "sides": sides, "options": options, "rounds": rounds})
    context = open_phone(browser, size)
    page = context.new_page()
    screen = EntryScreen(page, live_server)
    page.goto(f"{live_server}/games/new")
    page.locator('[name="game"][value="sakura"]').check(force=True)
    page.locator("#option-leftover").wait_for(state="attached")
    for seat, name in enumerate(NAMES[:players]):
        if seat > 1:
            page.get_by_role("button", name="Add player").click()
        page.locator(f"#player-{seat}").fill(name)
    if teams == "2":
        # Whoever changes the game sees the teams of the other one at once.
        page.get_by_label("Two teams").check(force=True, timeout=5_000)
    if options:
        page.get_by_text("House rules", exact=True).first.click()
    for option, value in options.items():
        typed = "yes" if value is True else value
        page.locator(f'[name="option-{option}"][value="{typed}"]').check(force=True)
    page.get_by_role("button", name="Start the game").first.click()
    expect_totals(page, [0] * len(sides))
    tallies = [0] * len(sides)
    for number, (entered, scored) in enumerate(zip(rounds, expected["rounds"], strict=True), 1):
        page.get_by_role("link", name=f"Enter round {number}").click()
        screen.wait()
        assert page.locator(".pick__card").count() == 25
        enter_by_cards(screen, entered, POINT_CARDS)
        screen.wait_for_figures()
        assert fits(page)
        screen.save_round()
        rows = [scored["sides"][side] for side in sides]
        if "count" in options:
            tallies = [tally + row["victories"] for tally, row in zip(tallies, rows, strict=True)]
            expect_totals(page, tallies)
        else:
            expect_totals(page, [row["total"] for row in rows])
    winners = expected["winners"]
    verb = "win" if len(winners) == 1 else "share the win"
    expect(page.locator("h1")).to_contain_text(verb)
    for winner in winners:
        expect(page.locator("h1")).to_contain_text(winner)
    assert screen.complaints == []
    context.close()


@pytest.mark.parametrize("size", ["390", "360"])
@pytest.mark.parametrize("players", [2, 7])
def test_the_cards_and_the_yaku_under_them_fit_their_places(
    browser: Browser, live_server: str, players: int, size: str
) -> None:
    context = open_phone(browser, size)
    page = context.new_page()
    screen = EntryScreen(page, live_server)
    game = screen.start(*NAMES[:players], game="sakura", fields_of="sakura")
    screen.open(game)
    assert fits(page)
    # One side has everything: all eight yaku are complete.
    screen.tap("[data-rest]")
    screen.wait_for_figures()
    assert fits(page)
    chips = page.locator(".found[data-of]:visible")
    assert chips.count() >= 5
    for chip in chips.all():
        text = chip.evaluate(
            """(one) => {
              const range = document.createRange();
              range.selectNodeContents(one);
              const [words, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
              return words.top >= box.top - 1 && words.bottom <= box.bottom + 1 && words.right <= box.right;
            }"""
        )
        assert text, chip.inner_text()
    context.close()


def test_counts_are_tapped_by_twenties_tens_and_fives(browser: Browser, live_server: str) -> None:
    context = open_phone(browser)
    page = context.new_page()
    screen = EntryScreen(page, live_server)
    game = screen.start("Ann", "Ben", game="sakura", fields_of="sakura")
    screen.open(game)
    screen.way("counts")
    rows = page.locator("[data-chips]")
    assert [row.get_attribute("aria-label") for row in rows.all()] == [
        "Twenties, of 4",
        "Tens, of 11",
        "Fives, of 10",
    ]
    for group, count in (("twenties", 3), ("tens", 5), ("fives", 4)):
        screen.tap(f'[data-chips="{group}"] [aria-label="{count} {group}"]')
    screen.tap('#yaku-0 label:has([value="sakura-1"])')
    screen.save_round()
    expect_totals(page, [130, 60])
    assert screen.complaints == []
    context.close()


def test_the_summary_and_the_chip_say_what_a_yaku_costs_the_others(
    browser: Browser, live_server: str
) -> None:
    context = open_phone(browser)
    page = context.new_page()
    screen = EntryScreen(page, live_server)
    game = screen.start("Ann", "Ben", game="sakura", fields_of="sakura", option_count="victories")
    screen.open(game)
    screen.give(["pine-ribbon", "plum-ribbon", "cherry-ribbon"])
    screen.wait_for_figures()
    chip = page.locator(".found[data-of]")
    expect(chip).to_have_text("Poetry ribbonsA: \u221250 each")
    screen.choose(1)
    screen.tap("[data-rest]")
    screen.wait_for_figures()
    screen.open_details()
    said = page.locator("[data-panel-body]").inner_text()
    assert "Ann: Poetry ribbons" in said
    assert "Victories in all" in said
    page.locator("[data-panel] [data-panel-close]").tap()
    # A round that is saved by points shows its yaku in the summary first.
    screen.way("points")
    screen.wait_for_figures()
    screen.save()
    expect(screen.summary).to_be_visible()
    said = screen.summary.inner_text()
    assert "Poetry ribbons others \u221250" in said
    assert "victories in all" in said
    assert "Ben leads with 1 victory, 3 rounds to go." in said
    screen.confirm()
    screen.wait_for_game()
    expect_totals(page, [0, 1])
    context.close()


# sakura.md, worked example.
def test_the_breakdown_lists_each_yaku_of_an_opponent(table: Table) -> None:
    game = start(table, 2)
    table.record(game, by_points(150, 90, yaku_1=["sakura-2"]))
    assert table.totals(game) == [100, 90]
    words = read_words(table.get(f"{game}/rounds/1/why"))
    assert "Ben: Drinking (curtain, moon, cup)" in words
    assert "The scores add up to 190" in words
    assert "Who pays whom" not in words
    assert "ictories" not in words


def test_scores_below_zero_stand_on_the_page(table: Table) -> None:
    game = start(table)
    table.record(game, by_points(100, 80, 60, yaku_1=["sakura-4", "sakura-8"]))
    assert table.totals(game) == [0, 80, -40]


@pytest.mark.parametrize(("leftover", "totals"), [("month", [30, 190]), ("all", [50, 190])])
def test_gaji_asks_what_it_took_and_brings_what_was_agreed(
    table: Table, leftover: str, totals: list[int]
) -> None:
    game = start(table, 2, **{"option-leftover": leftover, "preset": "none"})
    mine = ["pine-ribbon"]
    left = {"pine-crane", "susuki-moon"}
    theirs = [card for card in POINT_CARDS.ids if card not in {*left, *mine}]
    piles = {"Ann": mine, "Ben": theirs}
    unsaid = by_cards(piles, {"by": "Ann", "took": ""}, POINT_CARDS)
    refused = table.post(f"{game}/rounds/new", {**unsaid, "key": "a" * 22}, 422).text
    assert read_faults(refused) == [
        "What the Gaji brings depends on the card that it took: the round must say which."
    ]
    table.record(game, by_cards(piles, {"by": "Ann", "took": "pine-ribbon"}, POINT_CARDS))
    assert table.totals(game) == totals


def test_victories_stand_where_they_decide(table: Table) -> None:
    game = start(
        table, **{"option-count": "victories", "option-basa": "yes", "length": "rounds", "rounds": "3"}
    )
    table.record(game, by_points(150, 50, 40))
    text = table.get(game)
    assert table.totals(game) == [2, 0, 0]
    assert "victories · 150 points" in text
    assert "2 victories" in text
    table.record(game, by_points(30, 190, 20, yaku_0=["sakura-8"]))
    # 30, 140, −30: Ben is 110 ahead.
    said = read_words(table.get(f"{game}/rounds/2/why"))
    assert "Victories: basa, 100 or more ahead" in said
    assert "Victories after this round 2" in said
    table.record(game, by_points(90, 85, 65))
    text = table.get(game)
    assert table.totals(game) == [3, 2, 0]
    assert "<bdi>Ann</bdi> wins" in re.sub(r"\s+", " ", text)
    assert "Victories by round" in text
    # More points, fewer victories.
    assert "270 points" in text
    assert "275 points" in text


def test_the_summary_before_saving_says_who_leads_by_victories(table: Table) -> None:
    game = start(table, 2, **{"option-count": "victories"})
    ribbons = ["pine-ribbon", "plum-ribbon", "cherry-ribbon"]
    theirs = [card for card in POINT_CARDS.ids if card not in ribbons]
    piles = {"Ann": ribbons, "Ben": theirs}
    table.token = table.get_token()
    typed = {"csrf_token": table.token, "key": "b" * 22, **by_cards(piles, None, POINT_CARDS)}
    said = read_words(drop_terms(table.client.post(f"{game}/rounds/new", data=typed).text))
    assert "Poetry ribbons others \u221250" in said
    assert "victories in all 1" in said
    assert "Ben leads with 1 victory, 3 rounds to go." in said


def test_a_change_from_points_to_victories_counts_the_rounds_before_it(table: Table) -> None:
    game = start(table, 2)
    table.record(game, by_points(130, 110))
    table.record(game, by_points(130, 110))
    fields = {"length": "4", "option-count": "victories", "reach": "from-now-on"}
    table.post(f"{game}/house-rules", fields, 302)
    assert table.totals(game) == [260, 220]
    table.record(game, by_points(0, 240))
    assert table.totals(game) == [2, 1]


def test_every_card_with_points_can_be_given_without_scripts(table: Table) -> None:
    text = table.get(f"{start(table, 2)}/rounds/new")
    shown = re.findall(r'data-card="([^"]+)"', text)
    assert CardSet.from_ids(shown) == POINT_CARDS
    for title in ("Twenties, 20 each", "Tens, 10 each", "Fives, 5 each"):
        assert title in text
