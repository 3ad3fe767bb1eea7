"""Undo and redo, and the list of changes.

Every change is one line of the journal, and no line is ever removed. Undo takes back the last change, redo
repeats it; a new change after an undo drops what could be redone. Undo and redo are lines too, but undo skips
them and goes one change further back. New links cannot be undone.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, func, select
from sqlmodel import Session

from companion.errors import NotAllowedHere
from companion.store.archive import delete_game, recover_game
from companion.store.changes import Patch
from companion.store.games import read_game_by_id
from companion.store.journal import StoredPast, lock_game, make_change
from companion.store.kept import Change, ChangeKind, KeptGame, to_datetime
from companion.store.models import GAMES, JOURNAL, ROUNDS

_OF = JOURNAL.alias("of_line")
_LINES = select(JOURNAL, _OF.c.kind.label("of_kind")).select_from(
    JOURNAL.outerjoin(_OF, (_OF.c.game_id == JOURNAL.c.game_id) & (_OF.c.sequence == JOURNAL.c.of))
)
_IN_GAME = JOURNAL.c.game_id == bindparam("of_game")
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
    state = lock_game(session, game)
    past = StoredPast(session.connection(), game.id)
    if seen is not None and seen != state.undo_top:
        if state.redo_top is not None and past.get_line(state.redo_top).of == seen:
            return None
        raise NotAllowedHere("Something else was changed meanwhile. Check what Undo would undo now.")
    if state.undo_top is None:
        return None
    if past.get_line(state.undo_top).kind == "players":
        _take_back_next_game(session, game)
    return _make(session, game, "undo")


def redo(session: Session, game: KeptGame, *, seen: int | None = None) -> Change | None:
    """The journal line of the redo, or None. `seen` as in `undo`."""
    state = lock_game(session, game)
    undone = (
        None if state.redo_top is None else StoredPast(session.connection(), game.id).get_line(state.redo_top)
    )
    if seen is not None and (undone is None or seen != undone.of):
        if seen == state.undo_top:
            return None
        raise NotAllowedHere("Something else was changed meanwhile. Check what Redo would redo now.")
    if undone is None:
        return None
    if undone.before.get("continued"):
        _bring_next_game_back(session, game)
    return _make(session, game, "redo")


def _make(session: Session, game: KeptGame, kind: ChangeKind) -> Change | None:
    line = make_change(session, game, kind)
    return None if line is None else _find_change(session, game, _FIND_LINE, line.sequence)


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
    delete_game(session, read_game_by_id(session, row.id))


def _bring_next_game_back(session: Session, game: KeptGame) -> None:
    row = session.connection().execute(_NEXT_GAME, {"of_game": game.id}).one_or_none()
    if row is not None:
        recover_game(session, read_game_by_id(session, row.id))


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


def _find_change(
    session: Session, game: KeptGame, statement: Select[Any], sequence: int | None = None
) -> Change | None:
    connection = session.connection()
    which = {"of_game": game.id} if sequence is None else {"of_game": game.id, "of_sequence": sequence}
    rows = connection.execute(statement, which).all()
    changes = _read_changes(connection, game, rows)
    return changes[0] if changes else None


def _read_changes(connection: Connection, game: KeptGame, rows: Iterable[Row[Any]]) -> list[Change]:
    lines = [(row, row.before, row.after) for row in rows]
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
