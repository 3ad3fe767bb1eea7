"""A row of a spreadsheet fills in the next round: what each game takes, and what is refused."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.web.phone import EntryScreen, entry_screen, expect_totals
from tests.web.table import NOBODYS_DRAGON, Table, expect_words, read_faults, read_fields, read_words

KOI_KOI = {"game": "koikoi-modern", "fields_of": "koikoi-modern"}
KWADO = {"game": "kwado-1985"}
ANY_GAME = {"game": "by-points", "fields_of": "by-points"}


@pytest.mark.parametrize(
    ("names", "options", "row", "totals"),
    [
        pytest.param("Ann Ben Cem", ANY_GAME, "12\t-5\t0", [12, -5, 0], id="points"),
        pytest.param("Ann Ben", ANY_GAME, "１２３\t−３．", [123, -3], id="full width"),
        pytest.param("Ann Ben", ANY_GAME, "dealer;Ben;Ann\r\nBen;−5;12\r\n", [12, -5], id="names above"),
        # KD85, method A: 125 − 120 and 25 for the dragon.
        pytest.param("Ann Ben", KWADO, "125\t115\t", [5, 0], id="card points"),
        pytest.param("Ann Ben", KWADO, "125\tDragon bonus\t115\t–", [30, 0], id="card points and yaku"),
        pytest.param("Ann Ben", KWADO, "Ben Cards,Ann Cards,Ann Yaku\n115,125,dragon", [30, 0], id="the pad"),
        # FKK: 5 and 1 + 2 are 8, doubled from seven on.
        pytest.param("Ann Ben", KOI_KOI, "8\tMoon viewing + Five animals +2\t\t", [16, 0], id="koi-koi"),
        pytest.param("Ann Ben", KOI_KOI, "0\t3", [0, 3], id="koi-koi by points"),
        pytest.param("Ann Ben", KOI_KOI, "Ann\tBen\tAnn, koi-koi\n\t3\t1", [0, 6], id="koi-koi called"),
        pytest.param("Ann Ben", KOI_KOI, "–\t–", [0, 0], id="nobody stopped"),
    ],
)
def test_a_row_fills_in_the_round_which_is_saved_as_if_it_was_typed(
    table: Table, names: str, options: dict[str, str], row: str, totals: list[int]
) -> None:
    game = table.start(*names.split(), **options)
    before = read_words(table.get(f"{game}/history"))
    leads_to = urlsplit(table.post(f"{game}/rounds/paste", {"row": row}).location)
    assert leads_to.path == f"{game}/rounds/new"
    filled = read_fields(table.get(f"{leads_to.path}?{leads_to.query}"))
    assert read_words(table.get(f"{game}/history")) == before
    table.save(leads_to.path, {**filled, NOBODYS_DRAGON: "yes"})
    assert table.totals(game) == totals


def test_who_dealt_is_filled_in(table: Table) -> None:
    game = table.start("Ann", "Ben", **KOI_KOI)
    leads_to = table.post(f"{game}/rounds/paste", {"row": "dealer\tAnn\tBen\nBen\t5\t0"}).location
    assert read_fields(table.get(leads_to))["dealer"] == ["1"]


@pytest.mark.parametrize(
    ("options", "row", "said"),
    [
        pytest.param(ANY_GAME, "", "There is no round here", id="nothing"),
        pytest.param(ANY_GAME, "Ann\tBem\n1\t2", "No side of this game is called “Bem”; the nearest is Ben.",
                     id="a wrong name"),
        pytest.param(KWADO, "120\t125", "The card points come to 245, and the deck has 240.", id="the sum"),
        pytest.param(KWADO, "121\t119", "Ann: card points come in steps of 5, so not 121.", id="no step"),
        pytest.param(ANY_GAME, "=A1\t2", "“=A1” is a formula: paste what it comes to.", id="a formula"),
        pytest.param(ANY_GAME, "1\ttwo", "Ben: “points” is a whole number", id="no number"),
        pytest.param(ANY_GAME, "1", "Ben: “points” is a whole number", id="too short"),
        pytest.param(ANY_GAME, "1\t2\t3", "Here are 3 cells for Ann and Ben.", id="too long"),
        pytest.param(KWADO, "3\t125\t115", "Here are 3 cells for Ann and Ben.", id="the number of the round"),
        pytest.param(KWADO, "125\tdragon\t115\t\t1", "Here are 5 cells for Ann and Ben.", id="five cells"),
        pytest.param(KWADO, "Ann\tBen\n120\t120\n120\t120", "Only one round at a time", id="two"),
        pytest.param(ANY_GAME, "1\t2\n" * 1_100, "A game has at most", id="eleven hundred"),
        pytest.param({**KWADO, "preset": "none"}, "120\tDragon bonus\t120\t",
                     "No yaku of this game is called “dragon bonus”.", id="a yaku that is not played"),
        pytest.param(KOI_KOI, "5\t3", "Only one side scores in Koi-Koi.", id="both score"),
        pytest.param(KOI_KOI, "Ann\tAnn deals\tBen\n5\tx\t0", "Koi-Koi has a column of points for each",
                     id="another column"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_is_refused_with_a_sentence_and_comes_back(
    table: Table, options: dict[str, str], row: str, said: str
) -> None:
    game = table.start("Ann", "Ben", **options)
    before = read_words(table.get(f"{game}/history"))
    page = table.post(f"{game}/rounds/paste", {"row": row}, 422).text
    assert read_faults(page)[0].startswith(said)
    assert " ".join(row.split()) in " ".join(page.split())
    assert read_words(table.get(f"{game}/history")) == before


def test_a_row_of_ten_thousand_lines_is_longer_than_a_form(table: Table) -> None:
    game = table.start("Ann", "Ben", **ANY_GAME)
    page = table.post(f"{game}/rounds/paste", {"row": "1\t2\n" * 10_000}, 413).text
    expect_words(page, "This is more than our pages send. Nothing was stored.")
    assert table.totals(game) == [0, 0]


def test_an_address_fills_in_what_was_played_and_nothing_else(table: Table) -> None:
    game = table.start("Ann", "Ben", **ANY_GAME)
    shown = read_fields(table.get(f"{game}/rounds/new?points/0=7&key=mine&seen=9&version=1&order=month"))
    assert shown["points/0"] == ["7"]
    for name, never in (("key", "mine"), ("seen", "9"), ("version", "1"), ("order", "month")):
        assert shown[name] != [never]


def test_a_new_round_leads_to_the_page_and_a_saved_one_does_not(table: Table) -> None:
    for options in (KWADO, KOI_KOI, ANY_GAME):
        game = table.start("Ann", "Ben", **options)
        link = f'href="{game}/rounds/paste">Paste a round</a>'
        expect_words(table.get(f"{game}/rounds/new"), link)
    table.record(game, {"points/0": "1", "points/1": "2"})
    expect_words(table.get(f"{game}/rounds/1"), never=[link])


@pytest.fixture
def screen(browser: Browser, live_server: str) -> Iterator[EntryScreen]:
    with entry_screen(browser, live_server, "360") as found:
        yield found


def test_a_pasted_row_takes_the_place_of_the_draft_and_is_a_draft_itself(screen: EntryScreen) -> None:
    page = screen.page
    game = screen.start_round("Ann", "Ben")
    screen.give(["pine-crane"])
    screen.open_menu()
    page.get_by_role("link", name="Paste a round").tap()
    page.get_by_label("One row").fill("125\tDragon bonus\t115\t")
    page.get_by_role("button", name="Fill in the round").tap()
    screen.wait()
    assert page.url == f"{game}/rounds/new"
    page.reload()
    screen.wait()
    expect(page.locator('[name="points/0"]')).to_have_value("125")
    page.locator(".round__save button").tap()
    expect_totals(page, [30, 0])
