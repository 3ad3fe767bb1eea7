"""The table tent: a sheet folded to stand on the table, with the code that leads phones to the game.

Two faces stand back to back, the upper one printed upside down; the strip below them is the foot, to glue or
clip to the other edge.
"""

from typing import Any

from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.rules import get_scorer


def describe_table_tent(order: Order) -> dict[str, Any]:
    """The data of the template. Without an address there is a line to write one on."""
    address = order.game.address if order.game is not None else ""
    return {
        "style": make_page_style(split_page(order.paper, 1, is_wide=False), is_full=True),
        "address": address,
        "shown": address.partition("//")[2],
        "bonuses": get_scorer(order.rule_set, order.options).settlement.yaku_words,
    }
