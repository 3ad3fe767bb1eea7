"""Min-Hwatu at the table: whole games on a phone, length in rounds, payments, extra points, seven players."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.cards import POINT_CARDS, Kind
from companion.rules import score_document
from tests.web.phone import EntryScreen, enter_by_cards, expect_totals, open_phone
from tests.web.table import Table, by_points, read_faults

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")


def start(table: Table, players: int = 3, **fields: Any) -> str:
    return table.start(*NAMES[:players], game="min-hwatu", **fields)


def deal_rounds(players: int, count: int) -> list[dict[str, Any]]:
    """Rounds by cards in which everybody has a card, the second the poetry ribbons, the last the irises."""
    dice = random.Random(players)
    rounds = []
    for _ in range(count):
        owners = {card: dice.randrange(players) for card in POINT_CARDS}
        owners |= {
            card: 1 for card in POINT_CARDS if card.id in ("pine-ribbon", "plum-ribbon", "cherry-ribbon")
        }
        owners |= {card: players - 1 for card in POINT_CARDS if card.suit.id == "iris"}
        animals = [card for card in POINT_CARDS if card.kind is Kind.ANIMAL and card.suit.id != "iris"]
        owners |= dict(zip(animals, range(players), strict=False))
        captured = {
            NAMES[n]: [card.id for card, owner in owners.items() if owner == n] for n in range(players)
        }
        rounds.append({"captured": captured, "all_four": {}})
    return rounds


@pytest.mark.parametrize(("players", "size"), [(2, "390"), (7, "390"), (7, "360")])
def test_a_game_of_three_rounds_is_played_by_cards_from_new_game_to_the_winner(
    browser: Browser, live_server: str, players: int, size: str
) -> None:
    rounds = deal_rounds(players, 3)
    sides = list(NAMES[:players])
    expected = score_document(
        {"game": "min-hwatu", "sides": sides, "options": {"rounds": 3}, "rounds": rounds}
    )
    context = open_phone(browser, size)
    page = context.new_page()
    screen = EntryScreen(page, live_server)
    page.goto(f"{live_server}/games/new")
    page.locator('[name="game"][value="min-hwatu"]').check(force=True)
    page.locator("#player-6").wait_for(state="attached")
    for seat, name in enumerate(sides):
        if seat > 1:
            page.get_by_role("button", name="Add player").click()
        page.locator(f"#player-{seat}").fill(name)
    page.get_by_text("House rules").first.click()
    page.get_by_label("Another number of rounds").check(force=True)
    page.locator("#rounds").fill("3")
    page.get_by_role("button", name="Start the game").first.click()
    expect_totals(page, [0] * players)
    for number, (entered, scored) in enumerate(zip(rounds, expected["rounds"], strict=True), 1):
        page.get_by_role("link", name=f"Enter round {number}").click()
        screen.wait()
        # Nothing is wider than the phone, and the cards need no scrolling.
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        enter_by_cards(screen, entered)
        screen.save_round()
        expect_totals(page, [scored["sides"][side]["total"] for side in sides])
    winners = expected["winners"]
    assert len(winners) == 1
    expect(page.locator("h1")).to_have_text(f"{winners[0]} wins")
    assert screen.complaints == []
    context.close()


def test_the_game_says_how_many_rounds_are_played_and_ends_after_the_last(table: Table) -> None:
    game = start(table, length="rounds", rounds="2")
    assert "Min-Hwatu · 2 rounds" in table.get(game)
    table.record(game, by_points(100, 80, 60))
    assert "After round 1 of 2" in table.get(game)
    table.record(game, by_points(60, 60, 120, yaku_2=["cheongdan"]))
    assert "<bdi>Cem</bdi> wins" in re.sub(r"\s+", " ", table.get(game))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"length": "rounds", "rounds": ""}, "The number of rounds is a number from 1 to 99."),
        (
            {"length": "rounds", "rounds": "100"},
            "The number of rounds is a whole number from 1 to 99, not 100.",
        ),
        ({"length": "target", "target": ""}, "The target is a number from 1 to 100\u202f000."),
        ({"length": "soon"}, "How long is the game? Please choose."),
    ],
)
def test_a_length_that_no_game_has_is_refused_at_its_field(
    table: Table, fields: dict[str, str], said: str
) -> None:
    typed = {"game": "min-hwatu", "fields-of": "min-hwatu", "player-0": "Ann", "player-1": "Ben", **fields}
    assert read_faults(table.post("/games/new", typed, 422).text) == [said]


def test_a_table_that_plays_to_a_target_may_change_to_rounds(table: Table) -> None:
    game = start(table, length="target", target="500")
    assert "Min-Hwatu · to 500" in table.get(game)
    text = table.get(f"{game}/house-rules")
    assert 'name="length" value="target" checked' in text
    table.post(f"{game}/house-rules", {"length": "6", "reach": "from-now-on"}, 302)
    assert "Min-Hwatu · 6 rounds" in table.get(game)


# min-hwatu.md, worked example.
def test_the_breakdown_says_who_pays_whom_and_that_the_scores_add_up(table: Table) -> None:
    game = start(table)
    table.record(game, by_points(100, 80, 60, yaku_2=["cheongdan"]))
    assert table.totals(game) == [70, 50, 120]
    text = re.sub(r"<[^>]+>", " ", table.get(f"{game}/rounds/1/why"))
    words = re.sub(r"\s+", " ", text)
    assert "A Ann pays C Cem 30" in words
    assert "B Ben pays C Cem 30" in words
    assert "The scores add up to 240" in words
    assert "30 from each other player" in words
    assert "To Cem: Cheongdan" in words


def test_totals_below_zero_stand_on_the_page_and_in_the_chart(table: Table) -> None:
    game = start(table, length="rounds", rounds="2")
    for _ in range(2):
        table.record(game, by_points(0, 0, 240, yaku_2=["hongdan", "cheongdan"]))
    text = table.get(game)
    assert "−120" in text
    assert "chart__zero" in text


def test_the_joker_of_five_is_asked_for_and_counts_10(table: Table) -> None:
    game = start(table, 5, **{"option-round-up": "joker"})
    entered = by_points(48 - 3, 45, 50, 50, 50)
    refused = table.post(f"{game}/rounds/new", {**entered, "key": "a" * 22}, 422).text
    assert read_faults(refused) == ["Who has the joker?"]
    table.record(game, {**entered, "extra-joker": "3"})
    assert table.totals(game) == [45, 45, 50, 60, 50]
    assert 'name="extra-joker" value="3" checked' in table.get(f"{game}/rounds/1")


def test_round_up_goes_to_the_dealer_that_the_round_names(table: Table) -> None:
    game = start(table, 5, **{"option-round-up": "player"})
    text = table.get(f"{game}/rounds/new")
    assert '<option value="">Ann (no change)</option>' in text
    table.record(game, {**by_points(60, 45, 45, 45, 45), "dealer": "2"})
    assert table.totals(game) == [60, 45, 55, 45, 45]
    # Ann had the most points of the round and deals the next one.
    assert '<option value="">Ann (no change)</option>' in table.get(f"{game}/rounds/new")
    table.record(game, {**by_points(60, 45, 45, 45, 45), "dealer": ""})
    assert table.totals(game) == [130, 90, 100, 90, 90]
    assert '<option value="">Cem (no change)</option>' in table.get(f"{game}/rounds/1")


def test_what_the_table_played_last_comes_first_everywhere(table: Table) -> None:
    """New game, rules, print, search and the legend of the cards."""
    assert re.search(r'name="game" value="kwado-1985"[^>]* checked', table.get("/games/new"))
    game = start(table)
    table.get(game)
    text = table.get("/games/new")
    assert 'name="game" value="min-hwatu" checked' in text
    assert 'id="player-6"' in text
    text = table.get("/rules")
    assert text.index("/rules/min-hwatu") < text.index("/rules/kwado-1985")
    text = table.get("/print")
    assert text.index('<option value="min-hwatu"') < text.index('<option value="kwado-1985"')
    made = table.client.get("/print?sheet=score-pad&make=1").location
    assert "rules=min-hwatu" in made
    hits = table.get("/search?q=three+of+a+month+on+the+field")
    assert "game=min-hwatu" in hits
