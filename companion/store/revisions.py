"""The revisions of games that phones follow, without a query for each phone that asks.

Every open page asks every second or two whether its game has changed. The games that were asked for lately
are read together, by one query, at least `READ_EVERY` seconds apart; in between the answer comes from memory.
So a change by any process is known here that much later, and a replaced link stops as soon.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.store.links import find_rows, hash_token, is_token
from companion.store.models import GAMES

if TYPE_CHECKING:
    from companion.store.database import Store

READ_EVERY: Final = 0.4
# A phone with its screen off asks no more than every 20 seconds.
FORGET_AFTER: Final = 60.0
_COLUMNS = (GAMES.c.id, GAMES.c.edit_hash, GAMES.c.view_hash, GAMES.c.revision)


@dataclass(slots=True)
class Followed:
    """A game that phones follow, as one kind of its links opens it."""

    game_id: int
    revision: int
    may_edit: bool
    asked_at: float


class Revisions:
    """The followed games by the hashes of their links. Safe to use from many threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[str, Followed] = {}
        self._lock = threading.Lock()
        self._read_at = 0.0

    def find(self, token: str, *, may_edit: bool) -> Followed | None:
        """The game that a link of this kind opens, with its revision; None if it opens none."""
        if not is_token(token):
            return None
        hashed, now = hash_token(token), time.monotonic()
        if hashed not in self._games:
            self._read([hashed], now)
        elif now - self._read_at >= READ_EVERY and self._lock.acquire(blocking=False):
            # One of those who ask reads for all; the others have the answer of before.
            try:
                self._read_at = now
                asked = {
                    key: each for key, each in list(self._games.items()) if now - each.asked_at < FORGET_AFTER
                }
                self._games = asked
                self._read(list(asked), now)
            finally:
                self._lock.release()
        known = self._games.get(hashed)
        if known is None or known.may_edit != may_edit:
            return None
        known.asked_at = now
        return known

    def _read(self, hashes: list[str], now: float) -> None:
        with self._store.reading() as session:
            rows = find_rows(session, hashes, _COLUMNS)
        found = {row.view_hash: (row, False) for row in rows} | {row.edit_hash: (row, True) for row in rows}
        for hashed in hashes:
            if hashed not in found:
                self._games.pop(hashed, None)
                continue
            row, may_edit = found[hashed]
            known = self._games.setdefault(hashed, Followed(row.id, row.revision, may_edit, now))
            known.revision = row.revision
