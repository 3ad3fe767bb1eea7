"""Finds cards by what is drawn on them, where no edge shows: touching, partly covered, white on white.

Small marks of the photo (SIFT) that look like marks of a taught card say where the whole card would lie.
Where three or more of a card agree, there is a candidate.
"""

from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.photo.matching import rectangle

# Pixels of a card on which its marks are found, and of the long side of a photo.
CARD_PX, PHOTO_PX = (132, 216), 1200
CARD_MARKS, PHOTO_MARKS = 120, 3000
# Marks are sought in strips of so many rows, with so many beside them for marks at their edges.
STRIP_PX, BESIDE_PX = 400, 80
CONTRAST = 0.03
# The nearest marks of cards are asked, those that differ by less.
NEAREST, UNLIKE = 3, 0.55
# Marks agree whose cards have their middles so near (in widths), and sizes and turns so alike.
NEAR, SIZE, TURN = 0.4, 0.4, 0.92
MARKS_A_CARD = 150
AGREE = 3
# So many candidates at most, those on which most marks agree.
MOST = 120


class Marks:
    """The marks of the 48 cards."""

    def __init__(self, pictures: Sequence[MatLike]) -> None:
        sized = [cv2.resize(each, CARD_PX, interpolation=cv2.INTER_AREA) for each in pictures]
        found = [_find(each, CARD_MARKS) for each in sized]
        self.places = np.vstack([places for places, _ in found])
        self.looks = np.vstack([looks for _, looks in found])
        self.cards = np.repeat(np.arange(len(found)), [len(places) for places, _ in found])


def _find(picture: MatLike, count: int) -> tuple[MatLike, MatLike]:
    """The places (x, y, size, angle in radians) of marks, and how they look, as rows of unit length.

    They are sought in strips: in a whole photo it takes 250 MB.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    sift = cv2.SIFT_create(nfeatures=count, contrastThreshold=CONTRAST)
    found = []
    for top in range(0, len(grey), STRIP_PX):
        start = max(0, top - BESIDE_PX)
        marks, looks = sift.detectAndCompute(grey[start : top + STRIP_PX + BESIDE_PX], None)
        for mark, look in zip(marks, () if looks is None else looks, strict=True):
            x, y = mark.pt[0], mark.pt[1] + start
            if top <= y < top + STRIP_PX:
                found.append((mark.response, (x, y, mark.size, np.deg2rad(mark.angle)), look))
    strongest = sorted(found, key=itemgetter(0), reverse=True)[:count]
    places = np.array([place for _, place, _ in strongest], np.float32).reshape(-1, 4)
    looks = np.array([look for *_, look in strongest], np.float32).reshape(-1, 128)
    return places, np.sqrt(looks / (looks.sum(axis=1, keepdims=True) + 1e-6))


class FoundMarks(NamedTuple):
    """Where marks of cards are found in a photo. `quads` are where cards may lie, as several of them agree.

    `places` are those of the marks, `around` where the card of each lies by this mark alone. Corners are
    four points in pixels of the photo, clockwise from the card's top left.
    """

    quads: MatLike
    places: MatLike
    around: MatLike


def find_by_marks(photo: MatLike, deck: Marks) -> FoundMarks:
    """Finds marks of the deck, and where the cards lie that have them."""
    scale = min(1.0, PHOTO_PX / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    places, looks = _find(small, PHOTO_MARKS)
    here, there = _find_like(looks, deck.looks)
    size = places[here, 2] / deck.places[there, 2]
    turn = places[here, 3] - deck.places[there, 3]
    away = rectangle(*CARD_PX) - deck.places[there, None, :2]
    cos, sin = (size * np.stack([np.cos(turn), np.sin(turn)]))[..., None]
    x, y = cos * away[..., 0] - sin * away[..., 1], sin * away[..., 0] + cos * away[..., 1]
    quads = places[here, None, :2] + np.stack([x, y], axis=2)
    middle = quads.mean(axis=1)
    found: list[tuple[int, MatLike]] = []
    for card in range(48):
        rest = np.flatnonzero(deck.cards[there] == card)[:MARKS_A_CARD]
        width = size[rest] * CARD_PX[0]
        apart = np.abs(middle[rest][:, None] - middle[rest]).sum(axis=2)
        turned = np.cos(turn[rest][:, None] - turn[rest])
        sized = np.abs(np.log(size[rest])[:, None] - np.log(size[rest]))
        agree = (apart < NEAR * width[:, None]) & (sized < SIZE) & (turned > TURN)
        while agree.sum(axis=1).max(initial=0) >= AGREE:
            best = agree.sum(axis=1).argmax()
            chosen = rest[agree[best]]
            if (quad := _span(deck.places[there[chosen], :2], places[here[chosen], :2])) is not None:
                found.append((len(chosen), quad / scale))
            others = ~agree[best]
            rest, agree = rest[others], agree[np.ix_(others, others)]
    found.sort(key=lambda each: -each[0])
    around = (quads / scale).astype(np.float32)
    spanned = np.array([quad for _, quad in found[:MOST]], np.float32).reshape(-1, 4, 2)
    return FoundMarks(spanned, places[here, :2] / scale, around)


def _find_like(looks: MatLike, known: MatLike) -> tuple[MatLike, MatLike]:
    """Which marks are like which known ones, the likest first."""
    near = chain.from_iterable(cv2.BFMatcher().knnMatch(looks, known, NEAREST))
    alike = sorted((each for each in near if each.distance < UNLIKE), key=lambda each: each.distance)
    here, there = np.array([(each.queryIdx, each.trainIdx) for each in alike], int).reshape(-1, 2).T
    return here, there


def _span(on_card: MatLike, in_photo: MatLike) -> MatLike | None:
    """The corners of the card whose marks lie so in the photo."""
    if len(np.unique(on_card.round(), axis=0)) < AGREE:
        return None
    known, corners = (np.c_[points, np.ones(len(points))] for points in (on_card, rectangle(*CARD_PX)))
    return corners @ np.linalg.lstsq(known, in_photo, rcond=None)[0]
