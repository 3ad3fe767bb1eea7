"""Koi-Koi at the table: rounds on a phone, three ways in, plain forms, what is refused."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.rules import score_document
from tests.store.tables import SHARE
from tests.web.phone import EntryScreen, entry_screen, expect_totals
from tests.web.table import Table, drop_terms, read_faults, read_fields, read_words

SIDES = ("Ann", "Ben")
# Each is a yaku in every form.
POETRY = ["pine-ribbon", "plum-ribbon", "cherry-ribbon"]
HUNT = ["clover-boar", "maple-deer", "peony-butterflies"]
MOON = ["susuki-moon", "chrysanthemum-cup"]


class RaceScreen(EntryScreen):
    """The entry screen of a race on a phone."""

    def stop(self, who: int | str) -> None:
        self.tap(f'label.end:has([value="{who}"])')

    def call(self, side: int, times: int = 1) -> None:
        for _ in range(times):
            self.tap(f'[data-call="{side}"] .call__add')

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

    def save_race(self) -> str:
        self.save()
        expect(self.page.locator("[data-summary][open], .total__number").first).to_be_visible()
        if self.page.locator("[data-summary][open]").count():
            self.tap("[data-summary-save]")
        return self.wait_for_game()


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
        screen.save_race()
        expect_totals(page, [scored["sides"][side]["total"] for side in SIDES])
    expect(page.locator("h1")).to_contain_text(f"{expected['winners'][0]} wins")


def test_the_screen_and_the_form_say_that_the_cup_is_one_of_the_chaff(
    screen: RaceScreen, table: Table
) -> None:
    screen.start_round(*SIDES, game="koikoi-modern", **{"options/cup": "both"})
    screen.stop(0)
    screen.give(MOON[1:])
    screen.chaff(11)
    assert screen.says("meter-words") == "1 + 2 = 3 (11 + sake cup = 12)"
    chosen = screen.page.locator('[data-chaff] [aria-pressed="true"]')
    expect(chosen).to_have_accessible_name("11 chaff cards without the sake cup")
    words = "chaff cards without the sake cup"
    for cup, said in (("animal", "chaff cards"), ("either", words), ("both", words), ("both-double", words)):
        page = table.get(f"{start(table, **{'options/cup': cup})}/rounds/new")
        assert f'<label class="field__label" for="chaff/0">Ann: {said}</label>' in page


def test_a_round_by_cards_takes_at_most_twelve_taps_and_by_yaku_six(screen: RaceScreen) -> None:
    game = screen.start_round(*SIDES, game="koikoi-modern")
    screen.taps = 0
    screen.stop(0)
    screen.give([*HUNT, "plum-warbler", "iris-bridge"])
    screen.chaff(10)
    screen.call(1)
    screen.save_race()
    assert screen.taps <= 12
    assert screen.totals() == [32, 0]
    screen.open(game)
    screen.way("counts")
    screen.taps = 0
    screen.stop(1)
    screen.tick(1, "ribbons", further=2)
    screen.save_race()
    assert screen.taps <= 6
    assert screen.totals() == [32, 3]


def test_a_race_asks_who_stopped_and_what_was_given_to_the_wrong_side_moves_along(
    screen: RaceScreen,
) -> None:
    screen.start_round(*SIDES, game="koikoi-modern")
    screen.give(HUNT[:1])
    assert screen.owner_of("clover-boar") is None
    expect(screen.page.locator("[data-says]")).to_have_text("Who stopped? Tap a name, or “nobody”.")
    screen.stop(0)
    screen.give(HUNT[:2])
    assert screen.words_of(".found--near") == ["Boar, deer, butterflies\n+animal 6"]
    screen.give(HUNT[2:])
    screen.chaff(18)
    # 5, and 9 for 18 chaff cards: 1 for ten and 8 more.
    assert screen.says("meter-words") == "(5 + 1 + 8) × 2 = 28"
    screen.stop(1)
    assert screen.owner_of("clover-boar") == "1"
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +28"
    screen.tap("[data-undo]")
    assert screen.says("save-words") == "Save round 1: Ann +28 · Ben 0"
    screen.stop("nobody")
    assert screen.says("meter-words") == "Nobody scores"
    # What the table added up itself has no terms.
    screen.stop(0)
    screen.way("points")
    screen.page.locator("[id='points/0']").fill("5")
    assert screen.says("meter-words") == "5 points"


def test_what_the_cards_had_found_is_ticked_by_yaku_and_summed_by_points(screen: RaceScreen) -> None:
    screen.start_round(*SIDES, game="koikoi-modern")
    page = screen.page
    screen.stop(0)
    screen.give([*HUNT, "plum-warbler"])
    screen.chaff(12)
    by_cards = screen.says("save-words")
    # 5 and a further animal, 1 and two further chaff cards, doubled.
    assert by_cards == "Save round 1: Ann +18 · Ben 0"
    screen.way("counts")
    ticked = page.locator('[name="yaku/0"]:checked')
    assert ticked.evaluate_all("all => all.map(one => one.value)") == ["boar-deer-butterflies", "chaff"]
    assert screen.words_of(".claim__more:visible") == ["+1", "+2"]
    assert screen.says("save-words") == by_cards
    # What a person ticked is never overwritten.
    screen.tick(0, "chaff")
    screen.way("cards")
    screen.way("counts")
    assert screen.says("save-words") == "Save round 1: Ann +6 · Ben 0"
    screen.way("points")
    expect(page.locator("[id='points/0']")).to_have_value("6")


def test_a_race_half_entered_comes_back_and_a_call_is_asked_before_it_counts(screen: RaceScreen) -> None:
    game = screen.start_round(*SIDES, game="koikoi-modern")
    call = screen.page.locator('[data-call="0"] .call__add')
    screen.stop(1)
    expect(call).to_have_text("Ann said koi-koi?")
    screen.give(HUNT)
    screen.call(0)
    expect(call).to_have_text("Ann: koi-koi 1")
    screen.wait_for_words("kept", "draft saved")
    screen.open(game)
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +10"
    screen.give(["plum-warbler"])
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +12"


def test_a_stop_without_a_yaku_and_the_month_are_asked_about_before_anything_is_sent(
    screen: RaceScreen,
) -> None:
    screen.start_round(*SIDES, game="koikoi-modern")
    check = screen.page.locator("[data-summary][open]")
    screen.stop(0)
    screen.give(POETRY[:2])
    screen.save()
    expect(check).to_contain_text("Ann has no yaku, so Ann cannot have stopped. Is a card missing?")
    expect(screen.page.locator("[data-summary-save]")).to_be_hidden()
    screen.answer("Back")
    screen.give([*POETRY[2:], "pine-crane"])
    screen.save()
    expect(check).to_contain_text("Are all four cards of the month there?")
    check.locator('label:has([value="yes"])').tap()
    expect(check).to_contain_text("Month cards")
    screen.tap("[data-summary-save]")
    assert screen.wait_for_game() == "Round 1 is saved: Ann +18 · Ben 0."


def test_who_dealt_is_chosen_in_the_menu_as_a_step_that_undo_takes_back(screen: RaceScreen) -> None:
    screen.start_round(*SIDES, game="koikoi-modern", **{"fields-of": "koikoi-modern"})
    screen.stop(0)
    screen.open_menu()
    screen.page.get_by_label("Dealt by").select_option("Ben")
    screen.tap("[data-more] summary")
    assert screen.says("undo") == "Undo: Dealt by Ben"
    screen.tap("[data-undo]")
    assert screen.page.get_by_label("Dealt by").input_value() == ""


def test_at_twice_the_size_nothing_of_a_race_is_wider_than_the_screen(screen: RaceScreen) -> None:
    # Half of 390 px, as a browser lays out a page at 200 %.
    screen.page.set_viewport_size({"width": 195, "height": 332})
    screen.start_round(*SIDES, game="koikoi-compendium")
    for stopped_by in (None, 0, "nobody", "dealt"):
        if stopped_by is not None:
            screen.page.locator(f'[name="winner"][value="{stopped_by}"]').check(force=True)
        screen.wait_for_figures()
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), stopped_by


# --- Plain forms -----------------------------------------------------------------------------------


def start(table: Table, form: str = "koikoi-modern", **fields: Any) -> str:
    return table.start(*SIDES, game=form, **fields)


def stopped(side: int, cards: list[str], **fields: Any) -> dict[str, Any]:
    """The fields of a race by cards."""
    typed = {f"captured/{card}": str(side) for card in cards}
    return {"way": "cards", "winner": str(side), **typed, **fields}


def test_without_scripts_a_race_is_summed_up_before_it_is_saved(table: Table) -> None:
    game = start(table)
    table.token = table.get_token()
    typed = stopped(0, [*HUNT, "plum-warbler"], **{"calls/1": "1"})
    path = f"{game}/rounds/new"
    response = table.client.post(path, data={"csrf_token": table.token, "key": "a" * 22, **typed})
    said = read_words(drop_terms(response.text))
    assert response.status_code == 422
    for words in ("Points of the yaku 6", "Ben called koi-koi × 2", "Round score +12", "Ann leads with 12"):
        assert words in said
    table.record(game, typed)
    assert table.totals(game) == [12, 0]


# What was typed, by what is wrong about it.
REFUSED = {
    "no yaku": ("modern", stopped(0, HUNT[:2]), "Ann has no yaku, so Ann cannot have stopped."),
    "chaff": (
        "modern",
        stopped(0, HUNT, **{"chaff/0": "25"}),
        "“chaff” is a whole number from 0 to 24, not 25",
    ),
    "nobody said": ("modern", {"way": "cards"}, "Who stopped?"),
    "no cards": ("modern", {"way": "cards", "winner": "0"}, "No card of"),
    "no hand": ("modern", {"way": "cards", "winner": "dealt"}, "Who was dealt which hand?"),
    "hu": (
        "hu",
        {"way": "cards", "winner": "dealt", "dealt/0": "teshi", "dealt/1": "teshi"},
        "both are ignored",
    ),
    "points": (
        "modern",
        {"winner": "0", "way": "points", "points/0": "x"},
        "whole number from 0 to 200, not x",
    ),
    "calls": (
        "compendium",
        {**stopped(0, HUNT, winner="nobody"), "calls/1": "1", "chaff/1": "3"},
        "Ben has no yaku, so Ben cannot have called koi-koi.",
    ),
    "month": ("modern", stopped(0, ["pine-crane", "pine-ribbon", *HUNT]), "all four of Pine?"),
}


def test_what_cannot_be_is_said_nothing_is_stored_and_all_that_was_typed_is_still_there(
    table: Table,
) -> None:
    games = {form: start(table, f"koikoi-{form}") for form in ("modern", "hu", "compendium")}
    misses = []
    for case, (form, typed, said) in REFUSED.items():
        text = table.record(games[form], typed, 422).text
        shown = read_fields(text)
        if said not in re.sub("[\u2068\u2069]", "", " ".join(read_faults(text))):
            misses.append((case, read_faults(text)))
        kept = [name for name in typed if name.startswith(("captured/", "winner"))]
        misses += [(case, name) for name in kept if shown.get(name) != [typed[name]]]
    assert misses == []
    assert [table.totals(game) for game in games.values()] == [[0, 0]] * 3


def test_a_race_can_be_corrected_and_its_month_and_dealer_stay(table: Table) -> None:
    game = start(table)
    table.record(game, stopped(1, HUNT))
    table.record(game, {"winner": "1", "way": "points", "points/1": "4"})
    assert table.totals(game) == [0, 9]
    table.correct(game, 1, {"winner": "0", **{f"captured/{card}": "0" for card in HUNT}})
    assert table.totals(game) == [5, 4]
    assert "Ann dealt" in read_words(table.get(f"{game}/rounds/2/why"))


def test_yaku_are_ticked_with_their_further_cards(table: Table) -> None:
    game = start(table, "koikoi-nintendo")
    ticked = {"winner": "0", "way": "counts", "yaku/0": ["ribbons", "chaff"], "further/0/chaff": "3"}
    table.record(game, ticked)
    assert table.totals(game) == [5, 0]
    shown = table.get(f"{game}/rounds/1")
    assert re.search(r'name="further/0/chaff"[^>]*value="3"', shown)


def test_rain_is_asked_where_the_field_decides(table: Table) -> None:
    game = start(table, **{"options/viewing": "field"})
    response = table.record(game, stopped(0, [*MOON, *HUNT]), 422)
    assert "Moon viewing: was it rained out?" in " ".join(read_faults(response.text))
    table.record(game, stopped(0, [*MOON, *HUNT], **{"rained_out/moon": "yes"}))
    # Boar, deer, butterflies and the cup: 5 + 1.
    assert table.totals(game) == [6, 0]
