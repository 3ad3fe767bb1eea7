"""My pile: each player hands in the own cards, and the phone that enters the round sees them come."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from tests.rules.form.written_rounds import write_points
from tests.waiting import wait_until
from tests.web.phone import KEEPS, EntryScreen, entry_screen, expect_totals
from tests.web.table import Table, expect_words, read_fields, read_words

NAMES = ("Ann", "Ben", "Cem", "Dee")


def hand_in(table: Table, game: str, side: int, *cards: str, status: int = 302, **more: Any) -> str:
    """What the page says of a pile that was handed in, or why it was not."""
    fields = {"after": "0", "card": list(cards)} | more
    answer = table.post(f"{game}/pile?player={side}", fields, status)
    return read_words(table.get(f"{game}/pile?player={side}") if status == 302 else answer.text)


def read_piles(table: Table, game: str) -> dict[int, dict[str, str]]:
    answer = table.client.get(f"{game}/piles").json
    assert answer is not None
    return {each["side"]: each["fields"] for each in answer["piles"]}


def test_a_pile_waits_for_the_round_and_goes_when_it_is_saved(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    assert "is handed in for round 1" in hand_in(table, game, 1, "pine-crane")
    assert read_piles(table, game) == {1: {"captured/pine-crane": "1"}}
    hand_in(table, game, 1, "susuki-moon")
    assert read_piles(table, game) == {1: {"captured/susuki-moon": "1"}}
    # Without scripts the form of the round has it.
    assert read_fields(table.get(f"{game}/rounds/new"))["captured/susuki-moon"] == ["1"]
    table.record(game, write_points(150, 90))
    assert read_piles(table, game) == {}


def test_who_handed_in_once_is_known(table: Table) -> None:
    game = table.start("Ann", "Ben")
    assert "Who are you?" in table.get(f"{game}/pile")
    hand_in(table, game, 1, "pine-crane")
    page = table.get(f"{game}/pile")
    assert "Who are you?" not in page
    assert "Handed in." in page
    assert "Who are you?" in table.get(f"{game}/pile?player=who")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"after": "4"},
            "taken back. If this pile is one of round 1, hand it in again.",
        ),
        ({"card": ["pine-cranes"]}, "pine-cranes"),
        ({"card": ["pine-crane", "pine-crane"]}, "was there twice"),
    ],
)
def test_what_is_no_pile_is_refused_with_a_sentence_and_not_kept(
    table: Table, fields: dict[str, Any], said: str
) -> None:
    game = table.start("Ann", "Ben")
    assert said in hand_in(table, game, 0, "pine-crane", status=422, **fields)
    assert read_piles(table, game) == {}


def test_a_view_link_hands_in_nothing(table: Table) -> None:
    game = table.start("Ann", "Ben")
    viewed = table.view_link(game).replace("/v/", "/g/")
    table.get(f"{viewed}/pile", 404)
    hand_in(table, viewed, 0, "pine-crane", status=404)
    assert read_piles(table, game) == {}


def test_a_card_that_two_have_handed_in_is_said_and_is_nobodys(table: Table) -> None:
    game = table.start("Ann", "Ben")
    hand_in(table, game, 0, "pine-crane", "susuki-moon")
    said = "Crane on pine: Ann and Ben have it. Who has it?"
    assert said in hand_in(table, game, 1, "pine-crane")
    fields = read_fields(table.get(f"{game}/rounds/new"))
    assert "captured/pine-crane" not in fields
    assert fields["captured/susuki-moon"] == ["0"]
    # The rest does not have it either.
    fields |= {"rest": "1", "gaji/by": "nobody", **dict.fromkeys(("all_four/iris", "all_four/maple"), "no")}
    fields |= {"all_four/willow": "no"}
    assert said in read_words(table.save(f"{game}/rounds/new", fields, 422).text)
    table.save(f"{game}/rounds/new", {**fields, "captured/pine-crane": "0"})
    assert "Round 1 is saved" in table.get(game)


def test_a_round_whose_answer_was_lost_is_not_asked_about_cards_of_the_next(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none", target="900")
    fields = read_fields(table.get(f"{game}/rounds/new")) | {"captured/susuki-moon": "0", "rest": "1"}
    fields |= {"gaji/by": "nobody", **{f"all_four/{suit}": "no" for suit in ("iris", "maple", "willow")}}
    table.save(f"{game}/rounds/new", fields)
    for side in (0, 1):
        hand_in(table, game, side, "pine-crane", after="1")
    again = table.save(f"{game}/rounds/new", fields)
    assert again.location == game
    assert "After round 1" in table.get(game)
    assert len(read_piles(table, game)) == 2


def test_points_are_handed_in_where_a_game_has_no_cards(table: Table) -> None:
    game = table.start("Ann", "Ben", game="by-points")
    expect_words(table.get(f"{game}/pile?player=0"), "Your points of this round.", never=["Your cards"])
    assert "12,5" in hand_in(table, game, 0, count="12,5", status=422)
    assert read_piles(table, game) == {}
    hand_in(table, game, 0, count="\u221212")
    assert read_piles(table, game) == {0: {"points/0": "\u221212"}}


def test_undo_and_redo_move_no_pile_into_another_round(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    table.record(game, write_points(150, 90))
    table.press(game, "undo")
    hand_in(table, game, 1, "pine-crane")
    table.press(game, "redo")
    assert read_piles(table, game) == {}
    said = "Your pile of round 1, which is saved, came too late for it."
    assert said in read_words(page := table.get(f"{game}/pile?player=1"))
    assert f'href="{game}/rounds/1"' in page
    assert f'href="{game}/pile?player=1&amp;card=pine-crane"' in page
    assert re.findall(r'name="card"\s+value="([^"]+)" checked', page) == []
    table.press(game, "undo")
    assert read_piles(table, game) == {1: {"captured/pine-crane": "1"}}
    # One of round 2 is none of round 1.
    table.press(game, "redo")
    hand_in(table, game, 1, "susuki-moon", after="1")
    table.press(game, "undo")
    assert read_piles(table, game) == {}
    page = read_words(table.get(f"{game}/pile?player=1"))
    assert "was handed in before a round was taken back" in page


def test_a_round_takes_the_piles_that_its_form_had(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    hand_in(table, game, 0, "pine-crane")
    opened = read_fields(table.get(f"{game}/rounds/new"))
    hand_in(table, game, 1, "susuki-moon")
    table.record(game, {**write_points(150, 90), "piles": opened["piles"]})
    assert "came too late" not in table.get(f"{game}/pile?player=0")
    assert "came too late" in table.get(f"{game}/pile?player=1")


def test_a_game_that_is_over_takes_no_pile(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    table.record(game, write_points(150, 90))
    table.post(f"{game}/end", {})
    said = "This game is over, and takes no more piles."
    assert said in hand_in(table, game, 0, "pine-crane", after="1", status=422)
    assert said in table.get(f"{game}/pile?player=who")
    assert read_piles(table, game) == {}


def test_a_game_that_is_won_takes_no_pile(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    table.record(game, write_points(150, 90))
    rules = read_fields(table.get(f"{game}/house-rules"))
    table.post(f"{game}/house-rules", {**rules, "target": "20", "reach": "for-all"})
    said = "This game is over, and takes no more piles."
    text = hand_in(table, game, 0, "pine-crane", after="1", status=422)
    expect_words(text, said, "My pile: ", never=["Round 2"])
    assert read_piles(table, game) == {}


def test_an_empty_pile_is_asked_about(table: Table) -> None:
    game = table.start("Ann", "Ben")
    assert "Have you taken nothing in this round?" in hand_in(table, game, 0, status=422)
    assert "is handed in" in hand_in(table, game, 0, empty="yes")


def test_partners_hand_in_one_pile_each(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", "Dee", sides="2")
    assert "Dee" in table.get(f"{game}/pile")
    hand_in(table, game, 1, "pine-crane")
    hand_in(table, game, 3, "susuki-moon", "pine-crane")
    assert read_piles(table, game) == {1: {"captured/pine-crane": "1", "captured/susuki-moon": "1"}}
    assert "Ann … · Ben ✓ 1 · Cem … · Dee ✓ 2" in read_words(table.get(game))


def test_a_side_has_handed_in_once_each_partner_has(table: Table) -> None:
    """Else the cards of the other one would be given away with the rest."""
    game = table.start("Ann", "Ben", "Cem", "Dee", sides="2")
    for player, whole in enumerate([{0: False}, {0: False, 1: False}, {0: True, 1: False}]):
        hand_in(table, game, player, empty="yes")
        answer = table.client.get(f"{game}/piles").json
        assert answer is not None
        assert {each["side"]: each["whole"] for each in answer["piles"]} == whole


def test_a_pile_of_go_stop_has_the_words_and_numbers_of_its_round(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", game="go-stop")
    page = read_words(table.get(f"{game}/pile?player=1"))
    assert "Chaff (doubles as two) without the sake cup" in page
    hand_in(table, game, 1, "pine-crane", count="9", **{"jokers/1": "2"})
    assert read_piles(table, game) == {1: {"captured/pine-crane": "1", "chaff/1": "9", "jokers/1": "2"}}
    many = {"count": "9", "jokers/1": "19"}
    assert "0 to 18 joker chaff, please" in hand_in(table, game, 1, "pine-crane", status=422, **many)


def test_a_pile_does_not_turn_counts_into_cards(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    table.record(game, write_points(150, 90))
    hand_in(table, game, 1, "pine-crane", "susuki-moon", "plum-ribbon", after="1")
    fields = read_fields(table.get(f"{game}/rounds/new"))
    assert (fields["way"], fields["captured/plum-ribbon"]) == (["points"], ["1"])


BEN_COUNTED = {
    "way": "counts",
    "counts/1/brights": "2",
    "counts/1/animals": "1+2",
    "counts/1/ribbons": "4",
    "yaku/1": ["sakura-6", "sakura-7"],
}


def test_a_pile_by_counts_fills_counts_and_points_and_names_no_cards(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ribbons")
    assert 'value="sakura-7"' in table.get(f"{game}/pile?player=1")
    # What was tapped another way is not handed in.
    hand_in(table, game, 1, "pine-crane", **BEN_COUNTED)
    counted = {path: text for path, text in BEN_COUNTED.items() if path.startswith("counts")}
    assert read_piles(table, game) == {1: {**counted, "yaku/1": "sakura-6,sakura-7"}}
    assert "Ann … · Ben ✓ by counts" in read_words(table.get(game))
    shown = read_fields(table.get(f"{game}/pile?player=1"))
    assert {name: shown.get(name) for name in ("way", "counts/1/ribbons", "yaku/1", "card")} == {
        "way": ["counts"],
        "counts/1/ribbons": ["4"],
        "yaku/1": ["sakura-6", "sakura-7"],
        "card": None,
    }
    fields = read_fields(table.get(f"{game}/rounds/new?way=counts"))
    assert [fields[path] for path in counted] == [["2"], ["1+2"], ["4"]]
    assert fields["yaku/1"] == ["sakura-6", "sakura-7"]
    # Who enters by points has 2 × 20 + 3 × 10 + 4 × 5.
    table.record(game, write_points(150, 90))
    hand_in(table, game, 1, after="1", **BEN_COUNTED)
    fields = read_fields(table.get(f"{game}/rounds/new"))
    assert (fields["way"], fields["points/1"], fields["yaku/1"]) == (
        ["points"],
        ["90"],
        ["sakura-6", "sakura-7"],
    )


def test_a_pile_by_points_fills_points_only(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    said = "0 to 240 points in steps of 5, please"
    assert said in hand_in(table, game, 0, way="points", status=422, **{"points/0": "33"})
    hand_in(table, game, 0, way="points", **{"points/0": "35"})
    assert read_piles(table, game) == {0: {"points/0": "35"}}
    assert "Ann ✓ by points" in read_words(table.get(game))
    assert read_fields(table.get(f"{game}/rounds/new"))["counts/0/brights"] == [""]


def test_cards_fill_the_counts_of_who_enters_by_counts(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", preset="none")
    counts = {"way": "counts", "sure/left": "yes"}
    for side in range(3):
        counts |= {f"counts/{side}/{group}": "1" for group in ("brights", "animals", "ribbons")}
    table.record(game, counts)
    hand_in(table, game, 0, "pine-crane", "cherry-curtain", "susuki-moon", after="1")
    hand_in(table, game, 1, "pine-crane", "plum-ribbon", after="1")
    hand_in(table, game, 2, empty="yes", after="1")
    fields = read_fields(table.get(f"{game}/rounds/new"))
    groups = ("brights", "animals", "ribbons")
    found = [[fields[f"counts/{side}/{group}"][0] for group in groups] for side in range(3)]
    # The crane is nobody's.
    assert found == [["2", "0", "0"], ["0", "0", "1"], ["0", "0", "0"]]


def test_what_partners_counted_otherwise_is_added_up_as_far_as_it_is_known(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", "Dee", sides="2", preset="none")
    hand_in(table, game, 1, "pine-crane", "plum-ribbon")
    hand_in(table, game, 3, way="counts", **{"counts/1/brights": "1", "counts/1/animals": "4"})
    cards = {"captured/pine-crane": "1", "captured/plum-ribbon": "1"}
    counts = {"counts/1/brights": "2", "counts/1/animals": "4", "counts/1/ribbons": "1"}
    assert read_piles(table, game) == {1: cards | counts}
    assert "Ann … · Ben ✓ 2 · Cem … · Dee ✓ by counts" in read_words(table.get(game))
    hand_in(table, game, 3, way="points", **{"points/1": "60"})
    # With a bright and a ribbon.
    assert read_piles(table, game) == {1: cards | {"points/1": "85"}}
    hand_in(table, game, 3, "susuki-moon", way="cards")
    assert read_piles(table, game) == {1: cards | {"captured/susuki-moon": "1"}}


def test_yaku_of_two_partners_are_joined(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", "Dee", sides="2", preset="ribbons")
    hand_in(table, game, 0, way="points", **{"points/0": "20", "yaku/0": ["sakura-7", "sakura-6"]})
    hand_in(table, game, 2, way="points", **{"points/0": "25", "yaku/0": ["sakura-8", "no-yaku"]})
    assert read_piles(table, game) == {0: {"points/0": "45", "yaku/0": "sakura-6,sakura-7,sakura-8"}}


def test_yaku_of_koi_koi_are_handed_in_with_their_further_cards(table: Table) -> None:
    game = table.start("Ann", "Ben", game="koikoi-modern")
    ticked = {"way": "counts", "yaku/1": ["chaff"], "further/1/chaff": "2"}
    hand_in(table, game, 1, **ticked)
    assert read_piles(table, game) == {1: {"yaku/1": "chaff", "further/1/chaff": "2"}}
    assert "Ben ✓ by yaku" in read_words(table.get(game))
    said = "0 to 200 points, please"
    assert said in hand_in(table, game, 1, way="points", status=422, **{"points/1": "201"})


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"counts/1/brights": "6"}, "0 to 5 brights, please."),
        ({"counts/1/ribbons": "−1"}, "0 to 10 ribbons, please."),
        ({"counts/1/animals": "two"}, "0 to 9 animals, please."),
        ({}, "Nothing is in this pile."),
    ],
)
def test_counts_that_cannot_be_are_refused(table: Table, fields: dict[str, str], said: str) -> None:
    game = table.start("Ann", "Ben")
    text = hand_in(table, game, 1, "pine-crane", way="counts", status=422, **fields)
    assert said in text
    assert read_piles(table, game) == {}


def test_a_late_pile_by_counts_can_be_used_in_the_next_round(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ribbons")
    table.record(game, write_points(150, 90))
    table.press(game, "undo")
    hand_in(table, game, 1, **BEN_COUNTED)
    table.press(game, "redo")
    page = table.get(f"{game}/pile?player=1")
    assert "came too late" in page
    [link] = re.findall(r'href="([^"]+)">\s*Use it in round 2', page)
    fields = read_fields(table.get(link.replace("&amp;", "&")))
    assert {path: fields[path] for path in BEN_COUNTED} == {
        path: text if isinstance(text, list) else [text] for path, text in BEN_COUNTED.items()
    }
    # The way of this phone is that of the next pile.
    assert read_fields(table.get(f"{game}/pile?player=1"))["way"] == ["counts"]


@pytest.mark.parametrize("player", [-1, 9])
def test_a_player_changed_in_the_database_closes_the_game_with_a_sentence(
    app: Flask, table: Table, player: int
) -> None:
    game = table.start("Ann", "Ben")
    hand_in(table, game, 1, "pine-crane")
    with app.extensions["kwado-store"].writing() as session:
        session.connection().exec_driver_sql(f"UPDATE handed_pile SET player = {player}")
    assert table.client.get(f"{game}/pile?player=1").status_code == 503


# --- On phones ------------------------------------------------------------------------------------


@pytest.fixture
def phones(browser: Browser, live_server: str) -> Iterator[list[EntryScreen]]:
    with (
        entry_screen(browser, live_server) as one,
        entry_screen(browser, live_server, "360") as two,
        entry_screen(browser, live_server, "360") as three,
        entry_screen(browser, live_server) as four,
    ):
        yield [one, two, three, four]


def tap_pile(phone: EntryScreen, game: str, side: int, cards: list[str]) -> int:
    """Hand in a pile as a player does who was known before; the taps."""
    phone.page.goto(f"{game}/pile?player={side}")
    phone.page.locator("form[data-ready]").wait_for()
    for card in cards:
        phone.page.locator(f'label:has([value="{card}"])').tap()
    phone.page.get_by_role("button", name="Hand in").tap()
    expect(phone.page.locator(".notice, [role=status]").first).to_contain_text("is handed in")
    return len(cards) + 2


def test_piles_are_asked_for_only_when_one_was_handed_in(phones: list[EntryScreen]) -> None:
    saving = phones[3]
    game = saving.start_round("Ann", "Ben", game="kwado-1985", fields_of="kwado-1985")
    asked: list[str] = []
    saving.page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1].split("?")[0]))
    for handed in range(3):
        if handed:
            tap_pile(phones[0], game, handed - 1, [("pine-crane", "susuki-moon")[handed - 1]])
            expect(saving.page.locator("[data-says]")).to_contain_text(f"{NAMES[handed - 1]}’s pile")
        for _ in range(3):
            saving.page.wait_for_event("response", lambda answer: "/news" in answer.url)
        assert asked.count("piles") == handed


def test_a_card_of_two_piles_is_asked_about_and_never_of_the_rest(phones: list[EntryScreen]) -> None:
    saving = phones[3]
    game = saving.start_round(*NAMES, game="kwado-1985", fields_of="kwado-1985", preset="none")
    saving.give(["pine-crane"])
    tap_pile(phones[1], game, 1, ["pine-crane", "susuki-moon"])
    question = "Crane on pine: Ben and Ann have it. Who has it?"
    expect(saving.page.locator("[data-says]")).to_contain_text(question)
    assert [saving.owner_of(card) for card in ("pine-crane", "susuki-moon")] == [None, "1"]
    # Neither Rest nor Save goes on without an answer.
    saving.choose(3)
    saving.tap("[data-rest]")
    expect(saving.page.locator("dialog[open]")).to_contain_text(question)
    saving.tap("dialog[open] [data-panel-close]")
    assert saving.owner_of("chrysanthemum-cup") is None
    saving.tap(".round__save button")
    expect(saving.page.locator("dialog[open]")).to_contain_text(question)
    saving.tap("dialog[open] [data-panel-close]")
    saving.tap("[data-rest]")
    saving.tap("dialog[open] button:text-is('Ben')")
    expect(saving.page.locator("dialog[open]")).to_have_count(0)
    saving.wait_for_figures()
    assert [saving.owner_of(card) for card in ("pine-crane", "chrysanthemum-cup")] == ["1", "3"]
    # What the rest has yields to a pile, and is not asked about; so does what is in a pile no longer.
    tap_pile(phones[1], game, 1, ["susuki-moon", "chrysanthemum-cup"])
    expect(saving.page.locator("[data-says]")).to_contain_text("Ben’s pile")
    saving.wait_for_figures()
    cards = ("pine-crane", "susuki-moon", "chrysanthemum-cup")
    assert [saving.owner_of(card) for card in cards] == ["1", None, "1"]


def test_a_disputed_card_is_asked_about_when_the_round_is_opened(phones: list[EntryScreen]) -> None:
    saving = phones[3]
    game = saving.start("Ann", "Ben", "Cem", game="kwado-1985", fields_of="kwado-1985", preset="none")
    tap_pile(phones[0], game, 0, ["pine-crane"])
    tap_pile(phones[1], game, 1, ["pine-crane", "plum-warbler"])
    saving.open(game)
    saving.choose(2)
    saving.tap("[data-rest]")
    saving.tap("dialog[open] button:text-is('Ann')")
    expect(saving.page.locator("dialog[open]")).to_have_count(0)
    saving.wait_for_figures()
    assert [saving.owner_of(card) for card in ("pine-crane", "plum-warbler", "susuki-moon")] == [
        "0",
        "1",
        "2",
    ]


def test_who_taps_nothing_is_asked_and_the_page_that_asks_who_has_the_result(
    phones: list[EntryScreen],
) -> None:
    saving, ann, ben = phones[3], phones[0], phones[1]
    game = saving.start_round("Ann", "Ben", game="kwado-1985", fields_of="kwado-1985", preset="none")
    ann.page.goto(f"{game}/pile?player=0")
    ann.page.locator("form[data-ready]").wait_for()
    ann.page.get_by_role("button", name="Hand in", exact=True).tap()
    expect(ann.page.locator("[data-empty]")).to_contain_text("Nothing is in this pile.")
    ben.page.goto(f"{game}/pile?player=who")
    tap_pile(phones[2], game, 1, ["susuki-moon"])
    for phone in (ben, saving):
        expect(phone.page.locator("[data-handed]")).to_contain_text("Ann … · Ben ✓ 1")
    saving.wait_for_figures()
    saving.page.locator(".round__save button").tap()
    expect(ben.page.locator("main")).to_contain_text("Round 1: Ann +100 · Ben 0.")


def test_a_pile_of_koi_koi_is_there_when_its_player_stops(phones: list[EntryScreen]) -> None:
    saving = phones[3]
    game = saving.start_round("Ann", "Ben", game="koikoi-modern", fields_of="koikoi-modern")
    for number, (side, hunt) in enumerate(((1, "1"), (0, "0"))):
        phones[0].page.goto(f"{game}/pile?player={side}")
        for card in ("clover-boar", "maple-deer", "peony-butterflies"):
            phones[0].page.locator(f'label:has([value="{card}"])').tap()
        phones[0].page.get_by_label("Chaff cards").fill("11")
        expect(phones[0].page.locator("[data-points]")).to_have_text("7")
        phones[0].page.get_by_role("button", name="Hand in").tap()
        expect(saving.page.locator("[data-says]")).to_contain_text("’s pile")
        saving.page.locator(f'label.end:has([value="{hunt}"])').tap()
        saving.wait_for_figures()
        saving.page.locator(".round__save button").tap()
        expect_totals(saving.page, [14 * number, 14])
        saving.open(game)


def test_points_of_any_game_come_from_each_phone(phones: list[EntryScreen]) -> None:
    saving = phones[3]
    game = saving.start_round(*NAMES, game="by-points", fields_of="by-points")
    for count in (1, 2):
        for side in range(4):
            phone = phones[side % 3]
            phone.page.goto(f"{game}/pile?player={side}")
            phone.page.get_by_label("Points").fill(str(side - 1).replace("-", "\u2212"))
            phone.page.get_by_role("button", name="Hand in").tap()
            expect(phone.page.locator(".notice").first).to_contain_text("is handed in")
        expect(saving.page.locator('[id="points/3"]')).to_have_value("2")
        saving.page.locator(".round__save button").tap()
        expect_totals(saving.page, [-count, 0, count, 2 * count])
        saving.open(game)


def count_pile(phone: EntryScreen, game: str, side: int, *yaku: str, **counts: int) -> None:
    """Hand in a pile by counts."""
    phone.page.goto(f"{game}/pile?player={side}")
    phone.page.locator("form[data-ready]").wait_for()
    phone.page.locator('.ways label:has([value="counts"])').tap()
    for group, count in counts.items():
        phone.page.locator(f'[name="counts/{side}/{group}"]').fill(str(count))
    for each in yaku:
        phone.page.locator(f'label:has([value="{each}"])').tap()
    phone.page.get_by_role("button", name="Hand in", exact=True).tap()
    expect(phone.page.locator(".notice").first).to_contain_text("is handed in")


def test_piles_by_counts_come_into_a_round_by_counts(phones: list[EntryScreen]) -> None:
    saving, ann, ben = phones[3], phones[0], phones[1]
    fields = {"game": "kwado-1985", "fields_of": "kwado-1985", "preset": "ribbons"}
    game = saving.start_round("Ann", "Ben", "Cem", **fields)
    saving.way("counts")
    tap_pile(ann, game, 0, ["pine-crane", "cherry-curtain", "plum-ribbon"])
    expect(saving.page.locator("[data-says]")).to_contain_text("Ann’s pile, from")
    count_pile(ben, game, 1, "sakura-8", brights=1, animals=4, ribbons=6)
    expect(saving.page.locator("[data-says]")).to_contain_text("Ben’s pile by counts, from")
    expect(saving.page.locator("[data-handed]")).to_contain_text("Ann ✓ 3 · Ben ✓ by counts · Cem …")
    assert [saving.page.locator(f'[name="counts/{side}/brights"]').input_value() for side in range(3)] == [
        "2",
        "1",
        "",
    ]
    expect(saving.page.locator('[name="yaku/1"][value="sakura-8"]')).to_be_checked()
    # What the pile has no longer is no longer there; what Cem has is the scorer's.
    saving.choose(2)
    saving.count(brights=2, animals=5, ribbons=1)
    count_pile(ben, game, 1, "sakura-8", brights=1, animals=4, ribbons=8)
    expect(saving.page.locator('[name="counts/1/ribbons"]')).to_have_value("8")
    expect(saving.page.locator('[name="yaku/1"][value="sakura-8"]')).not_to_be_checked()
    expect(saving.page.locator('[name="counts/2/animals"]')).to_have_value("5")
    # A number that was handed in does not make room.
    expect(saving.page.locator('[name="counts/0/ribbons"]')).to_have_value("1")
    saving.tap("[data-undo]")
    expect(saving.page.locator('[name="counts/1/ribbons"]')).to_have_value("6")
    saving.tap("[data-redo]")
    expect(saving.page.locator('[name="counts/1/ribbons"]')).to_have_value("8")
    # By points they are counted: 1 × 20 + 4 × 10 + 8 × 5.
    saving.way("points")
    expect(saving.page.locator('[name="points/1"]')).to_have_value("100")


def test_the_rest_is_nobodys_where_a_pile_was_counted(phones: list[EntryScreen]) -> None:
    saving, ann, ben = phones[3], phones[0], phones[1]
    fields = {"game": "kwado-1985", "fields_of": "kwado-1985", "preset": "none"}
    game = saving.start_round("Ann", "Ben", "Cem", **fields)
    count_pile(ben, game, 1, brights=1)
    expect(saving.page.locator("[data-says]")).to_contain_text("Ben’s pile by counts, from")
    tap_pile(ann, game, 0, ["pine-crane"])
    expect(saving.page.locator("[data-says]")).to_contain_text("Ann’s pile, from")
    saving.wait_for_figures()
    assert saving.owner_of("chrysanthemum-cup") is None
    # Nothing is lost: by counts all of it is there.
    saving.way("counts")
    expect(saving.page.locator('[name="counts/0/brights"]')).to_have_value("1")
    expect(saving.page.locator('[name="counts/1/brights"]')).to_have_value("1")


def test_counts_of_cards_that_the_form_came_with_follow_a_changed_pile(phones: list[EntryScreen]) -> None:
    saving, ann = phones[3], phones[0]
    fields = {"game": "kwado-1985", "fields_of": "kwado-1985", "preset": "none"}
    game = saving.start("Ann", "Ben", **fields)
    tap_pile(ann, game, 0, ["pine-crane"])
    saving.page.goto(f"{game}/rounds/new?way=counts")
    saving.wait()
    expect(saving.page.locator('[name="counts/0/brights"]')).to_have_value("1")
    tap_pile(ann, game, 0, ["susuki-moon"])
    expect(saving.page.locator('[name="counts/0/brights"]')).to_have_value("2")


def test_a_pile_by_counts_is_no_wider_than_a_narrow_page(phones: list[EntryScreen]) -> None:
    """195 px are a phone at 200 %: the ways stand below each other, and the table scrolls on its own."""
    ann = phones[0]
    game = ann.start("Ann", "Ben", game="kwado-1985", fields_of="kwado-1985")
    ann.page.set_viewport_size({"width": 195, "height": 332})
    ann.page.goto(f"{game}/pile?player=0&way=counts")
    ann.page.locator("form[data-ready]").wait_for()
    expect(ann.page.locator('[name="counts/0/animals"]')).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 195
    heights = ann.page.locator(".ways .chip").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert len(heights) == 3
    assert max(heights) < 60


def test_a_pile_by_counts_stays_on_the_phone_until_it_is_handed_in(phones: list[EntryScreen]) -> None:
    saving, ann = phones[3], phones[0]
    fields = {"game": "kwado-1985", "fields_of": "kwado-1985", "preset": "none"}
    game = saving.start("Ann", "Ben", **fields)
    saving.page.goto(game)
    ann.page.goto(f"{game}/pile?player=0")
    ann.page.locator("form[data-ready]").wait_for()
    ann.page.locator('.ways label:has([value="counts"])').tap()
    # Who only chose the way has tapped nothing.
    ann.page.get_by_role("button", name="Hand in", exact=True).tap()
    expect(ann.page.locator("[data-empty]")).to_contain_text("Nothing is in this pile.")
    ann.page.locator('[name="counts/0/animals"]').fill("3")
    wait_until(ann.page, KEEPS, [["counts/0/animals", "3"]])
    ann.page.reload()
    expect(ann.page.locator("[data-says]")).to_contain_text("Not handed in yet")
    expect(ann.page.locator('[name="counts/0/animals"]')).to_be_visible()
    expect(ann.page.locator('[name="way"][value="counts"]')).to_have_count(1)
    expect(ann.page.locator('[name="counts/0/animals"]')).to_have_value("3")
    ann.page.context.set_offline(True)
    ann.page.get_by_role("button", name="Hand in", exact=True).tap()
    expect(ann.page.locator("[data-says]")).to_contain_text("Your pile waits on this phone")
    ann.page.context.set_offline(False)
    expect(saving.page.locator("[data-handed]")).to_contain_text("Ann ✓ by counts · Ben …")
