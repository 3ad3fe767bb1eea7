"""The house rules of a table: what was agreed, and a line for everyone to sign."""

from __future__ import annotations

from typing import Any

from companion.printing.orders import Order
from companion.printing.papers import make_flow_style, share_out
from companion.printing.rule_sheet import AgreedOption, list_agreed
from companion.reference.rulings import get_chosen, get_readings, load_rulings

_SIGNING_LINES = 4


def describe_house_rules(order: Order) -> dict[str, Any]:
    """What the template of the house rules shows: every option with its values, the chosen ones ticked.

    Without a game the boxes are for the table to tick.
    """
    rule_set, options = order.rule_set, order.options
    is_agreed = order.game is not None
    method = rule_set.get_method(options.method)
    agreed = [
        AgreedOption(
            "Method",
            tuple((f"{each.id}, {each.name}", each.id == method.id) for each in rule_set.methods),
            method.name,
            method is rule_set.methods[0],
            method.provenance.label,
        ),
        *list_agreed(rule_set, options),
    ]
    besides = []
    for ruling in load_rulings().values():
        readings = get_readings(ruling, rule_set)
        if ruling.house is None or not ruling.house.is_table or not readings:
            continue
        if is_agreed and ruling.house.option not in dict(options.house_rules):
            continue
        chosen = get_chosen(ruling, options)
        besides.append(
            {
                "question": ruling.question,
                "values": [(words, value == chosen) for value, words in readings],
            }
        )
    return {
        "style": make_flow_style(share_out(order.paper, 1, is_wide=False), f"House rules · {rule_set.name}"),
        "is_agreed": is_agreed,
        "agreed": agreed,
        "besides": besides,
        "yaku": [(yaku, yaku.id in options.yaku) for yaku in rule_set.yaku],
        "signers": order.players or order.sides if any(order.sides) else ("",) * _SIGNING_LINES,
        "is_small": order.paper.id == "a5",
        "is_tight": order.paper.id == "letter",
    }
