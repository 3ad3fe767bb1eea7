"""What the child process does that reads photos. Only here OpenCV is loaded, when it is first needed."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.cards import DECK, MONTH_ORDERS, DeckStyle, get_suit_cards
from companion.child_process import Result, note_failure, within
from companion.photo.deck_file import unpack_deck
from companion.photo.sightings import CannotRead, Sighting

if TYPE_CHECKING:
    from companion.photo.pile import Taught

TOO_MUCH_MEMORY = "This photo takes too much memory to read. Please send a smaller one."


def learn_deck(photos: Sequence[bytes], style: DeckStyle, seconds: int) -> dict[str, bytes]:
    """The pictures of the 48 cards in photos of them laid out by the months of such a deck, by card id."""

    def find() -> dict[str, bytes]:
        from companion.photo.layout import learn_layout
        from companion.photo.pictures import check_light, encode_picture, read_photo

        opened = [read_photo(each)[0] for each in photos]
        for photo in opened:
            check_light(photo)
        cards = (card for suit in MONTH_ORDERS[style] for card in get_suit_cards(suit))
        return {card.id: encode_picture(each) for card, each in zip(cards, learn_layout(opened), strict=True)}

    return _work(find, seconds)


def adopt_deck(deck: bytes | Mapping[str, bytes], seconds: int) -> dict[str, bytes]:
    """The 48 pictures of a deck's file, or of these, made anew as they are stored."""

    def make_anew() -> dict[str, bytes]:
        from companion.photo.pictures import FILE_MEGAPIXELS, MAX_MEGAPIXELS, encode_picture, read_photo

        pictures, most = (
            (unpack_deck(deck), FILE_MEGAPIXELS) if isinstance(deck, bytes) else (deck, MAX_MEGAPIXELS)
        )
        return {card.id: encode_picture(read_photo(pictures[card.id], most)[0]) for card in DECK}

    return _work(make_anew, seconds)


def read_photos(deck: tuple[bytes, ...], photos: Sequence[bytes], seconds: int) -> list[Sighting]:
    """The cards that are seen in these photos, by a deck's pictures in deck order."""

    def find() -> list[Sighting]:
        from companion.photo.naming import name_cards

        return name_cards(photos, _get_deck(deck))

    return _work(find, seconds)


@lru_cache(maxsize=2)
def _get_deck(pictures: tuple[bytes, ...]) -> "Taught":
    from companion.photo.pictures import read_photo
    from companion.photo.pile import Taught

    return Taught([read_photo(each)[0] for each in pictures])


def _work(work: Callable[[], Result], seconds: int) -> Result:
    # One core for strangers' photos; read by the libraries when they are loaded.
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    with within(seconds):
        try:
            import cv2

            cv2.setNumThreads(1)
            return work()
        except CannotRead:
            raise
        except MemoryError:
            raise CannotRead(TOO_MUCH_MEMORY) from None
        except Exception as error:
            note_failure("Reading a photo", error)
            raise CannotRead("This photo could not be read on this machine.") from None
