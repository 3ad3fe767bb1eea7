"""A round that was saved, changed or removed meanwhile: both versions are shown and a person chooses."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Route, expect

from tests.waiting import wait_until
from tests.web.phone import EntryScreen, expect_totals, open_phone
from tests.web.table import Table, by_points, read_fields, read_notices, read_words

ANNS = ["pine-crane", "susuki-moon", "plum-warbler", "pine-ribbon"]
BENS = ["pine-crane", "susuki-moon", "plum-warbler", "clover-boar"]

# --- By plain forms ------------------------------------------------------------------------------


def choose(table: Table, text: str, words: str) -> str:
    """What the game says after the form with this button was sent."""
    form = re.search(
        rf'<form method="post" action="([^"]+)">((?:(?!</form>).)*?)<button[^>]*>{re.escape(words)}<',
        text,
        re.DOTALL,
    )
    assert form, f"there is no button “{words}”"
    game = table.post(form[1], read_fields(form[2])).location
    return read_notices(table.get(game))


def open_both(table: Table, **fields: str) -> tuple[str, dict[str, list[str]], dict[str, list[str]]]:
    """A new game, and its form for the next round as two phones hold it."""
    game = table.start("Ann", "Ben", **fields)
    mine, theirs = (read_fields(table.get(f"{game}/rounds/new")) for _ in range(2))
    return game, mine, theirs


def test_the_second_form_for_one_round_shows_both_and_saves_nothing(table: Table) -> None:
    game, mine, theirs = open_both(table)
    table.post(f"{game}/rounds/new", {**theirs, **by_points(125, 115)})
    text = table.post(f"{game}/rounds/new", {**mine, **by_points(150, 90)}, 409).text
    assert "Round 1 was saved meanwhile on another phone." in text
    assert "Is this round 1, or is it the next one, round 2?" in text
    assert re.findall(r"<dd><b>([^<]+)</b>", text) == ["+30", "0", "+5", "0"]
    assert "Same round: keep the saved one" in text
    assert table.totals(game) == [5, 0]


@pytest.mark.parametrize(
    ("words", "totals", "said"),
    [
        ("Next round: save as round 2", [35, 0], "Round 2 is saved: Ann +30"),
        ("Same round: use mine", [30, 0], "Round 1: Ann 5 → 30."),
    ],
)
def test_a_person_says_by_a_form_which_round_it_is(
    table: Table, words: str, totals: list[int], said: str
) -> None:
    game, mine, theirs = open_both(table)
    table.post(f"{game}/rounds/new", {**theirs, **by_points(125, 115)})
    text = table.post(f"{game}/rounds/new", {**mine, **by_points(150, 90)}, 409).text
    assert said in re.sub("[\u2066-\u2069]", "", choose(table, text, words))
    assert table.totals(game) == totals


def test_looking_at_mine_again_does_not_let_it_pass_unasked(table: Table) -> None:
    game, mine, theirs = open_both(table)
    table.post(f"{game}/rounds/new", {**theirs, **by_points(125, 115)})
    text = table.post(f"{game}/rounds/new", {**mine, **by_points(150, 90)}, 409).text
    again = table.post(f"{game}/rounds/new", {**read_fields(text), "show": "mine"}, 200).text
    assert read_fields(again)["points-0"] == ["150"]
    table.post(f"{game}/rounds/new", read_fields(again), 409)


def test_a_refused_form_has_still_not_seen_what_was_saved_meanwhile(table: Table) -> None:
    game, mine, theirs = open_both(table)
    table.post(f"{game}/rounds/new", {**theirs, **by_points(125, 115)})
    refused = table.post(f"{game}/rounds/new", {**mine, **by_points(150)}, 422).text
    table.post(f"{game}/rounds/new", {**read_fields(refused), **by_points(150, 90)}, 409)


def test_the_same_round_on_both_phones_need_not_be_written_over_itself(table: Table) -> None:
    game, mine, theirs = open_both(table)
    table.post(f"{game}/rounds/new", {**theirs, **by_points(125, 115)})
    text = table.post(f"{game}/rounds/new", {**mine, **by_points(125, 115)}, 409).text
    assert "use mine" not in text
    assert "Same round: keep the saved one" in text


def test_a_form_of_an_older_release_is_asked_once_there_is_a_round(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.post(f"{game}/rounds/new", {"key": "old-form-1", **by_points(125, 115)})
    text = table.post(f"{game}/rounds/new", {"key": "old-form-2", **by_points(150, 90)}, 409).text
    choose(table, text, "Next round: save as round 2")
    assert table.totals(game) == [35, 0]


def test_a_round_posted_again_with_changes_can_be_saved_as_a_new_one(table: Table) -> None:
    game, mine, _ = open_both(table)
    table.post(f"{game}/rounds/new", {**mine, **by_points(125, 115)})
    text = table.post(f"{game}/rounds/new", {**mine, **by_points(150, 90)}, 409).text
    choose(table, text, "Save as a new round")
    assert table.totals(game) == [35, 0]


def test_the_winner_is_told_before_a_round_is_added_to_a_game_that_is_over(table: Table) -> None:
    game, mine, theirs = open_both(table, target="20")
    table.post(f"{game}/rounds/new", {**theirs, **by_points(90, 150)})
    text = table.post(f"{game}/rounds/new", {**mine, **by_points(150, 90)}, 409).text
    assert "Ben has won meanwhile." in text
    assert table.totals(game) == [0, 30]
    choose(table, text, "Next round: save as round 2")
    # What stands is how it ended, and what came after.
    assert table.totals(game) == [0, 30]
    assert "30 with all 2 rounds" in read_words(table.get(game))


def test_what_a_draft_has_not_seen_is_told_as_data(table: Table, client: FlaskClient) -> None:
    game, mine, theirs = open_both(table)
    table.post(f"{game}/rounds/new", {**theirs, **by_points(125, 115)})
    for fields, told in ((mine, {"own": None, "rounds": [1]}), (theirs, {"own": 1, "rounds": []})):
        query = {"key": fields["key"][0], "seen": fields["seen"][0]}
        answer = client.get(f"{game}/rounds/new", query_string=query, headers={"Accept": "application/json"})
        assert answer.get_json() == told


# --- On two phones -------------------------------------------------------------------------------


@pytest.fixture
def phones(browser: Browser, live_server: str) -> Iterator[tuple[EntryScreen, EntryScreen]]:
    """Two phones, both with round 1 of one game open."""
    contexts = [open_phone(browser), open_phone(browser)]
    mine, theirs = [EntryScreen(context.new_page(), live_server) for context in contexts]
    mine.game = theirs.game = mine.start("Ann", "Ben", yaku="ticked", preset="none")
    for phone in (mine, theirs):
        phone.open(phone.game)
    yield mine, theirs
    assert mine.complaints + theirs.complaints == []
    for context in contexts:
        context.close()


def enter(phone: EntryScreen, cards: list[str]) -> None:
    """A whole round: these cards to Ann, the rest to Ben."""
    phone.give(cards)
    phone.tap("[data-rest]")
    phone.wait_for_words("kept", "draft saved")


@pytest.mark.parametrize(
    ("words", "rounds"),
    [("Next round: save as round 2", 2), ("Same round: use mine", 1), ("Same round: keep the saved one", 1)],
)
def test_the_second_phone_is_asked_which_round_it_has(
    phones: tuple[EntryScreen, EntryScreen], words: str, rounds: int
) -> None:
    mine, theirs = phones
    enter(theirs, ANNS)
    theirs.save()
    theirs.wait_for_game()
    enter(mine, BENS)
    mine.save()
    panel = mine.page.locator("[data-panel]")
    expect(panel).to_contain_text("Round 1 was saved meanwhile on another phone.")
    expect(panel.locator("h3")).to_have_text(["Mine", "Saved as round 1"])
    expect(panel.locator("section").nth(0)).to_contain_text("Boar in bush clover: Ann")
    expect(panel.locator("section").nth(1)).to_contain_text("Boar in bush clover: Ben")
    mine.answer(words)
    mine.page.wait_for_url(mine.game)
    expect(mine.page.locator(".rounds tbody tr")).to_have_count(rounds)
    expect(mine.page.locator("[data-waits]")).to_be_hidden()
    mine.open(mine.game, 1)
    assert mine.owner_of("clover-boar") == ("0" if "use mine" in words else "1")


def lose_answer(route: Route) -> None:
    """Lets a round be saved, and its answer be lost on the way."""
    if route.request.method == "POST":
        assert route.fetch().ok
        route.abort("connectionreset")
    else:
        route.continue_()


def save_and_lose_the_answer(phone: EntryScreen) -> None:
    """The server has the round, and the phone does not know it."""
    enter(phone, ANNS)
    phone.page.route("**/rounds/new", lose_answer)
    phone.save()
    phone.wait_for_words("says", "The server cannot be reached.")


def test_a_round_whose_answer_was_lost_is_sent_again_by_the_next_page_and_is_there_once(
    phones: tuple[EntryScreen, EntryScreen],
) -> None:
    phone, _ = phones
    save_and_lose_the_answer(phone)
    tab = phone.page.context.new_page()
    phone.page.close()
    tab.goto(phone.game)
    wait_until(tab, "performance.getEntriesByType('navigation')[0].type === 'reload'")
    expect(tab.get_by_text("Round 1 is saved: ")).to_be_visible()
    expect(tab.locator(".rounds tbody tr")).to_have_count(1)
    tab.get_by_role("link", name="Enter round 2").click()
    tab.locator("form.is-live[data-ready]").wait_for()
    expect(tab.locator('[name="card-pine-crane"]:checked')).to_have_count(0)


@pytest.mark.parametrize(("words", "rounds"), [("Enter round 2", 1), ("Use it as round 2", 2)])
def test_a_draft_whose_round_was_saved_does_not_pose_as_the_next_round(
    phones: tuple[EntryScreen, EntryScreen], words: str, rounds: int
) -> None:
    phone, _ = phones
    save_and_lose_the_answer(phone)
    # Changed again, it waits for its writer and is not sent by itself.
    phone.tap("[data-undo]")
    phone.tap("[data-redo]")
    phone.wait_for_words("kept", "draft saved")
    tab = phone.page.context.new_page()
    phone.page.close()
    phone.page = tab
    phone.page.goto(phone.game)
    phone.page.get_by_role("link", name="Enter round 2").click()
    phone.wait()
    panel = phone.page.locator("[data-panel]")
    expect(panel).to_contain_text("Round 1 is saved already")
    phone.answer(words)
    expect(panel).to_be_hidden()
    if rounds == 1:
        expect(phone.page.locator('[name="card-pine-crane"]:checked')).to_have_count(0)
        phone.wait()
        assert phone.owner_of("pine-crane") is None
    else:
        phone.save()
        phone.wait_for_game()
    phone.page.goto(phone.game)
    expect(phone.page.locator(".rounds tbody tr")).to_have_count(rounds)
    expect_totals(phone.page, [0, 65 * rounds])


def test_a_draft_says_that_its_round_was_saved_on_another_phone(
    phones: tuple[EntryScreen, EntryScreen],
) -> None:
    mine, theirs = phones
    enter(mine, BENS)
    enter(theirs, ANNS)
    theirs.save()
    theirs.wait_for_game()
    mine.open(mine.game)
    mine.wait_for_words("says", "Round 1 was saved meanwhile on another phone.")
    assert mine.owner_of("clover-boar") == "0"
    mine.save()
    expect(mine.page.locator("[data-panel]")).to_contain_text("The same round or the next?")


def test_a_draft_of_an_older_release_is_asked_about_the_last_round(
    phones: tuple[EntryScreen, EntryScreen],
) -> None:
    mine, theirs = phones
    enter(mine, BENS)
    mine.page.evaluate(
        """() => new Promise((resolve) => {
          indexedDB.open("kwado", 1).onsuccess = ({ target }) => {
            const drafts = target.result.transaction("drafts", "readwrite").objectStore("drafts");
            drafts.getAll().onsuccess = ({ target: { result: [draft] } }) => {
              const { seen, number, ...old } = draft;
              drafts.put(old).onsuccess = () => { target.result.close(); resolve(); };
            };
          };
        })"""
    )
    enter(theirs, ANNS)
    theirs.save()
    theirs.wait_for_game()
    mine.open(mine.game)
    mine.wait_for_words("says", "Round 1 was saved meanwhile")
    mine.save()
    expect(mine.page.locator("[data-panel]")).to_contain_text("The same round or the next?")
