"""Who scores in a race, and what: the yaku of each side, its calls, and points that no yaku brings.

Sources: koi-koi.md (Round).
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from companion.cards import CardSet
from companion.rules.entries.race import RaceEntry
from companion.rules.figures.figure import Figures
from companion.rules.figures.settlement import SCORE, name_given
from companion.rules.records.options import Options
from companion.rules.records.race import Award, Race
from companion.rules.records.round_numbers import Number
from companion.rules.records.rule_set import RuleSet
from companion.rules.scoring.breakdown import RoundBreakdown, RoundContext, SideBreakdown
from companion.rules.scoring.check import find_lost, lacks_growth
from companion.rules.scoring.finder import YakuFinder, YakuScore
from companion.rules.scoring.holdings import Patience, lacks_certainly, list_holdings
from companion.rules.scoring.scorer import Scorer, get_finders, get_scorer


def score_race(
    rule_set: RuleSet, options: Options, entry: RaceEntry, context: RoundContext
) -> RoundBreakdown:
    """The breakdown of a race, which says what is unusual about it."""
    scorer = get_scorer(rule_set, options)
    warnings: list[str] = []
    claimed = [_list_claimed(scorer, entry, number, warnings) for number in range(len(entry.sides))]
    finders = get_finders(scorer, entry.month or context.month)
    race = rule_set.race
    assert race is not None
    ways = [_read(scorer, race, entry, context, finder=finder, claimed=claimed) for finder in finders]
    read = _choose(ways, entry.sitting_out)
    ending = race.find_ending(entry.outcome)
    if entry.winner is not None and ending and ending.has_cards and not read.given["bonus"][entry.winner]:
        warnings.append(f"{entry.sides[entry.winner]} stopped without a yaku, so nobody scores.")
    lacking = [lacks_growth(finders, entry, number) for number in range(len(entry.sides))]
    for number, name in enumerate(entry.sides):
        if lacking[number] and (gone := find_lost(finders[0].yaku, entry, number)):
            left = "fewer yaku" if read.given["bonus"][number] else "no yaku"
            warnings.append(f"{name} called {race.call} and has {left} now: rain took {gone} away.")
        else:
            warnings += scorer.finder.say_spoilt(name, entry.piles[number] or CardSet())
    sides = [
        SideBreakdown(
            side=name,
            pile=entry.piles[number],
            yaku=tuple(read.found[number]),
            bonus=read.given["bonus"][number],
            figures=read.settled[number],
            score=read.settled[number][SCORE],
            extras=read.awards[number],
            is_known=entry.is_known(number),
            lacks_growth=lacking[number],
        )
        for number, name in enumerate(entry.sides)
    ]
    return RoundBreakdown(
        rule_set=rule_set,
        options=options,
        context=context,
        settlement=scorer.settlement,
        sides=tuple(sides),
        uncaptured=CardSet(),
        warnings=tuple(warnings),
        sitting_out=entry.sitting_out,
    )


class _Reading(NamedTuple):
    """One way to read the piles. All is by sides."""

    found: list[list[YakuScore]]
    awards: list[tuple[Award, ...]]
    """Points that no yaku brings."""
    given: dict[str, Sequence[int]]
    """To formulas."""
    settled: list[Figures]
    """The sums."""


def _choose(ways: Sequence[_Reading], out: Sequence[int]) -> _Reading:
    """The way that is best for the side whose pile may be read in several: by its score, then by the best
    score of the others, then by the points of its yaku.
    """
    first = ways[0]
    sides = range(len(first.settled))
    # Who scores, and what no yaku brings, may differ for a side whose own pile reads one way only.
    of_piles = [key for key in first.given if key not in ("scores", "extra")]
    differing = (
        n for way in ways for n in sides for key in of_piles if way.given[key][n] != first.given[key][n]
    )
    holder = next(differing, None)
    if holder is None:
        return first

    def weigh(way: _Reading) -> tuple[int, int, int]:
        others = [side[SCORE] for number, side in enumerate(way.settled) if number not in (holder, *out)]
        return way.settled[holder][SCORE], -max(others), way.given["bonus"][holder]

    return max(ways, key=weigh)


def _read(
    scorer: Scorer,
    race: Race,
    entry: RaceEntry,
    context: RoundContext,
    *,
    finder: YakuFinder,
    claimed: list[list[YakuScore]],
) -> _Reading:
    """The round with the piles read in one way."""
    rule_set = scorer.rule_set
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
    # As said, else by the game, else the first; where that side sits out, the next that plays.
    dealer = entry.sides.index(entry.dealer) if entry.dealer in entry.sides else context.dealer or 0
    while dealer in entry.sitting_out:
        dealer = (dealer + 1) % count
    if entry.winner is None:
        scoring = _find_best_pile(race, entry, bases, dealer)
        awards = _give_awards(scorer, race, entry, dealer=dealer, scoring=scoring)
    elif not bases[entry.winner]:
        scoring = None
    given = {
        **{name: [value] * count for name, value in scorer.list_given(context).items()},
        **entry.list_given(),
        **_give_certain(rule_set, entry, finder),
        **_give_of_piles(scorer, entry, finder, found),
        "dealer": [int(number == dealer) for number in range(count)],
        "bonus": bases,
        "extra": [sum([award.points for award in each]) for each in awards],
        "scores": [int(number == scoring) for number in range(count)],
    }
    return _Reading(found, awards, given, scorer.settlement.settle(given, 0, entry.sitting_out))


def _count_unlisted(rule_set: RuleSet, entry: RaceEntry, number: int) -> int:
    """The chaff of a side that its pile does not list: what was counted, and what numbers add."""
    told = [dict(entry.told).get(each.id) for each in rule_set.numbers if each.is_chaff]
    return entry.unlisted[number] + sum((each[number] or 0) for each in told if isinstance(each, tuple))


def _give_certain(rule_set: RuleSet, entry: RaceEntry, finder: YakuFinder) -> dict[str, list[int]]:
    """The numbers that say what a side has none of, with what follows from the cards of the others."""
    numbers = [number for number in rule_set.numbers if number.without]
    losers = {side for side, pile in enumerate(entry.piles) if pile is None and side != entry.winner}
    if not numbers or not losers:
        return {}
    listed = CardSet.of(chain.from_iterable(pile or () for pile in entry.piles))
    yaku = {one.id: one for one in finder.yaku}
    ticked = [(yaku[each], further) for row in entry.ticked for each, further in row or () if each in yaku]

    def lacks(number: Number, side: int) -> bool:
        # Only ticked yaku leave open where their cards lie; most often they have too few to matter.
        most = sum(one.size + further for one, further in ticked if one.pool & number.without)
        if not most or len(number.without & listed) + most < len(number.without):
            return number.without <= listed
        return lacks_certainly(number, list_holdings(rule_set, finder, entry), side, Patience())

    return {
        name_given(number.id): [
            int(bool(told) or (side in losers and lacks(number, side)))
            for side, (_, told) in enumerate(entry.list_told(number))
        ]
        for number in numbers
    }


def _give_of_piles(
    scorer: Scorer, entry: RaceEntry, finder: YakuFinder, found: Sequence[Sequence[YakuScore]]
) -> dict[str, Sequence[int]]:
    """What figures ask of piles: how many cards of the pool of a yaku, what some yaku score."""
    pools = {figure.id: figure.pool for figure in scorer.settlement.figures if figure.pool}
    worths = {figure.id: figure.worth for figure in scorer.settlement.figures if figure.worth}
    yaku = {one.id: one for one in finder.yaku}
    groups = {each.id: each.cards for each in scorer.rule_set.values}
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
            else one.count_held(pile, _count_unlisted(scorer.rule_set, entry, n))
            if one
            else len(pile & pool)
            for n, pile in enumerate(entry.piles)
        ]
    for figure, ids in worths.items():
        given[figure] = [sum(each.points for each in own if each.yaku.id in ids) for own in found]
    return given


def _give_awards(
    scorer: Scorer, race: Race, entry: RaceEntry, dealer: int, scoring: int | None
) -> list[tuple[Award, ...]]:
    """Points of each side for dealt hands, and of the dealer where the hands ran out."""
    awards: list[tuple[Award, ...]] = [()] * len(entry.sides)
    hands = {number: hand for number, hand in enumerate(entry.dealt) if hand}
    for number, hand in hands.items():
        if len(hands) == 1 or (number == dealer and scorer.options.both_dealt == "dealer"):
            awards[number] = (scorer.awards[hand],)
    if entry.outcome == "exhausted" and scoring is None and race.dealer:
        award = scorer.awards[race.dealer.id]
        awards[dealer] = (award,) if award.points else ()
    return awards


def _list_claimed(scorer: Scorer, entry: RaceEntry, number: int, warnings: list[str]) -> list[YakuScore]:
    """The yaku that a side ticked, as far as they are played and count."""
    ticked = scorer.find_ticked(entry.sides[number], entry.ticked[number] or (), warnings)
    found = [score for score in ticked if score.yaku.rained_out not in entry.rained_out]
    return [] if all(score.yaku.beside_others for score in found) else found


def _find_best_pile(race: Race, entry: RaceEntry, bases: list[int], dealer: int) -> int | None:
    """The side whose yaku score where nobody stopped; None where nobody's do."""
    if entry.outcome != "exhausted" or race.exhausted != "most-yaku" or not any(bases):
        return None
    best = max(bases)
    return dealer if bases.count(best) > 1 else bases.index(best)
