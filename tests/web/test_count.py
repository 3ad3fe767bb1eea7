"""Count a pile: the phone and the server count the same, by every game, and a game goes on from it."""

import io
import random
import re
from html import unescape
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page

from companion.cards import DECK, CardSet
from companion.photo import CannotRead, Sighting
from companion.rules import RULE_SET_IDS, count_pile, get_rule_set, parse_options
from tests.web.pages import Poster
from tests.web.photo_reader import PICTURES, StandIn, see
from tests.web.table import Table, read_fields

GAMES = [each for each in RULE_SET_IDS if get_rule_set(each).has_cards]
# Taps these cards, and reads what the page says then beside what the server says of the same address.
TAP = """async (cards) => {
  const say = (page) => [...page.querySelectorAll(".count__sum, .lines > li:not([hidden])")]
    .map((part) => part.textContent.replace(/\\s+/g, " ").replace(" Count", "").replace(" Clear", "").trim());
  for (const tick of document.querySelectorAll("[name=card]")) tick.checked = cards.includes(tick.value);
  document.querySelector("[data-count]").dispatchEvent(new Event("change"));
  const page = await (await fetch(location)).text();
  return [say(document), say(new DOMParser().parseFromString(page, "text/html"))];
}"""


@pytest.mark.parametrize("game", GAMES)
def test_the_phone_counts_a_pile_as_the_server_does(page: Page, live_server: str, game: str) -> None:
    page.goto(f"{live_server}/count/{game}")
    chance = random.Random(game)
    lines = 0
    for count in (0, 1, 6, 12, 18, 24, 24, 30, 36, 48):
        shown, counted = page.evaluate(TAP, [card.id for card in chance.sample(DECK, count)])
        assert shown == counted
        lines += len(counted) - 1
    assert lines > 10


@pytest.mark.parametrize(
    ("game", "count"),
    [("kwado-1985", 19), ("min-hwatu", 19), ("sakura", 23), ("roppyakken", 8), ("mushi", 0)],
)
def test_the_cards_said_to_count_nothing_change_no_count(client: FlaskClient, game: str, count: int) -> None:
    _, _, shown = client.get(f"/count/{game}").text.partition("These count nothing here")
    idle = CardSet.from_ids(re.findall(r'name="card" value="([^"]*)', shown))
    assert len(idle) == count
    rules, chance = get_rule_set(game), random.Random(game)
    options = parse_options(rules, {})
    for held in (0, 6, 12, 24, 36, 40):
        pile = CardSet.of(chance.sample(list(rules.cards), held)) - idle
        assert count_pile(rules, options, pile) == count_pile(rules, options, pile | idle)


def test_a_tap_counts_and_the_game_is_changed_with_the_same_pile(page: Page, live_server: str) -> None:
    page.goto(f"{live_server}/count")
    for name in ("Crane on pine", "Curtain under cherry", "Moon over susuki"):
        page.get_by_label(name, exact=True).check(force=True)
    assert "60 points" in page.locator(".count__sum").inner_text()
    page.get_by_text("By the rules of").click()
    page.get_by_role("button", name="Koi-Koi by Hu").click()
    page.wait_for_url("**/count/koikoi-hu?card=pine-crane&card=cherry-curtain&card=susuki-moon")
    assert "Three brights" in page.locator(".count__sum").inner_text()


@pytest.mark.parametrize(
    ("query", "points", "said"),
    [
        ("", 0, ""),
        ("card=pine-crane&card=pine-crane", 20, "Crane on pine was there twice; it is counted once."),
        ("card=pine-crain", 0, "There is no card “pine-crain”"),
        ("card=%00&card=%ED%A0%80&card=" + "x" * 5_000, 0, "There is no card"),
        ("&".join(f"card={card.id}" for card in DECK), 695, ""),
    ],
)
def test_any_pile_of_an_address_is_counted_or_refused_in_a_sentence(
    client: FlaskClient, query: str, points: int, said: str
) -> None:
    text = client.get(f"/count/kwado-1985?{query}").text
    assert f"<strong data-points>{points}</strong>" in text
    faults = re.findall(r'notice--fault">([^<]*)', text)
    assert (said in faults[0]) if said else not faults


def test_a_game_without_cards_has_no_pile_and_the_last_game_stays(client: FlaskClient) -> None:
    assert client.get("/count/by-points").status_code == 404
    assert client.get("/count/sakura").status_code == 200
    assert client.get("/count?card=pine-crane").location == "/count/sakura?card=pine-crane"


