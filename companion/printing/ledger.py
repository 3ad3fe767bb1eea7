"""The ledger: a row for each game of a table, with the points and who has won how many games so far.

With a date at its head it is an evening's; without one it is a season's, and each row has a date.
"""

from typing import Any

from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.words import say_goal

# More sides need a wide page.
_NARROW_SIDES = 4
# The rows for games, each at least 8 mm high: on A4, on Letter, on a wide page.
_ROWS, _WIDE_ROWS = {"a4": 24, "letter": 22}, 14
# Where long names make the head high, the last rows go, three at a time.
_FEWER = tuple(f".game:nth-last-child(-n+{2 + count}){{display:none}}" for count in (3, 6, 9))


def describe_ledger(order: Order) -> dict[str, Any]:
    """The data of the template."""
    is_wide = len(order.sides) > _NARROW_SIDES
    return {
        "style": make_page_style(split_page(order.paper, 1, is_wide=is_wide)),
        "rows": _WIDE_ROWS if is_wide else _ROWS[order.paper.id],
        "goal": say_goal(order.options),
        "sides": [{"letter": "ABCDEFG"[number], "name": name} for number, name in enumerate(order.sides)],
        "has_names": any(order.sides),
        "tighter": _FEWER,
        "page_limit": 1,
    }
