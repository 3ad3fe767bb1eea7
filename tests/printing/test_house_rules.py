"""The house rules of a game: what the table agreed, and what the booklet leaves to it."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from companion.printing import compose, parse_order
from companion.reference import find_rulings, get_readings, get_ruling, say_address
from companion.rules import get_rule_set
from tests.printing.conftest import THOROUGH, LaySheet, make_printed_game, read_words
from tests.printing.reading import read_spots, squeeze
from tests.printing.test_sheets import NAMES
from tests.rules.tables import CARD_GAMES

RULE_SET = get_rule_set("kwado-1985")
RULINGS = find_rulings(rule_set_id=RULE_SET.id)
TABLE_RULINGS = [ruling for ruling in RULINGS if ruling.house is not None and ruling.house.is_table]
EVERYTHING = {
    ruling.house.option: get_readings(ruling, RULE_SET)[-1][0] for ruling in TABLE_RULINGS if ruling.house
}


@pytest.mark.parametrize(
    ("agreed", "paper"),
    list(product(({}, {"four-on-field": "dead"}, EVERYTHING), ("a4", "letter", "a5")))
    if THOROUGH
    else [({}, "a5"), (EVERYTHING, "a4"), (EVERYTHING, "a5")],
)
def test_a_game_lists_every_choice_that_the_booklet_leaves_to_the_table_and_no_accident(
    agreed: dict[str, Any], paper: str, lay_sheet: LaySheet
) -> None:
    game = make_printed_game(2, NAMES["long"][:6], options={"house_rules": agreed})
    laid = lay_sheet("house-rules", game, paper=paper)
    assert (laid.faults, len(laid.texts)) == ([], 2 if paper == "a5" else 1)
    text = squeeze("".join(laid.texts))
    silent = [ruling for ruling in RULINGS if ruling.label == "silent"]
    assert len([ruling for ruling in silent if ruling.house]) > 12
    for ruling in silent:
        assert (squeeze(f"/rulings/{ruling.id}") in text) == (ruling.house is not None), ruling.id


def test_a_game_says_which_reading_was_agreed_and_how_an_open_place_stands() -> None:
    options = {"house_rules": {"four-on-field": "dead", "early-stop": "no-winner"}}
    text = read_words("house-rules", make_printed_game(2, ["Ann", "Ben"], options=options))
    agreed, still_open = text.split("Not in the rules: still open")
    assert "misdeal: shuffle and deal again ✓ they lie there dead all round" in agreed
    assert "the higher total wins ✓ nobody wins; the game may go on another evening" in agreed
    assert "four-on-field" not in still_open
    assert squeeze("I play the fourth. Until agreed: the fourth card takes one of them.") in squeeze(
        still_open
    )


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_a_first_evening_has_five_questions_and_the_rest_follows(rules: str) -> None:
    html = compose(parse_order("house-rules", {"rules": rules})).html
    first, _, further = html.partition("If you care")
    asked = re.findall(r'<p class="question"><b>(.*?)</b>', first)
    assert 3 <= len(asked) <= 5
    assert asked[0] in ("How a round is scored", "Length of the game")
    assert further.count('class="question"') > 8


def test_a_line_to_sign_stands_for_each_side_and_no_address_without_a_host() -> None:
    html = compose(parse_order("house-rules", {"sides": "6"})).html
    assert html.count('class="line"') == 6
    assert "name-line" not in html
    assert "/rulings/" not in compose(parse_order("house-rules", {"gaji": "kwado"})).html


@pytest.mark.parametrize(("method", "sheet"), [*product("AB", ("house-rules", "rule-sheet"))])
def test_only_a_method_with_a_floor_says_when_bonuses_are_added(method: str, sheet: str) -> None:
    game = make_printed_game(2, ["Ann", "Ben"], options={"method": method, "target": 9000})
    assert ("onuses are added" in read_words(sheet, game)) is (method == "A"), sheet


@pytest.mark.parametrize(
    ("ruling", "rule_set_id", "address"),
    [
        ("deal", "kwado-1985", "/rulings/deal"),
        # The text of 1982 deals to four at most: it has words of its own.
        ("deal", "kwado-1982", "/rulings/deal?game=kwado-1982"),
        ("deal", "min-hwatu", "/rulings/deal?game=min-hwatu"),
        ("mh-payment", "min-hwatu", "/rulings/mh-payment"),
    ],
)
def test_an_address_on_paper_leads_to_the_verdict_of_the_game(
    ruling: str, rule_set_id: str, address: str
) -> None:
    assert say_address(get_ruling(ruling), get_rule_set(rule_set_id)) == address


def list_ticked(html: str) -> list[str]:
    found = re.findall(r'<span class="box">✓</span>\s*(.*?)\s*</span>', html, re.S)
    return [re.sub(r"<[^>]*>", "", each) for each in found]


def test_what_was_chosen_without_a_game_is_ticked() -> None:
    raw = {"method": "B", "target": "300", "gaji": "kwado"}
    html = compose(parse_order("house-rules", raw)).html
    assert {"B, the easy method", "wild; its side gets the willow cards left over"} <= set(list_ticked(html))
    assert "a target of 300" in list_ticked(html)
    for one in ({"target": "300"}, {"yaku": "month"}, {"declare": "no"}):
        assert list_ticked(compose(parse_order("house-rules", one)).html), one
    assert list_ticked(compose(parse_order("house-rules", {})).html) == []


@pytest.mark.parametrize("rules", ["kwado-1985", "min-hwatu", "koikoi-modern"])
def test_every_open_place_of_a_game_says_what_applies_until_agreed(rules: str) -> None:
    html = compose(parse_order("house-rules", {}, make_printed_game(2, ["Ann", "Ben"], rules=rules))).html
    still_open = re.findall(r"<li>(.*?)</li>", html.partition("still open")[2], re.S)
    assert len(still_open) > 3
    for each in still_open:
        assert "Until agreed: " in each, each


def test_no_space_at_the_edge_of_a_question_breaks_its_line() -> None:
    html = compose(parse_order("house-rules", {}, make_printed_game(2, ["Ann", "Ben"]))).html
    assert not re.search(r"<(p|li)\b[^>]*>\s|\s</(p|li)>", html)


def test_the_house_rules_of_a_game_lead_to_its_rulings_by_host_and_code() -> None:
    html = compose(parse_order("house-rules", {}, make_printed_game(2, ["Ann", "Ben"]))).html
    assert "<title>https://example.org/rulings</title>" in html
    assert "example.org/rulings" in re.sub(r"<title>.*?</title>", "", html)
    assert "qr" not in compose(parse_order("house-rules", {"target": "300"})).html


@pytest.mark.parametrize("paper", ["a5", "a4", "letter"][: 1 + 2 * THOROUGH])
def test_lines_to_sign_leave_room_for_a_hand(paper: str, set_here: Callable[..., Any]) -> None:
    names = ["Ann", "Ben", "Cem", "Dan", "Eve", "Fay"]
    pdf = set_here(compose(parse_order("house-rules", {"paper": paper, "name": names}))).content
    spots = list(read_spots(pdf))[-1]
    text = "".join(spot.character for spot in spots)
    feet = sorted({round(spots[text.rindex(name)].foot) for name in names})
    assert len(feet) > 1
    assert min(lower - upper for upper, lower in pairwise(feet)) >= 11.0


def test_no_word_is_measured_over_and_over(fonts_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block in the line of a reading made the renderer measure all its words at every step: 2 seconds."""
    from weasyprint.layout import preferred

    from companion.printing.setter import lay_out

    measured: list[Any] = []
    measure = preferred.split_first_line

    def measure_and_count(*given: Any, **named: Any) -> Any:
        measured.append(given)
        return measure(*given, **named)

    monkeypatch.setattr(preferred, "split_first_line", measure_and_count)
    job = replace(compose(parse_order("house-rules", {})), tighter=())
    lay_out(job)
    # It was 5500, and is 1400.
    assert 500 < len(measured) < 2500
