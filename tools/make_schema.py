"""Writes the example database of the newest schema, once: `python -m tools.make_schema`."""

import gzip
import json
import sqlite3
import tempfile
from pathlib import Path

from companion.store import migrate, open_store
from tests.store.evenings import export_all, play_everything


def make_schema(folder: Path) -> str:
    """The id of the schema whose example lies in the folder now."""
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "kwado.sqlite3"
        migrate(f"sqlite:///{file}")
        store = open_store(f"sqlite:///{file}")
        play_everything(store)
        exports = [json.loads(export) for export in export_all(store)]
        store.close()
        connection = sqlite3.connect(file)
        schema: str = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        sql = "\n".join(connection.iterdump()) + "\n"
        connection.close()
    example = folder / f"{schema}.sqlite.sql.gz"
    if example.exists():
        raise SystemExit(f"There is an example of schema {schema}; a released schema does not change.")
    example.write_bytes(gzip.compress(sql.encode(), mtime=0))
    text = json.dumps(exports, ensure_ascii=False, indent=1) + "\n"
    (folder / f"{schema}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    return schema


if __name__ == "__main__":
    print(make_schema(Path(__file__).parents[1] / "tests/store/schemas"))
