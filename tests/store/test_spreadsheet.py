"""Scores from elsewhere: what a table or a scoring document comes to."""

import csv
import io
import json
import random
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from companion.errors import CompanionError
from companion.rules import get_rule_set
from companion.store import (
    Store,
    keep_game,
    read_copy,
    score_kept_game,
)
from tests.store.evenings import read_tables
from tests.store.tables import Table, often

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.in.json"))


def keep(store: Store, text: str, game: str = "by-points") -> Table:
    brought = read_copy(text, get_rule_set(game))
    with store.writing() as session:
        return Table(store, keep_game(session, brought).token)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_a_scoring_document_comes_to_the_same_as_a_kept_game(store: Store, path: Path) -> None:
    expected = json.loads(path.with_name(path.name.replace(".in.", ".expected.")).read_text(encoding="utf-8"))
    table = keep(store, path.read_text(encoding="utf-8"))
    scored = table.ask(score_kept_game)
    assert dict(zip(scored.sides, scored.totals, strict=True)) == expected["totals"]


@pytest.mark.parametrize(
    ("game", "text", "totals", "rounds"),
    [
        pytest.param("by-points", "Ann\tBen\n12\t-5\n3\t4\n", {"Ann": 15, "Ben": -1}, 10, id="tabs"),
        pytest.param(
            "by-points",
            "Ann;Ben\n12,5;−0,5\n0.3;1\n",
            {"Ann": Decimal("12.8"), "Ben": Decimal("0.5")},
            10,
            id="tenths",
        ),
        pytest.param(
            "by-points",
            "Ann;Ben;Cem\r\n1;−2;3\r\n\r\n;;\r\n",
            {"Ann": 1, "Ben": -2, "Cem": 3},
            10,
            id="semicolons, minus, empty rows",
        ),
        pytest.param(
            "by-points",
            '\ufeffround,date,Ann,"Ben, Jr.",Ann total\n1,2026-11-20,5,6,5\n',
            {"Ann": 5, "Ben, Jr.": 6},
            10,
            id="commas, other columns",
        ),
        pytest.param(
            "by-points", "Ann,Ben\n" + "1,2\n" * 14, {"Ann": 14, "Ben": 28}, 14, id="more rounds than usual"
        ),
        pytest.param(
            "by-points",
            "Ann,'=Ben\n1,2\n",
            {"Ann": 1, "=Ben": 2},
            10,
            id="a name that our CSV wrote as a text",
        ),
        # KD85, method A: 125 − 120 and 25 for the dragon; then 30 for Ben.
        pytest.param(
            "kwado-1985",
            "Ann,Ben,Ann yaku,Dealer\n125,115,Dragon bonus,Ben\n90,150,,\n",
            {"Ann": 30, "Ben": 30},
            None,
            id="yaku",
        ),
        # The columns of the pad. A table needs only those of the cards.
        pytest.param(
            "kwado-1985",
            "Ann Cards,Ann Net,Ann Yaku,Ann Bonus,Ann Round,Ben Cards\n125,5,Dragon bonus,25,30,115\n",
            {"Ann": 30, "Ben": 0},
            None,
            id="the pad of Kwa-Dō",
        ),
        pytest.param("koikoi-modern", "Ann,Ben\n5,0\n0,0\n–,3\n", {"Ann": 5, "Ben": 3}, 12, id="a race"),
        # FKK: 5 and 1 + 2 are 8, doubled from seven on, and again since Ben called; then 1 + 2 for Ben.
        pytest.param(
            "koikoi-modern",
            "Round\tDealer\tAnn, Yaku\tAnn, Points\tAnn, Koi-koi\tAnn, ×\tAnn, Round\tAnn, Total"
            "\tBen, Yaku\tBen, Points\tBen, Koi-koi\tBen, ×\tBen, Round\tBen, Total\n"
            "1\tAnn\tMoon viewing + Five animals +2\t8\t–\t× 4\t32\t32\t–\t–\t1\t\t–\t0\n"
            "2\tAnn\t–\t–\t–\t\t–\t32\tAnimals\t3\t\t\t3\t3\n"
            "3\tBen\t–\t–\t–\t\t–\t32\t–\t–\t–\t\t–\t3\n",
            {"Ann": 32, "Ben": 3},
            12,
            id="the pad of Koi-Koi",
        ),
        pytest.param(
            "koikoi-modern",
            "Ann,Ann yaku,Ben\n,Five animals +1 / Ten chaff +6,\n",
            {"Ann": 18, "Ben": 0},
            12,
            id="yaku without points",
        ),
        # KKC: where nobody stopped, the higher yaku points score.
        pytest.param(
            "koikoi-compendium",
            "Ann,Ann yaku,Ben,Ben yaku\n5,Moon viewing,1,Ten chaff\n0,,0,\n",
            {"Ann": 11, "Ben": 0},
            12,
            id="both have yaku",
        ),
    ],
)
def test_a_pasted_table_is_a_game(
    store: Store, game: str, text: str, totals: dict[str, int], rounds: int | None
) -> None:
    table = keep(store, text, game)
    scored = table.ask(score_kept_game)
    assert dict(zip(scored.sides, scored.totals, strict=True)) == totals
    assert table.get().options.rounds == rounds


