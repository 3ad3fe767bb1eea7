"""Looking something up: the page, and the answers that the server gives as one types."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.table import Table, expect_words

TIE = "Exactly equal totals. Who wins?"
LIGHTNING = "What does the lightning card do?"


def ask(client: FlaskClient, query: str, **fields: str) -> str:
    response = client.get("/search", query_string={"q": query, **fields})
    assert response.status_code == 200
    return response.text


def read_first(html: str) -> str:
    """The first answer of a page."""
    return html.split('class="lines hits"')[1].split("</li>")[0]


@pytest.fixture
def page(browser: Browser, live_server: str) -> Iterator[Page]:
    """The search page on a phone, whose scripts complain about nothing."""
    context = browser.new_context(viewport={"width": 390, "height": 664})
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{live_server}/search")
    yield page
    context.close()
    assert complaints == []


def test_an_answer_says_its_game_label_and_source_for_kwado_too(client: FlaskClient) -> None:
    first = ask(client, "who deals next").split('class="hits__kind">')[1]
    assert first.startswith("ruling, Kwa-Dō: not in the rules, the 1985 rulebook and 2 more")
    for query, said in (
        ("are seven points doubled in koi-koi", "ruling, Koi-Koi: rulebook, "),
        ("dragon bonus", "phoenix on paulownia, 25 points"),
        ("tie at the end", TIE),
        # Both games that have the yaku.
        ("sakura 1", "30 points in Kwa-Dō (1985)"),
        ("sakura 1", "50 off each opponent in Sakura"),
    ):
        expect_words(ask(client, query).split('class="lines hits"')[1], said)


def test_every_query_gets_a_normal_answer(client: FlaskClient) -> None:
    for query, said in (
        ("qqqqqq", "Nothing found for “qqqqqq”."),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ("\x00\x01\x02", "Contents"),
        ("?!…", "Nothing found"),
        ("a" * 10_000, "Nothing found"),
        ("four " * 2_000, "answers"),
        ("lightnning zzz", LIGHTNING),
        ("xgajix", "All rulings"),
        ("dragonflyingthing", "Contents"),
        ("can we shuffle again", "Four cards of one month were dealt to the field."),
        ("chicken soup recipe", "Nothing found for “chicken soup recipe”."),
    ):
        text = ask(client, query)
        expect_words(text, said, never=["<script>alert"])
    # A question about something else.
    assert text.count('class="lines__item"') <= 3 + 4
    expect_words(text, *map('href="{}"'.format, ("/rulings", "/glossary", "/rules", "/cards")))


def test_the_answers_as_one_types_are_those_on_the_page(client: FlaskClient) -> None:
    for query in ("tie at the end", "柳", "wildcrad", "xgajix", "?!", ""):
        typed = client.get("/search/answers", query_string={"q": query}).text
        links, on_page = (
            re.findall(r'<a class="lines__item".*?</a>', html)
            for html in (typed, ask(client, query).split("</form>")[0])
        )
        assert links == on_page, query
        # Six are seen, the others are folded.
        assert typed.partition("<details>")[0].count("<li>") == min(6, len(links))


def test_answers_come_as_one_types_and_the_field_keeps_the_finger(page: Page, live_server: str) -> None:
    field, said = page.locator("#q"), page.get_by_role("search").get_by_role("status")
    expect(field).to_be_focused()
    field.press_sequentially("lightn")
    expect(page.get_by_role("link", name=LIGHTNING)).to_be_visible()
    expect(page.locator("[data-hits] li >> visible=true")).to_have_count(6)
    for typed, told in (
        ("xgajix", "Nothing found for “xgajix”."),
        ("?!", "Nothing found for “?!”."),
        ("", ""),
        ("lightning", "20 answers"),
    ):
        field.fill(typed)
        expect(said).to_have_text(told)
        expect(page.get_by_role("heading", name="Nearest to it")).to_have_count(int(typed == "xgajix"))
    expect(page.locator("[data-hits] li")).to_have_count(20)
    expect(field).to_be_focused()
    assert page.url.endswith("/search")
    # An answer is two touches away.
    page.get_by_role("link", name=LIGHTNING).click()
    expect(page.locator("h1")).to_have_text(LIGHTNING)
    # Below the rulings of a game it is about that game.
    page.goto(f"{live_server}/rulings?game=min-hwatu")
    field.press_sequentially("who plays first")
    expect(page.locator("[data-hits] li").first).to_contain_text("The dealer plays first")


def test_an_older_answer_never_comes_over_a_newer_one(page: Page) -> None:
    held: list[Route] = []
    page.route("**/search/answers?q=tie", lambda route: held.append(route))
    field, said = page.locator("#q"), page.locator("[data-said]")
    said.evaluate(
        """said => {
          window.everSaid = [];
          new MutationObserver(() => everSaid.push(said.textContent)).observe(said, { childList: true });
        }"""
    )
    with page.expect_request("**/search/answers?q=tie"):
        field.fill("tie")
    field.fill("lightning")
    expect(page.locator("[data-hits] li")).to_have_count(20)
    [old] = held
    old.fulfill(content_type="text/html", body="<p data-said>An old answer</p><div data-hits></div>")
    # One more question and its answer: by then the old answer, sent before it, would be there.
    field.fill("four brights")
    answer = "Does the rain man count for three brights in Koi-Koi?"
    expect(page.locator("[data-hits]")).to_contain_text(answer)
    assert set(page.evaluate("everSaid")) == {"20 answers"}


def test_without_an_answer_the_last_list_stays_and_says_so(page: Page, live_server: str) -> None:
    field, said = page.locator("#q"), page.locator("[data-said]")
    tie, lightning = (page.get_by_role("link", name=name) for name in (TIE, LIGHTNING))
    for answer in (
        lambda route: route.abort(),
        lambda route: route.fulfill(body="<h1>Log in to the network</h1>"),
        lambda route: route.fulfill(status=429, body="Wait"),
    ):
        page.goto(f"{live_server}/search?q=tie")
        expect(field).not_to_be_focused()
        page.route("**/search/answers*", answer)
        field.fill("lightning")
        expect(said).to_have_text("Offline. These are the last answers.")
        expect(said).to_be_visible()
        expect(tie).to_be_visible()
        page.unroute_all()
        field.fill("lightning ")
        expect(lightning).to_be_visible()
        # What the page answered before gives way.
        expect(tie).to_have_count(0)
        expect(said).to_have_text("20 answers")


def test_who_searches_from_a_game_is_told_its_verdict(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", game="min-hwatu")
    for page in (game, f"{game}/rules", f"{game}/rulings/deal"):
        expect_words(table.get(page), 'href="/search?game=min-hwatu"')
    expect_words(table.get(table.start("Dan", "Eve", game="kwado-1985")), 'href="/search"')
    for played, asked, said in (
        ("min-hwatu", "who plays first", "The dealer plays first"),
        ("min-hwatu", "which koi-koi rules are these", 'href="/rulings/kk-which-rules"'),
        ("sakura", "who deals next", "Whoever won the round"),
        ("sakura", "sakura 1", "50 off each opponent"),
    ):
        found = table.get(f"/search?game={played}&q={asked}")
        expect_words(found, f'type="hidden" name="game" value="{played}"')
        assert said in read_first(found), asked
