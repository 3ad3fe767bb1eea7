"""What is made from the content once and kept beside the modules that Python compiles, in `__pycache__`.

It is made anew when a file that it comes from has changed. Where nothing may be written it is made each time.

Sources: none.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from companion import paths

PROGRAM = paths.ROOT / "companion"


def load_compiled(name: str, folders: Iterable[str], make: Callable[[], Any]) -> Any:
    """What `make` makes from the files in these folders of the program: plain values, as kept or made now."""
    stamp = _stamp(folders)
    path = Path(cache_from_source(os.fspath(PROGRAM / "reference" / f"{name}-compiled.py"))).with_suffix(
        ".bin"
    )
    with suppress(OSError, ValueError, EOFError, TypeError):
        kept_stamp, made = marshal.loads(path.read_bytes())  # noqa: S302
        if kept_stamp == stamp:
            return made
    made = make()
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            _write(path, marshal.dumps((stamp, made)))
    return made


def _stamp(folders: Iterable[str]) -> list[tuple[str, int, int]]:
    """Name, size and time of change of every file that counts."""
    found = []
    for folder in folders:
        for at, subfolders, names in os.walk(PROGRAM / folder):
            subfolders[:] = sorted(one for one in subfolders if one != "__pycache__")
            for name in sorted(names):
                stat = os.stat(os.path.join(at, name))
                found.append((os.path.join(at, name), stat.st_size, stat.st_mtime_ns))
    return found


def _write(path: Path, content: bytes) -> None:
    """Writes the whole file or nothing: another process may read it."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)
