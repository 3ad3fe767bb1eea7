"""Finds the cards of a deck that is laid out to be taught: by month, four in a row, none touching."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.photo.corners import find_quads
from companion.photo.matching import FINE, Photo, without_broad_light
from companion.photo.pictures import PICTURE_PX
from companion.photo.sightings import CannotRead

IN_A_ROW, ROWS = 4, 12
# Seen from above, a card is about 33 by 54, and lies within so much of upright, in parts of its height.
NARROW, BROAD, CROOKED = 0.48, 0.78, 0.3
# Its height, in sides of a square that is as large.
TALL = math.sqrt(54 / 33)
# How far its corners are from those of a parallelogram, in widths.
SKEW = 0.15
# How much cards differ in size across a photo, at first guess and once it is known how the camera was held.
ALIKE = (0.3, 0.1)
# Of the cards of a photo, so many may be hidden from the eye: they lie where the others say.
MISSED = 0.25
# Where less than so much of what the others have is drawn, there is no card: in made photos, cards had 0.46,
# empty places 0.22 at most.
EMPTY = 0.33
# Pixels of a straightened card that are left out at its edge.
EDGE_PX = 6
HOW = "Lay the cards by month, four in a row, none touching, and take the photo from straight above."


def learn_layout(photos: Sequence[MatLike]) -> list[MatLike]:
    """The pictures of the 48 cards, from the first month to the last. Raises `CannotRead`."""
    if ROWS % len(photos):
        raise CannotRead("Send one photo of all twelve months, or three photos of four months each.")
    pictures: list[MatLike] = []
    for number, photo in enumerate(photos, start=1):
        try:
            sized = Photo(photo)
            cards = find_layout(sized, ROWS // len(photos))
        except CannotRead as error:
            of = f"Photo {number}: " if len(photos) > 1 else ""
            raise CannotRead(f"{of}{error.message} {HOW}") from None
        pictures += [sized.straighten(corners, PICTURE_PX) for corners in cards]
    return pictures


def find_layout(photo: Photo, rows: int) -> list[MatLike]:
    """The corners of the cards in so many rows of four, from the top and from the left."""
    found = _find_cards(photo.sizes[0])
    wanted = rows * IN_A_ROW
    middles = np.array([each.mean(axis=0) for each in found]).reshape(-1, 2)
    places = _count_places(found, middles) if found else np.empty((0, 2), int)
    is_inside = _find_block(places, (IN_A_ROW, rows))
    found = [card for card, is_one in zip(found, is_inside, strict=True) if is_one]
    middles, places = middles[is_inside], places[is_inside]
    if len(found) < wanted * (1 - MISSED) or (np.ptp(places, axis=0) != (IN_A_ROW - 1, rows - 1)).any():
        raise CannotRead(f"{len(found)} of {wanted} cards were found.")
    near = float(np.median(_list_sizes(found))) * 0.3
    grid, _ = cv2.findHomography((places - places.min(axis=0)).astype(np.float32), middles, cv2.RANSAC, near)
    every = np.array([(x, y) for y in range(rows) for x in range(IN_A_ROW)], np.float32)
    if grid is None:
        raise CannotRead(f"{len(found)} cards were found, but no rows of four.")
    expected = cv2.perspectiveTransform(every[None], grid)[0]
    cards = [_get_card(middle, found, middles) for middle in expected]
    drawn = _measure_drawn(photo, cards)
    lying = int((drawn > np.median(drawn) * EMPTY).sum())
    if lying < wanted:
        raise CannotRead(f"{lying} of {wanted} cards were found.")
    return cards


def _find_cards(photo: MatLike) -> list[MatLike]:
    """The corners of the most cards that lie apart, and whose sizes change evenly across the photo."""
    quads = [quad for each in find_quads(photo) for quad in _set_upright(each)]
    sizes = np.log(_list_sizes(quads)) if quads else np.empty(0)
    middles = np.array([each.mean(axis=0) for each in quads])
    best: list[MatLike] = []
    for size in sorted({round(float(each), 1) for each in sizes}, reverse=True):
        expected = np.full(len(quads), size)
        for alike in ALIKE:
            apart = _pick_apart(np.abs(sizes - expected), alike, middles, np.exp(expected))
            if len(apart) <= max(3, len(best)):
                break
            known = np.hstack([middles[apart], np.ones((len(apart), 1))])
            slope = np.linalg.lstsq(known, sizes[apart], rcond=None)[0]
            expected = middles @ slope[:2] + slope[2]
        else:
            best = [quads[n] for n in apart]
    return best


def _pick_apart(off: MatLike, most: float, middles: MatLike, sizes: MatLike) -> list[int]:
    """Those that are off by the least, none on another."""
    picked: list[int] = []
    for n in np.argsort(off):
        if off[n] > most:
            break
        if not picked or np.linalg.norm(middles[picked] - middles[n], axis=1).min() > sizes[n] * 0.6:
            picked.append(int(n))
    return picked


def _find_block(places: MatLike, size: tuple[int, int]) -> MatLike:
    """Which places lie in the block of this many columns and rows that has the most."""
    best = np.zeros(len(places), bool)
    for start in np.unique(places, axis=0):
        inside = ((places >= start) & (places < np.array(start) + size)).all(axis=1)
        best = max(best, inside, key=np.sum)
    return best


def _set_upright(quad: MatLike) -> list[MatLike]:
    """The corners from the top left of the photo on, if a card from above looks so."""
    if quad[0, 1] + quad[1, 1] > quad[2, 1] + quad[3, 1]:
        quad = np.roll(quad, 2, axis=0)
    top, right, bottom, left = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    down = quad[2] + quad[3] - quad[0] - quad[1]
    is_straight = np.linalg.norm(quad[0] - quad[1] + quad[2] - quad[3]) < SKEW * top
    is_card = NARROW < (top + bottom) / (right + left) < BROAD and abs(down[0]) < CROOKED * down[1]
    return [quad] if is_card and is_straight else []


def _list_sizes(quads: Sequence[MatLike]) -> MatLike:
    return np.sqrt([cv2.contourArea(each) for each in quads])


def _count_places(cards: Sequence[MatLike], middles: MatLike) -> MatLike:
    """The column and row of each card, from 0: counted in steps of what lies between a card and the next."""
    down = np.mean([each[2] + each[3] - each[0] - each[1] for each in cards], axis=0)
    down /= np.linalg.norm(down)
    height = float(np.median(_list_sizes(cards))) * TALL
    columns = _count(middles @ (down[1], -down[0]), height / TALL**2)
    return np.stack([columns, _count(middles @ down, height)], axis=1)


def _count(along: MatLike, side: float) -> MatLike:
    """The number of each, from 0: the next begins where there is a step of half a side."""
    order = np.argsort(along)
    counted = np.zeros(len(along), int)
    counted[order[1:]] = np.cumsum(np.diff(along[order]) > side / 2)
    return counted


def _get_card(middle: MatLike, cards: Sequence[MatLike], middles: MatLike) -> MatLike:
    """The corners of the card at a place; where none was found, those of one like the nearest."""
    away = np.linalg.norm(middles - middle, axis=1)
    nearest = int(away.argmin())
    card = cards[nearest]
    if away[nearest] < math.sqrt(cv2.contourArea(card)) * 0.35:
        return card
    return (card - middles[nearest] + middle).astype(np.float32)


def _measure_drawn(photo: Photo, cards: Sequence[MatLike]) -> MatLike:
    """How much is drawn on each: the spread of what is left in its middle without broad light."""
    inside = slice(EDGE_PX, -EDGE_PX), slice(EDGE_PX, -EDGE_PX)
    return np.array([without_broad_light(photo.straighten(corners, FINE))[inside].std() for corners in cards])
