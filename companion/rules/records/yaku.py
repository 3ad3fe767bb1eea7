"""Yaku: sets of cards that earn a bonus when one side has captured them.

A yaku asks for `all_of` a set, or for `at_least` n of a pool, or for both; `extra` gives points for every
further card of a pool. Of the complete yaku of one `group` only the best counts, and a yaku `replaces`
others by name. What a table chose may amend it (`Amendment`).

    >>> from companion.cards import BRIGHTS, CardSet
    >>> five = Yaku("five-brights", "Five brights", 100, BRIGHTS)
    >>> five.is_held(BRIGHTS), five.is_held(BRIGHTS - CardSet.from_ids(["susuki-moon"]))
    (True, False)

Sources: kwado.md (all_of), koi-koi.md (at_least, extra, what excludes what).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Literal

from companion.cards import CHAFF, CardSet, get_suit_cards
from companion.rules.text.names import NATIVE, and_list
from companion.rules.text.reader import LABELS, Bounds, Name, Provenance, group, keyed

# Whose yaku one cancels: those of all sides, its own too, or of the others.
Cancels = Literal["all", "others"]
_SIGN = re.compile(r"[A-Z]|[1-9]|1[0-9]|20", re.ASCII)


POINTS_LIMIT = 1_000
Points = Annotated[int, Bounds(1, POINTS_LIMIT, "Points are")]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """So many cards of a pool."""

    n: int
    """How many."""
    of: CardSet
    """The pool."""


@dataclass(frozen=True, slots=True)
class FurtherPoints:
    """Points for each card of a pool beyond those that the yaku requires."""

    points: Points
    """Of each card."""
    of: CardSet
    """The pool."""


@dataclass(frozen=True, slots=True)
class Yaku:
    """One yaku of a rule set."""

    id: str
    name: Name
    points: int
    all_of: CardSet = CardSet()
    """Cards that it needs."""
    at_least: AtLeast | None = None
    """So many of a pool, besides."""
    extra: FurtherPoints | None = None
    """Points for further cards."""
    group: str | None = None
    """Of the complete yaku of one group only the best counts."""
    replaces: tuple[str, ...] = ()
    """The ids of yaku that do not count beside it."""
    is_of_month: bool = keyed("of_month", default=False)
    """It asks for the four cards of the month of the round."""
    twice: CardSet = CardSet()
    """Cards that count as two."""
    unless: CardSet = CardSet()
    """A side that holds one of these cards does not have it."""
    rained_out: str | None = None
    """The word by which a table says that nobody has it in a round."""
    beside_others: bool = False
    """It counts only beside a yaku that stands without this word."""
    cancels: Cancels | None = None
    """Whose other yaku it cancels."""
    is_declared: bool = keyed("declaring", default=False)
    """It counts only where it was declared, if the table plays so."""
    is_winning: bool = keyed("wins", default=False)
    """It decides where several sides reach the target in one round: the first such yaku first."""
    sign: str | None = None
    """The letter or number that a sheet marks it by."""
    tag: str | None = None
    """A name of two short lines, for a phone’s small chip."""
    names: tuple[str, ...] = ()
    """What players call it in Japan or Korea, the usual one in Latin letters first."""
    provenance: Provenance | None = None

    def find_faults(self) -> list[str]:
        """Cards asked for twice, more cards asked for than there are, or none at all; an unknown sign."""
        faults = []
        if self.sign is not None and not _SIGN.fullmatch(self.sign):
            faults.append(f"its sign is a capital letter or a number from 1 to 20, not “{self.sign}”.")
        if self.at_least is not None and self.at_least.of & self.all_of:
            faults.append("“all_of” and “at_least” overlap.")
        if self.at_least is not None and not 0 < self.at_least.n <= len(self.at_least.of):
            faults.append(f"“at_least” asks for {self.at_least.n} of {len(self.at_least.of)} cards.")
        if not self.all_of and self.at_least is None and not self.is_of_month:
            faults.append("it needs “all_of”, “at_least” or “of_month”.")
        return faults

    @property
    def short_name(self) -> str:
        """The name without what stands in brackets behind it."""
        return self.name.partition(" (")[0]

    @property
    def latin_name(self) -> str:
        """What players call it, in Latin letters; nothing where that is its name here."""
        return "".join(name for name in self.names[:1] if name != self.short_name.lower())

    @property
    def usual_name(self) -> str:
        """What players call it, in Latin letters but where that is its name here, and in their own."""
        return f"{self.latin_name} {self.native}".strip()

    @property
    def native(self) -> str:
        """What players call it in Korean or Japanese letters, where its name here does not say it."""
        return next((each for each in self.names if NATIVE.fullmatch(each) and each not in self.name), "")

    @property
    def name_in_letters(self) -> str:
        """The name with that in other letters beside it: “Three brights 삼광 (without the rain man)”."""
        return f"{self.short_name} {self.native}".strip() + self.name.removeprefix(self.short_name)

    @property
    def is_plain(self) -> bool:
        """Whether it is complete exactly when all its cards are there, and nothing more is to be asked."""
        asks_more = self.at_least or self.extra or self.group or self.replaces or self.is_of_month
        return not (asks_more or self.unless or self.rained_out or self.beside_others)

    @property
    def required_pool(self) -> CardSet:
        """Every card that may help to complete it."""
        return self.all_of | (self.at_least.of if self.at_least else CardSet())

    def take_least(self, without: CardSet) -> CardSet:
        """As few cards as complete it, the first ones first; those that are named are left out."""
        pool = islice(self.at_least.of - without, self.at_least.n) if self.at_least else ()
        return self.all_of - without | CardSet.of(pool)

    @property
    def pool(self) -> CardSet:
        """Every card that may belong to it."""
        return self.required_pool | (self.extra.of if self.extra else CardSet())

    @property
    def named(self) -> CardSet:
        """The cards that it names one by one: not all chaff, and no chaff of a whole month."""
        parts = [self.all_of, self.unless, *(part.of for part in (self.at_least, self.extra) if part)]
        suits = {get_suit_cards(card.suit) for card in self.all_of}
        return CardSet.of(
            card for part in parts if not part >= CHAFF for card in (part - CHAFF if part in suits else part)
        )

    @property
    def required_count(self) -> int:
        """How many cards of the pool of further ones it asks for itself."""
        if self.extra is None:
            return 0
        return self.extra.of.count(self.all_of) + (self.at_least.n if self.at_least else 0)

    @property
    def furthest(self) -> int:
        """How many further cards it can have at most."""
        if self.extra is None:
            return 0
        return len(self.extra.of) + self.extra.of.count(self.twice) - self.required_count

    @property
    def joined(self) -> CardSet:
        """The cards that it counts as chaff and that are none, as the sake cup."""
        return self.extra.of - CHAFF if self.extra and self.counts_chaff else CardSet()

    @property
    def size(self) -> int:
        """With how many cards it is complete. Nobody asks this of a month: no part of one counts."""
        return len(self.all_of) + (self.at_least.n if self.at_least else 0)

    @property
    def counts_chaff(self) -> bool:
        """Whether it has points for each further chaff card."""
        return self.extra is not None and self.extra.of >= CHAFF

    def is_held(self, pile: CardSet, unlisted: int = 0) -> bool:
        """Whether a pile has the cards that it needs, whether or not it counts.

        `unlisted` is how many chaff cards the pile has that it does not list.
        """
        least = self.at_least
        return self.all_of <= pile and (least is None or self._count(least.of, pile, unlisted) >= least.n)

    def count_further(self, pile: CardSet, unlisted: int = 0) -> int:
        """How many further cards a pile has that has the yaku."""
        if self.extra is None:
            return 0
        return max(0, self._count(self.extra.of, pile, unlisted) - self.required_count)

    def count_held(self, pile: CardSet, unlisted: int = 0) -> int:
        """How many cards a pile has that may belong to it."""
        return self._count(self.pool, pile, unlisted)

    def _count(self, pool: CardSet, pile: CardSet, unlisted: int) -> int:
        """How many cards of a pool a pile has, those of `twice` as two."""
        held = pool & pile
        return len(held) + held.count(self.twice) + (unlisted if pool >= CHAFF else 0)

    @property
    def spoilers(self) -> str:
        """The cards that spoil it: “the rain man or the lightning”."""
        return and_list((f"the {card.short_name.lower()}" for card in self.unless), "or")

    def count(self, further: int) -> int:
        """Its points with so many further cards."""
        return self.points + self.extra.points * further if self.extra else self.points


@dataclass(frozen=True, slots=True)
class BestOf:
    """A group of yaku where only the best counts."""

    id: str
    provenance: Provenance
    """Who says so."""

    @property
    def unprinted(self) -> str:
        """Its label in words where no source prints it; else empty."""
        label = self.provenance.label
        return LABELS[label] if label in ("inferred", "house") else ""


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a choice of the table changes in some yaku."""

    when: dict[str, str | bool]
    """The options by whose values it holds."""
    yaku: tuple[str, ...]
    """The ids of those that it changes."""
    is_off: bool = keyed("off", default=False)
    """They are not played."""
    is_reading: bool = keyed("reading", default=False)
    """It is another way to read a pile: that which scores more for its side counts."""
    is_ungrouped: bool = keyed("ungrouped", default=False)
    """They count beside the others of their group."""
    further: CardSet = keyed("with", default=CardSet())
    """Cards that join `all_of` or the pool."""
    without: CardSet = CardSet()
    """Cards that leave it."""
    twice: CardSet = CardSet()
    unless: CardSet = CardSet()
    rained_out: str | None = None
    beside_others: bool = False
    cancels: Cancels | None = None
    points: Points | None = None

    def amend(self, yaku: Yaku) -> Yaku:
        """The yaku with what this changes."""
        if yaku.id not in self.yaku:
            return yaku
        at_least, extra = yaku.at_least, yaku.extra
        return replace(
            yaku,
            at_least=at_least and replace(at_least, of=(at_least.of | self.further) - self.without),
            extra=extra and replace(extra, of=(extra.of | self.further) - self.without),
            group=None if self.is_ungrouped else yaku.group,
            twice=yaku.twice | self.twice,
            unless=yaku.unless | self.unless,
            rained_out=self.rained_out or yaku.rained_out,
            beside_others=self.beside_others or yaku.beside_others,
            cancels=self.cancels or yaku.cancels,
            points=self.points or yaku.points,
        )


def amend_yaku(
    yaku: Sequence[Yaku], amendments: Iterable[Amendment], choices: Iterable[tuple[str, str | bool]]
) -> tuple[tuple[Yaku, ...], ...]:
    """The yaku as a table plays them that chose this, once for each way to read a pile."""
    chosen = dict(choices)
    # Other ways to read a pile come last: what the table changed holds for them as well.
    held = [
        each
        for each in sorted(amendments, key=lambda one: one.is_reading)
        if all(chosen.get(key) == word for key, word in each.when.items())
    ]
    off = {yaku_id for each in held if each.is_off for yaku_id in each.yaku}
    first = second = tuple(each for each in yaku if each.id not in off)
    for amendment in held:
        second = tuple(map(amendment.amend, second))
        if not amendment.is_reading:
            first = tuple(map(amendment.amend, first))
    return (first,) if second == first else (first, second)


def list_rivals(yaku: Iterable[Yaku]) -> list[list[Yaku]]:
    """The groups of yaku where only a side's best of each group counts."""
    groups = group((each.group, each) for each in yaku if each.group)
    return [rivals for rivals in groups.values() if len(rivals) > 1]
