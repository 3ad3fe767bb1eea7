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
    """A number of a round that no card says, from 0 to `most`: one for all, or one for each side.

    A document has it under its id, and formulas are given it. It is asked for by the options `when`, and only
    of sides whose figure `where` is not 0. Where it `asks`, somebody must answer, else what is left unsaid
    is 0. One that `is_side` names a side, for which it is 1. One that `is_chaff` is counted chaff
    beside the pile's. A word of a list is 1: “lacks/brights” is the word “brights” in the list “lacks”. The
    side that it is said of has none of the cards `without`.
    """

    id: str
    words: str
    most: Annotated[int, Bounds(1, 99)] = 1
    when: dict[str, Choice] = dataclasses.field(default_factory=dict)
    asks: str = ""
    where: str = ""
    is_per_side: bool = keyed("per_side", default=False)
    is_side: bool = keyed("side", default=False)
    is_chaff: bool = keyed("chaff", default=False)
    without: CardSet = CardSet()

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
class Extra:
    """Points for one side that no card of the deck has, in a game of so many `sides`.

    Whoever deals gets them or, where it `asks`, the side that the answer names; a document has the answer
    under the extra's id. They count only by the options `when`. `cards` is how many cards the deck then has
    more: a joker is one.
    """

    id: str
    words: str
    points: int
    sides: int
    when: dict[str, Choice]
    ruling: str
    provenance: Provenance
    asks: str | None = None
    cards: int = 0
