"""How a rule set is dealt and played: seats, deals, turns.

Sources: the rule files; each record carries its own.
"""

import dataclasses
from dataclasses import dataclass
from typing import Literal

from companion.rules.text.reader import Provenance

PLAYER_LIMIT = 12


@dataclass(frozen=True, slots=True)
class Seats:
    """How many sides so many players may form."""

    players: int
    sides: tuple[int, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards are dealt to a number of players; the rest is the draw pile."""

    players: int
    hand: int
    field: int
    provenance: Provenance = dataclasses.field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who starts a round, which way play goes, how many of three matches are taken, what ends the round.

    A field that has what is `void` is dealt again. `instead` is the ruling on what may be done in place of
    playing a hand card, `left` what becomes of cards that still lie on the field. `told` is what
    else may happen in a turn, each with its name (“Bomb: …”).
    """

    starts: Literal["dealer", "left-of-dealer"]
    direction: str
    provenance: Provenance
    of_three: Literal["one", "all"] = "one"
    ends: str = "all hands are empty"
    left: str = "is nobody’s"
    void: str = ""
    instead: str = ""
    told: tuple[str, ...] = ()
