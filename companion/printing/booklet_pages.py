"""The pages of the booklet: cover, rules, bonuses, rulings."""

from typing import Any

from companion.cards import CHERRY_CURTAIN, PINE_CRANE, SUSUKI_MOON
from companion.printing.orders import Order
from companion.printing.papers import PAGE_NUMBER, Paper, make_flow_style, split_page, write_css_text
from companion.printing.rule_sheet import describe_rules
from companion.reference.rulings import SECTIONS, find_rulings

# Rulings that the pages before them have said.
_SAID_BEFORE = ("how-to-play", "deal", "values", "method-a", "method-b", "floor", "which-yaku", "labels")
# What the label of a ruling says.
_KEY = {
    "rulebook": "the rules say so",
    "inferred": "it follows from them",
    "silent": "they do not say",
    "tradition": "a custom",
    "variant": "played by some tables",
    "house": "our advice",
}


def describe_booklet(order: Order) -> dict[str, Any]:
    """The data of the template. A page is half a sheet."""
    sheet, name = order.paper, order.rule_set.name
    half = Paper("half", "half a page", sheet.height_mm / 2, sheet.width_mm)
    rulings = [each for each in find_rulings(played=order.rule_set) if each.id not in _SAID_BEFORE]
    return {
        # Left pages have their numbers at the left, away from the fold.
        "style": make_flow_style(split_page(half, 1, is_wide=False), name)
        + f"@page :left{{@bottom-left{{{PAGE_NUMBER}}}@bottom-right{{content:{write_css_text(name)}}}}}",
        "labels": _KEY,
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
