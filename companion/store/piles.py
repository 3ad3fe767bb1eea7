"""Piles that players hand in for the next round, each from their own phone; they go when that round is saved.

What is handed in is no round yet: it has no journal, and whoever saves the round may change it.
"""

from collections.abc import Collection

from sqlmodel import Session, col, delete, select

from companion.cards import CardSet
from companion.store.damage import check_row, closing
from companion.store.journal import now_ms
from companion.store.models import Game, HandedPile


def hand_in_pile(session: Session, game: Game, side: int, cards: Collection[str], count: str) -> None:
    """Takes the place of what the side has handed in before. `cards` are ids, `count` is text as typed."""
    session.merge(HandedPile(game_id=game.id, side=side, cards=list(cards), count=count, at_ms=now_ms()))


def list_piles(session: Session, game: Game) -> list[HandedPile]:
    """What was handed in for the next round, in the order of the sides."""
    query = select(HandedPile).where(HandedPile.game_id == game.id)
    with closing(session, game):
        piles = session.exec(query.order_by(col(HandedPile.side))).all()
        for each in piles:
            check_row(each)
            CardSet.from_ids(each.cards)
            game.side_names[each.side]
    return list(piles)


def clear_piles(session: Session, game_id: int) -> None:
    session.exec(delete(HandedPile).where(col(HandedPile.game_id) == game_id))
