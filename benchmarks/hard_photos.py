"""Made photos in which a reader must say that it does not know: flash, flowered cloth, two decks.

The cloths of tuning and those that are kept out have other flowers.
"""

import cv2
import numpy as np
from numpy.random import Generator

from benchmarks.cloths import KEPT_OUT_CLOTHS, TUNING_CLOTHS
from benchmarks.photos import (
    KEPT_OUT,
    KEPT_OUT_DECKS,
    TUNING_DECKS,
    Deck,
    MadePhoto,
    load_deck,
    make_pile,
)

HARD = ("flowered cloth", "flash", "two decks", "another deck")


def make_hard(seed: int) -> tuple[str, MadePhoto]:
    """The name of the taught deck and a photo of a seed of TUNING or KEPT_OUT: the kinds of HARD in turn."""
    rng = np.random.default_rng([seed, 2])
    decks = KEPT_OUT_DECKS if seed in KEPT_OUT else TUNING_DECKS
    name, other = rng.permutation(decks)[:2]
    deck, kind, count = load_deck(str(name)), HARD[seed % len(HARD)], int(rng.integers(6, 20))
    if kind == "flowered cloth":
        cloths = KEPT_OUT_CLOTHS if seed in KEPT_OUT else TUNING_CLOTHS
        photo = make_pile(deck, rng, count, table=str(rng.choice(cloths)))
    elif kind == "flash":
        photo = _burn(rng, make_pile(deck, rng, count))
    else:
        share = 0.5 if kind == "two decks" else 1.0
        photo = make_pile(_mix(rng, deck, load_deck(str(other)), share), rng, count)
    return str(name), photo._replace(kind=f"{kind} of {photo.kind}")


def _mix(rng: Generator, deck: Deck, other: Deck, share: float) -> Deck:
    """The deck with this share of its cards replaced by those of another."""
    return Deck(deck.make, {id: (other if rng.random() < share else deck).large[id] for id in deck.large})


def _burn(rng: Generator, photo: MadePhoto) -> MadePhoto:
    """The photo with the light of a flash on one card."""
    picture = cv2.imdecode(np.frombuffer(photo.content, np.uint8), cv2.IMREAD_COLOR).astype(np.float32)
    corners = np.array(photo.cards[rng.integers(len(photo.cards))].corners)
    x, y = corners.mean(axis=0) + rng.normal(0, 5, 2)
    wide = np.linalg.norm(corners[0] - corners[1]) * rng.uniform(0.7, 1.1)
    down, across = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    away = ((across - x) ** 2 + (down - y) ** 2) / wide**2
    picture += (420 * np.exp(-(away**1.5)))[..., None]
    content = cv2.imencode(".jpg", picture.clip(0, 255).astype(np.uint8))[1].tobytes()
    return photo._replace(content=content)
