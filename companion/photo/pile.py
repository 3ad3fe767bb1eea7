"""Reads the cards of a pile in a photo: candidates are compared with the deck, the likeliest first.

A place is given to the card that is most like it. Cards that are found show where others may lie beside them,
and how large a card is there: what is much larger or smaller is none.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.photo.corners import BROADEST, NARROWEST, find_quads
from companion.photo.features import Marks, find_by_marks
from companion.photo.matching import FINE, Photo, Pictures, carry, glance, look, rectangle

# A candidate is looked at from this figure at first sight.
LEAST = 0.3
# Simple drawings are like many things, so that it counts how many times as like its picture a card is as 95
# of 100 other things in the photo are: from here on it is asked about.
ASKED = 2.2
USUAL_PERCENT, LEAST_USUAL = 95, 0.1
# A sure card has this figure; or a lower one with this ratio, to enough other things. In made photos, nothing
# that was not the card had more than 0.6, or a ratio above 3.1. And it is so much more like one picture than
# like any other.
SURE_FIGURE, LOWEST_SURE, SURE_RATIO, ENOUGH, MARGIN = 0.7, 0.5, 3.2, 60, 0.12
# Nothing else is tried where a card is so like its picture.
SETTLED = 0.75
# So often at most at one place.
TRIES = 3
# Two candidates are at one place, and two cards cannot lie, where so much of the smaller is shared.
SAME_PLACE, TOO_MUCH = 0.4, 0.25
# Where a card is sure, no other lies with its middle nearer than this, in parts of its size.
TAKEN = 0.45
# How much longer a side may be than the one opposite, or a card than the next one.
UNEQUAL = 1.67
# Beside a card the next one may lie with such gaps, and be shifted along so far, in widths.
GAPS = (0.02, 0.12, 0.22, 0.32)
SLIDES = (-0.15, 0.0, 0.15)


class Taught:
    """The 48 cards of a taught deck, in deck order: their pictures, and the marks on them."""

    def __init__(self, pictures: Sequence[MatLike]) -> None:
        self.pictures, self.marks = Pictures(pictures), Marks(pictures)


class SeenPlace:
    """What is seen at a place: how like the 48 cards it is, and its corners.

    `top` is the figure of the likeliest card, `lead` how far the next one is behind. `size` is the side of a
    square as large, in pixels. `ratio` is how many times as like the card it is as other things in the photo,
    `compared` how many these are.
    """

    def __init__(self, figures: MatLike, corners: MatLike) -> None:
        self.figures, self.corners = figures, corners
        second, first = np.partition(figures, -2)[-2:]
        self.top, self.lead = float(first), float(first - second)
        self.middle = corners.mean(axis=0)
        self.size = math.sqrt(cv2.contourArea(corners))
        self.tries, self.ratio, self.compared = 1, 0.0, 0

    @property
    def is_sure(self) -> bool:
        is_rare = self.top >= LOWEST_SURE and self.ratio >= SURE_RATIO and self.compared >= ENOUGH
        return (is_rare or self.top >= SURE_FIGURE) and self.lead >= MARGIN

    def share(self, corners: MatLike, middle: MatLike, size: float) -> float:
        """How much of the smaller lies on the other, 0 to 1."""
        if math.dist(self.middle, middle) > max(size, self.size) * 1.3:
            return 0.0
        return float(
            cv2.intersectConvexConvex(self.corners, corners)[0] / max(min(size, self.size) ** 2, 1.0)
        )


def find_in_pile(photo: Photo, deck: Taught) -> list[SeenPlace]:
    """What is seen where cards lie, the likeliest first; two may be most like the same card."""
    picture = photo.sizes[0]
    reading = PhotoReading(photo, deck)
    reading.look_at([*find_by_marks(picture, deck.marks), *find_quads(picture)])
    # A card that was found beside another may have others beside it.
    known: list[SeenPlace] = []
    while new := [each for each in reading.seen if each.is_sure and each not in known]:
        known += new
        reading.look_at(_list_neighbours(new, reading.seen, picture))
    return _choose(reading.seen)


class PhotoReading:
    """A photo while it is read: every candidate so far at first sight, and what was seen on a closer look."""

    def __init__(self, photo: Photo, deck: Taught) -> None:
        self.photo, self.deck = photo, deck
        self.seen: list[SeenPlace] = []
        self.middles = np.empty((0, 2), np.float32)
        self.figures = np.empty((0, 48), np.float32)

    def look_at(self, candidates: list[MatLike]) -> None:
        """Adds what candidates bring, or puts it in place of what was seen there."""
        if not candidates:
            return
        figures = glance(self.photo, candidates, self.deck.pictures)
        self.middles = np.vstack([self.middles, np.mean(candidates, axis=1)])
        self.figures = np.vstack([self.figures, np.maximum(figures[:, :48], figures[:, 48:])])
        best = figures.max(axis=1)
        for n in np.argsort(-best):
            if best[n] < LEAST:
                break
            turned = candidates[n] if figures[n].argmax() < 48 else np.roll(candidates[n], 2, axis=0)
            self.look_closely(turned, best[n])
        for each in self.seen:
            away = np.linalg.norm(self.middles - each.middle, axis=1) > each.size / 2
            others = self.figures[away, each.figures.argmax()]
            usual = float(np.percentile(others, USUAL_PERCENT)) if len(others) else 0.0
            each.ratio, each.compared = each.top / max(usual, LEAST_USUAL), len(others)

    def look_closely(self, quad: MatLike, first_figure: float) -> None:
        middle, size = quad.mean(axis=0), math.sqrt(cv2.contourArea(quad))
        here = [each for each in self.seen if each.share(quad, middle, size) > SAME_PLACE]
        most = max((each.top for each in here), default=0.0)
        if most > SETTLED or (sum(each.tries for each in here) >= TRIES and most > first_figure):
            return
        found = SeenPlace(*look(self.photo, quad, self.deck.pictures))
        before = max(here, key=lambda each: each.top, default=None)
        if not _is_shaped(found.corners) or (before and before.top >= found.top):
            if before:
                before.tries += 1
            return
        if before:
            found.tries += before.tries
            self.seen.remove(before)
        self.seen.append(found)


def _is_shaped(corners: MatLike) -> bool:
    """Whether a card that lies on a table can look so."""
    if not cv2.isContourConvex(corners):
        return False
    top, right, bottom, left = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    pairs = (top, bottom), (right, left)
    are_equal = all(1 / UNEQUAL < one / other < UNEQUAL for one, other in pairs)
    return bool(are_equal and NARROWEST < (top + bottom) / (right + left) < BROADEST)


def _list_neighbours(cards: Iterable[SeenPlace], seen: list[SeenPlace], picture: MatLike) -> list[MatLike]:
    """Where cards may lie beside these, in rows: within the photo, and where no card is sure."""
    found = np.array([corners for card in cards for corners in _list_beside(card.corners)])
    middles = found.mean(axis=1)
    is_free = ((middles > 0) & (middles < picture.shape[1::-1])).all(axis=1)
    for each in seen:
        if each.is_sure:
            is_free &= np.linalg.norm(middles - each.middle, axis=1) > each.size * TAKEN
    return [*found[is_free]]


def _list_beside(corners: MatLike) -> Iterator[MatLike]:
    for across, along in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for gap, slide in product(GAPS, SLIDES):
            away = (
                np.array((across, along)) * (np.array(FINE) + gap * FINE[0])
                + np.array((along, across)) * slide * FINE[0]
            )
            yield carry(rectangle(*FINE) + away.astype(np.float32), rectangle(*FINE), corners)


def _choose(seen: list[SeenPlace]) -> list[SeenPlace]:
    """What may be a card of what was seen: like its picture, apart from others, as large as they."""
    chosen: list[SeenPlace] = []
    for each in sorted(seen, key=lambda each: -each.top):
        sure = [other for other in chosen if other.is_sure]
        nearest = min(sure, key=lambda other: math.dist(each.middle, other.middle), default=each)
        if (
            each.ratio >= ASKED
            and 1 / UNEQUAL < each.size / nearest.size < UNEQUAL
            and not any(other.share(each.corners, each.middle, each.size) > TOO_MUCH for other in chosen)
        ):
            chosen.append(each)
    return chosen
