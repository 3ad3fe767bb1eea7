"""Finds the yaku of a pile: of the complete ones of a group the best, without those that another replaces.

    >>> from companion.cards import BRIGHTS, CardSet
    >>> finder = YakuFinder([Yaku("five-brights", "Five brights", 100, BRIGHTS)])
    >>> [(score.yaku.id, score.points) for score in finder.find(BRIGHTS)]
    [('five-brights', 100)]
    >>> finder.find(BRIGHTS - CardSet.from_ids(["susuki-moon"]))
    []

Sources: kwado.md (all_of), koi-koi.md (at_least, extra, what excludes what).
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from companion.cards import CardSet, SetFinder
from companion.rules.records.yaku import Yaku


class YakuScore(NamedTuple):
    """A complete yaku."""

    yaku: Yaku
    points: int
    """With its further cards."""
    cards: CardSet
    """Those that make it."""

    @property
    def size(self) -> int:
        """How many cards make it, with the further ones; those that count twice as two."""
        extra = self.yaku.extra
        return self.yaku.size + ((self.points - self.yaku.points) // extra.points if extra else 0)


def cancel_yaku(found: list[list[YakuScore]]) -> tuple[list[list[YakuScore]], YakuScore | None]:
    """The complete yaku of all sides that count, and the one that cancels others, if there is one."""
    for own in found:
        for score in own:
            if score.yaku.cancels:
                is_own = score.yaku.cancels == "others"
                return [each if is_own and each is own else [] for each in found], score
    return found, None


class YakuFinder:
    """Finds the complete yaku of a pile, among the yaku in play."""

    __slots__ = ("_are_all_plain", "_can_be_spoilt", "_plain", "yaku")

    def __init__(self, yaku: Iterable[Yaku]) -> None:
        self.yaku = tuple(yaku)
        self._are_all_plain = all(one.is_plain for one in self.yaku)
        self._plain = SetFinder((one.all_of, YakuScore(one, one.points, one.all_of)) for one in self.yaku)
        self._can_be_spoilt = [one for one in self.yaku if one.unless]

    def find(self, pile: CardSet, unlisted: int = 0, rained_out: Collection[str] = ()) -> list[YakuScore]:
        """The complete yaku of `pile` that count, in the order of the rule set.

        `unlisted` is how many chaff cards it has that it does not list; `rained_out` are the table's words.
        """
        if self._are_all_plain:
            return self._plain.find(pile)
        complete = [
            YakuScore(one, one.count(further), one.pool & pile)
            for one, further in self.list_complete(pile, unlisted)
            if not rained_out or one.rained_out not in rained_out
        ]
        if all(score.yaku.beside_others for score in complete):
            return []
        return keep_best(complete) if len(complete) > 1 else complete

    def list_complete(self, pile: CardSet, unlisted: int) -> list[tuple[Yaku, int]]:
        """All complete yaku of `pile`, whether or not they count, each with its further cards."""
        return [
            (one, one.count_further(pile, unlisted))
            for one in self.yaku
            if not one.unless & pile and one.is_held(pile, unlisted)
        ]

    def say_spoilt(self, side: str, pile: CardSet) -> list[str]:
        """A sentence for each yaku that a side's pile has, but for a card that spoils it."""
        said = []
        for yaku in self._can_be_spoilt:
            spoilers = yaku.unless & pile
            if spoilers and yaku.is_held(pile):
                spoiler = next(iter(spoilers)).short_name.lower()
                said.append(f"{yaku.short_name} of {side} does not count: the {spoiler} spoils it.")
        return said


def keep_best(complete: list[YakuScore]) -> list[YakuScore]:
    """The best of each group, without those that another one replaces."""
    replaced = {yaku_id for score in complete for yaku_id in score.yaku.replaces}
    left = [score for score in complete if score.yaku.id not in replaced]
    best: dict[str | None, YakuScore] = {}
    # The first of equals.
    for score in sorted(left, key=lambda each: -each.points):
        best.setdefault(score.yaku.group, score)
    return [score for score in left if not score.yaku.group or best[score.yaku.group] is score]
