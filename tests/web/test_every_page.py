"""Every page in a browser: axe in light and dark, nothing wider than the screen, first visits light."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Response, expect

from tests.web.conftest import find_token
from tests.web.table import by_cards, by_points, read_fields, read_summary

LONG_NAMES = (
    "Maximiliane-Theodora von Hohenstein-Wald",
    "花札の好きな田中さん",
    "김철수",
    "محمد عبد الله",
    "Øystein",
    "Bartholomew",
    "Gil",
)
PAGES = (
    "home", "new game", "new game refused", "new game seated", "game", "game begun", "game of six",
    "finished", "looked at", "round", "round of six", "round refused", "round by counts", "correction",
    "game of seven", "round of seven", "payments", "house rules of seven",
    "teams", "round of teams", "victories",
    "breakdown", "round summary", "two versions", "house rules", "history", "share", "not found",
)  # fmt: skip
CARDS = {
    **by_cards({"Ann": ["pine-crane", "plum-warbler", "cherry-curtain"], "Ben": "rest"}),
    "card-maple-ribbon": "table",
}
# The rules of axe that colours can break.
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
FIRST_VISIT_BYTES = 65 * 1024
FIRST_VISIT_REQUESTS = 8


class Played(NamedTuple):
    """Games that are kept on the server, and what the phone that played them remembers."""

    begun: str
    game: str
    six: str
    seven: str
    finished: str
    teams: str
    memory: Any


@pytest.fixture(scope="module")
def played(browser: Browser, live_server: str) -> Played:
    context = browser.new_context()
    phone = Poster(context.new_page(), live_server)
    begun = phone.start("Ann", "Ben", **{"option-gaji": "kwado"})
    game = phone.start("Ann", "Ben", **{"option-gaji": "sakura"})
    six = phone.start(*LONG_NAMES[:6], method="B", target="1000", game="kwado-1985")
    seven = phone.start(
        *LONG_NAMES, game="min-hwatu", **{"fields-of": "min-hwatu", "option-round-up": "player"}
    )
    finished = phone.start("Ann", "Ben", "Cem", target="50", game="kwado-1985")
    phone.record(game, CARDS)
    for number in range(21):
        points = [40 + 5 * ((number + side) % 6 == 0) - 5 * ((number + side) % 6 == 3) for side in range(6)]
        phone.record(six, by_points(*points))
    for number in range(5):
        phone.record(finished, by_points(100 - 10 * (number % 3), 60 + 10 * (number % 3), 80))
    paid = by_points(0, 20, 40, 40, 40, 40, 60, yaku_0=[], yaku_6=["hongdan"], yaku_5=["cheongdan"])
    for dealer in "34":
        phone.record(seven, {**paid, "dealer": dealer})
    rules = {"game": "sakura", "fields-of": "sakura", "option-count": "victories", "option-chu": "yes"}
    teams = phone.start(
        *LONG_NAMES[:4],
        sides="2",
        **{"team-0": "Moon", "team-1": "Wind"},
        length="target",
        target="2",
        **rules,
    )
    for _ in range(2):
        phone.record(teams, by_points(140, 100, yaku_0=[], yaku_1=[]))
    memory = context.storage_state()
    context.close()
    return Played(begun, game, six, seven, finished, teams, memory)


class Poster:
    """A phone that posts forms of ours."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server
        page.goto(f"{server}/games/new")
        self.token = find_token(page.content())

    def post(self, path: str, fields: dict[str, Any]) -> Any:
        typed = {name: value for name, value in fields.items() if value != []}
        body = urlencode({"csrf_token": self.token, **typed}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.page.request.post(self.server + path, data=body, headers=kind, max_redirects=0)

    def start(self, *names: str, **fields: str) -> str:
        players = {f"player-{seat}": name for seat, name in enumerate(names)}
        answer = self.post("/games/new", {**players, **fields})
        assert answer.status == 302
        return str(answer.headers["location"])

    def record(self, game: str, fields: dict[str, Any]) -> None:
        path = f"{game}/rounds/new"
        shown = read_fields(self.page.request.get(self.server + path).text())
        answer = self.post(path, {"key": shown["key"][0], "seen": shown["seen"][0], **fields})
        if summary := read_summary(answer.text() if answer.status == 422 else ""):
            answer = self.post(path, summary)
        assert answer.status == 302, answer.text()


class Phone(Poster):
    """A phone that has played a few games, and opens a page by its name."""

    def __init__(self, page: Page, server: str, played: Played) -> None:
        super().__init__(page, server)
        self.played = played

    def show(self, name: str) -> None:
        page = self.page
        paths = {
            "home": "/",
            "new game": "/games/new",
            "game": self.played.game,
            "game begun": self.played.begun,
            "game of six": self.played.six,
            "finished": self.played.finished,
            "round": f"{self.played.game}/rounds/new",
            "game of seven": self.played.seven,
            "round of seven": f"{self.played.seven}/rounds/new",
            "payments": f"{self.played.seven}/rounds/2/why",
            "house rules of seven": f"{self.played.seven}/house-rules",
            "teams": self.played.teams,
            "round of teams": f"{self.played.teams}/rounds/new",
            "victories": f"{self.played.teams}/rounds/2/why",
            "rules of the game": f"{self.played.seven}/rules",
            "round of six": f"{self.played.six}/rounds/new",
            "correction": f"{self.played.game}/rounds/1",
            "breakdown": f"{self.played.game}/rounds/1/why",
            "house rules": f"{self.played.game}/house-rules",
            "history": f"{self.played.game}/history",
            "share": f"{self.played.game}/share",
            "not found": "/g/nothing-here",
        }
        if name in paths:
            page.goto(self.server + paths[name])
        elif name == "looked at":
            page.goto(f"{self.server}{self.played.game}/share")
            page.goto(page.locator("#view-link").input_value())
        elif name == "two versions":
            game = self.start("Ann", "Ben", game="kwado-1985", **{"option-gaji": "sakura"})
            self.record(game, CARDS)
            page.goto(f"{self.server}{game}/rounds/1")
            # Another phone is faster.
            version = page.locator('[name="version"]').input_value()
            fields = {"version": version, **by_points(130, 110)}
            assert self.post(f"{game}/rounds/1", fields).status == 302
            page.locator("form[data-round]").evaluate("form => form.submit()")
            page.get_by_role("button", name="Save round 1").click()
            page.get_by_role("heading", name="Saved as round 1").wait_for()
        elif name == "round summary":
            page.goto(f"{self.server}{self.played.game}/rounds/1")
            page.locator("form[data-round]").evaluate("form => form.submit()")
            page.get_by_role("button", name="Save round 1").wait_for()
        elif name == "round by counts":
            page.goto(f"{self.server}{self.played.six}/rounds/new")
            page.locator('[name="way"][value="counts"]').check(force=True)
        else:
            page.goto(
                f"{self.server}/games/new"
                if "new game" in name
                else f"{self.server}{self.played.game}/rounds/new"
            )
            form = page.locator("main form").first
            if name == "new game seated":
                for seat, player in enumerate(LONG_NAMES[:4]):
                    page.locator(f"#player-{seat}").fill(player)
                page.get_by_role("button", name="Show who sits where").click()
                page.locator(".seats").wait_for()
                return
            form.evaluate("form => form.submit()")
            page.locator("#faults").wait_for()
        if name in ("new game", "house rules", "house rules of seven", "share"):
            page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")


@pytest.fixture(scope="module", params=[390, 320])
def phone(
    request: pytest.FixtureRequest, browser: Browser, live_server: str, played: Played
) -> Iterator[Phone]:
    context = browser.new_context(
        viewport={"width": request.param, "height": 640},
        color_scheme="light",
        reduced_motion="reduce",
        storage_state=played.memory,
    )
    yield Phone(context.new_page(), live_server, played)
    context.close()


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest, phone: Phone) -> Page:
    """A page, opened once for the tests that only look at it."""
    phone.show(request.param)
    return phone.page


