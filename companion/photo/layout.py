"""Finds the cards of a deck that is laid out to be taught: in rows or columns of four, none touching."""

import math
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.photo.corners import find_quads
from companion.photo.matching import FINE, Photo, without_broad_light
from companion.photo.pictures import PICTURE_PX
from companion.photo.sightings import CannotRead

IN_A_ROW, MONTHS = 4, 12
# Columns and rows of what may be laid out.
BLOCKS = [(IN_A_ROW, n) for n in range(1, MONTHS + 1)] + [(n, IN_A_ROW) for n in range(1, MONTHS + 1)]
# As the photo is, and turned by a quarter.
TURNS = np.array([[(1, 0), (0, 1)], [(0, -1), (1, 0)]], np.float32)
# Seen from above, a card is about 33 by 54, and lies within so much of upright, in parts of its height.
NARROW, BROADEST, CROOKED = 0.48, 0.78, 0.3
# How far its corners are from those of a parallelogram, in widths.
SKEW = 0.15
# Two cards beside each other are as alike, in widths; they lie as near in a line, and so far apart, in sides.
ALIKE, IN_LINE, BESIDE, APART = 0.2, 0.4, 1.02, 5.0
# A grid that begins with a card as near, in widths, becomes the same one.
CONVERGED = 0.08
# Cards of a photo differ in size by so much, as a logarithm.
UNLIKE = 0.35
# Where none lies beside a card, one would lie there.
USUAL_STEP = 1.2
# Of where the others say that a card lies, its corners are so far at most, in widths.
OFF = 0.25
# From so many cards on it is known how the camera was held.
ENOUGH_CARDS = 6
# Of the cards of a photo, so many may be hidden from the eye: they lie where the others say.
MISSED = 0.3
# So many more cards than a layout has are too many.
MORE = 0.25
# Where less than so much of what the others have is drawn, there is no card. The lightning of real decks had
# 0.39, empty places of made photos 0.34 at most, and 0.22 but for one table.
EMPTY = 0.3
# The backs of made cards have 1, their faces 36 and more.
BLANK = 5.0
# What a place of a block counts against a card that was found there.
GAP = 0.3
# Pixels of a straightened card that are left out at its edge.
EDGE_PX = 6
NO_CARD = "No card was found. Lay it alone on a plain table, and take it from straight above."
HOW = "Lay the cards by month, four in a row, none touching, and take the photo from straight above."
NO_ROWS = f"No rows of four cards were found. {HOW}"


def find_layout(photo: Photo) -> MatLike:
    """The pictures of the cards in a photo by row and column, black where none lies. Raises `CannotRead`.

    They stand, or are upside down.
    """
    quads = find_quads(photo.sizes[0], with_faint=True)
    grid, turn = max(
        ((_find_grid(_set_upright(quads @ each)), each) for each in TURNS), key=lambda way: way[0].weight
    )
    # Others may lie apart from these rows.
    others = _find_grid(grid.leave_out(_set_upright(quads @ turn)))
    count = len(grid.found) + (len(others.found) if others.weight > grid.weight * MORE else 0)
    if count < IN_A_ROW:
        raise CannotRead(NO_ROWS)
    (columns, rows), start = _find_block(grid.places)
    places = start + [(x, y) for y in range(rows) for x in range(columns)]
    is_here = (places[:, None] == grid.places).all(axis=2)
    is_found = is_here.any(axis=1)
    seen = int(is_found.sum())
    if seen < max(len(places) * (1 - MISSED), IN_A_ROW):
        raise CannotRead(NO_ROWS)
    if count > seen * (1 + MORE):
        raise CannotRead(f"{count} cards were found, {seen} of them in rows of four. {HOW}")
    cards = np.where(is_found[:, None, None], grid.found[is_here.argmax(axis=1)], grid.lay(places)) @ turn.T
    drawn = _measure_drawn(photo, cards)
    usual = np.median(drawn[is_found])
    if usual < BLANK:
        raise CannotRead("The cards lie face down. Turn them over.")
    pictures = np.array([photo.straighten(card, PICTURE_PX) for card in cards])
    pictures[drawn < usual * EMPTY] = 0
    return pictures.reshape(rows, columns, *pictures.shape[1:])


