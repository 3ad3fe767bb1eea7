"""Undo and redo, and the list of changes.

Every change is one line of the journal, and no line is ever removed. Undo takes back the last change, redo
repeats it; a new change after an undo drops what could be redone. Undo and redo are lines too, but undo skips
them and goes one change further back. New links cannot be undone.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlmodel import Session, col, select

from companion.errors import NotAllowedHere
from companion.store.damage import check_row, closing
from companion.store.games import delete_game, recover_game
from companion.store.journal import get_change, lock_game, make_change
from companion.store.models import Change, Document, Game
from companion.store.rounds import count_below, number_beside

Way = Literal["undo", "redo"]


@dataclass(frozen=True)
class HistoryLine:
    """A change as a page tells it."""

    sequence: int
    step: str
    """Names it in the form of a button."""
    kind: str
    at: datetime
    number: int | None = None
    """That the round which it is about has or would have."""
    serial: int | None = None
    before: Document | None = None
    """The entry of that round, None where it did not stand."""
    after: Document | None = None
    """The entry of that round, None where it does not stand."""
    of: int | None = None
    """The change that an undo or redo is about."""
    of_kind: str | None = None
    """The kind of that change."""
    renamed: tuple[tuple[str, str], ...] = ()
    """Players with other names, each before and after."""
    adjusted: tuple[tuple[str, ...], list[int], str] | None = None
    """The sides, their points beside the round with this number, the reason."""


def find_step(session: Session, game: Game, way: Way) -> HistoryLine | None:
    """The change that undo would take back, or that redo would repeat, named on the button."""
    top = _find_change(session, game, game.undo_top if way == "undo" else game.redo_top)
    return top if top is None or way == "undo" else _find_change(session, game, top.of)


def undo_or_redo(session: Session, game: Game, way: Way, *, seen: str | None = None) -> HistoryLine | None:
    """The journal line of the undo or redo, or None if there is nothing to undo or redo.

    `seen` is the `step` of the change that the button named. Raises `NotAllowedHere` if another change came
    after it; gives None if that change was undone, or redone, already.
    """
    locked = lock_game(session, game)
    change = find_step(session, locked, way)
    if seen is not None and (change is None or change.step != seen):
        other = find_step(session, locked, "redo" if way == "undo" else "undo")
        if other is not None and other.step == seen:
            return None
        what = way.capitalize()
        raise NotAllowedHere(f"Something else was changed meanwhile. Check what {what} would {way} now.")
    if change is None:
        return None
    if change.kind == "players":
        _move_next_game(session, game, way)
    line = make_change(session, game, way)
    return None if line is None else _find_change(session, game, line.sequence)


def _move_next_game(session: Session, game: Game, way: Way) -> None:
    """Deletes the game as which this one went on, or brings it back.

    Raises `NotAllowedHere` for one with rounds that would be deleted.
    """
    went_on = select(Game).where(Game.again_of == game.id, col(Game.starts).is_not(None))
    next_game = session.exec(went_on.order_by(col(Game.number).desc()).limit(1)).one_or_none()
    if next_game is None or (way == "undo" and next_game.deleted_at_ms is not None):
        return
    if way == "redo":
        recover_game(session, next_game)
    elif next_game.round_count:
        raise NotAllowedHere(
            f"Game {next_game.number} has rounds already. Remove them or delete that game, then undo this."
        )
    else:
        delete_game(session, next_game)


def list_changes(
    session: Session, game: Game, *, below: int | None = None, limit: int = 50
) -> list[HistoryLine]:
    """At most `limit` journal lines with a sequence lower than `below`, newest first."""
    query = select(Change).where(Change.game_id == game.id)
    if below is not None:
        query = query.where(Change.sequence < max(0, min(below, 2**31 - 1)))
    query = query.order_by(col(Change.sequence).desc()).limit(max(0, limit))
    with closing(session, game):
        return [_tell(session, game, change) for change in session.exec(query).all()]


def _find_change(session: Session, game: Game, sequence: int | None) -> HistoryLine | None:
    return None if sequence is None else _tell(session, game, get_change(session, game, sequence))


def _tell(session: Session, game: Game, row: Change) -> HistoryLine:
    check_row(row)
    told: dict[str, Any] = {}
    if list(row.after) == ["rounds"] and len(row.after["rounds"]) == 1:
        [serial] = row.after["rounds"]
        told = {"serial": int(serial), "number": count_below(session, game, int(serial)) + 1}
        for when, patch in (("before", row.before), ("after", row.after)):
            entry = patch["rounds"][serial]
            told[when] = None if entry is None else game.show_document(entry)
    if "names" in row.after:
        names = [tuple((patch["names"] or game.first_names)[0]) for patch in (row.before, row.after)]
        told["renamed"] = tuple(pair for pair in zip(*names, strict=True) if pair[0] != pair[1])
    if "adjustments" in row.after:
        serial, *beside = max((patch["adjustments"] or [] for patch in (row.before, row.after)), key=len)[-1]
        told = {
            "serial": serial,
            "number": number_beside(session, game, serial),
            "adjusted": (game.side_names, *beside),
        }
    return HistoryLine(
        sequence=row.sequence,
        step=f"{row.sequence}{game.mark}",
        kind=row.kind,
        at=game.to_clock(row.at_ms),
        of=row.of,
        of_kind=get_change(session, game, row.of).kind if row.of and row.kind in ("undo", "redo") else None,
        **told,
    )
