"""Photos and pictures of cards as they come and go: bytes that strangers send, and JPEGs."""

import re
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO

import cv2
import numpy as np
from cv2.typing import MatLike
from PIL import Image, ImageOps

from companion.child_process import add_processor_time
from companion.photo.sightings import CannotRead

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
MAX_MEGAPIXELS = 50
# In the file of a deck, where those that are saved here have 0.02.
FILE_MEGAPIXELS = 1
# A JPEG is made smaller while it is decoded. These are decoded whole, four of them in some seconds.
WHOLE_MEGAPIXELS = {"PNG": 16, "WEBP": 16, "HEIF": 25}
# Where this part of the extra is missing, the other formats are read.
with suppress(ImportError):
    import pi_heif

    pi_heif.register_heif_opener()
# Brands of a HEIC, after its first eight bytes.
HEIC_BRANDS = (b"heic", b"heix", b"mif1", b"msf1", b"hevc")
# Each scan of a JPEG walks all its blocks, however few bytes it has, and for each piece of its Exif Pillow
# copies all pieces before. Each profile of a PNG is unpacked, up to 1 MB. Photos have about ten scans, and
# one piece or profile.
MAX_COSTLY = 20
# Segments of at most 64 KB: the depths that some phones add take hundreds. Chunks, mostly of 8 KB.
MAX_PARTS = 10_000
COSTLY, EXIF, ENDS = (b"\xda", b"iCCP"), b"Exif\0", (b"\xd9", b"IEND")
# A HEIC is put together from tiles that may each be as large as the whole, and a phone's 25 megapixels are
# listed three times: the tiles, the whole, and once more with its lights. So many megapixels may be listed.
# A small item costs as much as one of 512 × 512.
HEIC_MEGAPIXELS, HEIC_ITEM_PIXELS = 100, 512**2
# By how a JPEG or PNG begins: where its parts begin, what begins a part, and how long its checksum is. In a
# JPEG that is no byte of a scan, and no mark that stands alone inside of one.
PARTS = {
    b"\xff\xd8": (2, re.compile(rb"\xff(?P<kind>[^\x00\x01\xd0-\xd7\xff])(?P<size>.{0,2})", re.DOTALL), 0),
    b"\x89P": (8, re.compile(rb"(?P<size>.{4})(?P<kind>.{4})", re.DOTALL), 4),
}
NO_PARTS = (0, re.compile(rb"(?!)"), 0)
NO_PHOTO = "This file is no photo, or it is damaged. Send a photo as JPEG, HEIC, PNG or WebP."
SEND_JPEG = (
    "This HEIC photo is too large or damaged. Send a JPEG: an iPhone takes them by Settings, Camera, "
    "Formats, “Most Compatible”."
)
TOO_LARGE = (
    f"This photo is too large. Send a JPEG of at most {MAX_MEGAPIXELS} megapixels, or a PNG or WebP of at "
    f"most {WHOLE_MEGAPIXELS['PNG']}."
)
TOO_MANY_PARTS = "This photo is stored in too many parts. Send the photo as the camera took it."
TOO_LARGE_IN_FILE = "This is too large for the picture of a card."
# A WebP takes its memory as soon as Pillow opens it. Where its header says width and height: bits after byte
# 20, how many bits each has, and what to add.
WEBP_SIZES = {b"WEBPVP8 ": (48, 64, 14, 0), b"WEBPVP8L": (8, 22, 14, 1), b"WEBPVP8X": (32, 56, 24, 1)}
# Sizes are checked here; Pillow would call a larger photo broken.
Image.MAX_IMAGE_PIXELS = None
# The long side of a photo while it is read. A card of 24 is 150 pixels high then.
PHOTO_PX = 1600
# A photo has so many seconds of a processor for each of its megapixels. Less than two are left of it.
SECONDS_A_MEGAPIXEL, MEGAPIXELS_KEPT = 4, 2
# A card as it is stored, 33 by 54 mm.
PICTURE_PX = (110, 180)
# On a scale of 255: the brightest parts of a photo that shows nothing.
DARKEST = 30
_JPEG = [cv2.IMWRITE_JPEG_QUALITY, 88]


