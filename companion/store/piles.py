"""Piles that players hand in for the next round, each from their own phone.

What is handed in is no round yet: it has no journal, and whoever saves the round may change it. It is of the
round after the one that stood last (`after`), and of no other: undo, redo and rounds of other phones leave it
there. A saved round takes those that its form had with it; one that came too late stays until its player
hands in again.
"""

from collections.abc import Collection, Mapping

from sqlmodel import Session, col, delete, func, select

from companion.cards import CardSet
from companion.errors import NotAllowedHere
from companion.store.changes import check_room
from companion.store.damage import check_row, closing
from companion.store.errors import Damaged
from companion.store.journal import lock_game, now_ms
from companion.store.models import STANDS, Game, HandedPile, Round


def hand_in_pile(
    session: Session,
    game: Game,
    player: int,
    cards: Collection[str],
    numbers: Mapping[str, str],
    *,
    after: int | None = None,
) -> None:
    """Takes the place of what the player has handed in before.

    Raises `NotAllowedHere` if the game is over, or if the round with the serial `after` stands last no more.
    `player` is a seat of the start, `cards` are ids, `numbers` the fields beside them, as typed.
    """
    check_room(lock_game(session, game))
    last = find_last_serial(session, game)
    if after not in (None, last):
        raise NotAllowedHere("A round was saved or taken back meanwhile: this pile was not handed in.")
    session.merge(
        HandedPile(
            game_id=game.id,
            player=player,
            after=last,
            cards=list(cards),
            numbers=dict(numbers),
            at_ms=now_ms(),
        )
    )


def list_piles(session: Session, game: Game) -> list[HandedPile]:
    """What was handed in for the next round, in the order of the players."""
    last = find_last_serial(session, game)
    return [pile for pile in list_all_piles(session, game) if pile.after == last]


def list_all_piles(session: Session, game: Game) -> list[HandedPile]:
    """The last pile of each player, of whatever round."""
    query = select(HandedPile).where(HandedPile.game_id == game.id)
    with closing(session, game):
        piles = session.exec(query.order_by(col(HandedPile.player))).all()
        for each in piles:
            check_row(each)
            CardSet.from_ids(each.cards)
            if not 0 <= each.player < len(game.players) or not all(
                isinstance(text, str) for text in each.numbers.values()
            ):
                raise Damaged
    return list(piles)


def find_last_serial(session: Session, game: Game) -> int:
    """The serial of the round that stands last; 0 where none does."""
    last = select(func.max(Round.serial)).where(Round.game_id == game.id, STANDS)
    return session.exec(last).one() or 0


def take_piles(session: Session, game_id: int, after: int, until_ms: int | None) -> None:
    """A round has them: those handed in for it, of this moment at the latest where one is given."""
    until = now_ms() if until_ms is None else until_ms
    its = (col(HandedPile.game_id) == game_id, col(HandedPile.after) == after, col(HandedPile.at_ms) <= until)
    session.exec(delete(HandedPile).where(*its))
