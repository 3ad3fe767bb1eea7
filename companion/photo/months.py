"""Says how a layout is turned, and which month each of its rows is, by our own drawings.

Every maker draws in another way: by its drawing hardly a card can be named. The colours in 15 parts of the
four cards of a month are enough to tell how a photo is turned, and which of two rows comes first. On two real
decks, no two rows looked better exchanged, and the nearest were worse by 0.34.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from operator import itemgetter
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike

from companion.cards import MONTH_ORDERS, DeckStyle
from companion.photo.layout import IN_A_ROW, MONTHS
from companion.photo.matching import COARSE, compare_whole
from companion.photo.sightings import CannotRead

DRAWINGS = Path(__file__).with_name("drawings.png")
# A card's parts, and the picture that they are taken from, less its edge of a pixel: columns and rows.
PARTS, SMALL = (3, 5), (11, 18)
# How much better a row must look at another place, or a photo turned around, before that is believed.
ENOUGH = 0.3
# Rows that are less like the months they look like are none: those of made decks had 3.3 and more, rows of
# their cards in any order 2.1 at most.
LIKE_MONTHS = 2.2
# Rows show the same cards where they are as like: two months had 0.32, a photo that is sent twice has 1.
SAME = 0.6


def order_rows(photos: Sequence[MatLike], style: DeckStyle) -> tuple[list[MatLike], list[int], bool]:
    """The rows of a deck from its first month on, the month that each looks like, from 0, and if they do.

    A photo is an array of cards by row and column; a black one was not seen. Photos may come in any order,
    upside down, with months in columns, and with the chaff first. Raises `CannotRead`.
    """
    parts = [_describe(photo) for photo in photos]
    cards = np.concatenate([each.reshape(-1, *each.shape[2:]) for each in parts])
    mean = np.nanmean([cards, cards[:, ::-1, ::-1]], axis=(0, 1))
    ours = _load_drawings()[[suit.index for suit in MONTH_ORDERS[style]]]
    read = [_read(photo, each, mean, ours) for photo, each in zip(photos, parts, strict=True)]
    if any(is_mirrored for _, is_mirrored, _, _ in read):
        raise CannotRead("This is a mirror image. Take the photo with the camera at the back of the phone.")
    rows, likeness = np.vstack([way[2] for way in read]), np.vstack([way[3] for way in read])
    photo_of = np.repeat(range(len(read)), [len(way[2]) for way in read])
    _check_rows(rows, photo_of)
    looks, every = _assign(likeness), np.arange(len(rows))
    lies = _follow(looks, photo_of)
    figure = likeness[every, looks].sum()
    if figure < likeness[every, lies].sum() + ENOUGH * (looks != lies).sum():
        looks = lies
    ordered = [np.zeros_like(rows[0])] * MONTHS
    seen = list(range(MONTHS))
    for row, month, look in zip(rows, lies.tolist(), looks.tolist(), strict=True):
        ordered[month], seen[month] = row, look
    return ordered, seen, bool(figure > LIKE_MONTHS * len(rows))


def _read(
    photo: MatLike, parts: MatLike, mean: MatLike, ours: MatLike
) -> tuple[float, bool, MatLike, MatLike]:
    """How like our drawings a photo is as it is best read, and if that is mirrored.

    Then its rows of four, and how like each month they are.
    """
    ways = []
    for turn, side, mirror, axis in product((1, -1), (1, -1), (1, -1), (0, 1)):
        rows, seen = (
            each.swapaxes(0, axis)[::turn, :: turn * side, ::turn, :: turn * mirror]
            for each in (photo, parts)
        )
        if rows.shape[1] == IN_A_ROW:
            likeness = np.einsum("rcd,mcd->rm", _make_units(seen - mean), ours)
            unusual = (turn < 0) + (side < 0) + (mirror < 0) * len(rows)
            figure = float(likeness.max(axis=1).sum()) - ENOUGH * unusual
            ways.append((figure, mirror < 0, rows, likeness))
    return max(ways, key=itemgetter(0))


def _follow(looks: MatLike, photo_of: MatLike) -> MatLike:
    """The month of each row where those of a photo follow each other; as they look where photos overlap."""
    places = np.arange(len(looks)) - np.searchsorted(photo_of, photo_of)
    firsts = np.array([int(np.median((looks - places)[photo_of == photo])) for photo in photo_of])
    if len(looks) == MONTHS:
        return np.argsort(np.argsort(firsts, kind="stable"))
    lies = firsts + places
    return lies if len({*lies.tolist()} & {*range(MONTHS)}) == len(lies) else looks


def _check_rows(rows: MatLike, photo_of: MatLike) -> None:
    """Raises `CannotRead` where two rows show the same cards, or there are more than months."""
    small = [cv2.resize(card, COARSE, interpolation=cv2.INTER_AREA) for row in rows for card in row]
    likeness = compare_whole(small, small).reshape(len(rows), IN_A_ROW, len(rows), IN_A_ROW)
    by_row = likeness.trace(axis1=1, axis2=3)
    for two in np.argwhere(np.triu(by_row, 1) > SAME * IN_A_ROW):
        one, other = photo_of[two] + 1
        if one != other:
            raise CannotRead(f"Photos {one} and {other} show the same cards.")
        raise CannotRead("The same cards lie there twice, or face down. Lay out one deck, its faces up.")
    if len(rows) > MONTHS:
        raise CannotRead(f"{len(rows)} rows of four cards were found. A deck has twelve.")


def _describe(photo: MatLike) -> MatLike:
    """The colours of the parts of each card, in the light of the photo; NaN for a black one."""
    small = np.array(
        [[cv2.resize(card, SMALL, interpolation=cv2.INTER_AREA) for card in row] for row in photo]
    )
    seen, small = small.any(axis=(2, 3, 4)), small[:, :, 1:-1, 1:-1]
    light = np.minimum(small / np.percentile(small[seen], 95, axis=(0, 1, 2)), 1).astype(np.float32)
    lab = [[cv2.cvtColor(card, cv2.COLOR_BGR2LAB) for card in row] for row in light]
    parts = np.array([[cv2.resize(card, PARTS, interpolation=cv2.INTER_AREA) for card in row] for row in lab])
    parts[~seen] = np.nan
    return parts


def _make_units(parts: MatLike) -> MatLike:
    """What differs from other cards as rows of unit length, by row and column."""
    rows = np.nan_to_num(parts).reshape(*parts.shape[:2], -1)
    return rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + 1e-6)


@cache
def _load_drawings() -> MatLike:
    """Our drawings by suit and place: 12 × 4 × 45."""
    high, wide = SMALL[1], SMALL[0]
    sheet = cv2.imread(str(DRAWINGS)).reshape(4, high, MONTHS, wide, 3).swapaxes(1, 2)
    parts = _describe(sheet.reshape(MONTHS, IN_A_ROW, high, wide, 3))
    return _make_units(parts - (parts + parts[..., ::-1, ::-1, :]).mean(axis=(0, 1)) / 2)


def _assign(likeness: MatLike) -> MatLike:
    """The month of each row, from 0, none twice, so that all together are as like as can be."""
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for row in likeness.tolist():
        longer = [
            (taken | 1 << month, (figure + row[month], (*months, month)))
            for taken, (figure, months) in best.items()
            for month in range(MONTHS)
            if not taken >> month & 1
        ]
        # Of those with the same months the last stays, the best.
        best = dict(sorted(longer))
    return np.array(max(best.values())[1])
