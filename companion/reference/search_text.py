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
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from companion.cards import fold
from companion.errors import NotUnderstood
from companion.reference.content_file import read_content
from companion.reference.search_languages import load_languages
from companion.rules.records import parse_toml

LETTER_LIMIT = 240
WORD_LIMIT = 32
STEMS_LIMIT = 20_000
# A minus sign before a number, not the hyphen of “kwado-1985” or “2-4”.
_MINUS = re.compile(r"(?<!\w)[-−–](?=\d)")
_VOWELS = frozenset("aeiouy")
# Words that would be cut to another one: wine is not what a winner does.
_WHOLE = frozenset(["wine"])


def stem(word: str) -> str:
    """The word without English endings; other scripts stay."""
    if len(word) < 4 or not word.isascii() or not word.isalpha() or word in _WHOLE:
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


class Reading(NamedTuple):
    """The words of a text to compare, its pairs of neighbours and words that ask, and its stop words."""

    words: list[str]
    pairs: list[str]
    stop_count: int


class Reader:
    """Reads texts. The first word of each group stands for its synonyms.

    `stop` words are left out, except from pairs; of these `asking` count by themselves there. `signs` are
    what Japanese and Korean words mean in English. `games` are the words that name a game.
    """

    def __init__(
        self,
        groups: Sequence[Sequence[str]],
        stop: Iterable[str],
        asking: Iterable[str] = (),
        games: Mapping[str, Iterable[str]] | None = None,
        signs: Mapping[str, str] | None = None,
    ) -> None:
        self.games = {word: game for game, names in (games or {}).items() for word in names}
        self.stop = frozenset(stop)
        self._asking = frozenset(asking)
        self._phrases: dict[tuple[str, ...], str] = {}
        # The most words of a phrase that begins with a word.
        self._lengths: dict[str, int] = {}
        for group in groups:
            canonical = "-".join(split(group[0]))
            for text in group:
                words = tuple(split(text))
                self._phrases.setdefault(words, canonical)
                self._lengths[words[0]] = max(self._lengths.get(words[0], 0), len(words))
        # Every word that is read, for a mistyped one to be compared with.
        self.vocabulary = frozenset(word for phrase in self._phrases for word in phrase) | self.stop
        self.canonical = frozenset(self._phrases.values())
        self.aliases = {
            phrase[0]: canonical for phrase, canonical in self._phrases.items() if len(phrase) == 1
        }
        self._signs: dict[str, list[str]] = {}
        for sign, english in (signs or {}).items():
            self._signs[sign] = [word for word, says in self._read_all(split(english)) if says]
        for phrase, canonical in self._phrases.items():
            if len(phrase) == 1 and not phrase[0].isascii():
                self._signs[phrase[0]] = [canonical]
        self._longest_sign = max(map(len, self._signs), default=1)

    def read(self, text: str) -> list[str]:
        """The words of a text to compare, in order; stop words only if there is nothing else."""
        return _leave_out_stop_words(self._read_all(split(text)))

    def read_closely(self, words: list[str]) -> Reading:
        """What a text has to compare, stop words too, from the stems that it was split into."""
        found = self._read_all(words)
        pairs = [f"{one} {other}" for (one, _), (other, _) in pairwise(found)]
        pairs += [word for word, _ in found if word in self._asking]
        return Reading(_leave_out_stop_words(found), pairs, sum(not says for _, says in found))

    def _read_all(self, words: list[str]) -> list[tuple[str, bool]]:
        """The words of a text, and whether each says something."""
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
                at += 1
                if word.isascii():
                    found.append((word, word not in self.stop))
                    continue
                # Spaces between Japanese or Korean words mean little: “몇 명” is “몇명”.
                while at < len(words) and not words[at].isascii():
                    word += words[at]
                    at += 1
                found += [(part, True) for part in self._cut(word)]
        return found

    def _cut(self, word: str) -> list[str]:
        """The known words in a word without spaces; the word itself if there are none."""
        parts: list[str] = []
        at = 0
        while at < len(word):
            for length in range(min(self._longest_sign, len(word) - at), 0, -1):
                meant = self._signs.get(word[at : at + length])
                if meant is not None:
                    parts += meant
                    at += length
                    break
            else:
                at += 1
        return parts or [word]


def _leave_out_stop_words(found: list[tuple[str, bool]]) -> list[str]:
    return [word for word, says in found if says] or [word for word, _ in found]


def split(text: str) -> list[str]:
    """The stems of a text's first words, in order."""
    text = _MINUS.sub(" minus ", text[:LETTER_LIMIT])
    return [
        _STEMS[word]
        for word in (text.translate(_PLAIN) if text.isascii() else fold(text)).split()[:WORD_LIMIT]
    ]


def parse_reader(text: str, signs: Mapping[str, str] | None = None) -> Reader:
    """The reader for a list of synonyms; raises for a phrase in two groups."""
    values = parse_toml(text, "The list of synonyms")
    groups, stop = values["groups"], values["stop"].split()
    seen: dict[tuple[str, ...], str] = {}
    for group in groups:
        for phrase in group:
            first = seen.setdefault(tuple(split(phrase)), group[0])
            if first != group[0]:
                raise NotUnderstood(f"“{phrase}” means both “{first}” and “{group[0]}”.")
    games = {game: words.split() for game, words in values["games"].items()}
    return Reader(groups, map(stem, stop), map(stem, values["asking"].split()), games, signs)


@cache
def load_reader() -> Reader:
    return parse_reader(read_content("synonyms.toml"), load_languages().signs)
