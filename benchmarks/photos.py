"""Made photos of cards on a table, with the truth: what the reader of photos is tried on.

Each photo comes from one numpy generator: the same seed gives the same photo. Lengths on the table are in mm
and become pixels by a pinhole camera; colours are BGR, 0 to 255.
`python -m benchmarks.photos DIR N [--kept-out]` writes N photos, each with its truth as JSON beside it.

The reader is tuned on the seeds and decks of TUNING only; those of KEPT_OUT are for the final figures.
"""

import json
import math
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from re import sub
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator

from companion.cards import DECK
from companion.cards.pictures import DeckStyle, picture_svg
from companion.printing.png import render_pngs

TUNING, KEPT_OUT = range(10_000), range(1_000_000, 1_010_000)

CARD_WIDTH, CARD_HEIGHT = 33.0, 54.0
PICTURE = (198, 324)
_LARGE, _WINDOW = (396, 648), 24
_LONG, _SHORT = 1600, 1200
_FOCAL = 1150.0
_TILE = 1536

Colour = tuple[float, float, float]
Pose = tuple[float, float, float]
"""The middle of a card in mm and its turn in radians."""


class Truth(NamedTuple):
    """A card of a photo; its corners run clockwise from the card's own top left."""

    id: str
    corners: tuple[tuple[float, float], ...]


class MadePhoto(NamedTuple):
    content: bytes
    cards: tuple[Truth, ...]
    kind: str


class Make(NamedTuple):
    """How a deck differs from ours. Without `frame` ours is kept; `frame_mm` 0 has none.

    `lines` above 0 makes dark lines thicker, below 0 thinner. `stretch` is how wide the art is.
    """

    style: DeckStyle
    ink_saving: bool = False
    hue: int = 0
    saturation: float = 1.0
    gamma: float = 1.0
    lines: int = 0
    paper: Colour | None = None
    frame: Colour | None = None
    frame_mm: float = 1.2
    margin_mm: float = 0.0
    corner_mm: float = 2.0
    mirrored: bool = False
    stretch: float = 1.0
    thick_mm: float = 0.9
    back: Colour = (30, 25, 150)


MAKES = {
    "korean": Make("korean"),
    "japanese": Make("japanese", back=(35, 32, 30)),
    "korean-ink": Make("korean", ink_saving=True, corner_mm=0, thick_mm=0.3, back=(225, 228, 230)),
    "japanese-ink": Make("japanese", ink_saving=True, thick_mm=0.3, back=(225, 228, 230)),
    "black-frame": Make("japanese", saturation=1.25, frame=(28, 26, 25), frame_mm=1.3, corner_mm=1.2,
                        thick_mm=1.2),
    "red-frame": Make("korean", hue=6, saturation=1.3, frame=(40, 30, 175), frame_mm=1.5, stretch=0.95,
                      thick_mm=0.7),
    "white-margin": Make("korean", hue=-7, gamma=0.8, lines=-1, paper=(252, 253, 252), frame=(250, 250, 250),
                         frame_mm=2.2, corner_mm=2.5, thick_mm=0.6),
    "faded": Make("japanese", saturation=0.55, gamma=0.75, paper=(185, 215, 228), frame_mm=0, frame=(0, 0, 0),
                  corner_mm=0.6, mirrored=True, back=(50, 60, 70)),
    "bold": Make("japanese", hue=12, saturation=1.15, gamma=1.35, lines=2, frame=(45, 40, 38), margin_mm=0.7,
                 corner_mm=0, stretch=0.92),
    "maroon": Make("korean", hue=-12, saturation=0.85, gamma=1.15, lines=1, paper=(205, 232, 240),
                   frame=(35, 25, 95), frame_mm=1.0, corner_mm=1.6, mirrored=True, back=(40, 45, 40)),
    "pale-square": Make("japanese", hue=8, saturation=0.8, gamma=0.85, lines=-1, paper=(240, 246, 246),
                        frame=(60, 55, 52), frame_mm=0.5, margin_mm=1.6, corner_mm=0.4, stretch=0.94),
}  # fmt: skip
DECKS = tuple(MAKES)
KEPT_OUT_DECKS = DECKS[-2:]
TUNING_DECKS = DECKS[:-2]


