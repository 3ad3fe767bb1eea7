"""How large the PDFs are: what a phone sends to a printer."""

from __future__ import annotations

from companion.printing import SHEETS
from tests.printing.conftest import PrintSheet

KB = 1024
LIMITS = {
    "booklet": 250,
    "evening-set": 500,
    # More than 40: the outlines of 48 different pictures take 24, those of their names in kanji and Hangul 9.
    "deck-guide": 52,
    # 33 different pictures, and two pages of text.
    "rule-sheet": 58,
}


def test_a_sheet_is_small(print_sheet: PrintSheet) -> None:
    """Each sheet is set, most of them for other tests too; those of Sakura have about as much on them."""
    sizes = {sheet.id: len(print_sheet(sheet.id).content) for sheet in SHEETS}
    large = {
        sheet: len(print_sheet(sheet, paper="a4", up="4").content)
        for sheet in ("yaku-card", "newcomer-card", "score-pad")
    }
    assert {each: size for each, size in sizes.items() if size > LIMITS.get(each, 40) * KB} == {}
    form = print_sheet("score-pad", sides="6", fillable="yes", rules="sakura")
    assert len(form.content) <= 40 * KB
    assert {
        each: size for each, size in large.items() if size > (65 if each == "yaku-card" else 40) * KB
    } == {}
