"""Reads photos in a child process with limits."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from companion.errors import CompanionError
from companion.photo.sightings import Sighting


class ReaderIsBusy(CompanionError):
    """Others are reading photos; `retry_after` is in how many seconds to try again."""

    retry_after = 5

    def __init__(self) -> None:
        super().__init__("Other photos are being read. Please try again in a few seconds.")


def is_installed() -> bool:
    """Whether the extra `photo` is there."""
    return find_spec("cv2") is not None


class PhotoReader:
    """Reads photos one at a time; a few requests may wait, more raise `ReaderIsBusy`."""

    def learn(self, photos: Sequence[bytes], visitor: str = "") -> dict[str, bytes]:
        """The 48 pictures of a deck, by card id, from photos of its cards laid out by month, four in a row.

        Raises `CannotRead`.
        """
        raise NotImplementedError

    def adopt(self, pictures: Mapping[str, bytes], visitor: str = "") -> dict[str, bytes]:
        """The pictures of a deck's file, checked and made anew. Raises `CannotRead`."""
        raise NotImplementedError

    def read(self, deck: Mapping[str, bytes], photos: Sequence[bytes], visitor: str = "") -> list[Sighting]:
        """The cards in these photos, each at most once, in the order of reading. Raises `CannotRead`."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends the child."""
