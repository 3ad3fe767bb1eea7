"""Compares straightened cards with the 48 of a taught deck.

Lamps and cameras change colours and brightness, so that only what differs within a card counts. A figure of 1
is the same picture, about 0 another one. What lies under a card that is known is left out on both sides.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.cards import DECK, Kind
from companion.photo.pictures import check_light, read_photo

# Pixels of a straightened card: at first sight, and looked at closely.
COARSE, FINE = (22, 36), (44, 72)
# How far beyond its corners a card may reach, or fall short of them, in widths: a frame may be missing.
BEYOND = (0.0, 0.04, -0.04, 0.08, -0.08)
# What is broader than so many of a width is light and shadow, nothing drawn.
BROAD = 9.0
# The frame is the same on every card, and may be missing: so much of a width is left out.
EDGE = 0.09
# So many of the likeliest cards are fitted, those that are so near to the likeliest.
FITTED, CLOSE = 2, 0.15
# A card is seen in parts, two beside each other and three below; in one that is its own it has this figure.
# From GOOD on nothing lies on it that is not known; with fewer parts it is nothing.
PARTS, OWN, FAIR, GOOD, FEWEST = range(6), 0.4, 0.4, 0.75, 3
# Differences of colour below this are noise, on a scale of 255.
FAINT = 6.0
# Around a card that is fitted, in pixels of FINE.
AROUND = 8
# So many are compared at once: more take more memory, and no less time.
PICTURES_AT_ONCE = 100
# Around a card that covers others its shadow and its thickness are left out, in parts of its width.
RIM = 0.06
_UNTIL_FITTED = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-3)


class Pictures:
    """The pictures of the 48 cards, ready to be compared."""

    def __init__(self, pictures: Sequence[MatLike]) -> None:
        fine = [cv2.resize(each, FINE, interpolation=cv2.INTER_AREA) for each in pictures]
        coarse = [cv2.resize(each, COARSE, interpolation=cv2.INTER_AREA) for each in fine]
        self.fine = know(describe_pictures(fine))
        # The 48, and the 48 upside down.
        turned = [cv2.rotate(each, cv2.ROTATE_180) for each in coarse]
        self.coarse = know(describe_pictures(coarse + turned))
        self.drawn = [without_broad_light(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY)) for each in fine]


def describe_pictures(pictures: Sequence[MatLike]) -> MatLike:
    """What is compared of pictures of one size: three channels of colour and what is drawn, by picture.

    4 × n × pixels, without the frame.
    """
    count, (height, width) = len(pictures), pictures[0].shape[:2]
    lab = cv2.cvtColor(np.concatenate(pictures), cv2.COLOR_BGR2LAB).reshape(count, height, width, 3)
    lab = lab.astype(np.float32)
    drawn = [without_broad_light(each, width) for each in lab[..., 0]]
    channels = np.concatenate([lab, np.stack(drawn)[..., None]], axis=3)
    described = np.ascontiguousarray(_within(channels).reshape(count, -1, 4).transpose(2, 0, 1))
    return described - described.mean(axis=2, keepdims=True)


def know(described: MatLike) -> MatLike:
    """The same beside its squares, which are needed at each comparison."""
    return np.stack([described, described**2])


def _within(pictures: MatLike) -> MatLike:
    """The same without the frame of each."""
    edge = round(pictures.shape[2] * EDGE)
    return pictures[:, edge:-edge, edge:-edge]


def compare(pictures: MatLike, shown: MatLike, known: MatLike) -> MatLike:
    """How like known pictures others are in what of them is shown (1, else 0): half colours, half drawn."""
    if (shown == shown[0]).all():
        shown = shown[:1]
    count = shown.sum(axis=1, keepdims=True) + 1e-6
    seen = pictures * shown
    mean = seen.sum(axis=2, keepdims=True) / count
    ours = np.einsum("cnp,cnp->cn", seen, pictures)[..., None] / count - mean**2
    known, squares = known.transpose(0, 1, 3, 2)
    usual = shown @ known / count
    theirs = shown @ squares / count - usual**2
    alike = seen @ known / count - mean * usual
    spread, known_spread = np.sqrt(np.maximum(ours, 1e-6)), np.sqrt(np.maximum(theirs, 1e-6))
    noisy, known_noisy = spread[:3] + FAINT, known_spread[:3] + FAINT
    lengths = ((spread[:3] / noisy) ** 2).sum(axis=0) * ((known_spread[:3] / known_noisy) ** 2).sum(axis=0)
    colours = (alike[:3] / noisy / known_noisy).sum(axis=0) / np.sqrt(lengths + 1e-6)
    return (colours + alike[3] / (spread[3] * known_spread[3] + 1e-2)) / 2


def compare_whole(pictures: Sequence[MatLike], known: Sequence[MatLike]) -> MatLike:
    """How like known pictures of their size others are that are seen whole."""
    described = describe_pictures(pictures)
    return compare(described, np.ones(described.shape[1:], np.float32), know(describe_pictures(known)))


def without_broad_light(picture: MatLike, width: int = FINE[0]) -> MatLike:
    """The picture of a card of such a width less its surroundings: what is drawn on it."""
    light = picture.astype(np.float32)
    return light - cv2.GaussianBlur(light, (0, 0), width / BROAD)


class Photo:
    """An upright photo in several sizes: a card far larger than its picture is not read pixel by pixel.

    `covered` is where cards lie that are known. `light` is how bright its brightest parts are, 0 to 1.
    It is so many times `smaller` than it was taken.
    """

    def __init__(self, photo: MatLike, smaller: float = 1.0) -> None:
        self.sizes, self.smaller = [photo], smaller
        while min(self.sizes[-1].shape[:2]) > 200:
            half = cv2.resize(self.sizes[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self.sizes.append(half)
        self.covered = np.zeros(photo.shape[:2], np.uint8)
        self.light = float(np.percentile(self.sizes[-1], 99)) / 255

    def cover(self, corners: MatLike) -> None:
        """Takes it that something known lies there, on all that is not known yet."""
        points, width = corners.round().astype(np.int32), np.linalg.norm(corners[0] - corners[1])
        cv2.fillConvexPoly(self.covered, points, 255)
        cv2.polylines(self.covered, [points], isClosed=True, color=255, thickness=max(1, round(width * RIM)))

    def straighten(self, corners: MatLike, size: tuple[int, int], around: int = 0) -> MatLike:
        """What lies within four corners, as a picture of this size with so many pixels around it."""
        longest = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).max()
        step = int(np.clip(np.log2(max(longest / size[1], 1.0)), 0, len(self.sizes) - 1))
        # Pixels are measured from their middles.
        start = ((corners + 0.5) / 2**step - 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(start, rectangle(*size) + (around - 0.5))
        full = (size[0] + 2 * around, size[1] + 2 * around)
        return cv2.warpPerspective(self.sizes[step], matrix, full, borderMode=cv2.BORDER_REPLICATE)

    def tell_shown(self, corners: MatLike, size: tuple[int, int], around: int = 0) -> MatLike:
        """What of it is shown (1, else 0): within the photo, and under no card that is known."""
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), rectangle(*size) + (around - 0.5))
        full = (size[0] + 2 * around, size[1] + 2 * around)
        covered = cv2.warpPerspective(self.covered, matrix, full, flags=cv2.INTER_NEAREST, borderValue=255)
        return (covered == 0).astype(np.uint8)

    def measure_shown(self, corners: MatLike) -> float:
        """How much of it is shown, 0 to 1, at first sight."""
        return float(self.tell_shown(corners, COARSE).mean())


def open_photo(content: bytes) -> Photo:
    """The photo of a file. Raises `CannotRead`, also where nothing can be seen."""
    photo = Photo(*read_photo(content))
    check_light(photo.sizes[0])
    return photo


def rectangle(width: float, height: float, beyond: float = 0.0) -> MatLike:
    """The corners of a rectangle at the origin, each so far beyond it."""
    right, bottom = width + beyond, height + beyond
    return np.array([(-beyond, -beyond), (right, -beyond), (right, bottom), (-beyond, bottom)], np.float32)


def carry(points: MatLike, start: MatLike, end: MatLike) -> MatLike:
    """Where points lie when four corners are carried to others."""
    matrix = cv2.getPerspectiveTransform(np.ascontiguousarray(start), np.ascontiguousarray(end))
    return cv2.perspectiveTransform(points[None], matrix)[0]


def describe(photo: Photo, quads: Sequence[MatLike], size: tuple[int, int]) -> MatLike:
    """What is compared of what lies within corners."""
    return describe_pictures([photo.straighten(quad, size) for quad in quads])


def tell_shown(photo: Photo, quads: Sequence[MatLike], size: tuple[int, int]) -> MatLike:
    """What of each is shown and compared: rows of 1 and 0."""
    shown = np.stack([photo.tell_shown(quad, size) for quad in quads])
    return _within(shown).reshape(len(quads), -1).astype(np.float32)


@cache
def list_twins(card: int) -> tuple[int, ...]:
    """The chaff of a suit, by the places of its cards in the deck; another card alone."""
    one = DECK[card]
    if one.kind is not Kind.CHAFF:
        return (card,)
    return tuple(n for n, other in enumerate(DECK) if other.kind is Kind.CHAFF and other.suit == one.suit)


def list_suit(card: int) -> range:
    """The four cards of its suit, by their places in the deck."""
    return range(card // 4 * 4, card // 4 * 4 + 4)


def glance(photo: Photo, quads: Sequence[MatLike], deck: Pictures) -> MatLike:
    """How like the 48 cards each is at first sight, then the 48 upside down: n × 96 figures."""
    parts = (quads[start : start + PICTURES_AT_ONCE] for start in range(0, len(quads), PICTURES_AT_ONCE))
    return np.vstack(
        [
            compare(describe(photo, part, COARSE), tell_shown(photo, part, COARSE), deck.coarse)
            for part in parts
        ]
    )


class Look(NamedTuple):
    """How like the 48 cards one is that is the right way up, and its corners as they fit the likeliest.

    `parts` says for 2 × 3 parts of the card, row by row, whether it is seen there; `shown` is how much is
    compared, 0 to 1. `contrast` is that of what is drawn there, in the light of the photo: 1 is that of the
    likeliest card's picture.
    """

    figures: MatLike
    corners: MatLike
    parts: MatLike
    shown: float
    contrast: float


def look(photo: Photo, quad: MatLike, deck: Pictures) -> Look:
    """A closer look: the likeliest cards are fitted; what is not like them at all is covered by something."""
    quads = [carry(rectangle(*FINE, beyond * FINE[0]), rectangle(*FINE), quad) for beyond in BEYOND]
    seen = glance(photo, quads, deck)[:, :48]
    best = seen.max(axis=0)
    likeliest = [int(n) for n in np.argsort(-best)[:FITTED] if best[n] > best.max() - CLOSE]
    tried = [quads[seen.max(axis=1).argmax()]]
    tried += [fit(photo, quads[seen[:, n].argmax()], deck.drawn[n]) for n in likeliest]
    whole = np.ones(len(PARTS), bool)
    found = _look_at(photo, tried, deck, whole)
    if not FAIR < found.figures.max() < GOOD:
        return found
    parts = _find_parts(photo, found, deck)
    if parts.sum() < FEWEST or parts.all():
        return found
    twins = list_twins(int(found.figures.argmax()))
    tried = [fit(photo, found.corners, deck.drawn[n], parts) for n in twins]
    again = _look_at(photo, [found.corners, *tried], deck, parts)
    return again if again.figures.max() > GOOD else found


def _look_at(photo: Photo, quads: Sequence[MatLike], deck: Pictures, parts: MatLike) -> Look:
    shown = tell_shown(photo, quads, FINE) * _within(_spread(parts)[None]).reshape(1, -1)
    described = describe(photo, quads, FINE)
    figures = compare(described, shown, deck.fine)
    place, card = np.unravel_index(figures.argmax(), figures.shape)
    drawn, known = (
        np.linalg.norm(each[3] * shown[place]) for each in (described[:, place], deck.fine[0][:, card])
    )
    contrast = float(drawn / (known * photo.light + 1e-6))
    return Look(figures.max(axis=0), quads[place], parts, float(shown[place].mean()), contrast)


def _find_parts(photo: Photo, found: Look, deck: Pictures) -> MatLike:
    """In which parts it is like the likeliest card."""
    n = int(found.figures.argmax())
    masks = np.stack([_spread(np.eye(len(PARTS), dtype=bool)[part]) for part in range(len(PARTS))])
    shown = tell_shown(photo, [found.corners], FINE) * _within(masks).reshape(len(PARTS), -1)
    picture = np.repeat(describe(photo, [found.corners], FINE), len(PARTS), axis=1)
    return (compare(picture, shown, deck.fine[:, :, [n]])[:, 0] > OWN) & (shown.mean(axis=1) > 0)


def _spread(parts: MatLike) -> MatLike:
    """1 in these parts of a card of FINE, else 0."""
    return np.kron(parts.reshape(3, 2), np.ones((FINE[1] // 3, FINE[0] // 2))).astype(np.uint8)


def fit(photo: Photo, quad: MatLike, drawn: MatLike, parts: MatLike | None = None) -> MatLike:
    """The corners moved so that the card is most like what is drawn on it; as they were if far off."""
    picture = without_broad_light(cv2.cvtColor(photo.straighten(quad, FINE, AROUND), cv2.COLOR_BGR2GRAY))
    shown = photo.tell_shown(quad, FINE, AROUND)
    if parts is not None:
        shown &= np.pad(_spread(parts), AROUND)
    start = np.array([[1, 0, AROUND], [0, 1, AROUND], [0, 0, 1]], np.float32)
    try:
        _, found = cv2.findTransformECC(drawn, picture, start, cv2.MOTION_HOMOGRAPHY, _UNTIL_FITTED, shown, 5)
    except cv2.error:
        return quad
    fitted = cv2.perspectiveTransform(rectangle(*FINE)[None], found)[0]
    return carry(fitted, rectangle(*FINE) + AROUND, quad)
