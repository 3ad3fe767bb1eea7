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

from sqlalchemy import or_, select

from companion.store.links import hash_token, is_token
from companion.store.models import GAMES

if TYPE_CHECKING:
    from companion.store.database import Store

READ_EVERY: Final = 0.4
# A phone with its screen off asks no more than every 20 seconds.
FORGET_AFTER: Final = 60.0
AT_ONCE: Final = 400


@dataclass(slots=True)
class _Followed:
    revision: int
    may_edit: bool
    asked_at: float


class Revisions:
    """The revision of each followed game by the hash of its link. Safe to use from many threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[str, _Followed] = {}
        self._lock = threading.Lock()
        self._read_at = 0.0

    def find(self, token: str, *, may_edit: bool) -> int | None:
        """The revision of the game that a link of this kind opens; None if it opens none."""
        if not is_token(token):
            return None
        hashed, now = hash_token(token), time.monotonic()
        known = self._games.get(hashed)
        if known is None:
            self._read([hashed], now)
            known = self._games.get(hashed)
        elif now - self._read_at >= READ_EVERY and self._lock.acquire(blocking=False):
            # One of those who ask reads for all; the others have the answer of before.
            try:
                self._read_at = now
                self._games = {
                    hashed: each
                    for hashed, each in list(self._games.items())
                    if now - each.asked_at < FORGET_AFTER
                }
                self._read(list(self._games), now)
            finally:
                self._lock.release()
            known = self._games.get(hashed)
        if known is None or known.may_edit != may_edit:
            return None
        known.asked_at = now
        return known.revision

    def _read(self, hashes: list[str], now: float) -> None:
        for start in range(0, len(hashes), AT_ONCE):
            some = hashes[start : start + AT_ONCE]
            query = select(GAMES.c.edit_hash, GAMES.c.view_hash, GAMES.c.revision).where(
                or_(GAMES.c.edit_hash.in_(some), GAMES.c.view_hash.in_(some))
            )
            with self._store.reading() as session:
                rows = session.connection().execute(query).all()
            found = {row.view_hash: (row.revision, False) for row in rows}
            found |= {row.edit_hash: (row.revision, True) for row in rows}
            for hashed in some:
                known = self._games.get(hashed)
                if hashed not in found:
                    self._games.pop(hashed, None)
                elif known is None:
                    self._games[hashed] = _Followed(*found[hashed], asked_at=now)
                else:
                    known.revision = found[hashed][0]
