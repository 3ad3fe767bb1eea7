"""Who scores in a race, and what: the yaku of each side, its calls, and points that no yaku brings.

Sources: koi-koi.md (Round).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.cards import CardSet
from companion.errors import CompanionError, NotPossible, NotUnderstood, Where, raise_all
from companion.rules.entries.race import RaceEntry
from companion.rules.records.options import Options
from companion.rules.records.rule_set import Award, Race, RuleSet
from companion.rules.records.settlement import SCORE, Figures
from companion.rules.records.yaku import Yaku, YakuFinder, YakuScore, count_growths
from companion.rules.scoring.breakdown import RoundBreakdown, RoundContext, SideBreakdown
from companion.rules.scoring.scorer import Scorer, get_finders, get_scorer

GROWTH = "after each call a yaku must be made or grow before the next call or the stop."


def score_race(
    rule_set: RuleSet, options: Options, entry: RaceEntry, context: RoundContext
) -> RoundBreakdown:
    """The breakdown of a race, which says what is unusual about it."""
    scorer = get_scorer(rule_set, options)
    warnings: list[str] = []
    claimed = [_list_claimed(rule_set, scorer, entry, number, warnings) for number in range(len(entry.sides))]
    finders = get_finders(scorer, entry.month or context.month)
    ways = [_read(rule_set, options, entry, context, finder, claimed) for finder in finders]
    read = _choose(ways, entry.sitting_out)
    ending = rule_set.find_ending(entry.outcome)
    if entry.winner is not None and ending and ending.has_cards and not read.given["bonus"][entry.winner]:
        warnings.append(f"{entry.sides[entry.winner]} stopped without a yaku, so nobody scores.")
    for number, name in enumerate(entry.sides):
        if lacks_growth(scorer, entry, number, context) and (gone := find_lost(scorer, entry, number)):
            left = "fewer yaku" if read.given["bonus"][number] else "no yaku"
            warnings.append(f"{name} called koi-koi and has {left} now: rain took {gone} away.")
        else:
            warnings += scorer.finder.say_spoilt(name, entry.piles[number] or CardSet())
    sides = [
        SideBreakdown(
            name,
            entry.piles[number],
            None,
            0,
            tuple(read.found[number]),
            (),
            read.given["bonus"][number],
            CardSet(),
            read.settled[number],
            read.settled[number][SCORE],
            read.awards[number],
            entry.is_known(number),
        )
        for number, name in enumerate(entry.sides)
    ]
    return RoundBreakdown(
        rule_set,
        options,
        context,
        scorer.settlement,
        tuple(sides),
        CardSet(),
        tuple(warnings),
        entry.sitting_out,
    )


class _Reading(NamedTuple):
    """One way to read the piles: the yaku and awards of each side, what is given to formulas, the sums."""

    found: list[list[YakuScore]]
    awards: list[tuple[Award, ...]]
    given: dict[str, Sequence[int]]
    settled: list[Figures]


def _choose(ways: Sequence[_Reading], out: Sequence[int]) -> _Reading:
    """The way that is best for the side whose pile may be read in several: by its score, then by the best
    score of the others, then by the points of its yaku.
    """
    first = ways[0]
    sides = range(len(first.settled))
    differing = (
        n for way in ways for n in sides for key in way.given if way.given[key][n] != first.given[key][n]
    )
    holder = next(differing, None)
    if holder is None:
        return first

    def weigh(way: _Reading) -> tuple[int, int, int]:
        others = [side[SCORE] for number, side in enumerate(way.settled) if number not in (holder, *out)]
        return way.settled[holder][SCORE], -max(others), way.given["bonus"][holder]

    return max(ways, key=weigh)


def _read(
    rule_set: RuleSet,
    options: Options,
    entry: RaceEntry,
    context: RoundContext,
    finder: YakuFinder,
    claimed: list[list[YakuScore]],
) -> _Reading:
    """The round with the piles read in one way."""
    race, scorer = rule_set.race, get_scorer(rule_set, options)
    assert race is not None
    count = len(entry.sides)
    found = [
        own if pile is None else finder.find(pile, _count_unlisted(rule_set, entry, number), entry.rained_out)
        for number, (pile, own) in enumerate(zip(entry.piles, claimed, strict=True))
    ]
    if race.counts == "winner":
        found = [own if number == entry.winner else [] for number, own in enumerate(found)]
    bases = [
        sum([score.points for score in yaku]) if points is None else points
        for yaku, points in zip(found, entry.points, strict=True)
    ]
    awards: list[tuple[Award, ...]] = [()] * count
    scoring = entry.winner
    if entry.winner is None:
        # As said, else by the game, else the first.
        dealer = entry.sides.index(entry.dealer) if entry.dealer in entry.sides else context.dealer or 0
        scoring = _find_best_pile(race, entry, bases, dealer)
        _give_awards(rule_set, race, options, entry, dealer, scoring, awards)
    elif not bases[entry.winner]:
        scoring = None
    given = {
        **{name: [value] * count for name, value in scorer.give(context).items()},
        **entry.give(),
        **_give_of_piles(rule_set, scorer, entry, finder, found),
        "bonus": bases,
        "extra": [sum([award.points for award in each]) for each in awards],
        "scores": [int(number == scoring) for number in range(count)],
    }
    return _Reading(found, awards, given, scorer.settlement.settle(given, 0, entry.sitting_out))


def _count_unlisted(rule_set: RuleSet, entry: RaceEntry, number: int) -> int:
    """The chaff of a side that its pile does not list: what was counted, and what numbers add."""
    told = [dict(entry.told).get(each.id) for each in rule_set.numbers if each.is_chaff]
    return entry.unlisted[number] + sum((each[number] or 0) for each in told if isinstance(each, tuple))


def _give_of_piles(
    rule_set: RuleSet,
    scorer: Scorer,
    entry: RaceEntry,
    finder: YakuFinder,
    found: Sequence[Sequence[YakuScore]],
) -> dict[str, Sequence[int]]:
    """What figures ask of piles: how many cards of the pool of a yaku, what some yaku score."""
    pools = {figure.id: figure.pool for figure in scorer.settlement.figures if figure.pool}
    worths = {figure.id: figure.worth for figure in scorer.settlement.figures if figure.worth}
    yaku = {one.id: one for one in finder.yaku}
    groups = {each.id: each.cards for each in rule_set.values}
    given: dict[str, Sequence[int]] = {}
    for figure, of in pools.items():
        # Where the table left the yaku out, it is the cards of the value of the same name.
        one = yaku.get(of)
        own = (each.pool for each in scorer.finder.yaku if each.id == of)
        pool = next(own, groups.get(figure, CardSet()))
        given[figure] = [
            # Of ticked yaku it is known how many cards they have at least.
            max((score.size for score in found[n] if score.yaku.pool <= pool), default=0)
            if pile is None
            else one.count_held(pile, _count_unlisted(rule_set, entry, n))
            if one
            else len(pile & pool)
            for n, pile in enumerate(entry.piles)
        ]
    for figure, ids in worths.items():
        given[figure] = [sum(each.points for each in own if each.yaku.id in ids) for own in found]
    return given


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
        holders = [dealer] if options.both_dealt == "dealer" else []
    for number in holders:
        hand = next(each for each in race.hands if each.id == entry.dealt[number])
        awards[number] = (agree_award(rule_set, options, hand),)
    if entry.outcome == "exhausted" and scoring is None and race.dealer is not None:
        award = agree_award(rule_set, options, race.dealer)
        awards[dealer] = (award,) if award.points else ()


def agree_award(rule_set: RuleSet, options: Options, award: Award) -> Award:
    """The award with the points that the table agreed."""
    option = rule_set.find_option(award.option or "")
    if option is None:
        return award
    points = option.get_value(options.choice(option.id) or option.default).award
    return award if points is None else replace(award, points=points)


def _list_claimed(
    rule_set: RuleSet, scorer: Scorer, entry: RaceEntry, number: int, warnings: list[str]
) -> list[YakuScore]:
    """The yaku that a side ticked, as far as they are played and count."""
    ticked = dict(entry.ticked[number] or ())
    claimed = scorer.list_played(rule_set, entry.sides[number], ticked, warnings)
    found = [
        YakuScore(yaku, yaku.count(ticked[yaku.id]), yaku.all_of)
        for yaku in claimed
        if yaku.rained_out not in entry.rained_out
    ]
    return [] if all(score.yaku.beside_others for score in found) else found


def lacks_growth(scorer: Scorer, entry: RaceEntry, number: int, context: RoundContext) -> bool:
    """Whether what a side has cannot have been made or raised as often as its calls, and its stop, need."""
    calls = entry.calls[number]
    if not calls or not entry.is_known(number):
        return False
    return calls + (number == entry.winner) > find_growths(scorer, entry, number, context)


def find_growths(scorer: Scorer, entry: RaceEntry, number: int, context: RoundContext) -> int:
    """How many captures of a side, at most, made or raised a yaku: each by a point or more."""
    pile = entry.piles[number]
    if pile is not None:
        finders = get_finders(scorer, entry.month or context.month)
        complete = [row for each in finders for row in each.list_complete(pile, entry.unlisted[number])]
        return count_growths(row for row in complete if row[0].rained_out not in entry.rained_out)
    ticked = dict(entry.ticked[number] or ())
    within = [
        scorer.finder.list_within(one, ticked[one.id]) for one in scorer.finder.yaku if one.id in ticked
    ]
    return (entry.points[number] or 0) + count_growths(
        row for each in within for row in each if row[0].rained_out not in entry.rained_out
    )


def find_lost(scorer: Scorer, entry: RaceEntry, number: int) -> str | None:
    """The name of a yaku that a side has no more, because of rain."""
    pile = entry.piles[number]
    return _find_held(
        entry,
        number,
        [
            yaku
            for yaku in scorer.finder.yaku
            if yaku.rained_out in entry.rained_out or (pile is not None and pile & yaku.unless)
        ],
    )


def _find_held(entry: RaceEntry, number: int, yaku: Iterable[Yaku]) -> str | None:
    """The name of the first of these yaku whose cards a side has, whether or not it counts."""
    pile, ticked = entry.piles[number], dict(entry.ticked[number] or ())
    held = (each for each in yaku if each.id in ticked or (pile is not None and each.all_of <= pile))
    return next((each.short_name for each in held), None)


def _find_best_pile(race: Race, entry: RaceEntry, bases: list[int], dealer: int) -> int | None:
    """The side whose yaku score where nobody stopped; None where nobody's do."""
    if entry.outcome != "exhausted" or race.exhausted != "most-yaku" or not any(bases):
        return None
    best = max(bases)
    return dealer if bases.count(best) > 1 else bases.index(best)


