"""Every page of rules in a browser: axe in light and dark, no wider than the screen, a light first visit."""

import re
from html import unescape
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from companion.cards import DECK
from companion.printing import SHEETS
from companion.reference import (
    load_entries,
    load_glossary,
    load_rulings,
    load_sources,
    say_worth,
)
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.store.tables import SHARE
from tests.web.table import drop_terms, expect_words, read_answers, read_words

PAGES = (
    "/rules",
    "/rules/kwado-1985",
    "/rules/compare",
    "/rules/kwado-1985/yaku/sakura-2",
    "/rulings",
    "/rulings/four-on-field",
    "/cards/willow-lightning",
    "/learn",
    "/learn/kwado",
    "/glossary",
    "/sources",
    "/search",
    "/search?q=tie",
)
# Of other rules, of the same templates.
MORE_PAGES = (
    "/rules/min-hwatu",
    "/rules/sakura",
    "/rulings/which-yaku",
    "/rulings?game=min-hwatu",
    "/learn/sakura",
    "/search?q=qqqq",
)
# Of the 64 KiB of any page; five are the letters of headings, one the second style sheet, one landscape.
FIRST_VISIT_BYTES = 47 * 1024
YAKU = [(rules, yaku) for rules in map(get_rule_set, RULE_SET_IDS) for yaku in rules.yaku]


SCREENS = ((390, "light"), (320, "dark"), (820, "dark"), (1280, "light"))


def test_no_rule_of_axe_is_broken_and_nothing_is_wider_than_the_screen(
    browser: Browser, live_server: str
) -> None:
    """Each page by turns on one screen, on all of them in a thorough run; none is wider than any of them."""
    page = browser.new_context().new_page()
    wrong: list[Any] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    for turn, address in enumerate(PAGES + MORE_PAGES if SHARE == 1 else PAGES):
        page.goto(live_server + address)
        for number, (width, scheme) in enumerate(SCREENS):
            page.set_viewport_size({"width": width, "height": 664})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            if number == turn % len(SCREENS) or SHARE == 1:
                broken = Axe().run(page, options={"resultTypes": ["violations"]})
                wrong += [(address, width, broken.generate_report())] * min(1, broken.violations_count)
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wrong.append((address, width, "too wide"))
    page.context.close()
    assert wrong == []


def test_a_first_visit_is_light(browser: Browser, live_server: str) -> None:
    """Each page in a context of its own, until the network is idle: half a second each."""
    for address in PAGES + MORE_PAGES if SHARE == 1 else PAGES:
        context = browser.new_context(viewport={"width": 390, "height": 664})
        page = context.new_page()
        page.goto(live_server + address, wait_until="networkidle")
        sizes = page.evaluate(
            """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
            .map((entry) => [entry.name, entry.transferSize])"""
        )
        assert len(sizes) > 1
        assert [name for name, size in sizes if not (size and name.startswith(live_server))] == []
        assert sum(size for _, size in sizes) <= FIRST_VISIT_BYTES, sizes
        context.close()


