"""The tables of the database, and what a row says of itself.

Table models do not check values: `rules` and `limits` have done so. Documents are JSON text and switches are
0 or 1; both are read as Python values. Times are whole milliseconds since 1970 in UTC. Words from a fixed
list are text with a CHECK, because PostgreSQL cannot remove values from an enum type. There is no
`from __future__ import annotations` here: with it SQLModel cannot read the columns' types.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Index,
    MetaData,
    Text,
)
from sqlmodel import Field, Relationship, SQLModel, col

from companion.cards import MONTH_ORDERS, DeckStyle, Suit, parse_deck
from companion.rules import (
    Entry,
    Options,
    RuleSet,
    Seating,
    parse_entry,
    parse_options,
    parse_rule_set,
)
from companion.store.columns import Json, Switch, to_json
from companion.store.kinds import KINDS

Document = Mapping[str, Any]
"""A round as entered, or options: a JSON object of scoring-io.md."""
Patch = Mapping[str, Any]
"""Parts of a game before or after a change (see `changes`)."""

METADATA = MetaData(naming_convention={"uq": "%(table_name)s_%(column_0_name)s"})


def to_datetime(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


def find_zone(name: str | None) -> ZoneInfo | None:
    """The time zone of this name; None, the server's own, for what names none that this machine knows."""
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, LookupError, OSError):
        return None


def write_mark(history: int) -> str:
    return f"-{history}" if history else ""


def digest_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def digest_json(document: object) -> str:
    return digest_text(json.dumps(document, sort_keys=True, default=float))


class Base(SQLModel):
    """The base of the tables, with its own metadata."""

    metadata = METADATA


class RuleSetText(Base, table=True):
    """The text of a rule set, kept once for all games that use it."""

    __tablename__: ClassVar[Any] = "rule_set"

    digest: str = Field(primary_key=True, sa_type=Text)
    text: str = Field(sa_type=Text)


class Table(Base, table=True):
    """A table, at which games are played one after another: the hashes of its links."""

    __tablename__: ClassVar[Any] = "card_table"

    id: int = Field(default=None, primary_key=True)
    edit_hash: str = Field(unique=True, sa_type=Text)
    view_hash: str = Field(unique=True, sa_type=Text)
    games: list["Game"] = Relationship(back_populates="table")


