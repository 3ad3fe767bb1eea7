"""Work that tests give the reader in place of a photo. It runs in its child process."""

import time
from collections.abc import Sequence

from companion.photo import Sighting
from companion.photo.child import _work


def _wait() -> list[Sighting]:
    time.sleep(3600)
    return []


def _fill_memory() -> list[Sighting]:
    bytearray(2 * 1024**3)
    return []


def hang(_deck: tuple[bytes, ...], _photos: Sequence[bytes], _seconds: int) -> list[Sighting]:
    return _work(_wait, 1)


def take_memory(_deck: tuple[bytes, ...], _photos: Sequence[bytes], seconds: int) -> list[Sighting]:
    return _work(_fill_memory, seconds)
