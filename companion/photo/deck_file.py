"""A taught deck as a file: a ZIP with a JPEG of each card, named by the card's id."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from companion.cards import DECK
from companion.photo.sightings import CannotRead

MAX_PICTURE_BYTES = 65_536


def pack_deck(pictures: Mapping[str, bytes]) -> bytes:
    """The file of a deck. The same pictures give the same bytes."""
    content = BytesIO()
    with ZipFile(content, "w") as file:
        for card in DECK:
            file.writestr(ZipInfo(f"{card.id}.jpg"), pictures[card.id])
    return content.getvalue()


def unpack_deck(content: bytes) -> dict[str, bytes]:
    """The 48 pictures of a deck's file, by card id. Raises `CannotRead`.

    The pictures themselves are not looked at: `PhotoReader.adopt` does that.
    """
    try:
        with ZipFile(BytesIO(content)) as file:
            names = {f"{card.id}.jpg": card.id for card in DECK}
            found = [each for each in file.infolist() if each.filename in names]
            if any(each.file_size > MAX_PICTURE_BYTES for each in found):
                raise CannotRead("A picture in this file is too large for a deck.")
            pictures = {names[each.filename]: file.read(each) for each in found}
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise CannotRead("This is not a file of a taught deck.") from error
    if missing := [card.short_name for card in DECK if card.id not in pictures]:
        raise CannotRead(f"This file has {len(pictures)} of 48 cards; “{missing[0]}” is missing.")
    return {card.id: pictures[card.id] for card in DECK}
