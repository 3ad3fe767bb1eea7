"""What somebody may ask for, and what is said to those who ask for something else."""

import re
from dataclasses import replace
from typing import Any

import pytest

from companion.cards import DECK_STYLES
from companion.errors import CompanionError
from companion.printing import SHEETS, compose, parse_order, read_miniature, score_for_print
from companion.printing.sheet_list import Sheet
from companion.rules import get_rule_set, parse_game
from tests.printing.conftest import make_printed_game, read_html
from tests.printing.example_games import load_example_game

# --- Orders -----------------------------------------------------------------------------------------

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("score-pd", {}, "There is no sheet “score-pd”"),
    ("score-pad", {"paper": "a3"}, "There is no paper “a3”: there is A4, Letter, A5"),
    ("rule-sheet", {"paper": "a5"}, "The rule sheet does not fit A5: it is for A4, Letter."),
    ("score-pad", {"sides": "7"}, "“sides” is a whole number from 2 to 6"),
    ("score-pad", {"sides": "１２"}, "“sides” is a whole number from 2 to 6"),
    ("score-pad", {"rules": "kwado-1982", "sides": "6"}, "“sides” is a whole number from 2 to 4"),
    ("score-pad", {"name": ["Ann"]}, "is for 2 to 6 players, not 1"),
    ("score-pad", {"name": ["Ann", "Ann"]}, "Two players are called Ann."),
    ("score-pad", {"name": ["Ann", "x" * 41]}, "at most 40 characters"),
    ("score-pad", {"name": ["Ann", "a\x00b"]}, "no control characters"),
    ("score-pad", {"name": ["A", "B", "C", "D"], "sides": "3"}, "4 players form 2 or 4 sides"),
    ("score-pad", {"rounds": "0"}, "“rounds” is a whole number from 1 to 99"),
    ("score-pad", {"ink_saving": "perhaps"}, "“ink_saving” is yes or no"),
    ("score-pad", {"date": "x" * 41}, "A date has at most 40 characters."),
    ("score-pad", {"method": "C"}, "has no method “C”"),
    ("score-pad", {"colour": "green"}, "has no option “colour”"),
    ("score-pad", {"deck": "french"}, "A deck is korean or japanese, not “french”."),
    ("score-pad", {"gaji": "sometimes"}, "The option “gaji” is off or kwado or sakura"),
    ("game-record", {}, "needs a game"),
    ("table-tent", {}, "needs a game"),
    ("score-pad", {"large": "yes", "paper": "a5"}, "needs A4 or Letter"),
    ("deck-guide", {"large": "yes"}, "has no option “large”"),
    ("score-pad", {"rounds": "100"}, "from 1 to 99"),
    ("score-pad", {"rules": "koikoi-modern", "sides": "3"}, "“sides” is 2, not 3"),
    ("player-card", {"sides": "6-4"}, "6 players form 2 or 3 or 6 sides in Kwa-Dō"),
    ("player-card", {"paper": "a7"}, "There is no paper “a7”"),
    ("player-card", {"up": "4"}, "has no option “up”"),
    ("player-card", {"fillable": "yes"}, "has no option “fillable”"),
]


@pytest.mark.parametrize(("sheet", "raw", "said"), REFUSED)
def test_what_cannot_be_printed_is_said_in_a_sentence(sheet: str, raw: dict[str, Any], said: str) -> None:
    with pytest.raises(CompanionError) as raised:
        parse_order(sheet, raw)
    assert said in str(raised.value), raw


def test_every_fault_is_said_at_once() -> None:
    with pytest.raises(CompanionError) as raised:
        parse_order("score-pad", {"paper": "a3", "sides": "9", "rounds": "0"})
    assert {fault.where for fault in raised.value.faults} == {("paper",), ("sides",), ("rounds",)}


def test_four_names_and_two_sides_make_two_teams_of_opposite_seats() -> None:
    order = parse_order("score-pad", {"name": ["Ann", "Ben", "Cem", "Dee"], "sides": "2"})
    assert order.sides == ("Ann & Cem", "Ben & Dee")


def test_teams_without_names_are_as_many_players_as_they_say() -> None:
    order = parse_order("player-card", {"sides": "6-3"})
    assert (len(order.players), len(order.sides)) == (6, 3)
    assert not any(order.players + order.sides)


def test_a_round_that_was_not_played_cannot_be_recorded() -> None:
    with pytest.raises(CompanionError, match=r"This game has 6 rounds: there is no round 9\."):
        compose(parse_order("game-record", {"first": "9"}, load_example_game()))


def test_a_game_brings_its_own_names_and_rules() -> None:
    game = make_printed_game(2, ["Ann", "Ben", "Cem"], options={"method": "B", "target": 500})
    order = parse_order("score-pad", {}, game)
    assert order.sides == ("Ann", "Ben", "Cem")
    assert order.options.target == 500


def list_decks(sheet: str, **raw: Any) -> set[str]:
    return set(re.findall("kwado:card/([a-z]+)/", read_html(sheet, **raw)))


def test_every_sheet_with_cards_shows_those_of_the_deck_and_counts_its_months() -> None:
    for sheet in ("rule-sheet", "player-card", "deck-guide", "booklet"):
        for rules in ("kwado-1985", "koikoi-modern"):
            assert [list_decks(sheet, rules=rules, deck=deck) for deck in DECK_STYLES] == [
                {deck} for deck in DECK_STYLES
            ]
            assert list_decks(sheet, rules=rules) == {get_rule_set(rules).deck}
    for deck, eleventh in (("japanese", "Willow"), ("korean", "Paulownia")):
        html = read_html("deck-guide", rules="kwado-1985", deck=deck)
        assert re.search(rf'month__number">11</span> {eleventh}', html)


def test_a_game_brings_its_deck_to_every_sheet_of_it() -> None:
    game = replace(make_printed_game(2, ["Ann", "Ben"]), deck="japanese")
    for sheet in SHEETS:
        order = parse_order(sheet.id, {}, game)
        assert order.deck == "japanese"
        assert "kwado:card/korean/" not in compose(order).html
    assert parse_order("player-card", {}, replace(game, deck=None)).deck == "korean"
    raw = {"game": "kwado-1985", "sides": ["Ann", "Ben"], "deck": "japanese"}
    assert score_for_print(parse_game(raw)).deck == "japanese"


def test_the_numbers_of_a_deck_that_is_not_that_of_the_rules_are_said() -> None:
    said = "Japanese deck: willow bears 11, paulownia 12."
    assert said in read_html("house-rules", deck="japanese")
    assert "deck:" not in read_html("house-rules", deck="korean")
    for sheet in ("score-pad", "game-record"):
        game = load_example_game("koikoi-modern")
        korean, japanese = (read_html(sheet, game, deck=deck) for deck in ("korean", "japanese"))
        assert "Korean deck: willow bears 12, paulownia 11." in korean
        assert "deck:" not in japanese
        # Months on paper are those of the rules.
        assert korean.count("Willow") == japanese.count("Willow")
        # No round of Kwa-Dō has a month.
        assert "deck:" not in read_html(sheet, load_example_game(), deck="japanese")


# --- Their pictures on the print page ---------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.id)
def test_each_sheet_has_a_small_picture_in_millimetres(sheet: Sheet) -> None:
    picture = read_miniature(sheet.id)
    assert picture.startswith('<svg viewBox="0 0 ')
    assert 'aria-hidden="true"' in picture
    assert "<script" not in picture


def test_all_pictures_together_are_small() -> None:
    assert sum(len(read_miniature(sheet.id)) for sheet in SHEETS) < 4 * 1024 * len(SHEETS)
