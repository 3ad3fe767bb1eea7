"""The words of the game in three languages.

    >>> [word.word for word in load_glossary()][:2]
    ['Bright', 'Animal']

Sources: SUI, KD85 for the names of kinds; the rest are plain translations.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.reference.content_file import read_content
from companion.rules.records import keyed, parse_records


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the game with its other names; `see` is a ruling that says more."""

    id: str
    word: str
    japanese: str
    korean: str
    also: tuple[str, ...] = keyed(split=",")
    meaning: str = keyed()
    see: str = keyed()


@cache
def load_glossary() -> tuple[Word, ...]:
    return parse_records(Word, read_content("glossary.toml"), "word")
