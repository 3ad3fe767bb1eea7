"""The file of a taught deck: a ZIP with 48 pictures."""

import io
import zipfile

import pytest

from companion.cards import DECK
from companion.photo import CannotRead, pack_deck, unpack_deck

PICTURES = {card.id: card.id.encode() for card in DECK}


def pack(pictures: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, picture in pictures.items():
            file.writestr(name, picture)
    return content.getvalue()


def test_a_deck_comes_out_of_its_file_as_it_went_in_and_the_same_deck_is_the_same_file() -> None:
    packed = pack_deck(PICTURES)
    assert unpack_deck(packed) == PICTURES
    assert packed == pack_deck(dict(reversed(PICTURES.items())))


def test_what_else_lies_in_the_file_is_left_there() -> None:
    named = {f"{card_id}.jpg": picture for card_id, picture in PICTURES.items()}
    assert unpack_deck(pack({"../../evil": b"x", "notes.txt": b"y", **named})) == PICTURES


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no file", "not a file of a taught deck"),
        (pack_deck(PICTURES)[:900], "not a file of a taught deck"),
        (pack({f"{card.id}.jpg": b"x" for card in DECK[1:]}), "47 of 48 cards; “Crane” is missing"),
        # It takes next to no room in the file, and much outside.
        (pack({"pine-crane.jpg": bytes(70_000)}), "too large for a deck"),
    ],
    ids=["no ZIP", "half a ZIP", "47 cards", "a bomb"],
)
def test_what_is_no_deck_is_a_sentence(content: bytes, said: str) -> None:
    with pytest.raises(CannotRead, match=said):
        unpack_deck(content)
