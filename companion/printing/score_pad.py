"""The score pad: what stands on it, and how many rounds and games a page holds.

Up to four sides have a row each in every round, in the columns of the breakdown; from five sides on, and in a
game without cards, each side has a column where the paper is wide. A round is never split; the head of a game
repeats on each page.
"""

from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple

from companion.printing.columns import DEALT_SIGN, GAJI_SIGN, Column, get_columns, get_signs, get_yaku_in_play
from companion.printing.orders import Order
from companion.printing.papers import Cell, make_page_style, number_pages, split_page
from companion.printing.words import (
    has_months,
    name_flower,
    number,
    say_deck,
    say_endings,
    say_goal,
    say_house_rules,
    say_kinds,
    say_method,
    say_points,
)
from companion.printing.worked_row import count_rows, work_rows
from companion.printing.yaku_pictures import say_announced
from companion.reference import list_exclusions, name_fully
from companion.rules import find_next_dealer, get_scorer, group

_TOTAL = "Total = total before + round."
_SITS_OUT = "Who sits out counts as not there."
_CALLS = "{call}: who calls makes a stroke in their own row. ×: what the sum before it is multiplied by."
# Paper this wide has rings to tick, the full names of the yaku, and columns for more than four sides.
_WIDE_MM, _MOST_ROWS, _RINGS_IN_A_ROW, _MOST_FIGURE_ROWS = 180.0, 4, 5, 5
# A column of a side has so many parts, for two or three boxes beside each other.
_PARTS = 6
# The least height of a row, also of one with two rings of 4 mm below each other; the greatest, and the steps.
_ROW_MM, _RING_ROW_MM, _HIGHEST_ROW_MM, _STEP_MM = 8.0, 8.5, 15.0, 0.25
# The lines between rows, and what the thicker one between rounds has more.
_LINE_MM, _ROUND_LINE_MM = 0.15, 0.35
# Above what a cell holds, in the style sheet.
_PADDING_MM = 0.3
# Names in the head are cut before a round is left out.
_CUT = (
    ".carried .name{display:inline-block;max-width:18mm;white-space:nowrap;"
    "overflow:hidden;text-overflow:ellipsis;vertical-align:bottom}"
)
# Closer lines around the rounds; those of large print, which have longer tails, less so.
_SNUG_LINE = ("font-size:.95em;line-height:1.06", "line-height:1.1")
_SNUG = (
    "h1{font-size:1.4em}.native{font-size:.75em}.head p{line-height:4.5mm}thead th{height:6.4mm}"
    ".large .foot{padding-block-end:0}"
)
# What a line of a name takes in its row, and in large print.
_NAME_LINE_MM = (3.35, 3.85)
# Of the head of a page: its title with the heads of the columns, and a line.
_TITLE_MM, _HEAD_LINE_MM = 16.5, 5.3
# What a name to write, a total to write with a letter, and the words before it take of a line.
_NAME_MM, _SUM_MM, _BEFORE_SUMS_MM = 33.0, 20.0, 30.0
# Of the foot: a line, the letters in a millimetre of it, and those of the key before its signs.
_FOOT_LINE_MM, _LETTERS_A_MM, _HOW_TO_MARK = 3.1, 0.78, 76
# A worked row without rings; how much more large print takes, and each further game on a page; about what
# closer lines gain, where so many rounds are wanted.
_WORKED_MM, _LARGE, _GAME_MM, _SNUG_MM = 5.7, 1.1, 16.9, 3.0


class PadPlan(NamedTuple):
    """How many rounds and games a pad holds."""

    cell: Cell
    layout: str
    """`rows` or `columns` for a side, or `narrow` rows without rings."""
    rounds: int
    """Of each game."""
    games: int
    pages: int
    """For all of them."""
    rows: int
    """Of a round."""
    row_mm: float
    """The least height of a row."""


