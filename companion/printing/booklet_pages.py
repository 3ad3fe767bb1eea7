"""The pages of the booklet: cover, rules, bonuses, and the rulings that concern the game."""

from __future__ import annotations

from typing import Any

from companion.cards import CHERRY_CURTAIN, PINE_CRANE, SUSUKI_MOON
from companion.printing.orders import Order
from companion.printing.papers import Paper, make_flow_style, share_out
from companion.printing.rule_sheet import describe_rules, make_bonus_style
from companion.reference.rulings import SECTIONS, find_rulings

_MARGIN_MM = 10


def describe_booklet(order: Order) -> dict[str, Any]:
    """What the template of the booklet shows, on pages of half a sheet."""
    sheet = order.paper
    half = Paper("half", "half a page", sheet.height_mm / 2, sheet.width_mm)
    cell = share_out(half, 1, is_wide=False)
    rulings = find_rulings(rule_set_id=order.rule_set.id)
    return {
        "style": make_flow_style(cell, order.rule_set.name)
        + make_bonus_style(order, half.width_mm - 2 * _MARGIN_MM, (half.height_mm - 66) / 0.83),
        "sheets": ("common/yaku.css", "common/rules.css"),
        "fold_mm": (sheet.height_mm, sheet.width_mm),
        "cover": (CHERRY_CURTAIN, SUSUKI_MOON, PINE_CRANE),
        "rulings": [
            (title, [ruling for ruling in rulings if ruling.section == section])
            for section, title in SECTIONS.items()
            if any(ruling.section == section for ruling in rulings)
        ],
        **describe_rules(order),
    }
