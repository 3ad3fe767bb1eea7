"""Koi-Koi on a phone: who stopped, calls, chaff, three ways in; by plain forms: test_games.py."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.rules import score_document
from tests.store.tables import SHARE
from tests.web.phone import EntryScreen, entry_screen, expect_totals

SIDES = ("Ann", "Ben")
MODERN = {"game": "koikoi-modern", "fields_of": "koikoi-modern"}
# Each is a yaku in every form.
POETRY = ["pine-ribbon", "plum-ribbon", "cherry-ribbon"]
HUNT = ["clover-boar", "maple-deer", "peony-butterflies"]
BRIGHTS = ["pine-crane", "cherry-curtain", "susuki-moon", "paulownia-phoenix"]


class RaceScreen(EntryScreen):
    """The entry screen of a race on a phone."""

    def stop(self, who: int | str) -> None:
        self.tap(f'label.end:has([value="{who}"])')

    def call(self, side: int, times: int = 1) -> None:
        for _ in range(times):
            self.tap(f'[data-step="calls/{side}"] .call__add')

    def chaff(self, count: int) -> None:
        chips = self.page.locator("[data-chaff] button")
        least = int(chips.first.inner_text())
        last = chips.count() - 1
        self.taps += 1 + max(0, count - least - last)
        for _ in range(1 + max(0, count - least - last)):
            chips.nth(min(count - least, last)).tap()

    def tick(self, side: int, yaku: str, further: int = 0) -> None:
        place = f'[id="yaku/{side}"] .claim:has([value="{yaku}"])'
        self.tap(f"{place} label.chip")
        for _ in range(further):
            self.tap(f"{place} .claim__more")


@pytest.fixture
def screen(browser: Browser, live_server: str) -> Iterator[RaceScreen]:
    with entry_screen(browser, live_server, "360") as phone:
        yield RaceScreen(phone.page, live_server)


def enter_race(screen: RaceScreen, race: dict[str, Any]) -> None:
    """Enter a document's race as a table does."""
    if race["outcome"] == "dealt":
        screen.stop("dealt")
        for side, hand in race["dealt"].items():
            screen.tap(f'[id="dealt/{SIDES.index(side)}"] label:has([value="{hand}"])')
        return
    screen.stop("nobody" if race["outcome"] == "exhausted" else SIDES.index(race["winner"]))
    for side in race.get("calls", ()):
        screen.call(SIDES.index(side))
    for side, cards in race["captured"].items():
        if len(race["captured"]) > 1:
            screen.tap(f'[data-piles] [data-owner="{SIDES.index(side)}"]')
        screen.give(cards)
        if side in race.get("chaff", {}):
            screen.chaff(race["chaff"][side])
    screen.say_all_four([])


FORMS = ("compendium", "modern", "nintendo", "hu") if SHARE == 1 else ("compendium",)


@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_played_by_cards_to_the_winner(screen: RaceScreen, example: Any, form: str) -> None:
    """The compendium asks for both piles where the hands ran out; the other forms in a thorough run."""
    given, _ = example(f"two-players-koikoi-{form}")
    by_cards = [race for race in given["rounds"] if {"dealt", "captured"} & {*race} and "dealer" not in race]
    rounds = by_cards if SHARE == 1 else [given["rounds"][number] for number in (0, 1, 4)]
    length = {"rounds": len(rounds)}
    expected = score_document({**given, "options": length, "rounds": rounds})
    rules = {"game": given["game"], "fields_of": given["game"], "length": "rounds", **length}
    game = screen.start(*SIDES, **rules)
    page = screen.page
    for race, scored in zip(rounds, expected["rounds"], strict=True):
        screen.open(game)
        enter_race(screen, race)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if race["outcome"] == "shobu":
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        screen.save_round()
        expect_totals(page, [scored["sides"][side]["total"] for side in SIDES])
    expect(page.locator("h1")).to_contain_text(f"{expected['winners'][0]} wins")


