"""A ruling: verdict first, readings to be adopted in a game, a lasting address, half a sheet of paper."""

from __future__ import annotations

import itertools
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pypdfium2
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from companion.reference import find_rulings, get_ruling, load_rulings
from companion.rules import RULE_SET_IDS
from tests.store.tables import SHARE
from tests.web.table import Table, by_points, drop_terms

PLAYED = by_points(115, 125, yaku_0=["dragon"])


def adopt(table: Table, game: str, ruling: str, reading: str, reach: str | None = None) -> Any:
    fields = {"reading": reading} | ({"reach": reach} if reach else {})
    return table.post(f"{game}/rulings/{ruling}", fields)


def read_chosen(html: str) -> str:
    """The reading that is chosen on the page of a ruling."""
    return re.findall(r'value="([a-z-]+)"\s+checked', html)[0]


def read_verdict(html: str) -> str:
    [verdict] = re.findall(r'class="verdict">(.*?)</p>', html, re.S)
    return unescape(drop_terms(verdict))


def test_every_ruling_has_a_page_in_the_words_of_its_game_with_grounds_neighbours_and_address(
    client: FlaskClient,
) -> None:
    """All of them, in the words of three games: seven seconds."""
    missing: list[Any] = []
    for game in (None, "min-hwatu", "sakura"):
        rulings = find_rulings(rule_set_id=game) if game else load_rulings().values()
        of_game = {ruling.id: ruling for ruling in rulings}
        for ruling in of_game.values():
            page = client.get(f"/rulings/{ruling.id}", query_string={"game": game} if game else {}).text
            text = unescape(drop_terms(page))
            assert read_verdict(page) == ruling.verdict
            own = f"?game={game}" if game and ruling.games[0] != game else ""
            said = [ruling.question, ruling.reason, ruling.rulebook, ruling.tradition]
            said += [f'value="http://localhost/rulings/{ruling.id}{own}"', *map("#{}".format, ruling.sources)]
            missing += [(ruling.id, game, each) for each in said if each not in text]
            assert text.index(ruling.verdict) < text.index(ruling.reason)
            near = set(ruling.near) & set(of_game)
            if game or "kwado" in ruling.all_games or next(iter(ruling.rule_sets)) not in RULE_SET_IDS:
                shown = page.split('aria-labelledby="near"')[1]
                assert set(re.findall(r'href="/rulings/([a-z0-9-]+)', shown)) == near != set(), ruling.id
                missing += [
                    (ruling.id, one) for one in near if game and of_game[one].verdict not in unescape(shown)
                ]
    assert missing == []


def test_a_ruling_of_one_other_game_stands_among_rulings_of_that_game(client: FlaskClient) -> None:
    text = drop_terms(client.get("/rulings/sk-scoring").text)
    assert {"/rulings/values?game=sakura", "/rulings?game=sakura#sakura"} < set(
        re.findall(r'href="(/rulings[^"]+)"', text)
    )
    assert 'href="/rulings/values"' not in text
    assert get_ruling("values", "sakura").verdict in text


def test_a_ruling_shows_its_cards_with_the_months_of_its_game(client: FlaskClient) -> None:
    # deck.md: the lightning is of the eleventh month in Sakura, of the twelfth in Kwa-Dō.
    for address, deck in (
        ("/rulings/gaji-on-field?game=sakura", "japanese"),
        ("/rulings/sk-leftover", "japanese"),
        ("/rulings/gaji-on-field", "korean"),
    ):
        about = client.get(address).text.split('class="ruling__cards"')[1].split("</p>")[0]
        assert set(re.findall(r"deck-([a-z]+)\.svg", about)) == {deck}, address


def test_the_verdict_is_that_of_the_game_one_came_from(client: FlaskClient) -> None:
    for page, link, said in (
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
    ):
        assert f'href="{link}"' in client.get(page).text, page
        assert said in read_verdict(client.get(link).text), link


def test_no_page_of_another_game_leads_to_the_verdict_of_kwado(client: FlaskClient) -> None:
    for game, yaku in (("min-hwatu", "biyak"), ("sakura", "sakura-1")):
        for page in (f"/rules/{game}", f"/rulings?game={game}", f"/rules/{game}/yaku/{yaku}"):
            for link in re.findall(r'href="/rulings/(?!labels)([^"]+)"', client.get(page).text):
                ruling, _, asked = link.partition("?")
                assert asked or get_ruling(ruling).games[0] == game, (page, link)


