"""A taught deck, ready to read with."""

from collections.abc import Sequence

from cv2.typing import MatLike

from companion.photo.features import Marks
from companion.photo.matching import Pictures


class Taught:
    """The 48 cards of a deck, in deck order, as pictures and by their marks."""

    def __init__(self, pictures: Sequence[MatLike]) -> None:
        self.pictures = Pictures(pictures)
        self.marks = Marks(pictures)
