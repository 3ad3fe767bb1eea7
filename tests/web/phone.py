"""The entry screen on a phone, used by touch."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from companion.cards import POINT_CARDS, CardSet

SIZES = {"390": (390, 664), "360": (360, 640)}
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay")


def open_phone(browser: Browser, size: str = "390", **settings: Any) -> BrowserContext:
    """A phone of one of the two sizes, with touch and no mouse."""
    width, height = SIZES[size]
    return browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, **settings
    )


def expect_totals(page: Page, totals: Iterable[int]) -> None:
    """The totals on the page of a game, once it is the page that shows."""
    for side, total in enumerate(totals):
        shown = page.locator(f'.total__number[data-side="{side}"]')
        expect(shown).to_have_text(str(total).replace("-", "\u2212"))


FIGURES_ARE_SHOWN = """() => new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(() => setTimeout(resolve)));
})"""


# Whether a draft on the phone has these fields; a page that is left at once may be faster than its store.
KEEPS = """(wanted) => new Promise((resolve) => {
  indexedDB.open("kwado", 1).onsuccess = ({ target: { result: store } }) => {
    store.transaction("drafts").objectStore("drafts").getAll().onsuccess = ({ target }) => {
      store.close();
      const drafts = target.result.map(({ facts = [] }) => facts.map(String));
      resolve(drafts.some((facts) => wanted.map(String).every((fact) => facts.includes(fact))));
    };
  };
})"""


CARDS_OF_YAKU = """(id) => JSON.parse(document.querySelector("form[data-round]").dataset.rules).yaku
  .find((yaku) => yaku.id === id).all_of"""


OWNERS = """(cards) => cards.map((id) => (
  document.querySelector("form[data-round]").elements[`captured/${id}`]?.value || null
))"""


# Sets fields by their paths, as a draft does.
FILL_IN = """(facts) => {
  const form = document.querySelector("form[data-round]");
  for (const [name, value] of Object.entries(facts)) {
    const tick = form.querySelector(`:is([type=radio], [type=checkbox])[name="${name}"][value="${value}"]`);
    if (tick) tick.checked = true;
    else form.elements[name].value = value;
  }
  form.elements["points/0"].dispatchEvent(new Event("input", { bubbles: true }));
}"""


class EntryScreen:
    """The entry screen on a phone."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server
        self.taps = 0
        self.game = ""
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def start(self, *names: str, **fields: Any) -> str:
        """The address of a new game."""
        self.page.goto(f"{self.server}/games/new")
        typed = {"table": "new"} | {f"player-{seat}": name for seat, name in enumerate(names)}
        typed |= {
            key.replace("option_", "options/").replace("_", "-"): value for key, value in fields.items()
        }
        return str(
            self.page.evaluate(
                """async (typed) => {
                  const body = new URLSearchParams(typed);
                  body.set("csrf_token", document.querySelector("[name=csrf_token]").value);
                  return (await fetch("/games/new", { method: "POST", body })).url;
                }""",
                typed,
            )
        )

    def start_round(self, *names: str, **fields: Any) -> str:
        """The address of a new game, whose first round is open."""
        self.game = self.start(*names, **fields)
        self.open(self.game)
        return self.game

    def open(self, game: str, number: int | str = "new") -> None:
        """The round's page, once its script is there and a draft would have been restored."""
        self.page.goto(f"{game}/rounds/{number}")
        self.wait()

    def wait(self) -> None:
        self.page.locator("form[data-ready]").wait_for()

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).first.tap()

    def wait_for_figures(self) -> None:
        """Wait for what a tap counts: it is shown after the paint that shows the tap."""
        self.page.evaluate(FIGURES_ARE_SHOWN)

    def choose(self, owner: int | str) -> None:
        self.tap(f'[data-owner="{owner}"]')

    def give(self, cards: Iterable[str]) -> None:
        for card in cards:
            self.tap(f'[data-card="{card}"] .pick__card')

    def open_menu(self) -> None:
        if self.page.locator("[data-more]:not([open])").count():
            self.tap("[data-more] summary")

    def open_details(self) -> None:
        """The sum of each side, as it stands."""
        self.open_menu()
        self.tap("[data-why]")

    def way(self, way: str) -> None:
        """Enter by cards, counts or points; a round opens as the last one was entered."""
        if self.page.locator(f'form[data-by="{way}"]').count():
            return
        self.open_menu()
        self.tap(f'.ways label:has([value="{way}"])')

    def count(self, **groups: int) -> None:
        """Tap how many cards of each group the chosen side has."""
        for group, count in groups.items():
            self.tap(f'[data-chips="{group}"] .count-chip:text-is("{count}")')

    def say_all_four(self, piles: Iterable[CardSet]) -> None:
        """Answer "all four?" on the board: one tap says yes, a second one no."""
        self.wait_for_figures()
        asked = self.page.locator(".found--ask[data-yaku]")
        for yaku in asked.evaluate_all("(all) => all.map((one) => one.dataset.yaku)"):
            four = CardSet.from_ids(self.page.evaluate(CARDS_OF_YAKU, yaku))
            for _ in range(1 if any(four <= pile for pile in piles) else 2):
                self.tap(f'[data-yaku="{yaku}"]')

    def answer(self, words: str) -> None:
        """Press an answer in the open sheet."""
        self.taps += 1
        self.page.locator(f'dialog[open] :is(.button, .chip span):text-is("{words}"):visible').first.tap()

    def save(self) -> None:
        """Press Save, as a person does who has seen what there is."""
        self.wait_for_figures()
        self.wait_for_figures()
        self.tap("[data-save-words]")

    @property
    def summary(self) -> Locator:
        """The summary, while it is open."""
        return self.page.locator("[data-summary][open]")

    def confirm(self) -> None:
        """Press Save in the summary."""
        self.tap("[data-summary][open] [data-summary-save]")

    def save_round(self) -> str:
        """Save, by the summary where it opens; what the page of the game then says."""
        self.save()
        return self.pass_summary()

    def pass_summary(self) -> str:
        """What `save_round` does after Save."""
        expect(self.page.locator("[data-summary][open], .total__number").first).to_be_visible()
        if self.summary.count():
            nobodys = self.summary.get_by_role("button", name="Save without it")
            if nobodys.count():
                nobodys.tap()
            self.confirm()
        return self.wait_for_game()

    def wait_for_game(self) -> str:
        """What the page of the game says, once the round is saved."""
        self.page.wait_for_url(re.compile(r"/g/[^/]+$"))
        return self.page.locator(".notice").first.inner_text()

    def totals(self) -> list[int]:
        numbers = self.page.locator(".total__number")
        found = numbers.evaluate_all("all => all.map(one => [one.dataset.side, one.innerText])")
        return [int(text) for _, text in sorted(found)]

    def says(self, name: str) -> str:
        self.wait_for_figures()
        return self.page.locator(f"[data-{name}]").first.inner_text().replace("\u00a0", " ")

    def wait_for_words(self, name: str, words: str) -> None:
        expect(self.page.locator(f"[data-{name}]").first).to_contain_text(words)

    def figures(self, owner: int) -> tuple[str, str, str]:
        """Points, round score and total that an owner's button shows."""
        self.wait_for_figures()
        tab = self.page.locator(f'[data-owner="{owner}"]')
        shown = [tab.locator(f"[data-{part}]").inner_text() for part in ("points", "score", "total")]
        points, score, total = (re.sub(r"^(round|total) |^→\s| points$", "", one) for one in shown)
        return points, score, total

    def words_of(self, selector: str) -> list[str]:
        """What everything there says, once the figures are shown."""
        self.wait_for_figures()
        return self.page.locator(selector).all_inner_texts()

    def is_struck_out(self, selector: str) -> bool:
        self.wait_for_figures()
        return self.page.locator(selector).is_disabled()

    def place_of_cards(self) -> list[int]:
        """Left, top, width and height of all cards together, in whole pixels."""
        self.wait_for_figures()
        box = self.page.locator('[data-way="cards"]').bounding_box()
        assert box
        return [round(edge) for edge in box.values()]  # type: ignore[call-overload]

    def owner_of(self, card: str) -> str | None:
        return self.owners_of([card])[0]

    def owners_of(self, cards: Iterable[str]) -> list[str | None]:
        found: list[str | None] = self.page.evaluate(OWNERS, list(cards))
        return found


