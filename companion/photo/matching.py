"""Compares straightened cards with the 48 of a taught deck.

Lamps and cameras change colours and brightness, so that only what differs within a card counts. A figure of 1
is the same picture, about 0 another one.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from cv2.typing import MatLike

# Pixels of a straightened card: at first sight, and looked at closely.
COARSE, FINE = (22, 36), (44, 72)
# How far beyond its corners a card may reach, or fall short of them, in widths: a frame may be missing.
BEYOND = (0.0, 0.04, -0.04, 0.08, -0.08)
# What is broader than so many of a width is light and shadow, nothing drawn.
BROAD = 9.0
# The frame is the same on every card, and may be missing: so much of a width is left out.
EDGE = 0.09
# Differences of colour below this are noise, on a scale of 255.
FAINT = 6.0
# Around a card that is fitted, in pixels of FINE.
AROUND = 8
# So many are compared at once: more take more memory, and no less time.
PICTURES_AT_ONCE = 100
_UNTIL_FITTED = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-3)


class Pictures:
    """The pictures of the 48 cards, ready to be compared."""

    def __init__(self, pictures: Sequence[MatLike]) -> None:
        fine = [cv2.resize(each, FINE, interpolation=cv2.INTER_AREA) for each in pictures]
        coarse = [cv2.resize(each, COARSE, interpolation=cv2.INTER_AREA) for each in fine]
        self.fine = describe_pictures(fine).T
        # The 48, and the 48 upside down.
        self.coarse = describe_pictures(coarse + [cv2.rotate(each, cv2.ROTATE_180) for each in coarse]).T
        self.drawn = [without_broad_light(each) for each in fine]


def describe_pictures(pictures: Sequence[MatLike]) -> MatLike:
    """Pictures of one size as rows of unit length: half of it colours, half what is drawn."""
    count, (height, width) = len(pictures), pictures[0].shape[:2]
    lab = cv2.cvtColor(np.concatenate(pictures), cv2.COLOR_BGR2LAB).reshape(count, height, width, 3)
    lab = lab.astype(np.float32)
    edge = round(width * EDGE)
    within = slice(edge, height - edge), slice(edge, width - edge)
    colours = np.ascontiguousarray(lab[:, *within])
    drawn = np.stack([(each - cv2.GaussianBlur(each, (0, 0), width / BROAD))[within] for each in lab[..., 0]])
    colours -= colours.mean(axis=(1, 2), keepdims=True)
    colours /= colours.std(axis=(1, 2), keepdims=True) + FAINT
    halves = [rows.reshape(count, -1) for rows in (colours, drawn - drawn.mean(axis=(1, 2), keepdims=True))]
    units = [rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6) for rows in halves]
    return np.hstack(units).astype(np.float32) * np.float32(0.5**0.5)


def without_broad_light(picture: MatLike) -> MatLike:
    """The brightness of a picture of this size less that of its surroundings: what is drawn on it."""
    light = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return light - cv2.GaussianBlur(light, (0, 0), FINE[0] / BROAD)


class Photo:
    """An upright photo in several sizes: a card far larger than its picture is not read pixel by pixel."""

    def __init__(self, photo: MatLike) -> None:
        self.sizes = [photo]
        while min(self.sizes[-1].shape[:2]) > 200:
            half = cv2.resize(self.sizes[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self.sizes.append(half)

    def straighten(self, corners: MatLike, size: tuple[int, int], around: int = 0) -> MatLike:
        """What lies within four corners, as a picture of this size with so many pixels around it."""
        width, height = size
        longest = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).max()
        step = int(np.clip(np.log2(max(longest / height, 1.0)), 0, len(self.sizes) - 1))
        # Pixels are measured from their middles.
        matrix = cv2.getPerspectiveTransform(
            ((corners + 0.5) / 2**step - 0.5).astype(np.float32), rectangle(width, height) + (around - 0.5)
        )
        full = (width + 2 * around, height + 2 * around)
        return cv2.warpPerspective(self.sizes[step], matrix, full, borderMode=cv2.BORDER_REPLICATE)


def rectangle(width: float, height: float, beyond: float = 0.0) -> MatLike:
    """The corners of a rectangle at the origin, each so far beyond it."""
    right, bottom = width + beyond, height + beyond
    return np.array([(-beyond, -beyond), (right, -beyond), (right, bottom), (-beyond, bottom)], np.float32)


def carry(points: MatLike, start: MatLike, end: MatLike) -> MatLike:
    """Where points lie when four corners are carried to others."""
    matrix = cv2.getPerspectiveTransform(np.ascontiguousarray(start), np.ascontiguousarray(end))
    return cv2.perspectiveTransform(points[None], matrix)[0]


def glance(photo: Photo, quads: Sequence[MatLike], deck: Pictures) -> MatLike:
    """How like the 48 cards each is at first sight, then the 48 upside down: n × 96 figures."""
    parts = (quads[start : start + PICTURES_AT_ONCE] for start in range(0, len(quads), PICTURES_AT_ONCE))
    rows = (describe_pictures([photo.straighten(quad, COARSE) for quad in part]) for part in parts)
    return np.vstack([each @ deck.coarse for each in rows])


def look(photo: Photo, quad: MatLike, deck: Pictures) -> tuple[MatLike, MatLike]:
    """How like the 48 cards one is that is the right way up, and its corners as they fit the likeliest."""
    quads = [carry(rectangle(*FINE, beyond * FINE[0]), rectangle(*FINE), quad) for beyond in BEYOND]
    seen = glance(photo, quads, deck)[:, :48]
    place, card = np.unravel_index(seen.argmax(), seen.shape)
    tried = quads[place], fit(photo, quads[place], deck.drawn[card])
    figures = describe_pictures([photo.straighten(each, FINE) for each in tried]) @ deck.fine
    best = int(figures.max(axis=1).argmax())
    return figures[best], tried[best]


def fit(photo: Photo, quad: MatLike, drawn: MatLike) -> MatLike:
    """The corners moved so that the card is most like what is drawn on it; as they were if far off."""
    picture = without_broad_light(photo.straighten(quad, FINE, AROUND))
    start = np.array([[1, 0, AROUND], [0, 1, AROUND], [0, 0, 1]], np.float32)
    try:
        _, found = cv2.findTransformECC(drawn, picture, start, cv2.MOTION_HOMOGRAPHY, _UNTIL_FITTED, None, 5)
    except cv2.error:
        return quad
    fitted = cv2.perspectiveTransform(rectangle(*FINE)[None], found)[0]
    return carry(fitted, rectangle(*FINE) + AROUND, quad)
