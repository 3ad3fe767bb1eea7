"""The digest of a game: whether what is kept of it is what was written.

It has two parts. The first is a chain: each line of the journal is hashed with the digest of those before it,
so that a change costs the same in the longest game. The second is that of the columns of the game itself.
Rounds are compared with the last that the journal says of each. What others change is not in it: links, which
an index doubles, and the game before a rematch. A digest finds damage, not who forges and knows its form.
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import closing
from typing import Any

from sqlmodel import Session, col, select

from companion.store.database import open_store
from companion.store.errors import Damaged
from companion.store.models import Change, Game, Round, digest_text

_NOT_IN_IT = {"id", "edit_hash", "view_hash", "table_id", "again_of", "digest"}
_ROUND = ("stored", "stands", "added_by", "changed_by", "recorded_at_ms")
# What values of another kind than they were written as may raise.
UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def sign_change(game: Game, change: Change, key: str = "") -> None:
    """Gives the game the digest after this change; `key` is that of the round that it adds."""
    chain = (game.digest or "").partition(" ")[0]
    _sign(game, _add_line(chain, change, key))


def sign_unsigned(session: Session) -> None:
    """Gives a digest to the games of earlier versions, which have none."""
    for game in session.exec(select(Game).where(col(Game.digest).is_(None))):
        _sign(game, _read_chain(session, game)[0])


def check_columns(game: Game) -> None:
    """Raises `Damaged` if the columns of the game or its rule set are not what was written."""
    try:
        chain, _, columns = str(game.digest).partition(" ")
        text = game.rule_set_text
        is_whole = columns == _hash_columns(game, chain) and digest_text(text.text) == text.digest
    except UNREADABLE as error:
        raise Damaged from error
    if not is_whole:
        raise Damaged


def check_game(session: Session, game: Game) -> None:
    """Raises `Damaged` if anything that is kept of the game is not what was written."""
    check_columns(game)
    try:
        chain, said = _read_chain(session, game)
        rounds = session.exec(select(Round).where(Round.game_id == game.id))
        held = {row.serial: [getattr(row, name) for name in _ROUND] for row in rounds}
    except UNREADABLE as error:
        raise Damaged from error
    if (str(game.digest).partition(" ")[0], held) != (chain, said):
        raise Damaged


def check_games(url: str) -> None:
    """Raises `Damaged` if what is kept of any game is not what was written."""
    with closing(open_store(url)) as store, store.reading() as session:
        for game in session.exec(select(Game)):
            check_game(session, game)


def _read_chain(session: Session, game: Game) -> tuple[str, dict[int, list[Any]]]:
    """The digest of the journal, and what it says of each round by its serial."""
    chain, said = "", {}
    keys = dict(session.exec(select(Round.serial, Round.key).where(Round.game_id == game.id)).all())
    lines = select(Change).where(Change.game_id == game.id).order_by(col(Change.sequence))
    for line in session.exec(lines):
        key = ""
        for serial, entry in line.after.get("rounds", {}).items():
            if line.kind == "add":
                key = keys[int(serial)]
                said[int(serial)] = [entry, True, line.sequence, line.sequence, line.at_ms]
            else:
                row = said[int(serial)]
                row[0] = row[0] if entry is None else entry
                row[1], row[3] = entry is not None, line.sequence
        chain = _add_line(chain, line, key)
    return chain, said


def _sign(game: Game, chain: str) -> None:
    game.digest = f"{chain} {_hash_columns(game, chain)}"


def _add_line(chain: str, line: Change, key: str) -> str:
    return _hash({**_list_columns(line, {"game_id"}), "before it": chain, "key": key})


def _hash_columns(game: Game, chain: str) -> str:
    return _hash({**_list_columns(game, _NOT_IN_IT), "journal": chain})


def _list_columns(row: Game | Change, without: set[str]) -> dict[str, Any]:
    """Its columns without those that are empty: one that a later version adds changes no digest."""
    columns = {name: getattr(row, name) for name in type(row).model_fields if name not in without}
    return {name: value for name, value in columns.items() if value is not None}


def _hash(value: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=float).encode()).hexdigest()
