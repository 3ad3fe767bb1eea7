"""Decks of a table, taught by photos: whoever may edit one of its games may change them.

The content is the file of a deck, 48 small pictures; what they show is nobody's business here.
"""

from sqlmodel import Session, col, delete, func, select

from companion.errors import NotAllowedHere, NotUnderstood
from companion.rules import parse_name
from companion.store.errors import NoSuchGame
from companion.store.journal import now_ms
from companion.store.limits import MAX_PHOTO_DECK_BYTES, MAX_PHOTO_DECKS
from companion.store.models import Game, PhotoDeck, Table


def list_photo_decks(session: Session, game: Game) -> list[tuple[int, str]]:
    """Number and name of each deck of the game's table, in the order in which they came."""
    decks = select(PhotoDeck.id, PhotoDeck.name).where(PhotoDeck.table_id == game.table_id)
    return [(deck_id, name) for deck_id, name in session.exec(decks.order_by(col(PhotoDeck.id)))]


def get_photo_deck(session: Session, game: Game, deck_id: int) -> PhotoDeck:
    """A deck of the game's table. Raises `NoSuchGame`, also for a damaged one, which can be taught anew."""
    deck = session.get(PhotoDeck, deck_id)
    if deck is None or deck.table_id != game.table_id or not isinstance(deck.content, bytes):
        raise NoSuchGame("This table has no such deck.")
    return deck


def open_photo_deck(session: Session, deck_id: int, at_ms: int) -> PhotoDeck:
    """A deck of any table, by its number and when it came. Raises `NoSuchGame`.

    A later deck may get the number of a deleted one.
    """
    deck = session.get(PhotoDeck, deck_id)
    if deck is None or deck.at_ms != at_ms:
        raise NoSuchGame("This deck is gone: its table has deleted it.")
    return deck


def copy_photo_deck(session: Session, game: Game, deck: PhotoDeck) -> int:
    """The number of this deck at the game's table, which gets it if it has none with these pictures.

    Raises `NotAllowedHere` for one too many.
    """
    same = select(PhotoDeck.id).where(PhotoDeck.table_id == game.table_id, PhotoDeck.content == deck.content)
    return session.exec(same).first() or add_photo_deck(session, game, deck.name, deck.content)


def add_photo_deck(session: Session, game: Game, name: str, content: bytes) -> int:
    """The number of a new deck of the game's table. Raises `NotAllowedHere` for one too many."""
    check_photo_deck(name, content)
    # Of two at once the second waits here, and counts the first.
    session.get(Table, game.table_id, with_for_update=True)
    count = select(func.count()).where(PhotoDeck.table_id == game.table_id)
    if session.exec(count).one() >= MAX_PHOTO_DECKS:
        raise NotAllowedHere(f"A table has at most {MAX_PHOTO_DECKS} decks. Delete one first.")
    deck = PhotoDeck(table_id=game.table_id, name=name, content=content, at_ms=now_ms())
    session.add(deck)
    session.flush()
    return deck.id


def replace_photo_deck(session: Session, game: Game, deck_id: int, name: str, content: bytes) -> None:
    """Gives the deck this name and content. Raises `NoSuchGame`."""
    check_photo_deck(name, content)
    deck = get_photo_deck(session, game, deck_id)
    deck.name, deck.content = name, content


def delete_photo_deck(session: Session, game: Game, deck_id: int) -> None:
    """Deletes a deck for good; one that is gone already is no fault."""
    here = (col(PhotoDeck.table_id) == game.table_id, col(PhotoDeck.id) == deck_id)
    session.exec(delete(PhotoDeck).where(*here))


def check_photo_deck(name: str, content: bytes) -> None:
    """Raises `NotUnderstood` for a name or a content that no deck has."""
    if parse_name(name) != name:
        raise NotUnderstood("The name of a deck has single spaces.")
    # SQLite keeps text in a column of bytes too.
    if not (isinstance(content, bytes) and 0 < len(content) <= MAX_PHOTO_DECK_BYTES):
        raise NotUnderstood("The pictures of this deck are too large to be kept.")