class Deck(dict[str, np.ndarray]):
    """48 pictures by card id, 198 × 324 pixels; `large` has them twice as large, for close-ups."""

    def __init__(self, name: str, large: Mapping[str, np.ndarray]) -> None:
        super().__init__(
            {id: cv2.resize(picture, PICTURE, interpolation=cv2.INTER_AREA) for id, picture in large.items()}
        )
        self.name, self.make, self.large = name, MAKES[name], large
        mask = np.zeros((_LARGE[1] * 2, _LARGE[0] * 2), np.uint8)
        radius = round(self.make.corner_mm * mask.shape[0] / CARD_HEIGHT)
        end = (mask.shape[1] - 1 - radius, mask.shape[0] - 1 - radius)
        cv2.rectangle(mask, (radius, radius), end, 255, -1)
        self.mask = cv2.resize(cv2.dilate(mask, _disc(radius)), _LARGE, interpolation=cv2.INTER_AREA)


@cache
def load_deck(name: str) -> Deck:
    """A deck of DECKS. Our drawings are rendered once and kept in a temporary folder."""
    make = MAKES[name]
    svgs = [picture_svg(card, make.style, ink_saving=make.ink_saving, marks=False) for card in DECK]
    if make.frame:
        svgs = [sub(r'<rect[^>]*x="6.5" y="6.5"[^>]*/>', "", svg) for svg in svgs]
    digest = sha256("".join(svgs).encode()).hexdigest()[:16]
    file = Path(tempfile.gettempdir()) / f"made-photos-{digest}.npz"
    if not file.exists():
        pngs = [np.frombuffer(png, np.uint8) for png in render_pngs(svgs, *_LARGE)]
        written = file.with_suffix(".part.npz")
        np.savez(written, *pngs)
        written.replace(file)
    with np.load(file) as kept:
        drawn = [cv2.imdecode(kept[key], cv2.IMREAD_UNCHANGED) for key in kept.files]
    return Deck(name, {card.id: _alter(picture, make) for card, picture in zip(DECK, drawn, strict=True)})


