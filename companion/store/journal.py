"""Making a change of a game: it is planned (`changes`), then written with its line of the journal."""

import time
from typing import Any

from sqlmodel import Session

from companion.store.changes import REVERTING, Step, apply, plan
from companion.store.damage import check_row, closing
from companion.store.database import check_writing
from companion.store.errors import Damaged, NoSuchGame
from companion.store.kinds import KINDS
from companion.store.models import Change, Game, Round


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def lock_game(session: Session, game: Game) -> Game:
    """The game as it is now, its row locked until the commit. `game` may come from an earlier session."""
    check_writing(session)
    if game in session and game.id in session.info.get("locked", ()):
        return game
    locked = session.get(Game, game.id, populate_existing=True, with_for_update={"of": Game})
    if locked is None:
        raise NoSuchGame
    note_locked(session, locked)
    locked.token, locked.may_edit, locked.colours = game.token, game.may_edit, game.colours
    return locked


def note_locked(session: Session, game: Game) -> None:
    """Notes that this session has read the game with its lock, so that nobody else changes it meanwhile."""
    session.info.setdefault("locked", set()).add(game.id)


def get_change(session: Session, game: Game, sequence: int) -> Change:
    """A line of the journal. Raises `DamagedGame` for one that is lost or cannot be read."""
    with closing(session, game):
        line = session.get_one(Change, (game.id, sequence))
        check_row(line)
        if line.before.keys() != line.after.keys():
            raise Damaged
    return line


def plan_change(session: Session, game: Game, kind: str, **entered: Any) -> Step:
    """A change of a locked game, not yet written; raises what `plan` raises."""
    if kind in REVERTING:
        top = game.redo_top if kind == "redo" else game.undo_top
        entered["reverted"] = None if top is None else get_change(session, game, top)
    return plan(game, {"kind": kind, "at_ms": now_ms(), **entered})


def make_change(session: Session, game: Game, kind: str, **entered: Any) -> Change | None:
    """Makes a change of the game as it is now; None if that changes nothing."""
    locked = lock_game(session, game)
    step = plan_change(session, locked, kind, **entered)
    if step.line.before == step.line.after and KINDS[kind].part:
        return None
    write_change(session, locked, step)
    return step.line


def write_change(session: Session, game: Game, step: Step) -> None:
    """Writes the game, its rounds and the change."""
    apply(game, step)
    change = step.line
    with closing(session, game):
        for serial, entry in change.after.get("rounds", {}).items():
            if change.kind != "add":
                session.get_one(Round, (game.id, int(serial))).become(entry, change)
    change.game_id = game.id
    session.add(change)
    session.flush()
