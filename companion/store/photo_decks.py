"""Decks of a table, taught by photos: whoever may edit one of its games may change them.

The content is the file of a deck, 48 small pictures; what they show is nobody's business here.
"""

from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlmodel import Session

from companion.errors import NotAllowedHere, NotUnderstood
from companion.rules import parse_name
from companion.store.database import writing_connection
from companion.store.errors import NoSuchGame
from companion.store.journal import now_ms
from companion.store.kept import KeptGame
from companion.store.limits import MAX_PHOTO_DECK_BYTES, MAX_PHOTO_DECKS
from companion.store.models import CARD_TABLES, PHOTO_DECKS


class PhotoDeck(NamedTuple):
    """A deck of a table: its number, its name, its file."""

    id: int
    name: str
    content: bytes


def list_photo_decks(session: Session, game: KeptGame) -> list[tuple[int, str]]:
    """Number and name of each deck of the game's table, in the order in which they came."""
    query = select(PHOTO_DECKS.c.id, PHOTO_DECKS.c.name).where(PHOTO_DECKS.c.table_id == game.table_id)
    return [(row.id, row.name) for row in session.connection().execute(query.order_by(PHOTO_DECKS.c.id))]


def get_photo_deck(session: Session, game: KeptGame, deck_id: int) -> PhotoDeck:
    """A deck of the game's table. Raises `NoSuchGame`."""
    query = select(PHOTO_DECKS).where(*_which(game, deck_id))
    row = session.connection().execute(query).one_or_none()
    if row is None:
        raise NoSuchGame("This table has no such deck.")
    return PhotoDeck(row.id, row.name, row.content)


def add_photo_deck(session: Session, game: KeptGame, name: str, content: bytes) -> int:
    """The number of a new deck of the game's table. Raises `NotAllowedHere` for one too many."""
    check_photo_deck(name, content)
    connection = writing_connection(session)
    # Of two at once the second waits here, and counts the first.
    connection.execute(select(CARD_TABLES.c.id).where(CARD_TABLES.c.id == game.table_id).with_for_update())
    count = select(func.count()).where(PHOTO_DECKS.c.table_id == game.table_id)
    if connection.execute(count).scalar_one() >= MAX_PHOTO_DECKS:
        raise NotAllowedHere(f"A table has at most {MAX_PHOTO_DECKS} decks. Delete one first.")
    row = {"table_id": game.table_id, "name": name, "content": content, "at_ms": now_ms()}
    inserted = connection.execute(insert(PHOTO_DECKS), row).inserted_primary_key
    assert inserted is not None
    return int(inserted[0])


def replace_photo_deck(session: Session, game: KeptGame, deck: PhotoDeck) -> None:
    """Gives the deck of this number this name and content, if the table has it."""
    check_photo_deck(deck.name, deck.content)
    values = {"name": deck.name, "content": deck.content}
    writing_connection(session).execute(update(PHOTO_DECKS).where(*_which(game, deck.id)).values(**values))


def delete_photo_deck(session: Session, game: KeptGame, deck_id: int) -> None:
    """Deletes a deck for good; one that is gone already is no fault."""
    writing_connection(session).execute(delete(PHOTO_DECKS).where(*_which(game, deck_id)))


def check_photo_deck(name: str, content: bytes) -> None:
    """Raises `NotUnderstood` for a name or a content that no deck has."""
    if parse_name(name) != name:
        raise NotUnderstood("The name of a deck has single spaces.")
    # SQLite keeps text in a column of bytes too.
    if not (isinstance(content, bytes) and 0 < len(content) <= MAX_PHOTO_DECK_BYTES):
        raise NotUnderstood("The pictures of this deck are too large to be kept.")


def _which(game: KeptGame, deck_id: int) -> tuple[Any, ...]:
    return PHOTO_DECKS.c.table_id == game.table_id, PHOTO_DECKS.c.id == deck_id