def test_below_a_verdict_stands_what_other_games_do(client: FlaskClient) -> None:
    text = drop_terms(client.get("/rulings/who-starts?game=min-hwatu").text)
    assert text.index("In Kwa-Dō</dt>") > text.index('class="verdict"')
    assert unescape(text).count(get_ruling("who-starts").verdict) == 1
    # Two games with one verdict are named together.
    assert "In Min-Hwatu and Sakura</dt>" in client.get("/rulings/who-starts").text
    assert "In Min-Hwatu" not in client.get("/rulings/two-matches").text


def test_a_ruling_names_the_yaku_of_the_game_that_is_shown(client: FlaskClient) -> None:
    for asked, shown in (
        ("?game=min-hwatu", "/rules/min-hwatu/yaku/biyak"),
        ("?game=sakura", "/rules/sakura/yaku/sakura-1"),
        ("", "/rules/kwado-1985/yaku/four-willow"),
    ):
        links = re.findall(
            r"/rules/[a-z0-9-]+/yaku/[a-z0-9-]+", client.get(f"/rulings/which-yaku{asked}").text
        )
        assert shown in links
        assert {link.split("/")[2] for link in links} == {shown.split("/")[2]}


def test_a_game_that_a_ruling_does_not_know_changes_nothing(client: FlaskClient) -> None:
    for asked in ("koi-koi", "kwado-1959", "", "min-hwatu&game=x", "%00"):
        known = "min-hwatu" if asked.startswith("min-hwatu") else None
        said = read_verdict(client.get(f"/rulings/who-starts?game={asked}").text)
        assert said == get_ruling("who-starts", known).verdict
        assert client.get(f"/rulings/floor?game={asked}").status_code == 200
    assert client.get("/rulings/who-pays-the-beer").status_code == 404


