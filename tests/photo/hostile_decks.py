"""Files that strangers may send as the file of a deck, for tests: each is refused with a sentence."""

import io
import warnings
import zipfile
from collections.abc import Iterable

from PIL import Image

from companion.cards import DECK
from companion.photo import pack_deck

# A picture as it is stored, as far as size goes.
PICTURE = bytes(range(256)) * 20
NAMES = [f"{card.id}.jpg" for card in DECK]
NOT_A_DECK = "This is not a deck saved here"


def pack(entries: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    content = io.BytesIO()
    # It warns of two entries of one name.
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(content, "w", method) as file:
        for name, picture in entries:
            file.writestr(zipfile.ZipInfo(name), picture, method)
    return content.getvalue()


def flip(content: bytes, place: int) -> bytes:
    """The same with one bit the other way round."""
    changed = bytearray(content)
    changed[place] ^= 1 << place % 8
    return bytes(changed)


def draw(width: int, height: int) -> bytes:
    content = io.BytesIO()
    Image.new("1", (width, height)).save(content, "PNG")
    return content.getvalue()


def say_of_size(content: bytes, size: int) -> bytes:
    """The same file, whose list says of every picture that it has this size."""
    changed, place = bytearray(content), -1
    while (place := content.find(b"PK\x01\x02", place + 1)) >= 0:
        changed[place + 24 : place + 28] = size.to_bytes(4, "little")
    return bytes(changed)


DECK_FILE = pack_deck(dict.fromkeys((card.id for card in DECK), PICTURE))
# In the pictures, their heads, and the list at the end.
FLIPPED = [flip(DECK_FILE, place) for place in range(14, len(DECK_FILE), len(DECK_FILE) // 29)]
PACKED_FLIPPED = [
    flip(content, place)
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    for content in [pack(((name, PICTURE) for name in NAMES), method)]
    for place in range(60, len(content), len(content) // 29)
]
HOSTILE = {
    "empty": (b"", NOT_A_DECK),
    "no ZIP": (b"no file", NOT_A_DECK),
    "half a ZIP": (DECK_FILE[: len(DECK_FILE) // 2], NOT_A_DECK),
    "no entries": (pack([]), "0 of 48 cards; “Crane” is missing"),
    "47 cards": (pack((name, PICTURE) for name in NAMES[1:]), "47 of 48 cards; “Crane” is missing"),
    "doubled in place of another": (
        pack((name, PICTURE) for name in [NAMES[1], *NAMES[1:]]),
        "47 of 48 cards; “Crane” is missing",
    ),
    "doubled": (pack((name, PICTURE) for name in [*NAMES, NAMES[0]]), NOT_A_DECK),
    "more than cards": (pack((name, b"x") for name in [*NAMES, "../../evil"]), NOT_A_DECK),
    "in a folder": (pack((f"deck/{name}", PICTURE) for name in NAMES), NOT_A_DECK),
    "bombs": (pack((name, bytes(1_000_000)) for name in NAMES), "too large for a deck"),
    "bombs that say they are small": (
        say_of_size(pack((name, bytes(1_000_000)) for name in NAMES), 5_000),
        NOT_A_DECK,
    ),
    "bombs packed in another way": (
        pack(((name, bytes(3_000_000)) for name in NAMES[:2]), zipfile.ZIP_BZIP2),
        NOT_A_DECK,
    ),
    "20,000 of one name": (pack([(NAMES[0], bytes(500))] * 20_000), NOT_A_DECK),
    "folders": (pack(((f"{n}/", b"") for n in range(15_000)), zipfile.ZIP_STORED), NOT_A_DECK),
    "too long": (bytes(40_000_000) + DECK_FILE, NOT_A_DECK),
    "49 megapixels": (
        pack((name, draw(7_000, 7_000)) for name in NAMES),
        "Crane on pine: This is too large for the picture of a card.",
    ),
}
