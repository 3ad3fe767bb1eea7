"""Gives what was seen in photos its names: each card once, and the doubtful ones after the sure."""

import math
from collections.abc import Sequence

import numpy as np
from cv2.typing import MatLike

from companion.cards import DECK
from companion.photo.matching import Photo
from companion.photo.pictures import PICTURE_PX, write_picture
from companion.photo.pile import Seen, read_pile
from companion.photo.sightings import NOTHING_FOUND, NothingFound, Sighting
from companion.photo.taught import Taught

# A doubtful card may be one of so many.
CHOICES = 3


def name_cards(photos: Sequence[tuple[MatLike, float]], deck: Taught) -> list[Sighting]:
    """The cards in upright photos, each with how many times smaller it is. Raises `NothingFound`.

    A card that is seen in two photos is the same card. Of two in one photo that are most like the same card,
    the less like one is asked about.
    """
    found: list[Sighting] = []
    taken: dict[int, int] = {}
    seen = [(number, each) for number, (photo, _) in enumerate(photos) for each in read_pile(photo, deck)]
    for number, each in sorted(seen, key=lambda one: (not one[1].is_sure, -one[1].top)):
        best, *_ = order = [int(n) for n in np.argsort(-each.figures)]
        if each.is_sure and taken.get(best, number) != number:
            continue
        is_sure = each.is_sure and best not in taken
        left = [best] if is_sure else [n for n in order if n not in taken][:CHOICES]
        if is_sure:
            taken[best] = number
        found.append(_describe(each, left, number, *photos[number]))
    if not found:
        raise NothingFound(NOTHING_FOUND)
    return found


def _describe(seen: Seen, cards: list[int], number: int, photo: MatLike, smaller: float) -> Sighting:
    # As made photos say: nearly all that have a ratio of 4 are the card, and about half of those with 2.6.
    confidence = 1 / (1 + math.exp(-3 * (max(seen.ratio, 4 * seen.top if len(cards) == 1 else 0) - 2.6)))
    corners = tuple((round(float(x) * smaller, 1), round(float(y) * smaller, 1)) for x, y in seen.corners)
    picture = write_picture(Photo(photo).straighten(seen.corners, PICTURE_PX))
    ids = tuple(DECK[n].id for n in cards)
    return Sighting(ids, round(confidence, 3), corners, number, picture)
