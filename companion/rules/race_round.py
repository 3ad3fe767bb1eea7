"""Who scores in a race, and what: the yaku of each side, its calls, and points that no yaku brings.

Sources: koi-koi.md (Round).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.errors import CompanionError, NotPossible, NotUnderstood, Where, raise_all
from companion.rules.breakdown import RoundContext
from companion.rules.options import Options
from companion.rules.race import Award, Race
from companion.rules.rule_set import RuleSet
from companion.rules.scorer import Scorer
from companion.rules.shapes.race import RaceEntry
from companion.rules.yaku import Yaku, YakuScore


class RacedSide(NamedTuple):
    """What one side of a race has: its yaku and what they come to, whether they score, its awards.

    `lost` is a yaku that it has no more, because of rain.
    """

    yaku: tuple[YakuScore, ...]
    base: int
    scores: bool
    awards: tuple[Award, ...]
    lost: str | None


def score_race(
    rule_set: RuleSet,
    scorer: Scorer,
    options: Options,
    entry: RaceEntry,
    context: RoundContext,
    warnings: list[str],
) -> list[RacedSide]:
    """Each side of a race; notes what is unusual about it."""
    race = rule_set.race
    assert race is not None
    found, bases = [], []
    month = entry.month or context.month
    for number, pile in enumerate(entry.piles):
        ticked, base = entry.ticked[number], entry.points[number]
        yaku: list[YakuScore] = []
        if pile is not None:
            yaku = scorer.find_best(pile, month, entry.unlisted[number], entry.rained_out)
        elif ticked is not None:
            yaku = _read_ticked(rule_set, scorer, entry, number, ticked, warnings)
        if base is None:
            base = 0
            for score in yaku:
                base += score.points
        found.append(tuple(yaku))
        bases.append(base)
    awards: list[tuple[Award, ...]] = [()] * len(bases)
    if entry.winner is not None:
        scoring: int | None = entry.winner
        if not bases[entry.winner]:
            warnings.append(f"{entry.sides[entry.winner]} stopped without a yaku, so nobody scores.")
            scoring = None
    else:
        dealer = find_dealer(entry, context)
        scoring = _find_best_pile(race, entry, bases, dealer)
        _give_awards(rule_set, race, options, entry, dealer, scoring, awards)
    lost = [
        _find_held(entry, number, (yaku for yaku in scorer.finder.yaku if _is_lost(yaku, entry, number)))
        for number in range(len(bases))
    ]
    for name, calls, base, gone in zip(entry.sides, entry.calls, bases, lost, strict=True):
        if calls and not base and gone:
            warnings.append(f"{name} called koi-koi and has no yaku now: rain took {gone} away.")
    return [
        RacedSide(found[number], base, number == scoring, awards[number], lost[number])
        for number, base in enumerate(bases)
    ]


def _give_awards(
    rule_set: RuleSet,
    race: Race,
    options: Options,
    entry: RaceEntry,
    dealer: int,
    scoring: int | None,
    awards: list[tuple[Award, ...]],
) -> None:
    """Points for dealt hands, and for the dealer where the hands ran out."""
    holders = [number for number, hand in enumerate(entry.dealt) if hand]
    if len(holders) > 1:
        holders = [dealer] if race.both_dealt == "dealer" else []
    for number in holders:
        hand = next(each for each in race.hands if each.id == entry.dealt[number])
        awards[number] = (agree_award(rule_set, options, hand),)
    if entry.outcome == "exhausted" and scoring is None and race.dealer is not None:
        award = agree_award(rule_set, options, race.dealer)
        awards[dealer] = (award,) if award.points else ()


def find_dealer(entry: RaceEntry, context: RoundContext) -> int:
    """The side that dealt: as said, else by the game, else the first."""
    if entry.dealer in entry.sides:
        return entry.sides.index(entry.dealer)
    return context.dealer or 0


def agree_award(rule_set: RuleSet, options: Options, award: Award) -> Award:
    """The award with the points that the table agreed."""
    option = rule_set.find_option(award.option or "")
    if option is None:
        return award
    points = option.get_value(options.choice(option.id) or option.default).award
    return award if points is None else replace(award, points=points)


def _read_ticked(
    rule_set: RuleSet,
    scorer: Scorer,
    entry: RaceEntry,
    number: int,
    ticked: tuple[tuple[str, int], ...],
    warnings: list[str],
) -> list[YakuScore]:
    """The yaku that a side ticked, as far as they are played and count."""
    found = []
    played = {yaku.id: yaku for yaku in scorer.finder.yaku}
    for yaku_id, further in ticked:
        yaku = played.get(yaku_id)
        if yaku is None:
            name = rule_set.get_yaku(yaku_id).short_name
            warnings.append(f"{name} is not played here, so {entry.sides[number]}'s does not count.")
        elif yaku.rained_out not in entry.rained_out:
            found.append(YakuScore(yaku, yaku.count(further), yaku.all_of))
    return [] if all(score.yaku.beside_others for score in found) else found


def _is_lost(yaku: Yaku, entry: RaceEntry, number: int) -> bool:
    """Whether rain takes a yaku away from a side."""
    pile = entry.piles[number]
    return yaku.rained_out in entry.rained_out or (pile is not None and not pile.is_disjoint(yaku.unless))


def _find_held(entry: RaceEntry, number: int, yaku: Iterable[Yaku]) -> str | None:
    """The name of the first of these yaku whose cards a side has, whether or not it counts."""
    pile, ticked = entry.piles[number], dict(entry.ticked[number] or ())
    for each in yaku:
        if each.id in ticked or (pile is not None and each.all_of <= pile):
            return each.short_name
    return None


def _find_best_pile(race: Race, entry: RaceEntry, bases: list[int], dealer: int) -> int | None:
    """The side whose yaku score where nobody stopped; None where nobody's do."""
    if entry.outcome != "exhausted" or race.exhausted != "most-yaku" or not any(bases):
        return None
    best = max(bases)
    return dealer if bases.count(best) > 1 else bases.index(best)


