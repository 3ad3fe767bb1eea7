"""Terms of the game explain themselves at a tap, on every page, with and without scripts."""

import re
from html.parser import HTMLParser

import pytest
from flask import Flask, render_template_string
from playwright.sync_api import Page, expect

from companion.reference import find_terms, get_word, load_glossary
from companion.rules import RULE_SET_IDS
from tests.web.table import Table, by_cards, by_points

LONGEST_MEANING_WORDS = 20
# A link leads to a page that explains the term; nobody reads an option before the list is opened; what is
# asked over the draft has the words of the screen.
APART = {"a", "option", "script", "style", "title", "nav", "dialog"}
VOID = {"br", "hr", "img", "input", "link", "meta", "rect", "use"}


class Reader(HTMLParser):
    """The sentences of a page, but for links, and which terms explain themselves there."""

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
        if "p" in self.open and not APART & set(self.open):
            self.words.append(data)


def read_terms(html: str) -> tuple[set[str], set[str]]:
    """The terms that explain themselves on a page, and those of its sentences that do not."""
    page = Reader(html.partition("<main")[2].partition("</main>")[0])
    said = {word.id for text in page.words for _, _, word in find_terms(text)}
    return page.explained, said - page.explained


REFERENCE = (
    "/", "/rules", "/rules/compare", "/rulings", "/sources", "/cards", "/search?q=gaji", "/print",
    *map("/rules/{}".format, RULE_SET_IDS),
    "/cards/pine-crane", "/cards/willow-lightning", "/cards/iris-chaff-1", "/rules/kwado-1985/yaku/sakura-1",
    "/rules/min-hwatu/yaku/hongdan", "/rulings/gaji-what", "/rulings/floor", "/rulings/declare",
    "/rulings/kk-exhausted", "/rulings/sk-chu",
)  # fmt: skip
COUNTED = {"way": "counts", "winner": "0", "yaku/0": ["three-brights"]}
GAMES = {"kwado-1985": {}, "min-hwatu": {}, "sakura": {}, "kwado-1982": {}, "koikoi-modern": COUNTED}
PAGES = (
    "", "/rounds/new", "/rounds/1/why", "/rounds/1", "/house-rules", "/history", "/share", "/print", "/rules",
)  # fmt: skip
# Headings and labels are no sentences: these pages explain their words all the same.
EXPLAINED = {
    "/rules/kwado-1985": {"yaku", "bright", "method", "gaji", "card-points", "floor", "net"},
    "/rules/koikoi-modern": {"yaku", "teshi", "kuttsuki", "viewing", "shobu", "koi-koi"},
    "/rulings/sk-chu": {"chu", "basa"},
    "kwado-1985 /rounds/new": {"announced"},
    "kwado-1985 /house-rules": {"floor", "method", "sakura-bonus", "gaji"},
    "koikoi-modern /rounds/new": {"chaff"},
    "summary": {"card-points", "floor"},
}


def test_each_term_in_a_sentence_is_explained_there(app: Flask) -> None:
    """Some seventy pages of reference and of games: three seconds."""
    table = Table(app.test_client())
    pages = {page: page for page in REFERENCE}
    for rules, played in GAMES.items():
        game = table.start("Ann", "Ben", game=rules, **{"fields-of": rules})
        table.record(game, played or by_points(120, 120))
        pages |= {f"{rules} {page}": game + page for page in PAGES}
    found = {name: read_terms(table.client.get(address).text) for name, address in pages.items()}
    # A summary before a round is saved.
    bonus = by_cards({"Ann": ["pine-crane", "plum-warbler", "cherry-curtain"], "Ben": "rest"})
    game = table.start("Ann", "Ben", game="kwado-1985", option_gaji="sakura", **{"fields-of": "kwado-1985"})
    text = table.post(f"{game}/rounds/new", bonus, 422).text
    assert "Check these scores" in text
    found["summary"] = read_terms(text)
    assert {page: terms for page, (_, terms) in found.items() if terms} == {}
    for page, terms in EXPLAINED.items():
        assert terms - found[page][0] == set(), page


def test_an_explanation_is_one_short_line() -> None:
    assert len([word for word in load_glossary() if word.forms]) > 25
    for word in load_glossary():
        assert len(word.meaning.split()) <= LONGEST_MEANING_WORDS, word.id
        assert word.meaning.endswith("."), word.id


def render(app: Flask, template: str, **values: str) -> str:
    with app.test_request_context("/"):
        return render_template_string(template, **values)


def test_only_the_first_mention_of_a_term_outside_links_and_headings_becomes_a_button(app: Flask) -> None:
    text = render(app, "{{ said|explained }} {{ said|explained }}", said="Two yaku, and a yaku & <b>.")
    assert text.count('class="term"') == 1
    assert "a yaku &amp; &lt;b&gt;." in text
    html = "<h2>Gaji</h2><p>Use <a href='/'>the Gaji</a> <svg class='x'><text>Gaji</text></svg></p>"
    assert "<button" not in render(app, "{{ said|safe|explained }}", said=html)
    # A term may be explained twice on a page.
    asked = '{% from "macros/terms.html" import term %}{{ term("net") }}{{ term("net", "the net") }}'
    opened = re.findall(r'"term" .+? popovertarget="([^"]+)"|<[^>]* id="([^"]+)"', render(app, asked))
    assert opened == [("term-net-1", ""), ("", "term-net-1"), ("term-net-2", ""), ("", "term-net-2")]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tap_opens_the_line_and_what_closes_it_does_nothing_else(
    new_context, live_server: str, scripts: bool
) -> None:
    page: Page = new_context(viewport={"width": 390, "height": 664}, java_script_enabled=scripts).new_page()
    page.goto(f"{live_server}/rulings/gaji-what")
    button = page.get_by_role("button", name="Gaji", exact=True)
    line = page.get_by_text(get_word("gaji").meaning)
    expect(line).to_be_hidden()
    button.click()
    expect(line).to_be_visible()
    page.keyboard.press("Escape")
    expect(line).to_be_hidden()
    button.press("Enter")
    expect(line).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="All words").locator("visible=true")).to_be_focused()
    page.get_by_role("button", name="Close").locator("visible=true").click()
    expect(line).to_be_hidden()
    # A tap beside it chose other bonuses.
    page.goto(f"{live_server}/games/new?game=kwado-1985")
    page.get_by_text("Change", exact=True).click()
    choice = page.locator("label.choice").filter(has_text="Learner")
    page.get_by_role("button", name="yaku", exact=True).click()
    expect(page.locator(":popover-open")).to_be_visible()
    choice.evaluate("choice => choice.scrollIntoView({ block: 'center' })")
    box = choice.bounding_box()
    for is_chosen in (False, True):
        page.mouse.click(box["x"] + 12, box["y"] + 12)
        expect(page.locator(":popover-open")).to_have_count(0)
        expect(choice.locator("input")).to_be_checked(checked=is_chosen)
