"""The pages of the booklet: cover, rules, bonuses, rulings."""

from __future__ import annotations

from typing import Any

from companion.cards import CHERRY_CURTAIN, PINE_CRANE, SUSUKI_MOON
from companion.printing.orders import Order
from companion.printing.papers import Paper, make_flow_style, split_page, write_css_text
from companion.printing.rule_sheet import describe_rules, fit_bonuses
from companion.printing.yaku_card import make_shelf_style
from companion.reference.rulings import SECTIONS, find_rulings

_MARGIN_MM, _FOOT_MM = 10, 15
# Text sizes, tried in order: the largest that needs the fewest sheets is taken.
_TEXT_PT = (8.5, 8.2, 7.9, 7.6, 7.3)
# The rules take about a share × (size in pt)² ÷ (width in mm) mm of height: larger text is wider and higher.
# With the bonuses they fill some pages; the slack is for breaks between these.
_RULES_SHARE, _SLACK_MM, _PAGES = 455.0, 16.0, 2
# Rulings that the pages before them have said.
_SAID_BEFORE = ("how-to-play", "deal", "values", "method-a", "method-b", "floor", "which-yaku", "labels")
# What the label of a ruling says.
_KEY = {
    "rulebook": "the rules say so",
    "inferred": "it follows from them",
    "silent": "they do not say",
    "tradition": "a custom",
    "house": "our advice",
}
_RACE_SHARE, _RACE_SLACK_MM, _RACE_PAGES = 540.0, 30.0, 3


def describe_booklet(order: Order) -> dict[str, Any]:
    """The data of the template. A page is half a sheet."""
    sheet = order.paper
    half = Paper("half", "half a page", sheet.height_mm / 2, sheet.width_mm)
    cell = split_page(half, 1, is_wide=False)
    rulings = [each for each in find_rulings(rule_set_id=order.rule_set.id) if each.id not in _SAID_BEFORE]
    return {
        "style": make_flow_style(cell, order.rule_set.name)
        + _make_left_style(order.rule_set.name)
        + _make_text_style(order, half, _TEXT_PT[0]),
        "labels": _KEY,
        "tighter": tuple(_make_text_style(order, half, text_pt) for text_pt in _TEXT_PT[1:]),
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


def _make_left_style(name: str) -> str:
    """Left pages have their numbers at the left, away from the fold."""
    return (
        '@page :left{@bottom-left{content:counter(page) " / " counter(pages)}'
        f"@bottom-right{{content:{write_css_text(name)}}}}}"
    )


def _make_text_style(order: Order, page: Paper, text_pt: float) -> str:
    """The text size, and the size of the bonuses, which fill the last page of the rules."""
    share, slack_mm, pages = (
        (_RULES_SHARE, _SLACK_MM, _PAGES)
        if order.rule_set.race is None
        else (_RACE_SHARE, _RACE_SLACK_MM, _RACE_PAGES)
    )
    width_mm, height_mm = page.width_mm - 2 * _MARGIN_MM, page.height_mm - _MARGIN_MM - _FOOT_MM
    free_mm = pages * height_mm - share * text_pt**2 / width_mm - slack_mm
    shelves = fit_bonuses(order, width_mm, free_mm, may_move=False)
    return make_shelf_style(shelves) + f":root{{--text:{text_pt:g}pt}}"
