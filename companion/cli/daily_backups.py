"""The thread of the server that has a backup made each day.

The backup runs in its own process: its checksum reads every row, and pages would wait for that. Every process
of the server asks; the lock of `companion.store.daily_backup` lets one of them do it.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import suppress
from datetime import date

import click

from companion.errors import CompanionError
from companion.store import (
    find_backup_folder,
    find_database_url,
    get_today,
    list_backups,
    warn_of_future_backups,
    warn_of_old_backup,
)

# Not at once: the first pages come first.
FIRST_SECONDS = 60
SECONDS = 15 * 60


def start_daily_backups() -> threading.Thread:
    """Starts the thread. It ends with its process."""
    thread = threading.Thread(target=_make_each_day, name="daily-backups", daemon=True)
    thread.start()
    return thread


def _make_each_day() -> None:
    stopped = threading.Event()
    seconds: float = FIRST_SECONDS
    while not stopped.wait(seconds):
        ask_for_backup(get_today())
        seconds = SECONDS


def ask_for_backup(today: date) -> None:
    """Has today's backup made if it is missing. What went wrong is said on standard error."""
    if today not in dict(list_backups(find_backup_folder(find_database_url()))):
        subprocess.run([sys.executable, "-m", "companion", "backup", "--daily"], stdout=subprocess.DEVNULL)


def say_backups() -> None:
    """Warns on standard error if the last backup is old or missing, or if some are of days to come."""
    url = find_database_url()
    if warning := warn_of_future_backups(find_backup_folder(url), get_today()):
        click.echo(warning, err=True)
    with suppress(CompanionError):
        if warning := warn_of_old_backup(url, find_backup_folder(url), get_today()):
            click.echo(f"{warning} The server makes one in a minute.", err=True)
