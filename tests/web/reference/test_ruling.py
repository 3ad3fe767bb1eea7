"""A ruling: verdict first, readings to be adopted in a game, a lasting address, half a sheet of paper."""

import itertools
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

import pypdfium2
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from companion.reference import get_ruling, load_rulings
from companion.rules import RULE_SET_IDS
from tests.store.tables import SHARE
from tests.web.table import Table, by_points, drop_terms, expect_words

PLAYED = by_points(115, 125, yaku_0=["dragon"])


def adopt(table: Table, game: str, ruling: str, reading: str, reach: str | None = None) -> Any:
    return table.post(f"{game}/rulings/{ruling}", {"reading": reading, "reach": reach or []})


def read_chosen(html: str) -> str:
    """The reading that is chosen on the page of a ruling."""
    return re.findall(r'name="reading"\s+value="([^"]+)"\s+checked', html)[0]


def read_verdict(html: str) -> str:
    [verdict] = re.findall(r'class="verdict">(.*?)</p>', html, re.S)
    return unescape(drop_terms(verdict))


def test_every_ruling_has_a_page_with_grounds_and_neighbours(client: FlaskClient) -> None:
    """Some two hundred pages: three seconds. In the words of other games: see below."""
    for ruling in load_rulings().values():
        page = client.get(f"/rulings/{ruling.id}").text
        text = unescape(drop_terms(page))
        said = [ruling.question, ruling.reason, ruling.rulebook, ruling.tradition]
        expect_words(text, *said, *map("#{}".format, ruling.sources))
        assert read_verdict(page) == ruling.verdict
        assert text.index(ruling.verdict) < text.index(ruling.reason)
        if "kwado" in ruling.all_games or next(iter(ruling.rule_sets)) not in RULE_SET_IDS:
            near = re.findall(r'href="/rulings/([a-z0-9-]+)', page.split('id="near"')[1])
            assert set(near) == set(ruling.near) != set(), ruling.id
    assert client.get("/rulings/who-pays-the-beer").status_code == 404


def test_a_reading_stands_under_its_own_label_on_its_ruling_and_on_the_page_of_the_rules(
    client: FlaskClient,
) -> None:
    """kwado.md, koi-koi.md, “Whose each value is”: the handling of Sakura is no rule of Kwa-Dō's rulebook."""
    taken = "cards left over of the month that it took tradition, FudaWiki on Sakura"
    for page, *said in (
        ("/rules/kwado-1985", taken, "every complete one counts house rule"),
        ("/rulings/gaji-what", taken, "willow cards left over rulebook"),
        ("/rules/koikoi-hu", "an animal rulebook", "an animal and two chaff cards variation"),
        ("/rules/koikoi-hu", "the same player all evening house rule"),
        (
            "/rules/koikoi-hu",
            "Only the best counts of Five brights, Four brights and Three brights (inferred).",
        ),
        ("/rules/koikoi-modern", "Poetry ribbons, Blue ribbons and Five ribbons."),
    ):
        expect_words(" ".join(drop_terms(re.sub("<[^>]+>", " ", client.get(page).text)).split()), *said)


def test_the_verdict_cards_and_yaku_are_those_of_the_game_one_came_from(client: FlaskClient) -> None:
    for page, link, said in (
        ("/rules/kwado-1985", "/rulings/who-starts", "on the dealer's left"),
        ("/rules/sakura", "/rulings/four-on-field?game=sakura", "The dealer takes the four at once"),
        ("/rulings?game=sakura", "/rulings/rain-man?game=sakura", "he counts as an animal, 5"),
        ("/rulings/deal?game=min-hwatu", "/rulings/who-starts?game=min-hwatu", "The dealer plays first"),
        ("/rulings/sk-scoring", "/rulings/values?game=sakura", get_ruling("values", "sakura").verdict),
        ("/search?q=who+deals+next+in+sakura", "/rulings/next-dealer?game=sakura", "Whoever won the round"),
        ("/search?q=who+plays+first", "/rulings/who-starts", "on the dealer's left"),
    ):
        expect_words(client.get(page).text, f'href="{link}"')
        expect_words(read_verdict(client.get(link).text), said)
    # Below it stands what other games do, those with one verdict together.
    below = drop_terms(client.get(link).text).partition('class="verdict"')[2]
    expect_words(below, "In Min-Hwatu, Sakura, Hana-Awase, Roppyakken and Go-Stop</dt>")
    # A game that a ruling does not know changes nothing.
    for asked, game in (
        ("koi-koi", None),
        ("kwado-1959", None),
        ("%00", None),
        ("min-hwatu&game=x", "min-hwatu"),
    ):
        said = read_verdict(client.get(f"/rulings/who-starts?game={asked}").text)
        assert said == get_ruling("who-starts", game).verdict, asked
    # deck.md: the lightning is of the eleventh month in Sakura, of the twelfth in Kwa-Dō.
    for address, deck in (
        ("/rulings/gaji-on-field?game=sakura", "japanese"),
        ("/rulings/sk-leftover", "japanese"),
        ("/rulings/gaji-on-field", "korean"),
    ):
        about = client.get(address).text.split('class="ruling__cards"')[1].split("</p>")[0]
        assert set(re.findall(r"deck-([a-z]+)\.svg", about)) == {deck}, address
    for asked, rules, yaku in (
        ("?game=min-hwatu", "min-hwatu", "biyak"),
        ("?game=sakura", "sakura", "sakura-1"),
        ("", "kwado-1985", "four-willow"),
    ):
        text = client.get(f"/rulings/which-yaku{asked}").text
        expect_words(text, f"/rules/{rules}/yaku/{yaku}")
        assert set(re.findall(r"/rules/([a-z0-9-]+)/yaku/", text)) == {rules}


