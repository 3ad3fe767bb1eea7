"""Any game by points: a table enters a number for each side, also below zero; nothing asks for cards."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from companion.rules import get_rule_set
from tests.web.phone import SIZES, EntryScreen, entry_screen, expect_totals, open_phone
from tests.web.table import Table, expect_words, read_faults, read_fields, read_words, to_table
from tests.web.test_copies import bring_in, save
from tests.web.test_statistics import read_parts

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")
MINUS = "\u2212"
RULES = {"game": "by-points", "fields_of": "by-points"}


def start(table: Table, players: int = 2, **fields: Any) -> str:
    return table.start(*NAMES[:players], **RULES, **fields)


def enter(*points: int | str) -> dict[str, str]:
    return {f"points/{side}": str(value) for side, value in enumerate(points)}


def test_a_game_by_points_goes_from_start_to_end_with_scores_below_zero(table: Table) -> None:
    game = start(table, 3, length="3")
    table.record(game, enter(12, "-5", 0))
    table.record(game, {**enter(7, 20, 4), "minus/2": "yes"})
    assert table.totals(game) == [19, 15, -4]
    page = read_words(table.get(game))
    expect_words(page, "After round 2 of 3", "Any game", "Cem deals.", never=["cards each"])
    table.record(game, enter(0, 30, 1))
    expect_words(read_words(table.get(game)), "Ben wins", "Won by 26 in 3 rounds")
    assert table.totals(game) == [19, 45, -3]
    expect_words(read_words(table.get(f"{game}/history")), "Ann 0 · Ben +30 · Cem +1", "Cem −4")


def test_where_the_lowest_total_wins_the_target_ends_the_game_and_who_reached_it_loses(table: Table) -> None:
    game = start(table, 3, length="target", target="50", option_wins="lowest")
    table.record(game, enter(10, 30, 20))
    expect_words(read_words(table.get(game)), "to 50", "lowest total wins", "leads", "20 left")
    assert "first to 50" not in table.get("/")
    table.record(game, enter(15, 25, -5))
    page = read_words(table.get(game))
    expect_words(page, "Cem wins", "15", "Won by 10 in 2 rounds")
    places = re.findall(r'total__place">(\d)\.</span>.*?<bdi>(\w+)</bdi>', table.get(game), re.S)
    assert places == [("1", "Cem"), ("2", "Ann"), ("3", "Ben")]
    found = json.loads(table.get(f"{to_table(game)}/statistics.json"))
    won = {player["name"]: (player["games_won"], player["rounds_won"]) for player in found["players"]}
    assert won == {"Ann": (0, 1), "Ben": (0, 0), "Cem": (1, 1)}
    assert {player["name"]: player["best"]["score"] for player in found["players"]}["Ben"] == 25


@pytest.mark.parametrize("wins", ["highest", "lowest"])
def test_whatever_speaks_of_the_best_asks_the_game_which_way_it_goes(table: Table, wins: str) -> None:
    """One game, and its mirror: Ben is first in each place, Ann second, Cem last."""
    way = 1 if wins == "highest" else -1
    game = start(table, 3, length="3", option_wins=wins)
    for round_ in ((10, 30, 5), (20, 15, 5)):
        table.record(game, enter(*(way * points for points in round_)))
    ahead = r"--leads.*?<bdi>(\w+)</bdi>"
    assert re.findall(ahead, table.get("/") + table.get(game), re.S) == ["Ben", "Ben"]
    expect_words(read_words(table.get(f"{game}/history")), f"Ben {MINUS if way < 0 else '+'}30")
    statistics = to_table(game, "/statistics")
    shown = [
        item.split()[1] + item.partition("Best score")[2][:5]
        for item in read_parts(table.get(statistics))["won"]
    ]
    assert shown == ["Ben in 1", "Ann in 1", "Cem in 0"]
    players = json.loads(table.get(f"{statistics}.json"))["players"]
    assert [each["best"]["score"] for each in players] == [way * 20, way * 30, way * 5]
    table.record(game, enter(0, 0, 0))
    page = table.get(game)
    expect_words(read_words(page), "Ben wins", "Won by 15 in 3 rounds")
    assert re.findall(r'total__place">\d\.</span>.*?<bdi>(\w+)</bdi>', page, re.S) == ["Ben", "Ann", "Cem"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1e9", "Ann: “points” is a whole number from −9\u202f999 to 9\u202f999, not 1e9."),
        ("ten", "Ann: “points” is a whole number from −9\u202f999 to 9\u202f999, not ten."),
        ("3.5", "Ann: “points” is a whole number from −9\u202f999 to 9\u202f999, not 3.5."),
        ("", "Ann: how many points? Enter 0 for none."),
        ("1000000000", "Ann: “points” is a whole number from −9\u202f999 to 9\u202f999, not 1000000000."),
        ("10000", "Ann: “points” is a whole number from −9\u202f999 to 9\u202f999, not 10000."),
        ("-10000", "Ann: “points” is a whole number from −9\u202f999 to 9\u202f999, not -10000."),
    ],
)
def test_what_is_no_number_of_points_is_refused_in_a_sentence_and_nothing_is_stored(
    table: Table, typed: str, said: str
) -> None:
    game = start(table)
    answer = table.record(game, enter(typed, 4), status=422)
    assert [re.sub("[\u2066-\u2069]", "", fault) for fault in read_faults(answer.text)] == [said]
    assert read_fields(answer.text)["points/0"] == [typed]
    expect_words(read_words(table.get(game)), "Enter round 1", never=["After round"])


def test_a_round_is_corrected_removed_and_undone_and_shows_its_minus_again(table: Table) -> None:
    game = start(table)
    table.record(game, enter(-8, 3))
    shown = read_fields(table.get(f"{game}/rounds/1"))
    assert (shown["points/0"], shown.get("minus/0"), shown["points/1"]) == (["8"], ["yes"], ["3"])
    assert "minus/1" not in shown
    # Sent as it is shown, it is the same round.
    table.correct(game, 1, {})
    assert table.totals(game) == [-8, 3]
    table.correct(game, 1, {"points/1": "5"})
    assert table.totals(game) == [-8, 5]
    table.press(game, "undo")
    assert table.totals(game) == [-8, 3]
    expect_words(read_words(table.get(f"{game}/rounds/1/why")), "Points of the round, as entered", "−8")


def test_two_versions_of_a_round_stand_side_by_side_without_card_points(table: Table) -> None:
    game = start(table)
    table.record(game, enter(1, 2))
    old = read_fields(table.get(f"{game}/rounds/1"))
    table.correct(game, 1, enter(3, 4))
    answer = table.post(f"{game}/rounds/1", {**old, **enter(5, 6)}, 409)
    expect_words(read_words(answer.text), "+5", "+3", never=["card points"])


def test_a_saved_game_is_brought_in_as_the_same_game(table: Table) -> None:
    game = start(table, length="target", target="50", option_wins="lowest")
    table.record(game, enter(12, -30))
    saved = save(table, game)
    brought = urlsplit(bring_in(table, saved.data).location).path
    assert (save(table, brought).data, table.totals(brought)) == (saved.data, [12, -30])


def test_new_game_asks_for_no_deck_and_says_in_short_what_is_chosen(table: Table) -> None:
    shown = read_words(table.post("/games/new", {"game": "by-points", "show": "game"}, 200).text)
    never = ["Korean deck", "to the field", "First to"]
    expect_words(shown, "Any game", "10 rounds", "The game is won by", "To 100 points", never=never)
    fields = {"game": "by-points", "fields-of": "by-points", "options/wins": "lowest", "show": "form"}
    expect_words(read_words(table.post("/games/new", fields, 200).text), "lowest total wins")
    game = start(table)
    expect_words(read_words(table.get(f"{game}/house-rules")), "lowest total", never=["Deck", "deck"])


def test_print_offers_pad_record_and_house_rules_and_nothing_about_cards(table: Table) -> None:
    game = start(table)
    cards = ["Evening set", "Player card", "Rule sheet", "Deck guide", "Booklet"]
    for page in ("/print?rules=by-points&show=game", f"{game}/print"):
        expect_words(read_words(table.get(page)), "Score pad", "House rules", never=cards)
    expect_words(read_words(table.get(f"{game}/print")), "Game record")
    for sheet in ("rule-sheet", "player-card", "deck-guide", "booklet", "evening-set"):
        said = read_words(table.get(f"/print/{sheet}.pdf?rules=by-points", 422))
        expect_words(said, "Any game has no cards")


def test_another_game_is_found_by_search_and_has_a_short_page(table: Table) -> None:
    for words in ("another game", "just points"):
        expect_words(read_words(table.get(f"/search?q={words}")), "Choose “Any game”")
    page = table.get("/rules/by-points")
    expect_words(read_words(page), "Any game", "the lowest total", "2 to 7 play", never=["240", "yaku"])
    assert "Any game" not in read_words(table.get("/rules/compare"))
    assert "Any game" not in read_words(table.get("/cards/pine-crane"))


def test_a_game_by_points_is_for_two_to_seven() -> None:
    assert sorted(get_rule_set("by-points").sides) == [2, 3, 4, 5, 6, 7]


@pytest.fixture
def screen(browser: Browser, live_server: str) -> Iterator[EntryScreen]:
    with entry_screen(browser, live_server) as screen:
        yield screen


def test_a_round_with_a_number_below_zero_is_played_by_thumb(screen: EntryScreen) -> None:
    page = screen.page
    game = screen.start(*NAMES[:3], **RULES)
    page.goto(f"{game}/rounds/new")
    page.locator("[id='points/0']").tap()
    page.keyboard.type("12")
    # Number keys have no minus: a key beside the number has.
    page.locator('.scored__minus:has([name="minus/1"])').tap()
    page.locator("[id='points/1']").tap()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("[id='points/2']")).to_be_focused()
    # Whoever has a minus may type it.
    page.keyboard.type("-7")
    expect(page.locator('[name="minus/2"]')).to_be_checked()
    expect(page.locator("[id='points/2']")).to_have_value("7")
    # What is typed is kept on the phone, and said before it is saved.
    expect(page.locator("[data-kept]")).to_have_text("draft saved")
    page.reload()
    save = page.get_by_role("button", name="Save round 1: Ann +12 · Ben \u22125 · Cem \u22127")
    expect(page.locator("[data-total]")).to_have_text(["total 12", "total \u22125", "total \u22127"])
    page.locator("[id='points/2']").fill("")
    page.get_by_role("button", name="Save round 1").tap()
    expect(page.locator("[data-says]")).to_have_text("Cem: how many points? Enter 0 for none.")
    page.locator("[id='points/2']").fill("7")
    save.tap()
    expect_totals(page, (12, -5, -7))


def test_seven_long_names_fit_both_phones_with_keys_for_a_thumb(browser: Browser, live_server: str) -> None:
    for size in SIZES:
        with open_phone(browser, size) as context:
            page = context.new_page()
            names = ("Maximiliane-Theodora", "花札の好きな田中さん", *NAMES[2:])
            screen = EntryScreen(page, live_server)
            page.goto(f"{screen.start(*names, **RULES)}/rounds/new")
            # A mobile page that is too wide widens its window.
            assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]
            keys = page.locator(".scored__minus span, .scored .input").all()
            boxes = [key.bounding_box() for key in keys]
            assert len(boxes) == 14
            assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes), size
            # On the smallest phone with letters twice as large.
            page.set_viewport_size({"width": 320, "height": 568})
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            assert page.evaluate("document.documentElement.scrollWidth") == 320
