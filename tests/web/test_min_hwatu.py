"""Min-Hwatu at the table: length in rounds, payments, extra points.

The sums themselves: tests/rules/cases.py; seven sides on a phone: test_sakura.py.
"""

import re
from typing import Any

from tests.web.table import Table, by_cards, by_points, drop_terms, read_faults, read_words

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil")


def start(table: Table, players: int = 3, **fields: Any) -> str:
    return table.start(*NAMES[:players], game="min-hwatu", **fields)


def test_the_game_says_how_many_rounds_are_played_and_ends_after_the_last(table: Table) -> None:
    game = start(table, length="target", target="500")
    assert "Min-Hwatu · to 500" in table.get(game)
    assert 'name="length" value="target" checked' in table.get(f"{game}/house-rules")
    table.post(f"{game}/house-rules", {"length": "rounds", "rounds": "2", "reach": "from-now-on"})
    assert "Min-Hwatu · 2 rounds" in table.get(game)
    table.record(game, by_points(0, 80, 160))
    assert "After round 1 of 2" in table.get(game)
    table.record(game, by_points(0, 0, 240, yaku_2=["cheongdan"]))
    text = table.get(game)
    assert "Cem wins" in read_words(re.sub("</?bdi>", "", text))
    # A total below zero; in the chart: test_winner.py.
    assert "\u221230" in text


REFUSED = [
    ({"length": "rounds", "rounds": ""}, "The number of rounds is a whole number from 1 to 99."),
    ({"length": "rounds", "rounds": "100"}, "The number of rounds is a whole number from 1 to 99, not 100."),
    ({"length": "target", "target": ""}, "The target is a whole number from 1 to 100\u202f000."),
    ({"length": "soon"}, "How long is the game? Please choose."),
]


def test_a_length_that_no_game_has_is_refused_at_its_field(table: Table) -> None:
    typed = {"game": "min-hwatu", "fields-of": "min-hwatu", "player-0": "Ann", "player-1": "Ben"}
    said = [read_faults(table.post("/games/new", {**typed, **fields}, 422).text) for fields, _ in REFUSED]
    assert said == [[words] for _, words in REFUSED]


# min-hwatu.md, worked example.
def test_the_breakdown_says_who_pays_whom_and_that_the_scores_add_up(table: Table) -> None:
    game = start(table)
    table.record(game, by_points(100, 80, 60, yaku_2=["cheongdan"]))
    said = read_words(table.get(f"{game}/rounds/1/why"))
    for words in (
        "A Ann pays C Cem 30",
        "B Ben pays C Cem 30",
        "The scores add up to 240",
        "30 from each other player",
        "To Cem: Cheongdan",
    ):
        assert words in said


RIBBONS = ("pine-ribbon", "plum-ribbon", "cherry-ribbon")


def test_the_check_says_what_a_yaku_brings_from_all_the_others(table: Table) -> None:
    typed = {"key": "b" * 22, **by_cards({"Ann": RIBBONS, "Ben": ["pine-crane"], "Cem": "rest"})}
    said = read_words(drop_terms(table.post(f"{start(table)}/rounds/new", typed, 422).text))
    assert "Hongdan (poetry ribbons, 홍단) +60" in said


def test_the_joker_of_five_is_asked_for_and_counts_10(table: Table) -> None:
    game = start(table, 5, **{"options/round-up": "joker"})
    entered = by_points(48 - 3, 45, 50, 50, 50)
    refused = table.post(f"{game}/rounds/new", {**entered, "key": "a" * 22}, 422).text
    assert read_faults(refused) == ["Who has the joker?"]
    table.record(game, {**entered, "joker": "3"})
    assert table.totals(game) == [45, 45, 50, 60, 50]
    assert 'name="joker" value="3" checked' in table.get(f"{game}/rounds/1")


def test_round_up_goes_to_the_dealer_that_the_round_names(table: Table) -> None:
    game = start(table, 5, **{"options/round-up": "player"})
    for dealer, named, totals in (
        ("2", "Ann", [60, 45, 55, 45, 45]),
        # Ann had the most points of the round and deals the next one.
        ("", "Ann", [130, 90, 100, 90, 90]),
    ):
        assert f'<option value="">{named} (no change)</option>' in table.get(f"{game}/rounds/new")
        table.record(game, {**by_points(60, 45, 45, 45, 45), "dealer": dealer})
        assert table.totals(game) == totals
    assert '<option value="">Cem (no change)</option>' in table.get(f"{game}/rounds/1")


def test_what_the_table_played_last_comes_first_everywhere(table: Table) -> None:
    """New game, where the games keep their places, rules, print and search."""
    chosen = re.compile(r'name="game" value="([^"]+)"( checked)?')
    before = chosen.findall(table.get("/games/new"))
    assert before[0] == ("kwado-1985", " checked")
    table.get(start(table))
    text = table.get("/games/new")
    after = chosen.findall(text)
    assert [game for game, _ in after] == [game for game, _ in before]
    assert ("min-hwatu", " checked") in after
    assert 'id="player-6"' in text
    for page, row in (("/rules", "/rules/{}"), ("/print", '<option value="{}"')):
        text = table.get(page)
        assert text.index(row.format("min-hwatu")) < text.index(row.format("kwado-1985"))
    assert "rules=min-hwatu" in table.client.get("/print?make=score-pad").location
    assert "game=min-hwatu" in table.get("/search?q=three+of+a+month+on+the+field")
