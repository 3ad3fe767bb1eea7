"""Every page of rules in a browser: axe in light and dark, no wider than the screen, a light first visit."""

import re
from html import unescape
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from companion.cards import DECK
from companion.reference import (
    load_entries,
    load_glossary,
    load_rulings,
    load_sources,
    say_worth,
)
from companion.rules import RULE_SET_IDS, get_rule_set
from tests.store.tables import SHARE
from tests.web.table import Table, drop_terms, expect_words, read_answers, read_words

PAGES = (
    "/rules",
    "/rules/kwado-1985",
    "/rules/min-hwatu",
    "/rules/sakura",
    "/rules/compare",
    "/rules/kwado-1985/yaku/sakura-2",
    "/rulings",
    "/rulings/four-on-field",
    "/rulings/which-yaku",
    "/rulings?game=min-hwatu",
    "/cards/willow-lightning",
    "/learn",
    "/learn/kwado",
    "/learn/sakura",
    "/glossary",
    "/sources",
    "/search",
    "/search?q=tie",
    "/search?q=qqqq",
)
# Of the 65 KiB of any page; five are the letters of headings.
FIRST_VISIT_BYTES = 45 * 1024
YAKU = [(rules, yaku) for rules in map(get_rule_set, RULE_SET_IDS) for yaku in rules.yaku]


# The rules of axe that widths and colours can break.
LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
SCREENS = ((320, "dark"), (820, "dark"), (1280, "light"))


def test_no_rule_of_axe_is_broken_and_nothing_is_wider_than_the_screen(
    browser: Browser, live_server: str
) -> None:
    """All pages on a phone, and by turns what other screens can break: 19 pages take twenty seconds."""
    page = browser.new_context().new_page()
    wrong: list[Any] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    for turn, address in enumerate(PAGES):
        page.goto(live_server + address)
        for number, (width, scheme) in enumerate(((390, "light"), *SCREENS)):
            page.set_viewport_size({"width": width, "height": 664})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            if number in (0, turn % 3 + 1) or SHARE == 1:
                rules = {"runOnly": LOOKS} if number and SHARE < 1 else {}
                broken = Axe().run(page, options={**rules, "resultTypes": ["violations"]})
                wrong += [(address, width, broken.generate_report())] * min(1, broken.violations_count)
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wrong.append((address, width, "too wide"))
    page.context.close()
    assert wrong == []


def test_a_first_visit_is_light(browser: Browser, live_server: str) -> None:
    """Each page in a context of its own, until the network is idle: 19 times half a second."""
    for address in PAGES:
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
    pages: dict[str, str] = {}
    for entry in load_entries():
        address, _, part = entry.address.partition("#")
        if part or address.partition("?")[0] not in shown or SHARE == 1:
            pages[address] = pages.get(address) or Table(client).get(address)
            assert not part or f'id="{part}"' in pages[address], entry.address


def test_every_card_has_a_page_with_its_names_points_and_rulings(client: FlaskClient) -> None:
    for card in DECK:
        text = client.get(f"/cards/{card.id}").text
        rulings = [
            f'href="/rulings/{ruling.id}"' for ruling in load_rulings().values() if card in ruling.cards
        ]
        names = (card.english, card.japanese, card.korean, card.suit.romaji, card.suit.romaja)
        expect_words(text, *names, *rulings)
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


def test_the_legend_of_the_cards_says_what_each_kind_is_worth(client: FlaskClient) -> None:
    for address in ("/cards", "/cards?by=kind&deck=japanese"):
        legend = client.get(address).text.split('class="deck-legend"')[1].split("</ul>")[0]
        # kwado.md: bright 20, animal 10, ribbon 5, chaff 0.
        assert [read_words(item).strip() for item in legend.split("<li>")[1:]] == [
            "Bright 20 points",
            "Animal 10 points",
            "Poetry ribbon 5 points",
            "Blue ribbon 5 points",
            "Plain ribbon 5 points",
            "Chaff 0 points",
        ]


