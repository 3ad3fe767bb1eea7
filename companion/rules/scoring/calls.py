"""Whether a side of a race can have called as often as it did: before each call a yaku was made or grew.

Sources: koi-koi.md (Round).
"""

from collections.abc import Iterable

from companion.rules.entries.race import RaceEntry
from companion.rules.records.yaku import Yaku
from companion.rules.scoring.breakdown import RoundContext
from companion.rules.scoring.finder import count_growths
from companion.rules.scoring.scorer import Scorer, get_finders


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
    return find_held(
        entry,
        number,
        [
            yaku
            for yaku in scorer.finder.yaku
            if yaku.rained_out in entry.rained_out or (pile is not None and pile & yaku.unless)
        ],
    )


def find_held(entry: RaceEntry, number: int, yaku: Iterable[Yaku]) -> str | None:
    """The name of the first of these yaku whose cards a side has, whether or not it counts."""
    pile, ticked = entry.piles[number], dict(entry.ticked[number] or ())
    held = (each for each in yaku if each.id in ticked or (pile is not None and each.all_of <= pile))
    return next((each.short_name for each in held), None)
