"""Photos of cards: how many are read rightly, how many wrongly, and what that takes.

The photos are made (`photos.py`), with decks and seeds that were kept out of the tuning. Each deck is taught
by three photos of its layout; one in which a card cannot be made out is taken again, as a player would.
Half of the photos have cards that lie apart, half piles as they lie, by how much of each card shows.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike

from benchmarks.hard_photos import HARD, make_hard
from benchmarks.measure import Row
from benchmarks.photos import (
    KEPT_OUT,
    KEPT_OUT_DECKS,
    LYING,
    MadePhoto,
    Truth,
    load_deck,
    make_layout,
    make_lying,
    make_photo,
    make_pile,
)
from companion.cards import DECK, MONTH_ORDERS, DeckStyle, get_card
from companion.photo import CannotRead, NothingFound, PhotoReader, Sighting
from companion.photo.child import learn_deck
from companion.photo.layout import find_layout
from companion.photo.matching import Photo, compare_whole
from companion.photo.naming import name_cards
from companion.photo.pictures import PICTURE_PX, read_photo
from companion.photo.pile import Taught

PHOTOS = int(os.environ.get("KWADO_BENCH_PHOTOS", "60"))
# The first seeds were looked at while the limits were chosen.
FIRST = 1_000
# Those with which a deck is taught; of one, white cards on white paper have no edge that can be seen.
TAUGHT_DECKS = ("white-margin", "black-frame", "maroon", "bare-black")
# By how much of it shows, how many of 100 cards may be neither sure and right nor asked with the right card
# first, and how many not sure and right. Nobody expects a card to be read that shows less. Beside a box
# with four pictures, each of fewer than ten cards is asked about: no size is that of most.
LIMITS = {
    "apart": (0.4, 0.5),
    "that show 60 % and more": (3, 15),
    "that show 40 to 60 %": (20, 50),
    "beside a box": (1, 5),
    "few beside a box": (1, 100),
    "of two sizes": (3, 100),
    # Cards of another deck are to be asked about, whatever they are like.
    "on or in: flowered cloth": (3, 5),
    "on or in: flash": (15, 15),
    "on or in: two decks": (40, 50),
}


def rows() -> Iterator[Row]:
    cv2.setNumThreads(1)
    decks = {name: teach(name) for name in KEPT_OUT_DECKS}
    counts: Counter[str] = Counter()
    for make in (make_photo, make_lying, make_hard):
        for name, photo in map(make, islice(KEPT_OUT, FIRST, FIRST + PHOTOS)):
            if "layout" not in photo.kind:
                counts += judge(photo, read(decks[name], photo))
    print(f"  ({dict(counts)})", file=sys.stderr)
    for shown, (unasked, unsure) in LIMITS.items():
        of_cards = 100 / max(counts[f"cards {shown}"], 1)
        lost, doubtful = counts[f"lost {shown}"], counts[f"asked {shown}"]
        yield Row(f"cards {shown}: not asked rightly", lost * of_cards, None, unasked, "%")
        yield Row(f"cards {shown}: not sure", (lost + doubtful) * of_cards, None, unsure, "%")
        yield Row(
            f"cards {shown}: unmentioned", counts[f"unmentioned {shown}"] * of_cards, None, unasked, "%"
        )
    of_cards = 100 / counts["cards"]
    yield Row("cards named wrongly without a doubt", counts["wrong"] * of_cards, None, 0.05, "%")
    yield Row("cards of a wrong suit without a doubt", counts["wrong suit"] * of_cards, None, 0, "%")
    yield Row("asked where no card lies, in a photo", counts["empty"] / counts["photos"], None, 0.5, "")
    yield from measure_24(KEPT_OUT_DECKS[0])
    for photos, most in ((3, 2.5), (1, 5)):
        failed = sum(not is_taught(name, seed, photos) for name in TAUGHT_DECKS for seed in range(10))
        yield Row(f"decks not taught whole by {photos} photos", failed * 2.5, None, most, "%")


def is_taught(name: str, seed: int, count: int) -> bool:
    """Whether so many photos of the deck laid out teach each card, and nothing is asked."""
    deck, months = load_deck(name), 12 // count
    style: DeckStyle = deck.make["style"]
    suits, rng = [suit.index for suit in MONTH_ORDERS[style]], np.random.default_rng([seed, count])
    photos = [make_layout(deck, rng, suits[start : start + months]) for start in range(0, 12, months)]
    try:
        pictures, looks = learn_deck([photo.content for photo in photos], style)
    except CannotRead:
        return False
    if looks or len(pictures) < len(DECK):
        return False
    drawn = [cv2.resize(deck[card.id], PICTURE_PX) for card in DECK]
    taught = [read_photo(pictures[card.id])[0] for card in DECK]
    figures = compare_whole(taught, drawn)
    return figures.argmax(axis=1).tolist() == [*range(len(DECK))]


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


def judge(photo: MadePhoto, found: Sequence[Sighting]) -> Counter[str]:
    """How many cards there are by how much shows, how many of them are asked or lost, and what is wrong."""
    counts: Counter[str] = Counter(photos=1, cards=len(photo.cards))
    for truth in photo.cards:
        here = [each for each in found if lies_at(each, truth)]
        right = [each for each in here if each.ids[0] == truth.id]
        if shown := tell_shown(photo.kind, truth.shown):
            counts[f"cards {shown}"] += 1
            counts[f"asked {shown}"] += bool(right) and all(each.is_doubtful for each in right)
            counts[f"lost {shown}"] += not right
            counts[f"unmentioned {shown}"] += not here
    # What lies twice is said, and counted once.
    named = {each.ids: each for each in reversed(found)}.values()
    for each in named:
        ids = [truth.id for truth in photo.cards if lies_at(each, truth)]
        if each.is_doubtful:
            counts["empty"] += not any(lies_at(each, truth) for truth in photo.cards + photo.printed)
        else:
            counts["wrong"] += each.ids[0] not in ids
            counts["wrong suit"] += get_card(each.ids[0]).suit not in [
                get_card(card_id).suit for card_id in ids
            ]
    return counts


def tell_shown(kind: str, shown: float) -> str:
    """The words of LIMITS for a card of such a photo that shows so much; empty for less."""
    how, _, rest = kind.partition(" of ")
    if how in HARD:
        return f"on or in: {how}" * (how != "another deck")
    if how == "two sizes":
        return "of two sizes"
    if how == "box":
        return "beside a box" if int(rest.split()[0]) >= 10 else "few beside a box"
    if how not in LYING:
        return "apart"
    return "that show 60 % and more" if shown >= 0.6 else "that show 40 to 60 %" * (shown >= 0.4)


def lies_at(found: Sighting, truth: Truth) -> bool:
    """Whether it lies where this card does."""
    corners = np.array(truth.corners)
    away = np.linalg.norm(np.mean(found.corners, axis=0) - corners.mean(axis=0))
    return bool(away < 0.35 * np.linalg.norm(corners[0] - corners[1]))


def tell_peak_bytes() -> int:
    """The most memory that the child has had. (`resource` would say that of what began it.)"""
    status = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    return int(status["VmHWM"].split()[0]) * 1024


def measure_24(name: str) -> Iterator[Row]:
    """What 24 cards in one photo take: memory of the child, and its processor time once the deck is ready."""
    photos = [make_pile(load_deck(name), np.random.default_rng([24, n]), 24).content for n in range(6)]
    pictures = {id: cv2.imencode(".jpg", picture)[1].tobytes() for id, picture in load_deck(name).items()}
    reader, taken = PhotoReader(), []
    try:
        # The deck is made ready once.
        reader.read(pictures, photos[:4])
        peak = reader._child.do(tell_peak_bytes)
        yield Row("the child after four photos of 24: memory", peak / 2**20, None, 400, "MiB")
        for photo in photos:
            start = reader._child.do(time.process_time)
            reader.read(pictures, [photo])
            taken.append(reader._child.do(time.process_time) - start)
        yield Row("a photo of 24 cards: processor time, the slowest of 6", max(taken), None, 2.5, "s")
    finally:
        reader.close()