class Game(Base, table=True):
    """A game, as it is now. Names of the start are those that stored rounds have.

    `token`, `may_edit` and `colours` are no columns: `links` says them of a game that a link opened.
    """

    __table_args__ = (
        CheckConstraint("ended in (0, 1)", name="game_ended"),
        CheckConstraint("own_deck in ('korean', 'japanese')", name="game_deck"),
        CheckConstraint("first_dealer between 0 and 6", name="game_first_dealer"),
        CheckConstraint(
            "revision >= 1 and last_serial >= round_count and round_count >= 0", name="game_counts"
        ),
        CheckConstraint("number >= 1", name="game_number"),
        CheckConstraint("continued in (0, 1)", name="game_continued"),
        CheckConstraint("archived in (0, 1)", name="game_archived"),
        Index("game_place", "table_id", "number", unique=True),
    )

    id: int = Field(default=None, primary_key=True)
    edit_hash: str = Field(unique=True, sa_type=Text)
    view_hash: str = Field(unique=True, sa_type=Text)
    rule_set_id: str = Field(sa_type=Text)
    rule_set_digest: str = Field(foreign_key="rule_set.digest", sa_type=Text)
    first_players: list[str] = Field(sa_type=Json)
    """Names of the start, by seat."""
    first_sides: list[Any] = Field(sa_type=Json)
    """Names of the start, each with the seats of the side."""
    first_dealer: int
    """A seat."""
    periods: list[Any] = Field(sa_type=Json)
    """A list of [first serial, options]."""
    ended: bool = Field(default=False, sa_type=Switch)
    """By hand, not won."""
    revision: int
    """Rises by one with every change."""
    last_serial: int
    """Of the rounds that it has had."""
    round_count: int
    """Of those that stand."""
    undo_top: int | None = None
    """The change that undo takes back."""
    redo_top: int | None = None
    """The undo that redo takes back."""
    journal_bytes: int
    started_at_ms: int = Field(sa_type=BigInteger)
    changed_at_ms: int = Field(sa_type=BigInteger)
    again_of: int | None = Field(default=None, foreign_key="game.id", ondelete="SET NULL")
    """The game after which it was begun."""
    own_deck: str | None = Field(default=None, sa_type=Text)
    """None for the deck of the rules."""
    table_id: int = Field(default=None, foreign_key="card_table.id", nullable=True)
    number: int = 1
    """Its place among the games of its table."""
    names: list[Any] | None = Field(default=None, sa_type=Json)
    """[players, names of sides] of now, where they differ from those of the start."""
    seatings: list[Any] | None = Field(default=None, sa_type=Json)
    """A list of [first serial, order of seats, dealer]."""
    starts: list[Any] | None = Field(default=None, sa_type=Json)
    """What each side brought along, [total, tally]."""
    continued: bool = Field(default=False, sa_type=Switch)
    """It went on with other players, as another game of the table."""
    archived: bool = Field(default=False, sa_type=Switch)
    deleted_at_ms: int | None = Field(default=None, sa_type=BigInteger)
    time_zone: str | None = Field(default=None, sa_type=Text)
    """Of the phone that began it."""
    history: int = 0
    """Another number after each restore, so that no page from before takes a change for its own."""
    adjustments: list[Any] | None = Field(default=None, sa_type=Json)
    """Points beside rounds, a list of [serial, points by sides, reason]."""

    # Read with the game: a page asks for its rules after the session has ended.
    rule_set_text: RuleSetText = Relationship(sa_relationship_kwargs={"lazy": "joined"})
    table: Table = Relationship(back_populates="games", sa_relationship_kwargs={"lazy": "joined"})
    rounds: list["Round"] = Relationship(back_populates="game")
    changes: list["Change"] = Relationship(back_populates="game")

    # What `links` says of a game that it has opened; SQLModel lets nothing else be set that is no column.
    @cached_property
    def token(self) -> str:
        """That of the link; of a new game it is the only copy of its edit link."""
        return ""

    @cached_property
    def may_edit(self) -> bool:
        return False

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """The numbers of the colours of its sides, from 0 on."""
        return ()

    @property
    def mark(self) -> str:
        """What a version, a `seen` and a step end in: nothing until the first restore."""
        return write_mark(self.history)

    @property
    def version(self) -> str:
        """Text by which a page that follows the game names the state that it shows."""
        return f"{self.revision}{self.mark}"

    @property
    def rule_set(self) -> RuleSet:
        return parse_rule_set(self.rule_set_text.text)

    @property
    def first_names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the players by seat, and of the sides."""
        return tuple(self.first_players), tuple(name for name, _ in self.first_sides)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of now, at the seats of the start."""
        return tuple(self.names[0] if self.names else self.first_players)

    @property
    def side_names(self) -> tuple[str, ...]:
        return tuple(self.names[1]) if self.names else self.first_names[1]

    @property
    def is_renamed(self) -> bool:
        return self.first_names != (self.players, self.side_names)

    @property
    def seating(self) -> Seating:
        """Who sat where at the start, with the names of now."""
        return Seating(self.players, len(self.side_names), self.first_dealer)

    @property
    def deck(self) -> DeckStyle:
        """What the table plays with: no score depends on it."""
        return self.rule_set.deck if self.own_deck is None else parse_deck(self.own_deck)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits in the order of the numbers on the cards."""
        return MONTH_ORDERS[self.deck]

    @property
    def options(self) -> Options:
        """Those of the next round."""
        return parse_options(self.rule_set, self.periods[-1][1])

    def read_periods(self) -> list[tuple[int, Options]]:
        """Options, each from the round of a serial on, until the next."""
        return [(first_serial, parse_options(self.rule_set, raw)) for first_serial, raw in self.periods]

    def get_options(self, serial: int) -> Options:
        """Those of the round with this serial."""
        return find_options(self.read_periods(), serial)

    def to_clock(self, at_ms: int) -> datetime:
        """A moment as clocks show it where the game is played; every day and time of a game is of these."""
        return to_datetime(at_ms).astimezone(find_zone(self.time_zone))

    @property
    def started_at(self) -> datetime:
        return self.to_clock(self.started_at_ms)

    @property
    def date(self) -> str:
        """The day it began: 2026-11-27. What goes on after midnight is still of that evening."""
        return f"{self.started_at:%Y-%m-%d}"

    @property
    def changed_at(self) -> datetime:
        return self.to_clock(self.changed_at_ms)

    @property
    def deleted_at(self) -> datetime | None:
        return None if self.deleted_at_ms is None else self.to_clock(self.deleted_at_ms)

    def read_entry(self, document: Document) -> Entry:
        """A stored round, with the names of now."""
        players, sides = self.first_names
        entry = parse_entry(document, self.rule_set, sides, players=players)
        if not self.is_renamed:
            return entry
        return entry.rename(self.side_names, dict(zip(players, self.players, strict=True)))

    def write_entry(self, entry: Entry) -> dict[str, Any]:
        """A round as it is stored: with the names of the start."""
        players, sides = self.first_names
        if self.is_renamed:
            entry = entry.rename(sides, dict(zip(self.players, players, strict=True)))
        return entry.document()

    def show_document(self, document: Document) -> Document:
        """A stored round as a document with the names of now."""
        return self.read_entry(document).document() if self.is_renamed else document


def find_options(periods: Sequence[tuple[int, Options]], serial: int) -> Options:
    """The options of the round with this serial, among those of `Game.read_periods`."""
    return next((options for first, options in reversed(periods) if first <= serial), periods[0][1])


class Round(Base, table=True):
    """A round as it was last entered, with the names of the start. A removed one is kept and does not stand.

    `number`, which is no column, counts the standing rounds from 1, without gaps; a removed round has the
    number that it would have.
    """

    __table_args__ = (
        CheckConstraint("stands in (0, 1)", name="round_stands"),
        Index("round_key", "game_id", "key", unique=True),
    )

    game_id: int = Field(default=None, foreign_key="game.id", primary_key=True)
    serial: int = Field(primary_key=True)
    """Never changes and is never used again."""
    key: str = Field(sa_type=Text)
    """By which a page sent it: what is sent twice is saved once."""
    stored_entry: Any = Field(sa_type=Json)
    stands: bool = Field(sa_type=Switch)
    added_by: int
    """The change that recorded it."""
    changed_by: int
    """The last change of it."""

    game: Game = Relationship(back_populates="rounds")

    # Counted by whoever reads the row (`count_as`).
    @cached_property
    def number(self) -> int:
        return 0

    def become(self, entry: Document | None, change: "Change") -> None:
        """Gives the round what a change makes of it: one that no longer stands keeps its last entry."""
        self.stands, self.changed_by = entry is not None, change.sequence
        self.stored_entry = self.stored_entry if entry is None else entry

    def count_as(self, number: int) -> "Round":
        """The round, with its number. Reads its game, since a page may ask for it after the session."""
        self.number = number
        assert self.game
        return self

    @property
    def version(self) -> str:
        """Text for a form's hidden field that names the round and its state."""
        return f"{self.serial}-{self.changed_by}{self.game.mark}"

    @property
    def options(self) -> Options:
        return self.game.get_options(self.serial)

    @property
    def document(self) -> Document:
        """The round with the names of now."""
        return self.game.show_document(self.stored_entry)

    @property
    def entry(self) -> Entry:
        return self.game.read_entry(self.stored_entry)


