"""A stand-in for the reader of photos, which sees what a test says; the real one is tested in tests/photo."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw

from companion.cards import DECK, get_card
from companion.photo import Lesson, Sighting, unpack_deck

CORNERS = ((0.0, 0.0), (66.0, 0.0), (66.0, 108.0), (0.0, 108.0))


def draw(card_id: str) -> bytes:
    """A JPEG that tells this card from the others."""
    place = get_card(card_id).index
    picture = Image.new("RGB", (66, 108), (place * 53 % 160, place * 97 % 160, place * 31 % 160))
    ImageDraw.Draw(picture).text((4, 40), card_id[:9], fill="white")
    content = io.BytesIO()
    picture.save(content, "JPEG")
    return content.getvalue()


PICTURES = {card.id: draw(card.id) for card in DECK}
# A photo as a phone sends it.
PHOTO = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": PICTURES["pine-crane"]}


def see(*ids: str, confidence: float = 0.98) -> Sighting:
    return Sighting(ids, confidence, CORNERS, 0, PICTURES[ids[0]])


PILE = [
    *map(see, ("pine-crane", "plum-warbler", "maple-deer", "cherry-ribbon", "chrysanthemum-cup")),
    *map(see, ("iris-bridge", "iris-ribbon", "iris-chaff-1", "iris-chaff-2", "maple-chaff-1")),
    see("peony-ribbon", "chrysanthemum-ribbon", "maple-ribbon", confidence=0.5),
    see("plum-chaff-1", "plum-chaff-2", confidence=0.6),
]


class StandIn:
    """A reader that sees what it is told to see, else a pile with every kind of question."""

    def __init__(self) -> None:
        self.sees: Sequence[Sighting] | Exception = PILE
        self.asked: list[tuple[Any, ...]] = []
        self.looks: dict[str, str] = {}
        self.missing: set[str] = set()
        self.pictures = PICTURES

    def learn(self, photos: Sequence[bytes], style: str, visitor: str = "") -> Lesson:
        self.asked.append(("learn", list(photos), style))
        if isinstance(self.sees, Exception):
            raise self.sees
        return Lesson({id: self.pictures[id] for id in PICTURES if id not in self.missing}, self.looks)

    def learn_card(self, photo: bytes, visitor: str = "") -> bytes:
        self.asked.append(("learn card", photo))
        if isinstance(self.sees, Exception):
            raise self.sees
        return photo

    def adopt(self, deck: bytes | Mapping[str, bytes], visitor: str = "") -> dict[str, bytes]:
        self.asked.append(("adopt", deck))
        return unpack_deck(deck) if isinstance(deck, bytes) else dict(deck)

    def read(
        self, deck: Mapping[str, bytes], photos: Sequence[bytes], visitor: str = ""
    ) -> Sequence[Sighting]:
        self.asked.append(("read", dict(deck), list(photos)))
        if isinstance(self.sees, Exception):
            raise self.sees
        return self.sees

    def close(self) -> None:
        pass
