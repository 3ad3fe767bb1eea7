"""The words of the game in three languages.

    >>> [word.word for word in load_glossary()][:2]
    ['Bright', 'Animal']

Sources: SUI, KD85 for the names of kinds; the rest are plain translations.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.errors import CompanionError
from companion.reference.content_file import parse_records, raise_all, read_content


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the table with what else it is called; `see` is the ruling that says more."""

    id: str
    word: str
    japanese: str
    korean: str
    also: tuple[str, ...]
    meaning: str
    see: str


def parse_glossary(text: str) -> tuple[Word, ...]:
    """The words that a text holds; raises every fault of it."""
    faults: list[CompanionError] = []
    words = []
    for row in parse_records(text, "word", faults):
        words.append(
            Word(
                row.take("id"),
                row.take("word"),
                row.take("japanese"),
                row.take("korean"),
                tuple(also.strip() for also in row.take("also").split(",")),
                row.take("meaning"),
                row.take("see"),
            )
        )
        row.close()
    raise_all(faults)
    return tuple(words)


@cache
def load_glossary() -> tuple[Word, ...]:
    """All words, in the order of their importance."""
    return parse_glossary(read_content("glossary.toml"))
