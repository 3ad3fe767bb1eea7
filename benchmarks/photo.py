"""Photos of cards: how many are read rightly, how many wrongly, and what that takes.

The photos are made (`photos.py`), with decks and seeds that were kept out of the tuning. Each deck is taught
by three photos of its layout; one in which a card cannot be made out is taken again, as a player would.
Cards in photos with cards on others, or burnt out by a lamp, count like all.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike

from benchmarks.measure import Row
from benchmarks.photos import (
    KEPT_OUT,
    KEPT_OUT_DECKS,
    MadePhoto,
    Truth,
    load_deck,
    make_layout,
    make_photo,
    make_pile,
)
from companion.photo import CannotRead, NothingFound, PhotoReader, Sighting
from companion.photo.layout import find_layout
from companion.photo.matching import Photo
from companion.photo.naming import name_cards
from companion.photo.pictures import PICTURE_PX, read_photo
from companion.photo.pile import Taught

PHOTOS = int(os.environ.get("KWADO_BENCH_PHOTOS", "250"))
# The first seeds were looked at while the limits were chosen.
FIRST = 1_000


def rows() -> Iterator[Row]:
    cv2.setNumThreads(1)
    decks = {name: teach(name) for name in KEPT_OUT_DECKS}
    counts: Counter[str] = Counter()
    for seed in islice(KEPT_OUT, FIRST, FIRST + PHOTOS):
        name, photo = make_photo(seed)
        if "layout" not in photo.kind:
            counts += judge(photo, read(decks[name], photo))
    print(f"  ({dict(counts)})", file=sys.stderr)
    of_cards = 100 / counts["cards"]
    yield Row(
        "cards of made photos not found, or not right and sure", counts["missed"] * of_cards, None, 0.5, "%"
    )
    yield Row("cards named wrongly without a doubt", counts["wrong"] * of_cards, None, 0.05, "%")
    yield from measure_24(*next(iter(decks.items())))


def teach(name: str) -> Taught:
    """A deck as it is learned from three photos of four months."""
    pictures: list[MatLike] = []
    for start in range(0, 12, 4):
        for attempt in count():
            months = range(start, start + 4)
            photo = make_layout(load_deck(name), np.random.default_rng([attempt, start]), months)
            try:
                laid = find_layout(Photo(read_photo(photo.content)[0])).reshape(16, *PICTURE_PX[::-1], 3)
            except (CannotRead, ValueError):
                continue
            if all(each.any() for each in laid):
                pictures += [*laid]
                break
    return Taught(pictures)


def read(deck: Taught, photo: MadePhoto) -> list[Sighting]:
    try:
        return name_cards([photo.content], deck)
    except NothingFound:
        return []


def judge(photo: MadePhoto, found: Iterable[Sighting]) -> Counter[str]:
    """How many cards there are, how many are missed, and how many sure ones are wrong."""
    sure = [each for each in found if not each.is_doubtful]
    missed = sum(not any(is_of(each, truth) for each in sure) for truth in photo.cards)
    wrong = sum(not any(is_of(each, truth) for truth in photo.cards) for each in sure)
    return Counter(cards=len(photo.cards), missed=missed, wrong=wrong)


def is_of(found: Sighting, truth: Truth) -> bool:
    """Whether it names the card that lies there."""
    corners = np.array(truth.corners)
    away = np.linalg.norm(np.mean(found.corners, axis=0) - corners.mean(axis=0))
    return found.ids[0] == truth.id and bool(away < 0.35 * np.linalg.norm(corners[0] - corners[1]))


def tell_peak_bytes() -> int:
    """The most memory that the child has had. (`resource` would say that of what began it.)"""
    status = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    return int(status["VmHWM"].split()[0]) * 1024


def measure_24(name: str, deck: Taught) -> Iterator[Row]:
    """What 24 cards in one photo take: processor time, with a deck that is ready; memory of the child."""
    photos = [make_pile(load_deck(name), np.random.default_rng([24, n]), 24) for n in range(6)]
    taken = []
    for photo in photos:
        start = time.process_time()
        read(deck, photo)
        taken.append(time.process_time() - start)
    yield Row("a photo of 24 cards: processor time, the slowest of 6", max(taken), None, 2.0, "s")
    pictures = {id: cv2.imencode(".jpg", picture)[1].tobytes() for id, picture in load_deck(name).items()}
    reader = PhotoReader()
    try:
        reader.read(pictures, [photo.content for photo in photos[:4]])
        peak = reader._child.do(tell_peak_bytes)
        yield Row("the child after four photos of 24: memory", peak / 2**20, None, 400, "MiB")
    finally:
        reader.close()
