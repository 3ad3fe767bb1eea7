"""`/health`: for whoever watches over a server, and `/robots.txt`, for programs that read many sites."""

import math
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, current_app, jsonify

from companion.errors import CompanionError
from companion.paths import COMMAND
from companion.printing.child import NOT_INSTALLED, has_libraries
from companion.store import CannotKeep, Store, find_damage, find_damaged_games, has_database, is_current
from companion.web.serving.access import get_store

blueprint = Blueprint("health", __name__)
# What costs work is left alone. The links of games are not named here: a program may open one that it finds,
# reads there that it must not list it, and forgets it. One that may not look would list the bare link.
ROBOTS = """User-agent: *
Disallow: /api/
Disallow: /print/
Disallow: /search/
Disallow: /search?
"""


@blueprint.get("/health")
def health() -> tuple[Response, int]:
    """Status 200 if games can be kept, 503 if not; what was looked at, each with a sentence."""
    folder = Path(current_app.instance_path)
    checks = check_all(current_app.config["DATABASE_URL"], folder, get_store(), GAMES_SECONDS)
    is_well = all(check.is_well for check in checks if check.is_needed)
    said = {check.name: {"ok": check.is_well, "says": check.says} for check in checks}
    answer = jsonify({"ok": is_well, "checks": said})
    answer.headers["Cache-Control"] = "no-store"
    return answer, 200 if is_well else 503


@blueprint.get("/robots.txt")
def robots() -> Response:
    return Response(ROBOTS, mimetype="text/plain")


# Who asks `/health` waits a few seconds at most.
GAMES_SECONDS = 1
# A hundred evenings and the fonts fit into it.
ROOM_MB = 20
UNWRITABLE = (
    "The folder of files cannot be written by the user that runs this. Give it to that user (chown), or name"
    " another by KWADO_INSTANCE_PATH."
)


class Check(NamedTuple):
    """A thing that was looked at; without a needed one no game can be kept."""

    name: str
    is_well: bool
    says: str
    is_needed: bool = True


def check_all(url: str, folder: Path, store: Store, seconds: float = math.inf) -> list[Check]:
    """All that a server needs; `folder` is where it keeps its files.

    Games are read for so many seconds, those that are left the next time.
    """
    database = check_database(url, store)
    games = [check_games(store, seconds)] if database.is_well else []
    return [database, *games, check_disk(folder), check_printing()]


def check_database(url: str, store: Store) -> Check:
    try:
        store.check_files()
        if find_damage(url):
            return Check(
                "database",
                False,
                f"The database is damaged or lost. “{COMMAND} doctor” says which backup to restore.",
            )
        if not has_database(url):
            return Check("database", False, "There is no database yet. Starting the server makes it.")
        if not is_current(url):
            return Check(
                "database",
                False,
                f"The database is of an older version. Stop the server, then: {COMMAND} migrate",
            )
    except CannotKeep as error:
        return Check("database", False, error.message)
    except CompanionError:
        return Check("database", False, "The database cannot be reached.")
    return Check("database", True, "The database can be reached and is up to date.")


def check_games(store: Store, seconds: float) -> Check:
    """Whether each game can be read. Others are kept where one is not."""
    try:
        with store.reading() as session:
            numbers = ", ".join(map(str, find_damaged_games(session, seconds)))
    except CompanionError as error:
        return Check("games", False, error.message, is_needed=False)
    says = (
        f"Cannot be read, by their numbers in the database: {numbers}. All other games are served. To get one"
        " back, restore an earlier backup into a new folder (KWADO_INSTANCE_PATH), export the game there by"
        " its link, and import it here."
    )
    return Check("games", not numbers, says if numbers else "Every game can be read.", is_needed=False)


def check_disk(folder: Path) -> Check:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"0")
        free_mb = shutil.disk_usage(folder).free // 1_000_000
    except FileNotFoundError:
        return Check("disk", False, "The folder that the server keeps its files in is missing.")
    except (PermissionError, NotADirectoryError):
        return Check("disk", False, UNWRITABLE)
    except OSError:
        return Check("disk", False, "Nothing can be written to the disk: it is full or read-only.")
    if free_mb < ROOM_MB:
        return Check("disk", False, f"The disk is nearly full: less than {ROOM_MB} MB are free.")
    return Check("disk", True, "There is room on the disk.")


def check_printing() -> Check:
    is_well = has_libraries()
    return Check("printing", is_well, "Sheets can be printed." if is_well else NOT_INSTALLED, is_needed=False)