def test_a_game_of_min_hwatu_reads_rulings_in_its_words_and_adopts_them(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem", game="min-hwatu", target="1000")
    page = table.get(f"{game}/rulings/three-on-field")
    assert read_verdict(page) == get_ruling("three-on-field", "min-hwatu").verdict
    assert read_chosen(page) == "all"
    adopt(table, game, "three-on-field", "one")
    assert "the fourth card takes one of them" in table.get(f"{game}/house-rules")
    adopt(table, game, "mh-payment", "as-written", "from-now-on")
    assert read_chosen(table.get(f"{game}/rulings/mh-payment")) == "as-written"
    assert 'name="reading"' not in table.get(f"{game}/rulings/gaji-what")


def test_the_button_of_a_ruling_leads_to_a_game_of_the_game_that_is_shown(table: Table) -> None:
    assert "Use this in our game" not in table.get("/rulings/exact-tie")
    hwatu = table.start("Ann", "Ben", "Cem", game="min-hwatu", target="1000")
    kwado = table.start("Dan", "Eve", game="kwado-1985")
    for asked, game in (("?game=min-hwatu", hwatu), ("?game=kwado-1985", kwado), ("", kwado)):
        response = table.client.get(f"/rulings/exact-tie{asked}")
        assert f'href="{game}/rulings/exact-tie"' in response.text
        assert response.headers["Cache-Control"] == "no-store"


def test_a_reading_adopted_for_all_rounds_moves_the_totals_and_an_undo_moves_them_back(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, PLAYED)
    assert f'href="{game}/rules"' in table.get(game)
    link = re.findall(rf'href="({game}/rulings/bonus-before-or-after[^"]*)"', table.get(f"{game}/rules"))[0]
    assert "For all rounds: Totals: Ann 25 → 20." in table.get(link)
    adopted = adopt(table, game, "bonus-before-or-after", "before-floor", "for-all").location
    page = table.get(adopted)
    assert "Ann 25 → 20" in page
    assert f'<a href="{game}">Back to the game</a>' in page
    assert table.totals(game) == [20, 5]
    table.press(game, "undo")
    assert table.totals(game) == [25, 5]
    assert re.search(r"after the floor is taken off\s*<[^>]+>your table", table.get(f"{game}/rules"))
    # From now on, it leaves the rounds played.
    adopt(table, game, "bonus-before-or-after", "before-floor", "from-now-on")
    table.record(game, PLAYED)
    assert table.totals(game) == [45, 10]


def test_a_reading_that_changes_no_score_is_kept_for_the_house_rule_sheet(table: Table) -> None:
    game, dead = table.start("Ann", "Ben"), "they lie there dead all round"
    adopt(table, game, "four-on-field", "dead")
    assert dead in table.get(f"{game}/house-rules")
    # Changing another option keeps it, undoing takes it away.
    table.post(f"{game}/house-rules", {"method": "A", "target": "150", "reach": "for-all"})
    assert dead in table.get(f"{game}/house-rules")
    table.press(game, "undo")
    table.press(game, "undo")
    assert dead not in table.get(f"{game}/house-rules")


def test_every_option_can_be_set_from_its_ruling(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for ruling in ("gaji-what", "declare", "exact-tie", "next-dealer", "method-a", "which-yaku"):
        page = table.get(f"{game}/rulings/{ruling}")
        readings = re.findall(r'name="reading"\s+value="([^"]+)"', page)
        assert len(readings) > 1
        for reading in readings:
            adopt(table, game, ruling, reading, "from-now-on")
            assert f'value="{reading}" checked' in re.sub(r"\s+", " ", table.get(f"{game}/rulings/{ruling}"))


def test_a_reading_that_there_is_not_is_refused(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for reading, reach, said in (
        ("sideways", "for-all", "not one of the readings"),
        ("", "for-all", "not one of the readings"),
        ("before-floor", "yesterday", "Please choose"),
    ):
        fields = {"reading": reading, "reach": reach}
        assert said in table.post(f"{game}/rulings/bonus-before-or-after", fields, 422).text
    assert "Undo" not in table.get(game)
    # A ruling of another game offers nothing.
    assert 'name="reading"' not in table.get(f"{game}/rulings/kk-sake-cup")


def test_who_looks_on_sees_what_the_table_plays_and_no_button(table: Table, client: FlaskClient) -> None:
    view = table.view_link(table.start("Ann", "Ben"))
    text = client.get(f"{view}/rulings/exact-tie").text
    assert "your table" in text
    assert "<form" not in text
    assert client.post(f"{view}/rulings/exact-tie").status_code == 405


def test_a_ruling_leads_back_to_the_round_that_it_was_opened_from_and_nowhere_else(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, PLAYED)
    for page, words in (
        ("rounds/new", "Back to the round"),
        ("rounds/1", "Back to round 1"),
        ("rounds/1/why", "Back to round 1"),
    ):
        link = f"{game}/rulings/values?back={page}"
        assert link in table.get(f"{game}/{page}")
        assert f'<a href="{game}/{page}">{words}</a>' in table.get(link)
    for other in ("//example.org", "rounds/1/delete", "rounds/new/../../..", "rounds/1\n"):
        text = table.get(f"{game}/rulings/values?{urlencode({'back': other})}")
        assert f'<a href="{game}">Back to the game</a>' in text
    why = table.get(f"{game}/rounds/1/why")
    found = set(re.findall(rf'href="{re.escape(game)}/rulings/([a-z-]+)\?back=rounds/1/why"', why))
    assert {"values", "floor", "negative-net", "which-yaku"} <= found
    assert all(table.get(f"{game}/rulings/{ruling}") for ruling in found)


def test_a_ruling_prints_on_half_a_page(browser: Browser, live_server: str) -> None:
    page = browser.new_page()
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "12mm")
    # Letter is the shorter paper; A4, the narrower, sees the longest, and all in a thorough run.
    longest = ("which-yaku", "kk-exhausted?game=koikoi-compendium")
    others = ("four-on-field", "gaji-hiki", "kk-exhausted", "kk-points", "kk-viewing", "mh-payment")
    of_games = ("three-on-field?game=min-hwatu", "gaji-hiki?game=sakura", "sk-numbers")
    for ruling, paper in itertools.product((*longest, *others, *of_games), ("Letter", "A4")):
        if paper == "A4" and ruling not in longest and SHARE < 1:
            continue
        page.goto(f"{live_server}/rulings/{ruling}")
        with pypdfium2.PdfDocument(page.pdf(format=paper, margin=margin)) as printed:  # type: ignore[arg-type]
            assert len(printed) == 1, (ruling, paper)
            picture = printed[0].render(scale=1).to_pil().convert("L")
        upper, lower = (
            picture.crop((0, part, picture.width, part + picture.height // 2))
            for part in (0, picture.height // 2)
        )
        assert upper.getextrema()[0] < 100
        assert lower.getextrema()[0] == 255, (ruling, paper)
    page.close()
