"""Made photos of cards on a table, with the truth: what the reader of photos is tried on.

`make_photo` has cards that lie apart, `make_lying` piles as people lay them: cards on cards, a box beside.

Each photo comes from one numpy generator: the same seed gives the same photo. Lengths on the table are in mm
and become pixels by a pinhole camera; colours are BGR, 0 to 255.
`python -m benchmarks.photos DIR N [--kept-out] [--lying]` writes N photos, each with its truth as JSON.

The reader is tuned on the seeds and decks of TUNING only; those of KEPT_OUT are for the final figures.
"""

import json
import math
import re
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy import ndarray
from numpy.random import Generator

from benchmarks.cloths import CLOTHS, TILE
from companion.cards import DECK
from companion.cards.pictures import picture_svg
from tools.deck import render_pngs

TUNING, KEPT_OUT = range(10_000), range(1_000_000, 1_010_000)

# `paper` takes the place of our paper; `frame` None keeps our frame, `frame_mm` 0 has none. `lines` above 0
# thickens dark lines, below 0 thins them. Of the art's width `stretch` is seen, drawn as wide as all of it.
# `bare` is how much of the lightning card is drawn: of printed decks many show little but black or red.
PLAIN: dict[str, Any] = {
    "style": "korean", "ink": False, "hue": 0, "saturation": 1.0, "gamma": 1.0, "lines": 0, "mirrored": False,
    "stretch": 1.0, "bare": 1.0, "paper": (214, 236, 246), "frame": None, "frame_mm": 1.2, "margin_mm": 0.0,
    "corner_mm": 2.0, "thick_mm": 0.9, "edge": (80, 90, 95), "back": (30, 25, 150),
}  # fmt: skip
INK: dict[str, Any] = {"ink": True, "paper": (255, 255, 255), "thick_mm": 0.3, "back": (225, 228, 230)}
MAKES: dict[str, dict[str, Any]] = {
    "korean": {},
    "japanese": {"style": "japanese", "back": (35, 32, 30)},
    "korean-ink": {**INK, "corner_mm": 0},
    "japanese-ink": {**INK, "style": "japanese"},
    "black-frame": {
        "style": "japanese", "saturation": 1.25, "frame": (28, 26, 25), "frame_mm": 1.3, "corner_mm": 1.2,
        "thick_mm": 1.2, "edge": (26, 25, 24),
    },
    "red-frame": {
        "hue": 6, "saturation": 1.3, "frame": (40, 30, 175), "frame_mm": 1.5, "stretch": 0.95,
        "thick_mm": 0.7, "edge": (32, 27, 106),
    },
    "white-margin": {
        "hue": -7, "gamma": 0.8, "lines": -1, "paper": (252, 253, 252), "frame": (250, 250, 250),
        "frame_mm": 2.2, "corner_mm": 2.5, "thick_mm": 0.6, "edge": (145, 148, 148),
    },
    "faded": {
        "style": "japanese", "saturation": 0.55, "gamma": 0.75, "paper": (185, 215, 228), "mirrored": True,
        "frame": (0, 0, 0), "frame_mm": 0, "corner_mm": 0.6, "back": (50, 60, 70),
    },
    "bold": {
        "style": "japanese", "hue": 12, "saturation": 1.15, "gamma": 1.35, "lines": 2, "stretch": 0.92,
        "frame": (45, 40, 38), "margin_mm": 0.7, "corner_mm": 0,
    },
    "bare": {
        "hue": 3, "gamma": 1.1, "paper": (222, 238, 244), "bare": 0.45, "frame": (30, 28, 150),
        "frame_mm": 0.8, "corner_mm": 1.0, "thick_mm": 1.1, "edge": (30, 30, 120), "back": (30, 28, 120),
    },
    "maroon": {
        "hue": -12, "saturation": 0.85, "gamma": 1.15, "lines": 1, "paper": (205, 232, 240), "mirrored": True,
        "frame": (35, 25, 95), "frame_mm": 1.0, "corner_mm": 1.6, "edge": (27, 22, 62), "back": (40, 45, 40),
    },
    "pale-square": {
        "style": "japanese", "hue": 8, "saturation": 0.8, "gamma": 0.85, "lines": -1, "stretch": 0.94,
        "paper": (240, 246, 246), "frame": (60, 55, 52), "frame_mm": 0.5, "margin_mm": 1.6, "corner_mm": 0.4,
    },
    "bare-black": {
        "style": "japanese", "hue": -5, "saturation": 1.1, "lines": 1, "bare": 0.45, "frame": (22, 20, 20),
        "frame_mm": 1.0, "stretch": 0.97, "corner_mm": 1.8, "thick_mm": 1.0, "edge": (24, 24, 26),
    },
}  # fmt: skip
DECKS = tuple(MAKES)
TUNING_DECKS, KEPT_OUT_DECKS = DECKS[:-3], DECKS[-3:]

