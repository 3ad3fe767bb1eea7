"""Koi-Koi at the table: whole games on a phone, three ways in, plain forms, what is refused."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.cards import CHAFF, DECK, CardSet
from companion.rules import get_rule_set, score_document
from tests.web.phone import EntryScreen, expect_totals, open_phone
from tests.web.table import Table, drop_terms, read_faults, read_words

SIDES = ("Ann", "Ben")
# Each is a yaku in every form.
POETRY = ["pine-ribbon", "plum-ribbon", "cherry-ribbon"]
HUNT = ["clover-boar", "maple-deer", "peony-butterflies"]
MOON = ["susuki-moon", "chrysanthemum-cup"]
PICKED = CardSet.of(DECK) - CHAFF


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
        place = f'#yaku-{side} .claim:has([value="{yaku}"])'
        self.tap(f"{place} label.chip")
        for _ in range(further):
            self.tap(f"{place} .claim__more")

    def save_race(self) -> str:
        self.save()
        expect(self.page.locator("[data-check][open], .total__number").first).to_be_visible()
        if self.page.locator("[data-check][open]").count():
            self.tap("[data-check-save]")
        return self.wait_for_game()


def deal_race(dice: random.Random, both: bool) -> dict[str, Any]:
    """A race as a table enters it by cards."""
    kind = dice.choice(["shobu"] * 6 + ["exhausted", "dealt"])
    if kind == "dealt":
        return {"outcome": "dealt", "dealt": {dice.choice(SIDES): dice.choice(["teshi", "kuttsuki"])}}
    calls = {side: dice.choice([0, 0, 0, 1, 2]) for side in SIDES}
    winner = dice.randrange(2)
    piles: list[list[str]] = [[], []]
    yaku = dice.sample([POETRY, HUNT, MOON], 2)
    for n, made in ((winner, yaku[0]), (1 - winner, yaku[1])):
        rest = [
            card.id for card in PICKED if card.id not in yaku[0] + yaku[1] and card.kind.value != "bright"
        ]
        piles[n] = sorted({*made, *dice.sample(rest, dice.randrange(3))} - set(piles[1 - n]))
    if kind == "exhausted":
        document: dict[str, Any] = {"outcome": "exhausted", "calls": calls}
        return document | ({"captured": dict(zip(SIDES, piles, strict=True))} if both else {})
    document = {"outcome": "shobu", "winner": SIDES[winner], "captured": {SIDES[winner]: piles[winner]}}
    if dice.random() < 0.5:
        document["chaff"] = {SIDES[winner]: dice.randrange(10, 18)}
    return document | {"calls": calls, "all_four": {}}


def enter_race(screen: RaceScreen, race: dict[str, Any]) -> None:
    if race["outcome"] == "dealt":
        screen.stop("dealt")
        for side, hand in race["dealt"].items():
            screen.tap(f'#dealt-{SIDES.index(side)} label:has([value="{hand}"])')
        return
    screen.stop("nobody" if race["outcome"] == "exhausted" else SIDES.index(race["winner"]))
    for side, times in race["calls"].items():
        screen.call(SIDES.index(side), times)
    captured = race.get("captured", {})
    for side, cards in captured.items():
        if len(captured) > 1:
            screen.tap(f'[data-piles] [data-owner="{SIDES.index(side)}"]')
        screen.give(cards)
        if side in race.get("chaff", {}):
            screen.chaff(race["chaff"][side])
    screen.say_all_four([])


@pytest.mark.parametrize(
    ("form", "size", "length", "scheme"),
    [
        ("koikoi-modern", "390", {"rounds": 12}, "light"),
        ("koikoi-nintendo", "360", {"rounds": 6}, "dark"),
        ("koikoi-compendium", "390", {"rounds": 6}, "dark"),
        ("koikoi-hu", "360", {"rounds": 6}, "light"),
        ("koikoi-modern", "360", {"target": 50}, "light"),
    ],
)
def test_a_game_is_played_by_cards_from_new_game_to_the_winner(
    browser: Browser, live_server: str, form: str, size: str, length: dict[str, int], scheme: Any
) -> None:
    dice = random.Random(form + size)
    both = get_rule_set(form).race.exhausted == "most-yaku"  # type: ignore[union-attr]
    rounds = [deal_race(dice, both) for _ in range(length.get("rounds", 30))]
    document = {"game": form, "sides": list(SIDES), "options": dict(length), "rounds": rounds}
    expected = score_document(document)
    context = open_phone(browser, size, color_scheme=scheme)
    page = context.new_page()
    screen = RaceScreen(page, live_server)
    start_game(page, live_server, form, length)
    expect_totals(page, [0, 0])
    for number, (race, scored) in enumerate(zip(rounds, expected["rounds"], strict=True), 1):
        page.get_by_role("link", name=f"Enter round {number}").click()
        screen.wait()
        enter_race(screen, race)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if race["outcome"] == "shobu":
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        screen.save_race()
        totals = [scored["sides"][side]["total"] for side in SIDES]
        expect_totals(page, totals)
        if max(totals) >= length.get("target", 10**9):
            break
    best = max(totals)
    winners = [side for side, total in zip(SIDES, totals, strict=True) if total == best]
    said = f"{winners[0]} wins" if len(winners) == 1 else "share"
    expect(page.locator("h1")).to_contain_text(said)
    assert screen.complaints == []
    context.close()


def start_game(page: Page, server: str, form: str, length: dict[str, int]) -> None:
    page.goto(f"{server}/games/new")
    page.locator('[name="game"][value^="koikoi"]').check(force=True)
    page.locator(f'[name="form"][value="{form}"]').check(force=True)
    page.locator(f'[name="fields-of"][value="{form}"]').wait_for(state="attached")
    for seat, name in enumerate(SIDES):
        page.locator(f"#player-{seat}").fill(name)
    for part in page.locator("details").all():
        part.evaluate("(part) => { part.open = true; }")
    chosen = f"to-{length['target']}" if "target" in length else str(length["rounds"])
    page.locator(f'[name="length"][value="{chosen}"]').check(force=True)
    page.get_by_role("button", name="Start the game").first.click()


# --- On the phone ----------------------------------------------------------------------------------


@pytest.fixture
def screen(browser: Browser, live_server: str) -> Any:
    context = open_phone(browser)
    page = context.new_page()
    yield RaceScreen(page, live_server)
    context.close()


def test_a_round_by_cards_takes_at_most_twelve_taps_and_by_yaku_six(screen: RaceScreen) -> None:
    game = screen.start(*SIDES, game="koikoi-modern")
    screen.open(game)
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
    assert screen.complaints == []


def test_the_sum_stands_as_a_child_can_follow_it(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-modern"))
    assert screen.says("meter-words") == "Who stopped? Tap a name, or “nobody”."
    screen.stop(0)
    screen.give([*HUNT, "plum-warbler"])
    assert screen.says("meter-words") == "5 + 1 = 6"
    screen.call(1)
    assert screen.says("meter-words") == "5 + 1 = 6, × 2 Ben called koi-koi = 12"
    assert screen.says("save-words") == "Save round 1: Ann +12 · Ben 0"
    screen.give(["iris-bridge"])
    assert screen.says("meter-words") == "5 + 2 = 7, × 2 for 7 or more, × 2 Ben called koi-koi = 28"


def test_by_nintendo_every_call_counts_once_more(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-nintendo"))
    screen.stop(1)
    screen.give(HUNT)
    screen.call(0)
    screen.call(1)
    assert screen.says("meter-words") == "5, × 3 for one and each call of koi-koi = 15"


def test_the_screen_says_that_the_cup_is_one_of_the_chaff(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-modern", **{"option-cup": "both"}))
    screen.stop(0)
    screen.give(MOON[1:])
    screen.chaff(11)
    assert screen.says("meter-words") == "1 + 2 = 3 (11 + sake cup = 12)"
    chosen = screen.page.locator('[data-chaff] [aria-pressed="true"]')
    expect(chosen).to_have_accessible_name("11 chaff cards without the sake cup")


@pytest.mark.parametrize(
    ("cup", "words"),
    [
        ("animal", "Ann: chaff cards"),
        ("either", "Ann: chaff cards without the sake cup"),
        ("both", "Ann: chaff cards without the sake cup"),
        ("both-double", "Ann: chaff cards without the sake cup"),
    ],
)
def test_the_form_asks_for_chaff_without_the_cup_where_the_cup_is_chaff(
    table: Table, cup: str, words: str
) -> None:
    page = table.get(f"{start(table, **{'option-cup': cup})}/rounds/new")
    assert f'<label class="field__label" for="chaff-0">{words}</label>' in page


def test_a_yaku_that_lacks_one_card_is_named(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-hu"))
    screen.stop(0)
    screen.give(HUNT[:2])
    assert screen.words_of(".found--near") == ["Boar, deer\nanimal 6"]


def test_what_was_given_to_the_wrong_side_moves_to_whoever_stopped(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-modern"))
    screen.stop(0)
    screen.give(HUNT)
    screen.chaff(18)
    screen.stop(1)
    assert screen.owner_of("clover-boar") == "1"
    # 5, and 9 for 18 chaff cards.
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +28"
    screen.tap("[data-undo]")
    assert screen.says("save-words") == "Save round 1: Ann +28 · Ben 0"


def test_a_card_tapped_before_anybody_stopped_asks_who(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-modern"))
    screen.give(HUNT[:1])
    assert screen.owner_of("clover-boar") is None
    expect(screen.page.locator("[data-says]")).to_have_text("Who stopped? Tap a name, or “nobody”.")


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ([], "Ann has no yaku, so Ann cannot have stopped. Is a card missing?"),
        (HUNT[:2], "Ann has no yaku, so Ann cannot have stopped. Is a card missing?"),
    ],
)
def test_who_stopped_without_a_yaku_is_asked_before_anything_is_sent(
    screen: RaceScreen, cards: list[str], said: str
) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-modern"))
    screen.stop(0)
    screen.give(cards)
    screen.save()
    expect(screen.page.locator("[data-check][open]")).to_contain_text(said)
    expect(screen.page.locator("[data-check-save]")).to_be_hidden()


def test_a_viewing_that_does_not_count_alone_is_named(screen: RaceScreen) -> None:
    fields = {"option-viewing": "with-another"}
    screen.open(screen.start(*SIDES, game="koikoi-modern", **fields))
    screen.stop(0)
    screen.give(MOON)
    screen.save()
    said = "Ann has Moon viewing, which counts beside another yaku only, and no other yaku."
    expect(screen.page.locator("[data-check][open]")).to_contain_text(said)


def test_points_count_while_they_are_typed(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-modern"))
    screen.stop(1)
    screen.way("points")
    screen.page.locator("#points-1").press_sequentially("8")
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +16"


def test_the_month_is_asked_where_a_side_has_its_cards(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-modern"))
    screen.stop(0)
    screen.give([*POETRY, "pine-crane"])
    screen.save()
    check = screen.page.locator("[data-check][open]")
    expect(check).to_contain_text("Are all four cards of the month there?")
    check.locator('label:has([value="yes"])').tap()
    expect(check).to_contain_text("Month cards")
    screen.tap("[data-check-save]")
    assert screen.wait_for_game() == "Round 1 is saved: Ann +18 · Ben 0."


def test_a_race_half_entered_comes_back(screen: RaceScreen) -> None:
    game = screen.start(*SIDES, game="koikoi-modern")
    screen.open(game)
    screen.stop(1)
    screen.give(HUNT)
    screen.call(0)
    expect(screen.page.locator("[data-kept]")).to_have_text("draft saved")
    screen.open(game)
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +10"
    screen.give(["plum-warbler"])
    assert screen.says("save-words") == "Save round 1: Ann 0 · Ben +12"


def test_with_the_hands_run_out_the_compendium_asks_for_both_piles(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-compendium"))
    screen.stop("nobody")
    screen.give(POETRY)
    screen.tap('[data-piles] [data-owner="1"]')
    screen.give([*HUNT, "plum-warbler"])
    assert screen.says("meter-words") == "Ann: 5 · Ben: 5 + 1 = 6"
    assert screen.save_race() == "Round 1 is saved: Ann 0 · Ben +6."


def test_a_call_is_asked_before_it_is_counted(screen: RaceScreen) -> None:
    screen.open(screen.start(*SIDES, game="koikoi-modern"))
    call = screen.page.locator('[data-call="1"] .call__add')
    expect(call).to_have_text("Ben said koi-koi?")
    call.tap()
    expect(call).to_have_text("Ben: koi-koi 1")


# --- Plain forms -----------------------------------------------------------------------------------


def start(table: Table, form: str = "koikoi-modern", **fields: Any) -> str:
    return table.start(*SIDES, game=form, **fields)


def stopped(side: int, cards: list[str], **fields: Any) -> dict[str, Any]:
    """The fields of a race by cards."""
    typed = {f"card-{card}": str(side) for card in cards}
    return {"way": "cards", "stopped": str(side), **typed, **fields}


def test_without_scripts_a_race_is_summed_up_before_it_is_saved(table: Table) -> None:
    game = start(table)
    table.token = table.get_token()
    typed = stopped(0, [*HUNT, "plum-warbler"], **{"calls-1": "1"})
    path = f"{game}/rounds/new"
    response = table.client.post(path, data={"csrf_token": table.token, "key": "a" * 22, **typed})
    said = read_words(drop_terms(response.text))
    assert response.status_code == 422
    for words in ("Points of the yaku 6", "Ben called koi-koi × 2", "Round score +12", "Ann leads with 12"):
        assert words in said
    table.record(game, typed)
    assert table.totals(game) == [12, 0]


@pytest.mark.parametrize(
    ("form", "typed", "said"),
    [
        ("koikoi-modern", stopped(0, HUNT[:2]), "Ann has no yaku, so Ann cannot have stopped."),
        ("koikoi-modern", stopped(0, HUNT, **{"chaff-0": "25"}), "at most 24 chaff cards, not 25"),
        ("koikoi-modern", {"way": "cards"}, "Who stopped?"),
        ("koikoi-modern", {"way": "cards", "stopped": "0"}, "No card of"),
        ("koikoi-modern", {"way": "cards", "stopped": "dealt"}, "Who was dealt which hand?"),
        (
            "koikoi-hu",
            {"way": "cards", "stopped": "dealt", "dealt-0": "teshi", "dealt-1": "teshi"},
            "both are ignored",
        ),
        ("koikoi-modern", {"stopped": "0", "way": "points", "points-0": "x"}, "not a whole number"),
        (
            "koikoi-compendium",
            {"stopped": "nobody", "calls-1": "1", **stopped(0, HUNT, stopped="nobody"), "chaff-1": "3"},
            "Ben has no yaku, so Ben cannot have called koi-koi.",
        ),
        ("koikoi-modern", stopped(0, ["pine-crane", "pine-ribbon", *HUNT]), "all four of Pine?"),
    ],
    ids=["no yaku", "too much chaff", "nobody said", "no cards", "no hand", "hu", "points", "calls", "month"],
)
def test_what_cannot_be_is_said_and_nothing_is_stored(
    table: Table, form: str, typed: dict[str, Any], said: str
) -> None:
    game = start(table, form)
    response = table.record(game, typed, 422)
    assert said in " ".join(read_faults(response.text)).replace("\u2068", "").replace("\u2069", "")
    assert table.totals(game) == [0, 0]
    # All that was typed is still there.
    for name, value in typed.items():
        if name.startswith(("card-", "stopped")):
            assert re.search(f'name="{name}" value="{value}"[^>]* checked', response.text), name


def test_a_race_can_be_corrected_and_its_month_and_dealer_stay(table: Table) -> None:
    game = start(table)
    table.record(game, stopped(1, HUNT))
    table.record(game, {"stopped": "1", "way": "points", "points-1": "4"})
    assert table.totals(game) == [0, 9]
    table.correct(game, 1, {"stopped": "0", **{f"card-{card}": "0" for card in HUNT}})
    assert table.totals(game) == [5, 4]
    assert "Ann dealt" in read_words(table.get(f"{game}/rounds/2/why"))


def test_yaku_are_ticked_with_their_further_cards(table: Table) -> None:
    game = start(table, "koikoi-nintendo")
    ticked = {"stopped": "0", "way": "counts", "yaku-0": ["ribbons", "chaff"], "further-0-chaff": "3"}
    table.record(game, ticked)
    assert table.totals(game) == [5, 0]
    shown = table.get(f"{game}/rounds/1")
    assert re.search(r'name="further-0-chaff"[^>]*value="3"', shown)


def test_rain_is_asked_where_the_field_decides(table: Table) -> None:
    game = start(table, **{"option-viewing": "field"})
    response = table.record(game, stopped(0, [*MOON, *HUNT]), 422)
    assert "Moon viewing: was it rained out?" in " ".join(read_faults(response.text))
    table.record(game, stopped(0, [*MOON, *HUNT], **{"rained-moon": "yes"}))
    # Boar, deer, butterflies and the cup: 5 + 1.
    assert table.totals(game) == [6, 0]


@pytest.mark.parametrize("stopped_by", [None, 0, "nobody", "dealt"])
def test_at_twice_the_size_nothing_of_a_race_is_wider_than_the_screen(
    browser: Browser, live_server: str, stopped_by: int | str | None
) -> None:
    # Half of 390 px, as a browser lays out a page at 200 %.
    context = browser.new_context(viewport={"width": 195, "height": 332}, has_touch=True)
    screen = RaceScreen(context.new_page(), live_server)
    screen.open(screen.start(*SIDES, game="koikoi-compendium"))
    if stopped_by is not None:
        screen.page.locator(f'[name="stopped"][value="{stopped_by}"]').check(force=True)
    screen.wait_for_figures()
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