def _alter(picture: np.ndarray, make: Make) -> np.ndarray:
    paper = picture[_LARGE[1] // 2, 8, :3]
    art = np.where(picture[:, :, 3:] > 127, picture[:, :, :3], paper)
    if make.lines:
        change = cv2.erode if make.lines > 0 else cv2.dilate
        art = change(art, _disc(abs(make.lines)))
    if make.paper:
        art = np.minimum(art * (np.array(make.paper) / paper.astype(float)), 255).astype(np.uint8)
    hsv = cv2.cvtColor(art, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[:, :, 0] = (hsv[:, :, 0] + make.hue) % 180
    hsv[:, :, 1] = np.minimum(hsv[:, :, 1] * make.saturation, 255)
    hsv[:, :, 2] = 255 * (hsv[:, :, 2] / 255) ** make.gamma
    art = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)
    if make.mirrored:
        art = art[:, ::-1]
    if make.frame is None:
        return np.ascontiguousarray(art)
    per_mm = _LARGE[1] / CARD_HEIGHT
    card = np.full_like(art, art[_LARGE[1] // 2, 8])
    margin, window = round(make.margin_mm * per_mm), round((make.margin_mm + make.frame_mm) * per_mm)
    if make.frame_mm:
        card[margin : _LARGE[1] - margin, margin : _LARGE[0] - margin] = make.frame
    wide, high = _LARGE[0] - 2 * window, _LARGE[1] - 2 * window
    art = cv2.resize(art[_WINDOW:-_WINDOW, _WINDOW:-_WINDOW], (round(wide / make.stretch), high))
    left = (art.shape[1] - wide) // 2
    card[window : window + high, window : window + wide] = art[:, left : left + wide]
    return card


def _disc(radius: int) -> np.ndarray:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))


# How cards lie.


def _get_corners(pose: Pose) -> np.ndarray:
    x, y, turn = pose
    across = np.array((math.cos(turn), math.sin(turn))) * CARD_WIDTH / 2
    down = np.array((-math.sin(turn), math.cos(turn))) * CARD_HEIGHT / 2
    return np.float32([-across - down, across - down, across + down, down - across]) + np.float32([x, y])


def _count_overlap(pose: Pose, placed: Iterable[Pose]) -> float:
    """The part of a card that lies on or under others."""
    area = 0.0
    for other in placed:
        if math.hypot(other[0] - pose[0], other[1] - pose[1]) < math.hypot(CARD_WIDTH, CARD_HEIGHT):
            area += cv2.intersectConvexConvex(_get_corners(pose), _get_corners(other))[0]
    return area / (CARD_WIDTH * CARD_HEIGHT)


def _scatter(rng: Generator, count: int, overlap: float) -> list[Pose]:
    placed: list[Pose] = []
    side = math.sqrt(count * CARD_WIDTH * CARD_HEIGHT * (1.15 if overlap else rng.uniform(1.3, 2.6)))
    shape = rng.uniform(0.75, 1.33)
    while len(placed) < count:
        side *= 1.004
        x, y = rng.uniform(-side / 2, side / 2, 2)
        pose = (x * shape, y / shape, rng.uniform(-math.pi, math.pi))
        if _count_overlap(pose, placed) <= overlap:
            placed.append(pose)
    return placed


def _lay_rows(rng: Generator, count: int) -> list[Pose]:
    """Rows of a few cards, roughly aligned; many touch and none lies on another."""
    placed: list[Pose] = []
    columns = int(rng.integers(3, 9)) if count > 3 else count
    gap, crooked, half_turns = rng.choice([0, 0, 2, 6]), rng.choice([0.004, 0.02, 0.05]), rng.choice([0, 0.3])
    down = 0.0
    while len(placed) < count:
        length = min(columns, count - len(placed), columns - int(rng.integers(0, 2)))
        along = rng.uniform(-4, 4)
        for _ in range(max(length, 1)):
            turn = rng.normal(0, crooked) + (math.pi if rng.random() < half_turns else 0)
            pose = (along, down + rng.normal(0, crooked * 30), turn)
            while _count_overlap(pose, placed):
                pose = (pose[0] + 0.25, pose[1] + 0.05, turn)
            placed.append(pose)
            along = pose[0] + CARD_WIDTH + rng.uniform(0, gap) - 0.5
        down += CARD_HEIGHT + rng.uniform(0, gap + 2)
    return placed


def _lay_months(rng: Generator, rows: int, blocks: int) -> list[Pose]:
    """Four cards in a row with gaps of 3 to 10 mm; blocks of rows stand side by side."""
    gap_x, gap_y, gap_block = rng.uniform(4.5, 8.5), rng.uniform(4.5, 8.5), rng.uniform(10, 20)
    crooked = rng.uniform(0.003, 0.02)
    high = math.ceil(rows / blocks)
    poses = []
    for index in range(rows * 4):
        block, row = divmod(index // 4, high)
        x = (index % 4) * (CARD_WIDTH + gap_x) + block * (4 * (CARD_WIDTH + gap_x) + gap_block)
        turn = rng.normal(0, crooked) + (rng.uniform(-0.06, 0.06) if rng.random() < 0.05 else 0)
        shift = np.clip(rng.normal(0, 0.5, 2), -0.7, 0.7)
        poses.append((x + shift[0], row * (CARD_HEIGHT + gap_y) + shift[1], turn))
    return poses


# The camera.


class Camera(NamedTuple):
    matrix: np.ndarray
    size: tuple[int, int]
    px_per_mm: float

    def project(self, points: np.ndarray, height_mm: float = 0.0) -> np.ndarray:
        found = np.c_[points, np.full(len(points), -height_mm), np.ones(len(points))] @ self.matrix.T
        return (found[:, :2] / found[:, 2:]).astype(np.float32)


def _aim(
    rng: Generator, poses: Sequence[Pose], tilt: float, turn: float, fill: float, highest: float
) -> Camera:
    """A camera from which the cards fill this part of the frame's width or height.

    No card is higher than `highest` pixels, measured at the middle.
    """
    points = np.concatenate([_get_corners(pose) for pose in poses])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    spin = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), math.sin(tilt)], [0, -math.sin(tilt), math.cos(tilt)]])
    turned = lean @ spin
    nearest = _FOCAL * CARD_HEIGHT / highest
    distance = max(nearest, float(np.ptp(points, axis=0).max()) * 1.5)
    flipped = rng.random() < 0.12
    camera = Camera(np.eye(3, 4), (_LONG, _SHORT), 1)
    for _ in range(12):
        place = np.c_[turned, turned @ np.array([-middle[0], -middle[1], 0]) + (0, 0, distance)]
        camera = Camera(np.diag([_FOCAL, _FOCAL, 1]) @ place, camera.size, _FOCAL / distance)
        low, high = camera.project(points).min(axis=0), camera.project(points).max(axis=0)
        wide, tall = high - low
        size = (_SHORT, _LONG) if (tall > wide) != flipped else (_LONG, _SHORT)
        camera = camera._replace(size=size)
        distance = max(nearest, distance * max(wide / size[0], tall / size[1]) / fill)
    offset = [
        rng.uniform(0.025 * s - a, 0.975 * s - b) for s, a, b in zip(camera.size, low, high, strict=True)
    ]
    shift = np.array([[1, 0, offset[0]], [0, 1, offset[1]], [0, 0, 1]])
    return camera._replace(matrix=shift @ camera.matrix)


