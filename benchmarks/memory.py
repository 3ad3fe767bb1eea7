"""What a worker holds before its first print, against bare Flask and SQLModel."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator

from benchmarks.measure import Row

BARE = """
import sys
from flask import Flask
from sqlmodel import Field, Session, SQLModel, create_engine, select
class Kept(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    text: str
engine = create_engine("sqlite://")
SQLModel.metadata.create_all(engine)
app = Flask("bare")
@app.get("/")
def page():
    with Session(engine) as session:
        session.add(Kept(text="x"))
        session.commit()
        return str(len(session.exec(select(Kept)).all()))
assert app.test_client().get("/").status_code == 200
"""
OURS = """
import sys
from benchmarks.tables import Table
from pathlib import Path
table = Table(Path(sys.argv[1]))
client = table.client()
token = table.start(30)
for address in ("/", "/games/new", f"/g/{token}", f"/g/{token}/rounds/new", f"/g/{token}/rounds/30/why"):
    assert client.get(address).status_code == 200, address
"""
SAY = "\nimport re\nprint(re.search(r'VmRSS:\\s+(\\d+)', open('/proc/self/status').read())[1])\n"


def measure(script: str) -> float:
    """Resident memory in MiB at the end of a script."""
    with tempfile.TemporaryDirectory(prefix="kwado-bench-") as folder:
        # As at the second start of `companion serve`: the database is there, the templates are compiled.
        prepare = (
            "from benchmarks.tables import prepare; from pathlib import Path; prepare(Path(sys.argv[1]))"
        )
        subprocess.run([sys.executable, "-c", f"import sys; {prepare}", folder], check=True)
        done = subprocess.run(
            [sys.executable, "-c", script + SAY, folder], check=True, capture_output=True, text=True
        )
    return int(done.stdout) / 1024


def rows() -> Iterator[Row]:
    """The median of five processes of each, in turn."""
    samples = sorted((measure(OURS), measure(BARE)) for _ in range(5))
    ours, bare = samples[2][0], sorted(bare for _, bare in samples)[2]
    yield Row("memory of a worker before its first print", ours, bare, 1.15, "MiB")