def find_card(photo: Photo) -> MatLike:
    """The picture of a card that lies alone in a photo, standing or upside down. Raises `CannotRead`."""
    quads = find_quads(photo.sizes[0])
    cards = np.concatenate([_set_upright(quads @ turn) @ turn.T for turn in TURNS])
    edges = measure_edges(photo, cards)
    if not (edges > 0).any():
        raise CannotRead(NO_CARD)
    card = cards[(edges * np.sqrt([cv2.contourArea(each) for each in cards])).argmax()]
    if _measure_drawn(photo, card[None])[0] < BLANK:
        raise CannotRead("The card lies face down. Turn it over.")
    return photo.straighten(card, PICTURE_PX)


def measure_edges(photo: Photo, cards: MatLike) -> MatLike:
    """How a table ends where each card begins, on its faintest side, less what there is on the table."""
    inside = slice(EDGE_PX, -EDGE_PX)
    found = []
    for card in cards:
        picture = cv2.cvtColor(photo.straighten(card, FINE, EDGE_PX), cv2.COLOR_BGR2LAB).astype(np.float32)
        sides = [np.rot90(picture, quarter)[:, inside] for quarter in range(4)]
        ends = [
            side[: EDGE_PX - 1].mean(axis=(0, 1)) - side[EDGE_PX + 1 : EDGE_PX + 4].mean(axis=(0, 1))
            for side in sides
        ]
        uneven = [side[: EDGE_PX - 1].std(axis=(0, 1)) for side in sides]
        found.append(np.linalg.norm(ends, axis=1).min() - np.linalg.norm(uneven) / 2)
    return np.array(found)


class Grid(NamedTuple):
    """Cards that lie in rows and columns: the place of each, and its corners.

    `matrix` carries places to the photo; `shape` has the corners of a card around its place. `weight` is more
    the more cards there are, the larger, and the nearer to where the others say.
    """

    places: MatLike
    found: MatLike
    matrix: MatLike
    shape: MatLike
    weight: float = 0.0

    def lay(self, places: MatLike) -> MatLike:
        """The corners of cards at these places."""
        points = (places[:, None] + self.shape).astype(np.float32)
        return cv2.perspectiveTransform(points, self.matrix)

    def leave_out(self, cards: MatLike) -> MatLike:
        """Those of the cards that lie beside it."""
        middles = self.found.mean(axis=1)
        away = np.linalg.norm(cards.mean(axis=1)[:, None] - middles, axis=2)
        widths = np.linalg.norm(self.found[:, 0] - self.found[:, 1], axis=1)
        return cards[(away > widths).all(axis=1)]

    def measure(self, quads: MatLike, places: MatLike | None = None) -> tuple[MatLike, MatLike]:
        """How far these are from each of the places, in its width, and the widths."""
        expected = self.lay(self.places if places is None else places)
        widths = np.linalg.norm(expected[:, 0] - expected[:, 1], axis=1)
        # Coordinates come first: numpy is slow where the last axis is short.
        off = np.abs(quads.reshape(-1, 8).T[:, None] - expected.reshape(-1, 8).T[..., None]).max(axis=0)
        return off / widths[:, None], widths

    def grow(self, quads: MatLike) -> "Grid":
        """With those beside it that lie where it says."""
        places = _list_places(self.places, 1)
        off, widths = self.measure(quads, places)
        nearest, off = off.argmin(axis=1), off.min(axis=1)
        is_there = off < OFF
        if not is_there.any():
            return self
        weight = float((widths * (1 - off / OFF))[is_there].sum())
        places, found = places[is_there], quads[nearest[is_there]]
        ideal, corners = (places[:, None] + self.shape).reshape(-1, 2), found.reshape(-1, 2)
        if len(found) >= ENOUGH_CARDS:
            matrix, _ = cv2.findHomography(ideal, corners, cv2.RANSAC, float(np.median(widths)) * OFF / 2)
        else:
            affine, _ = cv2.estimateAffine2D(ideal, corners, ransacReprojThreshold=float(widths[0]) * OFF)
            matrix = np.vstack([affine, (0, 0, 1)])
        back = cv2.perspectiveTransform(found, np.linalg.inv(matrix)) - places[:, None]
        return Grid(places, found, matrix, np.median(back, axis=0), weight)


