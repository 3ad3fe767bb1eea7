"""Every page in a browser: axe in light and dark, nothing wider than the screen, first visits light."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Response, expect

from tests.web.pages import PAGES, Phone, Played, play_games

# The rules of axe that colours can break.
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
FIRST_VISIT_BYTES = 65 * 1024
FIRST_VISIT_REQUESTS = 8
# With those that a page loads by itself later.
SCRIPT_BYTES = 17 * 1024


@pytest.fixture(scope="module")
def played(browser: Browser, live_server: str) -> Played:
    return play_games(browser, live_server)


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


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (1280, 800)], ids=["tablet", "laptop"])
def test_axe_finds_no_rule_broken_on_wide_screens(
    browser: Browser, live_server: str, played: Played, width: int, height: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", storage_state=played.memory
    )
    phone = Phone(context.new_page(), live_server, played)
    broken = {}
    for name in PAGES:
        phone.show(name)
        results = Axe().run(phone.page)
        if results.violations_count:
            broken[name] = results.generate_report()
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    context.close()
    assert broken == {}


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
ANSWERS = ("new game refused", "new game seated", "round refused", "two versions", "code", "code refused")
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
def test_a_first_visit_weighs_at_most_65_kib_17_of_scripts_in_8_requests_and_asks_no_other_host(
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
    loads_later = page.locator("form[data-news]").count() > 0
    while loads_later and not any("/follow.js" in answer.url for answer in answers):
        page.wait_for_timeout(100)
    scripts = [answer for answer in answers if answer.request.resource_type == "script"]
    assert sum(answer.request.sizes()["responseBodySize"] for answer in scripts) <= SCRIPT_BYTES
    fresh.close()
