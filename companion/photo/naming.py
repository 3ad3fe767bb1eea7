"""Gives what was seen in photos its names: each card once, and the doubtful ones after the sure."""

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from companion.cards import DECK
from companion.photo.matching import list_twins, open_photo
from companion.photo.pictures import PICTURE_PX, encode_picture
from companion.photo.pile import SeenPlace, Taught, find_in_pile
from companion.photo.sightings import NOTHING_FOUND, NothingFound, Sighting, saying_where

# A doubtful card may be one of so many, and of more than one suit unless that is sure.
CHOICES = 3


def name_cards(photos: Sequence[bytes], deck: Taught) -> list[Sighting]:
    """The cards in photos, and as doubtful where one may lie. Raises `CannotRead`, or `NothingFound`.

    A card that is seen in two photos is the same card. One that lies twice in one photo is named twice: there
    are two decks. Of two chaff that are most like the same card, the less like one is asked about.
    """
    named: list[Sighting] = []
    taken: dict[int, int] = {}
    # One photo after the other: each takes 20 MB, and what is found in it little.
    found: list[tuple[SeenPlace, Sighting]] = []
    for number, content in enumerate(photos):
        with saying_where(f"Photo {number + 1}", is_one_of_several=len(photos) > 1):
            found += _find(content, number, deck)
    for seen, place in sorted(
        found, key=lambda one: (not one[0].is_sure, not one[0].is_twin_sure, -one[0].top)
    ):
        cards = _list_choices(seen, place.photo, taken)
        if len(cards) == 1:
            taken[cards[0]] = place.photo
        if cards:
            ids = tuple(DECK[n].id for n in cards)
            named.append(place._replace(ids=ids, confidence=_rate(seen, is_sure=len(cards) == 1)))
    if not named:
        raise NothingFound(NOTHING_FOUND)
    return named


def _find(content: bytes, number: int, deck: Taught) -> Iterator[tuple[SeenPlace, Sighting]]:
    """What is seen in a photo, and the same as it is shown, not named yet."""
    photo = open_photo(content)
    for seen in find_in_pile(photo, deck):
        corners = tuple((round(x, 1), round(y, 1)) for x, y in (seen.corners * photo.smaller).tolist())
        card = encode_picture(photo.straighten(seen.corners, PICTURE_PX))
        yield seen, Sighting((), 0.0, corners, number, card, seen.is_sure, seen.is_like_deck)


def _list_choices(seen: SeenPlace, photo: int, taken: Mapping[int, int]) -> list[int]:
    """Which cards it may be, the likeliest first, by the photos in which cards are taken.

    One where it is sure, none where it is a card of another photo.
    """
    twins = list_twins(seen.card)
    left = [int(n) for n in np.argsort(-seen.figures) if n not in taken]
    free = [n for n in left if n in twins]
    is_elsewhere = any(taken.get(n, photo) != photo for n in twins)
    if seen.is_clear and not free:
        return [] if is_elsewhere else [seen.card]
    if seen.is_sure:
        if seen.is_twin_sure and seen.card not in taken:
            return [seen.card]
        if seen.is_twin_sure and is_elsewhere:
            return []
        # Of two that are most like one chaff, it is not known which is the other.
        if not seen.is_twin_sure and len(free) > is_elsewhere:
            return free
        left = [*free, *(n for n in left if n not in twins)]
    return left[: max(CHOICES, len(twins) + 1)]


def _rate(seen: SeenPlace, is_sure: bool) -> float:
    """How sure it is, 0 to 1.

    As made photos say: nearly all that have a ratio of 4 are the card, and about half of those with 2.6.
    """
    ratio = max(seen.ratio, 4 * seen.top) if is_sure else seen.ratio
    return round(1 / (1 + math.exp(-3 * (ratio - 2.6))), 3)
