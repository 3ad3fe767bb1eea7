"""What the child process does that reads photos. Only here OpenCV is loaded, when it is first needed."""

import os
import signal
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.cards import DECK, DECK_STYLES, MONTH_ORDERS, DeckStyle, get_suit_cards
from companion.child_process import Result, note_failure, within
from companion.photo.deck_file import unpack_deck
from companion.photo.lesson import Lesson, name_missing
from companion.photo.sightings import CannotRead, Sighting, saying_where

if TYPE_CHECKING:
    from companion.photo.pile import Taught

# Of a processor, for work with photos; each photo adds its own. Ten times what it takes.
PROCESSOR_SECONDS = 7.0
# So many cards may have a photo of their own afterwards.
MOST_MISSING = 4
ALL_MONTHS = "Send photos of all twelve months: one, or several, in any order."
TOO_MUCH_MEMORY = "This photo takes too much memory to read. Please send a smaller one."


def do(work: Callable[[], Result], seconds: int) -> Result:
    """Does one of the works below within so many seconds (0: without limits). Raises `CannotRead`."""
    # One core for strangers' photos; read by the libraries when they are loaded.
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    # Pillow warns of each bad entry of an Exif, tens of thousands in one photo.
    warnings.simplefilter("ignore")
    with within(seconds):
        signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS if seconds else 0)
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


def learn_deck(photos: Sequence[bytes], style: DeckStyle) -> Lesson:
    """What photos of cards teach that are laid out by the months of such a deck, or of the other kind."""
    from companion.photo.layout import HOW, IN_A_ROW, find_layout
    from companion.photo.matching import open_photo
    from companion.photo.months import order_rows
    from companion.photo.pictures import encode_picture

    laid = []
    for number, photo in enumerate(photos, 1):
        with saying_where(f"Photo {number}", is_one_of_several=len(photos) > 1):
            laid.append(find_layout(open_photo(photo)))
    # A deck may have been made for another order of months than that of the game.
    ways = [(own, *order_rows(laid, own)) for own in (style, *DECK_STYLES)]
    own, rows, months, are_months = min(ways, key=lambda way: way[2] != sorted(way[2]))
    suits = MONTH_ORDERS[own]
    pictures = {
        card.id: encode_picture(picture)
        for suit, row in zip(suits, rows, strict=True)
        for card, picture in zip(get_suit_cards(suit), row, strict=True)
        if picture.any()
    }
    if len(DECK) - len(pictures) > MOST_MISSING:
        if not are_months:
            count = len(pictures) // IN_A_ROW
            raise CannotRead(
                f"{count} rows of four cards were found, and they look like no months. {HOW} {ALL_MONTHS}"
            )
        raise CannotRead(f"Not seen: {'; '.join(name_missing(pictures, own))}. {ALL_MONTHS}")
    looks = {suit.id: suits[month].id for suit, month in zip(suits, months, strict=True)}
    return Lesson(pictures, {suit: look for suit, look in looks.items() if suit != look})


def learn_card(photo: bytes) -> bytes:
    """The picture of the card that lies alone in a photo."""
    from companion.photo.layout import find_card
    from companion.photo.matching import open_photo
    from companion.photo.pictures import encode_picture

    return encode_picture(find_card(open_photo(photo)))


def adopt_deck(deck: bytes | Mapping[str, bytes]) -> dict[str, bytes]:
    """The 48 pictures of a deck's file, or of these, made anew as they are stored."""
    from companion.photo.pictures import FILE_MEGAPIXELS, MAX_MEGAPIXELS, encode_picture, read_photo

    pictures, most = (
        (unpack_deck(deck), FILE_MEGAPIXELS) if isinstance(deck, bytes) else (deck, MAX_MEGAPIXELS)
    )
    whole = {}
    for card in DECK:
        with saying_where(card.english):
            whole[card.id] = encode_picture(read_photo(pictures[card.id], most)[0])
    return whole


def read_photos(deck: tuple[bytes, ...], photos: Sequence[bytes]) -> list[Sighting]:
    """The cards that are seen in these photos, by a deck's pictures in deck order."""
    from companion.photo.naming import name_cards

    return name_cards(photos, _get_deck(deck))


@lru_cache(maxsize=2)
def _get_deck(pictures: tuple[bytes, ...]) -> "Taught":
    from companion.photo.pictures import read_photo
    from companion.photo.pile import Taught

    return Taught([read_photo(each)[0] for each in pictures])