def test_axe_finds_no_rule_broken_and_nothing_is_wider_than_the_screen(page: Page) -> None:
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    # The dark theme changes colours and nothing else (static/css/tokens.css).
    page.emulate_media(color_scheme="dark")
    dark = Axe().run(page, options={"runOnly": COLOUR_RULES, "resultTypes": ["violations"]})
    page.emulate_media(color_scheme="light")
    assert dark.violations_count == 0, dark.generate_report()
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


def test_everything_to_be_pressed_is_at_least_44_pixels_high(page: Page) -> None:
    small = page.evaluate(
        """() => [...document.querySelectorAll('main a, main button, main summary, main label.choice,'
            + 'main label.chip, main label.own, main select, main input.input, header a')]
          .filter(one => one.checkVisibility())
          .filter(one => !one.closest('.faults, p.field__fault, [data-enter-button]'))
          .map(one => [one.textContent.trim().slice(0, 40), one.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
          .map(([text, box]) => `${text}: ${Math.round(box.width)} × ${Math.round(box.height)}`)"""
    )
    assert small == []


# What sticks out of the screen, and text that its own box cuts off.
OUT_OF_PLACE = """() => {
  const found = [];
  const name = (one) => `${one.tagName.toLowerCase()} “${one.textContent.trim().slice(0, 30)}”`;
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) found.push(`the page is ${width} wide`);
  const tabs = ".owner-tab, .owner-tab__name, .owner-tab__total";
  const parts = `.bar a, h1, ${tabs}, .button, .tool, .chip span, .count-chip`;
  for (const one of document.querySelectorAll(parts)) {
    if (!one.checkVisibility() || one.closest(".heard")) continue;
    const box = one.getBoundingClientRect();
    const isOff = box.left < -1 || box.right > innerWidth + 1;
    if (isOff && !one.closest(".strip, .wide")) found.push(`${name(one)} leaves the screen`);
    if (one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1) found.push(`${name(one)} is cut off`);
  }
  return found;
}"""
# 195 px is a phone of 390 px at 200 % zoom; the share is the text size that a person has set on the phone.
ZOOMED = {195: [100], 320: [100, 200], 390: [100, 200]}


