"""The rule sheet: the whole game on two pages, with the options of the table."""

from itertools import takewhile
from typing import Any

from companion.cards.pictures import KIND_MARKS
from companion.printing.columns import get_yaku_in_play
from companion.printing.game_record import describe_rounds
from companion.printing.orders import Order
from companion.printing.papers import make_page_style, number_pages, split_page
from companion.printing.words import say_alone, say_default, say_gaji, say_goal, say_values
from companion.printing.worked_row import score_sample
from companion.printing.yaku_pictures import (
    find_widest_picture,
    list_picture_sizes,
    list_yaku,
    say_announced,
    size_pictures,
)
from companion.reference.rulings import find_rulings, get_readings, is_in_force
from companion.rules import (
    Method,
    Option,
    Options,
    RuleSet,
    and_list,
    group,
    list_rivals,
    parse_entry,
    parse_options,
    say_both_dealt,
    say_run_out,
    score_round,
)

# The title of the second page and the text above the pictures, about; and an option that changes yaku.
_BESIDE_MM, _OPTION_MM = 50.0, 10.0
# What is left out where the first page is full.
_SILENT_COUNT = 6
# In large print, pages begin with any text: the number stands above it. What is left out there at last.
_ABOVE = "@page{margin-top:9mm;@top-right{margin-bottom:0}}"
_FEWER = ".sample{display:none}.silent div:nth-of-type(n+3){display:none}"
# Large print: its pages, and how much larger its pictures may grow.
_LARGE_PAGES, _GROWN = 4, (1.0, 1.1, 1.3, 1.5)
# The sample game: its words and heads, and a row; so many sizes of pictures are tried before it is left out.
_SAMPLE_MM, _ROW_MM, _BESIDE_SAMPLE = 11.5, 3.8, 4
# Rulings that stand with the rules, where each is asked.
_ASKED = (
    "first-dealer",
    "four-on-field",
    "kk-field-void",
    "four-in-hand",
    "must-match",
    "call-kwado",
    "sk-hiki",
)


def describe_option(option: Option, options: Options) -> dict[str, Any]:
    """An option with the words of its values, and of the one that the table chose."""
    chosen = options.choice(option.id)
    # Of a default the mark beside it says whose it is.
    ours = [
        each
        for each in option.listed
        if each.provenance and each.provenance.label == "house" and each.value != option.default
    ]
    in_force = option.get_value(option.default if chosen is None else chosen)
    return {
        "id": option.id,
        "title": option.title,
        "offered": [
            (
                each.words + (" (our reading)" if each in ours else ""),
                each.value == chosen,
            )
            for each in option.listed
        ],
        "chosen": in_force.words,
        "usual": say_default(option.get_provenance(in_force.value).label),
        "is_usual": chosen == option.get_default(options.rounds),
    }


