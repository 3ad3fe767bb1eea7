"""A taught deck as a file: a ZIP with a JPEG of each card, named by the card's id."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from companion.cards import DECK
from companion.photo.sightings import CannotRead

MAX_PICTURE_BYTES = 65_536
MAX_FILE_BYTES = 4_000_000
PACKED = {ZIP_STORED, ZIP_DEFLATED}
NOT_A_DECK = "This is not a deck saved here. Send the file as “Save the deck as a file” gave it."


def pack_deck(pictures: Mapping[str, bytes]) -> bytes:
    """The file of a deck. The same pictures give the same bytes."""
    content = BytesIO()
    with ZipFile(content, "w") as file:
        for card in DECK:
            file.writestr(ZipInfo(f"{card.id}.jpg"), pictures[card.id])
    return content.getvalue()


def unpack_deck(content: bytes) -> dict[str, bytes]:
    """The 48 pictures of a deck's file, by card id. Raises `CannotRead`.

    A stranger's file is unpacked in the child process only, by `PhotoReader.adopt`, which also looks at the
    pictures. Never more of one is unpacked than it may have, whatever the file says of its size.
    """
    names = {f"{card.id}.jpg": card.id for card in DECK}
    try:
        # A longer file loses its end, and is no ZIP without it.
        with ZipFile(BytesIO(content[:MAX_FILE_BYTES])) as file:
            entries = file.infolist()
            # What else a ZIP may be packed with is unpacked without a bound.
            if len(entries) > len(DECK) or {each.compress_type for each in entries} - PACKED:
                raise BadZipFile
            pictures = {names[each.filename]: file.open(each).read(MAX_PICTURE_BYTES + 1) for each in entries}
    # A broken file fails in as many ways as there are to pack one.
    except Exception as error:
        raise CannotRead(NOT_A_DECK) from error
    if any(len(picture) > MAX_PICTURE_BYTES for picture in pictures.values()):
        raise CannotRead("A picture in this file is too large for a deck.")
    if missing := [card.short_name for card in DECK if card.id not in pictures]:
        raise CannotRead(f"This file has {len(pictures)} of 48 cards; “{missing[0]}” is missing.")
    return {card.id: pictures[card.id] for card in DECK}
