"""The state of a game, ready to show: totals, rows of rounds, the next deal, the chart."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.cards import get_suit_cards
from companion.rules import (
    MONTH_NAMES,
    Figure,
    GameBreakdown,
    Options,
    RoundContext,
    RoundInGame,
    SideBreakdown,
    agree,
    get_scorer,
    say_ending,
    say_month,
    write_number,
)
from companion.store import KeptGame
from companion.web.badges import Badge, get_game_badges
from companion.web.filters import counted, plural

PAGE_OF_ROUNDS = 20
CHART_POINTS = 48
CHART_WIDTH, CHART_HEIGHT = 400, 240
CHART_LEFT, CHART_RIGHT, CHART_TOP, CHART_BOTTOM = 38, 30, 10, 26
LABEL_GAP = 17


class Standing(NamedTuple):
    """A side's place in the game. `reach` is its share of the target in percent.

    `tally` is the sum that decides: the total, or what the side has of the figure that decides. `final` is
    what it was when the game was won; later rounds count in `tally` only. `leads` is never said of all sides.
    `last` is the last round of the side; `deals` says that one of the players deals next. `notes` stand under
    its sum during the game, `final_notes` when it is won.
    """

    badge: Badge
    tally: int
    final: int
    reach: int
    leads: bool
    wins: bool
    players: tuple[str, ...]
    last: SideBreakdown | None
    deals: bool
    notes: list[str]
    final_notes: list[str]


def get_standings(game: KeptGame, scored: GameBreakdown) -> list[Standing]:
    target = game.options.target
    leaders = scored.get_leaders() if scored.rounds else ()
    last = scored.rounds[-1].breakdown.sides if scored.rounds else None
    decider = find_decider(game, scored)
    standings = []
    for badge, side in zip(get_game_badges(game), game.sides, strict=True):
        total, tally = scored.totals[badge.place], scored.tallies[badge.place]
        leads = badge.name in leaders and len(leaders) < len(scored.sides)
        notes = [f"{decider.get_noun(tally)} · {plural(total, 'point')}"] if decider else []
        notes += [agree(badge.name, "leads") if len(leaders) == 1 else "tied first"] if leads else []
        if target:
            left = f"{write_number(target - tally)} {'left' if scored.is_lowest else 'to go'}"
            notes.append(left if tally < target else "target reached")
        final_notes = [plural(total, "point")] if decider else []
        if scored.rounds_after_end:
            final_notes.append(f"{counted(tally, decider)} with all {len(scored.rounds)} rounds")
        standings.append(
            Standing(
                badge,
                tally,
                scored.final.tallies[badge.place],
                min(100, max(0, 100 * tally // target)) if target else 0,
                leads,
                badge.name in scored.winners,
                tuple(game.players[seat] for seat in side.seats),
                last[badge.place] if last else None,
                scored.next_dealer in side.seats and not scored.winners and not game.ended,
                notes,
                final_notes,
            )
        )
    return standings


def find_decider(game: KeptGame, scored: GameBreakdown) -> Figure | None:
    """The figure that says who is ahead; None where the totals do."""
    if scored.rounds:
        return scored.decider
    return get_scorer(game.rule_set, game.options).settlement.decider


def get_final_order(standings: Sequence[Standing], scored: GameBreakdown) -> list[tuple[int, Standing]]:
    """The sides by the sum that decided, best first, each with its place; equals share a place."""
    ordered = sorted(standings, key=lambda standing: scored.rank(standing.final))
    sums = [standing.final for standing in ordered]
    return [(sums.index(standing.final) + 1, standing) for standing in ordered]


def get_next_deal(game: KeptGame, scored: GameBreakdown) -> dict[str, Any] | None:
    """Who deals the next round, who starts, and how many cards go where; None if the seating is unknown.

    A game without cards has no `deal`.

    `level` are the sides that shared the most points of the last round, where that side deals which has most;
    `dealt` says that one of them had just dealt.
    """
    if scored.next_dealer is None or scored.seating is None:
        return None
    starter = scored.seating.get_starter(scored.next_dealer, game.rule_set.turn.starts)
    deal = game.rule_set.get_deal(len(game.players)) if game.rule_set.has_cards else None
    dealer = game.players[scored.next_dealer]
    level: tuple[str, ...] = ()
    dealt = None
    if scored.rounds and game.options.choice("dealer") in (None, "most-points"):
        last = scored.rounds[-1]
        most = max(side.score for side in last.breakdown.sides)
        level = tuple(side.side for side in last.breakdown.sides if side.score == most)
        if last.dealer is not None and scored.sides[scored.seating.get_side(last.dealer)] in level:
            dealt = game.players[last.dealer]
    return {
        "dealer": dealer,
        "starter": game.players[starter],
        "deal": deal,
        "level": level if len(level) > 1 else (),
        "dealt": dealt,
    }


def list_sides(game: KeptGame, before: GameBreakdown, options: Options | None = None) -> list[dict[str, Any]]:
    """The sides as the script of the entry screen takes them, with what they had before a round."""
    tallies = before.add_up(get_scorer(game.rule_set, options or game.options).settlement.decider)
    return [
        {
            "name": badge.name,
            "short": badge.short,
            "initial": badge.initial,
            "style": badge.style,
            "total": total,
            "tally": tally,
        }
        for badge, total, tally in zip(get_game_badges(game), before.totals, tallies, strict=True)
    ]


def list_months(game: KeptGame, scored: GameBreakdown) -> list[dict[str, Any]]:
    """The months of a race of twelve rounds; nothing for a game of another length."""
    if game.rule_set.race is None or game.options.rounds != len(MONTH_NAMES):
        return []
    return [get_month(game, scored, number) for number in range(1, len(MONTH_NAMES) + 1)]


def get_month(game: KeptGame, scored: GameBreakdown, number: int) -> dict[str, Any]:
    """The month of a round: its first card, its name in short and with its flower.

    Of a round that was played `scored` says who scored, with the points.
    """
    played = scored.rounds[number - 1] if number <= len(scored.rounds) else None
    month = played.month if played else RoundContext(number).month
    pairs = zip(get_game_badges(game), played.breakdown.sides if played else (), strict=False)
    return {
        "number": number,
        "card": next(iter(get_suit_cards(game.rule_set.months[month - 1]))),
        "short": MONTH_NAMES[month - 1][:3],
        "words": say_month(game.rule_set, month, game.deck),
        "is_played": played is not None,
        "is_next": number == len(scored.rounds) + 1 and not scored.winners,
        "scored": [(badge, side.score) for badge, side in pairs if side.score],
    }


def get_round_rows(
    rounds: Sequence[RoundInGame], below: int | None = None, decider: Figure | None = None
) -> list[dict[str, Any]]:
    """A page of rounds with numbers lower than `below`, newest first.

    A cell has a side's score, its total, and what it has of the figure that decides, 0 where the totals do.
    `month` is that of a race; `notes` say how the round ended, and what was unusual.
    """
    last = len(rounds) if below is None else max(0, min(below - 1, len(rounds)))
    return [
        {
            "number": each.number,
            "cells": [
                (
                    side.score,
                    each.totals[place],
                    each.breakdown.sides[place].figures.get(decider.id, 0) if decider else 0,
                )
                for place, side in enumerate(each.breakdown.sides)
            ],
            "month": MONTH_NAMES[each.month - 1][:3] if each.breakdown.rule_set.race else "",
            "notes": [*filter(None, [say_ending(each.breakdown.rule_set, each.entry), *each.warnings])],
        }
        for each in reversed(rounds[max(0, last - PAGE_OF_ROUNDS) : last])
    ]


def draw_chart(game: KeptGame, scored: GameBreakdown) -> dict[str, Any] | None:
    """The sums that decide, of all sides by round; None of a game that has not two rounds.

    A line has its badge, its points, and the position of its initial at the end. `marks_y` and `marks_x` are
    the labelled positions, `zero_y` the line of 0 where sums lie below it. `end_x` is where the game was won,
    if rounds followed.
    """
    if len(scored.rounds) < 2:
        return None
    count: int = len(scored.rounds)
    step = -(-count // CHART_POINTS)
    numbers = [0, *sorted({count, *range(step, count + 1, step)})]
    tallies = scored.list_tallies(scored.decider)
    totals = [scored.start_tallies, *(tallies[number - 1] for number in numbers[1:])]
    target = game.options.target
    top: int = max(1, target or 0, *(total for row in totals for total in row))
    bottom = min(0, *(total for row in totals for total in row))
    grid = get_grid_step(top - bottom)

    def x(number: int) -> int:
        return CHART_LEFT + (CHART_WIDTH - CHART_LEFT - CHART_RIGHT) * number // count

    def y(total: int) -> int:
        share: int = (CHART_HEIGHT - CHART_TOP - CHART_BOTTOM) * (total - bottom) // (top - bottom)
        return CHART_HEIGHT - CHART_BOTTOM - share

    lines = [
        (
            badge,
            " ".join(
                f"{x(number)},{y(row[badge.place])}" for number, row in zip(numbers, totals, strict=True)
            ),
            label_y,
        )
        for badge, label_y in zip(
            get_game_badges(game),
            spread([y(total) for total in scored.tallies], LABEL_GAP),
            strict=True,
        )
    ]
    every = -(-count // 8)
    return {
        "width": CHART_WIDTH,
        "height": CHART_HEIGHT,
        "left": CHART_LEFT,
        "right": CHART_WIDTH - CHART_RIGHT,
        "lines": lines,
        "marks_y": [(y(total), total) for total in range(-(-bottom // grid) * grid, top + 1, grid)],
        "marks_x": [(x(number), number) for number in range(every, count + 1, every)],
        "zero_y": y(0) if bottom < 0 else None,
        "target_y": y(target) if target else None,
        "end_x": x(scored.won_in) if scored.won_in and scored.rounds_after_end else None,
    }


def get_grid_step(top: int) -> int:
    """The smallest round step that gives at most six grid lines."""
    steps: Iterator[int] = (10**power * part for power in itertools.count() for part in (1, 2, 5))
    return next(step for step in steps if step * 6 > top)


def spread(places: Sequence[int], gap: int) -> list[int]:
    """The positions moved as little as possible, so that they are at least `gap` apart."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved = list(places)
    for before, after in itertools.pairwise(order):
        moved[after] = max(moved[after], moved[before] + gap)
    lowest = CHART_HEIGHT - CHART_BOTTOM
    for index in reversed(order):
        moved[index] = min(moved[index], lowest)
        lowest = moved[index] - gap
    return moved