def plan_pad(order: Order) -> PadPlan:
    """The rounds that are wanted, else whole pages that hold a usual game; short games share a page."""
    cell = split_page(order.paper, 1, order.zoom > 1, order.zoom)
    layout = "rows" if len(order.sides) <= _MOST_ROWS and order.rule_set.has_cards else "columns"
    layout = layout if cell.inner_width_mm >= _WIDE_MM else "narrow"
    rows = len(list_boxes(order)) if layout == "columns" else len(order.sides)
    row_mm = _RING_ROW_MM if layout == "rows" and order.rule_set.race is None else _ROW_MM
    round_mm = rows * (row_mm + _LINE_MM) + _ROUND_LINE_MM
    wanted = count_wanted(order)
    usual = dict(enumerate(order.rule_set.usual_rounds, 2)).get(len(order.sides), 1)
    first, later, pages, free_mm = _fit(order, cell, layout, round_mm, wanted or usual)
    is_even = pages * first >= (wanted or usual)
    rounds = wanted or (pages * first if is_even else first + (pages - 1) * later)
    is_short = rounds == order.options.rounds and (order.game is None or order.game.breakdown.is_finished)
    # The names and the winner of each game share a line where two play.
    more_mm = _HEAD_LINE_MM * (layout == "narrow" or len(order.sides) > 2)
    game_mm = _GAME_MM + more_mm
    games = max(1, int((free_mm - more_mm + game_mm) / (rounds * round_mm + game_mm))) if is_short else 1
    return PadPlan(cell, layout, rounds, games, pages, rows, row_mm)


def set_row_height(order: Order, mm: float) -> str:
    """The style of rows of this height, with the lines of a name that they have room for."""
    lines = int(mm / _NAME_LINE_MM[order.zoom > 1])
    return f".pad tbody td{{height:{mm - _PADDING_MM:.2f}mm}}.who{{max-lines:{lines}}}"


def _fit(order: Order, cell: Cell, layout: str, round_mm: float, rounds: int) -> tuple[int, int, int, float]:
    """The rounds of the first page and of each later one, the pages for all, the free height of the first.

    By the letters of head and foot. Only the first page has worked rows, and in large print the foot.
    """
    sides, width_mm, is_narrow = len(order.sides), cell.inner_width_mm, layout == "narrow"
    # In columns, names stand in the heads, above a row for totals brought forward.
    names = 1.4 if layout == "columns" else ceil(_NAME_MM * sides / width_mm)
    head_mm = _TITLE_MM + _HEAD_LINE_MM * ((1 + is_narrow) * (1 + bool(say_kinds(order.rule_set))) + names)
    listed, rest = _say_key(order)
    key = len(" · ".join([*listed, rest])) + _HOW_TO_MARK * (layout == "rows")
    sums = len(f"{say_sums(order)} {say_agreed(order)} {'' if is_narrow else find_check(order)[1]}")
    foot_mm = _FOOT_LINE_MM * sum(ceil(letters / (_LETTERS_A_MM * width_mm)) for letters in (sums, key))
    ringed_mm = _RING_ROW_MM + 0.6 if layout == "rows" and order.rule_set.race is None else _WORKED_MM
    worked_mm = ringed_mm * (len(list_boxes(order)) if layout == "columns" else count_rows(order))
    # Only a pad of several pages has a line for totals brought forward.
    for sums_mm in (0.0, _HEAD_LINE_MM * ceil((_BEFORE_SUMS_MM + _SUM_MM * sides) / width_mm)):
        first_mm, later_mm = (
            cell.inner_height_mm - (head_mm + sums_mm + more_mm) * (_LARGE if order.zoom > 1 else 1.0)
            for more_mm in (foot_mm + worked_mm, 0 if order.zoom > 1 else foot_mm)
        )
        gained_mm = _SNUG_MM if count_wanted(order) or order.zoom > 1 else 0
        first, later = (max(1, int((free_mm + gained_mm) / round_mm)) for free_mm in (first_mm, later_mm))
        pages = 1 + ceil(max(0, rounds - first) / later)
        if pages == 1:
            break
    return first, later, pages, first_mm


def count_wanted(order: Order) -> int | None:
    """The rounds that the order says, or that the game still has; None for as many as fit."""
    if order.rounds is not None or order.options.rounds is None:
        return order.rounds
    left = order.options.rounds - count_played(order)
    return left if left > 0 else None


def count_played(order: Order) -> int:
    """The rounds of a game that goes on; the pad of one that is won is for the next game."""
    if order.game is None or order.game.breakdown.is_finished:
        return 0
    return len(order.game.breakdown.rounds)


