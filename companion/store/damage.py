"""Whether the SQLite file is damaged or lost; `find_damage` in `backup.py` tells the way out.

It is checked when the server starts (0.3 s for 200 MB), by `companion doctor` and with the daily backup, and
each error of SQLite that tells of damage counts. What was seen is noted in a file beside it
(`find_damage_mark`), so that `/health` of every process tells it without reading, until a check finds the
file whole.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.store.database import find_damage_mark, is_damage
from companion.store.errors import CannotKeep
from companion.store.migration import check_whole


def is_without_tables(file: Path, check: str) -> bool:
    """Whether the file is missing or empty. A damaged one is noted; without a `check` nothing is read."""
    mark = find_damage_mark(file)
    if not file.exists():
        return True
    try:
        with closing(sqlite3.connect(file)) as connection:
            is_empty = not connection.execute("SELECT 1 FROM sqlite_master").fetchall()
            if check:
                check_whole(connection, "integrity_check" if mark.exists() else check)
                mark.unlink(missing_ok=True)
            return is_empty
    except (CannotKeep, OSError, sqlite3.Error) as error:
        if isinstance(error, CannotKeep) or is_damage(error):
            with suppress(OSError):
                mark.touch()
        return False


def set_aside(file: Path, ending: str) -> None:
    """Renames a damaged file and its log, and forgets that it is damaged."""
    for log in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + log).rename(file.with_name(file.name + ending + log))
    find_damage_mark(file).unlink(missing_ok=True)
