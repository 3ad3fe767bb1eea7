"""Terms of the game explain themselves at a tap, on every page, with and without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.reference import find_terms, get_word, load_glossary
from companion.rules import RULE_SET_IDS
from tests.web.table import Table, by_cards, by_points

LONGEST_MEANING_WORDS = 20
# A link leads to a page that explains the term; nobody reads an option before the list is opened.
APART = {"a", "option", "script", "style", "title", "nav"}
VOID = {"br", "hr", "img", "input", "link", "meta", "rect", "use"}


class Reader(HTMLParser):
    """What stands on a page, but for links, and which terms explain themselves there."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.explained: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("popovertarget"):
            self.explained.add(str(values["popovertarget"])[len("term-") :].rpartition("-")[0])
        if tag not in VOID:
            self.open.append("a" if values.get("class") == "term__says" else tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not APART & set(self.open):
            self.words.append(data)


def find_unexplained(html: str) -> set[str]:
    page = Reader(html.partition("<main")[2].partition("</main>")[0])
    said = {word.id for text in page.words for _, _, word in find_terms(text)}
    return said - page.explained


def list_reference() -> Iterator[str]:
    yield from ("/", "/rules", "/rules/compare", "/rulings", "/sources", "/cards", "/search?q=gaji", "/print")
    yield from (f"/rules/{rule_set_id}" for rule_set_id in RULE_SET_IDS)
    yield from ("/cards/pine-crane", "/cards/willow-lightning", "/cards/iris-chaff-1")
    yield from ("/rules/kwado-1985/yaku/sakura-1", "/rules/min-hwatu/yaku/hongdan", "/rulings/gaji-what")
    yield from ("/rulings/floor", "/rulings/declare", "/rulings/kk-exhausted", "/rulings/sk-chu")


@pytest.mark.parametrize("address", tuple(list_reference()))
def test_each_term_on_a_page_of_reference_is_explained_there(client: FlaskClient, address: str) -> None:
    assert find_unexplained(client.get(address).text) == set()


GAMES = {"kwado-1985": {}, "min-hwatu": {}, "sakura": {}, "koikoi-modern": {}, "kwado-1982": {}}
PAGES = (
    "",
    "/rounds/new",
    "/rounds/1/why",
    "/rounds/1",
    "/house-rules",
    "/history",
    "/share",
    "/print",
    "/rules",
)


@pytest.mark.parametrize("rule_set_id", GAMES)
def test_each_term_on_a_page_of_a_game_is_explained_there(app: Flask, rule_set_id: str) -> None:
    client = app.test_client()
    table = Table(client)
    game = table.start("Ann", "Ben", game=rule_set_id, **{"fields-of": rule_set_id})
    if rule_set_id == "koikoi-modern":
        table.record(game, {"way": "counts", "stopped": "0", "yaku-0": ["three-brights"]})
    else:
        table.record(game, by_points(120, 120))
    found = {page: find_unexplained(client.get(game + page).text) for page in PAGES}
    assert {page: terms for page, terms in found.items() if terms} == {}


def test_each_term_of_a_summary_is_explained_there(app: Flask) -> None:
    client = app.test_client()
    table = Table(client)
    game = table.start("Ann", "Ben", option_gaji="sakura")
    bonus = ["pine-crane", "plum-warbler", "cherry-curtain"]
    fields = {**by_cards({"Ann": bonus, "Ben": "rest"}), "csrf_token": table.get_token()}
    text = client.post(f"{game}/rounds/new", data=fields).text
    assert "These scores" in text or "Check" in text
    assert find_unexplained(text) == set()


def test_an_explanation_is_one_short_line() -> None:
    terms = [word for word in load_glossary() if word.forms]
    assert len(terms) > 25
    for word in load_glossary():
        assert len(word.meaning.split()) <= LONGEST_MEANING_WORDS, word.id
        assert word.meaning.endswith("."), word.id


def render(app: Flask, template: str, **values: str) -> str:
    with app.test_request_context("/"):
        return render_template_string(template, **values)


def test_only_the_first_mention_of_a_term_becomes_a_button(app: Flask) -> None:
    text = render(app, "{{ said|explained }} {{ said|explained }}", said="Two yaku, and a yaku & <b>.")
    assert text.count('class="term"') == 1
    assert "a yaku &amp; &lt;b&gt;." in text


def test_a_term_in_a_link_or_a_heading_stays_text(app: Flask) -> None:
    html = "<h2>Gaji</h2><p>Use <a href='/'>the Gaji</a> <svg class='x'><text>Gaji</text></svg></p>"
    assert "<button" not in render(app, "{{ said|safe|explained }}", said=html)


def test_a_term_may_be_explained_twice_on_a_page(app: Flask) -> None:
    text = render(
        app, '{% from "macros/terms.html" import term %}{{ term("net") }}{{ term("net", "the net") }}'
    )
    assert re.findall(r'"term" .+? popovertarget="([^"]+)"', text) == ["term-net-1", "term-net-2"]
    assert re.findall(r' id="([^"]+)"', text) == ["term-net-1", "term-net-2"]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tap_opens_the_line_and_escape_closes_it(new_context, live_server: str, scripts: bool) -> None:
    page: Page = new_context(viewport={"width": 390, "height": 664}, java_script_enabled=scripts).new_page()
    page.goto(f"{live_server}/rulings/gaji-what")
    button = page.get_by_role("button", name="Gaji", exact=True)
    line = page.get_by_text(get_word("gaji").meaning)
    expect(line).to_be_hidden()
    button.click()
    expect(line).to_be_visible()
    page.keyboard.press("Escape")
    expect(line).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(line).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="All words").locator("visible=true")).to_be_focused()
    page.get_by_role("button", name="Close").locator("visible=true").click()
    expect(line).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_tap_that_closes_the_line_does_nothing_else(new_context, live_server: str, scripts: bool) -> None:
    """A tap beside it chose other bonuses."""
    page: Page = new_context(viewport={"width": 390, "height": 664}, java_script_enabled=scripts).new_page()
    page.goto(f"{live_server}/games/new?game=kwado-1985")
    choice = page.locator("label.choice").filter(has_text="Learner")
    button = page.get_by_role("button", name="Sakura bonus", exact=True)
    button.scroll_into_view_if_needed()
    button.click()
    expect(page.locator(":popover-open")).to_be_visible()
    box = choice.bounding_box()
    assert box
    page.mouse.click(box["x"] + 12, box["y"] + 12)
    expect(page.locator(":popover-open")).to_have_count(0)
    expect(choice.locator("input")).not_to_be_checked()
    page.mouse.click(box["x"] + 12, box["y"] + 12)
    expect(choice.locator("input")).to_be_checked()
