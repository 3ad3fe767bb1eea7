"""What is found in a photo, and why nothing may be."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from companion.errors import CompanionError

Corners = tuple[tuple[float, float], ...]


class CannotRead(CompanionError):
    """A photo, or a file with a deck, cannot be read; the message says what to do."""


NOTHING_FOUND = (
    "No card of this deck was found. Lay the cards side by side, their faces up, none on another, and take "
    "the photo from straight above, with light from the side."
)


class NothingFound(CannotRead):
    """A photo in which there is no card of the deck."""


@contextmanager
def saying_where(where: str, *, is_one_of_several: bool = True) -> Iterator[None]:
    """Says of what cannot be read where that is, if it is one of several."""
    try:
        yield
    except CannotRead as error:
        raise CannotRead(f"{where}: {error.message}" if is_one_of_several else error.message) from None


class Sighting(NamedTuple):
    """A card that was seen in a photo.

    `ids` are the cards that it may be, the likeliest first: one, unless it is doubtful. `confidence` is
    0 to 1. `corners` are four points in pixels of the upright photo, clockwise from the card's own top left;
    `photo` is the number of the photo, from 0. `picture` is the straightened card as a JPEG. `is_card` says
    that a card surely lies there, `is_like` that it is much like one of this deck.
    """

    ids: tuple[str, ...]
    confidence: float
    corners: Corners
    photo: int
    picture: bytes
    is_card: bool = True
    is_like: bool = True

    @property
    def is_doubtful(self) -> bool:
        return len(self.ids) > 1 or not self.is_card
