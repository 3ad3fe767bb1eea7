"""Tells which cards in a photo are of another size than the others: pictures on a box, a photo in a photo."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.photo.matching import FINE, rectangle

# Sizes that differ by no more are one: corners are not exact.
ALIKE = 1.22
# So many of the cards of a photo have one size, and none is larger, else it cannot be told which size cards
# have: the pictures on a box are smaller than cards, and may be more.
MOST = 0.7


def find_odd(cards: Sequence[MatLike], are_whole: Sequence[bool]) -> list[bool]:
    """Whether each is smaller than most cards, by its corners; each is unless most have the largest size.

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
    is_largest = groups == groups.max()
    return list(~is_largest | (is_largest.mean() < MOST))


def _tell_slope(corners: MatLike) -> MatLike:
    """How much larger things look in the middle of a card with each pixel to the right, and down."""
    back = cv2.getPerspectiveTransform(corners.astype(np.float32), rectangle(*FINE))
    across, down = back[2, :2]
    return np.array((across, down)) / (back[2] @ (*corners.mean(axis=0), 1))
