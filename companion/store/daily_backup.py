"""A backup a day, made by the server itself, in the folder `backups` next to the database.

The last seven are kept; those of days to come, made while the clock was ahead, are not counted and stay. A
lock file lets a second process wait, and not make the same one again. A database without games gets none: a
lost database must not push out the backups of the games that were in it.
"""

import fcntl
import os
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from companion.errors import CompanionError
from companion.paths import find_instance_folder
from companion.store.backup import back_up, count_games
from companion.store.database import find_sqlite_file
from companion.store.errors import CannotKeep
from companion.store.migration import sync

BACKUPS_KEPT = 7
# A machine may be off for a night or two.
OLD_AFTER = timedelta(days=2)
_NAME = re.compile(r"kwado-(\d{4}-\d{2}-\d{2})\.backup", re.ASCII)


def find_backup_folder(url: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Next to an SQLite file; for PostgreSQL in the instance folder."""
    file = find_sqlite_file(url)
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
    """The backup of today; None if there is one or if there are no games.

    Raises `CannotKeep` if it could not be made; the earlier ones are then left as they are.
    """
    file = folder / f"kwado-{today.isoformat()}.backup"
    if file.exists() or not count_games(url):
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            # The system frees it when a process ends, however it ends.
            fcntl.flock(lock, fcntl.LOCK_EX)
            if file.exists():
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


def warn_of_backups(url: str, today: date) -> list[str]:
    """What is wrong with the daily backups: some are of days to come, or the last is old or missing."""
    folder = find_backup_folder(url)
    backups = list_backups(folder)
    made = [(day, path) for day, path in backups if day <= today]
    ahead = ", ".join(path.name for day, path in backups if day > today)
    warnings = []
    if ahead:
        warnings.append(
            f"The clock of this machine is wrong, or was when these were made in {folder}: {ahead}."
        )
    has_games = False
    with suppress(CompanionError):
        has_games = count_games(url) > 0
    if has_games and not made:
        warnings.append(f"There is no daily backup yet in {folder}. A running server makes one in a minute.")
    elif has_games and today - made[-1][0] > OLD_AFTER:
        days = (today - made[-1][0]).days
        warnings.append(f"The last daily backup is {days} days old: {made[-1][1]}.")
    return warnings