def test_no_page_of_another_game_leads_to_the_verdict_of_kwado(client: FlaskClient) -> None:
    for game, yaku in (("min-hwatu", "biyak"), ("sakura", "sakura-1")):
        for page in (f"/rules/{game}", f"/rulings?game={game}", f"/rules/{game}/yaku/{yaku}"):
            for link in re.findall(r'href="/rulings/(?!labels)([^"]+)"', client.get(page).text):
                ruling, _, asked = link.partition("?")
                assert asked or get_ruling(ruling).games[0] == game, (page, link)


def test_a_game_of_min_hwatu_reads_rulings_in_its_words_and_adopts_them(table: Table) -> None:
    expect_words(table.get("/rulings/exact-tie"), never=["Use this in our game"])
    game = table.start("Ann", "Ben", "Cem", game="min-hwatu", target="1000")
    page = table.get(f"{game}/rulings/three-on-field")
    said = (get_ruling("three-on-field", "min-hwatu").verdict, "all")
    assert (read_verdict(page), read_chosen(page)) == said
    adopt(table, game, "three-on-field", "one")
    expect_words(table.get(f"{game}/house-rules"), "the fourth card takes one of them")
    adopt(table, game, "mh-payment", "as-written", "from-now-on")
    assert read_chosen(table.get(f"{game}/rulings/mh-payment")) == "as-written"
    # Where its rules leave nothing to choose, or the ruling is of another game.
    for ruling in ("gaji-what", "kk-sake-cup"):
        expect_words(table.get(f"{game}/rulings/{ruling}"), never=['name="reading"'])
    # The button of a ruling leads to the game of the rules that are shown.
    kwado = table.start("Dan", "Eve", game="kwado-1985")
    for asked, played in (("?game=min-hwatu", game), ("?game=kwado-1985", kwado), ("", kwado)):
        response = table.client.get(f"/rulings/exact-tie{asked}")
        expect_words(response.text, f'href="{played}/rulings/exact-tie"')
        assert response.headers["Cache-Control"] == "no-store"


def test_a_reading_adopted_for_all_rounds_moves_the_totals_and_an_undo_moves_them_back(table: Table) -> None:
    game, dead = table.start("Ann", "Ben"), "they lie there dead all round"
    table.record(game, PLAYED)
    expect_words(table.get(game), f'href="{game}/rules"')
    link = re.findall(rf'href="({game}/rulings/bonus-before-or-after[^"]*)"', table.get(f"{game}/rules"))[0]
    expect_words(table.get(link), "For all rounds: Totals: Ann 25 → 20.")
    adopted = adopt(table, game, "bonus-before-or-after", "before-floor", "for-all").location
    expect_words(table.get(adopted), "Ann 25 → 20", f'href="{game}" aria-label="Back to game"')
    assert table.totals(game) == [20, 5]
    table.press(game, "undo")
    assert table.totals(game) == [25, 5]
    assert re.search(r"after the floor is taken off\s*<[^>]+>your table", table.get(f"{game}/rules"))
    # One that changes no score is kept for the house rule sheet, also beside another option.
    adopt(table, game, "four-on-field", "dead")
    table.post(f"{game}/house-rules", {"method": "A", "target": "150", "reach": "for-all"})
    expect_words(table.get(f"{game}/house-rules"), dead)
    for _ in range(2):
        table.press(game, "undo")
    expect_words(table.get(f"{game}/house-rules"), never=[dead])


