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


def box(kind: bytes, *parts: bytes) -> bytes:
    return struct.pack(">I", sum(map(len, parts)) + 8) + kind + b"".join(parts)


def full_box(kind: bytes, version: int, *parts: bytes) -> bytes:
    return box(kind, bytes([version, 0, 0, 0]), *parts)


def find_box(content: bytes, kind: bytes) -> bytes:
    place = content.index(kind)
    return content[place + 4 : place - 4 + int.from_bytes(content[place - 4 : place])]


def lay_tiles(heic: bytes, kind: bytes, count: int, side: int) -> bytes:
    """A HEIC with so many items, each of them this picture, put together as a square of this side."""
    picture, listed = find_box(heic, b"mdat"), find_box(heic, b"ipco")
    # Behind the version, a count of one and the id of the item.
    used = find_box(heic, b"ipma")[10:]
    whole = 2
    tiles = [struct.pack(">H", number) for number in range(10, 10 + count)]
    if kind == b"grid":
        how = struct.pack(">BBBBHH", 0, 0, *[round(count**0.5) - 1] * 2, side, side)
    else:
        how = struct.pack(">BB4HHH", 0, 0, 0, 0, 0, 65535, side, side) + bytes(4 * count)
    # The new size is the last of the properties.
    size = bytes([1, 0x80 | count_boxes(listed) + 1])

    def build(place: int) -> bytes:
        places = [tile + struct.pack(">HHHII", 0, 0, 1, place, len(picture)) for tile in tiles]
        places.append(struct.pack(">HHHHII", whole, 1, 0, 1, 0, len(how)))
        kinds = [full_box(b"infe", 2, tile, bytes(2), b"hvc1\0") for tile in tiles]
        kinds.append(full_box(b"infe", 2, struct.pack(">HH", whole, 0), kind + b"\0"))
        number = struct.pack(">H", count + 1)
        meta = full_box(
            b"meta",
            0,
            full_box(b"hdlr", 0, bytes(4), b"pict", bytes(13)),
            full_box(b"pitm", 0, struct.pack(">H", whole)),
            full_box(b"iloc", 1, b"\x44\0", number, *places),
            full_box(b"iinf", 0, number, *kinds),
            full_box(b"iref", 0, box(b"dimg", struct.pack(">HH", whole, count), *tiles)),
            box(
                b"iprp",
                box(b"ipco", listed, full_box(b"ispe", 0, struct.pack(">II", side, side))),
                full_box(
                    b"ipma",
                    0,
                    struct.pack(">I", count + 1),
                    *(tile + used for tile in tiles),
                    struct.pack(">H", whole) + size,
                ),
            ),
            box(b"idat", how),
        )
        return box(b"ftyp", b"heic\0\0\0\0mif1heic") + meta

    return build(len(build(0)) + 8) + box(b"mdat", picture)


def count_boxes(content: bytes) -> int:
    count = place = 0
    while place < len(content):
        count, place = count + 1, place + int.from_bytes(content[place : place + 4])
    return count


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
