"""`companion doctor`: what `/health` says, as sentences."""

from __future__ import annotations

import sys

import click

from companion.paths import find_instance_folder
from companion.store import (
    find_backup_folder,
    find_database_url,
    get_today,
    has_database,
    warn_of_future_backups,
    warn_of_old_backup,
)
from companion.web.health import check_all, check_printing
from companion.web.settings import read_settings


@click.command("doctor")
def doctor() -> None:
    """Say whether the database, the disk and printing are well; exit status 1 if one is not."""
    read_settings()
    url = find_database_url()
    is_new = not has_database(url)
    if is_new:
        click.echo(f"{'Database':<17} There is none yet: ./run makes it.")
    checks = [check_printing()] if is_new else check_all(url, find_instance_folder())
    for check in checks:
        click.echo(f"{check.name.capitalize():<17} {check.says}")
    folder = find_backup_folder(url)
    if future_backups := warn_of_future_backups(folder, get_today()):
        click.echo(f"{'Backups':<17} {future_backups}")
    if not all(check.is_well for check in checks):
        click.echo(f"{'Folder':<17} {find_instance_folder()}")
        sys.exit(1)
    old_backup = None if is_new else warn_of_old_backup(url, folder, get_today())
    if old_backup:
        click.echo(f"{'Backups':<17} {old_backup}")