@pytest.mark.parametrize(("width", "text_sizes"), ZOOMED.items(), ids=str)
def test_no_page_is_wider_than_the_screen_and_no_word_is_cut_off_when_zoomed(
    browser: Browser, live_server: str, played: Played, width: int, text_sizes: list[int]
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 332 if width == 195 else 664},
        reduced_motion="reduce",
        storage_state=played.memory,
    )
    phone = Phone(context.new_page(), live_server, played)
    found = {}
    for name in (*PAGES, "rules of the game"):
        phone.show(name)
        if phone.page.locator("form[data-round]").count():
            phone.page.locator("form.is-live[data-ready]").wait_for()
        for size in text_sizes:
            phone.page.evaluate("size => { document.documentElement.style.fontSize = `${size}%`; }", size)
            found[name, size] = phone.page.evaluate(OUT_OF_PLACE)
    context.close()
    assert {where: out for where, out in found.items() if out} == {}


def test_pictures_stay_large_enough_to_be_known_at_200_percent_zoom(
    browser: Browser, live_server: str, played: Played
) -> None:
    context = browser.new_context(viewport={"width": 195, "height": 332}, storage_state=played.memory)
    phone = Phone(context.new_page(), live_server, played)
    phone.show("round")
    pictures = phone.page.locator(".pick__card .card")
    expect(pictures).to_have_count(24)
    assert all((box := picture.bounding_box()) and box["width"] >= 40 for picture in pictures.all())
    context.close()


# Nobody visits these first: they answer a form.
ANSWERS = ("new game refused", "new game seated", "round refused", "two versions")
VISITED = [name for name in PAGES if name not in ANSWERS]


@pytest.fixture(scope="module")
def addresses(browser: Browser, live_server: str, played: Played) -> dict[str, str]:
    """The address of each page that can be visited first."""
    context = browser.new_context(viewport={"width": 390, "height": 664}, storage_state=played.memory)
    phone = Phone(context.new_page(), live_server, played)
    found = {}
    for name in VISITED:
        phone.show(name)
        found[name] = phone.page.url
    context.close()
    return found


@pytest.mark.parametrize("name", VISITED)
def test_a_first_visit_weighs_at_most_65_kib_in_8_requests_and_asks_no_other_host(
    browser: Browser, live_server: str, played: Played, addresses: dict[str, str], name: str
) -> None:
    fresh = browser.new_context(viewport={"width": 390, "height": 664}, storage_state=played.memory)
    page = fresh.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(addresses[name], wait_until="networkidle")
    assert all(answer.url.startswith((live_server, "data:")) for answer in answers)
    weight = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    assert len(answers) <= FIRST_VISIT_REQUESTS, [answer.url for answer in answers]
    assert weight <= FIRST_VISIT_BYTES, weight
    fresh.close()
