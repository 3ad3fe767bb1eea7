"""Deck guide, ledger and table tent: what is to be read, written and folded.

Figures and names of the strips are those of deck.md.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pypdfium2
import pytest
from PIL import ImageChops

from companion.cards import SUITS
from companion.errors import NotAllowedHere
from companion.printing import compose, find_unset, parse_order
from companion.printing.deck_guide import BOOKLET_NAMES, list_months
from companion.printing.ledger import describe_ledger
from companion.rules import get_rule_set
from tests.printing.conftest import THOROUGH, LaySheet, PrintSheet, make_printed_game, read_html, read_words
from tests.printing.reading import read_pages, read_spots, squeeze
from tests.printing.test_sheets import NAMES
from tests.rules.tables import CARD_GAMES

# --- The deck guide ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [{"paper": "a4"}, {"paper": "a5"}, {"paper": "a5", "strip": "yes"}, {"paper": "letter"}][: 3 + THOROUGH],
    ids=str,
)
def test_labels_are_large_enough_and_apart(
    raw: dict[str, str], set_here: Callable[..., Any], lay_out: Callable[..., Any]
) -> None:
    job = compose(parse_order("deck-guide", raw))
    assert lay_out(job).least_pt >= 6.99
    for spots in read_spots(set_here(job).content):
        rows: dict[float, list[Any]] = {}
        for spot in spots:
            rows.setdefault(round(spot.foot), []).append(spot)
        # Letters of one line never lie on each other.
        for row in rows.values():
            ordered = sorted(row, key=lambda spot: spot.left)
            assert all(right.left > left.left + 0.1 for left, right in pairwise(ordered))


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_marks_on_the_pictures_are_explained(paper: str) -> None:
    text = read_words("deck-guide", paper=paper)
    said = ("On the pictures: left the month", "poetry ribbon", "plain ribbon")
    assert [words for words in (*said, *(each.english for each in SUITS)) if words not in text] == []


@pytest.mark.parametrize(
    ("deck", "other", "eleventh"), [("korean", "Japanese", "Paulownia"), ("japanese", "Korean", "Willow")]
)
def test_only_willow_and_paulownia_are_boxed_and_bear_the_number_of_the_other_deck(
    deck: str, other: str, eleventh: str
) -> None:
    html = read_html("deck-guide", strip="yes", deck=deck)
    boxed = re.findall(r'"differs">(\d+)<.*?class="name">(\w+)<.*?<b>(\d+)</b>', html)
    assert {each[1:] for each in boxed if each[0] == "11"} == {(eleventh, "12")}
    assert {each[0] for each in boxed} == {"11", "12"}
    assert html.count(f"{other} <span") == html.count('"differs"') == len(boxed)


def test_only_strips_of_kwado_have_the_names_of_its_booklet() -> None:
    assert BOOKLET_NAMES == {"kwado": {"wisteria": "bush clover", "clover": "colored bush clover"}}
    for rules in CARD_GAMES:
        text = read_words("deck-guide", strip="yes", rules=rules)
        assert ("“colored bush clover”" in text) is ("rulebook" in text) is rules.startswith("kwado"), rules


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_three_strips_fit_with_pictures_of_16_millimetres(paper: str, lay_sheet: LaySheet) -> None:
    laid = lay_sheet("deck-guide", strip="yes", paper=paper)
    assert laid.faults == []
    assert len(laid.pictures) == 3 * 12
    assert len(laid.texts) == 1
    assert min(width for _, width in laid.pictures) >= 16.0


def test_the_flowers_of_a_strip_stand_equally_far_apart(print_sheet: PrintSheet) -> None:
    [spots] = read_spots(print_sheet("deck-guide", strip="yes").content)
    pine, plum, peony, paulownia = sorted(s.left for s in spots if s.character == "P" and s.foot < 90)
    assert paulownia - peony == pytest.approx(5 * (plum - pine), abs=0.3)


@pytest.mark.parametrize(
    ("deck", "last"), [("korean", ["paulownia", "willow"]), ("japanese", ["willow", "paulownia"])]
)
def test_the_flowers_stand_in_the_order_of_the_deck(deck: str, last: list[str]) -> None:
    months = list_months(get_rule_set("kwado-1985"), deck)
    assert [month["suit"].id for month in months] == [
        "pine", "plum", "cherry", "wisteria", "iris", "peony",
        "clover", "susuki", "chrysanthemum", "maple", *last,
    ]  # fmt: skip
    assert [month["number"] for month in months] == list(range(1, 13))
    assert [month["shown"].suit for month in months] == [month["suit"] for month in months]


def test_the_guide_of_mushi_has_its_forty_cards_under_their_own_numbers() -> None:
    months = list_months(get_rule_set("mushi"), "japanese")
    assert [month["number"] for month in months] == [1, 2, 3, 4, 5, 8, 9, 10, 11, 12]
    assert sum(len(month["cards"]) for month in months) == 40
    assert "The 40 cards" in read_html("deck-guide", rules="mushi")


# --- The ledger -------------------------------------------------------------------------------------

PAPERS = ["a4", "letter"]


def order(**raw: Any) -> Any:
    return parse_order("ledger", {"rules": "sakura", **raw})


@pytest.mark.parametrize(("paper", "sides"), [*product(PAPERS, (2, 4, 7))])
def test_rows_are_at_least_8_millimetres_high(paper: str, sides: int, lay_out: Callable[..., Any]) -> None:
    ordered = order(paper=paper, sides=str(sides))
    [baselines] = lay_out(compose(ordered)).baselines_mm
    row_count = describe_ledger(ordered)["rows"]
    # After the rows come two sums, with two texts each.
    rows = baselines[-4 - row_count : -4]
    assert min(lower - upper for upper, lower in pairwise(rows)) >= 8.0
    assert row_count >= (14 if sides > 4 else 20)


def test_a_date_makes_it_an_evenings_and_no_date_a_seasons() -> None:
    evening = compose(order(date="21 November 2026")).html
    season = compose(order()).html
    assert "The evening’s games" in evening
    assert "21 November 2026" in evening
    assert ">Date<" not in evening
    assert "The season’s games" in season
    assert ">Date<" in season


@pytest.mark.parametrize("sides", range(2, 8))
def test_each_side_has_a_cell_in_every_row_and_every_sum(sides: int) -> None:
    ordered = order(sides=str(sides))
    html = compose(ordered).html
    rows = [row.count("<td") for row in re.findall('<tr class="game">(.*?)</tr>', html, re.S)]
    # Date, game, target, winner, dealer.
    assert rows == [sides + 5] * describe_ledger(ordered)["rows"]
    sums = re.findall('<tr class="sum">.*?>([^<>]+)</th>(.*?)</tr>', html, re.S)
    assert [label for label, _ in sums] == [
        "Games won, brought forward",
        "Games won on this page",
        "Games won so far",
    ]
    assert [cells.count("<td></td>") for _, cells in sums] == [sides] * 3
    assert html.count('class="write"') == sides


def test_what_is_played_is_said_once_at_the_head() -> None:
    html = compose(parse_order("ledger", {"target": "300"})).html
    assert "target 300, unless another is written." in html
    assert "Sakura, 6 rounds, unless another is written." in compose(order(rounds="6")).html


# --- The table tent ---------------------------------------------------------------------------------

LINK = "http://192.168.178.23:5000/v/abcdefghijklmnopqrstuvwxyz012345"


@pytest.mark.parametrize(
    ("paper", "names"),
    list(product(("a4", "letter"), [each for each in NAMES if each != "blank"]))
    if THOROUGH
    else [("a4", "long"), ("letter", "CJK and Arabic")],
)
def test_both_faces_stand_upright_when_folded(paper: str, names: str, set_here: Callable[..., Any]) -> None:
    game = replace(make_printed_game(2, NAMES[names][:6]), address=LINK)
    result = set_here(compose(parse_order("table-tent", {"paper": paper}, game)))
    assert result.faults == []
    document = pypdfium2.PdfDocument(result.content)
    try:
        page = document[0].render(scale=2, grayscale=True).to_pil()
    finally:
        document.close()
    face = round((page.height - 55 * 72 / 25.4 * 2) / 2)
    # Without the marks where to fold.
    lower = page.crop((0, face + 4, page.width, 2 * face - 4))
    upper = page.crop((0, 4, page.width, face - 4)).rotate(180)
    difference = ImageChops.difference(upper, lower).histogram()
    assert sum(difference[100:]) < 0.01 * lower.width * lower.height
    assert sum(lower.histogram()[:60]) > 0.05 * lower.width * lower.height
    text = squeeze(read_pages(result.content)[0])
    assert text.count(squeeze("192.168.178.23:5000/v/abcdefghijklmnopqrstuvwxyz012345")) == 2
    for name in NAMES[names][:6]:
        # Beside Arabic the lines are read back in another order.
        assert find_unset(name) or not set(squeeze(name)) - set(text)


def test_the_code_is_that_of_the_link_on_each_face() -> None:
    game = replace(make_printed_game(2, ["Ann", "Ben"]), address=LINK)
    html = compose(parse_order("table-tent", {}, game)).html
    assert html.count(f"<title>{LINK}</title>") == 2


def test_a_game_without_a_link_has_no_tent() -> None:
    game = replace(make_printed_game(2, ["Ann", "Ben"]), address="")
    with pytest.raises(NotAllowedHere, match=r"A table tent needs the link of a game"):
        parse_order("table-tent", {}, game)
    assert parse_order("game-record", {}, game).game == game
