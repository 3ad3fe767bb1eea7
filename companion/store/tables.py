"""Tables: the games that the same people play one after another, from one link.

A game begins a table; its rematches and the games that go on with other players join it. The links of a table
open all its games (`links`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import Connection, Row, func, insert, or_, select
from sqlmodel import Session

from companion.store.errors import NoSuchGame
from companion.store.kept import KeptGame, Links
from companion.store.links import (
    get_table_token,
    hash_links,
    hash_token,
    is_token,
    make_game_links,
    make_links,
)
from companion.store.models import CARD_TABLES, GAMES
from companion.store.rows import read_game


@dataclass(frozen=True)
class KeptTable:
    """A table as it was when it was read: its games in the order played, without deleted ones.

    `token` is that of the link that opened it; `may_edit` says whether it may change the games.
    """

    token: str = field(repr=False)
    may_edit: bool
    games: tuple[KeptGame, ...]


def get_table(session: Session, token: str) -> KeptTable:
    """The table that a link opens: its own, or that of one of its games. Raises `NoSuchGame`."""
    row = _find_table(session.connection(), token) if is_token(token) else None
    if row is None:
        raise NoSuchGame
    table_token = get_table_token(token)
    may_edit = row.edit_hash == hash_token(table_token)
    query = select(GAMES).where(GAMES.c.table_id == row.id, GAMES.c.deleted_at_ms.is_(None))
    rows = session.connection().execute(query.order_by(GAMES.c.number)).all()
    return KeptTable(
        table_token, may_edit, tuple(read_game(session, each, may_edit=may_edit) for each in rows)
    )


def _find_table(connection: Connection, token: str) -> Row[tuple[int, str, str]] | None:
    hashed = hash_token(get_table_token(token))
    query = select(CARD_TABLES).where(
        or_(CARD_TABLES.c.edit_hash == hashed, CARD_TABLES.c.view_hash == hashed)
    )
    return connection.execute(query).one_or_none()


def find_later_game(session: Session, game: KeptGame) -> int | None:
    """The number of the last game of the table, if it was begun after this one."""
    query = select(func.max(GAMES.c.number)).where(
        GAMES.c.table_id == game.table_id, GAMES.c.number > game.number, GAMES.c.deleted_at_ms.is_(None)
    )
    found: int | None = session.connection().execute(query).scalar_one()
    return found


def seat_at_table(connection: Connection, token: str | None) -> tuple[Links, int, int]:
    """The links of a new game at the table that an edit link opens, the table's id, the game's number.

    Without a link, a new table is made. Raises `NoSuchGame` for a link that may not edit.
    """
    if token is None:
        links = make_links()
        made = connection.execute(insert(CARD_TABLES), hash_links(links))
        assert made.inserted_primary_key is not None
        return links, made.inserted_primary_key[0], 1
    hashed = hash_token(get_table_token(token))
    # Two rematches at once wait for each other here, so that each gets its own number.
    query = select(CARD_TABLES.c.id).where(CARD_TABLES.c.edit_hash == hashed).with_for_update()
    table_id = connection.execute(query).scalar_one_or_none()
    if table_id is None:
        raise NoSuchGame
    last = select(func.max(GAMES.c.number)).where(GAMES.c.table_id == table_id)
    number = (connection.execute(last).scalar_one() or 0) + 1
    return make_game_links(token, number), table_id, number