def _find_grid(cards: MatLike) -> Grid:
    """The grid that weighs most."""
    widths = np.linalg.norm(cards[:, 0] - cards[:, 1], axis=1)
    best = Grid(np.empty((0, 2), int), cards[:0], np.eye(3), np.empty((4, 2)))
    is_seen = np.zeros(len(cards), bool)
    for n in np.argsort(-widths):
        if widths[n] * IN_A_ROW * MONTHS < best.weight:
            break
        near = cards[np.abs(np.log(widths / widths[n])) < UNLIKE]
        if is_seen[n] or (grown := _begin(cards[n], near)) is None:
            continue
        grid = grown
        while (grown := grown.grow(near)).weight > grid.weight:
            grid = grown
        is_seen |= grid.measure(cards)[0].min(axis=0) < CONVERGED
        best = max(best, grid, key=lambda each: each.weight)
    return best


def _begin(card: MatLike, cards: MatLike) -> Grid | None:
    """The grid of a card by the nearest that lie beside it and above or below; None where none does."""
    middle, middles = card.mean(axis=0), cards.mean(axis=1)
    sides = np.stack([card[1] + card[2] - card[0] - card[3], card[2] + card[3] - card[0] - card[1]]) / 2
    width = np.linalg.norm(sides[0])
    is_alike = np.abs(cards - middles[:, None] - card + middle).max(axis=(1, 2)) < ALIKE * width
    away = (middles - middle) @ np.linalg.inv(sides)
    steps = np.eye(2) * USUAL_STEP
    is_alone = True
    for axis in (0, 1):
        far = np.abs(away[:, axis])
        far[~is_alike | (np.abs(away[:, 1 - axis]) > IN_LINE) | (far < BESIDE)] = np.inf
        nearest = int(far.argmin())
        if far[nearest] < APART:
            steps[axis] = away[nearest] * np.sign(away[nearest, axis])
            is_alone = False
    if is_alone:
        return None
    steps = steps @ sides
    matrix = np.vstack([np.c_[steps.T, middle], (0, 0, 1)])
    return Grid(np.zeros((1, 2), int), card[None], matrix, (card - middle) @ np.linalg.inv(steps))


def _list_places(places: MatLike, more: int) -> MatLike:
    """Every column and row from the first to the last of these, and so many more on each side."""
    (left, top), (right, bottom) = places.min(axis=0) - more, places.max(axis=0) + more + 1
    return np.array([(x, y) for y in range(top, bottom) for x in range(left, right)])


def _find_block(places: MatLike) -> tuple[tuple[int, int], MatLike]:
    """Columns and rows of the block that has the most of these places and the fewest gaps, and its first."""
    blocks = [(size, start) for size in BLOCKS for start in _list_places(places, 0)]
    return max(
        blocks,
        key=lambda block: (
            ((places >= block[1]) & (places < block[1] + block[0])).all(axis=1).sum()
            - GAP * math.prod(block[0])
        ),
    )


def _set_upright(quads: MatLike) -> MatLike:
    """The corners from the top left of the photo on, of those that look like a card from above."""
    is_turned = quads[:, :2, 1].sum(axis=1) > quads[:, 2:, 1].sum(axis=1)
    quads = np.where(is_turned[:, None, None], np.roll(quads, 2, axis=1), quads)
    top, right, bottom, left = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).T
    skew = np.linalg.norm(quads[:, 0] - quads[:, 1] + quads[:, 2] - quads[:, 3], axis=1)
    across, down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]).T
    ratio = (top + bottom) / (right + left)
    is_card = (ratio > NARROW) & (ratio < BROADEST) & (np.abs(across) < CROOKED * down)
    return quads[is_card & (skew < SKEW * top)]


def _measure_drawn(photo: Photo, cards: MatLike) -> MatLike:
    """How much is drawn on each, in colour: the spread of what its middle has without broad light."""
    inside = slice(EDGE_PX, -EDGE_PX), slice(EDGE_PX, -EDGE_PX)
    pictures = [cv2.cvtColor(photo.straighten(card, FINE), cv2.COLOR_BGR2LAB) for card in cards]
    drawn = [without_broad_light(each)[inside] for each in pictures]
    return np.array([np.linalg.norm(each.std(axis=(0, 1))) for each in drawn])
