"""A game is played with a Korean or a Japanese deck, and every page of it shows that one (decision 0014)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.cards import DECK_STYLES
from companion.rules import RULE_SET_IDS, get_rule_set
from companion.store import export_game, get_game
from tests.web.table import Table, by_cards, by_points, read_fields, read_notices, read_words

ROUND = by_cards({"Ann": ["willow-rain-man", "pine-crane", "plum-warbler"], "Ben": "rest"})
PAGES = (
    "", "/rounds/new", "/rounds/1", "/rounds/1/why", "/house-rules", "/rules", "/history", "/share", "/print",
    "/rulings/which-month",
)  # fmt: skip
PICTURED = ("", "/rounds/new", "/rounds/1", "/rounds/1/why", "/rules", "/rulings/which-month")
RACE = {"way": "cards", "stopped": "0", "chaff-0": "8", "card-clover-boar": "0", "card-maple-deer": "0"}
RACE |= {"card-peony-butterflies": "0"}


def find_decks(text: str) -> set[str]:
    """The decks whose pictures a page shows."""
    return set(re.findall(r'(?:href|src)="[^"]*cards/[^"]*(korean|japanese)', text))


def number_of(card: str, text: str) -> str:
    """The number by which an entry screen sorts a card, and which stands beside it."""
    found = re.search(rf'data-card="{card}"[^>]*data-month="(\d+)".*?pick__kind">(\d+) ·', text, re.DOTALL)
    assert found
    assert found[1] == found[2]
    return found[1]


def start(table: Table, rules: str = "kwado-1985", **fields: Any) -> str:
    return table.start("Ann", "Ben", game=rules, **{"fields-of": rules, **fields})


def test_every_page_of_a_game_shows_its_deck(table: Table) -> None:
    game = start(table, deck="japanese")
    table.record(game, ROUND)
    looked_at = table.view_link(game)
    for path in PAGES:
        for door in (game, looked_at):
            if door == looked_at and path in ("/rounds/new", "/rounds/1", "/share", "/again"):
                continue
            decks = find_decks(table.get(door + path))
            assert decks == ({"japanese"} if path in PICTURED else set()), door + path
    entry = table.get(f"{game}/rounds/new")
    assert number_of("willow-rain-man", entry) == number_of("willow-ribbon", entry) == "11"
    assert number_of("paulownia-phoenix", entry) == "12"


def test_a_game_by_the_same_rules_shows_the_deck_of_the_rules_where_none_was_chosen(table: Table) -> None:
    game = start(table)
    table.record(game, ROUND)
    for path in PICTURED:
        assert find_decks(table.get(game + path)) == {"korean"}, path
    assert number_of("willow-rain-man", table.get(f"{game}/rounds/new")) == "12"


def test_what_is_shown_before_saving_has_the_deck_of_the_game(table: Table) -> None:
    game = start(table, deck="japanese")
    shown = read_fields(table.get(f"{game}/rounds/new"))
    summary = table.post(f"{game}/rounds/new", {"key": shown["key"], "seen": shown["seen"], **ROUND}, 422)
    assert "Check round" in summary.text
    assert find_decks(summary.text) == {"japanese"}


@pytest.mark.parametrize("deck", DECK_STYLES)
@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_any_game_may_be_played_with_either_deck(table: Table, rules: str, deck: str) -> None:
    entry = table.get(f"{start(table, rules, deck=deck)}/rounds/new")
    assert find_decks(entry) == {deck}
    assert number_of("paulownia-phoenix", entry) == ("11" if deck == "korean" else "12")
    assert table.get("/cards").count(f"deck={deck}") >= 1


def test_cards_by_month_follow_the_numbers_that_they_bear(table: Table) -> None:
    for deck, last in (("japanese", "12. Paulownia"), ("korean", "12. Willow")):
        game = start(table, deck=deck, **{"option-gaji": "kwado"})
        shown = read_fields(table.get(f"{game}/rounds/new"))
        by_month = table.post(f"{game}/rounds/new", {**shown, "show": "by-month"}, 200).text
        assert re.findall(r'picks__title"[^>]*>([^<]+)<', by_month)[-1] == last
        # The list of what Gaji took goes the same way.
        assert re.findall(r'optgroup label="([^"]+)"', by_month)[-1] == last


def test_no_score_of_a_page_depends_on_the_deck(table: Table) -> None:
    totals = []
    for deck in DECK_STYLES:
        game = start(table, deck=deck)
        table.record(game, ROUND)
        totals.append(table.totals(game))
    assert totals[0] == totals[1] != [0, 0]


def test_the_house_rules_change_the_deck_at_any_time_and_undo_takes_it_back(table: Table) -> None:
    game = start(table)
    table.record(game, ROUND)
    totals = table.totals(game)
    rules = table.get(f"{game}/house-rules")
    assert "Deck Korean" in read_words(rules)
    assert read_fields(rules)["deck"] == ["korean"]
    table.post(f"{game}/house-rules", {**read_fields(rules), "deck": "japanese"})
    text = table.get(game)
    assert read_notices(text) == "This game now shows the Japanese deck."
    assert table.totals(game) == totals
    assert find_decks(table.get(f"{game}/rounds/1/why")) == {"japanese"}
    assert "The deck was changed." in table.get(f"{game}/history")
    table.press(game, "undo")
    assert find_decks(table.get(f"{game}/rounds/1/why")) == {"korean"}
    assert "Deck Korean" in read_words(table.get(f"{game}/house-rules"))


def test_options_and_deck_change_in_one_go(table: Table) -> None:
    game = start(table)
    typed = read_fields(table.get(f"{game}/house-rules")) | {"target": "300", "deck": "japanese"}
    table.post(f"{game}/house-rules", typed)
    said = read_notices(table.get(game))
    assert "House rules changed" in said
    assert "Japanese deck" in said
    table.post(f"{game}/house-rules", typed)
    assert read_notices(table.get(game)) == "Nothing was changed."


@pytest.mark.parametrize("path", ["/games/new", "house-rules"])
def test_another_word_for_a_deck_is_asked_again(table: Table, path: str) -> None:
    game = start(table)
    typed: dict[str, Any] = {"player-0": "Ann", "player-1": "Ben", "game": "kwado-1985", "deck": "french"}
    if path == "house-rules":
        path, typed = f"{game}/{path}", read_fields(table.get(f"{game}/{path}")) | {"deck": "french"}
    assert "Korean or Japanese? Please choose." in table.post(path, typed, 422).text


def test_the_choice_shows_two_cards_of_each_deck(client: FlaskClient) -> None:
    text = client.get("/games/new").text
    field = re.search(r'<fieldset class="field" id="deck">.*?</fieldset>', text, re.DOTALL)
    assert field
    # A drawing holds another one: its window.
    pictures = [each.partition("</span>")[0] for each in field[0].split("<svg xmlns")[1:]]
    assert len(pictures) == len(set(pictures)) == 4
    assert "Korean deck 11 is paulownia" in read_words(field[0])


def test_a_new_game_offers_the_deck_of_its_rules(table: Table) -> None:
    assert read_fields(table.get("/games/new"))["deck"] == ["korean"]
    typed = {"fields-of": "kwado-1985", "game": "koikoi-modern", "show": "game"}
    for deck in DECK_STYLES:
        shown = table.post("/games/new", {**typed, "deck": deck}, 200).text
        assert read_fields(shown)["deck"] == ["japanese"]
    # Whoever chose the other deck on purpose keeps it.
    typed |= {"fields-of": "sakura", "deck": "korean"}
    assert read_fields(table.post("/games/new", typed, 200).text)["deck"] == ["korean"]


def test_a_game_started_in_one_go_with_the_fields_of_another_has_its_own_deck(table: Table) -> None:
    game = table.start("Ann", "Ben", game="koikoi-modern", fields_of="kwado-1985", deck="korean")
    assert find_decks(table.get(f"{game}/rounds/new")) == {"japanese"}


def test_the_same_table_again_plays_with_the_same_deck(table: Table) -> None:
    again = table.get(f"{start(table, deck='japanese')}/again")
    assert read_fields(again)["deck"] == ["japanese"]


def test_pages_of_rules_show_the_deck_of_the_game_played_last(table: Table) -> None:
    pages = ("/cards", "/rules/kwado-1982", "/rules/kwado-1985/yaku/dragon", "/rulings/which-month")
    for page in pages:
        assert find_decks(table.get(page)) == {"korean"}, page
    table.get(start(table, deck="japanese"))
    for page in pages:
        assert find_decks(table.get(page)) == {"japanese"}, page
    assert find_decks(table.get("/cards/willow-ribbon")) == {"japanese"}
    assert find_decks(table.get("/cards?deck=korean")) == {"korean"}
    # Other games have the deck of their own rules.
    table.get(start(table, "koikoi-modern", deck="korean"))
    assert find_decks(table.get("/rules/koikoi-hu")) == {"korean"}
    assert find_decks(table.get("/rules/sakura")) == {"japanese"}
    table.client.set_cookie("kwado-deck", "french")
    assert find_decks(table.get("/rules/koikoi-hu")) == {"japanese"}


def test_the_months_of_a_race_are_those_of_its_rules_and_the_page_says_what_the_cards_bear(
    table: Table,
) -> None:
    game = start(table, "koikoi-modern", deck="korean")
    for _ in range(10):
        table.record(game, RACE)
    said = "November, willow (12 on your cards)"
    assert said in read_words(table.get(game))
    entry = table.get(f"{game}/rounds/new")
    assert "11. Willow (12 on your cards)" in read_words(entry)
    assert find_decks(table.get(game)) == {"korean"}
    # The month cards of November are asked for by their flower.
    assert 'data-suit="willow"' in entry
    table.record(game, RACE)
    assert said in read_words(table.get(f"{game}/rounds/11/why"))
    assert "on your cards" not in table.get(f"{game}/rounds/10/why")
    own = start(table, "koikoi-modern")
    for _ in range(10):
        table.record(own, RACE)
    assert "November, willow" in read_words(table.get(own))
    assert "on your cards" not in table.get(own)


def test_the_sheets_of_a_game_are_ordered_with_its_deck(table: Table) -> None:
    from companion.printing import compose, parse_order
    from companion.web.print.views import read_game

    game = start(table, deck="japanese")
    table.record(game, by_points(130, 110))
    door, token = game.strip("/").split("/")
    with table.client.application.test_request_context(game):
        played = read_game(door, token)
    html = compose(parse_order("yaku-card", {}, played)).html
    assert set(re.findall(r"kwado:card/([a-z]+)/", html)) == {"japanese"}


def test_the_print_page_offers_both_decks(client: FlaskClient) -> None:
    answer = client.get("/print?sheet=yaku-card&deck=japanese&make=pdf")
    assert answer.status_code == 303
    assert "deck=japanese" in answer.location
    assert client.get("/print/yaku-card.pdf?deck=french").status_code == 422


def test_the_export_of_a_game_says_its_deck(table: Table) -> None:
    store = table.client.application.extensions["kwado-store"]
    for deck, is_said in (("japanese", True), (get_rule_set("kwado-1985").deck, False)):
        token = start(table, deck=deck).rpartition("/")[2]
        with store.reading() as session:
            exported = export_game(session, get_game(session, token, to="edit"))
        assert ('"deck":"japanese"' in exported) is is_said