def check_race(
    entry: RaceEntry, scored: RoundBreakdown, where: Where, unsaid: Iterable[CompanionError]
) -> None:
    """Raises what keeps a race from being scored by its options: what is `unsaid`, a side that stopped
    without a yaku, a call without one, a pile that is missing.
    """
    race, scorer = scored.rule_set.race, get_scorer(scored.rule_set, scored.options)
    assert race is not None
    context, ending = scored.context, scored.rule_set.find_ending(entry.outcome)
    # Else the settlement says what cannot be.
    is_judged = not any(figure.refuse for figure in scored.settlement.figures)
    faults = [*unsaid]
    for number, side in enumerate(scored.sides):
        name = entry.sides[number]
        if is_judged and number == entry.winner and not side.bonus and ending and ending.has_cards:
            message = f"{name} has no yaku, so {name} cannot have stopped. Is a card missing?"
            if alone := _find_held(
                entry, number, (each for each in scorer.finder.yaku if each.beside_others)
            ):
                message = f"{name} has {alone}, which counts beside another yaku only, and no other yaku."
            faults.append(NotPossible(message, (*where, "winner")))
        elif (
            is_judged
            and lacks_growth(scorer, entry, number, context)
            and not find_lost(scorer, entry, number)
        ):
            message = f"{name} has no yaku, so {name} cannot have called koi-koi."
            if side.bonus:
                message = f"{name} cannot have called koi-koi so often: {GROWTH} Is a card missing?"
            faults.append(NotPossible(message, (*where, "calls", name)))
        if entry.outcome == "exhausted" and race.exhausted == "most-yaku" and not side.is_known:
            message = f"The hands ran out, so the side with more yaku scores: what has {name}?"
            faults.append(NotUnderstood(message, (*where, "captured", name)))
    asked = {yaku.rained_out for yaku in scorer.finder.yaku}
    for word in entry.rained_out:
        if word not in asked:
            message = f"The table did not agree that rain counts, so “{word}” cannot be rained out."
            faults.append(NotPossible(message, (*where, "rained_out")))
    raise_all(faults)
