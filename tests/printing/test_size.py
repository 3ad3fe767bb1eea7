"""How large the PDFs are: what a phone sends to a printer."""

from __future__ import annotations

from companion.printing import SHEETS
from companion.rules import get_rule_set
from tests.printing.conftest import THOROUGH, PrintSheet

KB = 1024
LIMITS = {
    "booklet": 250,
    "evening-set": 500,
    # 48 and 33 different pictures, with their names or two pages of text.
    "deck-guide": 70,
    "rule-sheet": 80,
    "yaku-card": 60,
}


def test_a_sheet_is_small(print_sheet: PrintSheet) -> None:
    """Each sheet is set, most of them for other tests too; those of Sakura in a thorough run."""
    sizes = {sheet.id: len(print_sheet(sheet.id).content) for sheet in SHEETS}
    if THOROUGH:
        for sheet in SHEETS:
            if sheet.is_for(get_rule_set("sakura")) and not sheet.needs_game:
                size = len(print_sheet(sheet.id, rules="sakura").content)
                sizes[sheet.id] = max(sizes[sheet.id], size)
    large = {
        sheet: len(print_sheet(sheet, paper="a4", up="4").content)
        for sheet in ("yaku-card", "newcomer-card", "score-pad")
    }
    assert {each: size for each, size in sizes.items() if size > LIMITS.get(each, 40) * KB} == {}
    assert {
        each: size for each, size in large.items() if size > (70 if each == "yaku-card" else 40) * KB
    } == {}
