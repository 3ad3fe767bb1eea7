"""From typed text to the words that a search compares: lower case, stems, one word for synonyms.

Synonyms and stop words are in `content/synonyms.toml`.

    >>> reader = load_reader()
    >>> reader.read("Do we shuffle again?")
    ['redeal']
    >>> reader.read("桜に幕"), reader.read("two people declaring")
    (['cherry', 'curtain'], ['two', 'player', 'declar'])

Sources: none; the words are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from companion.cards import fold
from companion.errors import NotUnderstood
from companion.reference.content_file import read_content
from companion.rules.records import parse_toml

LETTER_LIMIT = 240
WORD_LIMIT = 32
STEMS_LIMIT = 20_000
# A minus sign before a number, not the hyphen of “kwado-1985” or “2-4”.
_MINUS = re.compile(r"(?<!\w)[-−–](?=\d)")
_VOWELS = frozenset("aeiouy")


def stem(word: str) -> str:
    """The word without English endings; other scripts stay."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        base = word[: -len(ending)]
        if word.endswith(ending) and len(base) > 2 and not _VOWELS.isdisjoint(base):
            word = base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
            break
    if word.endswith("ly") and len(word) > 5:
        word = word[:-2]
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


class _Stems(dict[str, str]):
    """The stem of each word that was read, so that none is cut twice; a long list is begun anew."""

    def __missing__(self, word: str) -> str:
        if len(self) > STEMS_LIMIT:
            self.clear()
        self[word] = found = stem(word)
        return found


_STEMS = _Stems()
# What `fold` does to ASCII, ten times quicker.
_PLAIN = {at: chr(at).lower() if chr(at).isalnum() else " " for at in range(128)}


class Reader:
    """Reads texts. The first word of each group stands for its synonyms.

    `stop` words are left out; `other_game_words` show that a question is about another game.
    """

    def __init__(
        self, groups: Sequence[Sequence[str]], stop: Iterable[str], other_game_words: Iterable[str]
    ) -> None:
        self.other_game_words = frozenset(other_game_words)
        self.stop = frozenset(stop)
        self._phrases: dict[tuple[str, ...], str] = {}
        # The most words of a phrase that begins with a word.
        self._lengths: dict[str, int] = {}
        for group in groups:
            canonical = "-".join(split(group[0]))
            for phrase in group:
                words = tuple(split(phrase))
                self._phrases.setdefault(words, canonical)
                self._lengths[words[0]] = max(self._lengths.get(words[0], 0), len(words))
        self.canonical = frozenset(self._phrases.values())
        self.aliases = {
            phrase[0]: canonical for phrase, canonical in self._phrases.items() if len(phrase) == 1
        }
        self._signs = {
            phrase[0]: canonical
            for phrase, canonical in self._phrases.items()
            if len(phrase) == 1 and not phrase[0].isascii()
        }
        self._longest_sign = max(map(len, self._signs), default=1)

    def read(self, text: str) -> list[str]:
        """The words of a text to compare, in order; stop words only if there is nothing else."""
        words = split(text)[:WORD_LIMIT]
        found: list[tuple[str, bool]] = []
        at = 0
        while at < len(words):
            longest = self._lengths.get(words[at], 0)
            for length in range(min(longest, len(words) - at), 0, -1):
                canonical = self._phrases.get(tuple(words[at : at + length]))
                if canonical is not None:
                    found.append((canonical, True))
                    at += length
                    break
            else:
                word = words[at]
                if word.isascii():
                    found.append((word, word not in self.stop))
                else:
                    found += [(part, True) for part in self._cut(word)]
                at += 1
        told = [word for word, says in found if says]
        return told or [word for word, _ in found]

    def _cut(self, word: str) -> list[str]:
        """The known words in a word without spaces; the word itself if there are none."""
        parts = []
        at = 0
        while at < len(word):
            for length in range(min(self._longest_sign, len(word) - at), 0, -1):
                canonical = self._signs.get(word[at : at + length])
                if canonical is not None:
                    parts.append(canonical)
                    at += length
                    break
            else:
                at += 1
        return parts or [word]


def split(text: str) -> list[str]:
    """The stems of a text's words, in order."""
    text = _MINUS.sub(" minus ", text[:LETTER_LIMIT])
    return [_STEMS[word] for word in (text.translate(_PLAIN) if text.isascii() else fold(text)).split()]


def parse_reader(text: str) -> Reader:
    """The reader for a list of synonyms; raises for a phrase in two groups."""
    values = parse_toml(text, "The list of synonyms")
    groups, stop = values["groups"], values["stop"].split()
    seen: dict[tuple[str, ...], str] = {}
    for group in groups:
        for phrase in group:
            first = seen.setdefault(tuple(split(phrase)), group[0])
            if first != group[0]:
                raise NotUnderstood(f"“{phrase}” means both “{first}” and “{group[0]}”.")
    return Reader(groups, [stem(word) for word in stop], values["other_games"].split())


@cache
def load_reader() -> Reader:
    return parse_reader(read_content("synonyms.toml"))