def check_race(
    rule_set: RuleSet,
    scorer: Scorer,
    options: Options,
    entry: RaceEntry,
    context: RoundContext,
    where: Where = (),
) -> None:
    """Raises what keeps a race from being scored by these options: a side that stopped without a yaku, a call
    without one, a pile that is missing.
    """
    race = rule_set.race
    assert race is not None
    faults: list[CompanionError] = []
    sides = score_race(rule_set, scorer, options, entry, context, [])
    for number, side in enumerate(sides):
        name = entry.sides[number]
        if number == entry.winner and not side.base:
            message = f"{name} has no yaku, so {name} cannot have stopped. Is a card missing?"
            if alone := _find_held(
                entry, number, (each for each in scorer.finder.yaku if each.beside_others)
            ):
                message = f"{name} has {alone}, which counts beside another yaku only, and no other yaku."
            faults.append(NotPossible(message, (*where, "winner")))
        elif entry.calls[number] and entry.is_known(number) and not (side.base or side.lost):
            message = f"{name} has no yaku, so {name} cannot have called koi-koi."
            faults.append(NotPossible(message, (*where, "calls", name)))
        if entry.outcome == "exhausted" and race.exhausted == "most-yaku" and not entry.is_known(number):
            message = f"The hands ran out, so the side with more yaku scores: what has {name}?"
            faults.append(NotUnderstood(message, (*where, "captured", name)))
    asked = {yaku.rained_out for yaku in scorer.finder.yaku}
    for word in entry.rained_out:
        if word not in asked:
            message = f"The table did not agree that rain counts, so “{word}” cannot be rained out."
            faults.append(NotPossible(message, (*where, "rained_out")))
    raise_all(faults)
