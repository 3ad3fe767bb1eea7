"""Recording, correcting and removing rounds, and reading them page by page."""

from __future__ import annotations

import json
import re
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select, text
from sqlmodel import Session

from companion.errors import NotAllowedHere, NotUnderstood
from companion.rules import Entry
from companion.store.database import writing_connection
from companion.store.errors import NoSuchRound, StaleRound
from companion.store.frozen import to_json
from companion.store.journal import (
    LockedGame,
    PlannedChange,
    lock_game,
    make_change,
    now_ms,
    plan_change,
    read_patch,
    write_change,
)
from companion.store.kept import KeptGame, KeptRound
from companion.store.limits import MAX_ROUNDS
from companion.store.models import JOURNAL, ROUNDS

_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_VERSION = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})", re.ASCII)

# The unique index decides who was first, in one statement that both databases know.
_INSERT = text(
    "INSERT INTO round (game_id, serial, key, entry, stands, added_by, changed_by, recorded_at_ms)"
    " VALUES (:game_id, :serial, :key, :entry, 1, :sequence, :sequence, :recorded_at_ms)"
    " ON CONFLICT (game_id, key) DO NOTHING"
)


def is_key(key: object) -> bool:
    """Whether this can be the key of a posted round."""
    return isinstance(key, str) and _KEY.fullmatch(key) is not None


def record_round(session: Session, game: KeptGame, entry: Entry, key: str) -> KeptRound:
    """The round, recorded as the game's last one; the same key again gives the round that is already there.

    `key` is made by the client, 8 to 64 letters, digits, `-` and `_`. A round that was recorded with this key
    and removed since is given as it is and not added again. Raises `StaleRound` when the key was used for
    another entry, `NotAllowedHere` when the game was ended by hand or has 1,000 rounds.
    """
    if not is_key(key):
        raise NotUnderstood("The key of this round cannot be read; please load the page again.", ("key",))
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    document = entry.document()
    serial, at_ms = locked.last_serial + 1, now_ms()
    try:
        change = _plan_add(locked, serial, document)
    except NotAllowedHere:
        earlier = _find_by_key(session, game, key)
        if earlier is None:
            raise
        return _same_or_stale(connection, game, earlier, entry)
    inserted = connection.execute(
        _INSERT,
        {
            "game_id": game.id,
            "serial": serial,
            "key": key,
            "entry": to_json(document),
            "sequence": change.sequence,
            "recorded_at_ms": at_ms,
        },
    )
    if inserted.rowcount == 0:
        earlier = _find_by_key(session, game, key)
        if earlier is None:
            raise RuntimeError("A round has this key and cannot be found by it.")
        return _same_or_stale(connection, game, earlier, entry)
    write_change(
        connection,
        locked,
        "add",
        change,
        undo_top=change.sequence,
        below=locked.undo_top,
        last_serial=serial,
        at_ms=at_ms,
    )
    return KeptRound(
        number=locked.round_count + 1,
        serial=serial,
        version=f"{serial}-{change.sequence}",
        document=document,
        options=game.options,
        removed=False,
        game=game,
    )


def _plan_add(locked: LockedGame, serial: int, document: object) -> PlannedChange:
    if locked.ended:
        raise NotAllowedHere("This game was ended; go on with it first, then record the round.")
    if locked.round_count >= MAX_ROUNDS:
        raise NotAllowedHere(f"This game has {MAX_ROUNDS:,} rounds, and no more fit; start a new one.")
    return plan_change(locked, {"rounds": {str(serial): None}}, {"rounds": {str(serial): document}})


def _find_by_key(session: Session, game: KeptGame, key: str) -> KeptRound | None:
    query = select(ROUNDS.c.serial).where(ROUNDS.c.game_id == game.id, ROUNDS.c.key == key)
    serial = session.connection().execute(query).scalar_one_or_none()
    return None if serial is None else _reread(session, game, serial)


def _same_or_stale(connection: Connection, game: KeptGame, earlier: KeptRound, entry: Entry) -> KeptRound:
    """The round of an earlier posting, if it was recorded as what is posted now."""
    query = (
        select(JOURNAL.c.after)
        .join(ROUNDS, (ROUNDS.c.game_id == JOURNAL.c.game_id) & (ROUNDS.c.added_by == JOURNAL.c.sequence))
        .where(ROUNDS.c.game_id == game.id, ROUNDS.c.serial == earlier.serial)
    )
    recorded = read_patch(connection.execute(query).scalar_one())["rounds"][str(earlier.serial)]
    if recorded == entry.document():
        return earlier
    raise StaleRound(
        f"This round is kept already, as round {earlier.number}, and not as you have it now.", earlier, entry
    )


