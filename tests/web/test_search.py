"""Looking something up: the page, and the answers that the server gives as one types."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.table import Table

TIE = "Exactly equal totals. Who wins?"


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
    text = client.get("/search?q=who deals next").text
    first = text.split('class="hits__kind">')[1].split("</span>")[0]
    assert first.startswith("ruling, Kwa-Dō: not in the rules, the 1985 rule sheet")
    dealt = client.get("/search?q=are seven points doubled in koi-koi").text
    assert "ruling, Koi-Koi: rulebook, " in dealt


def test_a_question_is_answered_by_its_ruling_first(client: FlaskClient) -> None:
    text = client.get("/search", query_string={"q": "can we shuffle again"}).text
    assert text.index("Four cards of one month were dealt to the field.") < text.index("lines__note")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("qqqqqq", "Nothing found for “qqqqqq”."),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ("\x00\x01\x02", "Contents"),
        ("?!…", "Nothing found"),
        ("a" * 10_000, "Nothing found"),
        ("four " * 2_000, "answers"),
        ("lightnning zzz", "What does the lightning card do?"),
    ],
)
def test_every_query_gets_a_normal_answer(client: FlaskClient, query: str, said: str) -> None:
    response = client.get("/search", query_string={"q": query})
    assert response.status_code == 200
    assert said in response.text
    assert "<script>alert" not in response.text


def test_nothing_found_offers_the_nearest_and_the_contents(client: FlaskClient) -> None:
    text = client.get("/search", query_string={"q": "xgajix"}).text
    assert "Nothing found" in text
    assert "All rulings" in text
    text = client.get("/search", query_string={"q": "dragonflyingthing"}).text
    assert "Contents" in text


def test_a_question_about_something_else_is_told_that_nothing_answers(client: FlaskClient) -> None:
    text = client.get("/search", query_string={"q": "chicken soup recipe"}).text
    assert "Nothing found for “chicken soup recipe”." in text
    assert text.count('class="lines__item"') <= 3 + 4
    for link in ("/rulings", "/glossary", "/rules", "/cards"):
        assert f'href="{link}"' in text


def test_a_question_in_another_language_is_answered(client: FlaskClient) -> None:
    for asked in (
        "引き分けのとき",
        "동점이면 누가 이기나요",
        "Gleichstand am Ende",
        "empate al final",
        "match nul",
    ):
        text = client.get("/search", query_string={"q": asked}).text
        assert "Exactly equal totals" in text.split('class="lines hits"')[1].split("</li>")[0], asked


def test_the_answers_as_one_types_are_the_first_of_those_on_the_page(client: FlaskClient) -> None:
    for query in ("tie at the end", "柳", "wildcrad", "xgajix", "?!", ""):
        shown = client.get("/search", query_string={"q": query}).text.split("</form>")[0]
        typed = client.get("/search/answers", query_string={"q": query}).text
        links = re.findall(r'<a class="lines__item".*?</a>', typed)
        on_page = re.findall(r'<a class="lines__item".*?</a>', shown)
        assert on_page[: len(links)] == links, query
        assert len(links) == min(8, len(on_page)), query


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_an_answer_is_two_touches_away(browser: Browser, live_server: str, scripts: bool) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 664}, java_script_enabled=scripts)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{live_server}/search")
    page.locator("#q").click()
    page.locator("#q").press_sequentially("tie at the end")
    if not scripts:
        page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Exactly equal totals. Who wins?").click()
    expect(page.locator("h1")).to_have_text("Exactly equal totals. Who wins?")
    expect(page.locator(".verdict")).to_contain_text("share")
    assert complaints == []
    context.close()


def test_an_empty_search_page_is_ready_to_be_typed_in(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/search")
    expect(page.locator("#q")).to_be_focused()
    page.goto(f"{live_server}/search?q=tie")
    expect(page.locator("#q")).not_to_be_focused()


def test_answers_come_as_one_types_and_the_field_keeps_the_finger(page: Page) -> None:
    field, said = page.locator("#q"), page.get_by_role("search").get_by_role("status")
    field.press_sequentially("lightn")
    expect(page.get_by_role("link", name="What does the lightning card do?")).to_be_visible()
    expect(page.locator("[data-hits] li")).to_have_count(8)
    expect(said).to_have_text("8 answers")
    field.fill("tie at the e")
    expect(said).to_have_text("8 answers")
    expect(page.get_by_role("link", name=TIE)).to_be_visible()
    expect(field).to_be_focused()
    assert page.url.endswith("/search")
    field.fill("xgajix")
    expect(said).to_have_text("Nothing found for “xgajix”.")
    expect(said).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Nearest to it")).to_be_visible()
    expect(page.get_by_role("link", name="What does the lightning card do?").first).to_be_visible()
    field.fill("?!")
    expect(said).to_have_text("Nothing found for “?!”.")
    expect(page.locator("[data-hits]")).to_be_empty()
    field.fill("")
    expect(said).to_be_empty()


def test_what_the_search_page_answered_gives_way_to_what_is_typed(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/search?q=tie")
    expect(page.get_by_role("link", name=TIE)).to_be_visible()
    page.locator("#q").fill("lightning")
    expect(page.get_by_role("link", name="What does the lightning card do?")).to_be_visible()
    expect(page.get_by_role("link", name=TIE)).to_have_count(0)


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
    expect(page.locator("[data-hits] li")).to_have_count(8)
    [old] = held
    old.fulfill(content_type="text/html", body="<p data-said>An old answer</p><div data-hits></div>")
    # One more question and its answer: by then the old answer, sent before it, would be there.
    field.fill("four brights")
    expect(
        page.get_by_role("link", name="Do three, four and five brights add up in Koi-Koi?")
    ).to_be_visible()
    assert set(page.evaluate("everSaid")) == {"8 answers"}


@pytest.mark.parametrize("fault", ["no network", "another page", "busy"])
def test_without_an_answer_the_last_list_stays_and_says_so(page: Page, fault: str) -> None:
    field, said = page.locator("#q"), page.locator("[data-said]")
    field.fill("tie")
    expect(page.get_by_role("link", name=TIE)).to_be_visible()
    if fault == "no network":
        page.context.set_offline(True)
    else:
        status, body = (200, "<h1>Log in to the network</h1>") if fault == "another page" else (429, "Wait")
        page.route("**/search/answers*", lambda route: route.fulfill(status=status, body=body))
    field.fill("lightning")
    expect(said).to_have_text("Offline. These are the last answers.")
    expect(said).to_be_visible()
    expect(page.get_by_role("link", name=TIE)).to_be_visible()
    page.context.set_offline(False)
    page.unroute_all()
    field.fill("lightning ")
    expect(page.get_by_role("link", name="What does the lightning card do?")).to_be_visible()
    expect(said).to_have_text("8 answers")


def test_who_searches_from_a_game_of_min_hwatu_is_told_its_verdict(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", game="min-hwatu")
    for page in (game, f"{game}/rules", f"{game}/rulings/deal"):
        assert 'href="/search?game=min-hwatu"' in table.get(page)
    found = table.get("/search?game=min-hwatu&q=who+plays+first")
    assert "The dealer plays first" in found.split('class="lines hits"')[1].split("</li>")[0]
    assert 'type="hidden" name="game" value="min-hwatu"' in found
    found = table.get("/search?game=min-hwatu&q=which+koi-koi+rules+are+these")
    assert 'href="/rulings/kk-which-rules"' in found.split('class="lines hits"')[1].split("</li>")[0]
    kwado = table.start("Dan", "Eve", game="kwado-1985")
    assert 'href="/search"' in table.get(kwado)


def test_who_searches_from_the_rulings_of_sakura_is_told_its_verdict(client: FlaskClient) -> None:
    for asked, said in (("who deals next", "Whoever won the round"), ("sakura 1", "50 off each opponent")):
        found = client.get("/search", query_string={"game": "sakura", "q": asked}).text
        assert said in found.split('class="lines hits"')[1].split("</li>")[0]
    # The list names both games that have the yaku.
    found = client.get("/search?q=sakura+1").text.split('class="lines hits"')[1]
    assert "30 points in Kwa-Dō (1985)" in found
    assert "50 off each opponent in Sakura" in found


def test_what_is_typed_below_the_rulings_of_a_game_is_about_that_game(
    browser: Browser, live_server: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 664})
    page = context.new_page()
    page.goto(f"{live_server}/rulings?game=min-hwatu")
    page.locator("#q").press_sequentially("who plays first")
    expect(page.locator("[data-hits] li").first).to_contain_text("The dealer plays first")
    context.close()
