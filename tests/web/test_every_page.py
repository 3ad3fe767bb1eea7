"""Every page in a browser: axe in light or dark, nothing wider than the screen, first visits light."""

import os

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Response

from tests.web.pages import PAGES, Phone, Played, play_games

THOROUGH = os.environ.get("KWADO_TEST_THOROUGH") == "1"
FIRST_VISIT_BYTES = 64 * 1024
FIRST_VISIT_REQUESTS = 8
# With those that a page loads by itself later; decision 0023 says what the last 1.7 of them do.
SCRIPT_BYTES = 19 * 1024


@pytest.fixture(scope="module")
def played(browser: Browser, live_server: str) -> Played:
    return play_games(browser, live_server)


# What is too small to be pressed.
SMALL = """() => [...document.querySelectorAll('main a, main button, main summary, main label.choice,'
    + 'main label.chip, main label.own, main select, main input.input, header a')]
  .filter(one => one.checkVisibility())
  .filter(one => !one.closest('.faults, p.field__fault, [data-enter-button]'))
  .map(one => [one.textContent.trim().slice(0, 40), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(([text, box]) => `${text}: ${Math.round(box.width)} × ${Math.round(box.height)}`)"""
# What sticks out of the screen, text that its own box cuts off, and pictures too small to be known.
OUT_OF_PLACE = """(size) => {
  document.documentElement.style.fontSize = `${size}%`;
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
    // A small button shows as much of a name as fits and an ellipsis, which this measure takes for cut off;
    // the whole name is read aloud (test_entry.py).
    const isLong = one.matches(".owner-tabs--many bdi, .tool > span, .chip > span");
    if (isLong && getComputedStyle(one).textOverflow === "ellipsis") continue;
    if (one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1) found.push(`${name(one)} is cut off`);
  }
  for (const picture of document.querySelectorAll(".pick__card .card")) {
    const { width } = picture.getBoundingClientRect();
    if (width && width < 40) found.push(`a picture is ${width} wide`);
  }
  return found;
}"""
# Words that are broken inside, without a hyphen, although a whole line of the page has room for them.
BROKEN_WORDS = """() => {
  const main = document.querySelector("main");
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  const line = main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const box = text.parentElement;
    const isSeen = box.checkVisibility() && !box.closest(".heard, noscript, script, option");
    if (!isSeen || getComputedStyle(box).hyphens === "auto") continue;
    for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{M}\\p{N}’'\\u00ad]+/gu)) {
      if (/[\\u00ad\\u3040-\\u9fff\\uac00-\\ud7af]/.test(word)) continue;
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width > 0.5);
      const width = parts.reduce((sum, part) => sum + part.width, 0);
      const isBroken = parts.some(({ top, height }) => Math.abs(top - parts[0].top) > height / 2);
      if (isBroken && width < line) found.add(`${word} in ${box.parentElement.className || box.tagName}`);
    }
  }
  return [...found];
}"""
TALL_BAR = "document.querySelector('.bar').offsetHeight > 100"
# Phones: upright, at 200 % zoom, and on their side.
PHONES = ((390, 844), (360, 740), (195, 422), (640, 320))
# 195 px is a phone of 390 px at 200 % zoom; the share is the text size that a person has set on the phone.
ZOOMED = ((195, 100), (320, 100), (320, 200), (390, 200), (390, 100))
LOOKS = (
    (390, "light"), (320, "dark"), (1280, "light"),
    (820, "dark"), (390, "dark"), (320, "light"), (820, "light"), (1280, "dark"),
)  # fmt: skip
SEEN = LOOKS if THOROUGH else LOOKS[:3]


