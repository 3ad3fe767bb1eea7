"""A game is played with a Korean or a Japanese deck, and every page of it shows that one (decision 0014)."""

import re
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient

from companion.cards import DECK_STYLES
from companion.rules import get_rule_set
from tests.rules.tables import CARD_GAMES
from tests.web.pages import RACE
from tests.web.table import Table, by_cards, expect_words, read_fields, read_notices, read_words

ROUND = by_cards({"Ann": ["willow-rain-man", "pine-crane", "plum-warbler"], "Ben": "rest"})
PAGES = (
    "", "/rounds/new", "/rounds/1", "/rounds/1/why", "/house-rules", "/rules", "/history", "/share", "/print",
    "/rulings/which-month",
)  # fmt: skip
PICTURED = ("", "/rounds/new", "/rounds/1", "/rounds/1/why", "/rules", "/rulings/which-month")


def find_decks(text: str) -> set[str]:
    """The decks whose pictures a page shows."""
    return set(re.findall(r'(?:href|src)="[^"]*cards/[^"]*(korean|japanese)', text))


def number_of(card: str, text: str) -> str:
    """The number by which an entry screen sorts a card, and which stands beside it."""
    month = rf'data-card="{card}"[^>]*data-month="(\d+)".*?pick__kind">\1 ·'
    return re.findall(month, text, re.DOTALL)[0]


def start(table: Table, rules: str = "kwado-1985", **fields: Any) -> str:
    return table.start("Ann", "Ben", game=rules, **{"fields-of": rules, **fields})


def test_every_page_of_a_game_shows_its_deck(table: Table) -> None:
    game = start(table, deck="japanese")
    entry = table.get(f"{game}/rounds/new")
    numbers = [number_of(card, entry) for card in ("willow-rain-man", "willow-ribbon", "paulownia-phoenix")]
    assert numbers == ["11", "11", "12"]
    apart = {name: read_fields(entry)[name] for name in ("key", "seen")}
    summary = table.post(f"{game}/rounds/new", {**apart, **ROUND}, 422).text
    expect_words(summary, "Check round")
    assert find_decks(summary) == {"japanese"}
    table.record(game, ROUND)
    view = table.view_link(game)
    for path in PAGES:
        for link in (game, view) if path not in ("/rounds/new", "/rounds/1", "/share") else (game,):
            assert find_decks(table.get(link + path)) == ({"japanese"} if path in PICTURED else set()), path
    # The same table plays again with the same deck.
    assert read_fields(table.get(f"{game}/again"))["deck"] == ["japanese"]


def test_any_game_may_be_played_with_either_deck(table: Table) -> None:
    # The deck of the rules where none is chosen, and the other one.
    for rules in CARD_GAMES:
        usual = get_rule_set(rules).deck
        [other] = set(DECK_STYLES) - {usual}
        for deck, fields in ((usual, {}), (other, {"deck": other})):
            entry = table.get(f"{start(table, rules, **fields)}/rounds/new")
            bears = "11" if deck == "korean" else "12"
            assert (find_decks(entry), number_of("paulownia-phoenix", entry)) == ({deck}, bears), rules


def test_cards_by_month_follow_the_numbers_that_they_bear(table: Table) -> None:
    for deck, last in (("japanese", "12. Paulownia"), ("korean", "12. Willow")):
        game = start(table, deck=deck, **{"options/gaji": "kwado"})
        shown = read_fields(table.get(f"{game}/rounds/new"))
        by_month = table.post(f"{game}/rounds/new", {**shown, "show": "by-month"}, 200).text
        # The list of what Gaji took goes the same way.
        months = re.findall(r'(?:picks__title"[^>]*>|optgroup label=")(\d+\. [^<"]+)', by_month)
        assert (months.count(last), months[-1]) == (2, last)


def test_the_house_rules_change_the_deck_at_any_time_and_undo_takes_it_back(table: Table) -> None:
    game = start(table)
    table.record(game, ROUND)
    totals = table.totals(game)
    typed = read_fields(table.get(f"{game}/house-rules"))
    assert typed["deck"] == ["korean"]
    table.post(f"{game}/house-rules", {**typed, "deck": "japanese"})
    assert read_notices(table.get(game)) == "This game now shows the Japanese deck."
    assert table.totals(game) == totals != [0, 0]
    expect_words(table.get(f"{game}/history"), "The deck was changed.")
    for deck in ("japanese", "korean"):
        assert find_decks(table.get(f"{game}/rounds/1/why")) == {deck}
        if deck == "japanese":
            table.press(game, "undo")
    # With an option in one go.
    for said in ("House rules changed.*Japanese deck", "^Nothing was changed.$"):
        table.post(f"{game}/house-rules", typed | {"target": "300", "deck": "japanese"})
        assert re.search(said, read_notices(table.get(game)))


def test_another_word_for_a_deck_is_asked_again(table: Table) -> None:
    house_rules = f"{start(table)}/house-rules"
    players = {"player-0": "Ann", "player-1": "Ben", "game": "kwado-1985"}
    for path, typed in (("/games/new", players), (house_rules, read_fields(table.get(house_rules)))):
        text = table.post(path, {**typed, "deck": "french"}, 422).text
        expect_words(text, "Korean or Japanese? Please choose.")
    assert table.client.get("/print/player-card.pdf?deck=french").status_code == 422


