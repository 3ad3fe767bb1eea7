"""A ruling: verdict first, readings to be adopted in a game, a lasting address, half a sheet of paper."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pypdfium2
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from companion.reference import find_rulings, get_ruling, load_rulings
from companion.rules import RULE_SET_IDS
from tests.web.phone import expect_totals
from tests.web.table import Table, by_points, drop_terms


def adopt(table: Table, game: str, ruling: str, reading: str, reach: str | None = None) -> Any:
    fields = {"reading": reading} | ({"reach": reach} if reach else {})
    return table.post(f"{game}/rulings/{ruling}", fields)


def test_every_ruling_has_a_page_with_its_verdict_grounds_neighbours_and_address(client: FlaskClient) -> None:
    for ruling in load_rulings().values():
        text = unescape(drop_terms(client.get(f"/rulings/{ruling.id}").text))
        for said in (ruling.question, ruling.verdict, ruling.reason, ruling.rulebook, ruling.tradition):
            assert said in text, ruling.id
        assert f'value="http://localhost/rulings/{ruling.id}"' in text
        home = next(iter(ruling.rule_sets))
        if "kwado" in ruling.all_games or home not in RULE_SET_IDS:
            assert all(f'href="/rulings/{near}"' in text for near in ruling.near), ruling.id
        assert text.index(ruling.verdict) < text.index(ruling.reason)


def read_verdict(html: str) -> str:
    found = re.search(r'class="verdict">(.*?)</p>', html, re.S)
    assert found
    return unescape(drop_terms(found[1]))


def test_a_ruling_of_one_other_game_stands_among_rulings_of_that_game(client: FlaskClient) -> None:
    text = drop_terms(client.get("/rulings/sk-scoring").text)
    assert 'href="/rulings/values?game=sakura"' in text
    assert 'href="/rulings/values"' not in text
    assert get_ruling("values", "sakura").verdict in text
    assert 'href="/rulings?game=sakura#sakura"' in text


def test_a_ruling_shows_its_cards_with_the_months_of_its_game(client: FlaskClient) -> None:
    # deck.md: the lightning is of the eleventh month in Sakura, of the twelfth in Kwa-Dō.
    for address, deck in (
        ("/rulings/gaji-on-field?game=sakura", "japanese"),
        ("/rulings/sk-leftover", "japanese"),
        ("/rulings/gaji-on-field", "korean"),
    ):
        about = client.get(address).text.split('class="ruling__cards"')[1].split("</p>")[0]
        assert set(re.findall(r"deck-([a-z]+)\.svg", about)) == {deck}, address


OTHER_GAMES = pytest.mark.parametrize("rule_set_id", ["min-hwatu", "sakura"])


@OTHER_GAMES
def test_every_ruling_of_another_game_has_a_page_in_the_words_of_that_game(
    client: FlaskClient, rule_set_id: str
) -> None:
    for ruling in find_rulings(rule_set_id=rule_set_id):
        text = unescape(drop_terms(client.get(f"/rulings/{ruling.id}?game={rule_set_id}").text))
        assert read_verdict(text) == ruling.verdict
        for said in (ruling.question, ruling.reason, ruling.rulebook, ruling.tradition):
            assert said in text, ruling.id
        assert all(f"#{source}" in text for source in ruling.sources)
        own = "" if ruling.games[0] == rule_set_id else f"?game={rule_set_id}"
        assert f'value="http://localhost/rulings/{ruling.id}{own}"' in text


@pytest.mark.parametrize(
    ("page", "link", "said"),
    [
        ("/rules/kwado-1985", "/rulings/who-starts", "on the dealer's left"),
        ("/rules/min-hwatu", "/rulings/who-starts?game=min-hwatu", "The dealer plays first"),
        ("/rules/sakura", "/rulings/four-on-field?game=sakura", "The dealer takes the four at once"),
        ("/rulings?game=sakura", "/rulings/rain-man?game=sakura", "he counts as an animal, 5"),
        ("/search?q=who+deals+next+in+sakura", "/rulings/next-dealer?game=sakura", "Whoever won the round"),
        ("/rulings", "/rulings/who-starts", "on the dealer's left"),
        ("/rulings?game=min-hwatu", "/rulings/who-starts?game=min-hwatu", "The dealer plays first"),
        ("/rulings/deal?game=min-hwatu", "/rulings/who-starts?game=min-hwatu", "The dealer plays first"),
        ("/search?q=who+plays+first", "/rulings/who-starts", "on the dealer's left"),
        ("/search?q=who+plays+first+in+min-hwatu", "/rulings/who-starts?game=min-hwatu", "The dealer plays"),
    ],
)
def test_the_verdict_is_that_of_the_game_one_came_from(
    client: FlaskClient, page: str, link: str, said: str
) -> None:
    assert f'href="{link}"' in client.get(page).text
    assert said in read_verdict(client.get(link).text)


@pytest.mark.parametrize(("rule_set_id", "yaku_id"), [("min-hwatu", "biyak"), ("sakura", "sakura-1")])
def test_no_page_of_another_game_leads_to_the_verdict_of_kwado(
    client: FlaskClient, rule_set_id: str, yaku_id: str
) -> None:
    pages = (f"/rules/{rule_set_id}", f"/rulings?game={rule_set_id}", f"/rules/{rule_set_id}/yaku/{yaku_id}")
    for page in pages:
        for link in set(re.findall(r'href="(/rulings/(?!labels)[^"]+)"', client.get(page).text)):
            ruling_id, _, asked = link.removeprefix("/rulings/").partition("?")
            assert asked or get_ruling(ruling_id).games[0] == rule_set_id, (page, link)


def test_below_a_verdict_stands_what_other_games_do(client: FlaskClient) -> None:
    text = drop_terms(client.get("/rulings/who-starts?game=min-hwatu").text)
    assert text.index("In Kwa-Dō</dt>") > text.index('class="verdict"')
    assert unescape(text).count(get_ruling("who-starts").verdict) == 1
    # Two games with one verdict are named together.
    assert "In Min-Hwatu and Sakura</dt>" in client.get("/rulings/who-starts").text
    assert "In Min-Hwatu" not in client.get("/rulings/two-matches").text


@OTHER_GAMES
def test_near_a_ruling_of_another_game_stand_rulings_of_that_game(
    client: FlaskClient, rule_set_id: str
) -> None:
    of_game = {ruling.id: ruling for ruling in find_rulings(rule_set_id=rule_set_id)}
    for ruling in of_game.values():
        page = client.get(f"/rulings/{ruling.id}?game={rule_set_id}").text
        near = page.split('aria-labelledby="near"')[1]
        shown = set(re.findall(r'href="/rulings/([a-z0-9-]+)', near))
        assert shown == set(ruling.near) & set(of_game) != set(), ruling.id
        assert all(of_game[one].verdict in unescape(near) for one in shown)


def test_a_ruling_names_the_yaku_of_the_game_that_is_shown(client: FlaskClient) -> None:
    hwatu, kwado = (client.get(f"/rulings/which-yaku{asked}").text for asked in ("?game=min-hwatu", ""))
    assert "/rules/min-hwatu/yaku/biyak" in hwatu
    assert "/yaku/four-willow" not in hwatu
    assert "/rules/kwado-1985/yaku/four-willow" in kwado
    assert "/yaku/biyak" not in kwado
    sakura = client.get("/rulings/which-yaku?game=sakura").text
    assert "/rules/sakura/yaku/sakura-1" in sakura
    assert "/rules/kwado-1985/yaku" not in sakura
    assert "/rules/sakura/yaku/sakura-1" not in kwado


@pytest.mark.parametrize("asked", ["koi-koi", "kwado-1959", "", "min-hwatu&game=x", "%00"])
def test_a_game_that_a_ruling_does_not_know_changes_nothing(client: FlaskClient, asked: str) -> None:
    known = asked.startswith("min-hwatu")
    said = read_verdict(client.get(f"/rulings/who-starts?game={asked}").text)
    assert said == get_ruling("who-starts", "min-hwatu" if known else None).verdict
    assert client.get(f"/rulings/floor?game={asked}").status_code == 200


def test_a_game_of_min_hwatu_reads_rulings_in_its_words_and_adopts_them(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", game="min-hwatu", target="1000")
    page = table.get(f"{game}/rulings/three-on-field")
    assert read_verdict(page) == get_ruling("three-on-field", "min-hwatu").verdict
    assert re.findall(r'value="([a-z-]+)"\s+checked', page)[:1] == ["all"]
    adopt(table, game, "three-on-field", "one")
    assert "the fourth card takes one of them" in table.get(f"{game}/house-rules")
    adopt(table, game, "mh-payment", "as-written", "from-now-on")
    assert re.findall(r'value="([a-z-]+)"\s+checked', table.get(f"{game}/rulings/mh-payment"))[:1] == [
        "as-written"
    ]
    assert 'name="reading"' not in table.get(f"{game}/rulings/gaji-what")


def test_the_button_of_a_ruling_leads_to_a_game_of_the_game_that_is_shown(table: Table) -> None:
    hwatu = table.start("Ann", "Ben", "Cem", game="min-hwatu", target="1000")
    kwado = table.start("Dan", "Eve", game="kwado-1985")
    assert f'href="{hwatu}/rulings/exact-tie"' in table.get("/rulings/exact-tie?game=min-hwatu")
    assert f'href="{kwado}/rulings/exact-tie"' in table.get("/rulings/exact-tie?game=kwado-1985")


def test_an_unknown_ruling_is_nothing(client: FlaskClient) -> None:
    assert client.get("/rulings/who-pays-the-beer").status_code == 404


def test_a_reading_adopted_for_all_rounds_moves_the_totals_and_an_undo_moves_them_back(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(115, 125, yaku_0=["dragon"]))
    before = table.totals(game)
    assert before == [25, 5]
    page = table.get(f"{game}/rulings/bonus-before-or-after")
    assert "For all rounds: Totals: Ann 25 → 20." in page
    adopt(table, game, "bonus-before-or-after", "before-floor", "for-all")
    assert "Ann 25 → 20" in table.get(game)
    assert table.totals(game) == [20, 5]
    table.press(game, "undo")
    assert table.totals(game) == before


def test_a_reading_adopted_from_now_on_leaves_the_rounds_played(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(115, 125, yaku_0=["dragon"]))
    adopt(table, game, "bonus-before-or-after", "before-floor", "from-now-on")
    assert table.totals(game) == [25, 5]
    table.record(game, by_points(115, 125, yaku_0=["dragon"]))
    assert table.totals(game) == [45, 10]


def test_a_reading_that_changes_no_score_is_kept_for_the_house_rule_sheet(table: Table) -> None:
    game = table.start("Ann", "Ben")
    assert "misdeal: shuffle and deal again" not in table.get(f"{game}/house-rules")
    adopt(table, game, "four-on-field", "dead")
    assert "they lie there dead all round" in table.get(f"{game}/house-rules")
    # Changing another option keeps it, playing again keeps it, undoing takes it away.
    table.post(f"{game}/house-rules", {"method": "A", "target": "150", "reach": "for-all"})
    assert "they lie there dead all round" in table.get(f"{game}/house-rules")
    table.press(game, "undo")
    table.press(game, "undo")
    assert "they lie there dead all round" not in table.get(f"{game}/house-rules")


@pytest.mark.parametrize(
    "ruling", ["gaji-what", "declare", "exact-tie", "next-dealer", "method-a", "which-yaku"]
)
def test_every_option_can_be_set_from_its_ruling(table: Table, ruling: str) -> None:
    game = table.start("Ann", "Ben")
    page = table.get(f"{game}/rulings/{ruling}")
    readings = re.findall(r'name="reading"\s+value="([^"]+)"', page)
    assert len(readings) > 1
    for reading in readings:
        adopt(table, game, ruling, reading, "from-now-on")
        chosen = re.search(r'value="([^"]+)"\s+checked', table.get(f"{game}/rulings/{ruling}"))
        assert chosen
        assert chosen[1] == reading


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"reading": "sideways", "reach": "for-all"}, "not one of the readings"),
        ({"reading": "", "reach": "for-all"}, "not one of the readings"),
        ({"reading": "before-floor", "reach": "yesterday"}, "Please choose"),
    ],
)
def test_a_reading_that_there_is_not_is_refused(table: Table, fields: dict[str, str], said: str) -> None:
    game = table.start("Ann", "Ben")
    response = table.post(f"{game}/rulings/bonus-before-or-after", fields, 422)
    assert said in response.text
    assert "Undo" not in table.get(game)


def test_who_looks_on_sees_what_the_table_plays_and_no_button(table: Table, client: FlaskClient) -> None:
    game = table.start("Ann", "Ben")
    view = table.view_link(game)
    text = client.get(f"{view}/rulings/exact-tie").text
    assert "your table" in text
    assert "<form" not in text
    assert client.post(f"{view}/rulings/exact-tie").status_code == 405


def test_a_ruling_of_another_game_offers_nothing_to_adopt(table: Table) -> None:
    game = table.start("Ann", "Ben")
    assert 'name="reading"' not in table.get(f"{game}/rulings/kk-sake-cup")


def test_a_phone_that_keeps_a_score_is_led_to_its_game(table: Table) -> None:
    assert "Use this in our game" not in table.get("/rulings/exact-tie")
    game = table.start("Ann", "Ben")
    response = table.client.get("/rulings/exact-tie")
    assert f'href="{game}/rulings/exact-tie"' in response.text
    assert response.headers["Cache-Control"] == "no-store"


def test_a_line_of_a_breakdown_leads_to_the_ruling_as_the_table_plays_it(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(115, 125, yaku_0=["dragon"]))
    why = table.get(f"{game}/rounds/1/why")
    found = set(re.findall(rf'href="{re.escape(game)}/rulings/([a-z-]+)\?back=rounds/1/why"', why))
    assert {"values", "floor", "negative-net", "which-yaku"} <= found
    for ruling in found:
        table.get(f"{game}/rulings/{ruling}")


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("rounds/new", "Back to the round"),
        ("rounds/1", "Back to round 1"),
        ("rounds/1/why", "Back to round 1"),
    ],
)
def test_a_ruling_leads_back_to_the_round_that_it_was_opened_from(
    table: Table, page: str, words: str
) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(115, 125))
    link = f"{game}/rulings/values?back={page}"
    assert link in table.get(f"{game}/{page}")
    assert f'<a href="{game}/{page}">{words}</a>' in table.get(link)


def test_a_ruling_leads_back_to_no_other_place(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for other in ("//example.org", "rounds/1/delete", "rounds/new/../../..", "rounds/1\n"):
        text = table.get(f"{game}/rulings/values?{urlencode({'back': other})}")
        assert f'<a href="{game}">Back to the game</a>' in text


def test_from_a_running_game_through_a_ruling_to_an_adopted_option_and_back(
    browser: Browser, live_server: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 664})
    page = context.new_page()
    page.goto(f"{live_server}/games/new")
    page.locator("#player-0").fill("Ann")
    page.locator("#player-1").fill("Ben")
    page.get_by_role("button", name="Start the game").first.click()
    page.wait_for_url("**/g/*")
    game = page.url
    token = page.request.get(f"{live_server}/games/new").text()
    csrf = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', token)
    key = re.search(r'name="key" value="([^"]+)"', page.request.get(f"{game}/rounds/new").text())
    assert csrf
    assert key
    entered = {"way": "points", "points-0": "115", "points-1": "125", "yaku-0": "dragon"}
    entered |= {"key": key[1], "csrf_token": csrf[1]}
    assert page.request.post(f"{game}/rounds/new", form=entered).ok
    page.goto(game)
    expect_totals(page, [25, 5])

    page.locator(".menu > summary").click()
    page.get_by_role("link", name="Rules of this game").click()
    page.wait_for_url("**/rules**")
    page.get_by_role("link", name="before or after the floor").click()
    page.locator('[name="reading"][value="before-floor"]').check()
    page.locator('[name="reach"][value="for-all"]').check()
    page.get_by_role("button", name="Use this in our game").click()
    expect(page.locator(".notice")).to_contain_text("25 → 20")
    page.get_by_role("link", name="Back to the game").click()
    expect_totals(page, [20, 5])
    page.get_by_role("button", name="Undo").click()
    expect_totals(page, [25, 5])
    page.locator(".menu > summary").click()
    page.get_by_role("link", name="Rules of this game").click()
    option = page.locator(".option", has_text="Bonuses are added")
    expect(option).to_contain_text(re.compile(r"after the floor is taken off\s*your table"))
    context.close()


@pytest.mark.parametrize(
    "ruling",
    [
        "four-on-field",
        "which-yaku",
        "gaji-hiki",
        "kk-exhausted",
        "kk-points",
        "kk-viewing",
        "kk-exhausted?game=koikoi-compendium",
        "mh-payment",
        "three-on-field?game=min-hwatu",
        "gaji-hiki?game=sakura",
        "sk-numbers",
    ],
)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_ruling_prints_on_half_a_page(
    browser: Browser, live_server: str, tmp_path: Path, ruling: str, paper: str
) -> None:
    page = browser.new_page()
    page.goto(f"{live_server}/rulings/{ruling}")
    page.emulate_media(media="print")
    file = tmp_path / "ruling.pdf"
    margin = {"top": "12mm", "bottom": "12mm", "left": "12mm", "right": "12mm"}
    page.pdf(path=file, format=paper, margin=margin)
    page.close()
    printed = pypdfium2.PdfDocument(file)
    assert len(printed) == 1
    picture = printed[0].render(scale=1).to_pil().convert("L")
    printed.close()
    width, height = picture.size
    upper, lower = picture.crop((0, 0, width, height // 2)), picture.crop((0, height // 2, width, height))
    assert upper.getextrema()[0] < 100
    assert lower.getextrema()[0] == 255
