"""A race: how a round of it ends, who then scores, and what sheets say of it.

Sources: the rule files; each record carries its own.
"""

import dataclasses
from dataclasses import dataclass
from typing import Literal

from companion.cards import CardSet
from companion.rules.text.reader import Provenance, keyed

BothDealt = Literal["nobody", "dealer", "play-on"]


@dataclass(frozen=True, slots=True)
class Award:
    """Points that no yaku brings; those of the value of an `option` come first."""

    id: str
    words: str
    points: int
    ruling: str
    provenance: Provenance
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round may end, by its word in a document, and what a form says of it.

    It names a `winner`, the side that was dealt a `hand`, or nobody. Where it `has_cards`, the winner stopped
    with what is in its pile. The words are a sentence behind the
    name of a winner; else that is `said`. The first ending of a race is the stop.
    """

    id: str
    words: str
    by: Literal["winner", "hand", "nobody"]
    has_cards: bool = False
    said: str = ""


_ENDINGS = (
    Ending("shobu", "stopped", "winner", has_cards=True),
    Ending("exhausted", "Nobody: hands ran out", "nobody", said="Nobody stopped."),
    Ending("dealt", "Nobody: dealt hand", "hand"),
)


@dataclass(frozen=True, kw_only=True)
class RaceWords:
    """What sheets say of a race; one that was kept before rule sets had these words has those here."""

    # Who deals first.
    first_dealer: str
    # When one that called may stop.
    asked: str = ""
    # What else holds when the hands ran out: “unless …”.
    run_out: str = ""
    # What the game is.
    short: str = (
        "Two players race for sets of cards, yaku. Lay a card to one of its month and take both. Whoever"
        " makes a yaku may stop, and score it, or go on for more and risk it: koi-koi. Cards in themselves"
        " count nothing."
    )
    # When a side may stop or call.
    offers: str = "When your turn has brought you a new yaku, say which:"
    # What each is: “Stop: …”.
    says: tuple[str, ...] = (
        "Shōbu, “game”: you stop. The round ends, your yaku score, and the other side scores nothing.",
        "Koi-koi, “come on”: you play on for more. If the other side then stops first, yours score nothing.",
    )
    # Examples: the points of a side that stops, its calls and those of the others.
    tried: tuple[tuple[int, ...], ...] = ((5, 0, 0), (6, 1, 0), (5, 0, 2), (7, 0, 0), (7, 0, 1))


@dataclass(frozen=True, kw_only=True)
class Race(RaceWords):
    """How a race is scored: `hands` are dealt hands that end it, `dealer` what the dealer has without a yaku.

    `counts` says whose yaku are found, `call` what a side calls that plays on: by it a race that does not
    say is called. A document that begins later says under the keys of `carries` which figures the round
    before its first had. Rounds may be named by `months`.

    `exhausted` says who scores when the hands ran out, by yaku, `both_dealt` who does when both were dealt a
    hand that ends the round. The cards of `chaff` are counted; each other card is given to its side.
    """

    chaff: CardSet
    exhausted: Literal["nobody", "most-yaku"]
    both_dealt: BothDealt
    ruling: str
    provenance: Provenance
    hands: tuple[Award, ...] = keyed("hand", default=())
    dealer: Award | None = None
    counts: Literal["all", "winner"] = "all"
    call: str = ""
    carries: dict[str, str] = dataclasses.field(default_factory=dict)
    endings: tuple[Ending, ...] = keyed("ending", default=_ENDINGS)
    has_months: bool = keyed("months", default=True)

    @property
    def awards(self) -> tuple[Award, ...]:
        """The points that no yaku brings."""
        return (*self.hands, self.dealer) if self.dealer else self.hands

    def find_ending(self, word: str | None) -> Ending | None:
        """How a round ended, by the word of a document."""
        return next((each for each in self.endings if each.id == word), None)
