"""What a table chooses: a method, options, a preset of yaku, how long the game is.

Sources: the rule files; each record carries its own.
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.figures.figure import Choice
from companion.rules.figures.settlement import Settlement
from companion.rules.records.cards import Brings
from companion.rules.records.own_rules import RoundCount
from companion.rules.records.race import BothDealt
from companion.rules.records.round_numbers import Extra
from companion.rules.text.reader import Name, Provenance, keyed


@dataclass(frozen=True, slots=True)
class Method:
    """A way of scoring a round: its settlement, and the target where the rules print one.

    `proposed_targets` are what a new game of so many sides proposes where they print none; games of 0.2 froze
    one `proposed_target` for all.
    """

    id: str
    name: Name
    settlement: Settlement
    ruling: str
    provenance: Provenance
    target: int | None = None
    proposed_target: int | None = None
    proposed_targets: dict[str, int] = dataclasses.field(default_factory=dict)

    def propose(self, sides: int) -> int | None:
        """The target of a game of so many sides, where the table names none."""
        return self.target or self.proposed_targets.get(str(sides), self.proposed_target)


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of an option, what choosing it means, and what the foot of a pad says of it.

    What it changes: the suit whose cards the Gaji brings, whether yaku have to be declared, the points of an
    `Award`, who scores where both were dealt a hand (`Race`), the `number` that formulas are given (of “few-
    chaff” it is agreed_few_chaff), and whether the scores that a table enters add up to 0 or may have one
    decimal place. Where it has a label of its own, that of its option does not hold for it
    (`Option.get_provenance`). What it `asks` is the number of rule sets that are kept.
    """

    value: Choice
    words: str
    said: str = ""
    brings: Brings | None = None
    is_declaring: bool = keyed("declaring", default=False)
    award: int | None = None
    both_dealt: BothDealt | None = None
    number: int | None = None
    asks: str = ""
    is_zero_sum: bool = keyed("zero_sum", default=False)
    has_tenths: bool = keyed("tenths", default=False)
    provenance: Provenance | None = None

    @property
    def typed(self) -> str:
        """The value in a field of a form: yes or no for a switch."""
        return self.value if isinstance(self.value, str) else "yes" if self.value else "no"


@dataclass(frozen=True, slots=True)
class DefaultIn:
    """What stands for a choice that a table of so many rounds left unsaid."""

    rounds: int
    value: Choice


@dataclass(frozen=True, slots=True)
class Option:
    """What a table may choose: the values with their words, the default, and the ruling that explains it.

    With `says_we`, what is said of its values follows “We”; with `of_bonuses` it matters only with yaku, and
    only where the table chose the options `when`. What `in_sums` is said with the sums of a pad, as a clause.
    """

    id: str
    title: str
    listed: tuple[OptionValue, ...] = keyed("values")
    default: Choice = keyed()
    ruling: str = keyed()
    provenance: Provenance = keyed()
    says_we: bool = False
    of_bonuses: bool = False
    is_in_sums: bool = keyed("in_sums", default=False)
    default_in: DefaultIn | None = None
    when: dict[str, Choice] = dataclasses.field(default_factory=dict)

    @property
    def values(self) -> tuple[tuple[Choice, str], ...]:
        """Each value with its words."""
        return tuple((each.value, each.words) for each in self.listed)

    def get_value(self, value: Choice) -> OptionValue:
        """The record of a value that the option has."""
        return next(each for each in self.listed if each.value == value)

    def get_provenance(self, value: Choice) -> Provenance:
        """Where a value that the option has comes from."""
        return self.get_value(value).provenance or self.provenance

    def get_default(self, rounds: int | None) -> Choice:
        """What stands for a choice that is left unsaid in a game of so many rounds."""
        other = self.default_in
        return other.value if other is not None and other.rounds == rounds else self.default

    def list_idle(self, methods: Iterable[Method]) -> list[Method]:
        """Those of these methods by which it changes nothing."""
        return [method for method in methods if self.id in method.settlement.idle]

    def list_players(self, extras: Iterable[Extra]) -> list[int]:
        """How many play where it is of use for these extras; empty where that does not depend on them."""
        return [extra.sides for extra in extras if self.id in extra.when]

    def find_faults(self) -> list[str]:
        """A default that is none of the values."""
        known = [value for value, _ in self.values]
        return [] if self.default in known else [f"the default {self.default!r} is none of its values."]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice of yaku: `title` is one word for it (“Learner”), `words` say what it is."""

    id: str
    words: str
    yaku: tuple[str, ...]
    provenance: Provenance
    title: str = ""


@dataclass(frozen=True, slots=True)
class Length:
    """How many rounds a game has where the table agrees on no target: the default, and those to offer.

    `targets` are the targets to offer; without any, `has_target` says that the rules allow one.
    """

    rounds: RoundCount
    offered: tuple[RoundCount, ...]
    ruling: str
    provenance: Provenance
    targets: tuple[int, ...] = ()
    has_target: bool = False
