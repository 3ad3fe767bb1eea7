"""Smaller files with the same marks: touching lines joined, repeated pictures drawn once, sizes held."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pypdf
import pytest

from companion.printing import SHEETS, compose, load_example_game, parse_order
from companion.printing.tidy import tidy

PEN = "/A1.0 gs\n0.5 0.4 0.3 RG\n0.567 w"


def draw(line: str, pen: str = PEN) -> str:
    return f"/Artifact\nBMC\nq\nq\n{pen}\n{line}\nS\nQ\nQ\nEMC"


def test_lines_that_go_on_become_one() -> None:
    flat = [draw("10 5 m\n20 5 l"), draw("30 5 m\n20 5 l"), draw("40 5 m\n50 5 l")]
    steep = [draw("10 5 m\n10 15 l"), draw("10 15 m\n10 25 l")]
    content = tidy([*flat, *steep, "EMC\n"]).decode()
    assert content.startswith(f"/Artifact\nBMC\nq\n{PEN}\n")
    assert [line for line in content.splitlines() if line.endswith((" m", " l"))] == [
        "10.000000 5.000000 m",
        "30.000000 5.000000 l",
        "40.000000 5.000000 m",
        "50.000000 5.000000 l",
        "10.000000 5.000000 m",
        "10.000000 25.000000 l",
    ]
    assert content.count("q\n") == content.lower().count("q\n") / 2


def test_lines_of_another_pen_stay_apart_and_in_order() -> None:
    thick = PEN.replace("0.567", "2")
    content = tidy([draw("1 5 m\n2 5 l"), draw("2 5 m\n3 5 l", thick), draw("3 5 m\n4 5 l"), ""]).decode()
    assert [line for line in content.splitlines() if line.endswith(" w")] == ["0.567 w", "2 w", "0.567 w"]


def test_glyphs_without_kerning_stand_in_one_text() -> None:
    assert tidy(["[<0012>0<0011>-3<0010>0] TJ"]) == b"[<00120011>-3<0010>] TJ"


@pytest.mark.parametrize("up", ["1", "4"])
def test_a_picture_that_comes_four_times_is_drawn_once(up: str, set_here: Callable[..., Any]) -> None:
    pdf = set_here(compose(parse_order("yaku-card", {"paper": "a4", "up": up}))).content
    [page] = pypdf.PdfReader(io.BytesIO(pdf)).pages
    drawn = page["/Resources"]["/XObject"]  # type: ignore[index]
    placed = page.get_contents().get_data()  # type: ignore[union-attr]
    names = [name[1:].encode() for name in drawn]
    assert bool(names) is (up == "4")
    assert all(placed.count(b"/%b Do" % name) >= 4 for name in names)
    assert not any("/Group" in drawing.get_object() for drawing in drawn.values())


# Kilobytes. What is larger than 40 has dozens of pictures of cards, of about 0.8 each.
SIZES = {"booklet": 120, "rule-sheet": 80, "deck-guide": 68, "yaku-card": 90, "newcomer-card": 42}


@pytest.mark.parametrize("sheet", [each.id for each in SHEETS])
def test_a_sheet_is_small(sheet: str, set_here: Callable[..., Any]) -> None:
    [known] = (each for each in SHEETS if each.id == sheet)
    game, takes = load_example_game() if known.needs_game else None, known.takes
    raws = [{"sides": sides} for sides in ("2", "6")] if "sides" in takes else [{}]
    raws += [{"paper": "a4", "up": "4"}] if "up" in takes else []
    for raw in raws:
        size = len(set_here(compose(parse_order(sheet, raw, game))).content) / 1024
        assert size <= SIZES.get(sheet, 40), (raw, size)
