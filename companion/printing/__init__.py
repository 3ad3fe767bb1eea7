"""Sheets on paper: the list of sheets, orders, and the press that makes PDFs.

    order = parse_order("score-pad", {"name": ["Ann", "Ben"], "paper": "a5"})
    printed = press.set(compose(order))        # printed.content, printed.page_count

A child process loads WeasyPrint for the first sheet (`press`, `child`, `setter`), so the app stays small and
runs even where printing does not work. The HTML and CSS of each sheet are in `printables/`.
"""

from companion.printing.child import set_job
from companion.printing.compose import compose
from companion.printing.fonts import find_fonts_folder, find_unset, has_room
from companion.printing.game_picture import compose_picture
from companion.printing.job import MISSING_SECONDS, CannotPrint, Job, Printed
from companion.printing.orders import WORDS, Order, PrintedGame, list_words, parse_order, score_for_print
from companion.printing.papers import LARGE_PAPERS, PAPERS, get_paper
from companion.printing.press import Press
from companion.printing.sheet_list import (
    MOVED,
    SHEETS,
    Sheet,
    get_sheet,
    list_sheets,
    read_miniature,
)

__all__ = [
    "LARGE_PAPERS",
    "MISSING_SECONDS",
    "MOVED",
    "PAPERS",
    "SHEETS",
    "WORDS",
    "CannotPrint",
    "Job",
    "Order",
    "Press",
    "Printed",
    "PrintedGame",
    "Sheet",
    "compose",
    "compose_picture",
    "find_fonts_folder",
    "find_unset",
    "get_paper",
    "get_sheet",
    "has_room",
    "list_sheets",
    "list_words",
    "parse_order",
    "read_miniature",
    "score_for_print",
    "set_job",
]