@contextmanager
def entry_screen(browser: Browser, server: str, size: str = "390", **settings: Any) -> Iterator[EntryScreen]:
    """An entry screen on a phone that is gone afterwards, and on which no script has failed."""
    context = open_phone(browser, size, **settings)
    screen = EntryScreen(context.new_page(), server)
    yield screen
    context.close()
    assert screen.complaints == []


def enter_by_cards(screen: EntryScreen, entered: dict[str, Any], point_cards: CardSet = POINT_CARDS) -> None:
    """Enter a document's round as a table does: all but the last side, what is left over, the rest."""
    piles = {side: CardSet.from_ids(ids) for side, ids in entered["captured"].items()}
    names = list(piles)
    placed = CardSet()
    for pile in piles.values():
        placed |= pile
    for number, name in enumerate(names[:-1]):
        screen.choose(number)
        screen.give((piles[name] & point_cards).ids)
    left = point_cards - placed
    if left:
        screen.choose("table")
        screen.give(left.ids)
    screen.choose(len(names) - 1)
    screen.tap("[data-rest]")
    if left:
        by = names.index(entered["gaji"]["by"]) if "gaji" in entered else "nobody"
        screen.tap("[data-open-gaji]")
        screen.tap(f'[data-gaji-panel] label:has([value="{by}"])')
        if by != "nobody":
            screen.page.locator('[name="gaji/took"]').select_option(entered["gaji"]["took"])
        screen.tap("[data-gaji-panel] [data-panel-close]")
    screen.say_all_four(piles.values())
