"""The pad to fill in on a screen: fields in the order of play, read aloud, typed in a font of the reader."""

from __future__ import annotations

from typing import Any

from tests.printing.conftest import PrintSheet
from tests.printing.reading import list_tags, open_pdf

FILLABLE = {"fillable": "yes"}


def test_the_fields_come_in_the_order_of_play(print_sheet: PrintSheet) -> None:
    reader = open_pdf(print_sheet("score-pad", **FILLABLE, rounds="1", names=["Ann", "Ben"]).content)
    root: Any = reader.trailer["/Root"]
    tags = list_tags(root["/StructTreeRoot"]["/K"])
    fields = [tag["/Obj"] for tag in tags if isinstance(tag, dict) and tag.get("/Type") == "/OBJR"]
    columns = ["brights", "animals", "ribbons", "card_points", "net", "yaku", "bonus", "score", "total"]
    rows = [f"1-{side}-{column}" for side in "AB" for column in columns]
    written = ["Date", "Winner", "A-brought", "B-brought", "1-dealer", *rows]
    assert [field["/T"] for field in fields] == written
    assert [field["/TU"] for field in fields][1:6] == [
        "Winner",
        "Total of A Ann brought forward",
        "Total of B Ben brought forward",
        "Round 1, who deals",
        "Round 1, A Ann, Brights",
    ]
    assert reader.pages[0]["/Tabs"] == "/S"
    fonts = root["/AcroForm"]["/DR"]["/Font"]
    typed = {
        fonts[field["/DA"].split()[field["/DA"].split().index("Tf") - 2]]["/BaseFont"] for field in fields
    }
    assert typed == {"/Helvetica"}


def test_who_deals_a_month_of_koi_koi_is_typed_and_a_pad_for_the_pen_has_no_fields(
    print_sheet: PrintSheet,
) -> None:
    fields = open_pdf(
        print_sheet("score-pad", **FILLABLE, rules="koikoi-modern", rounds="1").content
    ).get_fields()
    assert fields is not None
    assert "1-A-deals" in fields
    assert "1-dealer" not in fields
    assert open_pdf(print_sheet("score-pad").content).get_fields() is None
