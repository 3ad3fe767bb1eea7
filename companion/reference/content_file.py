"""Reading the files in `content/`."""

from __future__ import annotations

from importlib import resources

CONTENT = resources.files("companion.reference") / "content"


def has_content(name: str) -> bool:
    return (CONTENT / name).is_file()


def read_content(name: str) -> str:
    return (CONTENT / name).read_text(encoding="utf-8")
