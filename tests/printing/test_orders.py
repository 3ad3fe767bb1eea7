"""What somebody may ask for, and what is said to those who ask for something else."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from companion.cards import DECK_STYLES
from companion.errors import CompanionError
from companion.printing import SHEETS, compose, load_example_game, parse_order, score_for_print
from companion.rules import get_rule_set, parse_game
from tests.printing.conftest import make_printed_game


@pytest.mark.parametrize(
    ("sheet", "raw", "said"),
    [
        ("score-pd", {}, "There is no sheet “score-pd”"),
        ("score-pad", {"paper": "a3"}, "There is no paper “a3” here: there is A4, Letter, A5, A6"),
        ("rule-sheet", {"paper": "a6"}, "The rule sheet does not fit A6: it is for A4, Letter."),
        ("score-pad", {"sides": "7"}, "“sides” is a whole number from 2 to 6"),
        ("score-pad", {"sides": "１２"}, "“sides” is a whole number from 2 to 6"),
        ("score-pad", {"rules": "kwado-1982", "sides": "6"}, "“sides” is a whole number from 2 to 4"),
        ("score-pad", {"names": ["Ann"]}, "is for 2 to 6 players, not 1"),
        ("score-pad", {"names": ["Ann", "Ann"]}, "Two players are called Ann."),
        ("score-pad", {"names": ["Ann", "x" * 41]}, "at most 40 characters"),
        ("score-pad", {"names": ["Ann", "a\x00b"]}, "no control characters"),
        ("score-pad", {"names": ["A", "B", "C", "D"], "sides": "3"}, "4 players form 2 or 4 sides"),
        ("score-pad", {"up": "3"}, "A page holds 1, 2 or 4"),
        ("score-pad", {"up": "2", "paper": "a5"}, "Several on one page need A4 or Letter."),
        ("score-pad", {"up": "2", "fillable": "yes"}, "stands alone"),
        ("score-pad", {"rounds": "0"}, "“rounds” is a whole number from 1 to 60"),
        ("score-pad", {"ink_saving": "perhaps"}, "“ink_saving” is yes or no"),
        ("score-pad", {"date": "x" * 41}, "A date has at most 40 characters."),
        ("score-pad", {"method": "C"}, "has no method “C”"),
        ("score-pad", {"colour": "green"}, "has no option “colour”"),
        ("score-pad", {"deck": "french"}, "A deck is korean or japanese, not “french”."),
        ("score-pad", {"gaji": "sometimes"}, "The option “gaji” is off or kwado or sakura"),
        ("game-record", {}, "needs a game"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(sheet: str, raw: dict[str, Any], said: str) -> None:
    with pytest.raises(CompanionError) as raised:
        parse_order(sheet, raw)
    assert said in str(raised.value)


def test_every_fault_is_said_at_once() -> None:
    with pytest.raises(CompanionError) as raised:
        parse_order("score-pad", {"paper": "a3", "sides": "9", "up": "5"})
    assert {fault.where for fault in raised.value.faults} == {("paper",), ("sides",), ("up",)}


def test_four_names_and_two_sides_make_two_teams_of_opposite_seats() -> None:
    order = parse_order("score-pad", {"names": ["Ann", "Ben", "Cem", "Dee"], "sides": "2"})
    assert order.sides == ("Ann & Cem", "Ben & Dee")


def test_yaku_cards_share_a_large_page_four_at_a_time() -> None:
    assert parse_order("yaku-card", {"paper": "a4"}).up == 4
    assert parse_order("yaku-card", {"paper": "a6"}).up == 1


def test_several_on_a_page_take_a_large_one_unless_a_small_one_is_named() -> None:
    order = parse_order("yaku-card", {"up": "4"})
    assert (order.paper.id, order.up) == ("a4", 4)
    with pytest.raises(CompanionError, match="Several on one page need A4 or Letter"):
        parse_order("yaku-card", {"up": "4", "paper": "a6"})


def test_a_round_that_was_not_played_cannot_be_recorded() -> None:
    with pytest.raises(CompanionError, match=r"This game has 6 rounds: there is no round 9\."):
        compose(parse_order("game-record", {"first": "9"}, load_example_game()))


def test_a_game_brings_its_own_names_and_rules() -> None:
    game = make_printed_game(2, ["Ann", "Ben", "Cem"], options={"method": "B", "target": 500})
    order = parse_order("score-pad", {}, game)
    assert order.sides == ("Ann", "Ben", "Cem")
    assert order.options.target == 500


@pytest.mark.parametrize("sheet", ["rule-sheet", "yaku-card", "deck-guide", "booklet"])
@pytest.mark.parametrize("rules", ["kwado-1985", "koikoi-modern"])
def test_every_sheet_with_cards_shows_those_of_the_deck(sheet: str, rules: str) -> None:
    for deck in DECK_STYLES:
        html = compose(parse_order(sheet, {"rules": rules, "deck": deck})).html
        assert set(re.findall("kwado:card/([a-z]+)/", html)) == {deck}
    usual = compose(parse_order(sheet, {"rules": rules})).html
    assert set(re.findall("kwado:card/([a-z]+)/", usual)) == {get_rule_set(rules).deck}


def test_the_deck_guide_counts_the_months_as_the_deck_does() -> None:
    for deck, eleventh in (("japanese", "Willow"), ("korean", "Paulownia")):
        html = compose(parse_order("deck-guide", {"rules": "kwado-1985", "deck": deck})).html
        assert re.search(rf'month__number">11</span> {eleventh}', html)


def test_a_game_brings_its_deck_to_every_sheet_of_it() -> None:
    game = replace(make_printed_game(2, ["Ann", "Ben"]), deck="japanese")
    for sheet in SHEETS:
        order = parse_order(sheet.id, {}, game)
        assert order.deck == "japanese"
        assert "kwado:card/korean/" not in compose(order).html
    assert parse_order("yaku-card", {}, replace(game, deck=None)).deck == "korean"


def test_a_document_may_say_the_deck() -> None:
    raw = {"game": "kwado-1985", "sides": ["Ann", "Ben"], "deck": "japanese"}
    assert parse_order("yaku-card", {}, score_for_print(parse_game(raw))).deck == "japanese"
    del raw["deck"]
    assert parse_order("yaku-card", {}, score_for_print(parse_game(raw))).deck == "korean"


def test_the_house_rules_name_a_deck_that_is_not_that_of_the_rules() -> None:
    said = "Japanese deck: willow bears 11, paulownia 12."
    assert said in compose(parse_order("house-rules", {"deck": "japanese"})).html
    assert "deck:" not in compose(parse_order("house-rules", {"deck": "korean"})).html


@pytest.mark.parametrize("sheet", ["score-pad", "game-record"])
def test_months_on_paper_are_those_of_the_rules_and_the_numbers_of_another_deck_are_said(sheet: str) -> None:
    said = "Korean deck: willow bears 12, paulownia 11."
    game = load_example_game("koikoi-modern")
    korean = compose(parse_order(sheet, {"deck": "korean"}, game)).html
    assert said in korean
    japanese = compose(parse_order(sheet, {}, game)).html
    assert "deck:" not in japanese
    assert korean.count("Willow") == japanese.count("Willow")
    # No round of Kwa-Dō has a month.
    assert "deck:" not in compose(parse_order(sheet, {"deck": "japanese"}, load_example_game())).html


@pytest.mark.parametrize("up", ["1", "2", "4"])
def test_a_pad_has_up_to_60_rounds_however_many_share_a_page(up: str) -> None:
    raw = {"sides": "6", "up": up}
    assert parse_order("score-pad", raw | {"rounds": "60"}).rounds == 60
    with pytest.raises(CompanionError, match="from 1 to 60"):
        parse_order("score-pad", raw | {"rounds": "61"})
