"""Files that strangers may send as the file of a deck, for tests: each is refused with a sentence."""

import io
import struct
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


def draw_scans(side: int, scans: int) -> bytes:
    """A grey JPEG whose scans take some bytes each and go over all its blocks."""

    def segment(mark: int, *parts: bytes) -> bytes:
        content = b"".join(parts)
        return bytes([255, mark]) + struct.pack(">H", len(content) + 2) + content

    blocks = (-(-side // 8)) ** 2
    # Codes of one bit: in a first scan “no difference”, in the others “no more for 2¹⁴ blocks”.
    codes = [segment(0xC4, bytes([kind, 1, *[0] * 15, code])) for kind, code in ((0, 0), (16, 0xE0))]
    first = segment(0xDA, bytes([1, 1, 0, 0, 0, 0])) + bytes(-(-blocks // 8))
    more = segment(0xDA, bytes([1, 1, 0, 1, 63, 0])) + bytes(-(-blocks // 2**14 * 15 // 8) + 1)
    frame = segment(0xC2, struct.pack(">BHHB", 8, side, side, 1), bytes([1, 0x11, 0]))
    head = b"\xff\xd8" + segment(0xDB, bytes(1), bytes([1] * 64)) + frame
    return head + b"".join(codes) + first + more * scans + b"\xff\xd9"


TOO_MANY_PARTS = "This photo is stored in too many parts. Send the photo as the camera took it."


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
    "900 scans": (
        pack((name, draw_scans(1_000, 900)) for name in NAMES),
        f"Crane on pine: {TOO_MANY_PARTS}",
    ),
}
