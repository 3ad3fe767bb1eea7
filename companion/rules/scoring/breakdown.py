"""What scoring returns: the figures of every side of a round, and how they came about.

Sources: scoring-io.md (what a result says).
"""

from typing import NamedTuple

from companion.cards import CardSet
from companion.rules.entries.claimed import Counts
from companion.rules.figures.figure import Figures
from companion.rules.figures.settlement import Settlement
from companion.rules.records.options import Options
from companion.rules.records.round_numbers import GivenPoints
from companion.rules.records.rule_set import RuleSet
from companion.rules.scoring.finder import YakuScore

# Figures by id that a later round is scored by.
CarriedFigures = tuple[tuple[str, int], ...]


class RoundContext(NamedTuple):
    """The place of a round in its game."""

    number: int = 1
    """From 1."""
    dealer: int | None = None
    """The side that dealt, if anybody said so."""
    before: CarriedFigures = ()
    """Figures of the round before, by which this one is scored (`Settlement.carried`)."""

    @property
    def month(self) -> int:
        """The month of the round: 1 to 12, then from 1 again."""
        return (self.number - 1) % 12 + 1


class SideBreakdown(NamedTuple):
    """What one side scored in a round and how; points throughout."""

    side: str
    pile: CardSet | None
    """All that it captured, with what the Gaji brought; None where the round was not entered by cards."""
    yaku: tuple[YakuScore, ...]
    """Those that count."""
    bonus: int
    """What they are worth."""
    figures: Figures
    """The sums of the settlement by their ids; card points, bonus and score are among them."""
    score: int
    """What the round adds to its total."""
    counts: Counts | None = None
    """How many cards of each value group, where they were counted."""
    card_points: int = 0
    undeclared: tuple[YakuScore, ...] = ()
    """Complete yaku that were to be declared and were not."""
    gaji: CardSet = CardSet()
    """What the Gaji brought."""
    extras: tuple[GivenPoints, ...] = ()
    """Points that no card has."""
    is_known: bool = True
    """False where it sits out the round or, in a race, nobody said what it captured."""
    lacks_growth: bool = False
    """It called more often than its yaku were made or grew."""


class RoundBreakdown(NamedTuple):
    """A scored round."""

    rule_set: RuleSet
    options: Options
    context: RoundContext
    """Its place in the game."""
    settlement: Settlement
    """That in force by the options."""
    sides: tuple[SideBreakdown, ...]
    uncaptured: CardSet
    """The cards that are nobody’s."""
    warnings: tuple[str, ...]
    """What is unusual about it, in sentences."""
    sitting_out: tuple[int, ...] = ()
    """The places of the sides that did not play."""

    @property
    def playing(self) -> list[int]:
        """The places of the sides that do not sit out."""
        return [number for number in range(len(self.sides)) if number not in self.sitting_out]

    @property
    def standings(self) -> dict[int, int]:
        """By this who won the round is told, by the places of the sides that played it.

        It is 1 for a winner that the settlement knows, else the round scores.

        What was paid at once beside a stop makes nobody the winner.
        """
        sides = ((place, self.sides[place]) for place in self.playing)
        return {place: side.figures.get("winner", side.score) for place, side in sides}

    @property
    def carried(self) -> CarriedFigures:
        """The figures by which the next round is scored: of each the highest that a side has."""
        return tuple((each, max(one.figures[each] for one in self.sides)) for each in self.settlement.carried)

    def is_of(self, context: RoundContext) -> bool:
        """Whether the round scores the same in this place of a game."""
        return self.context == context or not (self.rule_set.needs_dealer or self.rule_set.race)
