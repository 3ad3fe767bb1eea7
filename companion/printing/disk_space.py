"""Whether the disk has room to print."""

import tempfile
from pathlib import Path

# The fonts need about as much.
ROOM_BYTES = 1024 * 1024


def has_room(folder: Path) -> bool:
    """Whether the folder takes a file. Makes the folder if missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM_BYTES))
    except OSError:
        return False
    return True
