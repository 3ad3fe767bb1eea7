"""Who may open a game: whoever has its link.

The edit link is 24 random bytes. A one-way function makes the view link from it, so the owner can always show
it. Only SHA-256 hashes of both are stored.

The first game of a table has the table's own link; that of game 3 is the same with `~3` behind it. So whoever
may open one game of a table may open them all, and follows a rematch. A game begins a table; its rematches
and the games that go on with other players join it.
"""

import base64
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, or_, select

from companion.store.damage import check_game_row, closing
from companion.store.errors import DamagedGame, GameDeleted, NoSuchGame
from companion.store.journal import make_change, note_locked
from companion.store.models import Game, HandedPile, Table, digest_text, write_mark

TOKEN_BYTES = 24
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}(?:~(?:[2-9]|[1-9][0-9]{1,4}))?", re.ASCII)
_VIEW_DOMAIN = b"kwado companion: view link, 1"


def make_token() -> str:
    """The token of an edit link, of a table and its first game."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def make_view_token(edit_token: str) -> str:
    """The view link's token of an edit link's. One-way."""
    table, _, number = edit_token.partition("~")
    digest = hmac.digest(table.encode(), _VIEW_DOMAIN, "sha256")
    return get_game_token(base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode(), int(number or 1))


def get_table_token(token: str) -> str:
    """The token of the table of a game."""
    return token.partition("~")[0]


def get_game_token(token: str, number: int) -> str:
    """The token of a game of a table; `token` is the table's or that of any of its games."""
    table = get_table_token(token)
    return table if number == 1 else f"{table}~{number}"


def is_token(text: str) -> bool:
    """Whether this has the form of a link's token."""
    return TOKEN.fullmatch(text) is not None


def get_game(
    session: Session, token: str, *, to: Literal["edit", "view"], even_deleted: bool = False
) -> Game:
    """The game that this link opens. An edit link may also view.

    A writing session locks the game's row until the commit. Raises the same `NoSuchGame` for an unknown, a
    replaced and a wrong kind of link, and `GameDeleted` for a deleted game.
    """
    if not is_token(token):
        raise NoSuchGame
    hashed = digest_text(token)
    opens = Game.edit_hash == hashed
    query = select(Game).where(opens if to == "edit" else or_(opens, Game.view_hash == hashed))
    is_writing = bool(session.info.get("writing"))
    if is_writing:
        query = query.with_for_update(of=Game).execution_options(populate_existing=True)
    game = session.exec(query).one_or_none()
    if game is None:
        raise NoSuchGame
    if is_writing:
        note_locked(session, game)
    open_game(session, game, may_edit=game.edit_hash == hashed, token=token)
    if game.deleted_at is not None and not even_deleted:
        raise GameDeleted(game)
    return game


def open_game(session: Session, game: Game, *, may_edit: bool, token: str = "") -> Game:
    """The game, with what its link says, and the colours that its sides have at the table."""
    earlier: Sequence[Any] = ()
    with closing(session, game):
        check_game_row(game)
        if game.number > 1:
            at_table = (Game.table_id == game.table_id, Game.number < game.number)
            names = select(Game.first_sides, Game.names).where(*at_table)
            earlier = session.exec(names.order_by(col(Game.number))).all()
        game.token, game.may_edit = token, may_edit
        game.colours = give_colours([*earlier, (game.first_sides, game.names)])
    return game


# As many as sides can be, each in `components/owner.css`.
COLOUR_COUNT = 7


def give_colours(games: Iterable[tuple[Sequence[Any], Sequence[Any] | None]]) -> tuple[int, ...]:
    """The colours of the sides of the last of these games, where a side keeps what it had in those before.

    Of each game its `first_sides` and its `names`.
    """
    known: dict[str, int] = {}
    given: list[int] = []
    for first_sides, names in games:
        try:
            first = [str(name) for name, _ in first_sides]
            now = [str(name) for name, _ in zip(names[1], first, strict=True)] if names else first
        except (IndexError, KeyError, TypeError, ValueError):
            # A game before this one is damaged.
            continue
        kept = [known.get(new, known.get(old)) for old, new in zip(first, now, strict=True)]
        free = [n for n in range(COLOUR_COUNT) if n not in known.values()]
        free += [n for n in range(COLOUR_COUNT) if n in known.values() and n not in kept]
        given = []
        for colour in kept:
            given.append(free.pop(0) if colour is None or colour in given else colour)
        known |= dict(zip((*first, *now), (*given, *given), strict=True))
    return tuple(given)


def open_whole(session: Session, games: Iterable[tuple[Game, str, bool]]) -> list[Game]:
    """Those of these games that can be read, each opened with its token and whether it may edit.

    `list_closed` names the others.
    """
    found = []
    for game, token, may_edit in games:
        with suppress(DamagedGame):
            found.append(open_game(session, game, may_edit=may_edit, token=token))
    return found