_CARD = np.float32([(-16.5, -27), (16.5, -27), (16.5, 27), (-16.5, 27)])
_PX_PER_MM = 12
_WIDE, _HIGH = 33 * _PX_PER_MM, 54 * _PX_PER_MM
_LONG, _SHORT, _FOCAL = 1600, 1200, 1150.0

# How piles lie, a box beside cards, and cards of two sizes, as in a picture of pictures.
LYING = ("columns", "rows", "fan", "heap", "box", "two sizes")


class Pose(NamedTuple):
    """The middle of a card on the table in mm, its turn in radians, and how many times as large it is."""

    x: float
    y: float
    turn: float
    size: float = 1.0


class Truth(NamedTuple):
    """A card of a photo, its corners clockwise from its own top left. `shown` is how much is seen, 0 to 1."""

    id: str
    corners: tuple[tuple[float, float], ...]
    shown: float


class MadePhoto(NamedTuple):
    """A photo as JPEG, the cards that lie face up in it, and what it shows in words.

    What is `printed` on a box looks like cards.
    """

    content: bytes
    cards: tuple[Truth, ...]
    kind: str
    printed: tuple[Truth, ...] = ()


class Deck(dict[str, ndarray]):
    """48 pictures by card id, 198 × 324 pixels; `large` has them twice as large, for close-ups."""

    def __init__(self, make: dict[str, Any], large: dict[str, ndarray]) -> None:
        super().__init__(
            {id: cv2.resize(art, None, fx=0.5, fy=0.5, interpolation=3) for id, art in large.items()}
        )
        self.make, self.large = make, large
        radius = round(make["corner_mm"] * _PX_PER_MM)
        inner = np.zeros((_HIGH, _WIDE), np.uint8)
        inner[radius : _HIGH - radius, radius : _WIDE - radius] = 255
        self.mask = cv2.dilate(inner, _disc(radius))


@cache
def load_deck(name: str) -> Deck:
    """A deck of DECKS. The drawings are rendered once and kept in a temporary folder."""
    make = PLAIN | MAKES[name]
    drawings = [picture_svg(card, make["style"], ink_saving=make["ink"], marks=False) for card in DECK]
    svgs = [
        re.sub(r'<rect[^>]*x="6.5" y="6.5"[^>]*/>', "", svg) if make["frame"] else svg for svg in drawings
    ]
    file = Path(tempfile.gettempdir()) / f"made-photos-{sha256(''.join(svgs).encode()).hexdigest()[:16]}.png"
    if not file.exists():
        pictures = [cv2.imdecode(np.frombuffer(png, np.uint8), -1) for png in render_pngs(svgs, _WIDE, _HIGH)]
        written = Path(tempfile.mkdtemp()) / file.name
        cv2.imwrite(str(written), np.vstack(pictures))
        written.replace(file)
    kept = cv2.imread(str(file), -1).reshape(len(DECK), _HIGH, _WIDE, 4)
    large = {card.id: _alter(picture, make) for card, picture in zip(DECK, kept, strict=True)}
    if make["bare"] < 1:
        inside = slice(60, -60), slice(60, -60)
        drawn = large["willow-lightning"][inside].astype(float)
        large["willow-lightning"][inside] = drawn.mean((0, 1)) * (1 - make["bare"]) + drawn * make["bare"]
    return Deck(make, large)


