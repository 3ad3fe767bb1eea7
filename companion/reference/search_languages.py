"""Questions in other languages, read word by word as English.

The lists are in `content/other_languages.toml`. Words of the Latin alphabet are read in the language that
knows most of those which English does not know; Japanese and Korean are looked for inside of words.

    >>> languages = load_languages()
    >>> languages.translate("Wer gibt als Erster?", "als game point".split().__contains__)
    'who deals first start'
    >>> languages.signs["何人"]
    'how many players'

Sources: none; the words are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from companion.cards import fold
from companion.reference.content_file import read_content
from companion.rules.records import parse_toml

# Languages that are written without spaces, or with endings that stick to the word.
SIGNS = ("ja", "ko")
SHORTEST_BEGINNING = 3
LONGEST_PHRASE = 4


class Language(NamedTuple):
    """The words of a language in English; `beginnings` stand for every word that begins so."""

    stop: frozenset[str]
    words: Mapping[tuple[str, ...], str]
    beginnings: Mapping[str, str]

    def find(self, words: list[str]) -> tuple[int, str] | None:
        """How many of the first words are read, and as what; None for a word that it does not know."""
        for length in range(LONGEST_PHRASE, 0, -1):
            said = self.words.get(tuple(words[:length]))
            if said is not None and length <= len(words):
                return length, said
        if words[0] in self.stop:
            return 1, ""
        for length in range(len(words[0]), SHORTEST_BEGINNING - 1, -1):
            said = self.beginnings.get(words[0][:length])
            if said is not None:
                return 1, said
        return None

    def read(self, words: list[str]) -> list[tuple[tuple[str, ...], str | None]]:
        """The words in groups, each with its English; None where there is none."""
        read: list[tuple[tuple[str, ...], str | None]] = []
        at = 0
        while at < len(words):
            length, said = self.find(words[at:]) or (1, None)
            read.append((tuple(words[at : at + length]), said))
            at += length
        return read


class Languages(NamedTuple):
    """All languages: the Latin ones, and what signs of the others mean."""

    latin: Mapping[str, Language]
    signs: Mapping[str, str]

    def translate(self, text: str, is_english: Callable[[str], bool]) -> str:
        """The text in English if another language knows more of its words, or else as it is."""
        words = [word for word in fold(text).split() if word.isascii()]
        named = [word for word in words if not word.isdecimal()]
        strange = [word for word in named if not is_english(word)]
        if not strange:
            return text
        best, most = None, 0
        for language in self.latin.values():
            read = language.read(named)
            known = {word for group, said in read if said is not None for word in group}
            own = sum(word in known for word in strange) - sum(word not in known for word in named)
            if own > most or (best is None and own == 0 and len(named) > 2 and known.intersection(strange)):
                best, most = language, own
        if best is None:
            return text
        read = best.read(fold(text).split())
        return " ".join(filter(None, [" ".join(group) if said is None else said for group, said in read]))


def parse_languages(text: str) -> Languages:
    """The languages of a list; raises `NotUnderstood` for text that is not TOML."""
    latin: dict[str, Language] = {}
    signs: dict[str, str] = {}
    for name, rows in parse_toml(text, "The list of other languages").items():
        words: dict[tuple[str, ...], str] = {}
        beginnings: dict[str, str] = {}
        for row in rows["words"].strip().split("\n"):
            left, _, english = row.partition(" = ")
            for word in left.split():
                plain = word if word.isascii() and word.islower() else fold(word)
                if name in SIGNS:
                    signs.setdefault(word.replace("_", ""), english)
                elif word.endswith("*"):
                    beginnings.setdefault(plain.strip("*"), english)
                else:
                    words.setdefault(tuple(plain.replace("_", " ").split()), english)
        if name not in SIGNS:
            stop = frozenset(fold(rows["stop"]).split())
            latin[name] = Language(stop, words, beginnings)
    return Languages(latin, signs)


@cache
def load_languages() -> Languages:
    return parse_languages(read_content("other_languages.toml"))