def test_a_round_by_cards_takes_at_most_twelve_taps_and_by_yaku_six(screen: RaceScreen) -> None:
    game = screen.start_round(*SIDES, **MODERN)
    screen.taps = 0
    screen.stop(0)
    screen.give([*HUNT, "plum-warbler", "iris-bridge"])
    screen.chaff(10)
    screen.call(1)
    screen.save_round()
    assert screen.taps <= 12
    assert screen.totals() == [32, 0]
    screen.open(game)
    screen.way("counts")
    screen.taps = 0
    screen.stop(1)
    screen.tick(1, "ribbons", further=2)
    screen.save_round()
    assert screen.taps <= 6
    assert screen.totals() == [32, 3]


def test_a_race_asks_who_stopped_and_what_was_given_to_the_wrong_side_moves_along(
    screen: RaceScreen,
) -> None:
    screen.start_round(*SIDES, **MODERN)
    screen.give(HUNT[:1])
    assert screen.owner_of("clover-boar") is None
    expect(screen.page.locator("[data-says]")).to_have_text("Who stopped? Tap a name, or “nobody”.")
    screen.stop(0)
    call = screen.page.locator('[data-step="calls/1"] .call__add')
    expect(call).to_have_text("Ben said koi-koi こいこい?")
    expect(call.locator("bdi[lang=ja]")).to_have_text("こいこい")
    screen.give(HUNT[:2])
    assert screen.words_of(".found--near") == ["Boar, deer, butterflies 猪鹿蝶\n+animal 6"]
    screen.give(HUNT[2:])
    screen.chaff(18)
    # 5, and 9 for 18 chaff cards: 1 for ten and 8 more.
    assert screen.says("meter-words") == "(5 + 1 + 8) × 2 = 28"
    screen.stop(1)
    assert screen.owner_of("clover-boar") == "1"
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +28"
    screen.tap("[data-undo]")
    assert screen.says("save-words") == "Save round 1: Ann +28 · Ben 0"
    screen.call(1)
    expect(call).to_have_text("Ben: koi-koi 1")
    screen.open_menu()
    dealer = screen.page.get_by_label("Dealt by")
    dealer.select_option("Ben")
    assert screen.says("undo") == "Undo: Dealt by Ben"
    screen.tap("[data-undo]")
    assert dealer.input_value() == ""
    screen.stop("nobody")
    assert screen.says("meter-words") == "Nobody scores"


def test_what_cannot_be_has_no_scores_on_the_button_that_saves(screen: RaceScreen) -> None:
    screen.start_round(*SIDES, **MODERN)
    screen.stop(0)
    screen.give(HUNT)
    assert screen.says("save-words") == "Save round 1: Ann +5 · Ben 0"
    screen.call(0)
    assert screen.says("save-words") == "Save round 1: Ann – · Ben –"
    screen.start_round(*SIDES, game="kwado-1985", fields_of="kwado-1985")
    screen.way("points")
    for side, points in enumerate(("200", "45")):
        screen.page.locator(f"[id='points/{side}']").fill(points)
    assert screen.says("save-words") == "Save round 1: Ann – · Ben –"


def test_what_the_cards_had_found_is_ticked_by_yaku_and_summed_by_points(screen: RaceScreen) -> None:
    screen.start_round(*SIDES, **MODERN, **{"options/cup": "both"})
    page = screen.page
    screen.stop(0)
    screen.give([*HUNT, "chrysanthemum-cup"])
    screen.chaff(11)
    chosen = page.locator('[data-chaff] [aria-pressed="true"]')
    expect(chosen).to_have_accessible_name("11 chaff cards without the sake cup")
    by_cards = screen.says("save-words")
    # 5 and a further animal, 1 and two further chaff cards, doubled.
    assert screen.says("meter-words") == "(5 + 1 + 1 + 2) × 2 = 18 (11 + sake cup = 12)"
    screen.way("counts")
    ticked = page.locator('[name="yaku/0"]:checked')
    assert ticked.evaluate_all("all => all.map(one => one.value)") == ["boar-deer-butterflies", "chaff"]
    assert screen.words_of(".claim__more:visible") == ["+1", "+2"]
    assert screen.says("save-words") == by_cards == "Save round 1: Ann +18 · Ben 0"
    # What a person ticked is never overwritten.
    screen.tick(0, "chaff")
    screen.way("cards")
    screen.way("counts")
    assert screen.says("save-words") == "Save round 1: Ann +6 · Ben 0"
    # What the table added up itself has no terms.
    screen.way("points")
    expect(page.locator("[id='points/0']")).to_have_value("6")
    assert screen.says("meter-words") == "6 points"


