"""A kept game and its parts as pages see them: frozen, already read, free of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from companion.rules import Entry, Options, RuleSet, Seating, parse_entry

Document = Mapping[str, Any]
"""A round as entered, or options, as the JSON object of scoring-io.md."""

ChangeKind = Literal[
    "start",
    "add",
    "correct",
    "remove",
    "restore",
    "options",
    "options-for-all",
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


def get_options_of(periods: tuple[OptionsPeriod, ...], serial: int) -> Options:
    """The options that the round with this serial is played by."""
    return next(
        (each.options for each in reversed(periods) if each.first_serial <= serial), periods[0].options
    )


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
        return get_options_of(self.periods, serial)

    @property
    def seating(self) -> Seating:
        """Who sits where, and who deals first."""
        return Seating(self.players, len(self.sides), self.first_dealer)


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
    document: Document
    options: Options
    removed: bool
    game: KeptGame = field(repr=False, compare=False)

    @cached_property
    def entry(self) -> Entry:
        """The round as the rules read it."""
        return parse_entry(self.document, self.game.rule_set, self.game.side_names)


@dataclass(frozen=True)
class Change:
    """A line of the journal: what a change did, in data; the words are the reader's.

    For changes of one round (`add`, `correct`, `remove`, `restore`, or an `undo` or `redo` of one),
    `number` is the number that the round has, or would have if it stood, and `before` and `after` are the
    round as entered, None where it did not stand. `of` is the change that an `undo` or `redo` is about, whose
    kind is `of_kind`. No page makes a `restore` or a `return`; a journal that holds them is read.
    """

    sequence: int
    kind: ChangeKind
    at: datetime
    number: int | None = None
    serial: int | None = None
    before: Document | None = None
    after: Document | None = None
    of: int | None = None
    of_kind: ChangeKind | None = None


@dataclass(frozen=True)
class Links:
    """The two links of a game, which are shown to its owner and stored nowhere."""

    edit: str = field(repr=False)
    view: str = field(repr=False)


@dataclass(frozen=True)
class StartedGame:
    """A game that was just started or imported, with the only copy of its links."""

    game: KeptGame
    links: Links


@dataclass(frozen=True)
class GameLine:
    """A game in a list: what Home shows of the games that this phone knows."""

    id: int
    token: str = field(repr=False)
    may_edit: bool
    rule_set_id: str
    players: tuple[str, ...]
    side_names: tuple[str, ...]
    round_count: int
    ended: bool
    started_at: datetime
    changed_at: datetime
