"""The evening set: all that a table needs, in one PDF, in the order to print.

The house rules are on the back of the list that comes first, the deck guide is behind the pad. Rule sheet,
cards, pad and tent begin on a front, so that it is right on printers of one side and of both.
"""

from dataclasses import replace
from typing import Any

from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.player_card import count_players, get_card_cell
from companion.printing.sheet_list import get_sheet

# A sheet, what to do with it, and whether what follows begins on a front.
_PARTS: tuple[tuple[str, str, bool], ...] = (
    ("house-rules", "To sign before the first deal; on the back of this list.", True),
    ("rule-sheet", "On both sides, for the middle of the table.", True),
    (
        "player-card",
        "{cards} to cut, for {players} players; their backs follow.",
        False,
    ),
    ("score-pad", "Usually a whole game; print it again for each further one.", False),
    ("deck-guide", "Every card by its month, and what it counts.", True),
    ("table-tent", "To fold: phones follow the game by its code.", False),
)


def list_parts(order: Order) -> list[tuple[Order, bool, str]]:
    """The sheets that this table needs: their orders, whether they fill their leaves, and their words."""
    players, (columns, rows) = count_players(order), get_card_cell(order).grid
    return [
        (
            replace(order, sheet=get_sheet(sheet_id), is_of_set=True),
            fills,
            words.format(players=players, cards=-(-players // (columns * rows)) * columns * rows),
        )
        for sheet_id, words, fills in _PARTS
        if not get_sheet(sheet_id).needs_link or (order.game and order.game.address)
    ]


def describe_evening_set(order: Order) -> dict[str, Any]:
    """The data of the template of the first page; the sheets of `orders` follow it."""
    parts = list_parts(order)
    return {
        "style": make_page_style(split_page(order.paper, 1, is_wide=False), is_full=True),
        "listed": [(part.sheet.title, words) for part, _, words in parts],
        "orders": [(part, fills) for part, fills, _ in parts],
    }
