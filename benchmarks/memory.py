"""What a worker holds before its first print."""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from benchmarks.measure import Row

VISIT = """
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


def measure() -> float:
    """Resident memory in MB at the end of a visit."""
    with tempfile.TemporaryDirectory(prefix="kwado-bench-") as folder:
        # As at the second start of `companion serve`: the database is there, the templates are compiled.
        prepare = (
            "from benchmarks.tables import prepare; from pathlib import Path; prepare(Path(sys.argv[1]))"
        )
        subprocess.run([sys.executable, "-c", f"import sys; {prepare}", folder], check=True)
        done = subprocess.run(
            [sys.executable, "-c", VISIT + SAY, folder], check=True, capture_output=True, text=True
        )
    return int(done.stdout) * 1024 / 1e6


def rows() -> Iterator[Row]:
    """The median of five processes."""
    held = statistics.median(measure() for _ in range(5))
    yield Row("memory of a worker before its first print", held, None, 85, "MB")
