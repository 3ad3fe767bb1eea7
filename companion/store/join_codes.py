"""Codes of six letters that lead to a game for ten minutes.

Here they are a hash and a sealed link, made by `web/games/join_codes.py`: who reads the database
learns neither the code nor the link.
"""

from sqlalchemy import text
from sqlmodel import Session, col, delete, select

from companion.store.journal import now_ms
from companion.store.limits import JOIN_CODE_MINUTES, MAX_JOIN_CODES
from companion.store.models import Game, JoinCode

# The unique key decides which of two games has a code.
_KEEP = text(
    "INSERT INTO join_code (code_hash, game_id, sealed_link, until_ms)"
    " VALUES (:code_hash, :game_id, :sealed_link, :until_ms) ON CONFLICT (code_hash) DO NOTHING"
)


def keep_code(session: Session, game: Game, code_hash: str, sealed_link: str) -> bool:
    """Keeps a code for ten minutes; False if another game has it now.

    Removes the codes whose time is over, and the oldest ones of a game that has many.
    """
    now = now_ms()
    session.exec(delete(JoinCode).where(col(JoinCode.until_ms) <= now))
    newest = select(JoinCode.code_hash).where(JoinCode.game_id == game.id)
    newest = newest.order_by(col(JoinCode.until_ms).desc()).limit(MAX_JOIN_CODES - 1)
    older = (col(JoinCode.game_id) == game.id, col(JoinCode.code_hash).not_in(newest))
    session.exec(delete(JoinCode).where(*older))
    until_ms = now + JOIN_CODE_MINUTES * 60_000
    row = {"code_hash": code_hash, "game_id": game.id, "sealed_link": sealed_link, "until_ms": until_ms}
    return session.connection().execute(_KEEP, row).rowcount == 1


def find_code(session: Session, code_hash: str) -> JoinCode | None:
    """The code with this hash, if its time is not over."""
    found = select(JoinCode).where(JoinCode.code_hash == code_hash, JoinCode.until_ms > now_ms())
    return session.exec(found).one_or_none()
