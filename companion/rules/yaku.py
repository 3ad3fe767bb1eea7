"""Yaku: sets of cards that earn a bonus when one side has captured them.

A yaku asks for `all_of` a set, or for `at_least` n of a pool, or for both; `extra` gives points for every
further card of a pool. Of the complete yaku of one `group` only the best counts, and a yaku `replaces`
others by name.

    >>> from companion.cards import BRIGHTS, CardSet
    >>> finder = YakuFinder([Yaku("five-brights", "Five brights", 100, BRIGHTS)])
    >>> [(score.yaku.id, score.points) for score in finder.find(BRIGHTS)]
    [('five-brights', 100)]
    >>> finder.find(BRIGHTS - CardSet.from_ids(["susuki-moon"]))
    []

Sources: kwado.md (all_of), koi-koi.md (at_least, extra, what excludes what).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from companion.cards import CardSet, SetFinder
from companion.rules.records import Name, Provenance, keyed


@dataclass(frozen=True, slots=True)
class AtLeast:
    """So many cards of a pool."""

    n: int
    of: CardSet


@dataclass(frozen=True, slots=True)
class Extra:
    """Points for each card of a pool beyond those that the yaku requires."""

    points: int
    of: CardSet


@dataclass(frozen=True, slots=True)
class Yaku:
    """One yaku of a rule set; `is_declared` says that it is one of those that are to be declared."""

    id: str
    name: Name
    points: int
    all_of: CardSet = CardSet()
    at_least: AtLeast | None = None
    extra: Extra | None = None
    group: str | None = None
    replaces: tuple[str, ...] = ()
    is_declared: bool = keyed("declaring", default=False)
    provenance: Provenance | None = None

    def find_faults(self) -> list[str]:
        """Cards asked for twice, more cards asked for than there are, or none at all."""
        faults = []
        if self.at_least is not None and not self.at_least.of.is_disjoint(self.all_of):
            faults.append("“all_of” and “at_least” overlap.")
        if self.at_least is not None and not 0 < self.at_least.n <= len(self.at_least.of):
            faults.append(f"“at_least” asks for {self.at_least.n} of {len(self.at_least.of)} cards.")
        if not self.all_of and self.at_least is None:
            faults.append("it needs “all_of” or “at_least”.")
        return faults

    @property
    def short_name(self) -> str:
        """The name without what stands in brackets behind it."""
        return self.name.partition(" (")[0]

    @property
    def is_plain(self) -> bool:
        """Whether it is complete exactly when all its cards are there, and nothing more is to be asked."""
        return not (self.at_least or self.extra or self.group or self.replaces)

    @property
    def pool(self) -> CardSet:
        """Every card that may belong to it."""
        return (
            self.all_of
            | (self.at_least.of if self.at_least else CardSet())
            | (self.extra.of if self.extra else CardSet())
        )


class YakuScore(NamedTuple):
    """A complete yaku: its points and the cards that make it."""

    yaku: Yaku
    points: int
    cards: CardSet


def _score_yaku(yaku: Yaku, pile: CardSet) -> YakuScore | None:
    """What a yaku whose `all_of` lies in the pile earns; None when the pile lacks cards of its pool."""
    required = yaku.all_of
    points = yaku.points
    cards = required
    if yaku.at_least is not None:
        held = pile & yaku.at_least.of
        if len(held) < yaku.at_least.n:
            return None
        cards |= held
    if yaku.extra is not None:
        held = pile & yaku.extra.of
        needed = yaku.extra.of.count(required) + (yaku.at_least.n if yaku.at_least else 0)
        points += yaku.extra.points * max(0, len(held) - needed)
        cards |= held
    return YakuScore(yaku, points, cards)


class YakuFinder:
    """Finds the complete yaku of a pile, among the yaku in play."""

    __slots__ = ("_are_all_plain", "_plain", "yaku")

    def __init__(self, yaku: Iterable[Yaku]) -> None:
        self.yaku = tuple(yaku)
        self._are_all_plain = all(one.is_plain for one in self.yaku)
        self._plain = SetFinder((one.all_of, YakuScore(one, one.points, one.all_of)) for one in self.yaku)

    def find(self, pile: CardSet) -> list[YakuScore]:
        """The complete yaku of `pile` that count, in the order of the rule set."""
        found = self._plain.find(pile)
        if self._are_all_plain or not found:
            return found
        complete = [score for one in found if (score := _score_yaku(one.yaku, pile)) is not None]
        return _keep_best(complete)


def _keep_best(complete: list[YakuScore]) -> list[YakuScore]:
    """The best of each group, without those that another one replaces."""
    replaced = {yaku_id for score in complete for yaku_id in score.yaku.replaces}
    best: dict[str, YakuScore] = {}
    for score in complete:
        group = score.yaku.group
        if (
            group
            and score.yaku.id not in replaced
            and (group not in best or score.points > best[group].points)
        ):
            best[group] = score
    return [
        score
        for score in complete
        if score.yaku.id not in replaced and (not score.yaku.group or best[score.yaku.group] is score)
    ]
