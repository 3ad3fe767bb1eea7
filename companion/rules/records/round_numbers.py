"""What a round has beside cards and yaku: numbers that no card says, and points that no card has.

Sources: the rule files; an extra carries its own.
"""

import dataclasses
from dataclasses import dataclass
from typing import Annotated, Any

from companion.cards import CardSet
from companion.rules.figures.figure import Choice
from companion.rules.text.reader import Bounds, Provenance, keyed

# What a document of any game may have for each side, and what else a round may have: no number is called so.
SIDE_KEYS = ("captured", "counts", "points", "chaff", "calls", "ticked", "dealt", "declared")


ROUND_KEYS = (
    *(*SIDE_KEYS, "outcome", "winner", "all_four"),
    *("rained_out", "month", "gaji", "dealer", "sits_out", "note"),
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a round that no card says: one for all, or one for each side. What is left unsaid is 0."""

    id: str
    """Its key in a document, and in formulas. “lacks/brights” is the word “brights” in the list “lacks”: it
    is 1.
    """
    words: str
    """What a form asks for."""
    most: Annotated[int, Bounds(1, 99)] = 1
    """It goes from 0 to this."""
    when: dict[str, Choice] = dataclasses.field(default_factory=dict)
    """It is asked for only where these options have these values …"""
    unless: dict[str, Choice] = dataclasses.field(default_factory=dict)
    """… and none of these has this value."""
    asks: str = ""
    """Somebody must answer this question."""
    where: str = ""
    """The figure that is not 0 for a side that is asked."""
    is_per_side: bool = keyed("per_side", default=False)
    is_side: bool = keyed("side", default=False)
    """It names a side, for which it is 1."""
    is_chaff: bool = keyed("chaff", default=False)
    """It is counted chaff beside that of the pile."""
    is_sitting_out: bool = keyed("sits_out", default=False)
    """It is of sides that sit out, and no other is of them."""
    without: CardSet = CardSet()
    """The side that it is said of has none of these cards."""
    note: str | None = None
    """What a form says of it."""

    @property
    def key(self) -> str:
        """The key of a document under which it stands."""
        return self.id.partition("/")[0]

    @property
    def word(self) -> str:
        """Its word in the list under that key; empty where it is a number."""
        return self.id.partition("/")[2]

    @property
    def hint(self) -> Any:
        """The type of its value."""
        number: Any = Annotated
        return number[int, Bounds(0, self.most, "" if self.is_per_side else f"The number of {self.words} is")]

    def list_paths(self, sides: int) -> list[str]:
        """Its fields in a form: that for all, or those of the sides by their places."""
        name = self.key if self.word else self.id
        return [f"{name}/{place}" for place in range(sides)] if self.is_per_side else [name]


@dataclass(frozen=True, slots=True)
class GivenPoints:
    """Points of a side that no card has."""

    id: str
    words: str
    """What they are for: “Four of a month, dealt”."""
    points: int
    ruling: str
    """The id of the ruling on them."""
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Extra(GivenPoints):
    """Those that make the points of the deck even. Whoever deals gets them, unless it asks.

    Its id is the key of the answer in a document.
    """

    sides: int
    """How many sides a game has where it counts."""
    when: dict[str, Choice]
    """It counts only where these options have these values."""
    asks: str | None = None
    """The question whose answer names the side."""
    cards: int = 0
    """How many cards the deck has more with it: a joker is one."""
