"""A kept game and its parts as pages see them: frozen, apart from the database, and how its row is read.

`parse_rule_set` remembers what it has parsed. Options take 0.02 ms each, so nothing else is cached.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Row, select
from sqlmodel import Session

from companion.cards import MONTH_ORDERS, DeckStyle, Suit, parse_deck
from companion.rules import (
    Entry,
    Options,
    RuleSet,
    Seating,
    Start,
    parse_entry,
    parse_options,
    parse_rule_set,
)
from companion.store.models import GAMES, RULE_SETS, ChangeKind

Document = Mapping[str, Any]
"""A round as entered, or options: a JSON object of scoring-io.md."""


def to_datetime(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


class Names(NamedTuple):
    """The names of the players by seat, and of the sides."""

    players: tuple[str, ...]
    sides: tuple[str, ...]


def read_first_names(row: Row[Any]) -> Names:
    """The names that a game began with: its stored rounds have them."""
    return Names(tuple(row.players), tuple(name for name, _ in row.sides))


def read_names(row: Row[Any]) -> Names:
    """The names of now."""
    if row.names is None:
        return read_first_names(row)
    players, sides = row.names
    return Names(tuple(players), tuple(sides))


# As many as sides can be, each in `components/owner.css`.
COLOUR_COUNT = 7


def give_colours(games: Iterable[Row[Any]]) -> tuple[int, ...]:
    """The colours of the sides of the last of these games, where a side keeps what it had in those before."""
    known: dict[str, int] = {}
    given: list[int] = []
    for row in games:
        first, now = read_first_names(row).sides, read_names(row).sides
        kept = [known.get(new, known.get(old)) for old, new in zip(first, now, strict=True)]
        free = [n for n in range(COLOUR_COUNT) if n not in known.values()]
        free += [n for n in range(COLOUR_COUNT) if n in known.values() and n not in kept]
        given = []
        for colour in kept:
            given.append(free.pop(0) if colour is None or colour in given else colour)
        known |= dict(zip((*first, *now), (*given, *given), strict=True))
    return tuple(given)


@dataclass(frozen=True)
class OptionsPeriod:
    """Options from the round `first_serial` on, until the next period."""

    first_serial: int
    options: Options


def get_options_of(periods: tuple[OptionsPeriod, ...], serial: int) -> Options:
    return next(
        (each.options for each in reversed(periods) if each.first_serial <= serial), periods[0].options
    )


# From the round of this serial on: the seats in the order of play, and the one that deals that round.
Seats = tuple[int, tuple[int, ...], int]


@dataclass(frozen=True)
class KeptGame:
    """A game as it was when it was read, without its rounds (see `list_rounds`, `score_kept_game`).

    `revision` rises by one with every change. `options` are those of the next round. `may_edit` says whether
    the edit link opened it. `ended` means ended by hand, not won. `deck` is what the table plays with: no
    score depends on it.

    `number` is its place among the games of its table. `players` and `side_names` are the names of now, at
    the seats of the start; `first_names` are the names that stored rounds have. `seatings` are the changes of
    seats. `continued` says that it went on with other players, as another game of the table. `deleted_at` is
    None but for a deleted game. `undo_top` is the change that undo takes back, `redo_top` the undo that redo
    takes back. `colours` are the numbers of the sides' colours, from 0 on. `token` is that
    of the link that opened the game, if one did; of a new game it is the only copy of its edit link.
    """

    id: int
    revision: int
    rule_set: RuleSet
    players: tuple[str, ...]
    side_names: tuple[str, ...]
    first_dealer: int
    periods: tuple[OptionsPeriod, ...]
    round_count: int
    ended: bool
    may_edit: bool
    started_at: datetime
    changed_at: datetime
    again_of: int | None
    deck: DeckStyle
    table_id: int
    number: int
    first_names: Names
    seatings: tuple[Seats, ...]
    starts: tuple[Start, ...]
    continued: bool
    archived: bool
    deleted_at: datetime | None
    colours: tuple[int, ...]
    undo_top: int | None
    redo_top: int | None
    token: str = field(default="", repr=False, compare=False)

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
        """Who sat where at the start, with the names of now."""
        return Seating(self.players, len(self.side_names), self.first_dealer)

    @cached_property
    def is_renamed(self) -> bool:
        return self.first_names != (self.players, self.side_names)

    def read_entry(self, document: Document) -> Entry:
        """A stored round, with the names of now."""
        first = self.first_names
        entry = parse_entry(document, self.rule_set, first.sides, players=first.players)
        if not self.is_renamed:
            return entry
        return entry.rename(self.side_names, dict(zip(first.players, self.players, strict=True)))

    def write_entry(self, entry: Entry) -> dict[str, Any]:
        """A round as it is stored: with the names of the start."""
        first = self.first_names
        if self.is_renamed:
            entry = entry.rename(first.sides, dict(zip(self.players, first.players, strict=True)))
        return entry.document()

    def show_document(self, document: Document) -> Document:
        """A stored round as a document with the names of now."""
        return self.read_entry(document).document() if self.is_renamed else document


@dataclass(frozen=True)
class KeptRound:
    """A round as entered.

    `number` counts the standing rounds from 1, without gaps; it changes when an earlier round is removed. A
    removed round has the number that it would have. `serial` never changes and is never reused. `version` is
    text for a form's hidden field that names the round and its state. `stored` has the names of the start.
    """

    number: int
    serial: int
    version: str
    stored: Document
    options: Options
    removed: bool
    game: KeptGame = field(repr=False, compare=False)

    @cached_property
    def document(self) -> Document:
        """The round with the names of now."""
        return self.game.show_document(self.stored)

    @cached_property
    def entry(self) -> Entry:
        return self.game.read_entry(self.stored)


@dataclass(frozen=True)
class Change:
    """A line of the journal.

    If it is about one round, `number` is the number that the round has or would have, and `before` and
    `after` are its entries, None where it did not stand. `of` is the change that an `undo` or `redo` is
    about, `of_kind` its kind. `renamed` are the players with other names, each before and after. No page
    makes a `restore` or a `return`, but old journals may hold them.
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
    renamed: tuple[tuple[str, str], ...] = ()


