"""The words of the game in three languages, and where a text uses one that needs explaining.

    >>> [word.word for word in load_glossary()][:2]
    ['Bright', 'Animal']
    >>> [(start, end, word.id) for start, end, word in find_terms("Yaku are pointless; two yaku of chaff.")]
    [(0, 4, 'yaku'), (24, 28, 'yaku'), (32, 37, 'chaff')]

Sources: SUI, KD85 for the names of kinds; the rest are plain translations.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from markupsafe import Markup, escape

from companion.errors import get_known
from companion.reference.content_file import read_content
from companion.rules.text.names import NATIVE
from companion.rules.text.reader import keyed, parse_records


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the game with its other names; `see` is a ruling that says more.

    One with `forms` is a term that pages explain: `forms` are the words that stand for it in a text, and
    `meaning` is the one line that a tap shows. One that is `elsewhere` is a game that is not scored here.
    A word that English took from players is `from` their language: it stands there in their letters too.
    """

    id: str
    word: str
    japanese: str
    korean: str
    also: tuple[str, ...] = keyed(split=",")
    meaning: str = keyed()
    see: str = keyed()
    forms: tuple[str, ...] = keyed(split=",", default=())
    is_elsewhere: bool = keyed("elsewhere", default=False)
    language: Literal["korean", "japanese", ""] = keyed("from", default="")

    @property
    def names(self) -> tuple[str, ...]:
        """Its names in all letters, without the explanation of any."""
        return (self.word, *self.japanese.split(" ", 1), *self.korean.split(" ", 1), *self.also)

    @property
    def native(self) -> str:
        """What stands beside it in the letters of its language: “피박”."""
        return getattr(self, self.language).partition(" ")[0] if self.language else ""


def mark_languages(text: str) -> Markup:
    """The text as HTML, where Korean and Japanese in their letters are marked as such."""
    safe = str(escape(text))
    return Markup(NATIVE.sub(lambda found: f'<bdi lang="{found.lastgroup}">{found[0]}</bdi>', safe))  # noqa: S704


@cache
def load_glossary() -> tuple[Word, ...]:
    return parse_records(Word, read_content("glossary.toml"), "word")


def get_word(word_id: str) -> Word:
    """The word with this id; raises `NotUnderstood`, naming the nearest known one."""
    return get_known({word.id: word for word in load_glossary()}, word_id, "There is no word")


def find_terms(text: str) -> list[tuple[int, int, Word]]:
    """Where each mention of a term begins and ends. Its first letter may be large or small."""
    pattern, words = _load_forms()
    return [
        (found.start(), found.end(), words[found[0][0].lower() + found[0][1:]])
        for found in pattern.finditer(text)
    ]


@cache
def _load_forms() -> tuple[re.Pattern[str], dict[str, Word]]:
    words = {form[0].lower() + form[1:]: word for word in load_glossary() for form in word.forms}
    # The longest form first: “Sakura yaku” before “Sakura”.
    forms = sorted(words, key=len, reverse=True)
    each = "|".join(f"[{form[0]}{form[0].upper()}]{re.escape(form[1:])}" for form in forms)
    return re.compile(rf"(?<![\w-])(?:{each})(?![\w-])"), words
