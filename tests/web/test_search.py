"""Looking something up: the page, the index of the phone, and both finding the same in the same order."""

from __future__ import annotations

import gzip
import tomllib
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from companion.reference import search

INDEX_BYTES = 25_000
WORDS = (
    "", "?!", "桜に幕", "柳", "비광", "홍단", "カス", "shobu", "shōbu", "sakura 3", "wildcrad",
    "chrysantemum",
    "lightn", "kwado", "Kwa-Dō", "Straße", "ﬁve brights", "x" * 300, "four " * 50, "min-hwatu", "koi koi tie",
    "dealers dealing dealt", "how to play", "How do you play this game?", "rules",
    "ĳsje", "１２ points", "q",
)  # fmt: skip


@pytest.fixture(scope="module")
def questions() -> list[str]:
    path = Path(__file__).parent.parent / "reference" / "questions.toml"
    lists = tomllib.loads(path.read_text(encoding="utf-8"))
    return [question for rows in lists.values() for question, _ in rows] + list(WORDS)


def test_a_question_is_answered_by_its_ruling_first(client: FlaskClient) -> None:
    text = client.get("/search", query_string={"q": "can we shuffle again"}).text
    assert text.index("Four cards of one month were dealt to the field.") < text.index("lines__note")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("qqqqqq", "Nothing is found for “qqqqqq”."),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ("\x00\x01\x02", "Contents"),
        ("?!…", "Nothing is found"),
        ("a" * 10_000, "Nothing is found"),
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
    assert "Nothing is found" in text
    assert "All rulings" in text
    text = client.get("/search", query_string={"q": "dragonflyingthing"}).text
    assert "Contents" in text


def test_the_index_is_small_and_kept_until_it_changes(client: FlaskClient) -> None:
    form = client.get("/search").text
    address = form.split('data-search="')[1].split('"')[0]
    response = client.get(address)
    assert len(gzip.compress(response.data, 9)) <= INDEX_BYTES
    assert "immutable" in response.headers["Cache-Control"]
    assert client.get("/search/index.json").headers["Cache-Control"] == "no-cache"


def ask_phone(page: Page, questions: list[str]) -> list[list[Any]]:
    result: list[list[Any]] = page.evaluate(
        """async (questions) => {
            const { makeIndex } = await import("/static/js/search/index.js");
            const search = makeIndex(await (await fetch("/search/index.json")).json());
            const show = ({ entry, score }) => [entry.address, score];
            return questions.map((question) => search(question, 8).map(show));
        }""",
        questions,
    )
    return result


def test_the_phone_finds_what_the_server_finds_in_the_same_order(
    browser: Browser, live_server: str, questions: list[str]
) -> None:
    page = browser.new_page()
    page.goto(f"{live_server}/search")
    answers = ask_phone(page, questions)
    page.close()
    differing = []
    for question, found in zip(questions, answers, strict=True):
        expected = [(hit.entry.address, hit.score) for hit in search(question, limit=8)]
        same = [address for address, _ in found] == [address for address, _ in expected]
        close = all(abs(one[1] - other[1]) < 1e-9 for one, other in zip(found, expected, strict=False))
        if not same or not close:
            differing.append((question, expected[:3], found[:3]))
    assert differing == []


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


def test_the_phone_too_offers_what_is_nearest(browser: Browser, live_server: str) -> None:
    page = browser.new_page()
    page.goto(f"{live_server}/search")
    page.locator("#q").fill("xgajix")
    hits = page.locator("[data-hits]")
    expect(page.get_by_role("link", name="What does the lightning card do?").first).to_be_visible()
    expect(hits).to_contain_text("Nothing is found for “xgajix”. Nearest to it:")
    page.locator("#q").fill("?!")
    expect(hits).to_contain_text("Nothing is found for “?!”.")
    expect(hits.locator("li")).to_have_count(0)
    page.locator("#q").fill("tie")
    page.get_by_role("link", name="Exactly equal totals. Who wins?").wait_for()
    expect(hits).not_to_contain_text("Nothing")
    page.close()
