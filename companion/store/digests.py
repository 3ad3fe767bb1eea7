"""The digest of a game: whether what is kept of it is what was written.

It has two parts. The first is a chain: each line of the journal is hashed with the digest of those before it,
so that a change costs the same in the longest game. The second is that of the columns of the game itself.
Rounds are compared with the last that the journal says of each. What others change is not in it: links, which
an index doubles, and the game before a rematch. A digest finds damage, not who forges and knows its form.
"""

from typing import Any

from sqlmodel import Session, col, select

from companion.store.errors import Damaged
from companion.store.models import Change, Game, Round, digest_json, digest_text

_NOT_IN_IT = {"id", "game_id", "edit_hash", "view_hash", "table_id", "again_of", "digest"}
# What values of another kind than they were written as may raise.
UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def sign_change(game: Game, change: Change, key: str = "") -> None:
    """Gives the game the digest after this change; `key` is that of the round that it adds."""
    game.digest = _write(game, _hash(change, game.digest[:64], key))


def check_columns(game: Game) -> None:
    """Raises `Damaged` if the columns of the game or its rule set are not what was written."""
    try:
        is_whole = game.digest == _write(game, game.digest[:64])
        if not is_whole or digest_text(game.rule_set_text.text) != game.rule_set_text.digest:
            raise Damaged
    except UNREADABLE as error:
        raise Damaged from error


def check_game(session: Session, game: Game) -> None:
    """Raises `Damaged` if anything that is kept of the game is not what was written."""
    check_columns(game)
    try:
        chain, is_followed = _read_journal(session, game)
        if game.digest != _write(game, chain) or not is_followed:
            raise Damaged
    except UNREADABLE as error:
        raise Damaged from error


def check_games(session: Session) -> None:
    """Raises `Damaged` if what is kept of any game is not what was written."""
    for game in session.exec(select(Game)):
        check_game(session, game)


def _read_journal(session: Session, game: Game) -> tuple[str, bool]:
    """The digest of the journal, and whether the rounds are as it says."""
    rows = session.exec(select(Round).where(Round.game_id == game.id).order_by(col(Round.serial))).all()
    keys = {row.added_by: row.key for row in rows}
    chain, said = "", dict[int, Round]()
    lines = select(Change).where(Change.game_id == game.id).order_by(col(Change.sequence))
    for line in session.exec(lines):
        key = keys.get(line.sequence, "")
        chain = _hash(line, chain, key)
        line.change_rounds(said, key)
    return chain, list(map(_list_columns, rows)) == list(map(_list_columns, said.values()))


def _write(game: Game, chain: str) -> str:
    return f"{chain} {_hash(game, chain)}"


def _hash(row: Game | Change, before: str, key: str = "") -> str:
    return digest_json([before, key, _list_columns(row)])


def _list_columns(row: Game | Change | Round) -> dict[str, Any]:
    """Its columns without those that are empty: one that a later version adds changes no digest."""
    columns = {name: getattr(row, name) for name in type(row).model_fields if name not in _NOT_IN_IT}
    return {name: value for name, value in columns.items() if value is not None}
