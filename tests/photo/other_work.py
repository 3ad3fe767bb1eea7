"""Work that tests give the reader in place of a photo. It runs in its child process."""

import time
from collections.abc import Sequence

from companion.photo import Sighting, child


def _wait() -> list[Sighting]:
    time.sleep(3600)
    return []


def _count() -> list[Sighting]:
    while time.process_time() < 20:
        pass
    return []


def _fill_memory() -> list[Sighting]:
    bytearray(2 * 1024**3)
    return []


def hang(_deck: tuple[bytes, ...], _photos: Sequence[bytes]) -> list[Sighting]:
    return child.do(_wait, 1)


def take_processor(_deck: tuple[bytes, ...], _photos: Sequence[bytes]) -> list[Sighting]:
    # The child ends by this.
    child.PROCESSOR_SECONDS = 0.1
    return child.do(_count, 60)


def take_memory(_deck: tuple[bytes, ...], _photos: Sequence[bytes]) -> list[Sighting]:
    return _fill_memory()
