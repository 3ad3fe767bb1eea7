"""What is stored of a game and cannot be read closes that game, and no other.

A value in the database may be anything: a row that somebody changed by SQL, a disk that fails, a rule set
that is lost. Whoever reads a game does so in a `closing` block, which makes a `DamagedGame` of all that goes
wrong there.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import inspect
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from companion.store.changes import check_adjustments, check_seatings
from companion.store.columns import UNREADABLE
from companion.store.errors import CannotKeep, Damaged, DamagedGame, TryAgain
from companion.store.models import Base, Game, digest_text
from companion.store.start import check_table

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


@contextmanager
def closing(session: Session, game: Game) -> Iterator[None]:
    """Raises `DamagedGame` for whatever the block raises, but for what a busy or full database raises."""
    try:
        yield
    except Exception as error:
        if isinstance(error, DBAPIError | CannotKeep | TryAgain) and not isinstance(error, Damaged):
            raise
        raise close_game(session, game) from error


def close_game(session: Session, game: Game) -> DamagedGame:
    """The error of a game that cannot be read, noted for who lists the games that are closed."""
    names = ""
    with suppress(Exception):
        names = " · ".join(game.side_names)
    session.info["store"].whole.pop(game.id, None)
    error = DamagedGame(game.id, names)
    session.info.setdefault("closed", {})[game.id] = error
    return error


def check_row(row: Base) -> None:
    """Raises `Damaged` for a value that its column cannot have. PostgreSQL keeps to the types of columns."""
    for attribute in inspect(type(row)).column_attrs:
        column, value = attribute.columns[0], getattr(row, attribute.key)
        is_well = column.nullable if value is None else isinstance(value, column.type.python_type)
        if not is_well or value is UNREADABLE:
            raise Damaged


def check_game_row(game: Game) -> None:
    """Raises something for a row that a page could not show, with its rules and its table."""
    for row in (game, game.rule_set_text, game.table):
        check_row(row)
    links, of_table = ((row.edit_hash, row.view_hash) for row in (game, game.table))
    names = [game.first_names, (game.players, game.side_names)]
    is_well = (
        (game.number > 1 or links == of_table)
        and all(_HASH.fullmatch(each) for each in links)
        and game.rule_set_digest == digest_text(game.rule_set_text.text)
        and [check_table(game.rule_set, *each, game.first_dealer) for each in names] == names
        and all(1 <= top <= game.revision for top in (game.undo_top, game.redo_top) if top is not None)
    )
    if not is_well:
        raise Damaged
    check_seatings(game, game.seatings)
    check_adjustments(game, game.adjustments)
    # Each is worked out of what is stored.
    for part in ("options", "deck", "started_at", "changed_at", "deleted_at"):
        getattr(game, part)
