"""Tells which cards in a photo are of another size than the others: pictures on a box, a photo in a photo."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.photo.matching import FINE, rectangle

# Sizes that differ by no more are one: corners are not exact.
ALIKE = 1.22
# Of the cards of a photo so many have one size, else it cannot be told which size cards have.
MOST = 2 / 3


def find_odd(cards: Sequence[MatLike], are_whole: Sequence[bool]) -> list[bool]:
    """Whether each is of another size than most cards, by its corners; each is where there is no such size.

    Cards that are seen whole tell how the camera was held: what is farther away looks smaller.
    """
    if not cards:
        return []
    middles = np.array([each.mean(axis=0) for each in cards])
    slopes = [_tell_slope(each) for each, is_whole in zip(cards, are_whole, strict=True) if is_whole]
    slope = np.median(slopes, axis=0) if slopes else np.zeros(2)
    sizes = np.log([cv2.contourArea(each) for each in cards]) / 2 - 1.5 * (middles @ slope)
    order = np.argsort(sizes)
    groups = np.zeros(len(cards), int)
    groups[order[1:]] = np.cumsum(np.diff(sizes[order]) > math.log(ALIKE))
    counts = np.bincount(groups)
    of_most = groups == counts.argmax() if counts.max() >= MOST * len(cards) else np.zeros(len(cards), bool)
    return [not is_one for is_one in of_most]


def _tell_slope(corners: MatLike) -> MatLike:
    """How much larger things look in the middle of a card with each pixel to the right, and down."""
    back = cv2.getPerspectiveTransform(corners.astype(np.float32), rectangle(*FINE))
    across, down = back[2, :2]
    return np.array((across, down)) / (back[2] @ (*corners.mean(axis=0), 1))