@pytest.mark.parametrize("look", SEEN, ids=str)
def test_axe_finds_no_rule_broken_and_everything_is_seen_and_can_be_pressed(
    browser: Browser, live_server: str, played: Played, look: tuple[int, str]
) -> None:
    """At one width and in one theme a page, at all of them in the thorough run; zoomed at every width.

    Many sides and other rules may move things, but have no labels or colours of their own: these pages are
    for axe in the thorough run only.
    """
    width, scheme = look
    context = browser.new_context(
        viewport={"width": width, "height": 640},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        storage_state=played.memory,
    )
    phone = Phone(context.new_page(), live_server, played)
    page = phone.page
    found = {}
    for name in PAGES if THOROUGH else PAGES[SEEN.index(look) :: len(SEEN)]:
        page.set_viewport_size({"width": width, "height": 640})
        phone.show(name)
        if page.locator("form[data-round]").count():
            page.locator("form[data-ready]").wait_for()
        if THOROUGH or " of " not in name:
            results = Axe().run(page, options={"resultTypes": ["violations"]})
            found[name, "axe"] = results.violations_count and results.generate_report()
        found[name, "too wide"] = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        for wide, high in PHONES:
            page.set_viewport_size({"width": wide, "height": high})
            found[name, "broken words", wide] = page.evaluate(BROKEN_WORDS)
            found[name, "more than two rows in the bar", wide] = page.evaluate(TALL_BAR)
        for narrow, text_size in ZOOMED:
            page.set_viewport_size({"width": narrow, "height": 640})
            found[name, narrow, text_size] = page.evaluate(OUT_OF_PLACE, text_size)
        found[name, "small"] = page.evaluate(SMALL)
    context.close()
    assert {where: what for where, what in found.items() if what} == {}


# The rules of the second style sheet that an element of the page waits for, whatever its state.
UNSTYLED = """async () => {
  if (document.querySelector("link[href*='/other_pages.css']")) return "asks for both";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await (await fetch("/other_pages.css")).text());
  const found = [];
  const look = (rules) => {
    for (const { selectorText: selector, cssRules } of rules) {
      const always = selector?.replace(/::[a-z-]+/g, "")
        .replace(/:(hover|checked|active|focus-visible|target|disabled)|\\[open\\]/g, ":not(html)");
      if (always && document.querySelector(always)) found.push(selector);
      if (!selector && cssRules) look(cssRules);
    }
  };
  look(sheet.cssRules);
  return found;
}"""
OF_ONE_SHEET = (
    "game", "game of seven", "teams", "finished", "looked at", "by points", "round", "round by counts",
    "round of six", "round with a deck", "photo reviewed", "round by points", "round with goes",
)  # fmt: skip


def test_pages_of_a_game_ask_for_one_style_sheet_and_need_no_rule_of_the_other(
    browser: Browser, live_server: str, played: Played
) -> None:
    phone = Phone(browser.new_context(storage_state=played.memory).new_page(), live_server, played)
    found = {}
    for name in OF_ONE_SHEET:
        phone.show(name)
        found[name] = phone.page.evaluate(UNSTYLED)
    phone.show("home")
    assert phone.page.evaluate(UNSTYLED) == "asks for both"
    phone.page.context.close()
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_a_first_visit_weighs_at_most_64_kib_19_of_scripts_in_8_requests_and_asks_no_other_host(
    browser: Browser, live_server: str, played: Played
) -> None:
    """Takes some seconds: each template once, every page in the thorough run."""
    phone = Phone(browser.new_page(), live_server, played)
    visited = {
        name: path
        for name, path in phone.paths.items()
        if THOROUGH or " of " not in name or name == "round of a race"
    }
    misses = []
    for name, path in visited.items():
        fresh = browser.new_context(viewport={"width": 390, "height": 664}, storage_state=played.memory)
        if name == "first visit":
            fresh.clear_cookies()
        page = fresh.new_page()
        answers: list[Response] = []
        page.on("response", lambda answer, answers=answers: answers.append(answer))
        page.goto(live_server + path, wait_until="networkidle")
        weight = weigh(answers)
        hosts_are_ours = all(answer.url.startswith((live_server, "data:")) for answer in answers)
        # A slow machine has asked for news more than once by then.
        addresses = {answer.url for answer in answers}
        if weight > FIRST_VISIT_BYTES or len(addresses) > FIRST_VISIT_REQUESTS or not hosts_are_ours:
            misses.append((name, weight, [answer.url for answer in answers]))
        loads_later = page.locator("form[data-news]").count() > 0
        while loads_later and not any("/hear.js" in answer.url for answer in answers):
            page.wait_for_timeout(100)
        scripts = [answer for answer in answers if answer.request.resource_type == "script"]
        if weigh(scripts) > SCRIPT_BYTES:
            misses.append((name, weigh(scripts), [answer.url for answer in scripts]))
        fresh.close()
    phone.page.close()
    assert misses == []


def weigh(answers: list[Response]) -> int:
    return sum(answer.request.sizes()["responseBodySize"] for answer in answers)
