"""Compiled templates, kept in the instance folder as long as it can be written.

On a full disk, or without the folder, pages are compiled once more and shown: reading goes on.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket


class TemplateCache(FileSystemBytecodeCache):
    """Jinja's cache in a folder, which does without the folder where it must."""

    def __init__(self, folder: Path) -> None:
        with suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)
        super().__init__(str(folder))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Reads a compiled template, if there is one."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps a compiled template, if there is room."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