def test_a_pasted_table_says_the_day_and_who_dealt(store: Store) -> None:
    text = "date,dealer,Ann,Ben\n2026-11-20,Ben,5,6\n2026-11-20,,1,2\n"
    table = keep(store, text)
    assert table.get().date == "2026-11-20"
    assert [each.dealer for each in table.ask(score_kept_game).rounds] == [1, 0]


def test_a_day_of_a_table_is_the_same_day_whatever_the_clock_of_the_server(store: Store) -> None:
    with time_machine.travel(datetime(2026, 11, 27, tzinfo=ZoneInfo("Pacific/Kiritimati"))):
        assert keep(store, "date,Ann,Ben\n2026-11-20,5,6\n").get().date == "2026-11-20"


def test_a_table_with_any_other_cell_is_refused_or_is_a_game(store: Store) -> None:
    chance = random.Random(1985)
    heads = ["date", "round", "dealer", "Ann", "Ben", "Ann, yaku", "game winner"]
    row = ["2026-11-20", "1", "Ann", "125", "115", "Dragon bonus", "Ann"]
    others = ["", "x", "0", "-1", "6", "null", "[]", "{}", "9" * 30, "\0", "[" * 9_000]
    for _ in range(often(2_000, 200)):
        cells = [heads.copy(), *(row.copy() for _ in range(3))]
        cells[chance.randrange(len(cells))][chance.randrange(len(heads))] = chance.choice(others)
        file = io.StringIO()
        csv.writer(file).writerows(cells)
        with suppress(CompanionError):
            keep(store, file.getvalue(), "kwado-1985")


