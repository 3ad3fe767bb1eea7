"""What a race is: a round in which one side stops, and only that side's yaku score.

Where nobody stopped, the hands ran out or a hand was dealt that ends the round.

Sources: koi-koi.md (Round).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import CardSet
from companion.rules.records import Provenance, find_unknown, keyed

# How a race ended. The words are those of scoring-io.md.
OUTCOMES = ("shobu", "exhausted", "dealt")
# Who scores when the hands ran out, by yaku.
EXHAUSTED = ("nobody", "most-yaku")
# Who scores when both were dealt a hand that ends the round.
BOTH_DEALT = ("nobody", "dealer", "play-on")
# Eight cards in each hand, one turn a card.
CALLS_LIMIT = 8


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
class Race:
    """How a race is scored: `hands` are dealt hands that end it, `dealer` what the dealer has without a yaku.

    The cards of `chaff` are counted; each other card is given to its side. For sheets, `first_dealer` says
    who deals first, `asked` when a side that called koi-koi may stop, and `run_out` what else holds when the
    hands ran out.
    """

    chaff: CardSet
    exhausted: str
    both_dealt: str
    first_dealer: str
    ruling: str
    provenance: Provenance
    hands: tuple[Award, ...] = keyed("hand")
    dealer: Award | None = None
    asked: str = ""
    run_out: str = ""

    def find_faults(self) -> list[str]:
        """An unknown word."""
        faults = find_unknown([self.exhausted], EXHAUSTED, "way to end")
        return faults + find_unknown([self.both_dealt], BOTH_DEALT, "way to end")
