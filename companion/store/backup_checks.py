"""Checks of a backup before it is restored.

A backup comes from outside. Triggers, views or tables in it could run later or stay in the database, so
nothing of its schema is used, and a row is taken only if our own readers can read it.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Row, select
from sqlmodel import Session

from companion.errors import CompanionError, NotUnderstood
from companion.rules import RuleSet, Seating, parse_entry, parse_options, parse_rule_set, read_json
from companion.store.database import make_engine, parse_url
from companion.store.games import check_table, name_deck
from companion.store.kept import KeptSide
from companion.store.limits import (
    MAX_CHANGES,
    MAX_ENTRY_CHARACTERS,
    MAX_JOURNAL_BYTES,
    MAX_PERIODS,
    MAX_ROUNDS,
)
from companion.store.migration import BEFORE_RELEASE, FIRST_TABLES_OF_GAMES, HEAD, migrate
from companion.store.models import GAMES, JOURNAL, ROUNDS, RULE_SETS, TABLES
from companion.store.people import parse_names, parse_seatings, parse_starts
from companion.store.rounds import is_key
from companion.store.rows import digest_text, to_json

_SWITCHED = frozenset({"ended", "continued", "archived", "deleted"})
_PARTS = _SWITCHED | {"rounds", "periods", "deck", "names", "seatings"}
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_MAX_MS = 253_402_300_799_000
# In the order of their rows in a backup. Earlier schemas have fewer.
_NAMES = tuple(table.name for table in TABLES)
_FIRST_NAMES = ("rule_set", "game", "round", "journal")


class _Players(NamedTuple):
    """Who plays in a game: the players by seat, and the sides, with the names of the start."""

    players: tuple[str, ...]
    kept_sides: tuple[KeptSide, ...]

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.kept_sides)

    @property
    def seating(self) -> Seating:
        return Seating(self.players, len(self.kept_sides))


def sign(file: Path) -> None:
    """Writes a checksum of the rows into SQLite's `user_version`."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version={_count_checksum(connection)}")
        connection.commit()


def _count_checksum(connection: sqlite3.Connection) -> int:
    """A number from 1 on that depends on every row."""
    checksum = 0
    for query in (
        "SELECT * FROM alembic_version",
        *(f'SELECT * FROM "{name}" ORDER BY 1, 2' for name in _list_tables(connection)),  # noqa: S608
    ):
        for row in connection.execute(query):
            checksum = zlib.crc32(repr(row).encode(errors="surrogatepass"), checksum)
    return checksum % (2**31 - 1) + 1


def _list_tables(connection: sqlite3.Connection) -> list[str]:
    """Those of our tables that a database has."""
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [name for name in _NAMES if name in found]


def take_rows(source: Path, target: Path) -> None:
    """Makes the target, with our schema and the rows of the source's own tables.

    A source of a step before the first release has fewer tables and columns, none of its own. Raises
    `NotUnderstood` if the source holds anything else.
    """
    migrate(f"sqlite:///{target}")
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as given,
            closing(sqlite3.connect(target)) as taken,
        ):
            given.execute("PRAGMA trusted_schema=OFF")
            _check_schema(given, taken)
            # The copy made before a restore has none.
            said = given.execute("PRAGMA user_version").fetchone()[0]
            if said not in (0, _count_checksum(given)):
                raise NotUnderstood("The backup is damaged: its rows are not as they were written.")
            for name in _list_tables(given):
                columns = [f'"{column[0]}"' for column in _list_columns(given, name)]
                rows = given.execute(f'SELECT {", ".join(columns)} FROM "{name}"')  # noqa: S608
                places = ", ".join("?" * len(columns))
                taken.executemany(f'INSERT INTO "{name}" ({", ".join(columns)}) VALUES ({places})', rows)  # noqa: S608
            for statement in FIRST_TABLES_OF_GAMES:
                taken.execute(statement)
            if taken.execute("PRAGMA foreign_key_check").fetchall():
                raise NotUnderstood("The backup holds rows that belong to nothing; it is not restored.")
            taken.commit()
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise NotUnderstood(f"The backup is damaged or was not made here: {error}.") from error


