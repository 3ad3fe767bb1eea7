"""The house rules of a table, with lines to sign."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from companion.printing.orders import Order
from companion.printing.papers import make_flow_style, split_page
from companion.printing.printed_game import PrintedGame
from companion.printing.rule_sheet import AgreedOption, list_agreed
from companion.printing.words import say_deck, say_goal, say_points
from companion.reference.rulings import (
    Ruling,
    find_rulings,
    get_chosen,
    get_readings,
    is_in_force,
    name_game,
)
from companion.reference.search_entries import ADDRESSES
from companion.rules import Method, Options, RuleSet, parse_options

_SIGNING_LINES = 4
# What makes room on one page: three lines to sign beside each other, smaller text, closer rows.
_NARROW_LINES = ".line{width:30%;margin-right:3%}"
_SMALL_TEXT = "html{font-size:8pt;line-height:1.25}"
_CLOSE_ROWS = "th,td{padding-block:.3mm}.value{padding-block:.2mm}h2{margin:1.6mm 0 .4mm}"
_TIGHTER = (
    _NARROW_LINES,
    _NARROW_LINES + _SMALL_TEXT,
    _NARROW_LINES + _SMALL_TEXT + _CLOSE_ROWS,
)
# A line to write on, in a row of words.
BLANK = "________"


def describe_house_rules(order: Order) -> dict[str, Any]:
    """The data of the template: every option with its values, the chosen ones ticked.

    Without a game the table ticks them. With a game the sheet also lists open questions.
    """
    rule_set, options = order.rule_set, order.options
    # An order that chooses nothing is a blank sheet to tick.
    is_agreed = order.game is not None or options != parse_options(rule_set, {})
    method = rule_set.get_method(options.method)
    agreed = [
        *list_methods(rule_set, method),
        *list_lengths(rule_set, options, is_agreed),
        *[each for each in list_agreed(rule_set, options) if not is_agreed or is_in_force(each.id, method)],
    ]
    besides, still_open = list_besides(order, is_agreed)
    return {
        "style": make_flow_style(split_page(order.paper, 1, is_wide=False), f"House rules · {rule_set.name}"),
        "is_agreed": is_agreed,
        "deck": say_deck(rule_set, order.deck),
        "agreed": agreed,
        "silent": list_silent_options(rule_set),
        "besides": besides,
        "open": still_open,
        "bonuses": method.settlement.yaku_words,
        "yaku": [
            (yaku, say_points(yaku), yaku.id in options.yaku)
            for yaku in rule_set.yaku
            if rule_set.presets or not is_agreed or yaku.id in options.yaku
        ],
        "signers": order.players or order.sides if any(order.sides) else ("",) * _SIGNING_LINES,
        "rulings": _find_rulings_page(order.game),
        "is_small": order.paper.id == "a5",
        "tighter": () if order.paper.id == "a5" else _TIGHTER,
        "page_limit": 1,
    }


def _find_rulings_page(game: PrintedGame | None) -> str:
    """The address of the rulings where the game is kept; empty where it is not."""
    if game is None or not game.address:
        return ""
    place = urlsplit(game.address)
    return f"{place.scheme}://{place.netloc}{ADDRESSES['ruling'].rstrip('/')}"


def list_methods(rule_set: RuleSet, method: Method) -> list[AgreedOption]:
    """The ways of scoring a round, where there are several."""
    if len(rule_set.methods) == 1:
        return []
    values = tuple((f"{each.id}, {each.name}", each.id == method.id) for each in rule_set.methods)
    is_usual = method is rule_set.methods[0]
    return [AgreedOption("method", "Method", values, method.name, is_usual, method.provenance.label)]


def list_lengths(rule_set: RuleSet, options: Options, is_agreed: bool) -> list[AgreedOption]:
    """The lengths of a game that is agreed by its number of rounds: those on offer, that chosen, a target."""
    length = rule_set.length
    if length is None:
        return []
    counts = dict.fromkeys([*length.offered, *([options.rounds] if options.rounds else [])])
    is_other = options.target is not None and options.target not in length.targets
    values = [(f"{count} rounds", count == options.rounds) for count in counts]
    values += [(f"a target: {target}", target == options.target) for target in length.targets]
    other = options.target if is_agreed and is_other else BLANK
    values.append((f"a{'nother' if length.targets else ''} target: {other}", is_other))
    is_usual = options.rounds == length.rounds
    label = length.provenance.label
    return [AgreedOption("length", "Length of the game", tuple(values), say_goal(options), is_usual, label)]


def list_silent_options(rule_set: RuleSet) -> dict[str, list[str]]:
    """The addresses of the rulings on options where the booklet is silent."""
    found: dict[str, list[str]] = {}
    for ruling in find_rulings(rule_set_id=rule_set.id):
        if ruling.label == "silent" and ruling.house is not None and not ruling.house.is_table:
            found.setdefault(ruling.house.option, []).append(say_address(ruling, rule_set))
    return found


def list_besides(order: Order, is_agreed: bool) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rulings that change no score: those to tick or adopted, and those still open in a game.

    An open one says what applies meanwhile. Where there is nothing to choose, as after an accident, the
    ruling is advice and not listed.
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
        elif is_agreed and house is not None and ruling.label == "silent":
            meanwhile = next(words for value, words in readings if value == chosen)
            still_open.append(known | {"meanwhile": f"{meanwhile}."})
    return besides, still_open


def say_address(ruling: Ruling, rule_set: RuleSet) -> str:
    """The permanent address of a ruling as this game has it, without the host."""
    game = name_game(ruling.id, rule_set.id)
    return ADDRESSES["ruling"] + ruling.id + (f"?game={game}" if game else "")
