"""Cloths with flowers, as square textures at so many pixels per mm: tables that look a little like cards.

The reader is tuned on those of TUNING_CLOTHS only.
"""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy import ndarray
from numpy.random import Generator

TILE = 1536


def _print_flowers(
    rng: Generator, per_mm: float, base: ndarray, petals: Sequence[int], round_: float
) -> ndarray:
    """Flowers with so many petals, leaves between them; `round_` is how broad a petal is for its length."""
    sheet = np.full((TILE, TILE, 3), base, np.float32)
    inks = [rng.uniform(20, 240, 3) for _ in range(4)]
    size, leaf = rng.uniform(12, 40), rng.uniform((20, 70, 20), (90, 150, 90))
    for _ in range(int(1.1 * (TILE / per_mm / size) ** 2)):
        x, y, long = *rng.uniform(0, TILE, 2), size * per_mm * rng.uniform(0.3, 0.6)
        start, count, ink = rng.uniform(0, 360), int(rng.choice(petals)), inks[rng.integers(4)]
        for n in range(count + 1):
            colour, turn = (ink, start + n * 360 / count) if n else (leaf, start + 40)
            reach = long * (0.55 if n else 1.0)
            at = (
                round(x + reach * math.cos(math.radians(turn))),
                round(y + reach * math.sin(math.radians(turn))),
            )
            axes = (max(1, round(reach)), max(1, round(reach * round_ * (1 if n else 0.5))))
            cv2.ellipse(
                sheet, at, axes, turn, 0, 360, (colour * rng.uniform(0.9, 1.1)).tolist(), -1, cv2.LINE_AA
            )
        cv2.circle(sheet, (round(x), round(y)), max(1, round(long * 0.3)), (30, 190, 230), -1, cv2.LINE_AA)
    return sheet * rng.normal(1, 0.02, (TILE, TILE, 1)).astype(np.float32)


def _make_daisies(rng: Generator, per_mm: float, base: ndarray) -> ndarray:
    return _print_flowers(rng, per_mm, base, (7, 9, 12), 0.3)


def _make_violets(rng: Generator, per_mm: float, base: ndarray) -> ndarray:
    return _print_flowers(rng, per_mm, base, (4, 5), 0.7)


def _make_roses(rng: Generator, per_mm: float, base: ndarray) -> ndarray:
    """Rings of petals within each other, darker to the middle."""
    sheet = _print_flowers(rng, per_mm, base, (3,), 0.4)
    size = rng.uniform(20, 55)
    ink = rng.uniform((40, 20, 120), (170, 120, 240))
    for _ in range(int(0.6 * (TILE / per_mm / size) ** 2)):
        x, y, radius = *rng.integers(0, TILE, 2).tolist(), size * per_mm * rng.uniform(0.3, 0.6)
        for ring in range(5):
            axes = (max(1, round(radius * (1 - ring / 5))), max(1, round(radius * (0.9 - ring / 6))))
            colour = (ink * (1 - 0.16 * (ring % 2) - 0.05 * ring)).tolist()
            cv2.ellipse(sheet, (x, y), axes, ring * 50, 0, 360, colour, -1, cv2.LINE_AA)
    return sheet


def _make_checked(rng: Generator, per_mm: float, base: ndarray) -> ndarray:
    """Broad checks with blossoms on them."""
    sheet = _print_flowers(rng, per_mm, base, (5, 6), 0.5)
    stripe = np.arange(TILE) // round(rng.uniform(15, 45) * per_mm) % 2
    return sheet * (1 - 0.18 * (stripe[:, None] + stripe))[..., None]


TUNING_CLOTHS, KEPT_OUT_CLOTHS = ("daisies", "violets"), ("roses", "checks with blossoms")
CLOTHS = {
    "daisies": (_make_daisies, (200, 215, 225)),
    "violets": (_make_violets, (120, 90, 60)),
    "roses": (_make_roses, (205, 220, 220)),
    "checks with blossoms": (_make_checked, (215, 225, 235)),
}
