"""The whole database as one SQLite file, made while people play, and back again."""

from __future__ import annotations

from pathlib import Path


def back_up(url: str, file: Path) -> int:
    """The number of games in the backup that was written to the file. Writers are not held up."""
    raise NotImplementedError


def restore(url: str, file: Path) -> int:
    """The number of games in the database, which now is what the backup holds."""
    raise NotImplementedError