def _alter(picture: ndarray, make: dict[str, Any]) -> ndarray:
    """Our drawing of a card as this maker prints it."""
    paper = picture[_HIGH // 2, 3, :3].astype(float)
    art = np.where(picture[:, :, 3:] > 127, picture[:, :, :3], paper) * (np.array(make["paper"]) / paper)
    if make["lines"]:
        art = (cv2.erode if make["lines"] > 0 else cv2.dilate)(art, _disc(abs(make["lines"])))
    level = np.arange(256)
    hsv = ((level + make["hue"]) % 180, level * make["saturation"], 255 * (level / 255) ** make["gamma"])
    art = cv2.cvtColor(np.clip(art, 0, 255).astype(np.uint8), cv2.COLOR_BGR2HSV)
    art = cv2.cvtColor(cv2.LUT(art, np.clip(np.dstack(hsv), 0, 255).astype(np.uint8)), cv2.COLOR_HSV2BGR)
    art = np.ascontiguousarray(art[:, ::-1] if make["mirrored"] else art)
    if make["frame"] is None:
        return art
    card = np.full_like(art, art[_HIGH // 2, 3])
    margin, frame = (round(make[key] * _PX_PER_MM) for key in ("margin_mm", "frame_mm"))
    cv2.rectangle(card, (margin, margin), (_WIDE - 1 - margin, _HIGH - 1 - margin), make["frame"], -1)
    inside, cut = margin + frame, round(24 + (1 - make["stretch"]) * _WIDE / 2)
    size = (_WIDE - 2 * inside, _HIGH - 2 * inside)
    card[inside : _HIGH - inside, inside : _WIDE - inside] = cv2.resize(art[24:-24, cut:-cut], size)
    return card


def _disc(radius: int) -> ndarray:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))


# How cards lie.


def _get_corners(pose: Pose) -> ndarray:
    cos, sin = math.cos(pose.turn) * pose.size, math.sin(pose.turn) * pose.size
    return (_CARD @ [(cos, sin), (-sin, cos)] + pose[:2]).astype(np.float32)


def _get_overlap(pose: Pose, other: Pose) -> float:
    """The part of a card that lies on another as large."""
    near = math.dist(pose[:2], other[:2]) < math.hypot(33, 54)
    return near and cv2.intersectConvexConvex(_get_corners(pose), _get_corners(other))[0] / (33 * 54)


def _scatter(rng: Generator, count: int, overlap: float) -> list[Pose]:
    """Cards turned freely; of none is more hidden than `overlap`."""
    placed: list[Pose] = []
    hidden: list[float] = []
    side = math.sqrt(count * 33 * 54 * (1 if overlap else rng.uniform(1.2, 2.4)))
    shape = rng.uniform(0.75, 1.33)
    while len(placed) < count:
        side *= 1.004
        x, y = rng.uniform(-side / 2, side / 2, 2)
        pose = Pose(x * shape, y / shape, rng.uniform(-math.pi, math.pi))
        then = [before + _get_overlap(pose, other) for before, other in zip(hidden, placed, strict=True)]
        if max(then, default=0) <= overlap:
            placed, hidden = [*placed, pose], [*then, 0]
    return placed


def _lay_rows(rng: Generator, count: int) -> list[Pose]:
    """Rows of a few cards, roughly aligned; many touch and none lies on another."""
    placed: list[Pose] = []
    columns, half_turns = int(rng.integers(3, 9)), rng.choice([0, 0.3])
    gap, crooked = rng.choice([0, 0, 2, 6]), rng.choice([0.004, 0.02, 0.05])
    x = y = 0.0
    while len(placed) < count:
        turn = rng.normal(0, crooked) + math.pi * (rng.random() < half_turns)
        pose = Pose(x, y + rng.normal(0, crooked * 30), turn)
        while any(_get_overlap(pose, other) for other in placed):
            pose = Pose(pose.x + 0.25, pose.y + 0.12, turn)
        placed.append(pose)
        x = pose.x + 32.5 + rng.uniform(0, gap)
        if x > 33 * (columns - 0.5) or rng.random() < 0.06:
            x, y = rng.uniform(-4, 4), y + 54 + rng.uniform(0, gap + 2)
    return placed


def _lay_months(rng: Generator, rows: int, blocks: int) -> list[Pose]:
    """Four cards in a row with gaps of 3 to 10 mm; blocks of rows stand side by side."""
    high = math.ceil(rows / blocks)
    wide, tall, apart = rng.uniform((38, 59, 10), (41.5, 62.5, 20))
    index = np.arange(rows * 4)
    x = index % 4 * wide + index // 4 // high * (4 * wide + apart) + rng.uniform(-0.7, 0.7, index.size)
    y = index // 4 % high * tall + rng.uniform(-0.7, 0.7, index.size)
    turn = rng.normal(0, rng.uniform(0.003, 0.015), index.size) * rng.choice(
        [1, 4], index.size, p=[0.95, 0.05]
    )
    return list(map(Pose, x, y, turn.clip(-0.05, 0.05)))


def _lay_strips(rng: Generator, count: int, *, are_columns: bool) -> list[Pose]:
    """Columns or rows in which the next card lies on the last one, so that about the same of each shows."""
    shown, crooked = rng.uniform(0.35, 0.95), rng.choice([0.01, 0.03, 0.06])
    long, step = int(rng.integers(2, 7)), np.array((0, 54) if are_columns else (33, 0)) * shown
    apart = np.array((33, 0) if are_columns else (0, 54)) + rng.uniform(2, 9)
    # The last card is the lowest, or the highest.
    step *= rng.choice([1, -1], p=[0.8, 0.2])
    placed = []
    for n in range(count):
        turn = rng.normal(0, crooked) + math.pi * (rng.random() < 0.1)
        x, y = apart * (n // long) + step * (n % long) + rng.normal(0, crooked * 40, 2)
        placed.append(Pose(x, y, turn))
    return placed


def _lay_fan(rng: Generator, count: int) -> list[Pose]:
    """Fans as cards are held in a hand, of up to eight, side by side."""
    placed, step, radius = [], math.radians(rng.uniform(12, 30)), rng.uniform(40, 75)
    long = int(rng.integers(4, 9))
    for n in range(count):
        turn = step * (n % long - (min(long, count) - 1) / 2) + rng.normal(0, 0.03)
        x, y = math.sin(turn) * radius, -math.cos(turn) * radius
        across, down = n // long % 2, n // long // 2
        placed.append(Pose(x + across * (2 * radius + 60), y + down * (radius + 60), turn))
    return placed


def _lay_heap(rng: Generator, count: int) -> list[Pose]:
    """Cards thrown on a heap: many lie under others."""
    side = math.sqrt(count * 33 * 54 * rng.uniform(0.55, 1.1))
    return [Pose(*rng.uniform(-side / 2, side / 2, 2), rng.uniform(-math.pi, math.pi)) for _ in range(count)]


def _lay_box(rng: Generator, cards: Sequence[Pose]) -> list[Pose]:
    """A box beside these cards, and two by two pictures on it at about 0.6 of their size."""
    turn, size = rng.normal(0, 0.15), rng.uniform(0.55, 0.65)
    x = max(_get_corners(pose)[:, 0].max() for pose in cards) + rng.uniform(35, 60)
    y, (across, down) = cards[0].y, np.array((33, 54)) * size / 2 + rng.uniform(0.5, 2)
    cos, sin = math.cos(turn), math.sin(turn)
    places = [(across * one, down * other) for one in (-1, 1) for other in (-1, 1)]
    printed = [
        Pose(x + cos * one - sin * other, y + sin * one + cos * other, turn, size) for one, other in places
    ]
    return [Pose(x, y, turn, size * 2.6), *printed]


# The camera.


class Camera(NamedTuple):
    """Where points of the table are seen in the photo."""

    matrix: ndarray
    size: tuple[int, int]
    px_per_mm: float

    def project(self, points: ndarray, height_mm: float = 0.0) -> ndarray:
        found = np.c_[points, np.full(len(points), -height_mm), np.ones(len(points))] @ self.matrix.T
        return (found[:, :2] / found[:, 2:]).astype(np.float32)


def _aim(
    rng: Generator, poses: Sequence[Pose], tilt: float, turn: float, fill: float, highest: float
) -> Camera:
    """A camera from which the cards fill this part of the photo's width or height.

    No card is higher than `highest` pixels, measured at the middle.
    """
    points = np.concatenate([_get_corners(pose) for pose in poses])
    middle = np.append(points.min(axis=0) + points.max(axis=0), 0) / 2
    turned = cv2.Rodrigues(np.array([-tilt, 0, 0]))[0] @ cv2.Rodrigues(np.array([0, 0, turn]))[0]
    nearest, flipped = _FOCAL * 54 / highest, fill < 0.6 and rng.random() < 0.5
    distance = max(nearest, 1.5 * float(np.ptp(points, axis=0).max()))
    for _ in range(12):
        matrix = np.diag([_FOCAL, _FOCAL, 1]) @ np.c_[turned, turned @ -middle + (0, 0, distance)]
        seen = Camera(matrix, (0, 0), 0).project(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        wide, tall = high - low
        size = (_SHORT, _LONG) if (tall > wide) != flipped else (_LONG, _SHORT)
        camera = Camera(matrix, size, _FOCAL / distance)
        distance = max(nearest, distance * max(wide / size[0], tall / size[1]) / fill)
    shift = np.eye(3)
    shift[:2, 2] = 0.02 * np.array(size) - low + rng.beta(2, 2, 2) * (0.96 * np.array(size) - high + low)
    return camera._replace(matrix=shift @ matrix)


# Tables, as square textures at so many pixels per mm.


def _noise(rng: Generator, per_mm: float, across_mm: float, down_mm: float) -> ndarray:
    """Smooth noise with patches of about this size."""
    cells = [min(TILE, max(3, round(TILE / per_mm / each))) for each in (down_mm, across_mm)]
    return cv2.resize(rng.standard_normal(cells, np.float32), (TILE, TILE), interpolation=cv2.INTER_CUBIC)


def _make_wood(rng: Generator, per_mm: float, base: ndarray) -> ndarray:
    layers = ((40, 0.8), (9, 0.6), (2.5, 0.6), (0.7, 0.5))
    grain = sum(weight * _noise(rng, per_mm, 28 * mm + 60, mm) for mm, weight in layers)
    grain += 1.2 * np.minimum(_noise(rng, per_mm, 14, 0.5) + 1.1, 0)
    y, x = np.mgrid[0:TILE, 0:TILE].astype(np.float32)
    wave = _noise(rng, per_mm, 160, 50) * rng.uniform(0, 6) * per_mm
    tone = 1 + rng.uniform(0.03, 0.1) * cv2.remap(
        grain, x, y + wave, cv2.INTER_LINEAR, None, cv2.BORDER_REFLECT
    )
    plank = rng.choice([70, 110, 160, 1e9]) * per_mm
    tone *= (1 + 0.1 * rng.standard_normal(100))[(y / plank).astype(int)]
    tone[(y % plank < max(0.8 * per_mm, 1)) & (y >= plank)] *= 0.45
    return base * tone[:, :, None]


def _make_cloth(rng: Generator, per_mm: float, base: ndarray) -> ndarray:
    thread = np.sin(np.arange(TILE) * (2 * math.pi / max(rng.uniform(0.5, 1.6) * per_mm, 2.6)))
    weave = np.outer(thread, thread) + 0.7 * (_noise(rng, per_mm, 5, 0.5) + _noise(rng, per_mm, 0.5, 5))
    wrinkles = np.maximum(1 - 2 * np.abs(_noise(rng, per_mm, *rng.uniform(30, 200, 2))), -1)
    return base * (1 + rng.uniform(0.02, 0.09) * weave + rng.uniform(0, 0.13) * wrinkles)[:, :, None]


def _make_plain(rng: Generator, per_mm: float, base: ndarray) -> ndarray:
    cloudy = rng.uniform(0, 0.03) * _noise(rng, per_mm, 120, 120)
    return base * (1 + 0.012 * _noise(rng, per_mm, 0.6, 0.6) + cloudy)[:, :, None]


def _make_ruled(rng: Generator, per_mm: float, base: ndarray) -> ndarray:
    sheet, squared = _make_plain(rng, per_mm, base), rng.random() < 0.5
    lines = np.arange(TILE) % round((5 if squared else 8) * per_mm) < max(1, 0.3 * per_mm)
    sheet[lines[:, None] | (lines & squared)] = rng.choice([(200, 165, 140), (175, 175, 175)])
    return sheet


def _make_tatami(rng: Generator, per_mm: float, base: ndarray) -> ndarray:
    y, x = np.mgrid[0:TILE, 0:TILE] / per_mm
    tone = 0.72 + 0.2 * np.abs(np.sin(y * math.pi / max(1.3, 2.6 / per_mm)))
    tone += 0.12 * np.abs(np.sin(x * math.pi / 14)) ** 0.25 + 0.07 * _noise(rng, per_mm, 40, 1.3)
    mat = base * tone[:, :, None]
    mat[np.abs(y - rng.uniform(0, 600)) < 14] = (45, 60, 40)
    return mat


TABLES = {
    "pine": (_make_wood, (150, 195, 222)),
    "oak": (_make_wood, (92, 140, 182)),
    "walnut": (_make_wood, (52, 76, 108)),
    "dark wood": (_make_wood, (30, 38, 52)),
    "mahogany": (_make_wood, (42, 58, 118)),
    "grey wood": (_make_wood, (140, 150, 158)),
    "green cloth": (_make_cloth, (58, 98, 38)),
    "red cloth": (_make_cloth, (45, 38, 150)),
    "blue cloth": (_make_cloth, (120, 72, 42)),
    "light cloth": (_make_cloth, (190, 205, 215)),
    "black cloth": (_make_cloth, (38, 36, 36)),
    "white paper": (_make_plain, (240, 243, 243)),
    "cream paper": (_make_plain, (205, 228, 238)),
    "ruled paper": (_make_ruled, (236, 240, 240)),
    "grey table": (_make_plain, (128, 130, 132)),
    "white table": (_make_plain, (222, 224, 226)),
    "tatami": (_make_tatami, (118, 172, 178)),
}


# Drawing. Photos are changed in place until the lens.


def _draw_table(rng: Generator, camera: Camera, table: str) -> ndarray:
    make, base = (TABLES | CLOTHS)[table]
    per_mm = float(np.clip(camera.px_per_mm, 1.6, 6))
    texture = make(rng, per_mm, np.array(base) * rng.uniform(0.88, 1.1) * rng.uniform(0.96, 1.04, 3))
    to_photo = camera.matrix[:, [0, 1, 3]]
    middle = np.linalg.solve(to_photo, (camera.size[0] / 2, camera.size[1] / 2, 1))
    turn = math.degrees(rng.uniform(-math.pi, math.pi) if rng.random() < 0.4 else rng.normal(0, 0.08))
    to_mm = np.vstack([cv2.getRotationMatrix2D((TILE / 2, TILE / 2), turn, 1 / per_mm), (0, 0, 1)])
    to_mm[:2, 2] += middle[:2] / middle[2] - TILE / 2
    return cv2.warpPerspective(
        texture.astype(np.float32), to_photo @ to_mm, camera.size, borderMode=cv2.BORDER_REFLECT
    )


def _draw_shadows(photo: ndarray, camera: Camera, poses: Sequence[Pose], away: ndarray, depth: float) -> None:
    mask = np.zeros(photo.shape[:2], np.uint8)
    for pose in poses:
        cv2.fillConvexPoly(mask, camera.project(_get_corners(pose) + away).round().astype(int), 255)
    soft = 0.3 + 0.5 * math.hypot(*away) * camera.px_per_mm
    photo *= 1 - cv2.GaussianBlur(mask, (0, 0), soft)[:, :, None] * np.float32(depth / 255)


def _draw_card(photo: ndarray, camera: Camera, deck: Deck, picture: ndarray, pose: Pose) -> ndarray:
    """Draws the card and its edge; where its upper corners are."""
    corners, thick = _get_corners(pose), deck.make["thick_mm"]
    top = camera.project(corners, thick)
    x, y, wide, high = cv2.boundingRect(np.concatenate([top, camera.project(corners)]))
    part = photo[y - 3 : y + high + 3, x - 3 : x + wide + 3]
    scale = min(1.0, 1.15 * max(math.dist(top[0], top[3]), math.dist(top[1], top[2])) / _HIGH)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    mask = cv2.resize(deck.mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    own = np.float32([(0, 0), (mask.shape[1], 0), mask.shape[::-1], (0, mask.shape[0])]) - np.float32(0.5)

    def warp(flat: ndarray, height_mm: float, border: int) -> ndarray:
        to_part = cv2.getPerspectiveTransform(
            own, camera.project(corners, height_mm) - np.float32([x - 3, y - 3])
        )
        return cv2.warpPerspective(flat, to_part, part.shape[1::-1], borderMode=border).astype(np.float32)

    edge = np.float32(deck.make["edge"])
    face = warp(small, thick, cv2.BORDER_REPLICATE)
    for height_mm, colour in ((0.0, edge * 0.6), (thick / 2, edge), (thick, face)):
        part += warp(mask, height_mm, cv2.BORDER_CONSTANT)[:, :, None] / 255 * (colour - part)
    return top


def _draw_fingers(rng: Generator, photo: ndarray, wide: float) -> None:
    """Fingers of this width that reach in from an edge; drawn before the cards, they hide none."""
    skin = rng.choice([(120, 160, 215), (95, 135, 190), (60, 90, 140), (40, 58, 88)])
    inward = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
    size = np.array(photo.shape[1::-1])
    first = np.where(inward, size * (inward < 0) - wide * inward, rng.uniform(0, size))
    aim, mask = inward + rng.uniform(-0.4, 0.4, 2), np.zeros(photo.shape[:2], np.uint8)
    for finger in range(rng.integers(1, 5)):
        base = first + inward[::-1] * finger * wide * 1.08
        tip = base + aim * wide * rng.uniform(1.5, 3)
        cv2.line(mask, base.astype(int).tolist(), tip.astype(int).tolist(), 255, int(wide))
    depth = np.clip(cv2.distanceTransform(mask, cv2.DIST_L2, 5) / (wide / 2), 0, 1)
    tone = (0.5 + 0.5 * np.sqrt(1 - (1 - depth) ** 2))[:, :, None] * np.float32(skin)
    photo *= 1 - cv2.GaussianBlur(mask, (0, 0), wide / 5)[:, :, None] * np.float32(0.4 / 255)
    photo += cv2.GaussianBlur(mask, (0, 0), 1.5)[:, :, None] / np.float32(255) * (tone - photo)


def _light(rng: Generator, photo: ndarray, cards: ndarray, careful: bool) -> str:
    """Light and shade over the whole photo; what there is of it, in words."""
    size = np.array(photo.shape[1::-1])
    y, x = np.mgrid[0 : size[1] : 8, 0 : size[0] : 8] / _LONG

    def ellipse(middle: ndarray, radii: ndarray) -> ndarray:
        turned = (x - middle[0] + 1j * (y - middle[1])) * np.exp(1j * rng.uniform(0, math.pi))
        return (turned.real / radii[0]) ** 2 + (turned.imag / radii[1]) ** 2

    slope = rng.uniform(-0.5, 0.5, 2) * (0.2 if careful else 1)
    light = 1 + slope[0] * (x - x.mean()) + slope[1] * (y - y.mean())
    light *= 1 - rng.uniform(0, 0.35) * ellipse(size / _LONG / 2, np.ones(2))
    spread = (0.12, 0.03) if careful else (0.38, 0.12)
    exposure, warmth = np.clip(rng.normal(0, spread), (-1.1, -0.22), (0.55, 0.22))
    shaded, glaring = rng.random(2) < (0 if careful else 0.33)
    inside = ellipse(rng.uniform(0, size / _LONG), rng.uniform((0.35, 0.12), (0.8, 0.35))) - 1
    light *= 1 - shaded * rng.uniform(0.25, 0.6) / (1 + np.exp(inside * rng.uniform(3, 14)))
    gains = 2**exposure * np.array([1 - warmth, 1 + rng.normal(0, 0.02), 1 + warmth])
    spot = rng.choice(np.argwhere(cards[::8, ::8]))[::-1] * 8 / _LONG + rng.normal(0, 0.05, 2)
    glare = glaring * rng.uniform(40, 150) * np.exp(-ellipse(spot, rng.uniform(0.04, 0.22, 2)))
    photo *= cv2.resize(light[:, :, None] * gains, size.tolist())
    photo += cv2.resize(glare, size.tolist())[:, :, None]
    # A sensor comes to white slowly.
    np.copyto(photo, 215 + 40 * np.tanh((photo - 215) / 40), where=photo > 215)
    seen = f"{', shadow' * int(shaded)}{', glare' * int(glaring)}"
    return f"exposure {exposure:+.1f}, warmth {warmth:+.2f}{seen}"


def _bend(rng: Generator, photo: ndarray, corners: ndarray) -> tuple[ndarray, ndarray]:
    """The photo through a lens that bends lines slightly, and where the corners then are."""
    (high, wide), bend = photo.shape[:2], np.array([rng.uniform(-0.025, 0.015), 0, 0, 0])
    radius = math.hypot(high, wide) / 2
    lens = np.array([[radius, 0, wide / 2], [0, radius, high / 2], [0, 0, 1]])
    # Bends outwards look beyond the photo, so they are shown a little larger.
    shown = lens * np.array([[1 + max(bend[0], 0), 1, 1], [1, 1 + max(bend[0], 0), 1], [1, 1, 1]])
    found = cv2.undistortPoints(corners.reshape(-1, 1, 2), lens, bend, P=shown).reshape(corners.shape)
    return cv2.undistort(photo, lens, bend, None, shown), found


def _sense(rng: Generator, photo: ndarray, careful: bool) -> bytes:
    """Blur, noise, sharpening as phones do it, and JPEG."""
    photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.4, 0.9 if careful else 1.7))
    shaken = 1 if careful else int(rng.choice([1, 1, 1, 3, 5, 9]))
    photo = cv2.blur(photo, (shaken, 1) if rng.random() < 0.5 else (1, shaken))
    high, wide = photo.shape[:2]
    coarse = cv2.resize(rng.standard_normal((high // 3, wide // 3, 3), np.float32), (wide, high))
    noise = rng.standard_normal((high, wide, 1), np.float32) + 0.6 * coarse
    photo = photo + noise * np.float32(rng.uniform(0.5, 2 if careful else 6))
    photo += np.float32(rng.choice([0, 0.3, 0.7])) * (photo - cv2.GaussianBlur(photo, (0, 0), 2))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 93))]
    return cv2.imencode(".jpg", np.clip(photo, 0, 255).astype(np.uint8), quality)[1].tobytes()


def _photograph(
    deck: Deck,
    rng: Generator,
    ids: Sequence[str],
    poses: Sequence[Pose],
    camera: Camera,
    table: str,
    careful: bool,
    printed: int = 0,
) -> MadePhoto:
    """Draws the cards in turn; an empty id is the back of a card. The first `printed` are no cards."""
    photo, cards = _draw_table(rng, camera, table), np.zeros(camera.size[::-1], np.uint8)
    fingers = not careful and rng.random() < 0.2
    if fingers:
        _draw_fingers(rng, photo, float(np.clip(16 * camera.px_per_mm, 40, 260)))
    angle, depth = rng.uniform(0, 2 * math.pi), rng.uniform(0.2, 0.6)
    away = np.array([math.cos(angle), math.sin(angle)]) * rng.uniform(0.3, 1.6) * deck.make["thick_mm"]
    piled = any(
        _get_overlap(pose, other) > 0.001 for index, pose in enumerate(poses) for other in poses[:index]
    )
    back, tops = np.full((_HIGH, _WIDE, 3), deck.make["back"], np.uint8), []
    for index, (id, pose) in enumerate(zip(ids, poses, strict=True)):
        if piled or not index:
            _draw_shadows(photo, camera, [pose] if piled else poses, away, depth)
        gloss = cv2.resize(rng.normal(1, 0.02) + rng.normal(0, 0.015, (2, 2)), (_WIDE, _HIGH))[:, :, None]
        tops.append(
            _draw_card(photo, camera, deck, (deck.large.get(id, back) * gloss).astype(np.float32), pose)
        )
        cv2.fillConvexPoly(cards, tops[-1].round().astype(int), index + 1)
    kind = f"{table}, {_light(rng, photo, cards, careful)}{', fingers' * fingers}{', overlap' * piled}"
    photo, corners = _bend(rng, photo, np.float32(tops))
    found = [tuple(map(tuple, four)) for four in corners.round(1).tolist()]
    shown = np.bincount(cards.ravel(), minlength=len(ids) + 1)[1:] / [cv2.contourArea(top) for top in tops]
    rows = zip(ids, found, shown.clip(0, 1).round(3).tolist(), strict=True)
    truths = [Truth(*row) for row in rows]
    lying, on_box = (tuple(one for one in part if one.id) for part in (truths[printed:], truths[:printed]))
    return MadePhoto(_sense(rng, photo, careful), lying, kind, on_box)


def make_pile(
    deck: Deck, rng: Generator, count: int, *, overlap: float = 0.0, table: str | None = None
) -> MadePhoto:
    """So many cards of the deck, scattered or in rows, as a hurried player takes them.

    `overlap`, up to 0.15, is how much of a card may be hidden; such cards are always scattered.
    """
    backs = rng.integers(1, 4) if rng.random() < 0.1 else 0
    ids = rng.permutation([*(DECK[index].id for index in rng.permutation(len(DECK))[:count]), *[""] * backs])
    in_rows = not overlap and rng.random() < 0.55
    poses = _lay_rows(rng, len(ids)) if in_rows else _scatter(rng, len(ids), overlap)
    tilt = min(abs(rng.normal(0, 19)), 40)
    turn = rng.uniform(-math.pi, math.pi) if rng.random() < 0.5 else rng.normal(0, 0.1)
    highest = math.exp(rng.uniform(math.log(90), math.log(700))) if count <= 2 else 420
    camera = _aim(rng, poses, math.radians(tilt), turn, rng.uniform(0.55, 0.95), highest)
    made = _photograph(deck, rng, ids.tolist(), poses, camera, table or str(rng.choice(list(TABLES))), False)
    how = f"{count} {'in rows' if in_rows else 'scattered'}{f' and {backs} backs' if backs else ''}"
    return made._replace(kind=f"{how} on {made.kind}, tilt {tilt:.0f}")


def make_layout(
    deck: Deck,
    rng: Generator,
    months: Sequence[int] = range(12),
    *,
    blocks: int = 1,
    table: str | None = None,
) -> MadePhoto:
    """The cards of these suits (0 to 11, deck order), four in a row, as someone lays them out with care.

    `blocks` parts the rows into so many blocks, side by side: the first rows are in the left block.
    """
    ids = [DECK[4 * month + place].id for month in months for place in range(4)]
    poses, tilt = _lay_months(rng, len(months), blocks), rng.uniform(0, 15)
    camera = _aim(rng, poses, math.radians(tilt), rng.normal(0, 0.04), rng.uniform(0.82, 0.96), 420)
    made = _photograph(deck, rng, ids, poses, camera, table or str(rng.choice(list(TABLES))), True)
    return made._replace(kind=f"layout of {len(ids)} on {made.kind}, tilt {tilt:.0f}")


def make_rows(
    deck: Deck, rng: Generator, months: Sequence[int], step: tuple[float, float], order: Sequence[int]
) -> MadePhoto:
    """The cards of these suits in rows of four in this order, so many mm to the next card and row."""
    ids = [DECK[4 * month + place].id for month in months for place in order]
    poses = [Pose(n % 4 * step[0], n // 4 * step[1], rng.normal(0, 0.02)) for n in range(len(ids))]
    camera = _aim(rng, poses, math.radians(rng.uniform(0, 12)), rng.normal(0, 0.03), 0.93, 420)
    return _photograph(deck, rng, ids, poses, camera, str(rng.choice(list(TABLES))), True)


def make_photo(seed: int) -> tuple[str, MadePhoto]:
    """A deck's name and the photo of a seed of TUNING or KEPT_OUT: one in eight is a layout."""
    rng = np.random.default_rng(seed)
    name = str(rng.choice(KEPT_OUT_DECKS if seed in KEPT_OUT else TUNING_DECKS))
    if seed % 8 == 7:
        months = [range(12), range(4), range(4, 8), range(8, 12)][rng.integers(4)]
        return name, make_layout(load_deck(name), rng, months)
    low, high = rng.choice([(1, 2), (3, 10), (11, 24)])
    count, overlap = int(rng.integers(low, high + 1)), 0.15 * (rng.random() < 0.08)
    return name, make_pile(load_deck(name), rng, count, overlap=overlap)


def make_lying(seed: int) -> tuple[str, MadePhoto]:
    """A deck's name and a pile as it lies: the kinds of LYING in turn, for a seed of TUNING or KEPT_OUT."""
    rng = np.random.default_rng([seed, 1])
    name = str(rng.choice(KEPT_OUT_DECKS if seed in KEPT_OUT else TUNING_DECKS))
    deck, how, count = load_deck(name), LYING[seed % len(LYING)], int(rng.integers(3, 17))
    ids = [DECK[index].id for index in rng.permutation(len(DECK))]
    poses, printed = _lay(rng, how, count)
    tilt, turn = min(abs(rng.normal(0, 15)), 35), rng.normal(0, 0.1) + math.pi / 2 * (rng.random() < 0.2)
    camera = _aim(rng, poses, math.radians(tilt), turn, rng.uniform(0.65, 0.95), 420)
    table = str(rng.choice(list(TABLES)))
    if printed:
        # The box itself.
        ids[0] = ""
    made = _photograph(deck, rng, ids[: len(poses)], poses, camera, table, False, printed)
    return name, made._replace(kind=f"{how} of {count} on {made.kind}, tilt {tilt:.0f}")


def _lay(rng: Generator, how: str, count: int) -> tuple[list[Pose], int]:
    """Cards as this kind of LYING has them, and how many of the first are printed on a box."""
    if how in ("columns", "rows"):
        return _lay_strips(rng, count, are_columns=how == "columns"), 0
    if how in ("fan", "heap"):
        return (_lay_fan if how == "fan" else _lay_heap)(rng, count), 0
    cards = _lay_rows(rng, count)
    if how == "box":
        return [*_lay_box(rng, cards), *cards], 5
    others = _lay_rows(rng, int(rng.integers(2, 9)))
    beyond, size = max(_get_corners(pose)[:, 0].max() for pose in cards), rng.uniform(0.5, 0.75)
    moved = [Pose(beyond + 40 + pose.x * size, pose.y * size, pose.turn, size) for pose in others]
    return [*cards, *moved], 0


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for seed in (KEPT_OUT if "--kept-out" in sys.argv else TUNING)[: int(sys.argv[2])]:
        name, photo = (make_lying if "--lying" in sys.argv else make_photo)(seed)
        truth = {"deck": name, "kind": photo.kind, "cards": [card._asdict() for card in photo.cards]}
        (folder / f"{seed:07}.jpg").write_bytes(photo.content)
        (folder / f"{seed:07}.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")
