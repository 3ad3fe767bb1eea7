"""Who is entering which round now, on all phones and in all processes of the server.

A phone with the screen of a round open says so at each of its polls. At most once a second a process writes
what its phones said, together, and reads what those of all processes said: the table `entering` is where
processes meet. A phone is written anew after four seconds and forgotten after ten. Nothing of this delays a
save: where the database is busy or read-only, nobody is told of others.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, delete, select, text
from sqlalchemy.exc import SQLAlchemyError

from companion.errors import CompanionError
from companion.store.journal import now_ms
from companion.store.models import ENTERING

if TYPE_CHECKING:
    from companion.store.database import Store

EXCHANGE_EVERY: Final = 1.0
WRITE_EVERY_MS: Final = 4_000
FORGET_AFTER_MS: Final = 10_000
# More than sit at a table: who holds a link cannot fill the database with phones.
MOST_PHONES: Final = 16
# What a phone says that no longer enters a round.
NO_ROUND: Final = 0

_DROP_OLD = delete(ENTERING).where(ENTERING.c.until_ms <= bindparam("now"))
# Of a game that is gone nothing is kept.
_NOTE = text(
    "INSERT INTO entering (game_id, phone, round, until_ms)"
    " SELECT id, :phone, :round, :until_ms FROM game WHERE id = :game_id"
    " ON CONFLICT (game_id, phone) DO UPDATE SET round = excluded.round, until_ms = excluded.until_ms"
)
_READ = select(ENTERING.c.game_id, ENTERING.c.phone, ENTERING.c.round).where(
    ENTERING.c.until_ms > bindparam("now")
)


@dataclass(slots=True)
class _Phone:
    """A phone of this process: its round, when it said so, and when that was written."""

    round: int
    said_ms: int
    written_ms: int = 0


class Entering:
    """The phones that enter a round, by game. Safe to use from many threads.

    A round is its number, a correction its number below zero: who corrects round 4 and who enters a new
    round 4 are not at the same one.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._here: dict[int, dict[str, _Phone]] = {}
        self._everywhere: dict[int, list[tuple[str, int]]] = {}
        self._lock = threading.Lock()
        self._exchanged_at = 0.0

    def note(self, game_id: int, phone: str, number: int) -> bool:
        """Notes which round a phone enters, `NO_ROUND` for none; whether another phone enters it too."""
        phones = self._here.setdefault(game_id, {})
        known = phones.get(phone)
        if known is None and len(phones) >= MOST_PHONES:
            return False
        if known is None or known.round != number:
            phones[phone] = _Phone(number, now_ms())
        else:
            known.said_ms = now_ms()
        # Who leaves may be the last one here to say anything.
        is_time = number == NO_ROUND or time.monotonic() - self._exchanged_at >= EXCHANGE_EVERY
        if is_time and self._lock.acquire(blocking=False):
            try:
                self._exchanged_at = time.monotonic()
                self._forget_silent(now_ms() - FORGET_AFTER_MS)
                with suppress(CompanionError, SQLAlchemyError):
                    self._write()
                self._everywhere = self._read()
            finally:
                self._lock.release()
        return number != NO_ROUND and any(
            other != phone and theirs == number for other, theirs in self._everywhere.get(game_id, ())
        )

    def _write(self) -> None:
        now = now_ms()
        due = [
            (game_id, name, phone)
            for game_id, phones in list(self._here.items())
            for name, phone in list(phones.items())
            if phone.said_ms > phone.written_ms and now - phone.written_ms >= WRITE_EVERY_MS
        ]
        if not due:
            return
        rows = [
            {
                "game_id": game_id,
                "phone": name,
                "round": phone.round,
                "until_ms": phone.said_ms + FORGET_AFTER_MS,
            }
            for game_id, name, phone in due
        ]
        with self._store.noting() as session:
            session.connection().execute(_DROP_OLD, {"now": now})
            session.connection().execute(_NOTE, rows)
        for _, _, phone in due:
            phone.written_ms = now

    def _read(self) -> dict[int, list[tuple[str, int]]]:
        everywhere: dict[int, list[tuple[str, int]]] = {}
        with suppress(CompanionError, SQLAlchemyError), self._store.reading() as session:
            for row in session.connection().execute(_READ, {"now": now_ms()}):
                everywhere.setdefault(row.game_id, []).append((row.phone, row.round))
        return everywhere

    def _forget_silent(self, before_ms: int) -> None:
        for game_id, phones in list(self._here.items()):
            for name, phone in list(phones.items()):
                if phone.said_ms <= before_ms:
                    del phones[name]
            if not phones:
                del self._here[game_id]
