"""Printing from a game: its names, its rules, its rounds, and a QR code to view it."""

import re
from html import unescape

import pytest

from companion.printing import SHEET_IDS
from tests.web.table import Table, by_points
from tests.web.test_print_sheets import fonts_folder, one_press_for_all, press, read_text

__all__ = ["fonts_folder", "one_press_for_all", "press"]


@pytest.fixture
def game(table: Table) -> str:
    game = table.start("Ann <b>", "山田太郎", "محمد علي")
    table.record(game, by_points(125, 75, 40))
    return game


def test_a_game_offers_every_sheet_and_the_record(table: Table, game: str) -> None:
    page = table.get(f"{game}/print")
    made = re.findall(r'name="make" value="([^"]*)"', page)
    assert made[:4] == ["game-record", "table-tent", "ledger", "evening-set"]
    assert {*made} == {*SHEET_IDS, "month-strip"}
    assert 'name="rules"' not in page
    assert 'name="sides"' not in page


def test_the_pad_of_a_game_goes_on_with_its_next_round(table: Table, game: str) -> None:
    answer = table.client.get(f"{game}/print?make=score-pad&rounds=2")
    assert answer.status_code == 303
    pdf = table.client.get(answer.location)
    text = read_text(pdf.data)
    assert "Ann <b>" in text
    assert "山田太郎" in text
    assert re.search(r"After round 1: A Ann <b>\s45\s+B .+\s0\s+C .+\s0\s", text)
    assert pdf.headers["Cache-Control"] == "no-store"
    assert pdf.headers["X-Robots-Tag"] == "noindex, nofollow"


def test_looking_on_is_enough_to_print(table: Table, game: str) -> None:
    view = table.view_link(game)
    assert "Print this game" in table.get(f"{view}/print")
    pdf = table.client.get(f"{view}/print/house-rules.pdf")
    assert pdf.mimetype == "application/pdf"


def test_no_sheet_tells_the_edit_link(table: Table, game: str) -> None:
    token = game.rsplit("/", 1)[-1]
    for sheet in ("score-pad", "game-record", "house-rules"):
        pdf = table.client.get(f"{game}/print/{sheet}.pdf")
        assert token.encode() not in pdf.data
        assert token not in read_text(pdf.data)


def test_rounds_that_were_not_played_are_named(table: Table, game: str) -> None:
    answer = table.client.get(f"{game}/print/game-record.pdf?first=5")
    assert answer.status_code == 422
    assert "This game has 1 round: there is no round 5." in unescape(answer.text)


def test_a_game_keeps_its_rules_whatever_the_address_says(table: Table, game: str) -> None:
    answer = table.client.get(f"{game}/print/score-pad.pdf?rules=kwado-1982")
    assert "Kwa-Dō (1985)" in read_text(answer.data)


def test_a_kept_sheet_never_stands_for_a_changed_or_another_game(table: Table, game: str) -> None:
    address = f"{game}/print/game-record.pdf"
    first = table.client.get(address)
    assert table.client.get(address).data == first.data
    table.record(game, by_points(125, 75, 40))
    assert "A Ann <b> 90" in read_text(table.client.get(address).data)
    other = table.start("Dora", "Emil", "Fritz")
    table.record(other, by_points(125, 75, 40))
    text = read_text(table.client.get(f"{other}/print/game-record.pdf").data)
    assert "A Dora 45" in text
    assert "Ann" not in text


def test_a_kept_sheet_of_a_deleted_game_is_not_shown(table: Table, game: str) -> None:
    address = f"{game}/print/game-record.pdf"
    assert table.client.get(address).status_code == 200
    table.post(f"{game}/delete", {"sure": "yes"})
    answer = table.client.get(address)
    assert answer.status_code != 200
    assert answer.mimetype == "text/html"