def test_the_choice_shows_two_cards_of_each_deck(client: FlaskClient) -> None:
    text = client.get("/games/new").text
    [field] = re.findall(r'<fieldset class="field" id="deck">.*?</fieldset>', text, re.DOTALL)
    # A drawing holds another one: its window.
    pictures = [each.partition("</span>")[0] for each in field.split("<svg xmlns")[1:]]
    assert len(pictures) == len(set(pictures)) == 4
    expect_words(read_words(field), "Korean deck 11 is paulownia")


def test_a_new_game_offers_the_deck_of_its_rules(table: Table) -> None:
    assert read_fields(table.get("/games/new"))["deck"] == ["korean"]
    typed = {"fields-of": "kwado-1985", "game": "koikoi-modern", "show": "game"}
    # Whoever chose the other deck on purpose keeps it.
    for of, deck, shown in (
        ("kwado-1985", "korean", "japanese"), ("kwado-1985", "japanese", "japanese"),
        ("sakura", "korean", "korean"),
    ):  # fmt: skip
        page = table.post("/games/new", {**typed, "fields-of": of, "deck": deck}, 200).text
        assert read_fields(page)["deck"] == [shown]
    # Started in one go with the fields of another game, it has its own deck.
    game = table.start("Ann", "Ben", game="koikoi-modern", fields_of="kwado-1985", deck="korean")
    assert find_decks(table.get(f"{game}/rounds/new")) == {"japanese"}


def test_a_table_keeps_its_deck_whatever_it_plays_next(table: Table) -> None:
    for first, deck in (("kwado-1985", "korean"), ("kwado-1985", "japanese"), ("sakura", "korean")):
        game = start(table, first, deck=deck)
        # A game without cards has no field for a deck, and loses none.
        for rules in ("hana-awase", "by-points", "sakura", "min-hwatu"):
            typed = read_fields(table.get(f"{game}/again")) | {"game": rules, "show": "game"}
            shown = read_fields(table.post(f"{game}/again", typed, 200).text)
            assert shown.get("deck", [deck]) == [deck], (first, rules)
            game = urlsplit(table.post(f"{game}/again", shown).location).path
        # Unless another one is chosen.
        [other] = set(DECK_STYLES) - {deck}
        typed = read_fields(table.get(f"{game}/again")) | {"deck": other, "game": "sakura"}
        game = urlsplit(table.post(f"{game}/again", typed).location).path
        assert read_fields(table.get(f"{game}/again"))["deck"] == [other]


def test_pages_of_rules_show_the_deck_of_the_game_played_last(table: Table) -> None:
    pages = ["/cards", "/rules/kwado-1982", "/rules/kwado-1985/yaku/dragon", "/rulings/which-month"]
    of_cards = ["/cards/willow-ribbon", "/cards?deck=japanese"]
    # Other games have the deck of their own rules.
    for rules, deck, korean, japanese in (
        ("", "", pages, ["/rules/sakura", "/rules/koikoi-hu", "/cards?deck=japanese"]),
        ("kwado-1985", "japanese", ["/cards?deck=korean"], [*pages, *of_cards]),
        ("koikoi-modern", "korean", ["/rules/koikoi-hu"], ["/rules/sakura"]),
    ):
        if rules:
            table.get(start(table, rules, deck=deck))
        shown = {page: find_decks(table.get(page)) for page in korean + japanese}
        assert shown == {page: {"korean" if page in korean else "japanese"} for page in shown}
    with table.client.session_transaction() as kept:
        kept["deck"] = "french"
    assert find_decks(table.get("/rules/koikoi-hu")) == {"japanese"}


def test_the_months_of_a_race_are_those_of_its_rules_and_the_page_says_what_the_cards_bear(
    table: Table,
) -> None:
    game, own = (start(table, "koikoi-modern", **fields) for fields in ({"deck": "korean"}, {}))
    for each in [game, own] * 10:
        table.record(each, RACE)
    said = "November, willow (12 on your cards)"
    expect_words(read_words(table.get(game)), said)
    expect_words(read_words(table.get(own)), "November, willow", never=["on your cards"])
    assert find_decks(table.get(game)) == {"korean"}
    # The month cards of November are asked for by their flower.
    entry = table.get(f"{game}/rounds/new")
    expect_words(entry + read_words(entry), "11. Willow (12 on your cards)", 'data-suit="willow"')
    table.record(game, RACE)
    expect_words(read_words(table.get(f"{game}/rounds/11/why")), said)
    expect_words(table.get(f"{game}/rounds/10/why"), never=["on your cards"])


def test_sheets_are_ordered_with_a_deck(table: Table) -> None:
    from companion.printing import compose, parse_order
    from companion.web.paper.print import read_game

    answer = table.client.get("/print?make=player-card&deck=japanese")
    assert answer.status_code == 303
    expect_words(answer.location, "deck=japanese")
    # Those of a game with its own.
    game = start(table, deck="japanese")
    with table.client.application.test_request_context(game):
        played = read_game(*game.strip("/").split("/"))
    html = compose(parse_order("player-card", {}, played)).html
    assert set(re.findall(r"kwado:card/([a-z]+)/", html)) == {"japanese"}
