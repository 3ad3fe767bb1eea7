"""A kept game and its parts as pages see them: frozen, already read, free of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from companion.rules import Entry, Options, RuleSet

Document = Mapping[str, Any]
"""A round as entered, or options, as the JSON object of rules/scoring-io."""

ChangeKind = Literal[
    "start",
    "add",
    "correct",
    "remove",
    "restore",
    "options",
    "end",
    "resume",
    "return",
    "undo",
    "redo",
    "links",
]


@dataclass(frozen=True)
class KeptSide:
    """A side of a kept game: its name in every round, and the seats of its players (0 = the first name)."""

    name: str
    seats: tuple[int, ...]


@dataclass(frozen=True)
class OptionsPeriod:
    """Options and the first round (by serial) that is played by them, until the next period begins."""

    first_serial: int
    options: Options


@dataclass(frozen=True)
class KeptGame:
    """A game as it stood when it was read, without its rounds (see `list_rounds`, `score_kept_game`).

    `revision` rises by one with every change. `options` are those of the next round. `may_edit` says which
    sort of link opened it. `ended` means stopped by hand: a game that was won is not ended.
    """

    id: int
    revision: int
    rule_set: RuleSet
    players: tuple[str, ...]
    sides: tuple[KeptSide, ...]
    first_dealer: int
    periods: tuple[OptionsPeriod, ...]
    round_count: int
    ended: bool
    may_edit: bool
    started_at: datetime
    changed_at: datetime
    again_of: int | None

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of the sides, in the order of their first seats."""
        return tuple(side.name for side in self.sides)

    @property
    def options(self) -> Options:
        """The options that the next round is played by."""
        return self.periods[-1].options

    def get_options(self, serial: int) -> Options:
        """The options that the round with this serial is played by."""
        for period in reversed(self.periods):
            if period.first_serial <= serial:
                return period.options
        return self.periods[0].options


@dataclass(frozen=True)
class KeptRound:
    """A round as entered.

    `number` is its place 1..n among the rounds that stand, without gaps; it moves when an earlier round is
    removed. `serial` never moves and is never used again. `version` is opaque text for a form's hidden
    field: it names the round and its state in one. A removed round has the number that it would have if it
    were restored.
    """

    number: int
    serial: int
    version: str
    entry: Entry
    document: Document
    options: Options
    removed: bool
    recorded_at: datetime


@dataclass(frozen=True)
class Change:
    """A line of the journal: what a change did, in data; the words are the reader's.

    For changes of one round (`add`, `correct`, `remove`, `restore`, or an `undo` or `redo` of one),
    `number` is the round's number (for a removed round: the one it had), `before` and `after` the round as
    entered, None where it did not stand. `of` is what an `undo` or `redo` undid or redid. `options_before`
    and `options_after` are there when options changed, `for_all` when they changed for rounds already
    played; `ended_before` and `ended_after` when the game was ended or taken up again.
    """

    sequence: int
    kind: ChangeKind
    at: datetime
    number: int | None = None
    serial: int | None = None
    before: Document | None = None
    after: Document | None = None
    options_before: Document | None = None
    options_after: Document | None = None
    for_all: bool = False
    ended_before: bool | None = None
    ended_after: bool | None = None
    of: int | None = None
    of_kind: ChangeKind | None = None


@dataclass(frozen=True)
class Links:
    """The two links of a game, which are shown to its owner and stored nowhere."""

    edit: str
    view: str


@dataclass(frozen=True)
class StartedGame:
    """A game that was just started or imported, with the only copy of its links."""

    game: KeptGame
    links: Links


@dataclass(frozen=True)
class GameLine:
    """A game in a list: what Home shows of the games that this phone knows."""

    token: str
    may_edit: bool
    rule_set_id: str
    players: tuple[str, ...]
    side_names: tuple[str, ...]
    round_count: int
    ended: bool
    started_at: datetime
    changed_at: datetime
