"""Codes of six letters that lead to a game for ten minutes.

Here they are a hash and a sealed link, made by `web/join_codes.py`: who reads the database learns neither the
code nor the link.
"""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import bindparam, delete, select, text
from sqlmodel import Session

from companion.store.database import writing_connection
from companion.store.journal import now_ms
from companion.store.kept import KeptGame, to_datetime
from companion.store.limits import JOIN_CODE_MINUTES, MAX_JOIN_CODES
from companion.store.models import JOIN_CODES

_DROP_OLD = delete(JOIN_CODES).where(JOIN_CODES.c.until_ms <= bindparam("now"))
_NEWEST = (
    select(JOIN_CODES.c.code_hash)
    .where(JOIN_CODES.c.game_id == bindparam("game"))
    .order_by(JOIN_CODES.c.until_ms.desc())
    .limit(MAX_JOIN_CODES - 1)
)
_DROP_MORE = delete(JOIN_CODES).where(
    JOIN_CODES.c.game_id == bindparam("game"), JOIN_CODES.c.code_hash.not_in(_NEWEST)
)
_KEEP = text(
    "INSERT INTO join_code (code_hash, game_id, sealed_link, until_ms)"
    " VALUES (:code_hash, :game_id, :sealed_link, :until_ms) ON CONFLICT (code_hash) DO NOTHING"
)
_FIND = select(JOIN_CODES.c.sealed_link, JOIN_CODES.c.until_ms).where(
    JOIN_CODES.c.code_hash == bindparam("hash"), JOIN_CODES.c.until_ms > bindparam("now")
)


@dataclass(frozen=True)
class KeptCode:
    """What is kept of a code, and when it ends."""

    sealed_link: str = field(repr=False)
    until: datetime


def keep_code(session: Session, game: KeptGame, code_hash: str, sealed_link: str) -> bool:
    """Keeps a code for ten minutes; False if another game has it now.

    Removes the codes whose time is over, and the oldest ones of a game that has many.
    """
    connection = writing_connection(session)
    now = now_ms()
    connection.execute(_DROP_OLD, {"now": now})
    connection.execute(_DROP_MORE, {"game": game.id})
    until_ms = now + JOIN_CODE_MINUTES * 60_000
    row = {"code_hash": code_hash, "game_id": game.id, "sealed_link": sealed_link, "until_ms": until_ms}
    return connection.execute(_KEEP, row).rowcount == 1


def find_code(session: Session, code_hash: str) -> KeptCode | None:
    """What is kept of the code with this hash, if its time is not over."""
    row = session.connection().execute(_FIND, {"hash": code_hash, "now": now_ms()}).one_or_none()
    return None if row is None else KeptCode(row.sealed_link, to_datetime(row.until_ms))
