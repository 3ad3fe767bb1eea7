"""The house rules of a table, with lines to sign."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urljoin

from companion.printing.orders import Order
from companion.printing.papers import make_flow_style, split_page
from companion.printing.rule_sheet import describe_option
from companion.printing.words import say_deck, say_default, say_kinds, say_points
from companion.reference import (
    RULINGS_PAGE,
    find_rulings,
    get_chosen,
    get_readings,
    is_in_force,
    list_changed_figures,
    say_address,
)
from companion.rules import Options, RuleSet, group

# So many questions stand first: what a round is worth and how long the game is, then these options.
_FIRST_COUNT = 5
_FIRST = (
    "gaji",
    "declare",
    "go",
    "few-chaff",
    "cup",
    "viewing",
    "month-cards",
    "payment",
    "leftover",
    "basa",
    "dealer",
)
# Lines closer together, then smaller text, where one large page or two small ones would not hold it.
_TIGHTER = tuple(
    f"html{{font-size:{pt}pt;line-height:1.15}}.first{{font-size:100%}}.value{{padding-block:.2mm}}"
    for pt in (8.5, 8, 7)
)
# A line to write on, in a row of words.
BLANK = "________"


class Question(NamedTuple):
    """What a table agrees on: its readings, each with whether it was chosen, and its rulings."""

    title: str
    readings: Sequence[tuple[str, bool]]
    addresses: Sequence[str] = ()


def describe_house_rules(order: Order) -> dict[str, Any]:
    """The data of the template: what a first evening needs, then the rest, the chosen readings ticked.

    Where nobody chose anything the table ticks them. Else the sheet also lists open questions.
    """
    rule_set, options, questions = order.rule_set, order.options, list_questions(order)
    besides, still_open = list_besides(order)
    return {
        "style": make_flow_style(split_page(order.paper, 1, is_wide=False), f"House rules · {rule_set.name}"),
        "deck": say_deck(rule_set, order.deck),
        "kinds": say_kinds(rule_set),
        "changes": list_changed_figures(rule_set),
        "first": questions[:_FIRST_COUNT],
        "further": [*questions[_FIRST_COUNT:], *besides],
        "open": still_open,
        "yaku": [
            (yaku, say_points(yaku), yaku.id in options.yaku, yaku.unless and yaku.spoilers)
            for yaku in rule_set.yaku
            if rule_set.presets or not order.stands or yaku.id in options.yaku
        ],
        "signers": order.players or order.sides,
        # Their address where the game is kept.
        "rulings": urljoin(order.game.address, RULINGS_PAGE) if order.game and order.game.address else "",
        "tighter": _TIGHTER,
        "page_limit": 2 if order.paper.id == "a5" else 1,
    }


def list_questions(order: Order) -> list[Question]:
    """Method, length, bonuses and the options; what a first evening needs comes first."""
    rule_set, options, stands = order.rule_set, order.options, order.stands
    method, settled = rule_set.get_method(options.method), order.settled if stands else ()
    found = [_ask_length(rule_set, options, stands)]
    if len(rule_set.methods) > 1:
        values = [(f"{each.id}, {each.name}", stands and each is method) for each in rule_set.methods]
        found.insert(0, Question("How a round is scored", values))
    if rule_set.presets:
        values = [(each.words, stands and each.id == options.preset) for each in rule_set.presets]
        found.append(Question(f"{method.settlement.yaku_words} that count", values))
    silent = group(
        (ruling.house.option, say_address(ruling, rule_set))
        for ruling in find_rulings(played=rule_set)
        if ruling.label == "silent" and ruling.house is not None and not ruling.house.is_table
    )
    in_force = [each for each in rule_set.options if not stands or is_in_force(each.id, method)]
    for option in sorted(in_force, key=lambda each: (*_FIRST, each.id).index(each.id)):
        said = describe_option(option, options)
        offered = _mark(said["offered"], said["usual"], option in settled)
        found.append(Question(option.title, offered, silent.get(option.id, ())))
    return found


def _mark(readings: list[tuple[str, bool]], usual: str, is_settled: bool) -> list[tuple[str, bool]]:
    """The readings; those to tick with a mark at the default: whose it is."""
    if is_settled:
        return readings
    return [(f"{words} ({usual})" if chosen else words, False) for words, chosen in readings]


def _ask_length(rule_set: RuleSet, options: Options, stands: bool) -> Question:
    """The lengths on offer and that chosen: numbers of rounds and targets."""
    length = rule_set.length
    usual = [each.target for each in rule_set.methods if each.target] if length is None else length.targets
    counts = dict.fromkeys([*length.offered, *([options.rounds] if options.rounds else [])]) if length else ()
    is_other = options.target is not None and options.target not in usual
    values = [(f"{count} rounds", count == options.rounds) for count in counts]
    values += [(f"a target of {target}", target == options.target) for target in usual]
    values.append((f"a target of {options.target if stands and is_other else BLANK}", is_other))
    return Question("Length of the game", [(words, stands and chosen) for words, chosen in values])


def list_besides(order: Order) -> tuple[list[Question], list[Question]]:
    """The rulings that change no score: those to tick or adopted, and those still open in a game.

    Of an open one the reading that applies meanwhile is the chosen one. Where there is nothing to choose, as
    after an accident, the ruling is advice and not listed.
    """
    besides, still_open = [], []
    for ruling in find_rulings(played=order.rule_set):
        house = ruling.house
        if house is None or not house.is_table:
            continue
        chosen = get_chosen(ruling, order.options)
        readings = [(words, value == chosen) for value, words in get_readings(ruling, order.rule_set)]
        question = Question(
            ruling.question,
            _mark(readings, say_default(ruling.label), order.is_agreed),
            [say_address(ruling, order.rule_set)],
        )
        if not order.is_agreed or house.option in dict(order.options.house_rules):
            besides.append(question)
        elif ruling.label == "silent":
            still_open.append(question)
    return besides, still_open
