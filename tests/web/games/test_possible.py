"""What cards make certain and what they leave open, on a phone, whichever way a round is entered."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.games.test_koi_koi import RaceScreen
from tests.web.phone import entry_screen

BRIGHTS = ["pine-crane", "cherry-curtain", "susuki-moon", "paulownia-phoenix", "willow-rain-man"]
RIBBONS = ["plum-ribbon", "cherry-ribbon", "peony-ribbon", "chrysanthemum-ribbon", "willow-ribbon"]
ANIMALS = ["wisteria-cuckoo", "iris-bridge", "peony-butterflies", "susuki-geese", "willow-swallow"]
# A boar with two further cards, and the crane with a chaff card.
OWN: dict[str, Any] = {
    "name": "Hunters",
    "yaku": {
        "hunt": {
            "name": "Hunt",
            "points": 5,
            "all_of": ["clover-boar"],
            "extra": {"points": 2, "of": ["maple-deer", "peony-butterflies"]},
        },
        "nest": {"name": "Nest", "points": 15, "all_of": ["pine-crane", "pine-chaff-1"]},
    },
}
HUNT = ["clover-boar", "maple-deer", "peony-butterflies"]


@pytest.fixture(params=[("390", "light"), ("360", "dark")], ids="-".join)
def screen(browser: Browser, live_server: str, request: pytest.FixtureRequest) -> Iterator[RaceScreen]:
    size, scheme = request.param
    with entry_screen(browser, live_server, size, color_scheme=scheme) as phone:
        yield RaceScreen(phone.page, live_server)


def test_hands_that_ran_out_are_saved_where_the_cup_of_one_side_decides_who_scores(
    screen: RaceScreen,
) -> None:
    """koi-koi.md: in the compendium the cup is an animal or chaff, whichever is better for its holder."""
    screen.start_round("Ann", "Ben", game="koikoi-compendium", fields_of="koikoi-compendium")
    screen.stop("nobody")
    for owner, cards in (("0", RIBBONS), ("1", [*ANIMALS, "chrysanthemum-cup"])):
        screen.tap(f'[data-piles] [data-owner="{owner}"]')
        screen.give(cards)
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +2"
    assert screen.save_round() == "Round 1 is saved: Ann 0 · Ben +2."


def test_a_loser_who_can_have_no_bright_is_charged_without_a_tap(screen: RaceScreen) -> None:
    screen.start_round("Ann", "Ben", game="go-stop", fields_of="go-stop")
    screen.stop(0)
    screen.give(BRIGHTS[:4])
    none = screen.page.locator('[name="lacks/1"][value="brights"]')
    screen.wait_for_figures()
    expect(none).not_to_be_disabled()
    screen.give(BRIGHTS[4:])
    assert screen.says("save-words") == "Save round 1: Ann +30 · Ben −30"
    expect(none).to_be_disabled()
    expect(none).to_be_checked()
    assert screen.save_round() == "Round 1 is saved: Ann +30 · Ben −30."


def test_where_fewer_brights_are_left_than_losers_the_phone_asks_who_has_none(screen: RaceScreen) -> None:
    screen.start_round("Ann", "Ben", "Cho", game="go-stop", fields_of="go-stop")
    screen.stop(0)
    screen.give(BRIGHTS[:4])
    screen.save()
    asked = "Who has no bright 광박? Not enough cards are left for Ben and Cho."
    expect(screen.page.locator("[data-summary-body]")).to_contain_text(asked)
    screen.tap("[data-summary][open] [data-panel-close]")
    screen.tap('label.chip:has([name="lacks/2"][value="brights"])')
    assert screen.save_round() == "Round 1 is saved: Ann +12 · Ben −4 · Cho −8."


def test_ticked_yaku_that_no_deck_can_hold_and_those_that_are_certain_are_told_before_they_are_sent(
    screen: RaceScreen,
) -> None:
    screen.start_round("Ann", "Ben", game="koikoi-compendium", fields_of="koikoi-compendium")
    screen.way("counts")
    screen.stop("nobody")
    for owner, yaku in (("0", "four-brights"), ("1", "three-brights")):
        screen.tap(f'[data-piles] [data-owner="{owner}"]')
        screen.tick(int(owner), yaku)
    screen.save()
    expect(screen.page.locator("[data-summary-body]")).to_contain_text(
        "These yaku and numbers cannot be together"
    )


def start_own(screen: RaceScreen) -> None:
    screen.start_round(
        "Ann", "Ben", game="kwado-1985", own_of="kwado-1985", own=json.dumps(OWN), method="B", preset="month"
    )
    screen.choose(0)


def test_a_yaku_of_the_table_counts_alike_by_cards_counts_and_points(screen: RaceScreen) -> None:
    """Hunt with two further cards is 9, Nest 15; the chaff card of Nest is there to be tapped."""
    scores = "Save round 1: Ann +74 · Ben +190"
    start_own(screen)
    screen.give([*HUNT, "pine-crane", "pine-chaff-1"])
    screen.choose(1)
    screen.tap("[data-rest]")
    screen.say_all_four([])
    assert screen.says("save-words") == scores
    for way in ("counts", "points"):
        start_own(screen)
        screen.way(way)
        if way == "counts":
            screen.count(brights=1, animals=3, ribbons=0)
        else:
            screen.page.locator('[id="points/0"]').fill("50")
        screen.tick(0, "hunt", 2)
        screen.tap('[id="yaku/0"] label.chip:has([value="nest"])')
        assert screen.says("save-words") == scores, way
