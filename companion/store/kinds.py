"""The kinds of changes of a game: what each sets, and what an export says of it.

`web/games/changes.py` has their words. A new kind also needs a migration, for the CHECK of the journal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple, NewType

from companion.rules import Bounds

# The key of a round.
Key = NewType("Key", str)


@dataclass(frozen=True)
class Written:
    """What a document says of every change; most kinds have nothing else."""

    kind: str
    at_ms: Annotated[int, Bounds(0, 253_402_300_799_000)]


@dataclass(frozen=True)
class WrittenOptions(Written):
    options: object


@dataclass(frozen=True)
class WrittenStart(WrittenOptions):
    deck: str | None = None


@dataclass(frozen=True)
class WrittenAdd(Written):
    key: Key
    entry: object


@dataclass(frozen=True)
class WrittenRemove(Written):
    serial: int


@dataclass(frozen=True)
class WrittenCorrect(WrittenRemove):
    entry: object


@dataclass(frozen=True)
class WrittenDeck(Written):
    deck: str | None


@dataclass(frozen=True)
class WrittenNames(Written):
    names: tuple[tuple[str, ...], tuple[str, ...]] | None


@dataclass(frozen=True)
class WrittenSeats(Written):
    seatings: tuple[tuple[int, tuple[int, ...], int], ...] | None


class Kind(NamedTuple):
    """A kind of change: the part of the game that it sets, a switch `to` what, and its record in an export.

    One without a part is told even if it changes nothing, and undo passes over it.
    """

    part: str = ""
    record: type[Written] = Written
    to: bool = True


KINDS: Mapping[str, Kind] = {
    "start": Kind(record=WrittenStart),
    "add": Kind("rounds", WrittenAdd),
    "correct": Kind("rounds", WrittenCorrect),
    "remove": Kind("rounds", WrittenRemove),
    "options": Kind("periods", WrittenOptions),
    "options-for-all": Kind("periods", WrittenOptions),
    "end": Kind("ended"),
    "resume": Kind("ended", to=False),
    "undo": Kind(),
    "redo": Kind(),
    "links": Kind(),
    "deck": Kind("deck", WrittenDeck),
    "names": Kind("names", WrittenNames),
    "seats": Kind("seatings", WrittenSeats),
    "players": Kind("continued"),
    "rematch": Kind(),
    "archive": Kind("archived"),
    "unarchive": Kind("archived", to=False),
    "delete": Kind("deleted"),
    "recover": Kind(),
}