# Which rounds stand, in a query: a switch is a number in the database.
STANDS = col(Round.stands) == 1


class Change(Base, table=True):
    """A line of the journal: the parts of the game that a change touched (`Patch`)."""

    __tablename__: ClassVar[Any] = "journal"
    __table_args__ = (
        CheckConstraint("kind in (" + ", ".join(f"'{kind}'" for kind in KINDS) + ")", name="journal_kind"),
    )

    game_id: int = Field(default=None, foreign_key="game.id", primary_key=True)
    sequence: int = Field(primary_key=True)
    kind: str = Field(sa_type=Text)
    of: int | None = None
    """The change that an undo, redo or recover is about."""
    below: int | None = None
    """The next change to undo after this one; for an undo, the next to redo."""
    before: Any = Field(sa_type=Json)
    after: Any = Field(sa_type=Json)
    at_ms: int = Field(sa_type=BigInteger)

    game: Game = Relationship(back_populates="changes")

    @property
    def size(self) -> int:
        """What it counts against `MAX_JOURNAL_BYTES`."""
        return len(to_json(self.before)) + len(to_json(self.after))


class HandedPile(Base, table=True):
    """What a player has handed in for the round after the one with the serial `after`, which stood last then.

    `player` is a seat of the start, `cards` are ids, `numbers` what was typed beside them: “count” of chaff
    or points, and the numbers of the rule set by their ids.
    """

    __tablename__: ClassVar[Any] = "handed_pile"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    player: int = Field(primary_key=True)
    after: int
    cards: list[str] = Field(sa_type=Json)
    numbers: dict[str, str] = Field(sa_type=Json)
    at_ms: int = Field(sa_type=BigInteger)


class JoinCode(Base, table=True):
    """A code of six letters that leads to a game for a few minutes."""

    __tablename__: ClassVar[Any] = "join_code"

    code_hash: str = Field(primary_key=True, sa_type=Text)
    game_id: int = Field(foreign_key="game.id")
    sealed_link: str = Field(sa_type=Text, repr=False)
    until_ms: int = Field(sa_type=BigInteger)

    @property
    def until(self) -> datetime:
        return to_datetime(self.until_ms)


class PhotoDeck(Base, table=True):
    """A deck whose cards were taken: the file with a picture of each, for all games of a table."""

    __tablename__: ClassVar[Any] = "photo_deck"

    id: int = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="card_table.id")
    name: str = Field(sa_type=Text)
    content: bytes
    at_ms: int = Field(sa_type=BigInteger)


# What is kept for good, each after what it refers to.
KEPT = (RuleSetText, Table, Game, Round, Change, HandedPile, PhotoDeck)
TABLES = tuple(METADATA.tables[str(row.__tablename__)] for row in KEPT)
