"""A backup a day, made by the server itself, in the folder `backups` next to the database.

The last seven are kept; those of days to come, made while the clock was ahead, are not counted and stay. A
lock file keeps a second process from making the same one. A database without games gets none: a lost database
must not push out the backups of the games that were in it.
"""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path

from companion.paths import find_instance_folder
from companion.store.backup import back_up, count_games
from companion.store.database import find_sqlite_file, parse_url
from companion.store.errors import CannotKeep
from companion.store.migration import sync

BACKUPS_KEPT = 7
# A machine may be off for a night or two.
OLD_AFTER_DAYS = 2
_NAME = re.compile(r"kwado-(\d{4}-\d{2}-\d{2})\.backup", re.ASCII)


def find_backup_folder(url: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Next to an SQLite file; for PostgreSQL in the instance folder."""
    file = find_sqlite_file(parse_url(url))
    return (file.parent if file else find_instance_folder(environment)) / "backups"


def get_today() -> date:
    return datetime.now(UTC).date()


def list_backups(folder: Path) -> list[tuple[date, Path]]:
    """The daily backups, oldest first. Other files in the folder are nobody's business here."""
    found = []
    for path in folder.glob("kwado-*.backup"):
        if match := _NAME.fullmatch(path.name):
            with suppress(ValueError):
                found.append((date.fromisoformat(match[1]), path))
    return sorted(found)


def make_daily_backup(url: str, folder: Path, today: date) -> Path | None:
    """The backup of today; None if there is one, if another process makes it, or if there are no games.

    Raises `CannotKeep` if it could not be made; the earlier ones are then left as they are.
    """
    file = folder / f"kwado-{today.isoformat()}.backup"
    if file.exists() or not count_games(url):
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _lock(folder / "lock") as is_ours:
            if not is_ours or file.exists():
                return None
            # Left by a backup that was killed.
            for left in folder.glob("tmp*"):
                shutil.rmtree(left, ignore_errors=True)
            back_up(url, file)
            made = [path for day, path in list_backups(folder) if day <= today]
            for old in made[:-BACKUPS_KEPT]:
                old.unlink()
            sync(folder)
    except OSError as error:
        raise CannotKeep(f"Today’s backup could not be made in {folder}: {error.strerror}.") from error
    return file


def warn_of_old_backup(url: str, folder: Path, today: date) -> str | None:
    """A sentence if there are games and their last daily backup is missing or old."""
    if not count_games(url):
        return None
    made = [(day, path) for day, path in list_backups(folder) if day <= today]
    if not made:
        return f"There is no daily backup yet in {folder}."
    days = (today - made[-1][0]).days
    return f"The last daily backup is {days} days old: {made[-1][1]}." if days > OLD_AFTER_DAYS else None


def warn_of_future_backups(folder: Path, today: date) -> str | None:
    """A sentence that names the daily backups of days to come, if there are any."""
    names = [path.name for day, path in list_backups(folder) if day > today]
    return (
        f"The clock of this machine is wrong, or was when these were made in {folder}: {', '.join(names)}."
        if names
        else None
    )


@contextmanager
def _lock(file: Path) -> Iterator[bool]:
    """Whether the lock could be had. The system frees it when a process ends, however it ends."""
    descriptor = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)