def test_who_has_yaku_and_does_not_score_has_no_sum(screen: RaceScreen) -> None:
    """“Ann: 5 + 1 = 0” stood there (findings, table 13)."""
    rules = {"game": "koikoi-compendium", "fields_of": "koikoi-compendium"}
    screen.start_round(*SIDES, **rules)
    screen.stop("nobody")
    for side, cards in enumerate(([*HUNT, "plum-warbler", "iris-bridge"], BRIGHTS)):
        screen.tap(f'[data-piles] [data-owner="{side}"]')
        screen.give(cards)
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +16"
    assert screen.says("meter-words") == "Ann: 7 points · Ben: 8 × 2 = 16"


def test_a_race_half_entered_comes_back_and_goes_on(screen: RaceScreen) -> None:
    game = screen.start_round(*SIDES, **MODERN)
    screen.stop(1)
    screen.give(HUNT)
    screen.call(0)
    screen.wait_for_words("kept", "draft saved")
    screen.open(game)
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +10"
    screen.give(["plum-warbler"])
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +12"


def test_a_stop_without_a_yaku_and_the_month_are_asked_about_before_anything_is_sent(
    screen: RaceScreen,
) -> None:
    screen.start_round(*SIDES, **MODERN)
    screen.stop(0)
    screen.give(POETRY[:2])
    screen.save()
    expect(screen.summary).to_contain_text("Ann has no yaku, so Ann cannot have stopped. Is a card missing?")
    expect(screen.page.locator("[data-summary-save]")).to_be_hidden()
    screen.answer("Back")
    screen.give([*POETRY[2:], "pine-crane"])
    screen.save()
    expect(screen.summary).to_contain_text("Are all four cards of the month there?")
    screen.summary.locator('label:has([value="yes"])').tap()
    expect(screen.summary).to_contain_text("Month cards")
    screen.confirm()
    assert screen.wait_for_game() == "Round 1 is saved: Ann +18 · Ben 0."
    # Half of 390 px, as a browser lays out a page at 200 %.
    screen.page.set_viewport_size({"width": 195, "height": 332})
    screen.open(screen.game)
    for stopped_by in ("0", "nobody", "dealt"):
        screen.page.locator(f'[name="winner"][value="{stopped_by}"]').check(force=True)
        screen.wait_for_figures()
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), stopped_by


def test_who_counts_brights_on_the_field_is_asked_for_them_once_and_the_loser_may_pay(
    screen: RaceScreen,
) -> None:
    options = {"options/field-brights": "yes", "options/loser-pays": "yes"}
    screen.start_round(*SIDES, **MODERN, **options)
    screen.stop(0)
    screen.way("counts")
    screen.tick(0, "boar-deer-butterflies")
    assert screen.says("save-words") == "Save round 1: Ann +5 · Ben −5"
    screen.tap(".round__save button")
    dialog = screen.page.locator("dialog[open]")
    expect(dialog).to_contain_text("How many brights were dealt to the field?")
    dialog.locator("[data-panel-close]").tap()
    screen.tap('.chip:has([name="field_brights"][value="2"])')
    assert screen.says("meter-words") == "5 × 2 = 10"
    screen.tap(".round__save button")
    # koi-koi.md: 5, with two brights +10 and −10.
    expect_totals(screen.page, [10, -10])
    screen.open(screen.game, 1)
    expect(screen.page.locator('[name="field_brights"][value="2"]')).to_be_checked()
