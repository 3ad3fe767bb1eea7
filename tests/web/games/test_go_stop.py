"""Go-Stop on a phone and by plain forms: who stopped, calls of go, losers' chips, who pays whom."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.games.test_koi_koi import RaceScreen
from tests.web.phone import FILL_IN, entry_screen, expect_totals
from tests.web.table import Table, read_faults, read_fields, read_totals, read_words

GO_STOP = {"game": "go-stop", "fields_of": "go-stop"}
ROUNDS = {"length": "rounds", "rounds": "3"}
THREE, TWO, FOUR = ("Ann", "Ben", "Cho"), ("Ann", "Ben"), ("Ann", "Ben", "Cho", "Dan")
GODORI = ["plum-warbler", "wisteria-cuckoo", "susuki-geese"]
# Godori 5 and five animals 1; with ten chaff 7.
ANIMALS = [*GODORI, "clover-boar", "maple-deer"]
# No set, and one too few for a yaku.
RIBBONS = ["pine-ribbon", "wisteria-ribbon", "peony-ribbon", "willow-ribbon"]
BRIGHTS = ["pine-crane", "cherry-curtain", "susuki-moon"]
LOOKS = (("390", "light"), ("360", "dark"))


class GoStopScreen(RaceScreen):
    """The entry screen of Go-Stop on a phone."""

    def mark(self, path: str, word: str = "1") -> None:
        self.tap(f'label.chip:has([name="{path}"][value="{word}"])')

    def step(self, path: str) -> None:
        self.tap(f'[data-step="{path}"] .call__add')

    def type_points(self, side: int, points: int) -> None:
        """Each digit is a tap, too."""
        self.taps += 1 + len(str(points))
        self.page.locator(f'[id="points/{side}"]').fill(str(points))


@pytest.fixture(params=LOOKS, ids="-".join)
def screen(browser: Browser, live_server: str, request: pytest.FixtureRequest) -> Iterator[GoStopScreen]:
    size, scheme = request.param
    with entry_screen(browser, live_server, size, color_scheme=scheme) as phone:
        yield GoStopScreen(phone.page, live_server)


def keep_by_cards(screen: GoStopScreen) -> None:
    """Enter a round that Ann stopped with nine cards, ten chaff and a go; Ben had few chaff."""
    screen.stop(0)
    screen.give([*ANIMALS, *RIBBONS])
    screen.chaff(10)
    screen.call(0)
    screen.mark("lacks/1", "few-chaff")


def test_three_play_to_the_winner_and_the_history_by_few_taps(screen: GoStopScreen) -> None:
    game = screen.start_round(*THREE, **GO_STOP, **ROUNDS)
    page = screen.page
    screen.taps = 0
    keep_by_cards(screen)
    assert screen.says("save-words") == "Save round 1: Ann +24 · Ben −16 · Cho −8"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert screen.save_round() == "Round 1 is saved: Ann +24 · Ben −16 · Cho −8."
    assert screen.taps <= 22
    expect_totals(page, [24, -16, -8])
    screen.open(game)
    screen.stop("nobody")
    call = page.locator('[data-step="calls/2"] .call__add')
    expect(call).to_have_text("Cho said go 고?")
    expect(call.locator("bdi[lang=ko]")).to_have_text("고")
    screen.call(2)
    expect(call).to_have_text("Cho: go 1")
    assert screen.says("meter-words") == "Nobody scores"
    assert screen.save_round() == "Round 2 is saved: Ann 0 · Ben 0 · Cho 0."
    screen.open(game)
    screen.taps = 0
    screen.way("points")
    screen.stop(1)
    screen.type_points(1, 5)
    screen.mark("counts", "brights")
    screen.call(0)
    screen.mark("lacks/2", "brights")
    # go-stop.md, “By hand” 3: doubled by the undecided round, and Ann pays for both.
    assert screen.says("save-words") == "Save round 3: Ann −30 · Ben +30 · Cho 0"
    assert screen.save_round() == "Round 3 is saved: Ann −30 · Ben +30 · Cho 0."
    assert screen.taps <= 10
    expect_totals(page, [-6, 14, -8])
    expect(page.locator("h1")).to_contain_text("Ben wins")
    page.goto(f"{game}/history")
    expect(page.get_by_text("Round 3 was entered.")).to_be_visible()


def test_two_play_with_gobak_and_four_of_a_month_dealt(screen: GoStopScreen) -> None:
    game = screen.start_round(*TWO, **GO_STOP, **ROUNDS)
    screen.stop(0)
    screen.give(ANIMALS)
    screen.chaff(10)
    screen.call(1)
    # Seven points, doubled by Ben's go.
    assert screen.says("save-words") == "Save round 1: Ann +14 · Ben −14"
    screen.save_round()
    screen.open(game)
    screen.tap('.ends__also label.chip:has([value="four-dealt/1"])')
    assert screen.save_round() == "Round 2 is saved: Ann −7 · Ben +7."
    screen.open(game)
    screen.stop("nobody")
    screen.save_round()
    expect_totals(screen.page, [7, -7])
    expect(screen.page.locator("h1")).to_contain_text("Ann wins")


def test_no_card_moves_while_cards_are_tapped_and_what_is_not_asked_cannot_be_reached(
    screen: GoStopScreen,
) -> None:
    screen.start_round(*THREE, **GO_STOP)
    page = screen.page
    # Tall enough that the cards grow into what is left.
    page.set_viewport_size({"width": 412, "height": 915})
    screen.stop(0)
    cards, places = page.locator("#captured"), []
    for owner, given in (("0", [*ANIMALS, *BRIGHTS]), ("1", RIBBONS[:1])):
        screen.tap(f'[data-piles] [data-owner="{owner}"]')
        for card in given:
            screen.give([card])
            screen.wait_for_figures()
            places.append(cards.bounding_box())
    assert places == places[:1] * len(places)
    # Ben's cards are listed: of him jokers are asked, and of Cho what he lacks.
    expect(page.locator('[id="jokers/1"]')).to_be_visible()
    expect(page.locator('[id="jokers/2"]')).to_be_hidden()
    expect(page.locator('[id="lacks/1"]')).to_be_hidden()
    expect(page.locator('[id="lacks/2"]')).to_be_visible()
    for side in (1, 2):
        screen.call(side)
    screen.wait_for_figures()
    asked = page.locator("#first_go span:not([inert]) > .chip")
    assert asked.all_inner_texts() == ["Ben", "Cho"]
    hidden = page.locator("[data-where][inert] :is(input, button, select)")
    assert hidden.count() > 0
    for each in hidden.all():
        assert not each.evaluate("one => { one.focus(); return document.activeElement === one; }")


def test_of_four_one_sits_out_and_has_no_place_in_the_round(screen: GoStopScreen) -> None:
    screen.start_round(*FOUR, **GO_STOP)
    screen.stop(0)
    screen.give(ANIMALS)
    screen.save()
    expect(screen.summary).to_contain_text("3 at most play a round: who sits out?")
    screen.answer("Back")
    screen.mark("sits_out", "3")
    for place in ('.end:has([value="3"])', '[data-step="calls/3"]', '[id="lacks/3"]'):
        expect(screen.page.locator(place)).to_be_hidden()
    assert screen.save_round() == "Round 1 is saved: Ann +12 · Ben −6 · Cho −6 · Dan 0."


def test_of_four_one_sells_each_round_and_a_correction_holds_what_was_sold(screen: GoStopScreen) -> None:
    """Ann deals, so that Ben and Cho pay Dan: two cards with three of a month are 8 from each."""
    game = screen.start_round(*FOUR, **GO_STOP, **ROUNDS)
    screen.mark("sits_out", "3")
    screen.step("sold/3")
    screen.step("sold/3")
    screen.mark("sold_with/3", "three")
    screen.stop(0)
    screen.give(ANIMALS)
    assert screen.save_round() == "Round 1 is saved: Ann +12 · Ben −14 · Cho −14 · Dan +16."
    # Ann deals again: Dan and Cho pay Ben for a card.
    screen.open(game)
    screen.way("points")
    screen.mark("sits_out", "1")
    screen.step("sold/1")
    screen.stop(3)
    screen.type_points(3, 4)
    assert screen.save_round() == "Round 2 is saved: Ann −4 · Ben +4 · Cho −6 · Dan +6."
    screen.open(game, 2)
    expect(screen.page.locator('[id="points/3"]')).to_have_value("4")
    expect(screen.page.locator('[id="points/3"]')).to_be_visible()
    screen.step("sold/1")
    assert screen.save_round() == "Round 2: Ben 4 → 8, Cho −6 → −8, Dan 6 → 4. Dan leads with 20."
    # Undecided, and Dan deals.
    screen.open(game)
    screen.mark("sits_out", "0")
    screen.step("sold/0")
    screen.stop("nobody")
    assert screen.save_round() == "Round 3 is saved: Ann +4 · Ben −2 · Cho −2 · Dan 0."
    screen.page.goto(f"{game}/rounds/1/why")
    expect(screen.page.locator("main")).to_contain_text("Sold brights (광팔이)")
    expect(screen.page.locator("main")).to_contain_text(
        re.compile(r"Ben pays\s+D?\s*Dan\s+Cards sold \(광팔이\): 2 × 4 = 8\s+8")
    )


def test_what_was_ticked_of_a_loser_is_true_of_a_winner_no_more(screen: GoStopScreen) -> None:
    screen.start_round(*THREE, **GO_STOP)
    screen.way("points")
    screen.stop(0)
    screen.type_points(0, 5)
    screen.mark("counts", "brights")
    screen.mark("lacks/1", "brights")
    assert screen.says("save-words") == "Save round 1: Ann +15 · Ben −10 · Cho −5"
    screen.stop(1)
    screen.type_points(1, 5)
    assert screen.says("save-words") == "Save round 1: Ann −5 · Ben +10 · Cho −5"


BY_POINTS = {"way": "points", "winner": "0", "points/0": "4"}
# What cannot be, at a table of so many, and what is said of it.
REFUSED: dict[str, tuple[tuple[str, ...], dict[str, str], str]] = {
    "too few points": (
        THREE,
        BY_POINTS | {"points/0": "2"},
        "Ann has 2 points: to stop, 3 are needed. Is a card missing?",
    ),
    "too many goes": (
        THREE,
        BY_POINTS | {"calls/0": "2"},
        "Ann has 4 points: with 2 × go, 3 + 2 are needed to stop. Is a card missing?",
    ),
    "two callers": (
        THREE,
        BY_POINTS | {"calls/1": "1", "calls/2": "1"},
        "Both called go: who called first?",
    ),
    "four play": (FOUR, BY_POINTS, "at most"),
    "a card of who sits out": (
        FOUR,
        {"way": "cards", "winner": "0", "sits_out": "3", "captured/pine-crane": "3"}
        | {f"captured/{card}": "0" for card in GODORI},
        # The phone says it of anybody, the server of Dan.
        "has no cards",
    ),
}


# The phone unticks it.
BY_PLAIN_FORM = REFUSED | {
    "what the winner lacks": (
        THREE,
        BY_POINTS | {"lacks/0": "brights"},
        "Ann won, and only what a loser lacks is told: take it away from Ann.",
    ),
    "a draw that the winner refused": (
        THREE,
        BY_POINTS | {"refused_draw": "0"},
        "Ann won, so Ann pays for nobody: leave out who refused a draw.",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_one_sentence_on_the_phone(screen: GoStopScreen, name: str) -> None:
    names, fields, said = REFUSED[name]
    screen.start_round(*names, **GO_STOP)
    screen.page.evaluate(FILL_IN, fields)
    screen.save()
    expect(screen.summary.locator("h2")).to_have_text("Not yet")
    expect(screen.summary.locator("[data-ask]")).to_have_count(1)
    expect(screen.summary.locator("[data-ask]")).to_contain_text(said)
    expect(screen.page.locator("[data-summary-save]")).to_be_hidden()


@pytest.mark.parametrize("name", BY_PLAIN_FORM)
def test_what_cannot_be_is_one_sentence_by_a_plain_form_and_nothing_is_stored(
    table: Table, name: str
) -> None:
    names, fields, said = BY_PLAIN_FORM[name]
    game = table.start(*names, **GO_STOP)
    answer = table.record(game, fields, status=422)
    faults = read_faults(answer.get_data(as_text=True))
    assert len(faults) == 1
    assert said in faults[0]
    assert read_totals(table.get(game)) == [0] * len(names)


# All that a round can hold: two callers, chips and numbers of losers, at once, what is shaken.
WHOLE = {
    "way": "cards",
    "winner": "0",
    **{f"captured/{card}": "0" for card in [*ANIMALS, *BRIGHTS]},
    "captured/pine-ribbon": "1",
    "chaff/0": "11",
    "chaff/1": "4",
    "calls/0": "1",
    "calls/1": "1",
    "calls/2": "2",
    "first_go": "2",
    "shakes/0": "1",
    "bombs/0": "1",
    "jokers/0": "2",
    "jokers/1": "3",
    "lacks/2": "brights",
    "at_once/2": "3",
}


def test_the_whole_form_is_filled_in_without_scripts_and_a_correction_keeps_every_field(
    table: Table,
) -> None:
    game = table.start(*THREE, **GO_STOP)
    empty = read_fields(table.get(f"{game}/rounds/new"))
    named = set(re.findall(r' name="([^"]+)"', table.get(f"{game}/rounds/new")))
    assert set(WHOLE) <= named | set(empty)
    table.record(game, WHOLE)
    shown = read_fields(table.get(f"{game}/rounds/1"))
    assert {path: shown.get(path) for path in WHOLE} == {path: [text] for path, text in WHOLE.items()}
    before = read_totals(table.get(game))
    table.correct(game, 1, shown)
    assert read_totals(table.get(game)) == before
    assert sum(before) == 0


def test_the_page_of_a_round_says_who_pays_whom_and_why_in_order(table: Table) -> None:
    game = table.start(*THREE, **GO_STOP)
    table.record(game, {"winner": "nobody"})
    typed = {"winner": "1", "points/1": "5", "counts": "brights", "calls/0": "1", "lacks/2": "brights"}
    table.record(game, {"way": "points", **typed, "at_once/2": "2", "calls/1": "2", "shakes/1": "1"})
    text = " ".join(read_words(table.get(f"{game}/rounds/2/why")).split())
    # (5 + 2) × 2 for the shake × 2 for the undecided round; Cho's share is doubled, and Ann pays both.
    of_ann, of_ben, of_cho = (
        ["Ben’s amount 28", "For both (독박): called go 56", "Paid to Ben −84", "Round score −86"],
        [
            "Points of the pile 5", "2 × go 고: + 1 each 2",
            "for months shaken (흔들기) and bombs (폭탄) × 2",
            "for undecided rounds before (나가리) × 2", "Amount 28", "Received 84", "Round score 82",
        ],
        [
            "Ben’s amount 28", "for no bright (gwangbak 광박) × 2",
            "Paid by the one who pays for both (독박) −56",
            "Round score 4",
        ],
    )  # fmt: skip
    found = -1
    for row in (*of_ann, *of_ben, *of_cho):
        found = text.find(row, found + 1)
        assert found > 0, row
    paid = text.partition("Who pays whom")[2].partition("The scores")[0]
    assert re.findall(r"(Ann|Ben|Cho) pays . (Ann|Ben|Cho) (.*?)(\d+)(?= A | B |$| $)", paid) == [
        ("Ann", "Ben", "Ben’s amount 28, For both (독박): called go 56 ", "84"),
        *((payer, "Cho", "At once: ppeok 뻑, ddadak 따닥 and so on 2 ", "2") for payer in ("Ann", "Ben")),
    ]  # fmt: skip
    assert "cherry" not in text
    assert "Did not score" not in text


def test_what_players_write_stands_beside_the_english_word_in_its_language(table: Table) -> None:
    game = table.start(*THREE, **GO_STOP)
    typed = {"winner": "0", "points/0": "5", "counts": "chaff", "lacks/1": "few-chaff"}
    table.record(game, {"way": "points", **typed})
    assert '(pibak <bdi lang="ko">피박</bdi>)' in table.client.get(f"{game}/rounds/1/why").text
    # A term that can be tapped has it too, and only once.
    assert 'pibak <bdi lang="ko">피박</bdi></button>' in table.client.get("/rulings/gs-cup-when").text
    assert 'Godori <bdi lang="ko">고도리</bdi> (warbler' in table.client.get("/learn/go-stop").text
    assert 'Three brights <bdi lang="ja">三光</bdi>' in table.client.get("/learn/koi-koi").text
    for page in ("/rules/go-stop", "/rulings/gs-pibak"):
        assert not re.search(r"(피박\W+){2}", read_words(table.get(page)))


def test_an_undecided_round_is_announced_as_a_double_before_the_next_is_entered(table: Table) -> None:
    game = table.start(*THREE, **GO_STOP)
    assert "×" not in read_words(table.get(game)).partition("deals")[0]
    for times in (2, 4):
        table.record(game, {"winner": "nobody"})
        assert f"The next round counts × {times} : undecided before" in read_words(table.get(game))
        assert f"× {times}: undecided before" in read_words(table.get(f"{game}/rounds/new"))


def test_no_sums_stand_before_who_called_first_is_named_and_four_dealt_say_what_they_win(
    screen: GoStopScreen,
) -> None:
    game = screen.start_round(*THREE, **GO_STOP)
    page = screen.page
    screen.stop(0)
    screen.give(ANIMALS)
    screen.chaff(10)
    save = page.locator("[data-save-words]")
    expect(save).to_contain_text("Ann +")
    for side in (1, 2):
        screen.call(side)
    expect(save).to_contain_text("Ann –")
    screen.mark("first_go", "1")
    expect(save).to_contain_text("Ann +")
    screen.save_round()
    screen.open(game)
    screen.tap('label.chip:has([value="four-dealt/0"])')
    expect(page.locator("[data-meter-words]")).to_have_text("Ann +6")
