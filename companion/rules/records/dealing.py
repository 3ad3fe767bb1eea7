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
    """The first is the default."""
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards are dealt to a number of players; the rest is the draw pile."""

    players: int
    hand: int
    """Cards of each player."""
    field: int
    """Cards face up on the table."""
    provenance: Provenance = dataclasses.field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """How a turn goes."""

    starts: Literal["dealer", "left-of-dealer"]
    """Who plays first."""
    direction: str
    """Which way play goes."""
    provenance: Provenance
    of_three: Literal["one", "all"] = "one"
    """How many of three matches on the field are taken."""
    ends: str = "all hands are empty"
    """When the round ends."""
    left: str = "is nobody’s"
    """What becomes of cards that still lie on the field."""
    void: str = ""
    """What a field has that is dealt again."""
    instead: str = ""
    """The id of the ruling on what may be done in place of playing a hand card."""
    told: tuple[str, ...] = ()
    """What else may happen in a turn, each with its name (“Bomb: …”)."""
