"""The files of this package's content."""

from __future__ import annotations

from importlib import resources


def read_content(name: str) -> str:
    """The text of a file in `content/`."""
    return (resources.files("companion.reference") / "content" / name).read_text(encoding="utf-8")