def _check_schema(given: sqlite3.Connection, ours: sqlite3.Connection) -> None:
    """Raises for anything that our schema does not have: a trigger, a view, another table or column."""
    query = "SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'"
    found = set(given.execute(query))
    if not {("table", name, name) for name in ("alembic_version", *_FIRST_NAMES)} <= found:
        raise NotUnderstood("This database is not a backup of kept games.")
    revisions = given.execute("SELECT version_num FROM alembic_version").fetchall()
    if len(revisions) != 1 or revisions[0][0] not in (HEAD, *BEFORE_RELEASE):
        raise NotUnderstood("The backup was made by another version of this program.")
    strange = found - set(ours.execute(query))
    if strange:
        what, name, _ = min(strange)
        raise NotUnderstood(f"The backup holds a {what} “{str(name)[:40]}” that was not made here.")
    for name in _list_tables(given):
        if not set(_list_columns(given, name)) <= set(_list_columns(ours, name)):
            raise NotUnderstood(f"The table “{name}” of the backup is not as it was made here.")


def _list_columns(connection: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    """Name, type, whether it may be null, default, place in the key, and whether it is hidden (generated)."""
    return [row[1:] for row in connection.execute(f"PRAGMA table_xinfo('{table}')")]


def check_rows(url: str) -> None:
    """Raises `NotUnderstood` for a row that we could not have written."""
    engine = make_engine(parse_url(url))
    try:
        with Session(engine) as session:
            for what in _find_faults(session):
                raise NotUnderstood(f"The backup holds {what} that was not made here; it is not restored.")
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        if isinstance(error, NotUnderstood) and "not restored" in error.message:
            raise
        said = error.message if isinstance(error, CompanionError) else "something in it cannot be read"
        raise NotUnderstood(f"The backup holds a game that cannot be kept: {said[:400]}") from error
    finally:
        engine.dispose()


def _find_faults(session: Session) -> Iterator[str]:
    connection = session.connection()
    rule_sets: dict[str, RuleSet] = {}
    for digest, text in connection.execute(select(RULE_SETS.c.digest, RULE_SETS.c.text)):
        if digest != digest_text(text):
            yield "rules"
        rule_sets[digest] = parse_rule_set(text)
    for row in connection.execute(select(GAMES).order_by(GAMES.c.id)).all():
        rule_set = rule_sets[row.rule_set_digest]
        players = _check_game(row, rule_set)
        rounds = connection.execute(
            select(ROUNDS).where(ROUNDS.c.game_id == row.id).order_by(ROUNDS.c.serial)
        ).all()
        journal = connection.execute(
            select(JOURNAL).where(JOURNAL.c.game_id == row.id).order_by(JOURNAL.c.sequence)
        )
        if (
            [each.serial for each in rounds] != list(range(1, row.last_serial + 1))
            or sum(each.stands for each in rounds) != row.round_count
            or row.round_count > MAX_ROUNDS
        ):
            yield "rounds"
        for each in rounds:
            _check_numbers(each, {"added_by": row.revision, "changed_by": row.revision}, 1)
            _check_numbers(each, {"recorded_at_ms": _MAX_MS})
            if not is_key(each.key):
                yield "a round"
            _check_entry(_read(each.entry), rule_set, players)
        last = 0
        for line in journal:
            last += 1
            if line.sequence != last:
                yield "a history"
            _check_numbers(line, {"at_ms": _MAX_MS})
            _check_numbers(line, {"of": last - 1, "below": last - 1}, 1, may_be_none=True)
            for text in (line.before, line.after):
                _check_patch(_read(text, MAX_JOURNAL_BYTES), row, rule_set, players)
        if last != row.revision:
            yield "a history"


def _check_game(row: Row[Any], rule_set: RuleSet) -> _Players:
    """Who plays; raises for a row that we could not have written."""
    if not _HASH.fullmatch(row.edit_hash) or not _HASH.fullmatch(row.view_hash):
        raise NotUnderstood("its links were not made here.")
    if row.rule_set_id != rule_set.id:
        raise NotUnderstood("its rules have another name.")
    players = _read(row.players)
    given = [KeptSide(name, tuple(seats)) for name, seats in _read(row.sides)]
    names, sides = check_table(rule_set, players, given, row.first_dealer)
    if list(names) != players or list(sides) != given:
        raise NotUnderstood("its names are not in normal form.")
    _check_numbers(row, {"started_at_ms": _MAX_MS, "changed_at_ms": _MAX_MS, "ended": 1})
    _check_numbers(row, {"continued": 1, "archived": 1})
    _check_numbers(row, {"number": 2**31 - 1, "table_id": 2**31 - 1}, 1)
    _check_numbers(row, {"deleted_at_ms": _MAX_MS}, may_be_none=True)
    _check_numbers(row, {"journal_bytes": MAX_JOURNAL_BYTES, "last_serial": MAX_CHANGES})
    _check_numbers(row, {"id": 2**31 - 1, "revision": MAX_CHANGES}, 1)
    _check_numbers(row, {"undo_top": row.revision, "redo_top": row.revision}, 1, may_be_none=True)
    # A rematch comes after its game.
    _check_numbers(row, {"again_of": row.id - 1}, 1, may_be_none=True)
    _check_periods(_read(row.periods), row, rule_set)
    _check_deck(row.deck, rule_set)
    found = _Players(names, sides)
    _check_people(
        {name: row._mapping[name] and _read(row._mapping[name]) for name in ("names", "seatings")},
        row,
        rule_set,
        found,
    )
    if row.starts is not None:
        parse_starts(_read(row.starts), len(sides))
    return found


def _check_people(patch: Mapping[str, Any], row: Row[Any], rule_set: RuleSet, players: _Players) -> None:
    parse_names(patch.get("names"), rule_set, players.kept_sides)
    parse_seatings(patch.get("seatings"), players.seating, row.last_serial)


def _check_patch(patch: Any, row: Row[Any], rule_set: RuleSet, players: _Players) -> None:
    if not isinstance(patch, Mapping) or not set(patch) <= _PARTS:
        raise NotUnderstood("a change in it cannot be read.")
    _check_people(patch, row, rule_set, players)
    for serial, entry in patch.get("rounds", {}).items():
        if not serial.isascii() or not serial.isdigit() or not 1 <= int(serial) <= row.last_serial:
            raise NotUnderstood("a change in it names a round that does not exist.")
        if entry is not None:
            _check_entry(entry, rule_set, players)
    if "periods" in patch and patch["periods"] != []:
        _check_periods(patch["periods"], row, rule_set)
    if any(type(patch.get(name, False)) is not bool for name in _SWITCHED):
        raise NotUnderstood("a change in it cannot be read.")
    _check_deck(patch.get("deck"), rule_set)


def _check_deck(deck: Any, rule_set: RuleSet) -> None:
    if name_deck(rule_set, deck) != deck:
        raise NotUnderstood("its deck was not written here.")


def _check_periods(periods: Any, row: Row[Any], rule_set: RuleSet) -> None:
    firsts = [first for first, _ in periods]
    if not 1 <= len(periods) <= MAX_PERIODS or firsts != sorted(set(firsts)) or firsts[0] != 1:
        raise NotUnderstood("its options do not follow each other.")
    if any(type(first) is not int or first > row.last_serial + 1 for first in firsts):
        raise NotUnderstood("its options begin at a round that does not exist.")
    for _, options in periods:
        parse_options(rule_set, options)


def _check_entry(entry: Any, rule_set: RuleSet, players: _Players) -> None:
    parse_entry(entry, rule_set, players.sides, players=players.players)
    if len(to_json(entry)) > MAX_ENTRY_CHARACTERS:
        raise NotUnderstood("a round in it is too long.")


def _check_numbers(
    row: Row[Any], highest: Mapping[str, int], lowest: int = 0, *, may_be_none: bool = False
) -> None:
    """Raises for a column that is not a whole number from `lowest` to its highest."""
    for name, limit in highest.items():
        value = row._mapping[name]
        if value is None and may_be_none:
            continue
        if type(value) is not int or not lowest <= value <= limit:
            raise NotUnderstood(f"its “{name}” cannot be right.")


def _read(text: Any, longest: int = MAX_JOURNAL_BYTES) -> Any:
    if not isinstance(text, str) or len(text) > longest:
        raise NotUnderstood("a text in it is not text.")
    return read_json(text)
