"""From typed text to the words that a search compares: English, lower case, stems, one word for synonyms.

Synonyms and stop words are in `content/synonyms.toml`, other languages in `content/other_languages.toml`.
Words of the Latin alphabet are read in the language that knows most of those which English does not know;
Japanese and Korean are looked for inside of words.

    >>> reader = load_reader()
    >>> reader.read("Do we shuffle again?")
    ['redeal']
    >>> reader.read("桜に幕"), reader.read("two people declaring")
    (['cherry', 'curtain'], ['two', 'player', 'declar'])
    >>> translate_to_english("Wer gibt als Erster?", "als game point".split().__contains__)
    'who deals first start'
    >>> load_languages()[1]["何人"]
    'how many players'

Sources: none; the words are ours.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, groupby, pairwise
from typing import Any, NamedTuple, TypeVar

from companion.cards import fold
from companion.reference.content_file import read_content
from companion.reference.glossary import load_glossary
from companion.reference.yaku_names import list_names
from companion.rules import RULE_SET_IDS, get_rule_set, parse_toml

TEXT_LIMIT = 240
WORD_LIMIT = 32
# Languages that are written without spaces, or with endings that stick to the word.
SIGN_LANGUAGES = ("ja", "ko")
SHORTEST_BEGINNING = 3
# Words of a phrase, letters of a Japanese or Korean one.
LONGEST_PHRASE = 8
# A minus sign before a number, not the hyphen of “kwado-1985” or “2-4”.
_MINUS = re.compile(r"(?<!\w)[-−–](?=\d)")
_VOWELS = frozenset("aeiouy")
# Words that would be cut to another one: wine is not what a winner does.
_WHOLE = frozenset(["wine"])
Text = TypeVar("Text", str, tuple[str, ...])
Meaning = TypeVar("Meaning")


@lru_cache(maxsize=20_000)
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
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def split(text: str) -> list[str]:
    """The stems of a text's first words, in order."""
    text = _MINUS.sub(" minus ", text[:TEXT_LIMIT])
    return [stem(word) for word in fold(text).split()[:WORD_LIMIT]]


def read_parts(text: Text, known: Mapping[Text, Meaning]) -> Iterator[tuple[Text, Meaning | None]]:
    """The parts of a text from left to right: the longest known ones with what they mean, others singly."""
    at = 0
    while at < len(text):
        longest = min(LONGEST_PHRASE, len(text) - at)
        parts = (text[at : at + length] for length in range(longest, 0, -1))
        part = next((each for each in parts if each in known), text[at : at + 1])
        yield part, known.get(part)
        at += len(part)


class Language(NamedTuple):
    """The phrases of a language in English; `beginnings` stand for every word that begins so."""

    phrases: dict[tuple[str, ...], str]
    beginnings: dict[str, str]

    def read(self, words: list[str]) -> list[tuple[tuple[str, ...], str | None]]:
        """The words in groups, each with its English; None where there is none."""
        return [
            (part, self._find_beginning(part[0]) if said is None else said)
            for part, said in read_parts(tuple(words), self.phrases)
        ]

    def _find_beginning(self, word: str) -> str | None:
        begun = (word[:length] for length in range(len(word), SHORTEST_BEGINNING - 1, -1))
        return next((self.beginnings[each] for each in begun if each in self.beginnings), None)


@cache
def load_languages() -> tuple[list[Language], dict[str, str]]:
    """The languages of Latin letters, and what signs of the others mean."""
    latin: list[Language] = []
    signs: dict[str, str] = {}
    values = parse_toml(read_content("other_languages.toml"), "The list of other languages")
    for name, language in values.items():
        phrases: dict[str, str] = {}
        for row in language["words"].strip().split("\n"):
            left, _, english = row.partition(" = ")
            phrases |= dict.fromkeys(left.split(), english)
        if name in SIGN_LANGUAGES:
            signs.update((phrase.replace("_", ""), said) for phrase, said in phrases.items())
            continue
        stop = {(word,): "" for word in fold(language["stop"]).split()}
        whole = {tuple(fold(each.replace("_", " ")).split()): said for each, said in phrases.items()}
        beginnings = {fold(each[:-1]): said for each, said in phrases.items() if each.endswith("*")}
        latin.append(Language(stop | whole, beginnings))
    return latin, signs


