"""Home shows the games that this phone knows, and no others."""

import re
from html import unescape

import time_machine
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.rules import RULE_SET_IDS, get_rule_set
from tests.web.phone import EntryScreen
from tests.web.table import Table, by_points, expect_words


def read_rows(text: str) -> list[str]:
    """The games in the lists, each as the words of its row."""
    row = r'<a class="lines__item lines__item--pictured" href="/[gv]/.*?</a>'
    return [say(found) for found in re.findall(row, text, re.DOTALL)]


def read_open_game(text: str) -> str:
    return "".join(re.findall(r'<section class="open-game".*?</section>', text, re.DOTALL))


def say(html: str) -> str:
    """What is read of a piece of HTML, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_a_first_visit_shows_a_hand_of_cards_and_the_ways_in(table: Table) -> None:
    text = table.get("/")
    assert (read_open_game(text), read_rows(text), text.count('class="hand__card"')) == ("", [], 5)
    assert re.findall(r'class="button [^"]*button--main[^"]*" href="([^"]+)"', text) == ["/games/new"]
    for way in ("/learn", "/rules", "/print", "/search"):
        assert text.count(f'href="{way}"') == 1
    # What is seen to be pressed: the link past the bar and what is folded are not.
    controls = re.findall(r"<(?:a|button|input|summary)\b[^>]*>", text)
    assert len([one for one in controls if not re.search("skip|hidden|theme__choice", one)]) <= 14
    expect_words(text, *{get_rule_set(rule_set_id).game for rule_set_id in RULE_SET_IDS})


def test_the_game_played_last_stands_first_with_its_scores_and_continue(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(150, 90))
    text = table.get("/")
    shown = say(read_open_game(text))
    expect_words(shown, "Kwa-Dō (1985) 1 round · first to 200", "Ann 30 leads", "Ben 0 Continue")
    assert re.findall(r'<a class="button button--main[^"]*" href="([^"]+)">', text) == [game]
    # While it goes on there is nothing to play again.
    assert (read_rows(text), "Rematch" in text) == ([], False)
    # A round that waits on the phone has its own button in the place of Continue.
    assert re.findall(
        r'>Continue</a>\s*<a [^>]*href="([^"]+)" data-waits="[^"]+" data-number="(\d+)" [^>]* hidden>([^<]+)',
        text,
    ) == [(f"{game}/rounds/new", "2", "Continue round 2")]
    assert "Ann" not in Table(table.client.application.test_client()).get("/")


def test_other_running_games_are_rows_with_the_scores_of_the_leaders(table: Table) -> None:
    six = table.start("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", method="B", target="1000")
    table.record(six, by_points(10, 20, 30, 40, 50, 90))
    table.start("Gil", "Hana")
    table.start("Ida", "Jon")
    assert read_rows(table.get("/")) == [
        "Gil 0 Hana 0 Kwa-Dō (1985) · No round yet Kwa-Dō (1985) · Continue round 1",
        "Fay 90 Eve 50 Dee 40 3 more Kwa-Dō (1985) · 1 round · first to 1 000"
        " Kwa-Dō (1985) · Continue round 2",
    ]


def test_a_finished_game_is_listed_apart_with_its_winner_and_the_score(table: Table) -> None:
    two, three = ("Ann", "Ben"), ("Ann", "Ben", "Cem")
    below = {"game": "min-hwatu", "fields_of": "min-hwatu", "length": "rounds", "rounds": "1"}
    for names, rules, played in (
        (two, {"target": "200", "method": "B"}, by_points(30, 210)),
        (three, {"target": "10"}, by_points(100, 80, 60)),
        (two, {"target": "120", "method": "B"}, by_points(120, 120)),
        (two, below, by_points(225, 15, yaku_0=["hongdan"], yaku_1=[])),
    ):
        table.record(table.start(*names, **rules), played)
    unplayed = table.start("Ann", "Ben")
    table.post(f"{unplayed}/end", {})
    assert "Rematch" not in table.get(unplayed)
    text = table.get("/")
    assert [row.split(" · ")[0] for row in read_rows(text)] == [
        "Ended before round 1 Ann",
        # A total below zero is told from a dash.
        "A Ann won 255 to −15 Ann",
        "A B Ann and Ben share the win 120–120 Ann",
        "A Ann won with 20 Ann",
        "B Ben won 210–30 Ann",
    ]
    # Where no game goes on, Start a game is the one action; a rematch is offered of the last with a round.
    assert (read_open_game(text), "Rematch: Ann and Ben" in say(text)) == ("", True)
    assert re.findall(r'class="button [^"]*button--main[^"]*" href="([^"]+)"', text) == ["/games/new"]
    running = f'href="{table.start("Eve", "Fay")}"'
    going, finished = table.get("/").split("Finished</h2>")
    assert (running in going, running in finished) == (True, False)
    assert read_rows(finished) == read_rows(text)


def test_every_game_has_cards_that_stand_for_it(table: Table) -> None:
    for rule_set in map(get_rule_set, RULE_SET_IDS):
        table.start("Ann", "Ben", game=rule_set.id, fields_of=rule_set.id)
        shown = re.findall(r"deck-([a-z]+).svg[^#]*#([a-z-]+)", read_open_game(table.get("/")))
        assert shown == [(rule_set.month_order, card.id) for card in rule_set.emblem] != []


def test_an_opened_view_link_is_listed_as_one_to_look_at(app: Flask, table: Table) -> None:
    view = table.view_link(table.start("Ann", "Ben"))
    other = Table(app.test_client())
    other.get(view)
    expect_words(other.get("/"), f'href="{view}"', "View only", "View the scores", never=["Rematch"])


def test_the_phone_remembers_its_last_twenty_games(table: Table) -> None:
    games = [table.start("Ann", f"Ben {number}") for number in range(22)]
    text = table.get("/")
    assert [game for game in games if f'href="{game}"' in text] == games[2:]


def test_a_forged_cookie_of_games_is_ignored(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    other = app.test_client()
    other.set_cookie("kwado", f'{{"games":["{game.rsplit("/")[-1]}"]}}.AAAA')
    assert "Ann" not in Table(other).get("/")


def test_a_clock_that_goes_back_costs_no_phone_its_games_and_no_form_its_token(app: Flask) -> None:
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        table = Table(app.test_client())
        game = table.start("Ann", "Ben")
        clock.shift(-3 * 24 * 60 * 60)
        table.record(game, by_points(125, 115))
        expect_words(table.get("/"), f'href="{game}"')


def test_light_and_dark_are_kept_for_this_phone(table: Table) -> None:
    assert "data-theme" not in table.get("/")
    table.post("/theme", {"theme": "dark"})
    assert '<html lang="en" data-theme="dark">' in table.get("/")
    table.post("/theme", {"theme": "system"})
    assert "data-theme" not in table.get("/")


def test_whoever_chooses_light_or_dark_stays_on_the_page_and_on_this_server(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for page in (game, f"{game}/rounds/new", f"{game}/history", table.view_link(game), "/"):
        back = re.findall(r'name="back" value="([^"]*)"', table.get(page))
        assert back == [page]
        assert table.post("/theme", {"theme": "dark", "back": back[0]}).location == page
    for other in ("//other.example", "/\\other.example", "/\t/other.example", "https://other.example", ""):
        assert table.post("/theme", {"theme": "dark", "back": other}).location == "/"


# What a browser does that could install the app; whether the page keeps the question back.
OFFER = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  offer.prompt = () => { window.asked = true; };
  return !dispatchEvent(offer);
}"""


def test_on_the_second_evening_home_offers_once_to_install_the_app(
    browser: Browser, live_server: str
) -> None:
    with browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True) as context:
        page = context.new_page()
        page.goto(EntryScreen(page, live_server).start("Ann", "Ben"))
        offer = page.locator("[data-install]")

        def come_home() -> None:
            page.goto(live_server)
            assert page.evaluate(OFFER)

        come_home()
        expect(offer).to_be_hidden()
        page.evaluate("localStorage.setItem('kwado-install', Date.now() - 13 * 3_600_000)")
        come_home()
        expect(offer).to_be_visible()
        offer.get_by_role("button", name="Install").tap()
        assert page.evaluate("window.asked")
        expect(offer).to_be_hidden()
        come_home()
        expect(offer).to_be_hidden()