# Tables, as square textures at so many pixels per mm.


def _noise(rng: Generator, per_mm: float, across_mm: float, down_mm: float) -> np.ndarray:
    """Smooth noise with patches of about this size."""
    cells = [min(_TILE, max(3, round(_TILE / per_mm / each))) for each in (down_mm, across_mm)]
    return cv2.resize(rng.standard_normal(cells, np.float32), (_TILE, _TILE), interpolation=cv2.INTER_CUBIC)


def _make_wood(rng: Generator, per_mm: float, base: Colour) -> np.ndarray:
    strength = rng.uniform(0.3, 1)
    grain = sum(
        w * _noise(rng, per_mm, 28 * mm + 60, mm) for mm, w in ((40, 0.8), (9, 0.6), (2.5, 0.6), (0.7, 0.5))
    )
    wave = _noise(rng, per_mm, 160, 50) * rng.uniform(0, 6) * per_mm
    y, x = np.mgrid[0:_TILE, 0:_TILE].astype(np.float32)
    grain = cv2.remap(grain, x, y + wave, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    pores = np.minimum(_noise(rng, per_mm, 14, 0.5) + 1.1, 0)
    tone = 1 + strength * (0.1 * grain + 0.12 * pores)
    if rng.random() < 0.6:
        plank = rng.uniform(70, 160) * per_mm
        tone *= 1 + 0.1 * rng.standard_normal(200)[(y / plank).astype(int)]
        tone[(y % plank) < max(0.8 * per_mm, 1)] *= 0.45
    return np.float32(base) * tone[:, :, None].astype(np.float32)


def _make_cloth(rng: Generator, per_mm: float, base: Colour) -> np.ndarray:
    pitch = max(rng.uniform(0.5, 1.6), 2.6 / per_mm)
    line = np.sin(np.arange(_TILE, dtype=np.float32) * (2 * math.pi / pitch / per_mm))
    weave = line[:, None] * line + 0.7 * _noise(rng, per_mm, 5, 0.5) + 0.7 * _noise(rng, per_mm, 0.5, 5)
    wrinkles = 1 - 2 * np.abs(_noise(rng, per_mm, rng.uniform(60, 200), rng.uniform(30, 90)))
    tone = 1 + rng.uniform(0.02, 0.09) * weave + rng.uniform(0, 0.13) * np.maximum(wrinkles, -1)
    return np.float32(base) * tone[:, :, None]


def _make_plain(rng: Generator, per_mm: float, base: Colour) -> np.ndarray:
    tone = 1 + 0.012 * _noise(rng, per_mm, 0.6, 0.6) + rng.uniform(0, 0.03) * _noise(rng, per_mm, 120, 120)
    return np.float32(base) * tone[:, :, None]


def _make_ruled(rng: Generator, per_mm: float, base: Colour) -> np.ndarray:
    sheet = _make_plain(rng, per_mm, base)
    ink = np.float32([[200, 165, 140], [175, 175, 175]][rng.integers(2)])
    pitch, wide = rng.choice([5, 8]) * per_mm, max(1, round(0.3 * per_mm))
    for place in np.arange(pitch, _TILE - wide, pitch).astype(int):
        sheet[place : place + wide] = ink
        if pitch == 5 * per_mm:
            sheet[:, place : place + wide] = ink
    return sheet


def _make_tatami(rng: Generator, per_mm: float, base: Colour) -> np.ndarray:
    y, x = np.mgrid[0:_TILE, 0:_TILE].astype(np.float32) / per_mm
    rush = np.abs(np.sin(y * math.pi / max(1.3, 2.6 / per_mm)))
    weft = np.abs(np.sin(x * math.pi / 14)) ** 0.25
    tone = (
        0.72
        + 0.2 * rush
        + 0.12 * weft
        + 0.07 * _noise(rng, per_mm, 40, 1.3)
        + 0.04 * _noise(rng, per_mm, 7, 1.3)
    )
    mat = np.float32(base) * tone[:, :, None]
    start = rng.uniform(0, 600)
    mat[(y > start) & (y < start + 28)] = (45, 60, 40)
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


# Drawing.


def _draw_table(rng: Generator, camera: Camera, table: str) -> np.ndarray:
    make, base = TABLES[table]
    per_mm = float(np.clip(camera.px_per_mm, 1.6, 6))
    shade = rng.uniform(0.88, 1.1) * rng.uniform(0.96, 1.04, 3)
    texture = np.clip(make(rng, per_mm, tuple(base * shade)), 0, 255).astype(np.uint8)
    turn = rng.uniform(-math.pi, math.pi) if rng.random() < 0.4 else rng.normal(0, 0.08)
    cos, sin, half = math.cos(turn) / per_mm, math.sin(turn) / per_mm, _TILE / 2
    to_mm = np.array([[cos, -sin, -half * (cos - sin)], [sin, cos, -half * (sin + cos)], [0, 0, 1]])
    middle = np.linalg.inv(camera.matrix[:, [0, 1, 3]]) @ (camera.size[0] / 2, camera.size[1] / 2, 1)
    to_mm[:2, 2] += middle[:2] / middle[2]
    warp = camera.matrix[:, [0, 1, 3]] @ to_mm
    return cv2.warpPerspective(texture, warp, camera.size, borderMode=cv2.BORDER_REFLECT).astype(np.float32)


def _draw_shadows(
    photo: np.ndarray, camera: Camera, poses: Sequence[Pose], towards: np.ndarray, depth: float
) -> None:
    mask = np.zeros(photo.shape[:2], np.uint8)
    for pose in poses:
        grown = (_get_corners(pose) - pose[:2]) * 1.015 + pose[:2] + towards
        cv2.fillConvexPoly(mask, np.rint(camera.project(grown)).astype(np.int32), 255)
    pad = 6 * camera.px_per_mm
    x, y, wide, high = cv2.boundingRect(mask)
    part = np.s_[max(0, int(y - pad)) : int(y + high + pad), max(0, int(x - pad)) : int(x + wide + pad)]
    soft = cv2.GaussianBlur(mask[part], (0, 0), 0.3 + float(np.linalg.norm(towards)) * 0.5 * camera.px_per_mm)
    photo[part] *= 1 - depth / 255 * soft[:, :, None].astype(np.float32)


def _draw_card(
    photo: np.ndarray, camera: Camera, deck: Deck, picture: np.ndarray, pose: Pose, gain: np.ndarray
) -> None:
    """Draws the card with its edge. `gain` are brightnesses at its four corners."""
    corners, thick = _get_corners(pose), deck.make.thick_mm
    top = camera.project(corners, thick)
    every = np.concatenate([top, camera.project(corners)])
    low = np.maximum(np.floor(every.min(axis=0)) - 2, 0).astype(int)
    end = np.minimum(np.ceil(every.max(axis=0)) + 3, camera.size).astype(int)
    size = tuple(int(each) for each in end - low)
    scale = min(1.0, 1.15 * float(np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1).max()) / _LARGE[1])
    small = tuple(round(each * scale) for each in _LARGE)
    picture, mask = (cv2.resize(each, small, interpolation=cv2.INTER_AREA) for each in (picture, deck.mask))
    picture = picture * cv2.resize(gain, small)[:, :, None]
    own = np.float32([(0, 0), (small[0], 0), small, (0, small[1])]) - 0.5

    def warp(flat: np.ndarray, height: float, border: int) -> np.ndarray:
        to_photo = cv2.getPerspectiveTransform(own, camera.project(corners, height) - low.astype(np.float32))
        return cv2.warpPerspective(flat, to_photo, size, borderMode=border).astype(np.float32)

    part = photo[low[1] : end[1], low[0] : end[0]]
    edge = (
        0.55 * np.float32(deck.make.frame if deck.make.frame and deck.make.frame_mm else (150, 165, 175)) + 10
    )
    for height, colour in ((0.0, edge * 0.6), (thick / 2, edge), (thick, None)):
        cover = warp(mask, height, cv2.BORDER_CONSTANT)[:, :, None] / 255
        part += cover * ((warp(picture, thick, cv2.BORDER_REPLICATE) if colour is None else colour) - part)


