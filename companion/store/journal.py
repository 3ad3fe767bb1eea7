"""Making a change of a kept game: it is applied (`changes`), then written with its line of the journal."""

import time
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update
from sqlmodel import Session

from companion.store.changes import FIRST_PARTS, GameState, Line, Patch, apply
from companion.store.database import writing_connection
from companion.store.errors import NoSuchGame, NoSuchRound
from companion.store.kept import KeptGame
from companion.store.models import GAMES, JOURNAL, ROUNDS
from companion.store.start import GameStart

# The columns of a game's row that a patch holds, and those that every change sets.
PARTS = tuple(part for part in FIRST_PARTS if part != "deleted")
COUNTERS = (
    *("revision", "last_serial", "round_count", "undo_top", "redo_top"),
    *("journal_bytes", "changed_at_ms"),
)

_LOCK = select(GAMES).where(GAMES.c.id == bindparam("game_id")).with_for_update()
_LINE = select(JOURNAL).where(
    JOURNAL.c.game_id == bindparam("of_game"), JOURNAL.c.sequence == bindparam("of_sequence")
)
_ENTRY = select(ROUNDS.c.entry, ROUNDS.c.stands).where(
    ROUNDS.c.game_id == bindparam("of_game"), ROUNDS.c.serial == bindparam("of_serial")
)
_UPDATE_ROUND = update(ROUNDS).where(
    ROUNDS.c.game_id == bindparam("of_game"), ROUNDS.c.serial == bindparam("of_serial")
)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class StoredPast:
    """What came before in a game, read from the database when it is asked for."""

    def __init__(self, connection: Connection, game_id: int) -> None:
        self._connection = connection
        self._game_id = game_id

    def get_line(self, sequence: int) -> Line:
        which = {"of_game": self._game_id, "of_sequence": sequence}
        return read_line(self._connection.execute(_LINE, which).one())

    def get_entry(self, serial: int) -> tuple[Any, bool]:
        which = {"of_game": self._game_id, "of_serial": serial}
        row = self._connection.execute(_ENTRY, which).one_or_none()
        if row is None:
            raise NoSuchRound(serial)
        return row.entry, row.stands


def read_line(row: Row[Any]) -> Line:
    return Line(row.sequence, row.kind, row.of, row.below, row.before, row.after, row.at_ms)


def lock_game(session: Session, game: KeptGame) -> GameState:
    """The game as it is now. Locks its row until the commit."""
    row = writing_connection(session).execute(_LOCK, {"game_id": game.id}).one_or_none()
    if row is None:
        raise NoSuchGame
    names = game.first_names
    start = GameStart(
        rule_set=game.rule_set,
        players=names.players,
        sides=names.sides,
        first_dealer=row.first_dealer,
        again_of=row.again_of,
        started_at_ms=row.started_at_ms,
        starts=game.starts,
    )
    parts = {part: row._mapping[part] for part in PARTS} | {"deleted": row.deleted_at_ms is not None}
    return GameState(start, parts, **{name: row._mapping[name] for name in COUNTERS})


def plan_change(
    session: Session, game: KeptGame, state: GameState, kind: str, **entered: Any
) -> tuple[GameState, Line]:
    """A change, not yet written; raises what `apply` raises."""
    past = StoredPast(session.connection(), game.id)
    return apply(state, {"kind": kind, "at_ms": now_ms(), **entered}, past)


def make_change(session: Session, game: KeptGame, kind: str, **entered: Any) -> Line | None:
    """Makes a change of the game as it is now; None if that changes nothing."""
    state, line = plan_change(session, game, lock_game(session, game), kind, **entered)
    if line.changes_nothing:
        return None
    write_change(session, game, state, line)
    return line


def write_change(session: Session, game: KeptGame, state: GameState, line: Line) -> None:
    """Writes the game's row, its rounds and the line. A round that no longer stands keeps its last entry."""
    connection = writing_connection(session)
    columns = write_columns(line.after, line.at_ms) | write_counters(state)
    connection.execute(
        update(GAMES).where(GAMES.c.id == bindparam("game_id")), {"game_id": game.id, **columns}
    )
    for serial, entry in line.after.get("rounds", {}).items() if line.kind != "add" else ():
        values: dict[str, Any] = {"stands": entry is not None, "changed_by": line.sequence}
        if entry is not None:
            values["entry"] = entry
        connection.execute(_UPDATE_ROUND.values(values), {"of_game": game.id, "of_serial": int(serial)})
    connection.execute(insert(JOURNAL), write_line(game.id, line))


def write_line(game_id: int, line: Line) -> dict[str, Any]:
    """The columns of a line of the journal."""
    return {"game_id": game_id, **vars(line)}


def write_counters(state: GameState) -> dict[str, Any]:
    """The columns of a game's row that every change sets."""
    return {name: getattr(state, name) for name in COUNTERS}


def write_columns(patch: Patch, at_ms: int) -> dict[str, Any]:
    """The columns of a game's row that a patch of this time sets."""
    columns = {part: value for part, value in patch.items() if part in PARTS}
    if "deleted" in patch:
        columns["deleted_at_ms"] = at_ms if patch["deleted"] else None
    return columns