def test_every_yaku_has_a_page_in_every_rule_set_that_has_it(client: FlaskClient) -> None:
    for rules, yaku in YAKU:
        text = client.get(f"/rules/{rules.id}/yaku/{yaku.id}").text
        cards = (f'href="/cards/{card.id}"' for card in yaku.pool)
        expect_words(text, f'<p class="verdict">{say_worth(rules, yaku)}', *cards)
        assert say_worth(rules, yaku).startswith(f"{yaku.points} ")
    assert client.get("/rules/kwado-1982/yaku/sakura-1").status_code == 404


def test_one_yaku_is_worth_points_in_kwado_and_points_off_each_opponent_in_sakura(
    client: FlaskClient,
) -> None:
    # kwado.md: 30 points, if declared; sakura.md: 50 for each yaku of all opponents.
    worth = {"kwado-1985": "30 points, if announced.", "sakura": "50 off each opponent."}
    pages = {rules: drop_terms(client.get(f"/rules/{rules}/yaku/sakura-2").text) for rules in worth}
    for rules, text in pages.items():
        expect_words(text, f'<p class="verdict">{worth[rules]}</p>', "Drinking (curtain, moon, cup)")
        assert set(worth) <= set(re.findall(r"/rules/([a-z0-9-]+)/yaku/sakura-2", text))
    assert set(re.findall(r'href="/rulings/declare([^"]*)"', pages["sakura"])) == {"?game=sakura"}
    # It is listed alike on the page of its card.
    listed = r"<tr><th scope=\"row\">(?:(?!</tr>).)*</tr>"
    rows = re.findall(listed, pages["kwado-1985"], re.S)
    # kwado.md: 30 points; min-hwatu.md: 100, as views; sakura.md has it as well, under another name.
    # koi-koi.md: 10 in the compendium, as moonlit blossoms.
    points = [re.findall(r"<td>([^<]+)</td>", row) for row in rows]
    # hana-awase.md: drinking, 40.
    assert points == [["30 points"], ["100 points"], ["50 off each opponent"], ["10 points"], ["40 points"]]
    card = read_words(drop_terms(client.get("/cards/chrysanthemum-cup").text))
    expect_words(card, *map(read_words, rows))


def test_the_dragon_says_its_card_where_no_picture_stands_beside_it(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["dragon", "sakura-8"])
    for text in (
        *map(table.get, ("/games/new", "/rules/compare")),
        table.get(f"{game}/house-rules").split("<form")[0],
    ):
        expect_words(text, "Dragon bonus (phoenix on paulownia)")
    expect_words(table.get("/search?q=dragon+bonus"), "phoenix on paulownia, 25 points")


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
    expect_words(editions, "Sakura 8 (poetry ribbons)")
    assert games.index("Min-Hwatu") < games.index("less the points of each yaku of every opponent")
    rows = read_answers(games, ["Kwa-Dō (1985)", "Min-Hwatu", "Koi-Koi, today's rules", "Sakura"])
    # sakura.md: ribbons 10, animals 5; the rain man 5, one paulownia chaff 10; always with the wild card.
    # koi-koi.md: card points do not score; two players.
    in_teams = "4 as 2×2, 6 as 3×2, 6 as 2×3"
    for question, answers in {
        "Ribbon, points": ["5", "5", "none", "10"],
        "Animal, points": ["10", "10", "none", "5"],
        "Players": ["2 to 6", "2 to 7", "2", "2 to 7"],
        "Teams": [in_teams, "not in the rules", "not in the rules", in_teams],
    }.items():
        assert rows[question] == answers
    assert rows["Bright, points"][3] == "20; Rain man under willow: 5"
    assert rows["Chaff, points"][3] == "0; Paulownia chaff 1: 10"
    assert [one.partition(" ")[0] for one in rows["Wild card"]] == ["the", "none", "none", "the"]
    assert ["if agreed" in one for one in rows["Wild card"]] == [True, False, False, False]
    assert [one == "none" for one in rows["Declaring"]] == [False, True, True, True]
    assert "hiki" in rows["Four of a month in one hand"][3]
    # min-hwatu.md: dealt again, stacked; 6 or 12 rounds or a target; nobody plays in teams.
    expect_words(
        games, "misdeal: shuffle and deal again", "the fourth card takes all three", "6 or 12 rounds"
    )
    expect_words(editions.split("What changed from")[1], never=["Min-Hwatu"])
