"""The evening set: all that a table needs, in one PDF, in the order to print.

A list of the sheets comes first, with a blank back. Each sheet begins on a front, what is cut has blank backs
and player cards have their own, so that it is right on printers of one side and of both.
"""

from dataclasses import replace
from typing import Any

from companion.printing.job import Backs
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.player_card import count_players, get_card_cell
from companion.printing.sheet_list import get_sheet

# A sheet, what to do with it, and which of its pages have a blank back. The deck guide is its strip.
_PARTS: tuple[tuple[str, str, Backs], ...] = (
    ("rule-sheet", "On both sides, for the middle of the table.", "last"),
    (
        "player-card",
        "{cards} to cut, for {players} players; their backs follow.",
        "none",
    ),
    ("score-pad", "Usually a whole game; print it again for each further one.", "last"),
    ("deck-guide", "Strips to cut, for the edge of the table.", "each"),
    ("house-rules", "To sign before the first deal.", "last"),
    ("table-tent", "To fold: phones follow the game by its code.", "each"),
)


def list_parts(order: Order) -> list[tuple[Order, Backs, str]]:
    """The sheets that this table needs: their orders, backs and words."""
    players, (columns, rows) = count_players(order), get_card_cell(order).grid
    return [
        (
            # All sheets go by the same rules: none invites to tick others.
            replace(order, sheet=get_sheet(sheet_id), is_strip=sheet_id == "deck-guide", is_agreed=True),
            backs,
            words.format(players=players, cards=-(-players // (columns * rows)) * columns * rows),
        )
        for sheet_id, words, backs in _PARTS
        if not get_sheet(sheet_id).needs_link or (order.game and order.game.address)
    ]


def describe_evening_set(order: Order) -> dict[str, Any]:
    """The data of the template of the first page; the sheets of `orders` follow it."""
    parts = list_parts(order)
    return {
        "style": make_page_style(split_page(order.paper, 1, is_wide=False), is_full=True),
        "listed": [(part.sheet.title, words) for part, _, words in parts],
        "orders": [(part, backs) for part, backs, _ in parts],
    }