def translate_to_english(text: str, is_english: Callable[[str], bool]) -> str:
    """The text in English if another language knows more of its words, or else as it is."""
    named = [word for word in fold(text).split() if word.isascii() and not word.isdecimal()]
    strange = [word for word in named if not is_english(word)]

    def rate(language: Language) -> int:
        """How many strange words it knows, less all words that it does not."""
        known = {word for group, said in language.read(named) if said is not None for word in group}
        return sum(word in known for word in strange) - sum(word not in known for word in named)

    best = max(load_languages()[0], key=rate)
    if not strange or rate(best) < (0 if len(named) > 2 else 1):
        return text
    read = best.read(fold(text).split())
    return " ".join(filter(None, [" ".join(group) if said is None else said for group, said in read]))


class Reader:
    """Reads texts by a list of synonyms: the first phrase of each group stands for the others.

    Words of `stop` are left out, except from pairs; of these `asking` count by themselves there. `signs` are
    what Japanese and Korean words mean in English. `games` are the words that name a game, `elsewhere` those
    that name one that is not scored here, of whatever cards.
    """

    def __init__(self, synonyms: dict[str, Any], signs: dict[str, str]) -> None:
        self.games = {word: game for game, names in synonyms["games"].items() for word in names.split()}
        listed = {tuple(split(phrase)) for group in synonyms["groups"] for phrase in group}
        yaku: list[list[tuple[str, ...]]] = []
        for names, games in list_names().items():
            spelled = [tuple(split(each)) for name in names for each in (name, name.replace("ō", "ou"))]
            # A word that says something else to the search, as “kasu”, goes on saying it.
            if own := [phrase for phrase in spelled if phrase not in listed]:
                yaku.append(own)
                # The name of a yaku that one game alone has names the game.
                self.games |= {"-".join(own[0]): game for game in games if len(games) == 1}
        self.stop = frozenset(map(stem, synonyms["stop"].split()))
        self.asking = frozenset(map(stem, synonyms["asking"].split()))
        unknown = [word.names for word in load_glossary() if word.is_elsewhere]
        groups = [
            [tuple(split(phrase)) for phrase in group]
            for group in (
                *synonyms["groups"],
                *((rules.game, *rules.names) for rules in map(get_rule_set, RULE_SET_IDS) if rules.names),
                *unknown,
            )
        ]
        groups += yaku
        self.elsewhere = {
            "-".join(split(name)) for name in chain((names[0] for names in unknown), synonyms["elsewhere"])
        }
        self.phrases = {phrase: "-".join(group[0]) for group in groups for phrase in group}
        # Every word that is read, for a mistyped one to be compared with.
        self.vocabulary = {word for phrase in self.phrases for word in phrase} | self.stop | self.elsewhere
        self.canonical = set(self.phrases.values())
        self.aliases = {
            phrase[0]: canonical for phrase, canonical in self.phrases.items() if len(phrase) == 1
        }
        # Stop words that no group has say nothing.
        self.quiet = self.stop - self.canonical
        self.signs = {
            sign: [word for word in self.read_all(split(english)) if word not in self.quiet]
            for sign, english in signs.items()
        } | {word: [canonical] for word, canonical in self.aliases.items() if not word.isascii()}

    def read(self, text: str) -> list[str]:
        """The words of a text to compare, in order; stop words only if there is nothing else."""
        return self.read_closely(self.read_all(split(text)))[0]

    def read_closely(self, found: list[str]) -> tuple[list[str], list[str]]:
        """The words to compare, of all that were read, and its pairs and words that ask."""
        pairs = [f"{one} {other}" for one, other in pairwise(found)]
        asking = [word for word in found if word in self.asking]
        return [word for word in found if word not in self.quiet] or found, pairs + asking

    def read_all(self, words: list[str]) -> list[str]:
        """What the stems of a text mean, in order."""
        found: list[str] = []
        for is_ascii, run in groupby(words, str.isascii):
            if is_ascii:
                found += [said or part[0] for part, said in read_parts(tuple(run), self.phrases)]
                continue
            # Spaces between Japanese or Korean words mean little: “몇 명” is “몇명”.
            whole = "".join(run)
            found += [word for _, said in read_parts(whole, self.signs) for word in said or ()] or [whole]
        return found


@cache
def load_reader() -> Reader:
    synonyms = parse_toml(read_content("synonyms.toml"), "The list of synonyms")
    return Reader(synonyms, load_languages()[1])
