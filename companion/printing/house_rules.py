"""The house rules of a table, with lines to sign."""

from __future__ import annotations

from typing import Any

from companion.printing.orders import Order
from companion.printing.papers import make_flow_style, split_page
from companion.printing.rule_sheet import AgreedOption, list_agreed
from companion.reference.rulings import (
    Ruling,
    find_rulings,
    get_chosen,
    get_readings,
    is_in_force,
    name_game,
)
from companion.reference.search_entries import KINDS
from companion.rules import RuleSet

_SIGNING_LINES = 4


def describe_house_rules(order: Order) -> dict[str, Any]:
    """The data of the template: every option with its values, the chosen ones ticked.

    Without a game the table ticks them. With a game the sheet also lists open questions.
    """
    rule_set, options = order.rule_set, order.options
    is_agreed = order.game is not None
    method = rule_set.get_method(options.method)
    agreed = [
        AgreedOption(
            "method",
            "Method",
            tuple((f"{each.id}, {each.name}", each.id == method.id) for each in rule_set.methods),
            method.name,
            method is rule_set.methods[0],
            method.provenance.label,
        ),
        *[each for each in list_agreed(rule_set, options) if not is_agreed or is_in_force(each.id, method)],
    ]
    besides, still_open = list_besides(order, is_agreed)
    return {
        "style": make_flow_style(split_page(order.paper, 1, is_wide=False), f"House rules · {rule_set.name}"),
        "is_agreed": is_agreed,
        "agreed": agreed,
        "silent": list_silent_options(rule_set),
        "besides": besides,
        "open": still_open,
        "yaku": [(yaku, yaku.id in options.yaku) for yaku in rule_set.yaku],
        "signers": order.players or order.sides if any(order.sides) else ("",) * _SIGNING_LINES,
        "is_small": order.paper.id == "a5",
        "is_tight": order.paper.id == "letter",
    }


def list_silent_options(rule_set: RuleSet) -> dict[str, list[str]]:
    """The addresses of the rulings on options where the booklet is silent."""
    found: dict[str, list[str]] = {}
    for ruling in find_rulings(rule_set_id=rule_set.id):
        if ruling.label == "silent" and ruling.house is not None and not ruling.house.is_table:
            found.setdefault(ruling.house.option, []).append(say_address(ruling, rule_set))
    return found


def list_besides(order: Order, is_agreed: bool) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rulings that change no score: those to tick or adopted, and those still open in a game.

    An open one says what applies meanwhile.
    """
    besides, still_open = [], []
    adopted = dict(order.options.house_rules)
    for ruling in find_rulings(rule_set_id=order.rule_set.id):
        readings = get_readings(ruling, order.rule_set)
        house = ruling.house
        if house is not None and not house.is_table:
            continue
        chosen = get_chosen(ruling, order.options)
        known = {"question": ruling.question, "address": say_address(ruling, order.rule_set)}
        if house is not None and (not is_agreed or house.option in adopted):
            besides.append(known | {"values": [(words, value == chosen) for value, words in readings]})
        elif is_agreed and ruling.label == "silent":
            meanwhile = next((words for value, words in readings if value == chosen), "")
            still_open.append(known | {"meanwhile": meanwhile})
    return besides, still_open


def say_address(ruling: Ruling, rule_set: RuleSet) -> str:
    """The permanent address of a ruling as this game has it, without the host."""
    game = name_game(ruling.id, rule_set.id)
    return KINDS["ruling"].address + ruling.id + (f"?game={game}" if game else "")
