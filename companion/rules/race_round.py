"""Who scores in a race, and what: the yaku of each side, its calls, and points that no yaku brings.

Sources: koi-koi.md (Round).
"""

from collections.abc import Iterable
from dataclasses import replace

from companion.cards import CardSet
from companion.errors import CompanionError, NotPossible, NotUnderstood, Where, raise_all
from companion.rules.breakdown import RoundBreakdown, RoundContext, SideBreakdown
from companion.rules.options import Options
from companion.rules.rule_set import Award, Race, RuleSet
from companion.rules.scorer import Scorer, get_finders, get_scorer
from companion.rules.settlement import SCORE
from companion.rules.shapes.race import RaceEntry
from companion.rules.yaku import Yaku, YakuScore, count_growths

GROWTH = "after each call a yaku must be made or grow before the next call or the stop."


def score_race(
    rule_set: RuleSet, options: Options, entry: RaceEntry, context: RoundContext
) -> RoundBreakdown:
    """The breakdown of a race, which says what is unusual about it."""
    race, scorer = rule_set.race, get_scorer(rule_set, options)
    assert race is not None
    warnings: list[str] = []
    count = len(entry.sides)
    found = [_find_yaku(rule_set, scorer, entry, number, context, warnings) for number in range(count)]
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
        warnings.append(f"{entry.sides[entry.winner]} stopped without a yaku, so nobody scores.")
        scoring = None
    for number, name in enumerate(entry.sides):
        if lacks_growth(scorer, entry, number, context) and (gone := find_lost(scorer, entry, number)):
            left = "fewer yaku" if bases[number] else "no yaku"
            warnings.append(f"{name} called koi-koi and has {left} now: rain took {gone} away.")
        else:
            warnings += scorer.finder.say_spoilt(name, entry.piles[number] or CardSet())
    given = {
        **entry.give(),
        "bonus": bases,
        "extra": [sum([award.points for award in each]) for each in awards],
        "scores": [int(number == scoring) for number in range(count)],
    }
    settled = scorer.settlement.settle(given, 0)
    sides = [
        SideBreakdown(
            name,
            entry.piles[number],
            None,
            0,
            tuple(found[number]),
            (),
            bases[number],
            CardSet(),
            settled[number],
            settled[number][SCORE],
            awards[number],
            entry.is_known(number),
        )
        for number, name in enumerate(entry.sides)
    ]
    return RoundBreakdown(
        rule_set, options, context, scorer.settlement, tuple(sides), CardSet(), tuple(warnings)
    )


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


def agree_award(rule_set: RuleSet, options: Options, award: Award) -> Award:
    """The award with the points that the table agreed."""
    option = rule_set.find_option(award.option or "")
    if option is None:
        return award
    points = option.get_value(options.choice(option.id) or option.default).award
    return award if points is None else replace(award, points=points)


def _find_yaku(
    rule_set: RuleSet,
    scorer: Scorer,
    entry: RaceEntry,
    number: int,
    context: RoundContext,
    warnings: list[str],
) -> list[YakuScore]:
    """The yaku of a side's pile, or those that it ticked, as far as they are played and count."""
    pile = entry.piles[number]
    if pile is not None:
        month = entry.month or context.month
        return scorer.find_best(pile, month, entry.unlisted[number], entry.rained_out)
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
    context = scored.context
    faults = [*unsaid]
    for number, side in enumerate(scored.sides):
        name = entry.sides[number]
        if number == entry.winner and not side.bonus:
            message = f"{name} has no yaku, so {name} cannot have stopped. Is a card missing?"
            if alone := _find_held(
                entry, number, (each for each in scorer.finder.yaku if each.beside_others)
            ):
                message = f"{name} has {alone}, which counts beside another yaku only, and no other yaku."
            faults.append(NotPossible(message, (*where, "winner")))
        elif lacks_growth(scorer, entry, number, context) and not find_lost(scorer, entry, number):
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
