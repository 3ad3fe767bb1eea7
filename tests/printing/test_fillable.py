"""The pad to fill in on a screen: digits, in the order of play."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pypdf
import pytest

from companion.printing import compose, parse_order


def read_fields(pdf: bytes) -> list[str]:
    """The names of the fields in the order in which the tab key goes."""
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert reader.pages[0]["/Tabs"] == "/S"
    root: Any = reader.trailer["/Root"].get_object()
    order: list[str] = []

    def walk(element: Any) -> None:
        for kid in element.get("/K", ()):
            kid = kid.get_object()
            if isinstance(kid, pypdf.generic.DictionaryObject):
                if kid.get("/Type") == "/OBJR" and kid["/Obj"].get("/Subtype") == "/Widget":
                    order.append(str(kid["/Obj"]["/T"]))
                walk(kid)

    walk(root["/StructTreeRoot"])
    assert order == [str(each.get_object()["/T"]) for each in reader.pages[0]["/Annots"]]  # type: ignore[attr-defined]
    return order


def test_the_fields_come_in_the_order_of_play(set_here: Callable[..., Any]) -> None:
    pdf = set_here(compose(parse_order("score-pad", {"fillable": "yes", "rounds": "2"}))).content
    columns = ["brights", "animals", "ribbons", "card_points", "net", "yaku", "bonus", "score", "total"]
    written = ["Date", "Winner", "A-name", "B-name", "A-brought", "B-brought"]
    for number in (1, 2):
        # Beside the first side, the number of the round with who deals it.
        written.append(f"{number}-dealer")
        written += [f"{number}-{side}-{column}" for side in "AB" for column in columns]
    assert read_fields(pdf) == written


def list_fields(pdf: bytes) -> list[Any]:
    form: Any = pypdf.PdfReader(io.BytesIO(pdf)).trailer["/Root"]["/AcroForm"]  # type: ignore[index]
    return [field.get_object() for field in form["/Fields"]]


def test_a_field_is_read_aloud_as_what_is_to_be_written_in_it(set_here: Callable[..., Any]) -> None:
    raw = {"fillable": "yes", "rounds": "1", "names": ["Ann", "Ben"], "date": "today"}
    said = [field["/TU"] for field in list_fields(set_here(compose(parse_order("score-pad", raw))).content)]
    assert said[:6] == [
        "Winner",
        "Total of A Ann brought forward",
        "Total of B Ben brought forward",
        "Round 1, who deals",
        "Round 1, A Ann, Brights",
        "Round 1, A Ann, Animals",
    ]
    assert len(set(said)) == len(said)


def test_who_deals_a_month_of_koi_koi_is_typed_too(set_here: Callable[..., Any]) -> None:
    raw = {"fillable": "yes", "rules": "koikoi-modern", "rounds": "1"}
    names = read_fields(set_here(compose(parse_order("score-pad", raw))).content)
    assert "1-A-deals" in names
    assert "1-dealer" not in names


def test_letters_are_typed_in_a_font_of_the_reader(set_here: Callable[..., Any]) -> None:
    pdf = set_here(compose(parse_order("score-pad", {"fillable": "yes"}))).content
    assert len(pdf) < 60 * 1024
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    form: Any = reader.trailer["/Root"]["/AcroForm"]  # type: ignore[index]
    fonts = form["/DR"]["/Font"]
    for field in list_fields(pdf):
        assert field["/MaxLen"] <= 40
        font = fonts[field["/DA"].split()[field["/DA"].split().index("Tf") - 2]].get_object()
        assert (font["/Subtype"], font["/BaseFont"]) == ("/Type1", "/Helvetica")


@pytest.mark.parametrize("sides", ["2", "3", "6"])
def test_a_pad_to_fill_in_has_the_room_of_one_for_the_pen(sides: str, lay_out: Callable[..., Any]) -> None:
    for paper in ("a4", "letter", "a5", "a6"):
        raw = {"fillable": "yes", "sides": sides, "paper": paper}
        assert lay_out(compose(parse_order("score-pad", raw))).clipped_boxes == []


def test_a_pad_for_the_pen_has_no_fields(set_here: Callable[..., Any]) -> None:
    pdf = set_here(compose(parse_order("score-pad", {}))).content
    assert "/AcroForm" not in pypdf.PdfReader(io.BytesIO(pdf)).trailer["/Root"].get_object()
