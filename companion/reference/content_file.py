"""Reading the files in `content/`."""

from __future__ import annotations

from importlib import resources


def read_content(name: str) -> str:
    return (resources.files("companion.reference") / "content" / name).read_text(encoding="utf-8")
