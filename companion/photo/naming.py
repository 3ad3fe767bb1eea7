"""Gives what was seen in photos its names: each card once, and the doubtful ones after the sure."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from companion.cards import DECK
from companion.photo.matching import Photo, list_twins
from companion.photo.pictures import PICTURE_PX, check_light, encode_picture, read_photo
from companion.photo.pile import WHOLE, SeenPlace, Taught, find_in_pile
from companion.photo.sightings import NOTHING_FOUND, Corners, NothingFound, Sighting, saying_where

# A doubtful card may be one of so many, and of more than one suit unless that is sure.
CHOICES = 3


class FoundPlace(NamedTuple):
    """A place in one of the photos: what was seen there, its corners in the whole photo, and its picture."""

    photo: int
    seen: SeenPlace
    corners: Corners
    picture: bytes


def name_cards(photos: Sequence[bytes], deck: Taught) -> list[Sighting]:
    """The cards in photos, and as doubtful where one may lie. Raises `CannotRead`, or `NothingFound`.

    A card that is seen in two photos is the same card. One that lies twice in one photo is named twice: there
    are two decks. Of two chaff that are most like the same card, the less like one is asked about.
    """
    named: list[Sighting] = []
    taken: dict[int, int] = {}
    # One photo after the other: each takes 20 MB, and what is found in it little.
    found: list[FoundPlace] = []
    for number, content in enumerate(photos):
        with saying_where(f"Photo {number + 1}", is_one_of_several=len(photos) > 1):
            found += _find(content, number, deck)
    for each in sorted(
        found, key=lambda one: (not one.seen.is_sure, not one.seen.is_twin_sure, -one.seen.top)
    ):
        seen = each.seen
        is_named = seen.is_sure and seen.is_twin_sure
        left = [int(n) for n in np.argsort(-seen.figures) if n not in taken]
        twins = list_twins(seen.card)
        free = [n for n in left if n in twins]
        if seen.is_sure:
            left = [*free, *(n for n in left if n not in twins)]
        is_again = seen.is_clear and not free
        is_taken = is_again or (is_named and seen.card in taken)
        is_elsewhere = any(taken.get(n, each.photo) != each.photo for n in twins)
        if is_taken and is_elsewhere:
            continue
        # Of two that are most like one chaff, it is not known which is the other.
        is_named = is_again or (is_named and not is_taken)
        if is_named:
            taken[seen.card] = each.photo
            left = [seen.card]
        elif seen.is_sure and free and not seen.is_twin_sure and not (is_elsewhere and len(free) == 1):
            left = free
        most = max(CHOICES, len(twins) + 1)
        ids = tuple(DECK[n].id for n in left[:most])
        is_whole = seen.shown >= WHOLE
        named.append(Sighting(ids, _rate(seen, is_named), each.corners, each.photo, each.picture, is_whole))
    if not named:
        raise NothingFound(NOTHING_FOUND)
    return named


def _find(content: bytes, number: int, deck: Taught) -> Iterator[FoundPlace]:
    picture, smaller = read_photo(content)
    check_light(picture)
    photo = Photo(picture)
    for seen in find_in_pile(photo, deck):
        corners = tuple((round(float(x) * smaller, 1), round(float(y) * smaller, 1)) for x, y in seen.corners)
        yield FoundPlace(number, seen, corners, encode_picture(photo.straighten(seen.corners, PICTURE_PX)))


def _rate(seen: SeenPlace, is_sure: bool) -> float:
    """How sure it is, 0 to 1.

    As made photos say: nearly all that have a ratio of 4 are the card, and about half of those with 2.6.
    """
    ratio = max(seen.ratio, 4 * seen.top) if is_sure else seen.ratio
    return round(1 / (1 + math.exp(-3 * (ratio - 2.6))), 3)
