"""The record of a game: every round with its figures, the totals, the winner, and a chart.

A very long game is printed in short form: a row a round, with scores and totals only.
"""

from collections.abc import Sequence
from typing import Any

from companion.chart import ChartFrame, place_chart
from companion.errors import NotPossible
from companion.printing.columns import Column, get_columns, get_signs
from companion.printing.fonts import keep_set
from companion.printing.orders import Order, PrintedGame
from companion.printing.papers import make_flow_style, split_page
from companion.printing.words import (
    has_months,
    name_flower,
    number,
    say_deck,
    say_goal,
    say_house_rules,
    say_method,
    say_points,
)
from companion.rules import (
    RoundInGame,
    RuleSet,
    SideBreakdown,
    counted,
    list_beside,
    say_ending,
    say_starts,
)

# A game with more rows (sides × rounds) is printed in short form.
FULL_ROW_LIMIT = 480
CHART = ChartFrame(
    570, 174, left=34, right=16, top=10, foot=20, letter_gap=9, most_rounds_named=20, most_points=1000
)
# Names of more letters may break in the rows.
WHOLE_NAME = 12


def describe_record(order: Order) -> dict[str, Any]:
    """The data of the template. Raises `NotPossible` for rounds that were not played."""
    game = order.game
    assert game is not None
    breakdown = game.breakdown
    rounds = breakdown.rounds[order.first - 1 : order.last]
    if order.first > max(1, len(breakdown.rounds)):
        played = f"{len(breakdown.rounds)} round" + ("s" if len(breakdown.rounds) != 1 else "")
        raise NotPossible(f"This game has {played}: there is no round {order.first}.", ("first",))
    is_short = len(rounds) * len(game.sides) > FULL_ROW_LIMIT
    used = {score.yaku.id for each in rounds for side in each.breakdown.sides for score in side.yaku}
    return describe_rounds(game, rounds, is_short) | {
        "style": make_flow_style(
            split_page(order.paper, 1, is_wide=False), f"Game record · {game.rule_set.name}"
        ),
        "sheets": ("common/rounds.css",),
        "game": game,
        "is_short": is_short,
        "notes": [] if is_short else [_say_notes(each) for each in rounds],
        "beside": [list_beside(breakdown, each.number) for each in rounds],
        "points": {each.id: say_points(each) for each in game.rule_set.yaku},
        "has_long_names": max(len(keep_set(name)) for name in game.sides) > WHOLE_NAME,
        # Its words are no smaller on small paper.
        "chart": place_chart(
            breakdown,
            game.options.target,
            CHART._replace(width=460, height=143) if order.paper.id == "a5" else CHART,
        )
        if breakdown.rounds
        else None,
        "yaku": [each for each in game.rule_set.yaku if each.id in used],
        # Points stand beside them already.
        "tallies": [counted(tally, breakdown.decider) for tally in breakdown.final.tallies]
        if breakdown.rounds and breakdown.decider
        else [],
        "house_rules": say_house_rules(game.rule_set, game.options, len(game.sides)),
        "deck": say_deck(game.rule_set, order.deck) if has_months(game.rule_set, game.options) else "",
        "facts": " · ".join(
            filter(None, [order.date, say_method(game.rule_set, game.options), say_goal(game.options)])
        ),
        "starts": say_starts(breakdown),
        "is_part": len(rounds) < len(breakdown.rounds),
    }


def describe_rounds(
    game: PrintedGame, rounds: Sequence[RoundInGame], is_short: bool = False
) -> dict[str, Any]:
    """Rounds for the template of their table; in short form without what each side's score is made of."""
    rule_set, breakdown = game.rule_set, game.breakdown
    is_by_month = has_months(rule_set, game.options)
    signs = get_signs(rule_set)
    # A mark beside the name says who dealt.
    columns = [
        column for column in get_columns(rule_set, game.options, len(game.sides)) if column.kind != "deals"
    ]
    return {
        "columns": columns,
        # Of each round a row of figures a side.
        "rows": [
            [[_show(column, each, place, signs) for column in columns] for place in range(len(game.sides))]
            for each in ([] if is_short else rounds)
        ],
        "rounds": rounds,
        # The side whose player dealt.
        "dealing": [breakdown.seating.get_side(each.dealer) for each in rounds],
        "flowers": [name_flower(rule_set, each.month) if is_by_month else "" for each in rounds],
        "sides": [
            {"letter": letter, "name": name} for letter, name in zip("ABCDEFG", game.sides, strict=False)
        ],
        "signs": signs,
        "best": counted(breakdown.final.best, breakdown.decider) if breakdown.winners else "",
    }


def _show(column: Column, each: RoundInGame, place: int, signs: dict[str, str]) -> str:
    """What stands in a column for a side."""
    side = each.breakdown.sides[place]
    if column.id == "yaku":
        return "".join(signs[score.yaku.id] for score in side.yaku)
    if column.id == "total":
        return number(each.totals[place])
    if column.cards:
        return number(_count(each.breakdown.rule_set, side, column.id))
    if (column.is_of_known and not side.is_known) or (
        column.kind == "factor" and place in each.breakdown.sitting_out
    ):
        return ""
    value = side.figures[column.id]
    if column.kind == "factor":
        return f"× {value}" if value != 1 else ""
    return number(-value if column.is_taken_off else value)


def _count(rule_set: RuleSet, side: SideBreakdown, group_id: str) -> int | None:
    """The number of cards of a value group that a side has, if known."""
    if side.counts is not None:
        return side.counts[group_id]
    cards = next(group.cards for group in rule_set.counting.point_groups if group.id == group_id)
    return side.pile.count(cards) if side.pile is not None else None


def _say_notes(each: RoundInGame) -> list[str]:
    """Other facts of a round: how a race ended, Gaji, yaku not declared, warnings."""
    rule_set = each.breakdown.rule_set
    notes = [ending] if (ending := say_ending(rule_set, each.entry)) else []
    for side in each.breakdown.sides:
        notes += [
            f"{award.words} {side.side} scores {award.points}."
            for award in side.extras
            if rule_set.race is not None and award == rule_set.race.dealer
        ]
        if side.gaji:
            brought = ", ".join(card.english for card in side.gaji)
            notes.append(f"Gaji brought {side.side}: {brought}.")
        if side.undeclared:
            names = ", ".join(score.yaku.name for score in side.undeclared)
            notes.append(f"{side.side}, complete but not announced: {names}.")
    return [*notes, *each.warnings]