def list_seats(rule_set: RuleSet, options: Options) -> list[dict[str, Any]]:
    """The rows of the deal table: a deal, and its possible sides."""
    return [
        {
            "deal": deal,
            "draw_pile": rule_set.count_draw_pile(deal, options.choices),
            "sides": " or ".join(
                f"{count} alone" if count == deal.players else f"{count} teams of {deal.players // count}"
                for count in rule_set.sides[deal.players]
            ),
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
    asked = {
        "the method": len(rule_set.methods) > 1,
        "the length": rule_set.length,
        f"the {bonuses.lower()}": rule_set.presets,
        "the wild card": rule_set.bringing and not all(each.brings for each in rule_set.bringing.listed),
        "the teams": find_team_sizes(rule_set),
    }
    return [words for words, is_open in asked.items() if is_open]


def score_races(rule_set: RuleSet, method: str, agreed: Options, playing: int) -> dict[str, Any]:
    """Races of so many, scored by a method as agreed: points, calls of all sides, the sum, the scores."""
    options = parse_options(rule_set, {"method": method, **dict(agreed.choices)})
    rows = []
    race = rule_set.race
    assert race is not None
    for points, *calls in [each for each in race.tried if playing in (0, len(each) - 1)]:
        names = ["Ann", "Ben", "Cem"][: len(calls)]
        raw = {
            "outcome": race.endings[0].id,
            "winner": "Ann",
            "points": {"Ann": points},
            "calls": dict(zip(names, calls, strict=True)),
        }
        breakdown = score_round(rule_set, options, parse_entry(raw, rule_set, names))
        lines, figures = breakdown.settlement.lines, breakdown.sides[0].figures
        # An example of another minimum.
        if any(figures[each.id] for each in breakdown.settlement.figures if each.refuse):
            continue
        factors = [str(figures[each.id]) for each in lines if each.is_factor and figures[each.id] != 1]
        # What stands before the first factor is added up.
        added = takewhile(lambda each: not each.is_factor, lines)
        summed = " + ".join(str(figures[each.id]) for each in added if figures[each.id])
        terms = (f"({summed})" if "+" in summed and factors else summed, *factors)
        rows.append((points, calls, " × ".join(terms), [side.score for side in breakdown.sides]))
    settlement = rule_set.get_method(method).settlement.with_choices(options.choices)
    return {"rule": settlement.say_rule(playing), "races": rows}


def score_example(rule_set: RuleSet, method: str, agreed: Options, playing: int) -> dict[str, Any]:
    """A round of three sides, scored by a method as agreed; the third has the first yaku of its points.

    `sums` are the figures between card points and round score, by head, if they say something.
    """
    count, step = min(3, rule_set.side_counts[-1]), rule_set.counting.point_step
    others = [points - points % step for points in (95, 85)[: count - 1]]
    captured = (*others, rule_set.counting.deck_points - sum(others))
    yaku = next(each for each in rule_set.yaku if rule_set.counting.count_points(each.all_of) <= captured[-1])
    options = parse_options(rule_set, {"method": method, "yaku": [yaku.id], **dict(agreed.choices)})
    names = ["Ann", "Ben", "Cem"][:count]
    points = {name: {"card_points": each, "yaku": []} for name, each in zip(names, captured, strict=True)}
    points[names[-1]]["yaku"] = [yaku.id]
    breakdown = score_round(rule_set, options, parse_entry({"points": points}, rule_set, names))
    settlement = breakdown.settlement
    sums = [
        (figure.head, [side.figures[figure.id] for side in breakdown.sides])
        for figure in settlement.lines[:-1]
        if figure.lists != "cards" and not settlement.is_fixed(figure)
    ]
    return {
        "sides": breakdown.sides,
        "yaku": yaku,
        "sums": [(head, points) for head, points in sums if any(points)],
        "rule": settlement.say_rule(playing).format(deck_points=rule_set.counting.deck_points),
        "check": settlement.say_check(sum(side.score for side in breakdown.sides)),
    }


def list_silent(order: Order) -> list[dict[str, Any]]:
    """The first things that the booklet leaves to the table: question, verdict, and what was agreed."""
    found = []
    for ruling in find_rulings(played=order.rule_set):
        if ruling.label != "silent" or ruling.house is None or not ruling.house.is_table:
            continue
        chosen = dict(order.options.house_rules).get(ruling.house.option)
        words = next((words for value, words in get_readings(ruling, order.rule_set) if value == chosen), "")
        found.append(
            {"id": ruling.id, "question": ruling.question, "verdict": ruling.verdict, "agreed": words}
        )
    # What this table agreed comes first, then what every table asks.
    return sorted(found, key=lambda each: (not each["agreed"], each["id"] not in _ASKED))[:_SILENT_COUNT]


def describe_rule_sheet(order: Order) -> dict[str, Any]:
    """The data of the template: text on the first page, bonuses on the second; large print has four pages."""
    is_large, cell = order.zoom > 1, split_page(order.paper, 1, is_wide=False, zoom=order.zoom)
    usual, rules = split_page(order.paper, 1, is_wide=False), describe_rules(order)
    height_mm = usual.inner_height_mm - _BESIDE_MM - _OPTION_MM * len(rules["amending"])
    yaku = rules["yaku"] + rules["further"]
    first, *smaller = list_picture_sizes(yaku, usual.inner_width_mm, height_mm)
    # Large print has pictures as large as usual print, or larger; a fifth page where four are too few.
    sizes = [size_pictures(each / order.zoom) for each in (first, *smaller)][: 2 if is_large else None]
    widest = find_widest_picture(yaku, cell.inner_width_mm)
    fewer = [f"{each}{_FEWER}" for each in (sizes if is_large else sizes[-1:])]
    if sample := None if is_large else score_sample(order):
        rules |= describe_rounds(sample, sample.breakdown.rounds)
        height_mm -= _SAMPLE_MM + _ROW_MM * sum(map(len, rules["rows"]))
        beside = list_picture_sizes(yaku, usual.inner_width_mm, height_mm)[:_BESIDE_SAMPLE]
        sizes = [*map(size_pictures, beside), *(f"{each}.sample{{display:none}}" for each in sizes)]
    return rules | {
        "sample": sample,
        "style": make_page_style(cell) + number_pages() + (_ABOVE if is_large else "") + sizes[0],
        "tighter": (*(() if is_large else sizes[1:]), *fewer),
        "taller": tuple(
            (0.0, size_pictures(min(first / order.zoom * grown, widest))) for grown in _GROWN if is_large
        ),
        "page_limit": _LARGE_PAGES if is_large else 2,
        "sheets": ("common/yaku.css", "common/rules.css", "common/rounds.css"),
        # What a table may choose is in `list_silent`.
        "asked": {
            each.id: each
            for each in find_rulings(played=order.rule_set)
            if each.id in _ASKED and (each.label != "silent" or each.house is None)
        },
        "marks": KIND_MARKS,
        "is_large": is_large,
    }


def list_fixed(rule_set: RuleSet, method: Method) -> dict[str, list[tuple[int, int]]]:
    """The figures that are the same for every side, by head: numbers of sides and points."""
    return group(
        (figure.head, (count, points))
        for count in rule_set.side_counts
        for figure, points in method.settlement.plain.list_fixed(rule_set.counting.deck_points, count)
    )


def describe_rules(order: Order) -> dict[str, Any]:
    """The rules for the templates: tables, examples, options."""
    rule_set = order.rule_set
    yaku = get_yaku_in_play(rule_set, order.options)
    method = rule_set.get_method(order.options.method)
    settled = order.settled if order.stands else ()
    agreed = [
        describe_option(each, order.options) | {"is_settled": each in settled}
        for each in rule_set.options
        if not order.stands or is_in_force(each.id, method)
    ]
    score = score_example if rule_set.race is None else score_races
    return {
        "rules": rule_set,
        "seats": list_seats(rule_set, order.options),
        "values": say_values(rule_set, with_words=True),
        "method": method,
        "fixed": {method.id: list_fixed(rule_set, method) for method in rule_set.methods},
        "examples": {
            each.id: score(rule_set, each.id, order.options, order.playing) for each in rule_set.methods
        },
        "gaji": say_gaji(order),
        "team_sizes": find_team_sizes(rule_set),
        "to_agree": [] if order.stands else list_to_agree(rule_set, method.settlement.yaku_words),
        # Where only the best yaku of a group counts: “poetry ribbons, blue ribbons and five ribbons”.
        "rivals": [
            (and_list(each.short_name[:1].lower() + each.short_name[1:] for each in rivals), rivals[0].group)
            for rivals in list_rivals(yaku)
        ],
        # Those that count by agreement only, where nobody has chosen any.
        "further": list_yaku(
            order,
            [] if order.stands else [each for each in rule_set.yaku if each.id not in order.options.yaku],
        ),
        "goal": say_goal(order.options),
        "agreed": agreed,
        "yaku": list_yaku(order),
        # The options that change yaku: which are played, and what they count.
        "amending": [*dict.fromkeys(option for each in rule_set.amendments for option in each.when)],
        "announced": say_announced(order),
        "presets": rule_set.presets,
        "asked": {},
        "run_out": say_run_out(rule_set.race) if rule_set.race else "",
        "alone": say_alone(rule_set, order.options) if rule_set.race else "",
        "both_dealt": say_both_dealt(order.options.both_dealt),
        "silent": list_silent(order),
        "read": [each.id for each in find_rulings(played=rule_set) if each.label in ("house", "inferred")],
        "unwritten": [each.id for each in find_rulings(played=rule_set) if each.label == "silent"],
    }
