"""Making a change of a game: it is applied (`changes`), then written with its line of the journal."""

import time
from typing import Any

from sqlmodel import Session

from companion.store.changes import FIRST_PARTS, GameState, apply
from companion.store.database import check_writing
from companion.store.digests import sign_change
from companion.store.errors import NoSuchGame
from companion.store.kinds import KINDS
from companion.store.models import Change, Game, Patch, Round
from companion.store.start import GameStart

# The columns of a game that every change sets.
COUNTERS = (
    *("revision", "last_serial", "round_count", "undo_top", "redo_top"),
    *("journal_bytes", "changed_at_ms"),
)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def lock_game(session: Session, game: Game) -> Game:
    """The game as it is now, its row locked until the commit. `game` may come from an earlier session."""
    check_writing(session)
    if game in session and game.id in session.info.get("locked", ()):
        return game
    now = session.get(Game, game.id, populate_existing=True, with_for_update={"of": Game})
    if now is None:
        raise NoSuchGame
    note_locked(session, now)
    now.open(game.token, may_edit=game.may_edit, colours=game.colours)
    return now


def note_locked(session: Session, game: Game) -> None:
    """Notes that this session has read the game with its lock, so that nobody else changes it meanwhile."""
    session.info.setdefault("locked", set()).add(game.id)


def read_state(game: Game) -> GameState:
    names = game.first_names
    start = GameStart(
        rule_set=game.rule_set,
        players=names.players,
        sides=names.sides,
        first_dealer=game.first_dealer,
        again_of=game.again_of,
        started_at_ms=game.started_at_ms,
        starts=game.read_starts(),
        time_zone=game.time_zone,
    )
    held = {"deck": game.own_deck, "deleted": game.deleted_at_ms is not None}
    parts = {part: held[part] if part in held else getattr(game, part) for part in FIRST_PARTS}
    return GameState(start, parts, **{name: getattr(game, name) for name in COUNTERS})


def plan_change(session: Session, game: Game, kind: str, **entered: Any) -> tuple[GameState, Change]:
    """A change of a locked game, not yet written; raises what `apply` raises."""

    def get_line(sequence: int) -> Change:
        return session.get_one(Change, (game.id, sequence))

    def get_round(serial: int) -> Round:
        return session.get_one(Round, (game.id, serial))

    return apply(read_state(game), {"kind": kind, "at_ms": now_ms(), **entered}, get_line, get_round)


def make_change(session: Session, game: Game, kind: str, **entered: Any) -> Change | None:
    """Makes a change of the game as it is now; None if that changes nothing."""
    locked = lock_game(session, game)
    state, change = plan_change(session, locked, kind, **entered)
    if change.before == change.after and KINDS[kind].part:
        return None
    write_change(session, locked, state, change)
    return change


def write_change(session: Session, game: Game, state: GameState, change: Change, key: str = "") -> None:
    """Writes the game, its rounds and the change.

    `key` is that of the round that the change adds.
    """
    for name, value in (write_columns(change.after, change.at_ms) | write_counters(state)).items():
        setattr(game, name, value)
    if change.kind != "add":
        serials = map(int, change.after.get("rounds", ()))
        change.change_rounds({serial: session.get_one(Round, (game.id, serial)) for serial in serials})
    change.game_id = game.id
    sign_change(game, change, key)
    session.add(change)
    session.flush()


def write_counters(state: GameState) -> dict[str, Any]:
    """The columns of a game that every change sets."""
    return {name: getattr(state, name) for name in COUNTERS}


def write_columns(patch: Patch, at_ms: int) -> dict[str, Any]:
    """The columns of a game that a patch of this time sets."""
    columns = {part: value for part, value in patch.items() if part in FIRST_PARTS}
    if "deck" in columns:
        columns["own_deck"] = columns.pop("deck")
    if "deleted" in columns:
        columns["deleted_at_ms"] = at_ms if columns.pop("deleted") else None
    return columns
