"""The tables of kept games.

Table models do not check values: `rules` and `limits` have done so. Documents are JSON text and switches are
0 or 1; both are read as Python values. Times are whole milliseconds since 1970 in UTC. Words from a fixed
list are text with a CHECK, because PostgreSQL cannot remove values from an enum type. There is no
`from __future__ import annotations` here: with it SQLModel cannot read the columns' types.
"""

import json
from typing import Any, ClassVar, Literal, get_args

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

ChangeKind = Literal[
    "start",
    "add",
    "correct",
    "remove",
    "options",
    "options-for-all",
    "end",
    "resume",
    "undo",
    "redo",
    "links",
    "deck",
    "names",
    "seats",
    "players",
    "rematch",
    "archive",
    "unarchive",
    "delete",
    "recover",
]
KINDS = get_args(ChangeKind)


METADATA = MetaData()


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Json(TypeDecorator[Any]):
    """A document as JSON text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else to_json(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else json.loads(value)


class Switch(TypeDecorator[bool]):
    """A truth as 0 or 1."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> int | None:
        return None if value is None else int(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> bool | None:
        return None if value is None else bool(value)


class _Kept(SQLModel):
    """The base of the tables, with its own metadata."""

    metadata = METADATA


class RuleSetRow(_Kept, table=True):
    """The text of a rule set, kept once for all games that use it."""

    __tablename__: ClassVar[Any] = "rule_set"

    digest: str = Field(sa_column=Column(Text, primary_key=True))
    text: str = Field(sa_column=Column(Text, nullable=False))


class CardTableRow(_Kept, table=True):
    """A table, at which games are played one after another: the hashes of its links."""

    __tablename__: ClassVar[Any] = "card_table"
    __table_args__ = (
        UniqueConstraint("edit_hash", name="card_table_edit_hash"),
        UniqueConstraint("view_hash", name="card_table_view_hash"),
    )

    id: int = Field(sa_column=Column(Integer, primary_key=True))
    edit_hash: str = Field(sa_column=Column(Text, nullable=False))
    view_hash: str = Field(sa_column=Column(Text, nullable=False))


class GameRow(_Kept, table=True):
    """A game. `periods` is a list of [first serial, options]. A game without `deck` has that of its rules.

    `undo_top` is the journal line that undo takes back, `redo_top` the undo that redo takes back.
    `journal_bytes` is the size of the game's journal. `number` counts the games of the table.

    `players` and `sides` are those of the start, which the rounds name; `names` holds those of now, [players,
    names of sides], where they differ. `seatings` is a list of [first serial, order of seats, dealer].
    `starts` is what each side brought along, [totals, tallies]. `continued` says that the game went on with
    other players, as another game.
    """

    __tablename__: ClassVar[Any] = "game"
    __table_args__ = (
        UniqueConstraint("edit_hash", name="game_edit_hash"),
        UniqueConstraint("view_hash", name="game_view_hash"),
        CheckConstraint("ended in (0, 1)", name="game_ended"),
        CheckConstraint("deck in ('korean', 'japanese')", name="game_deck"),
        CheckConstraint("first_dealer between 0 and 6", name="game_first_dealer"),
        CheckConstraint(
            "revision >= 1 and last_serial >= round_count and round_count >= 0", name="game_counts"
        ),
        CheckConstraint("number >= 1", name="game_number"),
        CheckConstraint("continued in (0, 1)", name="game_continued"),
        CheckConstraint("archived in (0, 1)", name="game_archived"),
        Index("game_place", "table_id", "number", unique=True),
    )

    id: int = Field(sa_column=Column(Integer, primary_key=True))
    edit_hash: str = Field(sa_column=Column(Text, nullable=False))
    view_hash: str = Field(sa_column=Column(Text, nullable=False))
    rule_set_id: str = Field(sa_column=Column(Text, nullable=False))
    rule_set_digest: str = Field(sa_column=Column(Text, ForeignKey("rule_set.digest"), nullable=False))
    players: Any = Field(sa_column=Column(Json, nullable=False))
    sides: Any = Field(sa_column=Column(Json, nullable=False))
    first_dealer: int = Field(sa_column=Column(Integer, nullable=False))
    periods: Any = Field(sa_column=Column(Json, nullable=False))
    ended: bool = Field(sa_column=Column(Switch, nullable=False))
    revision: int = Field(sa_column=Column(Integer, nullable=False))
    last_serial: int = Field(sa_column=Column(Integer, nullable=False))
    round_count: int = Field(sa_column=Column(Integer, nullable=False))
    undo_top: int | None = Field(sa_column=Column(Integer))
    redo_top: int | None = Field(sa_column=Column(Integer))
    journal_bytes: int = Field(sa_column=Column(Integer, nullable=False))
    started_at_ms: int = Field(sa_column=Column(BigInteger, nullable=False))
    changed_at_ms: int = Field(sa_column=Column(BigInteger, nullable=False))
    again_of: int | None = Field(sa_column=Column(Integer, ForeignKey("game.id", ondelete="SET NULL")))
    deck: str | None = Field(sa_column=Column(Text))
    table_id: int | None = Field(sa_column=Column(Integer, ForeignKey("card_table.id", name="game_table")))
    number: int = Field(sa_column=Column(Integer, nullable=False, server_default="1"))
    names: Any = Field(sa_column=Column(Json))
    seatings: Any = Field(sa_column=Column(Json))
    starts: Any = Field(sa_column=Column(Json))
    continued: bool = Field(sa_column=Column(Switch, nullable=False, server_default="0"))
    archived: bool = Field(sa_column=Column(Switch, nullable=False, server_default="0"))
    deleted_at_ms: int | None = Field(sa_column=Column(BigInteger))


class RoundRow(_Kept, table=True):
    """A round as it was last entered. A removed one is kept with `stands` 0.

    `added_by` is the journal line that recorded the round, `changed_by` the last one that changed it.
    """

    __tablename__: ClassVar[Any] = "round"
    __table_args__ = (
        CheckConstraint("stands in (0, 1)", name="round_stands"),
        Index("round_key", "game_id", "key", unique=True),
    )

    game_id: int = Field(sa_column=Column(Integer, ForeignKey("game.id"), primary_key=True))
    serial: int = Field(sa_column=Column(Integer, primary_key=True))
    key: str = Field(sa_column=Column(Text, nullable=False))
    entry: Any = Field(sa_column=Column(Json, nullable=False))
    stands: bool = Field(sa_column=Column(Switch, nullable=False))
    added_by: int = Field(sa_column=Column(Integer, nullable=False))
    changed_by: int = Field(sa_column=Column(Integer, nullable=False))
    recorded_at_ms: int = Field(sa_column=Column(BigInteger, nullable=False))


class JournalRow(_Kept, table=True):
    """A change of a game: the parts that it touched, before and after (`journal.Patch` as JSON).

    `of` is the line that an undo, redo or return is about. `below` is the next line to undo after this one
    (for an undo: the next to redo).
    """

    __tablename__: ClassVar[Any] = "journal"
    __table_args__ = (
        CheckConstraint("kind in (" + ", ".join(f"'{kind}'" for kind in KINDS) + ")", name="journal_kind"),
    )

    game_id: int = Field(sa_column=Column(Integer, ForeignKey("game.id"), primary_key=True))
    sequence: int = Field(sa_column=Column(Integer, primary_key=True))
    kind: str = Field(sa_column=Column(Text, nullable=False))
    of: int | None = Field(sa_column=Column(Integer))
    below: int | None = Field(sa_column=Column(Integer))
    before: Any = Field(sa_column=Column(Json, nullable=False))
    after: Any = Field(sa_column=Column(Json, nullable=False))
    at_ms: int = Field(sa_column=Column(BigInteger, nullable=False))


class EnteringRow(_Kept, table=True):
    """A phone that has the screen of a round open, for a short time."""

    __tablename__: ClassVar[Any] = "entering"

    game_id: int = Field(sa_column=Column(Integer, ForeignKey("game.id"), primary_key=True))
    phone: str = Field(sa_column=Column(Text, primary_key=True))
    round: int = Field(sa_column=Column(Integer, nullable=False))
    until_ms: int = Field(sa_column=Column(BigInteger, nullable=False))


class JoinCodeRow(_Kept, table=True):
    """A code of six letters that leads to a game for a few minutes."""

    __tablename__: ClassVar[Any] = "join_code"

    code_hash: str = Field(sa_column=Column(Text, primary_key=True))
    game_id: int = Field(sa_column=Column(Integer, ForeignKey("game.id"), nullable=False))
    sealed_link: str = Field(sa_column=Column(Text, nullable=False))
    until_ms: int = Field(sa_column=Column(BigInteger, nullable=False))


class PhotoDeckRow(_Kept, table=True):
    """A deck whose cards were taken: the file with a picture of each, for all games of a table."""

    __tablename__: ClassVar[Any] = "photo_deck"

    id: int = Field(sa_column=Column(Integer, primary_key=True))
    table_id: int = Field(sa_column=Column(Integer, ForeignKey("card_table.id"), nullable=False))
    name: str = Field(sa_column=Column(Text, nullable=False))
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    at_ms: int = Field(sa_column=Column(BigInteger, nullable=False))


RULE_SETS: Table = METADATA.tables["rule_set"]
CARD_TABLES: Table = METADATA.tables["card_table"]
GAMES: Table = METADATA.tables["game"]
ROUNDS: Table = METADATA.tables["round"]
JOURNAL: Table = METADATA.tables["journal"]
ENTERING: Table = METADATA.tables["entering"]
JOIN_CODES: Table = METADATA.tables["join_code"]
PHOTO_DECKS: Table = METADATA.tables["photo_deck"]
# What is kept for good, each after what it refers to.
TABLES = (RULE_SETS, CARD_TABLES, GAMES, ROUNDS, JOURNAL, PHOTO_DECKS)
