"""A race: how a round of it ends, who then scores, and what sheets say of it.

What a rule set leaves unsaid is in `race.toml`.

Sources: the rule files; each record carries its own.
"""

import dataclasses
from dataclasses import dataclass
from typing import Literal

from companion.cards import CardSet
from companion.rules.records.round_numbers import GivenPoints
from companion.rules.text.reader import Provenance, keyed

BothDealt = Literal["nobody", "dealer", "play-on"]


@dataclass(frozen=True, slots=True)
class Award(GivenPoints):
    """Those that no yaku brings, for a dealt hand or to the dealer."""

    option: str | None = None
    """That whose value has the points (`OptionValue.award`), before `points`."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round may end. The first of a race is the stop."""

    id: str
    """Its word in a document."""
    words: str
    """What a form says of it, behind the name of a winner."""
    by: Literal["winner", "hand", "nobody"]
    """Whom it names: a winner, the side that was dealt a hand, or nobody."""
    has_cards: bool = False
    """The winner stopped with what is in its pile."""
    said: str = ""
    """What a form says where there is no winner."""


@dataclass(frozen=True, kw_only=True)
class RaceWords:
    """What sheets say of a race."""

    first_dealer: str
    """Who deals first."""
    asked: str = ""
    """When one that called may stop."""
    run_out: str = ""
    """What else holds when the hands ran out: “unless …”."""
    short: str
    """What the game is."""
    offers: str
    """When a side may stop or call."""
    says: tuple[str, ...]
    """What each is: “Stop: …”."""
    tried: tuple[tuple[int, ...], ...]
    """Examples: the points of a side that stops, its calls and those of the others."""


@dataclass(frozen=True, kw_only=True)
class Race(RaceWords):
    """How a race is scored."""

    chaff: CardSet
    """Cards that are counted; each other card is given to its side."""
    exhausted: Literal["nobody", "most-yaku"]
    """Who scores when the hands ran out, by yaku."""
    both_dealt: BothDealt
    """Who scores when both were dealt a hand that ends the round."""
    ruling: str
    """The id of the ruling on calls."""
    provenance: Provenance
    hands: tuple[Award, ...] = keyed("hand", default=())
    """Those that end the round where they are dealt."""
    dealer: Award | None = None
    """What the dealer has without a yaku."""
    counts: Literal["all", "winner"] = "all"
    """Whose yaku are found."""
    call: str
    """What a side calls that plays on."""
    carries: dict[str, str] = dataclasses.field(default_factory=dict)
    """By the key of a document that begins later: the figure that the round before its first had."""
    endings: tuple[Ending, ...] = keyed("ending")
    has_months: bool = keyed("months")
    """Rounds may be named by months."""

    @property
    def awards(self) -> tuple[Award, ...]:
        """The points that no yaku brings."""
        return (*self.hands, self.dealer) if self.dealer else self.hands

    def find_ending(self, word: str | None) -> Ending | None:
        """How a round ended, by the word of a document."""
        return next((each for each in self.endings if each.id == word), None)
