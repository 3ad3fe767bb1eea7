"""The state of a game, ready to show: totals, rows of rounds, the next deal, the chart."""

from collections.abc import Sequence
from typing import Any

from companion.cards import get_suit_cards
from companion.chart import ChartFrame, place_chart
from companion.rules import (
    MONTH_NAMES,
    Deal,
    Figure,
    GameBreakdown,
    Options,
    RoundBreakdown,
    RoundContext,
    RuleSet,
    agree,
    counted,
    get_scorer,
    isolate,
    list_beside,
    say_ending,
    say_month,
    write_number,
)
from companion.store import Game
from companion.web.badges import get_game_badges
from companion.web.filters import plural

PAGE_OF_ROUNDS = 20
CHART_FRAME = ChartFrame(
    400, 240, left=38, right=30, top=10, foot=26, letter_gap=17, most_rounds_named=8, most_points=48
)


def get_standings(game: Game, scored: GameBreakdown) -> list[dict[str, Any]]:
    """The place of each side in the game. `reach` is its share of the target in percent.

    `tally` is the sum that decides: the total, or what the side has of the figure that decides. `final` is
    what it was when the game was won; later rounds count in `tally` only. `lead` is of `say_leads`.
    `members` are the players of a team whose name does not say them. `last` is the last round of the side;
    `deals` says that one of the players deals next. `notes` stand under its sum during the game,
    `final_notes` when it is won.
    """
    target = game.options.target
    leads = say_leads(scored)
    last = scored.rounds[-1].breakdown.sides if scored.rounds else None
    decider = find_decider(game, scored)
    standings = []
    for badge in get_game_badges(game):
        seats = game.seating.get_seats(badge.place)
        players = [game.players[seat] for seat in seats]
        total, tally = scored.totals[badge.place], scored.tallies[badge.place]
        notes = [f"{decider.get_noun(tally)} · {plural(total, 'point')}"] if decider else []
        if target:
            left = f"{write_number(target - tally)} {'left' if scored.is_lowest else 'to go'}"
            notes.append(left if tally < target else "target reached")
        final_notes = [plural(total, "point")] if decider else []
        if scored.rounds_after_end:
            final_notes.append(f"{counted(tally, decider)} with all {len(scored.rounds)} rounds")
        standings.append(
            {
                "badge": badge,
                "tally": tally,
                "final": scored.final.tallies[badge.place],
                "reach": min(100, max(0, 100 * tally // target)) if target else 0,
                "lead": leads[badge.place],
                "wins": badge.name in scored.winners,
                "members": players if len(players) > 1 and " & ".join(players) != badge.name else [],
                "last": last[badge.place] if last else None,
                "deals": scored.next_dealer in seats and not scored.winners and not game.ended,
                "notes": notes,
                "final_notes": final_notes,
            }
        )
    return standings


def say_leads(scored: GameBreakdown) -> list[str]:
    """That a side leads, for each; empty for the others, before the first round and where all are equal."""
    leaders = scored.get_leaders() if scored.rounds else ()
    ahead = leaders if len(leaders) < len(scored.list_played()) else ()
    return [
        "" if side not in ahead else agree(side, "leads") if len(ahead) == 1 else "tied first"
        for side in scored.sides
    ]


def find_decider(game: Game, scored: GameBreakdown) -> Figure | None:
    """The figure that says who is ahead; None where the totals do."""
    return scored.decider if scored.rounds else get_scorer(game.rule_set, game.options).settlement.decider


def get_final_order(
    standings: Sequence[dict[str, Any]], scored: GameBreakdown
) -> list[tuple[int, dict[str, Any]]]:
    """The sides by the sum that decided, best first, each with its place; equals share a place."""
    return [(rank, standings[place]) for rank, place in scored.final.list_ranks()]


def get_next_deal(game: Game, scored: GameBreakdown) -> dict[str, Any]:
    """Who deals the next round, who starts, and how many cards go where.

    A game without cards has no `deal`.

    `level` are the sides that shared the most points of the last round, where that side deals which has most;
    `dealt` says that one of them had just dealt. `fewer` is the deal where one sits out. The next
    round counts so many `times` for those before.
    """
    starter = scored.seating.get_starter(scored.next_dealer, game.rule_set.turn.starts)
    deal = game.rule_set.get_deal(len(game.players)) if game.rule_set.has_cards else None
    dealer = game.players[scored.next_dealer]
    level: tuple[str, ...] = ()
    dealt = None
    if scored.rounds and game.options.choice("dealer") in (None, "most-points"):
        last = scored.rounds[-1]
        standings = last.breakdown.standings
        most = max(standings.values())
        level = tuple(scored.sides[place] for place, each in standings.items() if each == most)
        if scored.sides[scored.seating.get_side(last.dealer)] in level:
            dealt = game.players[last.dealer]
    return {
        "dealer": dealer,
        "starter": game.players[starter],
        "deal": deal,
        "fewer": _find_deal_of_fewer(game.rule_set, len(game.players)),
        "times": _find_times(game, scored),
        "level": level if len(level) > 1 else (),
        "dealt": dealt,
    }


def _find_times(game: Game, scored: GameBreakdown) -> int:
    """What the rounds before multiply the next one by, whoever wins it."""
    scorer = get_scorer(game.rule_set, game.options)
    carried = scorer.settlement.formulas.get("carried")
    given = scorer.list_given(RoundContext(before=scored.carried))
    return carried.evaluate({**given, "winner": 1}) if carried else 1


def _find_deal_of_fewer(rule_set: RuleSet, players: int) -> Deal | None:
    """The deal where one of so many sits out; None where nobody may, or one must."""
    may = rule_set.may_sit_out and players <= rule_set.most_playing
    return next((deal for deal in rule_set.deals if may and deal.players == players - 1), None)


def list_sides(game: Game, before: GameBreakdown, options: Options | None = None) -> list[dict[str, Any]]:
    """The sides as the script of the entry screen takes them, with what they had before a round."""
    decider = get_scorer(game.rule_set, options or game.options).settlement.decider
    # A round that is corrected has its points beside it.
    totals = before.add_adjustments(before.totals, len(before.rounds) + 1)
    return [
        {
            "name": badge.name,
            "short": badge.short,
            "initial": badge.initial,
            "style": badge.style,
            "total": total,
            "tally": tally,
            "lead": lead,
        }
        for badge, total, tally, lead in zip(
            get_game_badges(game),
            totals,
            before.add_up(decider) if decider else totals,
            say_leads(before),
            strict=True,
        )
    ]


def list_race_months(game: Game, scored: GameBreakdown) -> list[dict[str, Any]]:
    """The months of a race of twelve rounds; nothing for a game of another length."""
    if not game.rule_set.has_months or game.options.rounds != len(MONTH_NAMES):
        return []
    return [get_race_month(game, scored, number) for number in range(1, len(MONTH_NAMES) + 1)]


def get_race_month(game: Game, scored: GameBreakdown, number: int) -> dict[str, Any]:
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
    scored: GameBreakdown, below: int | None = None, decider: Figure | None = None
) -> list[dict[str, Any]]:
    """A page of rounds with numbers lower than `below`, newest first.

    A cell has a side's score, its total, and what it has of the figure that decides, 0 where the totals do.
    `month` is that of a race; `notes` say how the round ended, what was unusual, what was noted, and which
    points stand beside it.
    """
    rounds = scored.rounds
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
            "month": MONTH_NAMES[each.month - 1][:3] if each.breakdown.rule_set.has_months else "",
            "notes": [
                *filter(None, [say_ending(each.breakdown.rule_set, each.entry), *each.warnings]),
                *[f"{figure.words}." for figure in list_voids(each.breakdown)],
                *([f"“{isolate(each.entry.note)}”"] if each.entry.note else []),
                *list_beside(scored, each.number),
            ],
        }
        for each in reversed(rounds[max(0, last - PAGE_OF_ROUNDS) : last])
    ]


def find_pages(rows: Sequence[dict[str, Any]], count: int) -> tuple[int | None, int | None]:
    """Where the pages of later and of earlier rounds begin, as `below` of `get_round_rows`; None for no page.

    `rows` are the page that is shown, `count` is how many rounds the game has.
    """
    later = rows[0]["number"] + PAGE_OF_ROUNDS + 1 if rows and rows[0]["number"] < count else None
    return later, rows[-1]["number"] if rows and rows[-1]["number"] > 1 else None


def list_voids(scored: RoundBreakdown) -> list[Figure]:
    """The factors of a game of cards that are 0 for every side: why nobody scores."""
    factors = [figure for figure in scored.settlement.lines if figure.is_factor and not scored.rule_set.race]
    return [one for one in factors if not any(side.figures[one.id] for side in scored.sides)]


def draw_chart(game: Game, scored: GameBreakdown) -> dict[str, Any] | None:
    """The sums that decide by round, with the badges of the sides; None of a game that has not two rounds."""
    if len(scored.rounds) < 2:
        return None
    chart = place_chart(scored, game.options.target, CHART_FRAME)
    lines = zip(get_game_badges(game), chart["lines"], strict=True)
    return chart | {"lines": [(badge, *line) for badge, line in lines]}
