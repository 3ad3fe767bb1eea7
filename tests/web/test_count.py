"""Count a pile: the phone and the server count the same, by every game, and a game goes on from it."""

import random
import re
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page

from companion.cards import DECK
from companion.rules import RULE_SET_IDS, get_rule_set
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
