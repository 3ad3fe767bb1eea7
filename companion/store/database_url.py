"""The address of the database with the kept games."""

import os
from collections.abc import Mapping

from companion.paths import find_instance_folder


def find_database_url(environment: Mapping[str, str] = os.environ) -> str:
    """`KWADO_DATABASE_URL`, or an SQLite file in the instance folder."""
    url = environment.get("KWADO_DATABASE_URL")
    return url or f"sqlite:///{find_instance_folder(environment) / 'kwado.sqlite3'}"
