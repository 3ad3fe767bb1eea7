"""Reading the files in `content/`."""

from importlib import resources

from companion.errors import NotUnderstood

CONTENT = resources.files("companion.reference") / "content"


def read_content(name: str) -> str:
    """The text of this file; raises `NotUnderstood` where there is none: each game needs its own."""
    try:
        return (CONTENT / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotUnderstood(f"The file companion/reference/content/{name} is missing.") from None
