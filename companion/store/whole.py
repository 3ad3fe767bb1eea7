"""Reading all of a game: before a change, for a backup, and to tell which games are closed."""

import math
import time

from sqlmodel import Session, col, func, select

from companion.store.damage import closing
from companion.store.errors import Damaged, DamagedGame
from companion.store.history import list_changes
from companion.store.limits import MAX_CHANGES
from companion.store.links import open_game
from companion.store.models import Change, Game, Round
from companion.store.piles import list_all_piles
from companion.store.scores import read_rounds, score_kept_game


def check_rounds(session: Session, game: Game) -> None:
    """Raises `DamagedGame` unless all that counts in the game can be read, whatever is cached of it."""
    with closing(session, game):
        read_rounds(session, game)
        sequences, last = session.exec(
            select(func.count(), func.max(Change.sequence)).where(Change.game_id == game.id)
        ).one()
        serial = session.exec(select(func.max(Round.serial)).where(Round.game_id == game.id)).one() or 0
        if not (sequences == last == game.revision and serial <= game.last_serial):
            raise Damaged
    list_all_piles(session, game)
    score_kept_game(session, game)


def find_damaged_games(session: Session, seconds: float = math.inf) -> dict[int, DamagedGame]:
    """The games that cannot be read, by their number in the database.

    Games that this process has read whole are not read again in the same state, and after so many seconds the
    others are left for the next time.
    """
    known, until = session.info["store"].whole, time.monotonic() + seconds
    found: dict[int, DamagedGame] = {}
    rows = session.exec(select(Game.id, Game.revision, Game.changed_at_ms).order_by(col(Game.id))).all()
    for game_id, *state in rows:
        if known.get(game_id) == state or time.monotonic() > until:
            continue
        game = session.get_one(Game, game_id)
        try:
            open_game(session, game, may_edit=False)
            check_rounds(session, game)
            list_changes(session, game, limit=MAX_CHANGES)
            known[game_id] = state
        except DamagedGame as error:
            found[game_id] = error
    return found