def correct_round(session: Session, game: KeptGame, version: str, entry: Entry) -> KeptRound:
    """The round that `version` names, now as `entry`.

    The version names the round too, so that a correction reaches the round that the writer saw even when its
    number has moved. Raises `StaleRound` when another has changed or removed it since.
    """
    connection = writing_connection(session)
    locked, kept = _open_round(session, game, version, entry)
    document = entry.document()
    if document == kept.document:
        return kept
    _change_round(connection, locked, "correct", kept, kept.document, document)
    return _reread(session, game, kept.serial)


def remove_round(session: Session, game: KeptGame, version: str) -> KeptRound:
    """The round that `version` names, taken out of the game; later rounds move up by one.

    Raises `StaleRound` when another has changed it since.
    """
    connection = writing_connection(session)
    locked, kept = _open_round(session, game, version, None)
    _change_round(connection, locked, "remove", kept, kept.document, None)
    return _reread(session, game, kept.serial)


def _change_round(
    connection: Connection, locked: LockedGame, kind: Any, kept: KeptRound, before: object, after: object
) -> None:
    serial = str(kept.serial)
    make_change(connection, locked, kind, {"rounds": {serial: before}}, {"rounds": {serial: after}})


def _open_round(
    session: Session, game: KeptGame, version: str, yours: Entry | None
) -> tuple[LockedGame, KeptRound]:
    parts = _VERSION.fullmatch(version)
    if parts is None:
        raise NotUnderstood("Which round this is cannot be read; please load the page again.", ("version",))
    locked = lock_game(session.connection(), game.id)
    kept = _reread(session, game, int(parts[1]))
    if kept.removed:
        raise StaleRound(
            f"This round was removed since you opened it; it was round {kept.number}.", kept, yours
        )
    if kept.version != version:
        raise StaleRound(f"Round {kept.number} was changed since you opened it.", kept, yours)
    return locked, kept


_BY_SERIAL = select(ROUNDS).where(
    ROUNDS.c.game_id == bindparam("of_game"), ROUNDS.c.serial == bindparam("of_serial")
)
_COUNT_BELOW = select(func.count()).where(
    ROUNDS.c.game_id == bindparam("of_game"), ROUNDS.c.stands == 1, ROUNDS.c.serial < bindparam("of_serial")
)


def _reread(session: Session, game: KeptGame, serial: int) -> KeptRound:
    which = {"of_game": game.id, "of_serial": serial}
    row = session.connection().execute(_BY_SERIAL, which).one_or_none()
    if row is None:
        raise NoSuchRound(serial)
    return _read_round(game, row, count_below(session.connection(), game.id, serial) + 1)


def count_below(connection: Connection, game_id: int, serial: int) -> int:
    """How many rounds that stand came before the one with this serial."""
    return connection.execute(_COUNT_BELOW, {"of_game": game_id, "of_serial": serial}).scalar_one()


def _read_round(game: KeptGame, row: Row[Any], number: int) -> KeptRound:
    return KeptRound(
        number=number,
        serial=row.serial,
        version=f"{row.serial}-{row.changed_by}",
        document=json.loads(row.entry),
        options=game.get_options(row.serial),
        removed=not row.stands,
        game=game,
    )


def get_round(session: Session, game: KeptGame, number: int, version: str = "") -> KeptRound:
    """The round that `version` names, be it removed; without one the round with this number, 1 for the first.

    Raises `NoSuchRound` (a `NoSuchGame`) for none.
    """
    if named := _VERSION.fullmatch(version):
        return _reread(session, game, int(named[1]))
    if not 1 <= number <= MAX_ROUNDS:
        raise NoSuchRound(number)
    rounds = list_rounds(session, game, below=number + 1, limit=1)
    if not rounds:
        raise NoSuchRound(number)
    return rounds[0]


_STANDING = (
    select(ROUNDS)
    .where(ROUNDS.c.game_id == bindparam("of_game"), ROUNDS.c.stands == 1)
    .order_by(ROUNDS.c.serial)
    .limit(bindparam("row_limit"))
    .offset(bindparam("row_offset"))
)


def list_rounds(
    session: Session, game: KeptGame, *, below: int | None = None, limit: int | None = None
) -> list[KeptRound]:
    """Rounds, newest first; those with a number lower than `below`, at most `limit` of them."""
    below = min(MAX_ROUNDS, game.round_count) + 1 if below is None else max(1, min(below, MAX_ROUNDS + 1))
    first = 1 if limit is None else max(1, below - max(0, limit))
    bounds = {"of_game": game.id, "row_limit": below - first, "row_offset": first - 1}
    rows = session.connection().execute(_STANDING, bounds).all()
    return [_read_round(game, row, number) for number, row in enumerate(rows, start=first)][::-1]
