"""Where games are kept when nobody says otherwise."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def find_database_url(environment: Mapping[str, str] = os.environ) -> str:
    """The database address of `KWADO_DATABASE_URL`, or else an SQLite file in the instance folder.

    The instance folder is that of `KWADO_INSTANCE_PATH`, or else `instance` beside the program.
    """
    url = environment.get("KWADO_DATABASE_URL")
    if url:
        return url
    folder = environment.get("KWADO_INSTANCE_PATH") or ROOT / "instance"
    return f"sqlite:///{Path(folder).resolve() / 'kwado.sqlite3'}"
