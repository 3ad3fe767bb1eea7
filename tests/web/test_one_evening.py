"""One evening: three phones and a big screen at one table, a game of each kind."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.store import make_view_token
from tests.web.pages import RACE, Poster
from tests.web.phone import EntryScreen, expect_totals, open_phone
from tests.web.table import by_points, read_fields

THOROUGH = os.environ.get("KWADO_TEST_THOROUGH") == "1"
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Kind(NamedTuple):
    """A kind of game: how it is started, a round of it, and the totals after one, two and three of them.

    The third wins. `touched` is what somebody types into a half-entered round.
    """

    names: tuple[str, ...]
    rules: dict[str, str]
    round: dict[str, Any]
    totals: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    way: str = "points"


KINDS = {
    # By method A each of three has a floor of 80; the other two games add card points up.
    "kwado": Kind(
        ("Ann", "Ben", "Cem"),
        {"game": "kwado-1985", "target": "200"},
        by_points(150, 60, 30),
        ((70, 0, 0), (140, 0, 0), (210, 0, 0)),
    ),
    "min-hwatu": Kind(
        ("Ann", "Ben", "Cem", "Dee", "Eve"),
        {"game": "min-hwatu", "fields-of": "min-hwatu", "length": "rounds", "rounds": "3"},
        by_points(100, 60, 40, 20, 20, **{f"yaku_{side}": [] for side in range(5)}),
        ((100, 60, 40, 20, 20), (200, 120, 80, 40, 40), (300, 180, 120, 60, 60)),
    ),
    "sakura": Kind(
        ("Ann", "Ben", "Cem", "Dee"),
        {"game": "sakura", "fields-of": "sakura", "sides": "2", "length": "rounds", "rounds": "3"},
        by_points(140, 100, yaku_0=[], yaku_1=[]),
        ((140, 100), (280, 200), (420, 300)),
    ),
    "koi-koi": Kind(
        ("Ann", "Ben"),
        {"game": "koikoi-modern", "fields-of": "koikoi-modern", "length": "rounds", "rounds": "3"},
        RACE,
        ((36, 0), (72, 0), (108, 0)),
        way="cards",
    ),
}


class Evening:
    """Ann keeps the score, Ben helps on his phone, Cem follows on his, and a big screen shows the scores."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.server = server
        self.contexts: list[BrowserContext] = [open_phone(browser) for _ in range(3)]
        self.contexts.append(browser.new_context(viewport={"width": 1280, "height": 720}))
        ann, self.ben, self.cem, self.screen = [context.new_page() for context in self.contexts]
        self.ann = Poster(ann, server)
        self.entry = EntryScreen(self.ben, server)
        self.complaints: list[str] = []
        for page in (self.cem, self.screen):
            page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def begin(self, kind: Kind) -> str:
        """The address of a game, which the others open by the links of its Join page."""
        game = self.ann.start(*kind.names, **kind.rules)
        self.ann.page.goto(f"{self.server}{game}/share")
        links = [self.ann.page.locator(f"#{name}-link").input_value() for name in ("edit", "view")]
        self.ben.goto(links[0])
        for page in (self.cem, self.screen):
            page.goto(links[1])
            expect(page.locator("h1")).to_have_text(re.compile("Round 1"))
        return game

    @property
    def others(self) -> tuple[Page, Page, Page]:
        return self.ben, self.cem, self.screen

    def expect_all(self, totals: tuple[int, ...], *pages: Page) -> None:
        for page in pages or self.others:
            expect_totals(page, totals)

    def press(self, game: str, button: str) -> None:
        """Undo or redo, by the button on Ann's phone."""
        self.ann.page.goto(self.server + game)
        self.ann.page.locator(f'form[action$="/{button}"] button').click()
        expect(self.ann.page.locator(".notice").first).to_be_visible()


@pytest.fixture
def evening(browser: Browser, live_server: str) -> Iterator[Evening]:
    evening = Evening(browser, live_server)
    yield evening
    for context in evening.contexts:
        context.close()
    assert evening.complaints + evening.entry.complaints == []


