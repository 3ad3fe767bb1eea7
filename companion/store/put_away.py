"""Archiving a game, deleting it, and bringing it back.

An archived game is as it was, apart from the others. A deleted one opens nowhere; its edit link can bring it
back for 30 days, then its rows are removed.
"""

from __future__ import annotations

from sqlalchemy import delete, exists, select
from sqlmodel import Session

from companion.store.database import writing_connection
from companion.store.journal import lock_game, make_change, now_ms, plan_change, write_change
from companion.store.kept import ChangeKind, KeptGame
from companion.store.limits import KEEP_DELETED_DAYS
from companion.store.models import CARD_TABLES, ENTERING, GAMES, JOIN_CODES, JOURNAL, ROUNDS

_DAY_MS = 24 * 60 * 60 * 1_000


def archive_game(session: Session, game: KeptGame, *, archived: bool) -> None:
    """Puts the game apart from those that are played, or back."""
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    if bool(locked.archived) != archived:
        kind: ChangeKind = "archive" if archived else "unarchive"
        make_change(connection, locked, kind, {"archived": not archived}, {"archived": archived})


def delete_game(session: Session, game: KeptGame) -> None:
    """Deletes the game. `recover_game` brings it back for 30 days."""
    set_deleted(session, game.id, deleted=True)


def recover_game(session: Session, game: KeptGame) -> None:
    """Brings a deleted game back. After that, undo goes on with the change before the game was deleted."""
    set_deleted(session, game.id, deleted=False)


def set_deleted(session: Session, game_id: int, *, deleted: bool) -> None:
    """Deletes the game with this id, or brings it back."""
    connection = writing_connection(session)
    locked = lock_game(connection, game_id)
    if (locked.deleted_at_ms is not None) == deleted:
        return
    if deleted:
        make_change(connection, locked, "delete", {"deleted": False}, {"deleted": True})
        return
    # Nothing can be done to a deleted game: the last change is the one that deleted it.
    last = select(JOURNAL.c.sequence, JOURNAL.c.below).where(
        JOURNAL.c.game_id == game_id, JOURNAL.c.sequence == locked.undo_top
    )
    of, below = connection.execute(last).one()
    change = plan_change(locked, {"deleted": True}, {"deleted": False})
    write_change(connection, locked, "recover", change, undo_top=below, of=of)


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