def _draw_fingers(rng: Generator, photo: np.ndarray, camera: Camera, cards: np.ndarray) -> bool:
    """Fingers that reach in from an edge, beside the cards; whether there was room."""
    skin = np.float32([(120, 160, 215), (95, 135, 190), (60, 90, 140), (40, 58, 88)][rng.integers(4)])
    size, wide = np.array(camera.size), float(np.clip(16 * camera.px_per_mm, 40, 260))
    for _ in range(20):
        inward = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)][rng.integers(4)])
        start = np.where(inward > 0, -wide, np.where(inward < 0, size + wide, rng.uniform(0, 1, 2) * size))
        aim = inward + rng.uniform(-0.4, 0.4, 2)
        mask = np.zeros(photo.shape[:2], np.uint8)
        for finger in range(int(rng.integers(1, 5))):
            base = start + inward[::-1] * finger * wide * 1.08
            tip = base + aim * wide * rng.uniform(1.6, 3.6)
            cv2.line(mask, *(tuple(int(v) for v in each) for each in (base, tip)), 255, int(wide))
        if mask.any() and not (mask & cards).any():
            depth = np.clip(cv2.distanceTransform(mask, cv2.DIST_L2, 5) / (wide / 2), 0, 1)
            tone = (0.5 + 0.5 * np.sqrt(1 - (1 - depth) ** 2))[:, :, None] * skin
            cover = cv2.GaussianBlur(mask, (0, 0), 1.5)[:, :, None] / 255
            near = cv2.GaussianBlur(mask, (0, 0), wide / 5)[:, :, None] / np.float32(255)
            photo *= 1 - 0.4 * near
            photo += cover * (tone - photo)
            return True
    return False