REFUSED: dict[str, tuple[str, str, str]] = {
    "empty": ("by-points", "\n \n", "There is no round here"),
    "no rounds": ("by-points", "Ann,Ben\n", "There is no round here"),
    "a formula": ("by-points", "Ann,Ben\n=1+1,2\n", "“=1+1” is a formula: paste what it comes to."),
    "a formula as a name": ("by-points", "=A1,Ben\n1,2\n", "“=A1” is a formula: paste what it comes to."),
    "no number": (
        "by-points",
        "Ann,Ben\n1,two\n",
        "Ben: “points” is a whole number from −9 999 to 9 999, or has one decimal place, not two.",
    ),
    "an empty cell": (
        "by-points",
        "Ann,Ben\n1,\n",
        "Ben: “points” is a whole number from −9 999 to 9 999, or has one",
    ),
    "too many rounds": (
        "by-points",
        "Ann,Ben\n" + "1,2\n" * 10_000,
        "A game has at most 1 000 rounds, not 10 000.",
    ),
    "one name": ("by-points", "Ann\n1\n", "Any game is for 2 to 7 sides, not 1."),
    "a name twice": ("by-points", "Ann,Ann\n1,2\n", "Two sides are called Ann."),
    "a wrong name": ("by-points", "Ann,B\u202een\n1,2\n", "Side 2: A name has no control characters."),
    "a dealer who does not play": (
        "by-points",
        "Ann,Ben,dealer\n1,2,Bem\n",
        "No side “Bem” plays here; the nearest is Ben.",
    ),
    "no day": ("by-points", "Ann,Ben,date\n1,2,20/11/26\n", "“20/11/26” is no day as in 2026-11-27."),
    "cells without a name": (
        "by-points",
        "Ann,Ben\n1,2,3\n",
        "Row 2 has more cells than the first row has names.",
    ),
    "not the deck's": (
        "kwado-1985",
        "Ann,Ben\n120,120\n120,125\n",
        "Round 2: The card points come to 245, and the deck has 240.",
    ),
    "too few": (
        "kwado-1985",
        "Ann,Ben\n100,125\n",
        "Round 1: The card points come to 225, and the deck has 240.",
    ),
    "no step": ("kwado-1985", "Ann,Ben\n121,119\n", "Ann: card points come in steps of 5, so not 121."),
    "an unknown yaku": (
        "kwado-1985",
        "Ann,Ben,Ann yaku\n120,120,Dragoon bonus\n",
        "No yaku of this game is called “dragoon bonus”; the nearest is dragon bonus.",
    ),
    "a race with two scores": (
        "koikoi-modern",
        "Ann,Ben\n5,3\n",
        "Round 1: Only one side scores in Koi-Koi.",
    ),
    "yaku and other points": (
        "koikoi-modern",
        "Ann,Ann yaku,Ben\n9,Five animals + Ten chaff,0\n",
        "Round 1: Ann: the yaku come to 2, not 9. Two further cards are written as in “Five animals +2”.",
    ),
    "yaku of more than their points": (
        "koikoi-modern",
        "Ann,Ann yaku,Ben\n1,Five animals +2,0\n",
        "Round 1: Ann: the yaku come to 3, not 1.",
    ),
    "more further cards than there are": (
        "koikoi-modern",
        "Ann,Ann yaku,Ben\n9,Five animals,0\n",
        "Ann's Five animals needs 13 animals; there are 9.",
    ),
    "koi-koi that is no number": (
        "koikoi-modern",
        "Ann,Ann koi-koi,Ben\n9,often,0\n",
        "Ann: “calls” is a whole number from 0 to 8, not often.",
    ),
    "a column that no Koi-Koi table has": (
        "koikoi-modern",
        "Ann,Ann deals,Ben\n5,x,0\n",
        "Koi-Koi has a column of points for each of 2 sides and, where the table noted them, “Ann, yaku” "
        "and “Ann, koi-koi”. Here the sides would be Ann, Ann deals and Ben.",
    ),
    "a broken document": ("by-points", '{"game": ', "This is not JSON"),
    "an unknown game": (
        "by-points",
        '{"game": "poker", "sides": ["Ann", "Ben"]}',
        "There is no game “poker”",
    ),
    "our CSV of a game with cards": (
        "kwado-1985",
        'date,round,dealer,Ann,Ben,"Ann, total","Ben, total",game winner\n2026-11-20,1,Ann,5,0,5,0,\n',
        "Round 1: The card points come to 5, and the deck has 240.",
    ),
}


@pytest.mark.parametrize(("game", "text", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_kept_is_refused_with_a_sentence(
    store: Store, game: str, text: str, said: str
) -> None:
    before: Any = read_tables(store)
    with pytest.raises(CompanionError) as refusal:
        keep(store, text, game)
    assert said in refusal.value.message.replace("\u202f", " ")
    assert refusal.value.message.endswith(".")
    assert read_tables(store) == before
