"""Whether a server has what it needs: its database, room on the disk, what printing takes.

What is said of it holds no address, no password and no path: strangers may read it.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from companion.errors import CompanionError
from companion.printing.child import find_missing_packages
from companion.store import has_database, is_current

# A hundred evenings and the fonts fit into it.
ROOM_MB = 20


class Check(NamedTuple):
    """A thing that was looked at; without a needed one no game can be kept."""

    name: str
    is_well: bool
    says: str
    is_needed: bool = True


def check_all(database_url: str, folder: Path) -> list[Check]:
    """All that a server needs; `folder` is where it keeps its files."""
    return [*check_database(database_url), check_disk(folder), check_printing()]


def check_database(url: str) -> list[Check]:
    try:
        if not has_database(url):
            says = "There is no database yet. Starting the server makes it."
            return [Check("database", False, says)]
        current = is_current(url)
    except CompanionError:
        return [Check("database", False, "The database cannot be reached.")]
    reached = Check("database", True, "The database can be reached.")
    if current:
        return [reached, Check("schema", True, "The database is up to date.")]
    says = "The database is not of this version of the program. “./run migrate” brings it up to date."
    return [reached, Check("schema", False, says)]


def check_disk(folder: Path) -> Check:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"0")
        free_mb = shutil.disk_usage(folder).free // 1_000_000
    except FileNotFoundError:
        return Check("disk", False, "The folder that the server keeps its files in is missing.")
    except OSError:
        return Check("disk", False, "Nothing can be written to the disk: it is full or read-only.")
    if free_mb < ROOM_MB:
        return Check("disk", False, f"The disk is nearly full: less than {ROOM_MB} MB are free.")
    return Check("disk", True, "There is room on the disk.")


def check_printing() -> Check:
    missing = " ".join(find_missing_packages())
    if missing:
        says = f"Printing needs packages that this machine lacks: {missing}."
        return Check("printing", False, says, is_needed=False)
    return Check("printing", True, "Sheets can be printed.", is_needed=False)