def test_a_game_that_is_started_with_a_pile_has_it_in_its_first_round(table: Table) -> None:
    address = "/games/new?game=kwado-1982&card=pine-crane&card=plum-ribbon"
    shown = read_fields(table.get(address))
    names = {"player-0": "Ann", "player-1": "Ben", "table": "new"}
    started = urlsplit(table.post(address, shown | names).location)
    assert started.path.endswith("/rounds/new")
    asked = read_fields(table.get(f"{started.path}?{started.query}"))
    held = {name: side for name, side in asked.items() if name.startswith("captured/")}
    assert held == {"captured/pine-crane": ["0"], "captured/plum-ribbon": ["0"]}
    assert get_rule_set("kwado-1982").name in table.get(started.path.removesuffix("/rounds/new"))


# --- By a photo -------------------------------------------------------------------------------------


def teach(table: Table, name: str, *players: str) -> str:
    """The address of a deck that a new table has taught."""
    sent = {"name": name, "photos": (io.BytesIO(b"a deck"), "deck.jpg")}
    deck = urlsplit(table.post(f"{table.start(*players)}/decks", sent).location).path
    # Its message is for this page.
    table.get(deck)
    return deck


def read_number(deck: str) -> str:
    return deck.rsplit("/", 1)[-1]


RIBBON = "card=plum-ribbon"
PHOTO_OF_PILE = f"/count/kwado-1985/photo?{RIBBON}"
NO_CARD = CannotRead("No card of this deck was found.")


@pytest.mark.parametrize(
    ("sees", "ticked", "said"),
    [
        ([see("pine-crane")], ["pine-crane"], "1 place. Does 1 card lie there?"),
        (
            [see("pine-crane"), see("maple-deer"), see("iris-bridge", "iris-ribbon", confidence=0.5)],
            ["pine-crane", "maple-deer"],
            "3 places, 1 asked. Do 3 cards lie there?",
        ),
        (
            [see("pine-crane"), see("plum-chaff-2", "plum-chaff-1"), see("plum-chaff-2", "plum-chaff-1")],
            ["pine-crane", "plum-chaff-2", "plum-chaff-1"],
            "3 places. Do 3 cards lie there?",
        ),
        (
            [see("pine-crane"), see("susuki-chaff-1", confidence=0.3)._replace(is_card=False)],
            ["pine-crane"],
            "2 places, 1 asked. Do 2 cards lie there?",
        ),
    ],
    ids=["read", "doubtful", "alike", "chaff that may be bare wood"],
)
def test_a_photo_is_looked_through_before_its_cards_are_counted(
    table: Table, reader: StandIn, sees: list[Sighting], ticked: list[str], said: str
) -> None:
    own = teach(table, "Ann’s deck", "Ann", "Ben")
    reader.sees = sees
    sent = {"deck": read_number(own), "photos": (io.BytesIO(b"a pile"), "pile.jpg")}
    page = table.post(PHOTO_OF_PILE, sent, 200).text
    assert f"<p>{said}</p>" in page
    assert '<form class="stack review" action="/count/kwado-1985"' in page
    assert re.findall(r'name="card"\s+value="([^"]+)" checked', page) == ticked
    asked = [card_id for one in sees if one.is_doubtful for card_id in one.ids if card_id not in ticked]
    assert re.findall(r'name="card"\s+value="([^"]+)">', page) == asked


@pytest.mark.parametrize(
    ("sees", "photos", "deck", "said"),
    [
        (NO_CARD, 1, "", "No card of this deck was found."),
        ([], 0, "", "Choose a photo first."),
        ([], 5, "", "At most 4 photos at a time, please."),
        ([], 1, "of another table", "The deck of this photo is gone. Please choose the deck again."),
        ([], 1, "no number", "The deck of this photo is gone. Please choose the deck again."),
    ],
    ids=["no card", "no photo", "five photos", "another table", "no deck"],
)
def test_a_photo_that_is_refused_leaves_the_pile(
    table: Table, reader: StandIn, sees: list[Sighting] | Exception, photos: int, deck: str, said: str
) -> None:
    others = teach(Table(table.client.application.test_client()), "Cem’s deck", "Cem", "Dee")
    own = teach(table, "Ann’s deck", "Ann", "Ben")
    reader.sees = sees
    sent = [(io.BytesIO(b"a pile"), "pile.jpg") for _ in range(photos)]
    chosen = {"": read_number(own), "of another table": read_number(others)}.get(deck, deck)
    answer = table.post(PHOTO_OF_PILE, {"deck": chosen, "photos": sent})
    assert answer.location == f"/count/kwado-1985?{RIBBON}"
    page = table.get(answer.location)
    assert re.findall(r'<p class="notice [^>]*>([^<]*)', unescape(page)) == [said]


