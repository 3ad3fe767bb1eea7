"""Whether a side of a race can have called as often as it did: before each call a yaku was made or grew.

Sources: koi-koi.md (Round).
"""

from collections.abc import Iterable, Sequence
from itertools import chain

from companion.cards import CardSet
from companion.rules.entries.race import RaceEntry
from companion.rules.records.yaku import Yaku
from companion.rules.scoring.finder import YakuFinder
from companion.rules.text.reader import group


def lacks_growth(finders: Sequence[YakuFinder], entry: RaceEntry, number: int) -> bool:
    """Whether what a side has cannot have been made or raised as often as its calls, and its stop, need."""
    calls = entry.calls[number]
    if not calls or not entry.is_known(number):
        return False
    return calls + (number == entry.winner) > find_growths(finders, entry, number)


def find_growths(finders: Sequence[YakuFinder], entry: RaceEntry, number: int) -> int:
    """How many captures of a side, at most, made or raised a yaku: each by a point or more.

    `finders` read a pile in different ways.
    """
    pile, unlisted, rained = entry.piles[number], entry.unlisted[number], entry.rained_out
    if pile is not None:
        complete = [row for each in finders for row in each.list_complete(pile, unlisted)]
        found = [each.find(pile, unlisted, rained) for each in finders]
        most = max(sum(score.points for score in each) for each in found)
        return min(most, _count_growths(row for row in complete if row[0].rained_out not in rained))
    yaku, ticked = finders[0].yaku, dict(entry.ticked[number] or ())
    within = [row for one in yaku if one.id in ticked for row in _list_within(yaku, one, ticked[one.id])]
    # Nothing says which of these a side had before rain took it.
    spoilt = sum(1 for one in yaku if one.id not in ticked and (one.unless or one.rained_out))
    made = _count_growths(row for row in within if row[0].rained_out not in rained)
    return (entry.points[number] or 0) + made + spoilt


def _list_within(yaku: Iterable[Yaku], one: Yaku, further: int) -> list[tuple[Yaku, int]]:
    """A yaku with its further cards, and those that may have been made on the way to it."""
    less = [each for each in yaku if each.id in one.replaces or _is_less(each, one)]
    return [(one, further), *((each, 0) for each in less if each.size <= one.size + further)]


def _is_less(yaku: Yaku, other: Yaku) -> bool:
    """Whether it is of the same group, scores less and needs no other cards."""
    is_of_group = yaku.group is not None and yaku.group == other.group
    return is_of_group and yaku.points < other.points and yaku.is_held(other.pool)


def _count_growths(complete: Iterable[tuple[Yaku, int]]) -> int:
    """How many captures, at most, made or raised these complete yaku, each with its further cards."""
    rows = list(complete)
    cards = {one.id: one.all_of for one, _ in rows}
    sizes = group(
        (one.group or one.id, (one.size + further, one.size))
        for one, further in rows
        if not _is_made_of(one, [cards.get(each, CardSet()) for each in one.replaces])
    )
    return sum(max(each)[0] - min(size for _, size in each) + 1 for each in sizes.values())


def _is_made_of(yaku: Yaku, replaced: Sequence[CardSet]) -> bool:
    """Whether its cards are just those that it replaces: the last capture makes it, too."""
    return bool(replaced) and not yaku.at_least and yaku.all_of == CardSet.of(chain.from_iterable(replaced))


def find_lost(yaku: Iterable[Yaku], entry: RaceEntry, number: int) -> str | None:
    """The name of a yaku that a side has no more, because of rain."""
    pile = entry.piles[number] or CardSet()
    lost = (one for one in yaku if one.rained_out in entry.rained_out or pile & one.unless)
    return find_held(lost, entry, number)


def find_held(yaku: Iterable[Yaku], entry: RaceEntry, number: int) -> str | None:
    """The name of the first of these yaku whose cards a side has, whether or not it counts."""
    pile, ticked = entry.piles[number], dict(entry.ticked[number] or ())
    held = (
        one
        for one in yaku
        if one.id in ticked or (pile is not None and one.is_held(pile, entry.unlisted[number]))
    )
    return next((one.short_name for one in held), None)
