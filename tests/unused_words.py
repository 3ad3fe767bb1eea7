"""The words that we do not use, from words.toml, and where a text has one."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple


class UnusedWord(NamedTuple):
    """What we do not write, what we write instead, and the files that may still have it."""

    pattern: re.Pattern[str]
    use: str
    still_in: tuple[str, ...]


@cache
def load_unused() -> tuple[UnusedWord, ...]:
    rows = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))["word"]
    return tuple(
        UnusedWord(re.compile(row["not"]), row["use"], tuple(row.get("still_in", ()))) for row in rows
    )


def find_unused(text: str, file: str | None = None) -> list[str]:
    """What the text should not say. Without a file, words that some file may still have are let through."""
    found = []
    for word in load_unused():
        is_let_through = word.still_in if file is None else file in word.still_in
        if not is_let_through and (match := word.pattern.search(text)):
            found.append(f"“{match[0]}”: say “{word.use}”")
    return found