# What a phone shows of the other kinds is proven by the shared vectors (tests/rules/test_live.py).
@pytest.mark.parametrize("name", KINDS if THOROUGH else ["kwado", "koi-koi"])
def test_three_phones_and_a_screen_play_a_game_and_a_rematch(evening: Evening, name: str) -> None:
    kind = KINDS[name]
    first, second, last = kind.totals
    ann, ben, cem, screen = evening.ann, evening.ben, evening.cem, evening.screen
    game = evening.begin(kind)
    start = (0,) * len(first)

    # A round is saved, undone and redone.
    ann.record(game, kind.round)
    evening.expect_all(first)
    evening.press(game, "undo")
    evening.expect_all(start)
    evening.press(game, "redo")
    evening.expect_all(first)
    for page in evening.others:
        expect(page.locator("h1")).to_have_text(re.compile("After round 1"))

    # Ben has a round half entered while Ann saves one: he is told, and has what he entered.
    evening.entry.open(evening.server + game)
    if kind.way == "points":
        evening.entry.way("points")
        ben.locator("#points-0").fill("77")
    else:
        evening.entry.tap('label.end:has([value="0"])')
        evening.entry.give(["pine-crane", "susuki-moon"])
    ann.record(game, kind.round)
    evening.expect_all(second, cem, screen)
    expect(ben.locator(".news")).to_contain_text("Round 2 saved on another phone")
    if kind.way == "points":
        expect(ben.locator("#points-0")).to_have_value("77")
    else:
        assert evening.entry.owner_of("pine-crane") == "0"
    ben.goto(evening.server + game)
    evening.expect_all(second, ben)

    # A new name, and another dealer.
    dealer = ben.locator(".game__deal b").first.inner_text()
    other = next(player for player in reversed(kind.names[1:]) if player != dealer)
    ann.page.goto(f"{evening.server}{game}/players")
    ann.page.locator("#name-0").fill("Anna")
    ann.page.locator("#dealer label", has_text=other).click()
    ann.page.get_by_role("button", name="Save", exact=True).click()
    for page in evening.others:
        expect(page.locator(".total__name", has_text="Anna").first).to_be_visible()
        expect(page.locator(".game__deal b").first).to_have_text(other)

    # Ben is offline and Cem's phone asleep while the dealer is undone and a round is saved, which wins.
    evening.contexts[1].set_offline(True)
    cem.evaluate(HIDE, True)
    evening.press(game, "undo")
    ann.record(game, kind.round)
    expect(screen.locator(".won__title")).to_have_text(re.compile("Anna.* wins?"))
    evening.contexts[1].set_offline(False)
    cem.evaluate(HIDE, False)
    for page in (ben, cem):
        expect(page.locator(".won__title")).to_have_text(re.compile("Anna.* wins?"))
    evening.expect_all(last)

    # The rematch: who looks on is taken along, who helps score is asked.
    shown = read_fields(ann.page.request.get(f"{evening.server}{game}/again").text())
    assert ann.post(f"{game}/again", shown).status == 302
    view = make_view_token(game.removeprefix("/g/"))
    for page in (cem, screen):
        page.wait_for_url(f"**/v/{view}~2")
        expect(page.locator("h1")).to_have_text(re.compile("Round 1"))
    expect(ben.locator(".news")).to_contain_text("a rematch was started")
    ben.locator(".news a").click()
    ben.wait_for_url(f"**{game}~2")
    ann.record(f"{game}~2", kind.round)
    evening.expect_all(first)
    cem.goto(f"{evening.server}/t/{view}")
    expect(cem.locator(".tallies__one", has_text="Anna").locator(".tallies__won")).to_have_text("1")


def test_a_round_opened_before_a_rename_is_saved(evening: Evening) -> None:
    game = evening.begin(KINDS["kwado"])
    evening.entry.open(evening.server + game)
    evening.entry.way("points")
    for side, points in enumerate((150, 60, 30)):
        evening.ben.locator(f"#points-{side}").fill(str(points))
    evening.ann.page.goto(f"{evening.server}{game}/players")
    evening.ann.page.locator("#name-0").fill("Anna")
    evening.ann.page.get_by_role("button", name="Save", exact=True).click()
    expect(evening.ben.locator(".news")).to_contain_text("Ann is now Anna")
    expect(evening.ben.locator("[data-save-words]")).to_contain_text("Anna +70")
    # Shown anew the page has the name everywhere, and what was typed is there.
    evening.ben.locator(".news a").click()
    expect(evening.ben.locator("label[for='points-0']")).to_contain_text("Anna")
    expect(evening.ben.locator("#points-0")).to_have_value("150")
    evening.entry.save_round()
    evening.expect_all((70, 0, 0))


def test_a_dealer_changed_elsewhere_deals_the_round_that_is_being_entered(evening: Evening) -> None:
    """In Koi-Koi the dealer may score: who has chosen nobody has the dealer of the game."""
    game = evening.begin(KINDS["koi-koi"])
    evening.entry.open(evening.server + game)
    usual = evening.ben.locator("#dealer option").first
    expect(usual).to_have_text("Ann (no change)")
    evening.ann.page.goto(f"{evening.server}{game}/players")
    evening.ann.page.locator("#dealer label", has_text="Ben").click()
    evening.ann.page.get_by_role("button", name="Save", exact=True).click()
    expect(evening.ben.locator(".news")).to_contain_text("Ben deals the next round.")
    expect(usual).to_have_text("Ben (no change)")
    evening.ben.locator('.end:has([value="nobody"])').tap()
    evening.entry.save_round()
    evening.ben.goto(f"{evening.server}{game}/rounds/1/why")
    expect(evening.ben.locator("main")).to_contain_text("Ben dealt")


def test_a_game_deleted_while_it_is_followed_says_so_and_comes_back_everywhere(evening: Evening) -> None:
    game = evening.begin(KINDS["kwado"])
    evening.entry.open(evening.server + game)
    evening.ann.page.goto(f"{evening.server}{game}/delete")
    evening.ann.page.get_by_role("button", name="Delete the game").click()
    ben, *watching = evening.others
    for page in watching:
        expect(page.locator("h1")).to_have_text("This game was deleted")
    # Who enters a round keeps the screen.
    expect(ben.locator(".news")).to_contain_text("This game was deleted on another phone.")
    ben.locator(".news a").click()
    ben.get_by_role("button", name="Bring it back").click()
    for page in evening.others:
        expect(page.locator("h1")).to_have_text(re.compile("Round 1"))
