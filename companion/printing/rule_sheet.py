"""The rule sheet: the whole game on two pages, with the options of the table."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.printing.columns import get_signs, get_yaku_in_play
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.yaku_card import fit_shelves, make_shelf_style, say_values
from companion.reference.rulings import find_rulings, get_readings, is_in_force
from companion.rules import Method, Option, Options, RuleSet, parse_entry, parse_options, score_round

_GRID_SHARE = 0.83
_SILENT_COUNT = 5


class AgreedOption(NamedTuple):
    """An option with its values, the chosen one marked."""

    id: str
    title: str
    values: tuple[tuple[str, bool], ...]
    chosen: str
    is_usual: bool
    label: str


def list_agreed(rule_set: RuleSet, options: Options) -> list[AgreedOption]:
    return [_agree(option, options) for option in rule_set.options]


def _agree(option: Option, options: Options) -> AgreedOption:
    chosen = options.choice(option.id)
    return AgreedOption(
        option.id,
        option.title,
        tuple((words, value == chosen) for value, words in option.values),
        option.get_words(chosen if chosen is not None else option.default),
        chosen == option.default,
        option.provenance.label,
    )


def list_seats(rule_set: RuleSet) -> list[dict[str, Any]]:
    """The rows of the deal table: a deal, and its possible sides."""
    return [
        {
            "deal": deal,
            "sides": " or ".join(_say_sides(deal.players, count) for count in rule_set.sides[deal.players]),
        }
        for deal in rule_set.deals
    ]


def _say_sides(players: int, sides: int) -> str:
    return f"{players} alone" if players == sides else f"{sides} teams of {players // sides}"


def score_example(rule_set: RuleSet, method: str) -> dict[str, Any]:
    """A round of three sides, scored by a method; the third has the first yaku of the rule set."""
    options = parse_options(rule_set, {"method": method, "yaku": [rule_set.yaku[0].id]})
    names = ["Ann", "Ben", "Cem"]
    points = {
        name: {"card_points": captured, "yaku": []}
        for name, captured in zip(names, (95, 85, 60), strict=True)
    }
    points["Cem"]["yaku"] = [rule_set.yaku[0].id]
    breakdown = score_round(rule_set, options, parse_entry({"points": points}, rule_set, names))
    return {"sides": breakdown.sides, "yaku": rule_set.yaku[0]}


def list_silent(order: Order) -> list[dict[str, Any]]:
    """The first things that the booklet leaves to the table: question, verdict, and what was agreed."""
    found = []
    for ruling in find_rulings(rule_set_id=order.rule_set.id):
        if ruling.label != "silent" or ruling.house is None or not ruling.house.is_table:
            continue
        chosen = dict(order.options.house_rules).get(ruling.house.option)
        words = next((words for value, words in get_readings(ruling, order.rule_set) if value == chosen), "")
        found.append({"question": ruling.question, "verdict": ruling.verdict, "agreed": words})
    # What this table agreed comes first.
    return sorted(found, key=lambda each: not each["agreed"])[:_SILENT_COUNT]


def describe_rule_sheet(order: Order) -> dict[str, Any]:
    """The data of the template: text on the first page, bonuses on the second."""
    cell = split_page(order.paper, 1, is_wide=False)
    return {
        "style": make_page_style(cell)
        + make_bonus_style(order, cell.inner_width_mm, cell.inner_height_mm * _GRID_SHARE),
        "sheets": ("common/yaku.css", "common/rules.css"),
        **describe_rules(order),
    }


def make_bonus_style(order: Order, width_mm: float, height_mm: float) -> str:
    """The sizes of the bonuses, with the largest pictures that fit."""
    yaku = get_yaku_in_play(order.rule_set, order.options)
    name_pt = 8.0 if width_mm > 150 else 6.5
    return make_shelf_style(fit_shelves(yaku, width_mm, height_mm, name_pt, gap_mm=2.0))


def list_fixed(rule_set: RuleSet, method: Method) -> dict[str, list[tuple[int, int]]]:
    """The figures that are the same for every side, by head: numbers of sides and points."""
    found: dict[str, list[tuple[int, int]]] = {}
    for count in rule_set.side_counts:
        for figure, points in method.settlement.list_fixed(rule_set.deck_points, count):
            found.setdefault(figure.head, []).append((count, points))
    return found


def describe_rules(order: Order) -> dict[str, Any]:
    """The rules for the templates: tables, examples, options."""
    rule_set = order.rule_set
    yaku = get_yaku_in_play(rule_set, order.options)
    signs = get_signs(rule_set)
    method = rule_set.get_method(order.options.method)
    agreed = list_agreed(rule_set, order.options)
    is_agreed = order.game is not None or any(not each.is_usual for each in agreed)
    if is_agreed:
        agreed = [each for each in agreed if is_in_force(each.id, method)]
    return {
        "rules": rule_set,
        "seats": list_seats(rule_set),
        "values": say_values(rule_set),
        "method": method,
        "fixed": {method.id: list_fixed(rule_set, method) for method in rule_set.methods},
        "examples": {method.id: score_example(rule_set, method.id) for method in rule_set.methods},
        "agreed": agreed,
        "yaku": yaku,
        "signs": signs,
        "declared": "".join(signs[each.id] for each in yaku if each.is_declared),
        "presets": rule_set.presets,
        "silent": list_silent(order),
        "is_agreed": is_agreed,
    }
