"""Reading the content of this package: TOML records, taken apart strictly, with every fault at once."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from companion.errors import CompanionError, NotUnderstood, raise_all, say_nearest


def read_content(name: str) -> str:
    """The text of a file in `content/`."""
    return (resources.files("companion.reference") / "content" / name).read_text(encoding="utf-8")


class Record:
    """A TOML table that is taken apart key by key; what is left over at the end is a fault."""

    def __init__(self, values: dict[str, Any], name: str, faults: list[CompanionError]) -> None:
        self.values = dict(values)
        self.name = name
        self.faults = faults

    def fail(self, message: str) -> None:
        """Notes a fault of this record."""
        self.faults.append(NotUnderstood(f"{self.name}: {message}"))

    def take(self, key: str, default: str | None = None) -> str:
        """The text under a key; without a default it must be there and not be empty."""
        value = self.values.pop(key, default)
        if isinstance(value, str) and (value.strip() or value == default):
            return value.strip()
        self.fail(f"“{key}” must be a text that says something.")
        return ""

    def take_list(self, key: str) -> list[Any]:
        """The list under a key; an empty one where there is none."""
        value = self.values.pop(key, [])
        if isinstance(value, list):
            return value
        self.fail(f"“{key}” must be a list.")
        return []

    def check_known(self, word: str, known: Any, what: str) -> None:
        """Notes a fault when the word is none of the known ones."""
        if word not in known:
            self.fail(f"there is no {what} “{word}”{say_nearest(word, list(known))}.")

    def close(self) -> None:
        """Notes what was not asked for."""
        for key in self.values:
            self.fail(f"unknown key “{key}”.")


def parse_records(text: str, key: str, faults: list[CompanionError]) -> list[Record]:
    """The records of a text that holds a list of them under one key, each with an id of its own."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotUnderstood(f"The content is not TOML: {error}.") from error
    rows = values.pop(key, [])
    if values or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NotUnderstood(f"The content must be a list of “{key}” and nothing else.")
    ids = [row.get("id") for row in rows]
    for doubled in {one for one in ids if ids.count(one) > 1}:
        faults.append(NotUnderstood(f"The id “{doubled}” comes twice."))
    return [Record(row, f"{key} {row.get('id', number)}", faults) for number, row in enumerate(rows, 1)]


__all__ = ["Record", "parse_records", "raise_all", "read_content"]
