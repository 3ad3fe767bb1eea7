"""The evening set: all that a table needs, in one PDF, in the order to print."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from companion.printing.job import Backs
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.score_pad import count_usual_pages
from companion.printing.sheet_list import get_sheet
from companion.rules import get_scorer


class Part(NamedTuple):
    """A sheet of the set: its order, what to do with it, and which of its pages have a blank back."""

    order: Order
    words: str
    backs: Backs = "last"


def list_parts(order: Order) -> list[Part]:
    """The sheets that this table needs."""
    options = order.options
    found = [_make_part(order, "rule-sheet", "On both sides, for the middle of the table.")]
    if options.yaku:
        found.append(_make_part(order, "yaku-card", "Four cards to cut, one for each player …", "none"))
        found.append(
            _make_part(order, "newcomer-card", "… and their backs, turned on the long edge.", "none")
        )
    else:
        found.append(_make_part(order, "newcomer-card", "Four cards to cut.", "each"))
    if get_scorer(order.rule_set, options).declared_ids:
        words = "Yaku to announce: cards to tick, tokens to cut."
        found.append(_make_part(order, "declarations", words, "each"))
    found.append(_make_part(order, choose_pad(order), "As many more as the evening has games."))
    found.append(_make_part(order, "month-strip", "Strips to cut, for the edge of the table.", "each"))
    found.append(_make_part(order, "house-rules", "To tick and to sign before the first deal."))
    if order.game is not None and order.game.address:
        found.append(_make_part(order, "table-tent", "To fold: phones follow the game by its code.", "each"))
    return found


def choose_pad(order: Order) -> str:
    """The pad that holds a game on fewer pages: the column pad for many sides."""
    if not get_sheet("column-pad").is_for(order.rule_set):
        return "score-pad"
    pages = count_usual_pages(order.rule_set.id, order.paper.id)
    is_long = pages.get(len(order.sides), 1) > 1 or (not pages and len(order.sides) > 3)
    return "column-pad" if is_long else "score-pad"


def _make_part(order: Order, sheet_id: str, words: str, backs: Backs = "last") -> Part:
    sheet = get_sheet(sheet_id)
    return Part(replace(order, sheet=sheet, up=sheet.usual_up), words, backs)


def describe_evening_set(order: Order) -> dict[str, Any]:
    """The data of the template of the first page; the sheets of `orders` follow it."""
    parts = list_parts(order)
    return {
        "style": make_page_style(split_page(order.paper, 1, is_wide=False)),
        "listed": [(part.order.sheet.title, part.words) for part in parts],
        "orders": [(part.order, part.backs) for part in parts],
    }
