"""Whether a folder can be written: on a full disk it is not the sheet that is too much."""

from __future__ import annotations

import tempfile
from pathlib import Path

# A disk that has less has no room for the fonts either.
ROOM_BYTES = 1024 * 1024


def has_room(folder: Path) -> bool:
    """Whether the folder, made where it is missing, takes a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM_BYTES))
    except OSError:
        return False
    return True