def read_photo(content: bytes, megapixels: int = MAX_MEGAPIXELS) -> tuple[MatLike, float]:
    """An upright photo of at most 1600 pixels, and how many times smaller that is. Raises `CannotRead`.

    It may have so many megapixels, a PNG or WebP fewer, and so many parts; that is checked before it is
    decoded.
    """
    try:
        _check_parts(content)
        if content[4:8] == b"ftyp":
            _check_heic(content)
        _check_size("WEBP", _measure_webp(content), megapixels)
        image = Image.open(BytesIO(content), formats=FORMATS)
        _check_size(image.format, image.size, megapixels)
        add_processor_time(SECONDS_A_MEGAPIXEL * min(image.width * image.height / 1e6, MEGAPIXELS_KEPT))
        longest = max(image.size)
        image.draft("RGB", (PHOTO_PX, PHOTO_PX))
        upright = ImageOps.exif_transpose(image).convert("RGB")
        upright.thumbnail((PHOTO_PX, PHOTO_PX))
    except CannotRead:
        raise
    # A broken file fails in as many ways as there are formats.
    except Exception as error:
        is_heic = content[8:12] in HEIC_BRANDS
        raise CannotRead(SEND_JPEG if is_heic else NO_PHOTO) from error
    return cv2.cvtColor(np.asarray(upright), cv2.COLOR_RGB2BGR), longest / max(upright.size)


def _measure_webp(content: bytes) -> tuple[int, int]:
    """Width and height by the header of a WebP; nothing of another file."""
    x, y, bits, more = WEBP_SIZES.get(content[8:16], (0, 0, 0, 0))
    head = int.from_bytes(content[20:30], "little")
    return (head >> x) % 2**bits + more, (head >> y) % 2**bits + more


def _check_parts(content: bytes) -> None:
    """Walks the parts of a JPEG or PNG to its end; what a phone adds behind that is not looked at."""
    place, part, checksum = PARTS.get(content[:2], NO_PARTS)
    costly = parts = 0
    while (found := part.search(content, place)) and found["kind"] not in ENDS:
        is_costly = found["kind"] in COSTLY or content.startswith(EXIF, found.end())
        costly, parts = costly + is_costly, parts + 1
        if costly > MAX_COSTLY or parts > MAX_PARTS:
            raise CannotRead(TOO_MANY_PARTS)
        place = found.end("kind") + int.from_bytes(found["size"]) + checksum


def _list_boxes(content: memoryview) -> Iterator[tuple[bytes, memoryview]]:
    while content:
        kind, size = bytes(content[4:8]), int.from_bytes(content[:4]) or len(content)
        if size == 1 and kind == b"mdat":
            size = int.from_bytes(content[8:16])
        if size < 8:
            raise ValueError(kind)
        yield kind, content[8:size]
        content = content[size:]


def _check_heic(content: bytes) -> None:
    """Adds up the sizes of a HEIC's items, and raises for what no phone writes.

    libheif itself refuses an item that is larger than it says. The second list of an `iprp` has for each item
    its id, how many properties it has, and which ones of the first list.
    """
    [meta] = [inside for kind, inside in _list_boxes(memoryview(content)) if kind == b"meta"]
    [iprp] = [inside for kind, inside in _list_boxes(meta[4:]) if kind == b"iprp"]
    (_, properties), (_, items) = _list_boxes(iprp)
    listed, numbers, pixels = list(_list_boxes(properties)), iter(items[8:]), 0
    for _, _, count in zip(numbers, numbers, numbers, strict=True):
        size = dict(listed[next(numbers) % 128 - 1] for _ in range(count))[b"ispe"]
        pixels += max(int.from_bytes(size[4:8]) * int.from_bytes(size[8:12]), HEIC_ITEM_PIXELS)
    derived = re.findall(rb"infe.{8,10}?(grid|iovl|iden)", meta, re.DOTALL)
    if any(items[:4]) or pixels > HEIC_MEGAPIXELS * 1e6 or derived not in ([], [b"grid"], [b"grid"] * 2):
        raise CannotRead(SEND_JPEG)


def _check_size(kind: str | None, size: tuple[int, int], megapixels: int) -> None:
    if size[0] * size[1] > min(megapixels, WHOLE_MEGAPIXELS.get(kind or "", megapixels)) * 1_000_000:
        if kind == "HEIF":
            raise CannotRead(SEND_JPEG)
        raise CannotRead(TOO_LARGE if megapixels > FILE_MEGAPIXELS else TOO_LARGE_IN_FILE)


def check_light(photo: MatLike) -> None:
    """Raises `CannotRead` for a photo in which nothing can be seen."""
    if np.percentile(photo.max(axis=2), 99) < DARKEST:
        raise CannotRead("The photo is too dark. Make some light, best from the side, and take it again.")


def encode_picture(picture: MatLike) -> bytes:
    """A card's picture as a JPEG."""
    sized = cv2.resize(picture, PICTURE_PX, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", sized, _JPEG)[1])
