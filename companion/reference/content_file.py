"""Reading the files in `content/`."""

from importlib import resources

CONTENT = resources.files("companion.reference") / "content"


def read_content(name: str) -> str:
    return (CONTENT / name).read_text(encoding="utf-8")