def _light(rng: Generator, photo: np.ndarray, cards: np.ndarray, careful: bool) -> list[str]:
    """Light and shade over the whole photo; what there is of it, in words."""
    said = []
    high, wide = photo.shape[:2]
    y, x = np.mgrid[0:high:8, 0:wide:8].astype(np.float32) / _LONG
    middle = np.array((wide, high)) / _LONG / 2

    def blob(at: np.ndarray, radii: np.ndarray) -> np.ndarray:
        turn = rng.uniform(0, math.pi)
        along = (x - at[0]) * math.cos(turn) + (y - at[1]) * math.sin(turn)
        across = (y - at[1]) * math.cos(turn) - (x - at[0]) * math.sin(turn)
        return (along / radii[0]) ** 2 + (across / radii[1]) ** 2

    turn, slope = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.15 if careful else 0.7)
    light = 1 + slope * ((x - middle[0]) * math.cos(turn) + (y - middle[1]) * math.sin(turn))
    light *= 1 - rng.uniform(0, 0.35) * ((x - middle[0]) ** 2 + (y - middle[1]) ** 2)
    glare = np.zeros_like(light)
    spots = np.argwhere(cards[::8, ::8])
    if not careful and rng.random() < 0.3:
        at = spots[rng.integers(len(spots))][::-1] * 8 / _LONG + rng.normal(0, 0.05, 2)
        glare = rng.uniform(40, 150) * np.exp(-blob(at, rng.uniform(0.04, 0.22, 2)))
        said.append("glare")
    if not careful and rng.random() < 0.35:
        inside = blob(rng.uniform(0, 1, 2) * middle * 2, rng.uniform((0.35, 0.12), (0.8, 0.35))) - 1
        light *= 1 - rng.uniform(0.25, 0.6) / (1 + np.exp(inside * rng.uniform(3, 14)))
        said.append("shadow")
    exposure = rng.normal(0.1, 0.12) if careful else rng.normal(0, 0.38)
    warmth = rng.normal(0, 0.03 if careful else 0.13)
    gains = 2 ** np.clip(exposure, -1.1, 0.55) * np.float32([1 - warmth, 1 + rng.normal(0, 0.02), 1 + warmth])
    words = {
        "dark": -exposure > 0.4,
        "bright": exposure > 0.35,
        "warm": warmth > 0.12,
        "cool": -warmth > 0.12,
    }
    said += [word for word, holds in words.items() if holds]
    photo *= cv2.resize(light, (wide, high))[:, :, None] * gains
    photo += cv2.resize(glare, (wide, high))[:, :, None]
    # Bright parts come closer to white slowly.
    np.copyto(photo, np.where(photo > 215, 215 + 40 * np.tanh((photo - 215) / 40), photo))
    return said


