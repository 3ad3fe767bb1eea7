"""Finds the cards of a deck that is laid out to be taught: in rows or columns of four, none touching."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.photo.corners import find_quads
from companion.photo.matching import BROAD, FINE, Photo
from companion.photo.pictures import PICTURE_PX
from companion.photo.sightings import CannotRead

IN_A_ROW, MONTHS = 4, 12
# Columns and rows of what may be laid out.
BLOCKS = [(IN_A_ROW, n) for n in range(1, MONTHS + 1)] + [(n, IN_A_ROW) for n in range(1, MONTHS + 1)]
# As the photo is, and turned by a quarter.
TURNS = np.array([[(1, 0), (0, 1)], [(0, -1), (1, 0)]], np.float32)
# Seen from above, a card is about 33 by 54, and lies within so much of upright, in parts of its height.
NARROW, BROADEST, CROOKED = 0.48, 0.78, 0.3
# Its height, in sides of a square that is as large.
TALL = math.sqrt(54 / 33)
# How far its corners are from those of a parallelogram, in widths.
SKEW = 0.15
# How much cards differ in size across a photo, at first guess and once it is known how the camera was held.
ALIKE = (0.3, 0.1)
# Of the cards of a photo, so many may be hidden from the eye: they lie where the others say.
MISSED = 0.25
# Where less than so much of what the others have is drawn, there is no card. The lightning of real decks had
# 0.39, empty places of made photos 0.34 at most, and 0.22 but for one table.
EMPTY = 0.3
# The backs of made cards have 1, their faces 36 and more.
BLANK = 5.0
# What an empty place of a block counts against a card.
GAP = 0.3
# Pixels of a straightened card that are left out at its edge.
EDGE_PX = 6
NO_CARD = "No card was found. Lay it alone on a plain table, and take it from straight above."
HOW = "Lay the cards by month, four in a row, none touching, and take the photo from straight above."


def find_layout(photo: Photo) -> MatLike:
    """The pictures of the cards in a photo by row and column, black where none lies. Raises `CannotRead`.

    They stand, or are upside down.
    """
    quads = find_quads(photo.sizes[0])
    turn, found = max(((each, _find_cards(quads @ each)) for each in TURNS), key=lambda way: len(way[1]))
    middles = np.array([each.mean(axis=0) for each in found]).reshape(-1, 2)
    places = _count_places(found, middles) if found else np.empty((0, 2), int)
    (columns, rows), is_inside = _find_block(places)
    wanted, count = columns * rows, len(np.unique(places[is_inside], axis=0))
    if count < max(wanted * (1 - MISSED), IN_A_ROW):
        raise CannotRead(f"{len(found)} cards were found, but not in rows of four. {HOW}")
    if len(found) > count * (1 + MISSED):
        raise CannotRead(f"{len(found)} cards were found, more than four in a row. {HOW}")
    found = [card for card, is_one in zip(found, is_inside, strict=True) if is_one]
    middles, places = middles[is_inside], places[is_inside]
    near = float(np.median(_list_sizes(found))) * 0.3
    places -= places.min(axis=0)
    if 1 in (columns, rows):
        expected = middles[np.lexsort(places.T)]
    else:
        grid, _ = cv2.findHomography(places.astype(np.float32), middles, cv2.RANSAC, near)
        every = np.array([(x, y) for y in range(rows) for x in range(columns)], np.float32)
        expected = cv2.perspectiveTransform(every[None], grid)[0]
    cards = [_get_card(middle, found, middles) @ turn.T for middle in expected]
    drawn = _measure_drawn(photo, cards)
    if np.median(drawn) < BLANK:
        raise CannotRead("The cards lie face down. Turn them over.")
    pictures = np.array([photo.straighten(card, PICTURE_PX) for card in cards])
    pictures[drawn < np.median(drawn) * EMPTY] = 0
    return pictures.reshape(rows, columns, *pictures.shape[1:])


def find_card(photo: Photo) -> MatLike:
    """The picture of a card that lies alone in a photo, standing or upside down. Raises `CannotRead`."""
    quads = find_quads(photo.sizes[0])
    cards = [card @ turn.T for turn in TURNS for each in quads for card in _set_upright(each @ turn)]
    edges = _measure_edges(photo, cards)
    if not (edges > 0).any():
        raise CannotRead(NO_CARD)
    return photo.straighten(cards[(edges * _list_sizes(cards)).argmax()], PICTURE_PX)


def _measure_edges(photo: Photo, cards: Sequence[MatLike]) -> MatLike:
    """How a table ends where each card begins, on its faintest side, less what there is on the table."""
    inside = slice(EDGE_PX, -EDGE_PX)
    found = []
    for card in cards:
        picture = cv2.cvtColor(photo.straighten(card, FINE, EDGE_PX), cv2.COLOR_BGR2LAB).astype(np.float32)
        sides = [np.rot90(picture, quarter)[:, inside] for quarter in range(4)]
        table = [side[: EDGE_PX - 1] for side in sides]
        edge = [side[EDGE_PX + 1 : EDGE_PX + 4] for side in sides]
        steps = [
            np.linalg.norm(one.mean(axis=(0, 1)) - other.mean(axis=(0, 1)))
            for one, other in zip(table, edge, strict=True)
        ]
        found.append(min(steps) - np.linalg.norm([side.std(axis=(0, 1)) for side in table]) / 2)
    return np.array(found)


def _find_cards(candidates: MatLike) -> list[MatLike]:
    """The corners of cards that lie apart, and whose sizes change evenly across the photo: many and large."""
    quads = [quad for each in candidates for quad in _set_upright(each)]
    sizes = np.log(_list_sizes(quads)) if quads else np.empty(0)
    middles = np.array([each.mean(axis=0) for each in quads])
    best: list[MatLike] = []
    most = 0.0
    for size in sorted({round(float(each), 1) for each in sizes}, reverse=True):
        expected = np.full(len(quads), size)
        for alike in ALIKE:
            apart = _pick_apart(np.abs(sizes - expected), alike, middles, np.exp(expected))
            if len(apart) < IN_A_ROW or len(apart) * np.exp(size) <= most:
                break
            known = np.hstack([middles[apart], np.ones((len(apart), 1))])
            slope = np.linalg.lstsq(known, sizes[apart], rcond=None)[0]
            expected = middles @ slope[:2] + slope[2]
        else:
            best, most = [quads[n] for n in apart], len(apart) * np.exp(size)
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


def _find_block(places: MatLike) -> tuple[tuple[int, int], MatLike]:
    """Columns and rows of the block that has the most places and the fewest gaps, and which lie in it."""
    blocks = [
        (size, ((places >= start) & (places < start + size)).all(axis=1))
        for size in BLOCKS
        for start in np.unique(places, axis=0)
    ]
    return max(
        blocks,
        key=lambda block: block[1].sum() - GAP * math.prod(block[0]),
        default=(BLOCKS[0], places[:, 0] > 0),
    )


def _set_upright(quad: MatLike) -> list[MatLike]:
    """The corners from the top left of the photo on, if a card from above looks so."""
    if quad[0, 1] + quad[1, 1] > quad[2, 1] + quad[3, 1]:
        quad = np.roll(quad, 2, axis=0)
    top, right, bottom, left = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    down = quad[2] + quad[3] - quad[0] - quad[1]
    is_straight = np.linalg.norm(quad[0] - quad[1] + quad[2] - quad[3]) < SKEW * top
    is_card = NARROW < (top + bottom) / (right + left) < BROADEST and abs(down[0]) < CROOKED * down[1]
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
    """The number of each, from 0: the next begins where there is a step of half a side, or of several."""
    order = np.argsort(along)
    steps = np.diff(along[order])
    is_next = steps > side / 2
    usual = np.median(steps[is_next]) if is_next.any() else 1.0
    counted = np.zeros(len(along), int)
    counted[order[1:]] = np.cumsum(np.where(is_next, np.maximum(steps / usual, 1).round(), 0))
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
    """How much is drawn on each, in colour: the spread of what its middle has without broad light."""
    inside = slice(EDGE_PX, -EDGE_PX), slice(EDGE_PX, -EDGE_PX)
    pictures = [cv2.cvtColor(photo.straighten(card, FINE), cv2.COLOR_BGR2LAB) for card in cards]
    drawn = [each - cv2.GaussianBlur(each.astype(np.float32), (0, 0), FINE[0] / BROAD) for each in pictures]
    return np.array([np.linalg.norm(each[inside].std(axis=(0, 1))) for each in drawn])
