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
    """A way of scoring a round."""

    id: str
    name: Name
    settlement: Settlement
    """Its sums."""
    ruling: str
    """The id of the ruling on it."""
    provenance: Provenance
    target: int | None = None
    """In points, where the rules print one."""
    proposed_target: int | None = None
    """That of games frozen by 0.2, for any number of sides."""
    proposed_targets: dict[str, int] = dataclasses.field(default_factory=dict)
    """What a new game proposes where the rules print none, by the number of sides."""

    def propose(self, sides: int) -> int | None:
        """The target of a game of so many sides, where the table names none."""
        return self.target or self.proposed_targets.get(str(sides), self.proposed_target)


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of an option, and what it changes."""

    value: Choice
    """A word, or whether the option is on."""
    words: str
    """What choosing it means, in New game and in house rules."""
    said: str = ""
    """What the foot of a pad says of it."""
    is_plain: bool = keyed("plain", default=False)
    """As if there were no such option: a pad says nothing of it."""
    brings: Brings | None = None
    """The suit whose cards the Gaji brings."""
    is_declaring: bool = keyed("declaring", default=False)
    """Yaku have to be declared."""
    award: int | None = None
    """The points of the `Award` of this option."""
    both_dealt: BothDealt | None = None
    """Who scores where both were dealt a hand (`Race`)."""
    number: int | None = None
    """What formulas are given for the option: of “few-chaff” it is agreed_few_chaff."""
    asks: str = ""
    """What a form of a kept rule set asks: brights dealt to the field."""
    is_zero_sum: bool = keyed("zero_sum", default=False)
    """The scores that a table enters add up to 0."""
    has_tenths: bool = keyed("tenths", default=False)
    """They may have one decimal place."""
    provenance: Provenance | None = None
    """Its own label, in place of that of the option (`Option.get_provenance`)."""

    @property
    def typed(self) -> str:
        """The value in a field of a form: yes or no for a switch."""
        return self.value if isinstance(self.value, str) else "yes" if self.value else "no"


@dataclass(frozen=True, slots=True)
class DefaultIn:
    """The default of an option in games of so many rounds."""

    rounds: int
    value: Choice


@dataclass(frozen=True, slots=True)
class Option:
    """What a table may choose."""

    id: str
    title: str
    """What is chosen: “Four of a month”."""
    listed: tuple[OptionValue, ...] = keyed("values")
    """Its values."""
    default: Choice = keyed()
    """What stands where a table says nothing."""
    ruling: str = keyed()
    """The id of the ruling on it."""
    provenance: Provenance = keyed()
    says_we: bool = False
    """What is said of its values follows “We”."""
    of_bonuses: bool = False
    """It matters only with yaku."""
    is_in_sums: bool = keyed("in_sums", default=False)
    """A pad says it with its sums, as a clause."""
    default_in: DefaultIn | None = None
    """Another default, in games of so many rounds."""
    when: dict[str, Choice] = dataclasses.field(default_factory=dict)
    """It matters only where these options have these values."""

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
    """A named choice of yaku."""

    id: str
    words: str
    """What it is."""
    yaku: tuple[str, ...]
    """Their ids."""
    provenance: Provenance
    title: str = ""
    """One word for it (“Learner”)."""


@dataclass(frozen=True, slots=True)
class Length:
    """How many rounds a game has where the table agrees on no target."""

    rounds: RoundCount
    """The default."""
    offered: tuple[RoundCount, ...]
    """Those to choose from."""
    ruling: str
    """The id of the ruling on it."""
    provenance: Provenance
    targets: tuple[int, ...] = ()
    """Those to choose from in place of rounds, in points."""
    has_target: bool = False
    """The rules allow a target, though they name none."""