def list_closed(session: Session) -> list[DamagedGame]:
    """The games that this session could not read."""
    return list(session.info.get("closed", {}).values())


def find_games(session: Session, tokens: Sequence[str], *, even_deleted: bool = False) -> list[Game]:
    """The games that these links open, latest change first. Links that open nothing are skipped.

    Each game is listed once, by its edit link if that is among them.
    """
    by_hash = {digest_text(token): token for token in tokens if is_token(token)}
    if not by_hash:
        # Home shows itself also where no database can be read.
        return []
    query = select(Game).where(or_(col(Game.edit_hash).in_(by_hash), col(Game.view_hash).in_(by_hash)))
    found = session.exec(query.order_by(col(Game.changed_at_ms).desc(), col(Game.id).desc())).all()
    games = [game for game in found if even_deleted or game.deleted_at_ms is None]
    return open_whole(
        session,
        (
            (game, by_hash.get(game.edit_hash) or by_hash[game.view_hash], game.edit_hash in by_hash)
            for game in games
        ),
    )


def find_version(session: Session, token: str, *, may_edit: bool) -> tuple[str, int | None] | None:
    """The version of the game that a link of this kind opens; None if it opens none.

    With it comes what is another number whenever a pile is handed in, None while there is none.
    """
    opens = (Game.edit_hash if may_edit else Game.view_hash) == digest_text(token)
    handed = select(func.sum(HandedPile.at_ms)).where(HandedPile.game_id == Game.id).scalar_subquery()
    found = session.exec(select(Game.revision, Game.history, handed).where(opens)).one_or_none()
    return found and (f"{found[0]}{write_mark(found[1])}", found[2])


def list_games(session: Session) -> list[Game]:
    """Every game that can be read, latest change first, without links."""
    found = session.exec(select(Game).order_by(col(Game.changed_at_ms).desc(), col(Game.id).desc()))
    return open_whole(session, ((game, "", False) for game in found))


def replace_links(session: Session, game: Game) -> str:
    """The token of a new edit link for the game. All links of its table stop working, for good."""
    make_change(session, game, "links")
    token = make_token()
    table = session.get_one(Table, game.table_id)
    for row in (table, *table.games):
        number = row.number if isinstance(row, Game) else 1
        row.sqlmodel_update(hash_links(get_game_token(token, number)))
    return get_game_token(token, game.number)


def hash_links(token: str) -> dict[str, Any]:
    """The columns that hold the hashes of this edit link and of its view link."""
    return {"edit_hash": digest_text(token), "view_hash": digest_text(make_view_token(token))}


@dataclass(frozen=True)
class TableKey:
    """A table that a link has opened."""

    id: int
    token: str = field(repr=False)
    """Of the table."""
    may_edit: bool
    """Said of all its games."""


def open_table(session: Session, token: str) -> TableKey:
    """The table that a link opens: its own, or that of one of its games. Raises `NoSuchGame`."""
    table_token = get_table_token(token)
    hashed = digest_text(table_token)
    query = select(Table).where(or_(Table.edit_hash == hashed, Table.view_hash == hashed))
    table = session.exec(query).one_or_none()
    if table is None or not is_token(token):
        raise NoSuchGame
    return TableKey(table.id, table_token, may_edit=table.edit_hash == hashed)


def read_games(session: Session, table: TableKey, which: ColumnElement[bool]) -> list[Game]:
    """These games of a table in the order played, without deleted ones."""
    query = select(Game).where(Game.table_id == table.id, col(Game.deleted_at_ms).is_(None), which)
    games = session.exec(query.order_by(col(Game.number))).all()
    return open_whole(
        session, ((game, get_game_token(table.token, game.number), table.may_edit) for game in games)
    )


def list_table_games(session: Session, table: TableKey, first: int, last: int) -> list[Game]:
    """The games of a table with these numbers, in the order played."""
    return read_games(session, table, col(Game.number).between(first, last))


def find_later_game(session: Session, game: Game) -> int | None:
    """The number of the last game of the table, if it was begun after this one."""
    query = select(func.max(Game.number)).where(
        Game.table_id == game.table_id, Game.number > game.number, col(Game.deleted_at_ms).is_(None)
    )
    return session.exec(query).one()


def seat_at_table(session: Session, token: str) -> tuple[str, Table, int]:
    """The edit token of a new game at the table that an edit link opens, the table, the game's number.

    Without a link, a new table is made. Raises `NoSuchGame` for a link that may not edit.
    """
    if not token:
        token = make_token()
        return token, Table(**hash_links(token)), 1
    hashed = digest_text(get_table_token(token))
    # Two rematches at once wait for each other here, so that each gets its own number.
    table = session.exec(select(Table).where(Table.edit_hash == hashed).with_for_update()).one_or_none()
    if table is None:
        raise NoSuchGame
    numbers = session.exec(select(Game.number).where(Game.table_id == table.id)).all()
    number = max((each for each in numbers if isinstance(each, int)), default=0) + 1
    return get_game_token(token, number), table, number
