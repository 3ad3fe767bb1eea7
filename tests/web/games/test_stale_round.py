"""A round that was saved, changed or removed meanwhile: both versions are shown and a person chooses."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.waiting import wait_until
from tests.web.phone import EntryScreen, expect_totals, open_phone
from tests.web.table import (
    NOBODYS_DRAGON,
    Table,
    by_points,
    expect_words,
    read_fields,
    read_notices,
    read_words,
)

ANNS = ["pine-crane", "susuki-moon", "plum-warbler", "pine-ribbon"]
BENS = ["pine-crane", "susuki-moon", "plum-warbler", "clover-boar"]
THEIRS, MINE = by_points(125, 115), by_points(150, 90)
KEEP, USE_MINE, NEXT = (
    "Same round: keep the saved one", "Same round: use mine", "Next round: save as round 2",
)  # fmt: skip
ASK_NEXT, COMPARE = "Next round: go on", "Same round: finish mine and compare"

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
    return re.sub("[\u2066-\u2069]", "", read_notices(table.get(game)))


def save_on_both(
    table: Table, mine: dict[str, Any], theirs: dict[str, Any] = THEIRS, **fields: str
) -> tuple[str, str]:
    """A new game whose next round two phones have open and save, and what the second of them is asked."""
    game = table.start("Ann", "Ben", **fields)
    shown = [read_fields(table.get(f"{game}/rounds/new")) for _ in range(2)]
    table.post(f"{game}/rounds/new", shown[0] | theirs)
    return game, table.post(f"{game}/rounds/new", shown[1] | mine, 409).text


def test_the_second_form_for_one_round_shows_both_and_saves_nothing(table: Table) -> None:
    game, text = save_on_both(table, MINE)
    question = "Is this round 1, or is it the next one, round 2?"
    expect_words(text, "Round 1 was saved meanwhile on another phone.", question, KEEP)
    assert re.findall(r"<dd><b>([^<]+)</b>", text) == ["+30", "0", "+5", "0"]
    # Looking at mine again does not let it pass unasked, nor does a fault in between.
    again = table.post(f"{game}/rounds/new", {**read_fields(text), "show": "mine"}, 200).text
    assert read_fields(again)["points/0"] == ["150"]
    # What is shown anew is asked anew.
    sure = {**read_fields(again), NOBODYS_DRAGON: "yes"}
    table.post(f"{game}/rounds/new", sure, 409)
    refused = table.post(f"{game}/rounds/new", {**sure, "points/1": ""}, 422).text
    table.post(f"{game}/rounds/new", read_fields(refused) | MINE, 409)
    assert table.totals(game) == [5, 0]
    # The same round need not be written over itself.
    expect_words(save_on_both(table, THEIRS)[1], KEEP, never=["use mine"])


def test_a_person_says_by_a_form_which_round_it_is(table: Table) -> None:
    # Neither an older release's form, nor one that is sent a second time, has what a new one has.
    old, again = {"seen": []}, {"key": "one-key-of-ours"}
    for mine, theirs, words, totals, said in (
        (MINE, THEIRS, NEXT, [35, 0], "Round 2 is saved: Ann +30"),
        (MINE, THEIRS, USE_MINE, [30, 0], "Round 1: Ann 5 → 30."),
        (MINE | old, THEIRS | old, NEXT, [35, 0], "Round 2 is saved"),
        (MINE | again, THEIRS | again, "Save as a new round", [35, 0], "Round 2 is saved"),
    ):
        game, text = save_on_both(table, mine, theirs)
        expect_words(choose(table, text, words), said)
        assert table.totals(game) == totals
    # Whoever adds a round to a game that is over is told the winner, who stays it.
    game, text = save_on_both(table, MINE, by_points(90, 150), target="20")
    expect_words(text, "Ben has won meanwhile.")
    choose(table, text, NEXT)
    assert table.totals(game) == [0, 30]
    expect_words(read_words(table.get(game)), "30 with all 2 rounds")


def correct_on_both(table: Table, game: str, mine: dict[str, Any], path: str, **theirs: Any) -> str:
    """What a phone is asked that corrects round 1 after another has sent this to a page below the game."""
    seen = read_fields(table.get(f"{game}/rounds/1"))
    table.save(game + path, {"version": seen["version"], **theirs})
    return table.post(f"{game}/rounds/1", seen | mine, 409).text


def test_who_corrects_a_round_that_was_changed_or_removed_sees_both_and_chooses(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, THEIRS)
    text = correct_on_both(table, game, by_points(140, 100), "/rounds/1", **by_points(130, 110))
    expect_words(text, "Mine", "Saved as round 1", "<b>+20</b>", "<b>+10</b>")
    assert table.totals(game) == [10, 0]
    choose(table, text, "Use mine")
    assert table.totals(game) == [20, 0]
    text = correct_on_both(table, game, by_points(145, 95), "/rounds/1/remove")
    expect_words(text, "was removed since you opened it")
    choose(table, text, "Save mine as a new round")
    assert table.totals(game) == [25, 0]


def test_a_round_that_was_saved_and_then_removed_is_told_so_and_can_be_saved_anew(table: Table) -> None:
    """The answer of the first form is lost; another phone removes the round."""
    game = table.start("Ann", "Ben")
    form = read_fields(table.get(f"{game}/rounds/new")) | THEIRS
    table.save(f"{game}/rounds/new", form)
    table.save(f"{game}/rounds/1/remove", {"version": read_fields(table.get(f"{game}/rounds/1"))["version"]})
    text = table.post(f"{game}/rounds/new", form, 409).text
    expect_words(text, "This round was saved as round 1, and removed since.", "Keep it removed")
    assert table.totals(game) == [0, 0]
    expect_words(choose(table, text, "Save mine as a new round"), "Round 1 is saved: Ann +5")
    assert table.totals(game) == [5, 0]


def test_what_a_draft_has_not_seen_is_told_as_data(table: Table) -> None:
    game = table.start("Ann", "Ben")
    mine, theirs = (read_fields(table.get(f"{game}/rounds/new")) for _ in range(2))
    table.post(f"{game}/rounds/new", theirs | THEIRS)
    [seen] = read_fields(table.get(f"{game}/rounds/new"))["seen"]
    for fields, own, rounds in ((mine, None, [1]), (theirs, 1, [])):
        query = {"key": fields["key"], "seen": fields["seen"]}
        as_data = {"Accept": "application/json"}
        told = table.client.get(f"{game}/rounds/new", query_string=query, headers=as_data).json
        assert told == {"own": own, "rounds": rounds, "seen": seen}


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


def save_theirs(phone: EntryScreen) -> None:
    enter(phone, ANNS)
    phone.save()
    phone.wait_for_game()


def test_the_second_phone_is_asked_which_round_it_has(phones: tuple[EntryScreen, EntryScreen]) -> None:
    """Three rounds, with another answer each: six seconds."""
    mine, theirs = phones
    panel = mine.page.locator("[data-panel]")
    for number, words, rounds in ((1, NEXT, 2), (3, USE_MINE, 3), (4, KEEP, 4)):
        save_theirs(theirs)
        enter(mine, BENS)
        mine.save()
        expect(panel).to_contain_text(f"Round {number} was saved meanwhile on another phone.")
        expect(panel.locator("h3")).to_have_text(["Mine", f"Saved as round {number}"])
        expect(panel.locator("section").nth(0)).to_contain_text("Boar in bush clover: Ann")
        expect(panel.locator("section").nth(1)).to_contain_text("Boar in bush clover: Ben")
        mine.answer(words)
        mine.page.wait_for_url(mine.game)
        expect(mine.page.locator(".rounds tbody tr")).to_have_count(rounds)
        expect(mine.page.locator("[data-waits]")).to_be_hidden()
        mine.open(mine.game, number)
        assert mine.owner_of("clover-boar") == ("0" if words == USE_MINE else "1")
        for phone in phones:
            phone.open(phone.game)


def test_which_round_it_is_is_asked_before_what_is_missing(phones: tuple[EntryScreen, EntryScreen]) -> None:
    """Three rounds, with another answer each."""
    mine, theirs = phones
    panel = mine.page.locator("[data-panel]")
    for number, words, rounds in ((1, ASK_NEXT, 2), (3, COMPARE, 3), (4, KEEP, 4)):
        mine.give(BENS)
        mine.wait_for_words("kept", "draft saved")
        save_theirs(theirs)
        if number == 1:
            # Heard while the screen is open, or found when it is opened again.
            expect(mine.page.get_by_text("Save asks whether this is the same round")).to_be_visible()
        else:
            mine.open(mine.game)
            mine.wait_for_words("says", f"Round {number} was saved meanwhile")
        mine.save()
        expect(panel).to_contain_text("The same round or the next?")
        mine.answer(words)
        expect(panel).to_be_hidden()
        if words != KEEP:
            expect(mine.summary).to_be_visible()
            mine.page.keyboard.press("Escape")
            mine.tap("[data-rest]")
            mine.save()
        if words == COMPARE:
            expect(panel.locator("h3")).to_have_text(["Mine", f"Saved as round {number}"])
            mine.answer(USE_MINE)
        mine.page.wait_for_url(mine.game)
        expect(mine.page.locator(".rounds tbody tr")).to_have_count(rounds)
        for phone in phones:
            phone.open(phone.game)


def lose_answer(route: Route) -> None:
    """Lets a round be saved, and its answer be lost on the way."""
    if route.request.method == "POST":
        assert route.fetch().ok
        route.abort("connectionreset")
    else:
        route.continue_()


def save_and_lose_the_answer(phone: EntryScreen, is_changed: bool) -> None:
    """The server has the round, and the phone, whose page is opened anew, does not know it."""
    enter(phone, ANNS)
    phone.page.route("**/rounds/new", lose_answer)
    phone.save()
    phone.wait_for_words("says", "The server cannot be reached.")
    if is_changed:
        # It waits for its writer and is not sent by itself.
        phone.tap("[data-undo]")
        phone.tap("[data-redo]")
        phone.wait_for_words("kept", "draft saved")
    tab = phone.page.context.new_page()
    phone.page.close()
    phone.page = tab
    tab.goto(phone.game)


def test_a_round_whose_answer_was_lost_is_there_once_and_does_not_pose_as_the_next(
    phones: tuple[EntryScreen, EntryScreen],
) -> None:
    """Sent again by the next page; changed meanwhile, dropped or used for another round: five seconds."""
    phone, _ = phones
    save_and_lose_the_answer(phone, is_changed=False)
    wait_until(phone.page, "performance.getEntriesByType('navigation')[0].type === 'reload'")
    expect(phone.page.get_by_text("Round 1 is saved: ")).to_be_visible()
    expect(phone.page.locator(".rounds tbody tr")).to_have_count(1)
    for number, words in ((2, "Enter round 3"), (3, "Use it as round 4")):
        phone.open(phone.game)
        assert phone.owner_of("pine-crane") is None
        save_and_lose_the_answer(phone, is_changed=True)
        phone.page.get_by_role("link", name=f"Enter round {number + 1}").click()
        phone.wait()
        panel = phone.page.locator("[data-panel]")
        expect(panel).to_contain_text(f"Round {number} is saved already")
        phone.answer(words)
        expect(panel).to_be_hidden()
    phone.save()
    phone.wait_for_game()
    expect(phone.page.locator(".rounds tbody tr")).to_have_count(4)
    expect_totals(phone.page, [0, 4 * 65])


def test_a_round_whose_answer_was_lost_and_that_another_phone_removed_stays_a_draft(
    phones: tuple[EntryScreen, EntryScreen],
) -> None:
    """Sent again on the same page, and by the next one."""
    phone, other = phones
    enter(phone, ANNS)
    phone.page.route("**/rounds/new", lose_answer)
    phone.save()
    phone.wait_for_words("says", "The server cannot be reached.")
    other.page.goto(f"{other.game}/rounds/1/why")
    other.page.get_by_role("button", name="Remove").click()
    expect(other.page.get_by_text("Round 1 is removed.")).to_be_visible()
    phone.page.unroute("**/rounds/new")
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    panel = phone.page.locator("[data-panel]")
    expect(panel).to_contain_text("This round was saved as round 1, and removed since.")
    tab = phone.page.context.new_page()
    phone.page.close()
    phone.page = tab
    tab.goto(phone.game)
    # The page has sent it and knows that a person must look at it: the next one sends nothing by itself.
    expect(tab.locator("[data-waits]")).to_have_text("Round 1 was not saved: check it")
    phone.open(phone.game)
    assert phone.owner_of("susuki-moon") == "0"
    phone.save()
    expect(tab.locator("[data-panel]")).to_contain_text("Round 1 was removed")
    phone.answer("Save mine as a new round")
    assert phone.wait_for_game() == "Round 1 is saved: Ann 0 · Ben +65."


MAKE_DRAFT_OLD = """() => new Promise((resolve) => {
  indexedDB.open("kwado", 1).onsuccess = ({ target }) => {
    const drafts = target.result.transaction("drafts", "readwrite").objectStore("drafts");
    drafts.getAll().onsuccess = ({ target: { result: [draft] } }) => {
      const { seen, number, ...old } = draft;
      drafts.put(old).onsuccess = () => { target.result.close(); resolve(); };
    };
  };
})"""


def test_a_draft_says_that_its_round_was_saved_on_another_phone(
    phones: tuple[EntryScreen, EntryScreen],
) -> None:
    """A draft of today, and one of an older release."""
    mine, theirs = phones
    for number, change in enumerate(("() => {}", MAKE_DRAFT_OLD), 1):
        enter(mine, BENS)
        mine.page.evaluate(change)
        save_theirs(theirs)
        mine.open(mine.game)
        mine.wait_for_words("says", f"Round {number} was saved meanwhile")
        assert mine.owner_of("clover-boar") == "0"
        mine.save()
        expect(mine.page.locator("[data-panel]")).to_contain_text("The same round or the next?")
        mine.answer(KEEP)
        mine.page.wait_for_url(mine.game)
        for phone in phones:
            phone.open(phone.game)


RENAME_A_FACT = """() => new Promise((resolve) => {
  indexedDB.open("kwado", 1).onsuccess = ({ target }) => {
    const drafts = target.result.transaction("drafts", "readwrite").objectStore("drafts");
    drafts.getAll().onsuccess = ({ target: { result: [draft] } }) => {
      const { "captured/clover-boar": owner, ...facts } = draft.facts;
      drafts.put({ ...draft, facts: { ...facts, "taken/clover-boar": owner } }).onsuccess = () => {
        target.result.close();
        resolve();
      };
    };
  };
})"""


def test_what_a_draft_of_another_release_holds_and_the_page_does_not_know_is_told_and_kept(
    phones: tuple[EntryScreen, EntryScreen],
) -> None:
    mine, _ = phones
    enter(mine, BENS)
    mine.page.evaluate(RENAME_A_FACT)
    # A change of the round writes the draft again, and what has no place stays in it.
    for _ in range(2):
        mine.open(mine.game)
        mine.wait_for_words("says", "no place for a part of your draft")
        mine.wait_for_words("says", "taken/clover-boar: 0")
        assert (mine.owner_of("clover-boar"), mine.owner_of("plum-warbler")) == (None, "0")
        mine.give(["pine-ribbon"])
        mine.wait_for_words("kept", "draft saved")
