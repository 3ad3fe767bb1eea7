"""Reads photos in a child process, one at a time: a photo is a stranger's file, and takes seconds."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec

from companion.cards import DECK, DeckStyle
from companion.child_process import ENDED, LOGGER, NOT_STARTED, ChildProcess, Given, Result
from companion.photo import child
from companion.photo.lesson import Lesson
from companion.photo.sightings import CannotRead, Sighting

# Also where other work leaves it no processor; how much of one it may take goes by the pixels.
WALL_SECONDS = 120
PHOTOS_WAITING = 2
# Of one form.
MAX_PHOTOS = 4
# Of a deck: one for each month.
MAX_DECK_PHOTOS = 12
PHOTO_TOO_SLOW = "This machine is too slow or too busy for this photo. Please try again in a minute."


def is_installed() -> bool:
    """Whether the extra `photo` is there."""
    return find_spec("cv2") is not None


class PhotoReader:
    """Reads photos one at a time; a few requests may wait, more raise `Busy`.

    A reader that is not limited takes as long as it needs.
    """

    def __init__(self, waiting_limit: int = PHOTOS_WAITING, *, is_limited: bool = True) -> None:
        self._child = ChildProcess(waiting_limit, "Other photos are being read.")
        self._seconds = WALL_SECONDS if is_limited else 0

    def learn(self, photos: Sequence[bytes], style: DeckStyle, visitor: str = "") -> Lesson:
        """What photos of a deck teach: its cards laid out by month, four in a row or in a column.

        The months are those of a Korean or Japanese deck. Photos come in any order. Raises `CannotRead`.
        """
        return self._do(visitor, child.learn_deck, photos, style)

    def learn_card(self, photo: bytes, visitor: str = "") -> bytes:
        """The picture of the card that lies alone in a photo. Raises `CannotRead`."""
        return self._do(visitor, child.learn_card, photo)

    def adopt(self, deck: bytes | Mapping[str, bytes], visitor: str = "") -> dict[str, bytes]:
        """The pictures of a deck's file, or of a deck, checked and made anew. Raises `CannotRead`.

        The file is opened in the child only.
        """
        return self._do(visitor, child.adopt_deck, deck)

    def read(self, deck: Mapping[str, bytes], photos: Sequence[bytes], visitor: str = "") -> list[Sighting]:
        """The cards in these photos, the surest first. Raises `CannotRead`."""
        pictures = tuple(deck[card.id] for card in DECK)
        return self._do(visitor, child.read_photos, pictures, photos)

    def close(self) -> None:
        """Ends the child."""
        self._child.close()

    def _do(
        self, visitor: str, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs
    ) -> Result:
        try:
            with self._child.take_turn(visitor):
                return self._child.do(child.do, partial(work, *given, **named), self._seconds)
        except (ENDED, NOT_STARTED) as error:
            LOGGER.warning("The process that reads photos ended or could not be started: %r.", error)
            self.close()
            raise CannotRead(PHOTO_TOO_SLOW) from None
