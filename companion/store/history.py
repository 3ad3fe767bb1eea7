"""Undo and redo, and the list of changes.

Every change is one line of the journal, and no line is ever removed. Undo takes back the last change, redo
repeats it; a new change after an undo drops what could be redone. Undo and redo are lines too, but undo skips
them and goes one change further back. New links cannot be undone.
"""

from typing import Any, Literal

from sqlalchemy import Connection, Row, bindparam, select
from sqlmodel import Session

from companion.errors import NotAllowedHere
from companion.store.games import delete_game, read_game_by_id, recover_game
from companion.store.journal import lock_game, make_change
from companion.store.kept import Change, KeptGame, to_datetime
from companion.store.models import GAMES, JOURNAL
from companion.store.rounds import count_below

_OF = JOURNAL.alias("of_line")
_LINES = select(JOURNAL, _OF.c.kind.label("of_kind")).select_from(
    JOURNAL.outerjoin(_OF, (_OF.c.game_id == JOURNAL.c.game_id) & (_OF.c.sequence == JOURNAL.c.of))
)
_LINE = _LINES.where(
    JOURNAL.c.game_id == bindparam("of_game"), JOURNAL.c.sequence == bindparam("of_sequence")
)


def find_undo(session: Session, game: KeptGame) -> Change | None:
    """The change that `undo` would take back, named on the button."""
    return _find_change(session.connection(), game, game.undo_top)


def find_redo(session: Session, game: KeptGame) -> Change | None:
    """The change that `redo` would repeat."""
    undone = _find_change(session.connection(), game, game.redo_top)
    return None if undone is None else _find_change(session.connection(), game, undone.of)


def undo(session: Session, game: KeptGame, *, seen: int | None = None) -> Change | None:
    """The journal line of the undo, or None if there is nothing to undo.

    `seen` is the sequence of the change that the button named. Raises `NotAllowedHere` if another change came
    after it; gives None if that change was undone already.
    """
    return _step(session, game, "undo", seen)


def redo(session: Session, game: KeptGame, *, seen: int | None = None) -> Change | None:
    """The journal line of the redo, or None. `seen` as in `undo`."""
    return _step(session, game, "redo", seen)


def _step(session: Session, game: KeptGame, way: Literal["undo", "redo"], seen: int | None) -> Change | None:
    lock_game(session, game)
    now = read_game_by_id(session, game.id)
    change, other = find_undo(session, now), find_redo(session, now)
    if way == "redo":
        change, other = other, change
    if seen is not None and (change is None or change.sequence != seen):
        if other is not None and other.sequence == seen:
            return None
        what = way.capitalize()
        raise NotAllowedHere(f"Something else was changed meanwhile. Check what {what} would {way} now.")
    if change is None:
        return None
    if change.kind == "players":
        _move_next_game(session, game, way)
    line = make_change(session, game, way)
    return None if line is None else _find_change(session.connection(), game, line.sequence)


_NEXT_GAME = (
    select(GAMES.c.id, GAMES.c.number, GAMES.c.round_count, GAMES.c.deleted_at_ms)
    .where(GAMES.c.again_of == bindparam("of_game"), GAMES.c.starts.is_not(None))
    .order_by(GAMES.c.number.desc())
    .limit(1)
)


def _move_next_game(session: Session, game: KeptGame, way: Literal["undo", "redo"]) -> None:
    """Deletes the game as which this one went on, or brings it back.

    Raises `NotAllowedHere` for one with rounds that would be deleted.
    """
    row = session.connection().execute(_NEXT_GAME, {"of_game": game.id}).one_or_none()
    if row is None or (way == "undo" and row.deleted_at_ms is not None):
        return
    next_game = read_game_by_id(session, row.id)
    if way == "redo":
        recover_game(session, next_game)
    elif next_game.round_count:
        raise NotAllowedHere(
            f"Game {next_game.number} has rounds already. Remove them or delete that game, then undo this."
        )
    else:
        delete_game(session, next_game)


def list_changes(
    session: Session, game: KeptGame, *, below: int | None = None, limit: int = 50
) -> list[Change]:
    """At most `limit` journal lines with a sequence lower than `below`, newest first."""
    query = (
        _LINES.where(JOURNAL.c.game_id == game.id).order_by(JOURNAL.c.sequence.desc()).limit(max(0, limit))
    )
    if below is not None:
        query = query.where(JOURNAL.c.sequence < max(0, min(below, 2**31 - 1)))
    connection = session.connection()
    return [_read_change(connection, game, row) for row in connection.execute(query).all()]


def _find_change(connection: Connection, game: KeptGame, sequence: int | None) -> Change | None:
    row = connection.execute(_LINE, {"of_game": game.id, "of_sequence": sequence}).one_or_none()
    return None if row is None else _read_change(connection, game, row)


def _read_change(connection: Connection, game: KeptGame, row: Row[Any]) -> Change:
    told: dict[str, Any] = {}
    if list(row.after) == ["rounds"] and len(row.after["rounds"]) == 1:
        [serial] = row.after["rounds"]
        told = {"serial": int(serial), "number": count_below(connection, game.id, int(serial)) + 1}
        for when, patch in (("before", row.before), ("after", row.after)):
            entry = patch["rounds"][serial]
            told[when] = None if entry is None else game.show_document(entry)
    if "names" in row.after:
        names = [tuple((patch["names"] or game.first_names)[0]) for patch in (row.before, row.after)]
        told["renamed"] = tuple(pair for pair in zip(*names, strict=True) if pair[0] != pair[1])
    return Change(
        sequence=row.sequence,
        kind=row.kind,
        at=to_datetime(row.at_ms),
        of=row.of,
        of_kind=row.of_kind if row.kind in ("undo", "redo") else None,
        **told,
    )
