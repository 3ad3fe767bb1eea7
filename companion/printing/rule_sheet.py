"""The rule sheet: the whole game on two pages, with the options of the table."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.printing.columns import get_signs, get_yaku_in_play
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.words import say_goal
from companion.printing.yaku_card import fit_shelves, make_shelf_style, say_values
from companion.reference.rulings import find_rulings, get_readings, is_in_force
from companion.rules import Method, Option, Options, RuleSet, Yaku, parse_entry, parse_options, score_round

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


def list_seats(rule_set: RuleSet, options: Options) -> list[dict[str, Any]]:
    """The rows of the deal table: a deal, and its possible sides, where there are teams."""
    has_teams = bool(find_team_sizes(rule_set))
    return [
        {
            "deal": deal,
            "draw_pile": rule_set.count_draw_pile(deal, options.choices),
            "sides": " or ".join(_say_sides(deal.players, count) for count in rule_set.sides[deal.players])
            if has_teams
            else "",
        }
        for deal in rule_set.deals
    ]


def find_team_sizes(rule_set: RuleSet) -> set[int]:
    """How many players a team may have."""
    return {
        players // count for players, counts in rule_set.sides.items() for count in counts if count < players
    }


def list_to_agree(rule_set: RuleSet, bonuses: str) -> list[str]:
    """What a table settles before the first deal; `bonuses` is the word for the points of yaku."""
    found = ["the method"] if len(rule_set.methods) > 1 else []
    found += ["the number of rounds or a target"] if rule_set.length is not None else []
    found.append(f"the {bonuses.lower()}")
    found += ["the wild card"] if rule_set.gaji is not None else []
    found += ["the teams"] if find_team_sizes(rule_set) else []
    return found


def list_rivals(yaku: tuple[Yaku, ...]) -> list[list[str]]:
    """The yaku of which only the best counts, by their names."""
    groups: dict[str, list[str]] = {}
    for each in yaku:
        if each.group:
            groups.setdefault(each.group, []).append(each.short_name)
    return [names for names in groups.values() if len(names) > 1]


def _say_sides(players: int, sides: int) -> str:
    return f"{players} alone" if players == sides else f"{sides} teams of {players // sides}"


def list_further(order: Order) -> list[Yaku]:
    """The yaku that count by agreement only, where nobody has chosen any."""
    if order.options.preset != order.rule_set.default_preset:
        return []
    return [yaku for yaku in order.rule_set.yaku if yaku.id not in order.options.yaku]


def say_agreed_goal(order: Order) -> str:
    """The method, where there are several, and what is played to."""
    has_methods = len(order.rule_set.methods) > 1
    said = [f"method {order.options.method}" if has_methods else "", say_goal(order.options)]
    return ", ".join(filter(None, said))


def score_example(rule_set: RuleSet, method: str, agreed: Options) -> dict[str, Any]:
    """A round of three sides, scored by a method as agreed; the third has the first yaku of the rule set.

    `sums` are the figures between card points and round score, by head, if they say something.
    """
    raw = {"method": method, "yaku": [rule_set.yaku[0].id], **dict(agreed.choices)}
    options = parse_options(rule_set, raw)
    names = ["Ann", "Ben", "Cem"]
    points = {
        name: {"card_points": captured, "yaku": []}
        for name, captured in zip(names, (95, 85, 60), strict=True)
    }
    points["Cem"]["yaku"] = [rule_set.yaku[0].id]
    breakdown = score_round(rule_set, options, parse_entry({"points": points}, rule_set, names))
    settlement = breakdown.settlement
    sums = [
        (figure.head, [side.figures[place] for side in breakdown.sides])
        for place, figure in settlement.lines[:-1]
        if figure.lists != "cards" and not settlement.is_fixed(figure)
    ]
    return {
        "sides": breakdown.sides,
        "yaku": rule_set.yaku[0],
        "sums": [(head, points) for head, points in sums if any(points)],
        "rule": settlement.rule.format(deck_points=rule_set.deck_points),
        "check": settlement.check.format(sum=sum(side.score for side in breakdown.sides))
        if settlement.check
        else "",
    }


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
    bonuses = method.settlement.yaku_words
    agreed = list_agreed(rule_set, order.options)
    usual = parse_options(rule_set, {"method": method.id})
    is_agreed = order.game is not None or any(not each.is_usual for each in agreed)
    is_agreed = is_agreed or say_goal(order.options) != say_goal(usual)
    if is_agreed:
        agreed = [each for each in agreed if is_in_force(each.id, method)]
    return {
        "rules": rule_set,
        "seats": list_seats(rule_set, order.options),
        "values": say_values(rule_set, with_words=True),
        "method": method,
        "fixed": {method.id: list_fixed(rule_set, method) for method in rule_set.methods},
        "examples": {each.id: score_example(rule_set, each.id, order.options) for each in rule_set.methods},
        "team_sizes": find_team_sizes(rule_set),
        "to_agree": list_to_agree(rule_set, bonuses),
        "bonuses": bonuses,
        "rivals": list_rivals(yaku),
        "further": [] if is_agreed else list_further(order),
        "goal": say_agreed_goal(order),
        "agreed": agreed,
        "yaku": yaku,
        "signs": signs,
        "declared": "".join(signs[each.id] for each in yaku if each.is_declared),
        "presets": rule_set.presets,
        "silent": list_silent(order),
        "is_agreed": is_agreed,
    }
