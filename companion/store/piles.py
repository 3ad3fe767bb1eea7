"""Piles that players hand in for the next round, each from their own phone.

What is handed in is no round yet: it has no journal, and whoever saves the round may change it. It is of the
round after the one that stood last (`after`), and of no other: undo, redo and rounds of other phones leave it
there. A saved round takes those that its form had with it; one that came too late stays until its player
hands in again.
"""

from collections.abc import Collection, Mapping

from sqlmodel import Session, col, delete, func, select

from companion.cards import CardSet
from companion.store.changes import check_room
from companion.store.damage import check_row, closing
from companion.store.errors import Damaged
from companion.store.journal import lock_game, now_ms
from companion.store.models import STANDS, Game, HandedPile, Round


def hand_in_pile(
    session: Session, game: Game, player: int, cards: Collection[str], numbers: Mapping[str, str]
) -> None:
    """Takes the place of what the player has handed in before. Raises `NotAllowedHere` if the game is over.

    `player` is a seat of the start, `cards` are ids, `numbers` the fields beside them, as typed.
    """
    check_room(lock_game(session, game))
    session.merge(
        HandedPile(
            game_id=game.id,
            player=player,
            after=find_last_serial(session, game),
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
    """The last pile of each player, with the number of its round."""
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
            before = (Round.game_id == game.id, STANDS, Round.serial <= each.after)
            each.number = session.exec(select(func.count()).where(*before)).one() + 1
    return list(piles)


def find_last_serial(session: Session, game: Game) -> int:
    """The serial of the round that stands last; 0 where none does."""
    last = select(func.max(Round.serial)).where(Round.game_id == game.id, STANDS)
    return session.exec(last).one() or 0


def take_piles(session: Session, game_id: int, after: int, until_ms: int | None) -> None:
    """A round has them: those handed in for it, of this moment at the latest where one is given."""
    its = [HandedPile.game_id == game_id, HandedPile.after == after]
    if until_ms is not None:
        its.append(HandedPile.at_ms <= until_ms)
    session.exec(delete(HandedPile).where(*its))
