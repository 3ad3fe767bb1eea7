"""Archiving a game, deleting it, and bringing it back.

An archived game is as it was, apart from the others. A deleted one opens nowhere; its edit link can bring it
back for 30 days, then its rows are removed.
"""

from sqlalchemy import delete, exists, select
from sqlmodel import Session

from companion.store.database import writing_connection
from companion.store.journal import lock_game, make_change, now_ms
from companion.store.kept import KeptGame
from companion.store.limits import KEEP_DELETED_DAYS
from companion.store.models import CARD_TABLES, ENTERING, GAMES, JOIN_CODES, JOURNAL, ROUNDS

_DAY_MS = 24 * 60 * 60 * 1_000


def archive_game(session: Session, game: KeptGame, *, archived: bool) -> None:
    """Puts the game apart from those that are played, or back."""
    make_change(session, game, "archive" if archived else "unarchive")


def delete_game(session: Session, game: KeptGame) -> None:
    """Deletes the game. `recover_game` brings it back for 30 days."""
    make_change(session, game, "delete")


def recover_game(session: Session, game: KeptGame) -> None:
    """Brings a deleted game back. After that, undo goes on with the change before the game was deleted."""
    if lock_game(session, game).parts["deleted"]:
        make_change(session, game, "recover")


def purge_deleted(session: Session) -> None:
    """Removes the rows of games that were deleted more than 30 days ago, and of tables without games."""
    connection = writing_connection(session)
    before_ms = now_ms() - KEEP_DELETED_DAYS * _DAY_MS
    query = select(GAMES.c.id).where(GAMES.c.deleted_at_ms < before_ms)
    game_ids = connection.execute(query).scalars().all()
    if not game_ids:
        return
    for rows in (ENTERING, JOIN_CODES, JOURNAL, ROUNDS):
        connection.execute(delete(rows).where(rows.c.game_id.in_(game_ids)))
    connection.execute(delete(GAMES).where(GAMES.c.id.in_(game_ids)))
    has_games = exists().where(GAMES.c.table_id == CARD_TABLES.c.id)
    connection.execute(delete(CARD_TABLES).where(~has_games))
