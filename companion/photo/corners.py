"""Finds what may be a card in a photo: four corners each, many more than there are cards.

Cards are light on a dark table, dark in a frame on a light one, or only an edge. Each map of the photo that
shows one of these gives its own candidates; comparing them with the deck decides.
"""

from collections.abc import Iterator
from itertools import chain

import cv2
import numpy as np
from cv2.typing import MatLike

# A card is 33 by 54 mm; seen from the side it may look as narrow, or as broad.
NARROWEST, BROADEST = 0.30, 1.35
# Of the photo: one of 24 cards with much space around them; one card close by.
SMALLEST, LARGEST = 0.001, 0.9
# How much of its four corners a card fills: round corners, a bent edge.
FULLEST = 0.82
SEARCH_PX = 1000
# Two candidates are one where their corners lie as near, in widths of the card.
NEAR = 0.04


def find_quads(photo: MatLike, *, with_faint: bool = False) -> MatLike:
    """The corners of what may be cards: an array of n × 4 points in pixels of the photo, clockwise.

    The first two lie along what looks like a short side.
    """
    scale = min(1.0, SEARCH_PX / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    area = small.shape[0] * small.shape[1]
    found: list[MatLike] = []
    for shown in chain(_list_maps(small), _list_faint(small) if with_faint else ()):
        contours, _ = cv2.findContours(shown, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            hull = cv2.convexHull(contour)
            if SMALLEST * area < cv2.contourArea(hull) < LARGEST * area and len(hull) >= 4:
                found += _fit(hull)
    return merge(np.array(found, np.float32).reshape(-1, 4, 2)) / scale


def _list_maps(small: MatLike) -> Iterator[MatLike]:
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (3, 3), 0), cv2.COLOR_BGR2LAB)
    light = lab[:, :, 0]
    thick = np.ones((3, 3), np.uint8)
    for low, high in ((30, 90), (60, 160)):
        edges = cv2.Canny(light, low, high)
        yield edges
        yield cv2.dilate(edges, thick)
    for channel in cv2.split(lab):
        _, shown = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        yield shown
    for size in (31, 101):
        local = cv2.adaptiveThreshold(light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, size, 5)
        yield local
        yield cv2.erode(local, thick)
    for step in range(40, 240, 25):
        yield cv2.threshold(light, step, 255, cv2.THRESH_BINARY)[1]


def _list_faint(small: MatLike) -> Iterator[MatLike]:
    """Edges of cards that are hardly lighter than the table."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2LAB)
    light, *colours = cv2.split(lab)
    thick = np.ones((3, 3), np.uint8)
    even = cv2.createCLAHE(8, (8, 8)).apply(light)
    for shown, low in ((light, 5), (light, 12), (even, 30), (even, 60), *((each, 8) for each in colours)):
        edges = cv2.Canny(shown, low, low * 3)
        yield edges
        yield cv2.dilate(edges, thick)


def _fit(hull: MatLike) -> list[MatLike]:
    """The four corners around a shape, if it has a card's."""
    quad = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2).astype(np.float32)
    if len(quad) != 4 or cv2.contourArea(hull) < FULLEST * cv2.contourArea(quad):
        return []
    if cv2.contourArea(quad, oriented=True) < 0:
        quad = quad[::-1]
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    across, along = sides[0] + sides[2], sides[1] + sides[3]
    if across > along:
        quad, across, along = np.roll(quad, -1, axis=0), along, across
    if not NARROWEST < across / along < BROADEST:
        return []
    # From a low camera the long side may look the shorter one.
    return [quad, np.roll(quad, -1, axis=0)] if across > 0.8 * along else [quad]


def merge(quads: MatLike) -> MatLike:
    """One of each bundle that lies together."""
    kept = np.empty_like(quads)
    count = 0
    for quad in quads:
        near = NEAR * np.linalg.norm(quad[0] - quad[1])
        for turned in (quad, np.roll(quad, 2, axis=0)):
            if count and np.abs(kept[:count] - turned).max(axis=(1, 2)).min() < near:
                break
        else:
            kept[count] = quad
            count += 1
    return kept[:count]
