"""How large the PDFs are: what a phone sends to a printer."""

from companion.printing import SHEETS
from tests.printing.conftest import THOROUGH, PrintSheet

KB = 1024
LIMITS = {
    "booklet": 250,
    "evening-set": 500,
    # 48 and 33 different pictures, with their names or two pages of text.
    "deck-guide": 70,
    "rule-sheet": 80,
    # Front and back, with their tags.
    "player-card": 75,
}


def test_a_sheet_is_small(print_sheet: PrintSheet) -> None:
    """Each sheet is set, most of them for other tests too; those of Sakura in a thorough run."""
    sizes = {sheet.id: len(print_sheet(sheet.id).content) for sheet in SHEETS}
    if THOROUGH:
        for sheet in SHEETS:
            if not sheet.needs_game:
                size = len(print_sheet(sheet.id, rules="sakura").content)
                sizes[sheet.id] = max(sizes[sheet.id], size)
    assert {each: size for each, size in sizes.items() if size > LIMITS.get(each, 40) * KB} == {}
