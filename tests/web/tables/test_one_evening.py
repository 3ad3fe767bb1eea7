"""One evening: three phones and a big screen at one table."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.store import make_view_token
from tests.web.pages import Poster
from tests.web.phone import EntryScreen, expect_totals, open_phone
from tests.web.table import by_points, read_fields

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


# By method A each of three has a floor of 80: Ann gets 70 a round, and 200 with the third.
ROUND = by_points(150, 60, 30)


class Evening:
    """Ann keeps the score, Ben helps on his phone, Cem follows on his, and a big screen shows the scores."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.server = server
        self.contexts: list[BrowserContext] = [open_phone(browser) for _ in range(3)]
        self.contexts.append(browser.new_context(viewport={"width": 1280, "height": 720}))
        ann, *self.others = [context.new_page() for context in self.contexts]
        self.ben, self.cem, self.screen = self.others
        self.ann = Poster(ann, server)
        self.entry = EntryScreen(self.ben, server)
        self.complaints: list[str] = []
        for page in (self.cem, self.screen):
            page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def begin(self, *names: str, **rules: str) -> str:
        """The address of a game, which the others open by the links of its Join page."""
        game = self.ann.start(*names, **rules)
        self.ann.page.goto(f"{self.server}{game}/share")
        links = [self.ann.page.locator(f"#{name}-link").input_value() for name in ("edit", "view", "view")]
        for page, link in zip(self.others, links, strict=True):
            # Who came to play is asked who they are first.
            page.goto(link.removesuffix("/pile"))
        self.expect_heading("Round 1", *self.others)
        return game

    def expect_heading(self, words: str, *pages: Page) -> None:
        for page in pages:
            expect(page.locator("h1")).to_have_text(re.compile(words))

    def expect_all(self, anns: int, *pages: Page) -> None:
        for page in pages or self.others:
            expect_totals(page, (anns, 0, 0))

    def name_ann_anna(self, game: str, dealer: str) -> None:
        """Ann is Anna and another player deals, by one button on her phone."""
        self.ann.page.goto(f"{self.server}{game}/players")
        self.ann.page.locator("#name-0").fill("Anna")
        self.ann.page.locator("#dealer label", has_text=dealer).click()
        self.ann.page.get_by_role("button", name="Save", exact=True).click()

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


# What a phone shows of other games the shared vectors prove (tests/rules/documents/test_phone_scoring.py).
def test_three_phones_and_a_screen_play_a_game_and_a_rematch(evening: Evening) -> None:
    """All of one evening, and what the others see comes by asking now and then: ten seconds."""
    ann, ben, cem, screen = evening.ann, evening.ben, evening.cem, evening.screen
    game = evening.begin("Ann", "Ben", "Cem", game="kwado-1985", target="200")
    ann.record(game, ROUND)
    evening.expect_all(70)
    evening.press(game, "undo")
    evening.expect_all(0)
    evening.press(game, "redo")
    evening.expect_heading("After round 1", *evening.others)

    # Ben enters a round while Ann saves one and changes her name: he is told, and has what he entered.
    evening.entry.open(evening.server + game)
    evening.entry.way("points")
    for side in range(3):
        ben.locator(f"[id='points/{side}']").fill(ROUND[f"points/{side}"])
    ann.record(game, ROUND)
    evening.expect_all(140, cem, screen)
    expect(ben.locator(".news")).to_contain_text("Round 2 saved on another phone")
    evening.name_ann_anna(game, "Ben")
    expect(ben.locator(".news")).to_contain_text("Ann is now Anna")
    expect(ben.locator("[data-save-words]")).to_contain_text("Anna +70")
    expect(ben.locator("[id='points/0']")).to_have_value("150")
    ben.goto(evening.server + game)
    evening.expect_all(140, ben)
    for page in evening.others:
        expect(page.locator(".total__name", has_text="Anna").first).to_be_visible()
        expect(page.locator(".game__deal b").first).to_have_text("Ben")

    # Ben is offline and Cem's phone asleep while the dealer is undone and a round is saved, which wins.
    evening.contexts[1].set_offline(True)
    cem.evaluate(HIDE, True)
    evening.press(game, "undo")
    ann.record(game, ROUND)
    expect(screen.locator(".won__title")).to_have_text(re.compile("Anna.* wins?"))
    evening.contexts[1].set_offline(False)
    cem.evaluate(HIDE, False)
    for page in (ben, cem):
        expect(page.locator(".won__title")).to_have_text(re.compile("Anna.* wins?"))
    evening.expect_all(210)

    # The rematch: who looks on is taken along, who helps score is asked.
    shown = read_fields(ann.page.request.get(f"{evening.server}{game}/again").text())
    assert ann.post(f"{game}/again", shown).status == 302
    view = make_view_token(game.removeprefix("/g/"))
    for page in (cem, screen):
        page.wait_for_url(f"**/v/{view}~2")
    evening.expect_heading("Round 1", cem, screen)
    expect(ben.locator(".news")).to_contain_text("a rematch was started")
    ben.locator(".news a").click()
    ben.wait_for_url(f"**{game}~2")
    ann.record(f"{game}~2", ROUND)
    evening.expect_all(70)


def test_a_name_a_dealer_and_a_deletion_reach_the_round_that_is_being_entered(evening: Evening) -> None:
    """In Koi-Koi the dealer may score: who has chosen nobody has the dealer of the game. Eight seconds."""
    ben, *watching = evening.others
    news, usual = ben.locator(".news"), ben.locator("#dealer option").first
    game = evening.begin("Ann", "Ben", **{"game": "koikoi-modern", "fields-of": "koikoi-modern"})
    evening.entry.open(evening.server + game)
    expect(usual).to_have_text("Ann (no change)")
    evening.entry.tap('.end:has([value="nobody"])')
    evening.name_ann_anna(game, "Ben")
    expect(news).to_contain_text("Ben deals the next round.")
    expect(usual).to_have_text("Ben (no change)")
    # Shown anew the page has the name everywhere, and what was entered is there.
    news.locator("a").click()
    expect(ben.locator('.end:has([value="0"])')).to_contain_text("Anna")
    expect(ben.locator('.end [value="nobody"]')).to_be_checked()
    evening.entry.wait()
    evening.entry.save_round()
    ben.goto(f"{evening.server}{game}/rounds/1/why")
    expect(ben.locator("main")).to_contain_text("Ben dealt")
    evening.entry.open(evening.server + game)
    evening.ann.page.goto(f"{evening.server}{game}/delete")
    evening.ann.page.get_by_role("button", name="Delete the game").click()
    evening.expect_heading("This game was deleted", *watching)
    # Who enters a round keeps the screen.
    expect(news).to_contain_text("This game was deleted on another phone.")
    news.locator("a").click()
    ben.get_by_role("button", name="Bring it back").click()
    evening.expect_heading("After round 1", *evening.others)
