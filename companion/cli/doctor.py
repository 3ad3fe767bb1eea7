"""`companion doctor`: what `/health` says, as sentences."""

import os
import sys
from contextlib import closing, suppress

import click

from companion.paths import COMMAND, find_instance_folder
from companion.store import Store, find_damage, find_database_url, get_today, has_database, warn_of_backups
from companion.web.serving.health import check_all, check_disk, check_printing
from companion.web.serving.settings import read_settings, warn_of_settings


@click.command("doctor")
def doctor() -> None:
    """Say whether the database, the disk and printing are well; exit status 1 if one is not."""
    read_settings()
    url = find_database_url()
    folder = find_instance_folder()
    damage, is_new = "", True
    # A folder that may not be looked into is one that cannot be written.
    with suppress(PermissionError):
        damage = find_damage(url, "integrity_check")
        is_new = not (damage or has_database(url))
    # A folder that is not there yet is made in the nearest above it that is.
    place = next(each for each in (folder, *folder.parents) if os.path.exists(each))
    with closing(Store(url)) as store:
        checks = [check_disk(place), check_printing()] if is_new else check_all(url, folder, store)
    lines = [("Database", f"There is none yet: {COMMAND} makes it.")] if is_new and checks[0].is_well else []
    lines += [(check.name.capitalize(), check.says) for check in checks]
    is_well = not damage and all(check.is_well for check in checks)
    lines += [] if is_well else [("Folder", str(folder))]
    lines += [("Setting", warning) for warning in warn_of_settings()]
    lines += [("Damage", damage)] if damage else []
    lines += (
        [] if is_new or damage else [("Backups", warning) for warning in warn_of_backups(url, get_today())]
    )
    click.echo("\n".join(f"{name:<17} {says}" for name, says in lines))
    sys.exit(not is_well)
