"""Undo and redo, and the list of changes.

Every change is one line of the journal, and no line is ever removed. Undo takes back the last change, redo
repeats it; a new change after an undo drops what could be redone. Undo and redo are lines too, but undo skips
them and goes one change further back. New links cannot be undone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, func, select
from sqlmodel import Session

from companion.errors import NotAllowedHere
from companion.store.database import writing_connection
from companion.store.journal import (
    Patch,
    lock_game,
    plan_change,
    read_patch,
    write_change,
    write_rounds,
)
from companion.store.kept import Change, KeptGame, to_datetime
from companion.store.models import GAMES, JOURNAL, ROUNDS
from companion.store.put_away import set_deleted

_OF = JOURNAL.alias("of_line")
_LINES = select(JOURNAL, _OF.c.kind.label("of_kind")).select_from(
    JOURNAL.outerjoin(_OF, (_OF.c.game_id == JOURNAL.c.game_id) & (_OF.c.sequence == JOURNAL.c.of))
)
_IN_GAME = JOURNAL.c.game_id == bindparam("of_game")
_LINE = select(JOURNAL).where(_IN_GAME, JOURNAL.c.sequence == bindparam("of_sequence"))
_FIND_LINE = _LINES.where(_IN_GAME, JOURNAL.c.sequence == bindparam("of_sequence"))
_UNDO_TOP = select(GAMES.c.undo_top).where(GAMES.c.id == bindparam("of_game")).scalar_subquery()
_REDO_TOP = select(GAMES.c.redo_top).where(GAMES.c.id == bindparam("of_game")).scalar_subquery()
_UNDONE = JOURNAL.alias("undone")
_FIND_UNDO = _LINES.where(_IN_GAME, JOURNAL.c.sequence == _UNDO_TOP)
_FIND_REDO = _LINES.where(
    _IN_GAME,
    JOURNAL.c.sequence
    == select(_UNDONE.c.of)
    .where(_UNDONE.c.game_id == bindparam("of_game"), _UNDONE.c.sequence == _REDO_TOP)
    .scalar_subquery(),
)
_EARLIER = ROUNDS.alias("earlier")
_COUNT_BEFORE = (
    select(ROUNDS.c.serial, func.count(_EARLIER.c.serial))
    .outerjoin(
        _EARLIER,
        (_EARLIER.c.game_id == ROUNDS.c.game_id)
        & (_EARLIER.c.stands == 1)
        & (_EARLIER.c.serial < ROUNDS.c.serial),
    )
    .where(
        ROUNDS.c.game_id == bindparam("of_game"), ROUNDS.c.serial.in_(bindparam("serials", expanding=True))
    )
    .group_by(ROUNDS.c.serial)
)


def find_undo(session: Session, game: KeptGame) -> Change | None:
    """The change that `undo` would take back, named on the button."""
    return _find_change(session, game, _FIND_UNDO)


def find_redo(session: Session, game: KeptGame) -> Change | None:
    return _find_change(session, game, _FIND_REDO)


def undo(session: Session, game: KeptGame, *, seen: int | None = None) -> Change | None:
    """The journal line of the undo, or None if there is nothing to undo.

    `seen` is the sequence of the change that the button named. Raises `NotAllowedHere` if another change came
    after it; gives None if that change was undone already.
    """
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    redo_top = _read_line(connection, game.id, locked.redo_top)
    if seen is not None and seen != locked.undo_top:
        if redo_top is not None and redo_top.of == seen:
            return None
        raise NotAllowedHere("Something else was changed meanwhile. Check what Undo would undo now.")
    line = _read_line(connection, game.id, locked.undo_top)
    if line is None:
        return None
    change = plan_change(locked, read_patch(line.after), read_patch(line.before))
    if line.kind == "players":
        _take_back_next_game(session, game)
    write_rounds(connection, locked, change)
    sequence = write_change(
        connection,
        locked,
        "undo",
        change,
        undo_top=line.below,
        redo_top=change.sequence,
        below=locked.redo_top,
        of=line.sequence,
    )
    return _find_change(session, game, _FIND_LINE, sequence)


def redo(session: Session, game: KeptGame, *, seen: int | None = None) -> Change | None:
    """The journal line of the redo, or None. `seen` as in `undo`."""
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    undone = _read_line(connection, game.id, locked.redo_top)
    if seen is not None and (undone is None or seen != undone.of):
        if seen == locked.undo_top:
            return None
        raise NotAllowedHere("Something else was changed meanwhile. Check what Redo would redo now.")
    if undone is None:
        return None
    change = plan_change(locked, read_patch(undone.after), read_patch(undone.before))
    if read_patch(undone.before).get("continued"):
        _bring_next_game_back(session, game)
    write_rounds(connection, locked, change)
    sequence = write_change(
        connection,
        locked,
        "redo",
        change,
        undo_top=undone.of,
        redo_top=undone.below,
        of=undone.of,
    )
    return _find_change(session, game, _FIND_LINE, sequence)


_NEXT_GAME = (
    select(GAMES.c.id, GAMES.c.number, GAMES.c.round_count)
    .where(GAMES.c.again_of == bindparam("of_game"), GAMES.c.starts.is_not(None))
    .order_by(GAMES.c.number.desc())
    .limit(1)
)


def _take_back_next_game(session: Session, game: KeptGame) -> None:
    """Deletes the game as which this one went on; raises `NotAllowedHere` if it has rounds."""
    query = _NEXT_GAME.where(GAMES.c.deleted_at_ms.is_(None))
    row = session.connection().execute(query, {"of_game": game.id}).one_or_none()
    if row is None:
        return
    if row.round_count:
        raise NotAllowedHere(
            f"Game {row.number} has rounds already. Remove them or delete that game, then undo this."
        )
    set_deleted(session, row.id, deleted=True)


def _bring_next_game_back(session: Session, game: KeptGame) -> None:
    row = session.connection().execute(_NEXT_GAME, {"of_game": game.id}).one_or_none()
    if row is not None:
        set_deleted(session, row.id, deleted=False)


def list_changes(
    session: Session, game: KeptGame, *, below: int | None = None, limit: int = 50
) -> list[Change]:
    """At most `limit` journal lines with a sequence lower than `below`, newest first."""
    query = (
        _LINES.where(JOURNAL.c.game_id == game.id).order_by(JOURNAL.c.sequence.desc()).limit(max(0, limit))
    )
    if below is not None:
        query = query.where(JOURNAL.c.sequence < max(0, min(below, 2**31 - 1)))
    return _read_changes(session.connection(), game, session.connection().execute(query).all())


def compose(lines: Iterable[tuple[Patch, Patch]]) -> tuple[Patch, Patch]:
    """Several changes as one: the patches after the last and before the first of them."""
    then: dict[tuple[str, str], Any] = {}
    now: dict[tuple[str, str], Any] = {}
    for before, after in lines:
        for part, value in _parts(before):
            then.setdefault(part, value)
        now.update(_parts(after))
    changed = [part for part in then if then[part] != now[part]]
    return _patch((part, now[part]) for part in changed), _patch((part, then[part]) for part in changed)


def _parts(patch: Patch) -> Iterable[tuple[tuple[str, str], Any]]:
    for key, value in patch.items():
        if key == "rounds":
            yield from (((key, serial), entry) for serial, entry in value.items())
        else:
            yield (key, ""), value


def _patch(parts: Iterable[tuple[tuple[str, str], Any]]) -> dict[str, Any]:
    patch: dict[str, Any] = {}
    for (key, serial), value in parts:
        if key == "rounds":
            patch.setdefault(key, {})[serial] = value
        else:
            patch[key] = value
    return patch


def _read_line(connection: Connection, game_id: int, sequence: int | None) -> Row[Any] | None:
    if sequence is None:
        return None
    return connection.execute(_LINE, {"of_game": game_id, "of_sequence": sequence}).one()


def _find_change(
    session: Session, game: KeptGame, statement: Select[Any], sequence: int | None = None
) -> Change | None:
    connection = session.connection()
    which = {"of_game": game.id} if sequence is None else {"of_game": game.id, "of_sequence": sequence}
    rows = connection.execute(statement, which).all()
    changes = _read_changes(connection, game, rows)
    return changes[0] if changes else None


def _read_changes(connection: Connection, game: KeptGame, rows: Iterable[Row[Any]]) -> list[Change]:
    lines = [(row, read_patch(row.before), read_patch(row.after)) for row in rows]
    serials = {
        row.sequence: int(next(iter(after["rounds"]))) for row, _, after in lines if _is_one_round(after)
    }
    numbers = _count_numbers(connection, game.id, set(serials.values()))
    changes = []
    for row, before, after in lines:
        serial = serials.get(row.sequence)
        told: dict[str, Any] = {}
        if serial is not None:
            told |= {"serial": serial, "number": numbers[serial]}
            for when, patch in (("before", before), ("after", after)):
                entry = patch["rounds"][str(serial)]
                told[when] = None if entry is None else game.show_document(entry)
        if "names" in after:
            names = [tuple((patch["names"] or game.first_names)[0]) for patch in (before, after)]
            told["renamed"] = tuple(pair for pair in zip(*names, strict=True) if pair[0] != pair[1])
        changes.append(
            Change(
                sequence=row.sequence,
                kind=row.kind,
                at=to_datetime(row.at_ms),
                of=row.of,
                of_kind=row.of_kind if row.kind in ("undo", "redo") else None,
                **told,
            )
        )
    return changes


def _is_one_round(patch: Patch) -> bool:
    return list(patch) == ["rounds"] and len(patch["rounds"]) == 1


def _count_numbers(connection: Connection, game_id: int, serials: set[int]) -> dict[int, int]:
    if not serials:
        return {}
    counts = connection.execute(_COUNT_BEFORE, {"of_game": game_id, "serials": sorted(serials)})
    return {serial: before + 1 for serial, before in counts}