def _sense(rng: Generator, photo: np.ndarray, careful: bool) -> bytes:
    """Blur, noise, sharpening as phones do it, and JPEG."""
    photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.4, 0.9 if careful else 1.7))
    length = 0 if careful else int(rng.choice([0, 0, 0, 3, 5, 9]))
    if length:
        kernel = np.zeros((length, length), np.float32)
        ends = rng.integers(0, length)
        cv2.line(kernel, (0, int(ends)), (length - 1, length - 1 - int(ends)), 1)
        photo = cv2.filter2D(photo, -1, kernel / kernel.sum())
    noise = rng.standard_normal(photo.shape[:2], np.float32)[:, :, None]
    coarse = rng.standard_normal((photo.shape[0] // 3, photo.shape[1] // 3, 3), np.float32)
    level = rng.uniform(0.5, 2 if careful else 6)
    photo = photo + level * (noise + 0.6 * cv2.resize(coarse, photo.shape[1::-1]))
    if rng.random() < 0.5:
        photo = photo + rng.uniform(0.3, 0.8) * (photo - cv2.GaussianBlur(photo, (0, 0), 2))
    quality = int(rng.integers(60, 93))
    written, content = cv2.imencode(
        ".jpg", np.clip(photo, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    assert written
    return content.tobytes()


def _bend(rng: Generator, photo: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The photo through a lens that bends lines slightly, and where the corners then are."""
    bend, (high, wide) = rng.uniform(-0.025, 0.015), photo.shape[:2]
    middle, unit = np.float32([wide / 2, high / 2]), np.float32(math.hypot(wide, high) / 2)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    factor = 1 + bend * (((x - middle[0]) / unit) ** 2 + ((y - middle[1]) / unit) ** 2)
    source = ((x - middle[0]) * factor + middle[0], (y - middle[1]) * factor + middle[1])
    bent = cv2.remap(photo, *source, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    straight, found = (corners - middle) / unit, (corners - middle) / unit
    for _ in range(6):
        found = straight / (1 + bend * (found**2).sum(axis=-1, keepdims=True))
    return bent, found * unit + middle


def _photograph(
    deck: Deck,
    rng: Generator,
    ids: Sequence[str],
    poses: Sequence[Pose],
    camera: Camera,
    table: str,
    *,
    careful: bool = False,
) -> tuple[bytes, tuple[Truth, ...], list[str]]:
    """Draws the cards in turn; an empty id is the back of a card."""
    photo = _draw_table(rng, camera, table)
    angle, depth = rng.uniform(0, 2 * math.pi), rng.uniform(0.2, 0.6)
    towards = np.float32([math.cos(angle), math.sin(angle)]) * rng.uniform(0.3, 1.6) * deck.make.thick_mm
    cards = np.zeros(photo.shape[:2], np.uint8)
    piled = any(_count_overlap(pose, poses[:index]) > 0 for index, pose in enumerate(poses))
    if not piled:
        _draw_shadows(photo, camera, poses, towards, depth)
    back = np.full((_LARGE[1], _LARGE[0], 3), deck.make.back, np.uint8)
    tops = []
    for id, pose in zip(ids, poses, strict=True):
        if piled:
            _draw_shadows(photo, camera, [pose], towards, depth)
        gain = np.float32(rng.normal(1, 0.02) + rng.normal(0, 0.015, (2, 2)))
        _draw_card(photo, camera, deck, deck.large.get(id, back), pose, gain)
        tops.append(camera.project(_get_corners(pose), deck.make.thick_mm))
        cv2.fillConvexPoly(cards, np.rint(tops[-1]).astype(np.int32), 255)
    said = []
    if not careful and rng.random() < 0.2 and _draw_fingers(rng, photo, camera, cv2.dilate(cards, _disc(9))):
        said.append("fingers")
    said += _light(rng, photo, cards, careful)
    bent, corners = _bend(rng, photo, np.float32(tops))
    truths = tuple(
        Truth(id, tuple((round(float(x), 1), round(float(y), 1)) for x, y in four))
        for id, four in zip(ids, corners, strict=True)
        if id
    )
    return _sense(rng, bent, careful), truths, said


def make_pile(
    deck: Deck, rng: Generator, count: int, *, overlap: float = 0.0, table: str | None = None
) -> MadePhoto:
    """So many cards of the deck, scattered or in rows, as a hurried player takes them.

    `overlap` is how much of a card may lie on others, up to 0.15; such cards are always scattered.
    """
    ids = [DECK[index].id for index in rng.permutation(len(DECK))[:count]]
    backs = int(rng.integers(1, 4)) if rng.random() < 0.1 else 0
    in_rows = not overlap and rng.random() < 0.55
    poses = _lay_rows(rng, count + backs) if in_rows else _scatter(rng, count + backs, overlap)
    ids = [str(id) for id in rng.permutation(ids + [""] * backs)]
    table = table or str(rng.choice(list(TABLES)))
    tilt = math.radians(min(abs(rng.normal(0, 17)), 40))
    highest = math.exp(rng.uniform(math.log(90), math.log(700))) if count <= 2 else 420
    turn = rng.uniform(-math.pi, math.pi) if rng.random() < 0.5 else rng.normal(0, 0.1)
    camera = _aim(rng, poses, tilt, turn, rng.uniform(0.55, 0.94), highest)
    content, truths, said = _photograph(deck, rng, ids, poses, camera, table)
    how = ["overlap"] * (overlap > 0) + ["backs"] * (backs > 0) + [f"tilt {math.degrees(tilt):.0f}", *said]
    return MadePhoto(
        content, truths, ", ".join([f"{count} {'in rows' if in_rows else 'scattered'} on {table}", *how])
    )


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
    poses = _lay_months(rng, len(months), blocks)
    ids = [DECK[month * 4 + place].id for month in months for place in range(4)]
    table = table or str(rng.choice(list(TABLES)))
    tilt = math.radians(rng.uniform(0, 15))
    camera = _aim(rng, poses, tilt, rng.normal(0, 0.04), rng.uniform(0.82, 0.95), 420)
    content, truths, said = _photograph(deck, rng, ids, poses, camera, table, careful=True)
    return MadePhoto(content, truths, ", ".join([f"layout of {len(ids)} on {table}", *said]))


def make_photo(seed: int) -> tuple[str, MadePhoto]:
    """The photo of a seed of TUNING or KEPT_OUT, with its deck's name: one in eight is a layout."""
    rng = np.random.default_rng(seed)
    name = str(rng.choice(KEPT_OUT_DECKS if seed in KEPT_OUT else TUNING_DECKS))
    deck = load_deck(name)
    if seed % 8 == 7:
        months = range(12) if rng.random() < 0.4 else range(start := 4 * int(rng.integers(3)), start + 4)
        return name, make_layout(deck, rng, months)
    count = int(rng.choice([rng.integers(1, 3), rng.integers(3, 11), rng.integers(11, 25)]))
    return name, make_pile(deck, rng, count, overlap=0.15 if rng.random() < 0.08 else 0)


def main() -> None:
    """Writes photos with their truths: DIR N [--kept-out]."""
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    folder, count = Path(words[0]), int(words[1])
    folder.mkdir(parents=True, exist_ok=True)
    for seed in (KEPT_OUT if "--kept-out" in sys.argv else TUNING)[:count]:
        name, photo = make_photo(seed)
        (folder / f"{seed:07}.jpg").write_bytes(photo.content)
        truth = {"deck": name, "kind": photo.kind, "cards": [card._asdict() for card in photo.cards]}
        (folder / f"{seed:07}.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
