"""The file of a taught deck: a ZIP with 48 pictures."""

import os
import time
import warnings
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from companion.cards import DECK
from companion.photo import CannotRead, PhotoReader, pack_deck, unpack_deck
from tests.photo.hostile_decks import FLIPPED, HOSTILE, NAMES, PACKED_FLIPPED, draw, pack

PICTURES = {card.id: card.id.encode() for card in DECK}
MEGABYTE = 1024**2


@pytest.fixture(scope="module")
def reader() -> Iterator[PhotoReader]:
    reader = PhotoReader()
    reader.adopt(pack((name, draw(110, 180)) for name in NAMES))
    yield reader
    reader.close()


def measure_memory() -> int:
    """The most memory that this process has had since `forget_peak`."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")


def measure_processor() -> float:
    """Seconds of a processor that this process has taken and its children, those that ended too."""
    stats = [Path(f"/proc/{child.pid}/stat").read_text(encoding="utf-8") for child in active_children()]
    # In the file's order these are the seconds in the program, and those in the system.
    ticks = sum(int(ticks) for stat in stats for ticks in stat.rpartition(")")[2].split()[11:13])
    return sum(os.times()[:4]) + ticks / os.sysconf("SC_CLK_TCK")


def test_a_deck_comes_out_of_its_file_as_it_went_in_and_the_same_deck_is_the_same_file() -> None:
    packed = pack_deck(PICTURES)
    assert unpack_deck(packed) == PICTURES
    assert packed == pack_deck(dict(reversed(PICTURES.items())))


@pytest.mark.parametrize(("content", "said"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_a_sentence_and_costs_the_server_nothing(
    reader: PhotoReader, content: bytes, said: str
) -> None:
    """The time is that of a processor which has nothing else to do, times five."""
    forget_peak()
    before, start = measure_memory(), time.monotonic()
    used, used_by_all = time.process_time(), measure_processor()
    with pytest.raises(CannotRead, match=said):
        reader.adopt(content[:4_000_001])
    assert measure_memory() - before < 20 * MEGABYTE
    assert time.process_time() - used < 0.5
    assert measure_processor() - used_by_all < 1
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("files", [FLIPPED, PACKED_FLIPPED], ids=["stored", "packed"])
def test_a_file_with_a_wrong_bit_is_a_deck_or_a_sentence(files: list[bytes]) -> None:
    said = set()
    for content in files:
        with warnings.catch_warnings(action="ignore"):
            try:
                assert unpack_deck(content).keys() == PICTURES.keys()
            except CannotRead as error:
                said.add(error.message.partition(".")[0])
    assert "This is not a deck saved here" in said


def test_nothing_but_the_reader_unpacks_what_somebody_sends(
    reader: PhotoReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in this process."""
    monkeypatch.setattr("companion.photo.deck_file.ZipFile", None)
    assert len(reader.adopt(pack((name, draw(1_000, 1_000)) for name in NAMES))) == 48