def get_all_columns(order: Order) -> Sequence[Column]:
    """The columns of this game, also those whose value is the same for every side."""
    return get_columns(order.rule_set, order.options, len(order.sides))


def list_columns(order: Order) -> list[Column]:
    """The columns to write in: what is the same for every side stands in the head and in the sums."""
    return [column for column in get_all_columns(order) if column.value is None]


def list_boxes(order: Order) -> list[list[Column]]:
    """The rows of a round where each side has a column: the cards by group, then two figures a row.

    Three, where five sides have so many that a page would hold few rounds. In a game without cards each
    figure has a row, so that a round has room for who deals: beside its number.
    """
    columns = [column for column in list_columns(order) if column.kind != "deals"]
    if not order.rule_set.has_cards:
        return [[column] for column in columns]
    groups = [column for column in columns if column.cards]
    figures = columns[len(groups) :]
    in_a_row = 3 if len(order.sides) == _MOST_ROWS + 1 and len(figures) > 2 * _MOST_FIGURE_ROWS else 2
    odd = len(figures) % in_a_row
    pairs = [figures[place : place + in_a_row] for place in range(odd, len(figures), in_a_row)]
    return [row for row in (groups, figures[:odd], *pairs) if row]


def describe_pad(order: Order) -> dict[str, Any]:
    """The data of the template.

    Rows grow until the pages are full. What gives way where more stands around the rounds than was planned:
    lines stand closer, the yaku lose what players write, and names are cut, with what players call the yaku.
    Then a round a page goes where nobody asked for so many, then the names of the yaku, and the worked row
    at last.
    """
    plan = plan_pad(order)
    columns = (
        [column for row in list_boxes(order) for column in row]
        if plan.layout == "columns"
        else list_columns(order)
    )
    signs = get_signs(order.rule_set)
    yaku = get_yaku_in_play(order.rule_set, order.options)
    race = order.rule_set.race
    ringed = [
        *(signs[each.id] for each in yaku),
        *([DEALT_SIGN] if race and race.hands else []),
        *([GAJI_SIGN] if _has_gaji_ring(order) else []),
    ]
    in_a_row = len(ringed) if race else (len(ringed) + 1) // 2
    is_wide, has_rings = plan.layout != "narrow", plan.layout == "rows"
    closer = f"{_SNUG}.foot{{{_SNUG_LINE[order.zoom > 1]}}}"
    keys = {how: _say_key(order, how) for how in ("usual", "latin", "named", "short")}
    latin = f"{closer}.key .usual{{display:none}}.key .latin{{display:inline}}"
    snug = f"{_CUT}{closer}.key .usual{{display:none}}.key .named{{display:inline}}"
    spare = "" if count_wanted(order) else f"tbody:nth-last-of-type(-n+{plan.pages}){{display:none}}"
    short = f"{snug}{spare}.key .named{{display:none}}.key .short{{display:inline}}"
    played, dealers = count_played(order), list_dealers(order, plan.rounds)
    balance, check = find_check(order) if is_wide else ("", "")
    is_by_month = has_months(order.rule_set, order.options)
    decider = get_scorer(order.rule_set, order.options).settlement.decider
    return {
        "style": f"{make_page_style(plan.cell)}:root{{--signs:{in_a_row}}}"
        + set_row_height(order, plan.row_mm)
        # Left of the code.
        + number_pages(21.0 if order.game and order.game.address else 0.0),
        "tighter": (
            closer,
            *[latin] * (keys["latin"] != keys["usual"]),
            *dict.fromkeys((snug, f"{snug}{spare}", short, f"{short}.worked{{display:none}}")),
        ),
        "page_limit": plan.pages,
        "taller": tuple(
            (plan.rows * _STEP_MM * step, set_row_height(order, plan.row_mm + _STEP_MM * step))
            for step in range(1 + int((_HIGHEST_ROW_MM - plan.row_mm) / _STEP_MM))
        ),
        "plan": plan,
        "ringed": ("group", "yaku", "deals") if has_rings else ("deals",),
        "columns": columns,
        "boxes": [(_PARTS // len(row), row) for row in list_boxes(order)],
        "parts": _PARTS,
        "width": 2 + (_PARTS * len(order.sides) if plan.layout == "columns" else len(columns)),
        "heads": {column.id: _say_head(order, column, is_wide) for column in columns},
        "tallies": {column.id: _tally(column, ringed, in_a_row, has_rings) for column in columns},
        "worked": [
            row | {each.id: _draw(each, has_rings, int(row[each.id])) for each in columns if each.cards}
            for row in work_rows(order, columns)
        ],
        # A round that is named by its month has its flower.
        "rounds": [
            (place, name_flower(order.rule_set, (place - 1) % 12 + 1) if is_by_month else "", dealer)
            for place, dealer in enumerate(dealers, played + 1)
        ],
        "played": played,
        "totals": order.game.breakdown.tallies if order.game is not None and played else (),
        "summed": decider.head if decider else "Totals",
        "sides": [*zip("ABCDEFG", order.sides, strict=False)],
        "has_months": is_by_month,
        "facts": list_facts(order),
        "kinds": say_kinds(order.rule_set),
        "sums": say_sums(order),
        "agreed": say_agreed(order),
        "balance": balance,
        "check": check,
        "keys": keys,
    }


def say_agreed(order: Order) -> str:
    """How the pad is played, as far as the sums do not say it, and what a deck bears where rounds are months.

    What nobody chose is played as the program counts it; in a set another sheet may have it ticked.
    """
    rule_set, options = order.rule_set, order.options
    said = order.settled if order.is_of_set else rule_set.options
    listed = [each for each in said if not each.is_in_sums]
    agreed = say_house_rules(rule_set, options, len(order.sides), listed)
    return f"{agreed} {say_deck(rule_set, order.deck) if has_months(rule_set, options) else ''}".strip()


def _say_head(order: Order, column: Column, is_wide: bool) -> tuple[str, str]:
    """The head of a column, and what stands below it; “Cards” alone reads as a number of cards."""
    if column.kind == "cards":
        return "Card points", f"all:\u00a0{order.rule_set.counting.deck_points}"
    if column.cards:
        each = f"{column.each}\u00a0each"
        return column.head, each if is_wide else f"count, {each}"
    return column.head, "signs" if column.kind == "yaku" and not is_wide else ""


def _tally(column: Column, signs: list[str], in_a_row: int, has_rings: bool) -> str:
    """What a cell holds for the pen: rings and signs to tick, in two rows if there are many.

    On a narrow pad a pen would cover several rings: there the number of cards and the signs are written.
    """
    if column.kind in ("deals", "factor"):
        return "◯" if column.kind == "deals" else "×"
    if column.kind != "yaku" or not has_rings:
        return _draw(column, has_rings, 0)
    return "\n".join("".join(signs[place : place + in_a_row]) for place in range(0, len(signs), in_a_row))


def _draw(column: Column, has_rings: bool, filled: int) -> str:
    """The rings of a group, the first ones filled, or how many are filled."""
    if not has_rings or column.kind == "count":
        return str(filled or "")
    rings = "●" * filled + "◯" * (column.cards - filled)
    half = max(_RINGS_IN_A_ROW, (column.cards + 1) // 2)
    return f"{rings[:half]}\n{rings[half:]}".strip()


def _say_key(order: Order, how: str = "named") -> tuple[list[str], str]:
    """The signs of the yaku with their points, where there is room with names; and what else is to be known.

    It is "short" without names. With more room than "named" they have what players call them, in "latin"
    letters or, as is "usual", in their own too.
    """
    signs = get_signs(order.rule_set)
    yaku = get_yaku_in_play(order.rule_set, order.options)
    if not yaku:
        return [], ""
    called = [{"usual": each.usual_name, "latin": each.latin_name}.get(how, "") for each in yaku]
    named = [
        f"{signs[each.id]} {name_fully(each, usual=usual)} {say_points(each)}"
        for each, usual in zip(yaku, called, strict=True)
    ]
    stacked = group((say_points(each), signs[each.id]) for each in yaku)
    short = [f"{''.join(found)} {points}" for points, found in stacked.items()]
    rest = ["+1: for each further card."] if any(each.extra for each in yaku) else []
    rest += list_exclusions(yaku, signs=signs)
    announced = say_announced(order) if order.rule_set.declaring in order.settled else ""
    rest += [f"{announced}: / when announced, × when complete."] if announced else []
    gaji = order.rule_set.gaji if _has_gaji_ring(order) else None
    rest += [f"{GAJI_SIGN}\u00a0used Gaji, the {gaji.wild.english.lower()}."] if gaji else []
    if how != "short":
        return named, " ".join(rest)
    words = get_scorer(order.rule_set, order.options).settlement.yaku_words
    return [f"{words}: {short[0]}", *short[1:]], " ".join([*rest, "(See the player card.)"])


def _has_gaji_ring(order: Order) -> bool:
    """Whether who used Gaji is ticked. A column of chaff leaves no room for that."""
    return order.may_use_gaji and all(each.kind != "count" for each in get_all_columns(order))


def list_facts(order: Order) -> list[tuple[str, str | None]]:
    """What the head says, in words and a value; None is a line to write it on."""
    method, target = say_method(order.rule_set, order.options), order.options.target
    return [
        *([(method, "")] if method else []),
        *((each.head, str(abs(each.value))) for each in get_all_columns(order) if each.value is not None),
        ("Target", number(target) or None) if order.options.rounds is None else ("", say_goal(order.options)),
        ("Date", order.date or None),
    ]


def say_sums(order: Order) -> str:
    """How to work out a row, for the foot: only with figures that the pad has a column for."""
    settlement = get_scorer(order.rule_set, order.options).settlement
    values = {each.id: number(each.value) for each in get_all_columns(order)}
    total = f"Total = all {settlement.decider.id} so far." if settlement.decider else _TOTAL
    sums = f"{settlement.say_foot(values, order.playing).format(**values)} {total}"
    if order.rule_set.may_sit_out and len(order.sides) > 2:
        sums = f"{sums} {_SITS_OUT}"
    if (race := order.rule_set.race) is None:
        return sums
    return (
        f"{_CALLS.format(call=race.call.capitalize())} {sums}"
        f" {say_endings(order.rule_set, order.options, DEALT_SIGN)}"
    )


def find_check(order: Order) -> tuple[str, str]:
    """What a round adds up to, for beside it, and the sentence about it, where that is always the same.

    Of the scores, whatever yaku there are; else of the card points.
    """
    scorer = get_scorer(order.rule_set, order.options)
    count, deck_points = len(order.sides), order.rule_set.counting.deck_points
    nothing, share = [0] * (count - 1), deck_points // count
    extra = sum(each.points for each in scorer.extras if each.sides == count)
    # One side has every card, which may void the round, or all have as many points; with a yaku, or without.
    shared = [deck_points - share * (count - 1), *[share] * (count - 1)]
    settled = [
        scorer.settlement.settle(
            {"card_points": points, "bonus": [bonus, *nothing], "extra": [extra, *nothing]}, deck_points
        )
        for points in ([deck_points, *nothing], shared)
        for bonus in (0, 1)
    ]
    scores = {sum(row["score"] for row in rows) for rows in settled}
    points = {sum(row.get("card_points", 0) for row in rows) for rows in settled}
    if scorer.settlement.check and order.options.yaku and len(scores) == 1:
        total, said = min(scores), scorer.settlement.say_check(min(scores))
    elif deck_points and len(points) == 1:
        total, said = min(points), f"The card points add up to {min(points)}."
    else:
        return "", ""
    return f"Σ {number(total)}", f"Σ: {'all captured, ' if deck_points else ''}{said[:1].lower()}{said[1:]}"


def list_dealers(order: Order, rounds: int) -> list[str]:
    """Who deals each of these rounds of a game that goes on, where no score decides it; else nobody."""
    game, way = order.game, str(order.options.choice("dealer"))
    sits_out = len(order.sides) > order.rule_set.most_playing
    if game is None or game.breakdown.is_finished or sits_out or way not in ("left", "fixed"):
        return [""] * rounds
    seating, dealer = game.breakdown.seating, game.breakdown.next_dealer
    dealers: list[str] = []
    while len(dealers) < rounds:
        dealers.append(game.players[dealer])
        dealer = find_next_dealer(seating, dealer, {}, way=way, last_dealers=())
    return dealers
