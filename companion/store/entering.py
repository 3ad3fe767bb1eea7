"""Who is entering which round now, on all phones and in all processes of the server.

A phone with the screen of a round open says so at each of its polls; the table `entering` keeps it for ten
seconds, and it is written anew after four. A page that said that it is left stays left: its last poll may be
answered after that, by another process; a page that is looked at again has a new name. Nothing of this delays
a save: where the database is busy or read-only, nobody is told of others.
"""

from contextlib import suppress
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, delete, select

from companion.errors import CompanionError
from companion.store.database import Store
from companion.store.journal import now_ms
from companion.store.models import Entering

WRITE_EVERY_MS: Final = 4_000
FORGET_AFTER_MS: Final = 10_000
# More than sit at a table: who holds a link cannot fill the database with phones.
MOST_PHONES: Final = 16
# What a phone says that no longer enters a round.
NO_ROUND: Final = 0

# Of a game that is gone nothing is kept.
_NOTE = text(
    "INSERT INTO entering (game_id, phone, round, until_ms)"
    " SELECT id, :phone, :round, :until_ms FROM game WHERE id = :game_id"
    " ON CONFLICT (game_id, phone) DO UPDATE SET round = excluded.round, until_ms = excluded.until_ms"
    " WHERE entering.round <> :no_round"
).bindparams(no_round=NO_ROUND)


def note_entering(store: Store, game_id: int, phone: str, number: int) -> bool:
    """Notes which round a phone enters, `NO_ROUND` for none; whether another phone enters it too.

    A round is its number, a correction its number below zero: who corrects round 4 and who enters a new
    round 4 are not at the same one.
    """
    now = now_ms()
    with suppress(CompanionError, SQLAlchemyError):
        with store.reading() as session:
            here = select(Entering).where(Entering.game_id == game_id, Entering.until_ms > now)
            rows = session.exec(here).all()
        until_ms = now + FORGET_AFTER_MS
        mine = {row.phone: row for row in rows}.get(phone)
        is_due = mine is None or mine.round != number or until_ms - mine.until_ms >= WRITE_EVERY_MS
        if is_due and (mine is not None or len(rows) < MOST_PHONES):
            with store.noting() as session:
                session.exec(delete(Entering).where(col(Entering.until_ms) <= now))
                row = {"game_id": game_id, "phone": phone, "round": number, "until_ms": until_ms}
                session.execute(_NOTE, row)
        return number != NO_ROUND and any(row.round == number for row in rows if row.phone != phone)
    return False
