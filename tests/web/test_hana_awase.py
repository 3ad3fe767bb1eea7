"""Hana-Awase at the table: counts come first, chaff is a number, cards and counts share it.

Figures are those of hana-awase.md.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.phone import EntryScreen, entry_screen, expect_totals
from tests.web.table import Table, by_points, read_fields

GAME = {"game": "hana-awase", "fields_of": "hana-awase"}
# The cards of the second worked round; Cem has blue ribbons, Ann poetry ribbons and drinking.
ANNS = [
    "pine-ribbon", "plum-ribbon", "cherry-ribbon", "wisteria-ribbon", "chrysanthemum-cup", "cherry-curtain",
    "susuki-moon", "willow-swallow", "iris-bridge", "wisteria-cuckoo",
]  # fmt: skip
CEMS = [
    "peony-ribbon", "chrysanthemum-ribbon", "maple-ribbon", "paulownia-phoenix", "willow-rain-man",
    "clover-boar", "susuki-geese",
]  # fmt: skip


@pytest.fixture(params=["390", "360"])
def phone(browser: Browser, live_server: str, request: pytest.FixtureRequest) -> Iterator[EntryScreen]:
    with entry_screen(browser, live_server, request.param) as screen:
        yield screen


def test_a_round_is_entered_by_counts_first_and_goes_on_by_cards_with_the_same_chaff(
    phone: EntryScreen,
) -> None:
    phone.start_round("Ann", "Ben", "Cem", **GAME)
    assert phone.page.locator("form").get_attribute("data-by") == "counts"
    assert phone.page.locator('[data-chips="chaff"]').count() == 0
    phone.count(brights=2, animals=4, ribbons=4)
    phone.choose(1)
    phone.count(brights=1, animals=3, ribbons=3)
    phone.page.fill("[id='counts/0/chaff']", "3")
    phone.page.fill("[id='counts/1/chaff']", "7")
    expect(phone.page.locator("[id='counts/2/chaff']")).to_have_value("14")
    # 103, 72 and 89 card points less 88, no yaku ticked.
    assert phone.says("save-words") == "Save round 1: Ann +15 · Ben −16 · Cem +1"
    phone.way("cards")
    assert phone.page.locator(".pick").count() == 24
    phone.choose(0)
    phone.give(ANNS)
    phone.choose(2)
    phone.give(CEMS)
    phone.choose(1)
    phone.tap("[data-rest]")
    phone.wait_for_figures()
    assert phone.says("meter-words") == "264 of 264 points"
    phone.say_all_four([])
    assert phone.says("save-words") == "Save round 1: Ann +135 · Ben −136 · Cem +1"
    phone.save()
    phone.wait_for_game()
    expect_totals(phone.page, (135, -136, 1))
    phone.open(phone.game, 1)
    assert [phone.page.input_value(f"[id='counts/{side}/chaff']") for side in range(3)] == ["3", "7", "14"]


def test_the_numbers_of_chaff_are_seen_whole_and_hide_nothing(phone: EntryScreen) -> None:
    phone.start_round("Ann", "Ben", "Cem", "Dee", **GAME)
    size = phone.page.viewport_size
    assert size is not None
    width, height = size["width"], size["height"]
    for way in ("counts", "cards"):
        phone.way(way)
        phone.wait_for_figures()
        for part in ("[id='counts/0/chaff']", "[id='counts/3/chaff']"):
            box = phone.page.locator(part).bounding_box()
            assert box is not None
            assert 0 <= box["x"] < box["x"] + box["width"] <= width, (way, part)
            assert 0 <= box["y"] < box["y"] + box["height"] <= height, (way, part)
        phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        boxes = phone.page.locator(
            "[id='counts/3/chaff'], .way--claims .chip:visible, .round__save"
        ).evaluate_all(
            "(all) => all.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom])"
        )
        assert min(bottom - top for top, bottom in boxes) >= 44
        assert max(bottom for _, bottom in boxes[:-1]) <= boxes[-1][0]
        assert boxes[0][1] <= min(top for top, _ in boxes[1:])


def test_chaff_that_nobody_counted_is_asked_about(phone: EntryScreen) -> None:
    phone.start_round("Ann", "Ben", **GAME)
    phone.way("cards")
    phone.give(ANNS)
    phone.choose(1)
    phone.tap("[data-rest]")
    phone.save()
    phone.page.locator("[data-summary][open]").wait_for()
    assert "How many chaff? Enter 0 if Ann has none." in phone.page.locator("[data-summary]").inner_text()
    # One after the other.
    assert "Ben has none" not in phone.page.locator("[data-summary]").inner_text()


def test_the_plain_form_takes_cards_with_chaff_as_numbers_and_shows_them_again(table: Table) -> None:
    game = table.start("Ann", "Ben", **GAME)
    fields = {"way": "cards", "captured/pine-crane": "0", "rest": "1", "all_four/wisteria": "no"}
    fields |= {f"all_four/{suit}": "no" for suit in ("willow", "paulownia")}
    refused = table.post(f"{game}/rounds/new", fields | {"counts/0/chaff": "11"}, 422)
    assert "Ben: how many chaff? Enter 0 for none." in refused.text
    numbers = {"counts/0/chaff": "11", "counts/1/chaff": "13"}
    table.record(game, fields | numbers)
    # 20 + 11 − 132, and 200 for all ribbons, the three animals and drinking of the other.
    assert table.totals(game) == [-301, 301]
    shown = read_fields(table.get(f"{game}/rounds/1"))
    assert [shown["counts/0/chaff"], shown["counts/1/chaff"]] == [["11"], ["13"]]


def test_bakappana_is_chosen_for_a_new_game_and_named_there(table: Table) -> None:
    shown = table.post("/games/new", {"game": "hana-awase", "show": "game"}, 200).text
    assert "beginners’ game Bakappana" in shown
    assert 'value="bakappana"' in shown
    game = table.start("Ann", "Ben", yaku="bakappana", **GAME)
    assert "Hana-Awase" in table.get(game)
    assert "/rulings/ha-bakappana" in table.get("/search?q=bakappana")


def test_a_round_that_dandruff_voids_says_so_on_the_page_of_the_game(table: Table) -> None:
    """The finding: 0 · 0 · 0 without a word why, and "valid 1" among the points of others."""
    game = table.start("Ann", "Ben", "Cem", game="hana-awase", fields_of="hana-awase", option_dandruff="on")
    said = "Dandruff: the round is void."
    entry = table.get(f"{game}/rounds/new")
    assert said in entry
    assert 'data-fill="valid"' not in entry
    for cem, is_void in ((60, False), (20, True)):
        table.record(
            game, {**by_points(100, 140 - cem, cem), "sure/left": "yes", "sure/holder/dragon": "yes"}
        )
        assert (said in table.get(game)) is is_void