def test_a_forecast_counts_what_the_sides_brought_along(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, PLAYED)
    moved = {"part": "players", "known": "Ann\nBen\nAnn\nBen", "stays": ["0", "1"], "join-0": "Cem"}
    game = urlsplit(table.post(f"{game}/players", moved).location).path
    table.record(game, by_points(75, 85, 80, yaku_0=["dragon"]))
    shown = table.get(f"{game}/rulings/bonus-before-or-after")
    assert re.findall("For all rounds: ([^<]*)<", shown) == ["Totals: Ann 50 → 45. Ann leads with 45."]


def test_a_forecast_of_a_game_that_was_ended_does_not_say_that_it_goes_on(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, PLAYED)
    table.post(f"{game}/end", {})
    shown = table.get(f"{game}/rulings/bonus-before-or-after")
    assert re.findall("For all rounds: ([^<]*)<", shown) == ["Totals: Ann 25 → 20. Ann wins with 20."]


def test_every_option_can_be_set_from_its_ruling_and_nothing_else(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for reading, reach, said in (
        ("sideways", "for-all", "not one of the readings"),
        ("", "for-all", "not one of the readings"),
        ("before-floor", "yesterday", "Please choose"),
    ):
        typed = {"reading": reading, "reach": reach}
        expect_words(table.post(f"{game}/rulings/bonus-before-or-after", typed, 422).text, said)
    expect_words(table.get(game), never=["Undo"])
    for ruling in ("gaji-what", "declare", "exact-tie", "next-dealer", "method-a", "which-yaku"):
        readings = re.findall(r'name="reading"\s+value="([^"]+)"', table.get(f"{game}/rulings/{ruling}"))
        assert len(readings) > 1
        for reading in readings:
            adopt(table, game, ruling, reading, "from-now-on")
            assert read_chosen(table.get(f"{game}/rulings/{ruling}")) == reading
    # Who looks on sees what the table plays and no button.
    seen = table.client.get(f"{table.view_link(game)}/rulings/exact-tie").text.partition("<main")[2]
    expect_words(seen, "your table", never=["<form"])


def test_a_ruling_leads_back_to_the_round_that_it_was_opened_from_and_nowhere_else(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, PLAYED)
    ruling = f"{game}/rulings/values"
    for page, words in (
        ("rounds/new", "Back to round"),
        ("rounds/1", "Back to round 1"),
        ("rounds/1/why", "Back to round 1"),
    ):
        expect_words(table.get(f"{game}/{page}"), f"{ruling}?back={page}")
        expect_words(table.get(f"{ruling}?back={page}"), f'href="{game}/{page}" aria-label="{words}"')
    for other in ("//example.org", "rounds/1/delete", "rounds/new/../../..", "rounds/1\n"):
        text = table.get(f"{ruling}?{urlencode({'back': other})}")
        expect_words(text, f'href="{game}" aria-label="Back to game"')


def test_a_ruling_prints_on_half_a_page(browser: Browser, live_server: str) -> None:
    page = browser.new_page()
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "12mm")
    # The longest, on Letter, the shorter paper, and on A4, the narrower; others in a thorough run.
    rulings = ["which-yaku", "kk-exhausted?game=koikoi-compendium"]
    if SHARE == 1:
        rulings += ["four-on-field", "gaji-hiki", "kk-exhausted", "kk-points", "kk-viewing", "mh-payment"]
        rulings += ["three-on-field?game=min-hwatu", "gaji-hiki?game=sakura", "sk-numbers"]
    for ruling, paper in itertools.product(rulings, ("Letter", "A4")):
        page.goto(f"{live_server}/rulings/{ruling}")
        with pypdfium2.PdfDocument(page.pdf(format=paper, margin=margin)) as printed:  # type: ignore[arg-type]
            assert len(printed) == 1, (ruling, paper)
            picture = printed[0].render(scale=1).to_pil().convert("L")
        half = picture.height // 2
        upper, lower = (picture.crop((0, y, picture.width, y + half)).getextrema()[0] for y in (0, half))
        assert (upper < 100, lower) == (True, 255), (ruling, paper)
    page.close()