def digest_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def read_game(session: Session, row: Row[Any], *, may_edit: bool, token: str = "") -> KeptGame:
    query = select(RULE_SETS.c.text).where(RULE_SETS.c.digest == row.rule_set_digest)
    rule_set = parse_rule_set(session.connection().execute(query).scalar_one())
    earlier: Sequence[Any] = ()
    if row.number > 1:
        at_table = (GAMES.c.table_id == row.table_id) & (GAMES.c.number < row.number)
        query_names = select(GAMES.c.players, GAMES.c.sides, GAMES.c.names).where(at_table)
        earlier = session.connection().execute(query_names.order_by(GAMES.c.number)).all()
    names = read_names(row)
    return KeptGame(
        id=row.id,
        revision=row.revision,
        rule_set=rule_set,
        players=names.players,
        side_names=names.sides,
        first_dealer=row.first_dealer,
        periods=read_periods(rule_set, row.periods),
        round_count=row.round_count,
        ended=row.ended,
        may_edit=may_edit,
        started_at=to_datetime(row.started_at_ms),
        changed_at=to_datetime(row.changed_at_ms),
        again_of=row.again_of,
        deck=rule_set.deck if row.deck is None else parse_deck(row.deck),
        table_id=row.table_id,
        number=row.number,
        first_names=read_first_names(row),
        seatings=tuple((serial, tuple(order), dealer) for serial, order, dealer in row.seatings or ()),
        starts=tuple(Start(total, tally) for total, tally in row.starts or ()),
        continued=row.continued,
        archived=row.archived,
        deleted_at=None if row.deleted_at_ms is None else to_datetime(row.deleted_at_ms),
        colours=give_colours([*earlier, row]),
        undo_top=row.undo_top,
        redo_top=row.redo_top,
        token=token,
    )


def read_periods(rule_set: RuleSet, periods: Sequence[Any]) -> tuple[OptionsPeriod, ...]:
    return tuple(
        OptionsPeriod(first_serial, parse_options(rule_set, options)) for first_serial, options in periods
    )
