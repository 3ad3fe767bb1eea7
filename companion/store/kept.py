"""A kept game and its parts as pages see them: frozen, apart from the database."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Literal, Self

from sqlalchemy import Row

from companion.cards import MONTH_ORDERS, DeckStyle, Suit, parse_deck
from companion.rules import Entry, Options, RuleSet, Seating, parse_entry

Document = Mapping[str, Any]
"""A round as entered, or options: a JSON object of scoring-io.md."""

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
    "deck",
]


def to_datetime(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


@dataclass(frozen=True)
class KeptSide:
    """A side: its name in every round, and the seats of its players (0 = the first name)."""

    name: str
    seats: tuple[int, ...]


@dataclass(frozen=True)
class OptionsPeriod:
    """Options from the round `first_serial` on, until the next period."""

    first_serial: int
    options: Options


def get_options_of(periods: tuple[OptionsPeriod, ...], serial: int) -> Options:
    return next(
        (each.options for each in reversed(periods) if each.first_serial <= serial), periods[0].options
    )


@dataclass(frozen=True)
class KeptGame:
    """A game as it was when it was read, without its rounds (see `list_rounds`, `score_kept_game`).

    `revision` rises by one with every change. `options` are those of the next round. `may_edit` says whether
    the edit link opened it. `ended` means ended by hand, not won. `deck` is what the table plays with: no
    score depends on it.
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
    deck: DeckStyle

    @classmethod
    def from_row(
        cls, row: Row[Any], rule_set: RuleSet, periods: tuple[OptionsPeriod, ...], *, may_edit: bool
    ) -> Self:
        return cls(
            id=row.id,
            revision=row.revision,
            rule_set=rule_set,
            players=tuple(json.loads(row.players)),
            sides=tuple(KeptSide(name, tuple(seats)) for name, seats in json.loads(row.sides)),
            first_dealer=row.first_dealer,
            periods=periods,
            round_count=row.round_count,
            ended=bool(row.ended),
            may_edit=may_edit,
            started_at=to_datetime(row.started_at_ms),
            changed_at=to_datetime(row.changed_at_ms),
            again_of=row.again_of,
            deck=rule_set.deck if row.deck is None else parse_deck(row.deck),
        )

    @property
    def side_names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.sides)

    @property
    def options(self) -> Options:
        return self.periods[-1].options

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits in the order of the numbers on the cards."""
        return MONTH_ORDERS[self.deck]

    def get_options(self, serial: int) -> Options:
        return get_options_of(self.periods, serial)

    @property
    def seating(self) -> Seating:
        return Seating(self.players, len(self.sides), self.first_dealer)


@dataclass(frozen=True)
class KeptRound:
    """A round as entered.

    `number` counts the standing rounds from 1, without gaps; it changes when an earlier round is removed. A
    removed round has the number that it would have. `serial` never changes and is never reused. `version` is
    text for a form's hidden field that names the round and its state.
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
        return parse_entry(self.document, self.game.rule_set, self.game.side_names, players=self.game.players)


@dataclass(frozen=True)
class Change:
    """A line of the journal.

    If it is about one round, `number` is the number that the round has or would have, and `before` and
    `after` are its entries, None where it did not stand. `of` is the change that an `undo` or `redo` is
    about, `of_kind` its kind. No page makes a `restore` or a `return`, but old journals may hold them.
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
    """The two links of a game. Only their hashes are stored."""

    edit: str = field(repr=False)
    view: str = field(repr=False)


@dataclass(frozen=True)
class StartedGame:
    """A new or imported game, with the only copy of its links."""

    game: KeptGame
    links: Links


@dataclass(frozen=True)
class GameLine:
    """A game in a list, as on Home."""

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
