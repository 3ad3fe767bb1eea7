"""What scoring returns: the figures of every side of a round, and how they came about.

Sources: scoring-io.md (what a result says).
"""

from typing import NamedTuple

from companion.cards import CardSet
from companion.rules.entries.claimed import Counts
from companion.rules.figures.figure import Figures
from companion.rules.figures.settlement import Settlement
from companion.rules.records.options import Options
from companion.rules.records.race import Award
from companion.rules.records.round_numbers import Extra
from companion.rules.records.rule_set import RuleSet
from companion.rules.scoring.finder import YakuScore

# Figures by id that a later round is scored by.
CarriedFigures = tuple[tuple[str, int], ...]


class RoundContext(NamedTuple):
    """The place of a round in its game: its number from 1, and the side that dealt it, if anybody said so.

    `before` are the figures of the round before that this one is scored by (`Settlement.carried`).
    """

    number: int = 1
    dealer: int | None = None
    before: CarriedFigures = ()

    @property
    def month(self) -> int:
        """The month of the round: 1 to 12, then from 1 again."""
        return (self.number - 1) % 12 + 1


class SideBreakdown(NamedTuple):
    """What one side scored in a round and how; points throughout.

    `figures` are the sums of the settlement by their ids; card points, bonus and score are among them.
    `pile` is all that the side captured, with what the Gaji brought (`gaji`); None where the round was not
    entered by cards. `undeclared` are complete yaku that were to be declared and were not. `extras` are
    points that no card has. A side may be unknown: it sits out the round or, in a race, nobody said what it
    captured. One that `lacks_growth` called more often than its yaku were made or grew.
    """

    side: str
    pile: CardSet | None
    yaku: tuple[YakuScore, ...]
    bonus: int
    figures: Figures
    score: int
    counts: Counts | None = None
    card_points: int = 0
    undeclared: tuple[YakuScore, ...] = ()
    gaji: CardSet = CardSet()
    extras: tuple[Extra | Award, ...] = ()
    is_known: bool = True
    lacks_growth: bool = False


class RoundBreakdown(NamedTuple):
    """A scored round: its place in the game, each side's breakdown, the cards that are nobody's, and what is
    unusual about it.
    """

    rule_set: RuleSet
    options: Options
    context: RoundContext
    settlement: Settlement
    sides: tuple[SideBreakdown, ...]
    uncaptured: CardSet
    warnings: tuple[str, ...]
    sitting_out: tuple[int, ...] = ()

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