def test_a_photo_names_the_cards_with_which_the_game_is_not_played(table: Table, reader: StandIn) -> None:
    own = teach(table, "Ann’s deck", "Ann", "Ben")
    reader.sees = [see("pine-crane"), see("peony-butterflies")]
    sent = {"deck": read_number(own), "photos": (io.BytesIO(b"a pile"), "pile.jpg")}
    page = table.post("/count/mushi/photo", sent, 200).text
    said = "Not in the deck of Mushi, so left out: Butterflies on peony."
    assert re.findall(r'<p class="notice [^>]*>([^<]*)', page) == [said]
    assert re.findall(r'name="card"\s+value="([^"]+)"', page) == ["pine-crane"]


def test_without_scripts_a_photo_leads_back_to_my_pile_too(table: Table, reader: StandIn) -> None:
    own = teach(table, "Ann’s deck", "Ann", "Ben")
    game = own.partition("/decks")[0]
    shown = table.get(f"{game}/pile?player=1")
    action, more = re.findall(r'data-photo action="([^"]*)">(.*?)</form>', shown, re.DOTALL)[0]
    sent = {
        **dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', more)),
        "deck": read_number(own),
        "photos": (io.BytesIO(b"a pile"), "pile.jpg"),
    }
    reader.sees = [see("pine-crane"), see("susuki-moon")]
    review = table.post(unescape(action), sent, 200).text
    way = re.findall(r'<form class="stack review"[^>]* action="([^"]*)"', review)
    kept = urlencode(re.findall(r'name="(player|card)"\s+value="([^"]*)"', review))
    page = table.get(f"{way[0]}?{kept}")
    assert re.findall(r'name="card" value="([^"]*)" checked', page) == ["pine-crane", "susuki-moon"]
    # A photo that cannot be read leads back, with what was tapped.
    nothing = {**sent, "photos": (io.BytesIO(), "")}
    answer = table.post(f"{unescape(action)}?card=plum-warbler", nothing)
    assert answer.location == f"{game}/pile?player=1&card=plum-warbler"
    # An address that somebody made up has no card.
    page = table.get(f"{game}/pile?player=1&card=no-card")
    assert re.findall(r'name="card" value="([^"]*)" checked', page) == []


def test_who_knows_several_decks_chooses_one_and_who_only_views_a_table_knows_none(
    app: Flask, table: Table, reader: StandIn
) -> None:
    own = teach(table, "Ann’s deck", "Ann", "Ben")
    assert f'<input type="hidden" name="deck" value="{read_number(own)}">' in table.get("/count/sakura")
    other = teach(table, "Eve’s deck", "Eve", "Fay")
    table.post(other, {"card": ["pine-chaff-1", "pine-chaff-2"], "name": "Eve’s deck"})
    assert re.findall(r"<option[^>]*>([^<]*)", table.get("/count/sakura")) == ["Eve’s deck", "Ann’s deck"]
    for deck, picture in ((own, "pine-chaff-1"), (other, "pine-chaff-2")):
        sent = {"deck": read_number(deck), "photos": (io.BytesIO(b"a pile"), "pile.jpg")}
        table.post("/count/sakura/photo", sent, 200)
        assert reader.asked[-1][1]["pine-chaff-1"] == PICTURES[picture]
    viewer = Table(app.test_client())
    viewer.get(table.view_link(other.partition("/decks")[0]))
    assert "From a photo?" not in table.get("/count/sakura")
    for phone in (viewer, Table(app.test_client())):
        page = phone.get("/count/sakura")
        assert "data-photo" not in page
        assert '<a href="/photo-help">From a photo?</a>' in page
        phone.post("/count/sakura/photo", {"deck": read_number(other)}, 404)


def test_a_pile_is_read_only_by_a_game_that_there_is_and_where_the_extra_is_installed(
    app: Flask, table: Table, reader: StandIn
) -> None:
    teach(table, "Ann’s deck", "Ann", "Ben")
    table.post("/count/mahjong/photo", {}, 404)
    table.post("/count/sakura/photo", {})
    app.extensions["photo_reader"] = None
    page = table.get("/count/sakura")
    assert "data-photo" not in page
    assert "photo-help" not in page
    table.post("/count/sakura/photo", {}, 404)


def test_a_photo_that_is_refused_leaves_what_was_tapped(page: Page, live_server: str) -> None:
    phone = Poster(page, live_server)
    game = phone.start("Ann", "Ben")
    phone.teach(game, "Ann’s deck")
    page.goto(f"{live_server}{game}")
    page.goto(f"{live_server}/count/kwado-1985")
    page.get_by_label("Crane on pine", exact=True).check(force=True)
    page.get_by_text("Or take a photo").click()
    page.get_by_role("button", name="Read the photo").click()
    page.get_by_text("Choose a photo first.").wait_for()
    assert page.get_by_label("Crane on pine", exact=True).is_checked()