def test_a_link_to_a_folded_part_opens_it(browser: Browser, live_server: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    for address in ("/rulings#scoring", "/glossary#gaji", "/sources#KD85", "/rules/compare#games"):
        page.goto(live_server + address)
        part = page.locator(address[address.index("#") :])
        expect(part).to_be_visible()
        expect(part).to_be_in_viewport()
        expect(page.locator("main details[open]")).to_have_count(1)
    page.close()


def test_every_address_and_part_that_a_search_can_lead_to_is_there(client: FlaskClient) -> None:
    # These have a page, as other tests show: the thorough run opens each by the address of the search.
    shown = {f"/rulings/{ruling}" for ruling in load_rulings()} | {f"/cards/{card.id}" for card in DECK}
    shown |= {f"/rules/{rules.id}/yaku/{yaku.id}" for rules, yaku in YAKU}
    # A preview is set by the press: it is there for every sheet that is known.
    sheets = {f"/print/preview?sheet={sheet.id}" for sheet in SHEETS}
    pages: dict[str, str] = {}
    for entry in load_entries():
        address, _, part = entry.address.partition("#")
        is_shown = address in sheets or address.partition("?")[0] in shown
        if part or SHARE == 1 or not is_shown:
            if address not in pages:
                # One leads on to the game that the phone knows.
                answer = client.get(address, follow_redirects=True)
                assert answer.status_code == 200, address
                pages[address] = answer.text
            assert not part or f'id="{part}"' in pages[address], entry.address


def test_every_card_has_a_page_with_its_names_points_and_rulings(client: FlaskClient) -> None:
    for card in DECK:
        text = client.get(f"/cards/{card.id}").text
        rulings = [ruling.id for ruling in load_rulings().values() if card in ruling.cards]
        names = (card.english, card.japanese, card.korean, card.suit.romaji, card.suit.romaja)
        expect_words(text, *names, *map('href="/rulings/{}"'.format, rulings))
        # koi-koi.md: the cup is a chaff card too in three of the forms, month cards may be any four. What
        # only adds a point to a yaku is no part of it: the cuckoo of boar, deer, butterflies.
        assert {
            (rules.game, one.id)
            for rules, one in YAKU
            if card in one.required_pool
            or one.id == "month-cards"
            or (card.id, one.id) == ("chrysanthemum-cup", "chaff")
        } == {
            (rules.game, one.id) for rules, one in YAKU if f'href="/rules/{rules.id}/yaku/{one.id}"' in text
        }
    assert client.get("/cards/ace-of-spades").status_code == 404


def test_every_yaku_has_a_page_in_every_rule_set_that_has_it(client: FlaskClient) -> None:
    for rules, yaku in YAKU:
        worth = say_worth(rules, yaku)
        cards = (f'href="/cards/{card.id}"' for card in yaku.pool)
        text = client.get(f"/rules/{rules.id}/yaku/{yaku.id}").text
        expect_words(text, f'<p class="verdict">{worth}', *cards)
        assert worth.startswith(f"{yaku.points} ")
    assert client.get("/rules/kwado-1982/yaku/sakura-1").status_code == 404


def test_one_yaku_is_worth_points_in_kwado_and_points_off_each_opponent_in_sakura(
    client: FlaskClient,
) -> None:
    # kwado.md: 30 points, if declared; sakura.md: 50 for each yaku of all opponents.
    worth = {"kwado-1985": "30 points, if announced.", "sakura": "50 off each opponent."}
    pages = {rules: drop_terms(client.get(f"/rules/{rules}/yaku/sakura-2").text) for rules in worth}
    for rules, text in pages.items():
        others = (f"/rules/{other}/yaku/sakura-2" for other in worth)
        verdict = f'<p class="verdict">{worth[rules]}</p>'
        expect_words(text, verdict, "Drinking (curtain, moon, cup)", *others)
    assert set(re.findall(r'href="/rulings/declare([^"]*)"', pages["sakura"])) == {"?game=sakura"}
    # It is listed alike on the page of its card.
    rows = re.findall(r"<tr><th scope=\"row\">(?:(?!</tr>).)*</tr>", pages["kwado-1985"], re.S)
    # kwado.md: 30 points; min-hwatu.md: 100, as views; sakura.md has it as well, under another name.
    # koi-koi.md: 10 in the compendium, as moonlit blossoms; hana-awase.md: drinking, 40, in Japan 30;
    # roppyakken.md: 300.
    points = [row for each in rows for row in re.findall(r"<td>([^<]+)</td>", each)]
    assert points[:3] == ["30 points", "100 points", "50 off each opponent"]
    assert points[3:] == ["10 points", "40 points", "30 points", "300 points"]
    card = read_words(drop_terms(client.get("/cards/chrysanthemum-cup").text))
    expect_words(card, *map(read_words, rows))


def test_every_word_and_every_source_is_listed(client: FlaskClient) -> None:
    words = unescape(client.get("/glossary").text)
    for word in load_glossary():
        expect_words(words, word.word, word.japanese, word.korean, word.meaning)
        assert re.search(rf'href="/rulings/{word.see}["?]', words)
        assert word.see in load_rulings()
    expect_words(client.get("/sources").text, *map('id="{}"'.format, load_sources()))


def test_no_default_of_ours_stands_there_as_a_rule_of_the_booklet(client: FlaskClient) -> None:
    text = client.get("/rules/compare").text
    titles = {option.title for rule_set_id in RULE_SET_IDS for option in get_rule_set(rule_set_id).options}
    said = re.findall(r'(?:<th scope="row">|asked__what">)(.*?)</(?:th|h3)>', text, re.S)
    noted = {
        unescape(read_words(head.partition("<small>")[0])).strip()
        for head in said
        if "this app’s default" in head
    }
    assert {"Gaji, the wild card", "Two sides ahead with equal totals", "Bonuses are added"} < noted
    assert noted <= titles
    # KD82 is known for its players, not for its teams.
    expect_words(text.partition("<main")[2], "inferred for 1982", never=["rulebook"])


def test_the_editions_stand_side_by_side_what_differs_first(client: FlaskClient) -> None:
    editions, games = client.get("/rules/compare").text.split('id="games"')
    assert editions.index("2 to 4") < editions.index("2 to 6") < editions.index("Bright, points")
    assert editions.count("compared__differs") > 9
    # kwado.md: the booklet of 1982 counts sakura-8 and no other Sakura yaku.
    expect_words(editions, "Sakura 8 (poetry ribbons)", "Dragon bonus (phoenix on paulownia)")
    expect_words(editions.split("What changed from")[1], never=["Min-Hwatu"])
    # min-hwatu.md: dealt again, stacked; 6 or 12 rounds or a target; nobody plays in teams.
    said = ("misdeal: shuffle and deal again", "the fourth card takes all three", "6 or 12 rounds")
    expect_words(games, *said, "less the points of each yaku of every opponent")
    rows = read_answers(games, ["Kwa-Dō (1985)", "Min-Hwatu", "Koi-Koi, today's rules", "Sakura"])
    # sakura.md: ribbons 10, animals 5; the rain man 5, one paulownia chaff 10; always with the wild card.
    # koi-koi.md: card points do not score; two players.
    in_teams = "4 as 2×2, 6 as 3×2, 6 as 2×3"
    for question, answers in {
        "Ribbon, points": ["5", "5", "none", "10"],
        "Animal, points": ["10", "10", "none", "5"],
        "Players": ["2 to 6", "2 to 7", "2", "2 to 7"],
        "Teams": [in_teams, "not in the rules", "not in the rules", in_teams],
        "Bright, points": [..., ..., ..., "20; Rain man under willow: 5"],
        "Chaff, points": [..., ..., ..., "0; Paulownia chaff 1: 10"],
    }.items():
        found = zip(rows[question], answers, strict=True)
        assert [said for said, answer in found if answer not in (said, ...)] == [], question
    wild = [(one.partition(" ")[0], "if agreed" in one) for one in rows["Wild card"]]
    assert wild == [("the", True), ("none", False), ("none", False), ("the", False)]
    assert [one == "none" for one in rows["Declaring"]] == [False, True, True, True]
    assert "hiki" in rows["Four of a month in one hand"][3]
