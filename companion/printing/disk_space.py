"""Whether the disk has room to print, and where."""

import os
import tempfile
from pathlib import Path

from companion.printing.fonts import PRINTABLES

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


def find_fonts_folder() -> Path:
    """The folder for the cut fonts: the app's own, or a temporary one if that is not writable."""
    folder = Path(os.environ.get("KWADO_INSTANCE_PATH") or PRINTABLES.parent / "instance", "print")
    return folder if has_room(folder) else Path(tempfile.gettempdir()) / "kwado-print"
