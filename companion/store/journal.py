"""Writing a change: the parts that it touches, before and after, and its line in the journal.

A patch is a JSON object of changed parts: `rounds`, the entry by serial, null for a round that does not
stand; `periods`, the options; `ended`, `continued`, `archived`, `deleted`; `deck`, `names` and `seatings`,
null for those of the start. Writing `after` makes any change, writing `before` undoes it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from companion.errors import NotAllowedHere
from companion.rules import write_number
from companion.store.errors import NoSuchGame
from companion.store.kept import ChangeKind
from companion.store.limits import MAX_CHANGES, MAX_JOURNAL_BYTES
from companion.store.models import GAMES, JOURNAL, ROUNDS
from companion.store.rows import to_json

Patch = Mapping[str, Any]


LockedGame = Row[Any]
"""The row of a game, locked until the commit."""

_LOCK = select(GAMES).where(GAMES.c.id == bindparam("game_id")).with_for_update()


def lock_game(connection: Connection, game_id: int) -> LockedGame:
    """The game as it is now. Locks the row."""
    row = connection.execute(_LOCK, {"game_id": game_id}).one_or_none()
    if row is None:
        raise NoSuchGame
    return row


def now_ms() -> int:
    return time.time_ns() // 1_000_000


_INSERT_LINE = insert(JOURNAL)
_UPDATE_GAME = update(GAMES).where(GAMES.c.id == bindparam("game_id"))
_UPDATE_ROUND = update(ROUNDS).where(
    ROUNDS.c.game_id == bindparam("of_game"), ROUNDS.c.serial == bindparam("of_serial")
)


@dataclass(frozen=True)
class PlannedChange:
    """A change that fits into the journal, not yet written."""

    sequence: int
    before: Patch
    after: Patch
    before_text: str
    after_text: str
    journal_bytes: int


def plan_change(locked: LockedGame, before: Patch, after: Patch) -> PlannedChange:
    """The change; raises `NotAllowedHere` if the journal is full."""
    sequence = locked.revision + 1
    if sequence > MAX_CHANGES:
        raise NotAllowedHere(
            f"This game has had {write_number(MAX_CHANGES)} changes, and no more fit; start a new one."
        )
    before_text, after_text = to_json(before), to_json(after)
    journal_bytes = locked.journal_bytes + count_bytes(before_text, after_text)
    if journal_bytes > MAX_JOURNAL_BYTES:
        raise NotAllowedHere("The history of this game is full. Start a new one.")
    return PlannedChange(sequence, before, after, before_text, after_text, journal_bytes)


def write_change(
    connection: Connection,
    locked: LockedGame,
    kind: ChangeKind,
    change: PlannedChange,
    *,
    undo_top: int | None,
    redo_top: int | None = None,
    below: int | None = None,
    of: int | None = None,
    last_serial: int | None = None,
    at_ms: int | None = None,
) -> int:
    """The sequence of the new journal line. Writes it and the game's row.

    The caller writes the rounds that change (`write_rounds`, or an insert).
    """
    at_ms = now_ms() if at_ms is None else at_ms
    stood = sum(entry is not None for entry in change.before.get("rounds", {}).values())
    stand = sum(entry is not None for entry in change.after.get("rounds", {}).values())
    values: dict[str, Any] = {
        "game_id": locked.id,
        "revision": change.sequence,
        "last_serial": locked.last_serial if last_serial is None else last_serial,
        "round_count": locked.round_count + stand - stood,
        "undo_top": undo_top,
        "redo_top": redo_top,
        "journal_bytes": change.journal_bytes,
        "changed_at_ms": at_ms,
    }
    values |= write_columns(change.after, at_ms)
    connection.execute(
        _UPDATE_GAME.values({key: bindparam(key) for key in values if key != "game_id"}), values
    )
    connection.execute(
        _INSERT_LINE,
        {
            "game_id": locked.id,
            "sequence": change.sequence,
            "kind": kind,
            "of": of,
            "below": below,
            "before": change.before_text,
            "after": change.after_text,
            "at_ms": at_ms,
        },
    )
    return change.sequence


def write_columns(patch: Patch, at_ms: int) -> dict[str, Any]:
    """The columns of the game's row that a patch of this time sets."""
    columns: dict[str, Any] = {}
    for part, value in patch.items():
        if part in ("periods", "names", "seatings"):
            columns[part] = None if value is None else to_json(value)
        elif part in ("ended", "continued", "archived"):
            columns[part] = int(value)
        elif part == "deleted":
            columns["deleted_at_ms"] = at_ms if value else None
        elif part == "deck":
            columns["deck"] = value
    return columns


def count_bytes(before_text: str, after_text: str) -> int:
    """The size of a line, counted against `MAX_JOURNAL_BYTES`."""
    return len(before_text) + len(after_text)


def write_rounds(connection: Connection, locked: LockedGame, change: PlannedChange) -> None:
    """Writes the rounds of a change. A round that no longer stands keeps its last entry."""
    for serial, entry in change.after.get("rounds", {}).items():
        values: dict[str, Any] = {"stands": int(entry is not None), "changed_by": change.sequence}
        if entry is not None:
            values["entry"] = to_json(entry)
        connection.execute(_UPDATE_ROUND.values(values), {"of_game": locked.id, "of_serial": int(serial)})


def make_change(
    connection: Connection,
    locked: LockedGame,
    kind: ChangeKind,
    before: Patch,
    after: Patch,
    of: int | None = None,
) -> int:
    """The sequence of a new change, which undo can take back. Empties what could be redone."""
    change = plan_change(locked, before, after)
    write_rounds(connection, locked, change)
    return write_change(
        connection, locked, kind, change, undo_top=change.sequence, below=locked.undo_top, of=of
    )


def read_patch(text: str) -> dict[str, Any]:
    patch: dict[str, Any] = json.loads(text)
    return patch
