"""Checks of a backup before it is restored.

A backup comes from outside. Triggers, views or tables in it could run later or stay in the database, so
nothing of its schema is used, and a game is taken only if it is what an import would make of its changes.
"""

import json
import re
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, select

from companion.errors import CompanionError, NotUnderstood
from companion.rules import parse_options, read_json
from companion.store.database import open_store
from companion.store.journal import write_columns, write_counters
from companion.store.limits import MAX_JOURNAL_BYTES
from companion.store.migration import RELEASES, migrate
from companion.store.models import TABLES, Change, Game, PhotoDeck, Round, RuleSetText, digest_text
from companion.store.photo_decks import check_photo_deck
from companion.store.transfer import Replay, export_game, read_document

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
# In the order of their rows in a backup. Earlier schemas have fewer.
_NAMES = tuple(table.name for table in TABLES)
_FIRST_NAMES = ("rule_set", "game", "round", "journal")


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

    A source with an earlier schema has fewer tables and columns, none of its own. Raises
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
    if len(revisions) != 1 or revisions[0][0] not in RELEASES:
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
    """Raises `NotUnderstood` for a row that we could not have written.

    Each game is exported and read as an import is; what comes of its changes must be what is stored.
    """
    try:
        with closing(open_store(url)) as store, store.reading() as session:
            for rules in session.exec(select(RuleSetText)):
                if rules.digest != digest_text(rules.text):
                    raise NotUnderstood("its rules have changed.")
            for game in session.exec(select(Game).order_by(col(Game.id))).all():
                _check_game(session, game)
            for deck in session.exec(select(PhotoDeck)):
                check_photo_deck(deck.name, deck.content)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        said = error.message if isinstance(error, CompanionError) else "something in it cannot be read"
        raise NotUnderstood(f"The backup holds a game that cannot be kept: {said[:400]}") from error


def _check_game(session: Session, game: Game) -> None:
    document: Any = read_json(export_game(session, game))
    replay = read_document(document)
    start = replay.state.start
    if not _HASH.fullmatch(game.edit_hash) or not _HASH.fullmatch(game.view_hash):
        raise NotUnderstood("its links were not made here.")
    # A rematch comes after its game.
    highest = {"journal_bytes": MAX_JOURNAL_BYTES, "number": 2**31 - 1, "again_of": game.id - 1}
    for name, limit in highest.items():
        value = getattr(game, name)
        if not (value is None or (type(value) is int and 0 <= value <= limit)):
            raise NotUnderstood(f"its “{name}” cannot be right.")
    follows = write_columns(replay.state.parts, replay.state.changed_at_ms) | write_counters(replay.state)
    follows |= {
        "rule_set_id": start.rule_set.id,
        "started_at_ms": start.started_at_ms,
        "first_players": start.players,
        "first_sides": start.list_sides(),
        "journal_bytes": game.journal_bytes,
    }
    _compare("state", replay, [game], [follows])
    rounds = session.exec(select(Round).where(Round.game_id == game.id).order_by(col(Round.serial)))
    _compare("rounds", replay, rounds, [_list_columns_of(row) for row in replay.rounds.values()])
    changes = session.exec(select(Change).where(Change.game_id == game.id).order_by(col(Change.sequence)))
    _compare("history", replay, changes, [_list_columns_of(row) for row in replay.lines])


def _list_columns_of(row: Round | Change) -> dict[str, Any]:
    return {name: getattr(row, name) for name in type(row).model_fields if name != "game_id"}


def _compare(what: str, replay: Replay, stored: Iterable[Any], follows: list[dict[str, Any]]) -> None:
    """Raises `NotUnderstood` if what is stored is not what follows from the game's changes."""
    given = [{name: getattr(row, name) for name in one} for row, one in zip(stored, follows, strict=True)]
    if [_write(replay, each) for each in given] != [_write(replay, each) for each in follows]:
        raise NotUnderstood(f"its {what} does not follow from its changes.")


def _write(replay: Replay, value: Mapping[str, Any]) -> str:
    """The value as text, its rounds and options as we would write them today."""

    def renew(part: str, held: Any) -> Any:
        if part in ("before", "after"):
            return {name: renew(name, each) for name, each in held.items()}
        if part == "rounds":
            return {serial: entry and replay.read_entry(entry) for serial, entry in held.items()}
        if part == "periods":
            rule_set = replay.state.start.rule_set
            return [[first, parse_options(rule_set, options).document()] for first, options in held]
        return replay.read_entry(held) if part == "stored" else held

    return json.dumps({part: renew(part, held) for part, held in value.items()}, sort_keys=True)
