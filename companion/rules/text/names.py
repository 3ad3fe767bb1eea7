"""Names of sides and players: what may be one, and how a sentence uses them.

    >>> parse_name("  Ann   Lee ")
    'Ann Lee'

Sources: none; the limits are ours: a longer name fits no pad, and some letters cost seconds to print.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from companion.errors import NotUnderstood
from companion.rules.text.numbers import write_number

# A character has at most four bytes, so that no name has more than 160.
LETTER_LIMIT = 40
NOTE_LIMIT = 120
# An id: words in small letters.
KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+){0,7}", re.ASCII)
# Overrides and isolates would turn the text around a name; marks that only join letters are harmless.
_TURNING_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Korean and Japanese in their own letters, by the language.
NATIVE = re.compile("(?P<ko>[\uac00-\ud7a3]+)|(?P<ja>[\u3041-\u30ff\u4e00-\u9fff]+)")
# Characters that are letters to Unicode and blank to a reader: Hangul fillers, an empty Braille cell.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# Those that take no room, besides the category Cf: joiners, variation selectors, vowels that are never drawn.
# Source: Unicode 15, Default_Ignorable_Code_Point.
_UNDRAWN = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def and_list(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: "Ann, Ben and Cem"."""
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def say_for(text: str, players: int) -> str:
    """What a text of a rule set says to so many players; 0 where nobody knows how many.

    “[03:words]” is said to three, and where nobody knows.

    >>> text = "To stop: [2:7][3:3][0:7, or 3 with three,] points"
    >>> say_for(text, 2), say_for(text, 0)
    ('To stop: 7 points', 'To stop: 7, or 3 with three, points')
    """
    return re.sub(r"\[(\d+):(.*?)\]", lambda found: found[2] if str(players) in found[1] else "", text)


def agree(side: str, verb: str) -> str:
    """The verb after the name of a side: "Ann wins", but "Ann & Ben win"."""
    return {"has": "have"}.get(verb, verb.removesuffix("s")) if " & " in side else verb


def parse_name(text: object, what: str = "name", limit: int = LETTER_LIMIT) -> str:
    """The name in composed form, with single spaces; raises `NotUnderstood` for what is no name.

    At most 40 characters; no control characters, no marks that turn the writing direction of
    what follows; at least one character that can be seen. `what` else is read in the same way.
    """
    if not isinstance(text, str):
        raise NotUnderstood(f"A {what} is a text.")
    if any(
        unicodedata.category(letter) in ("Cc", "Cs", "Cn", "Co") or letter in _TURNING_MARKS
        for letter in text.strip()
    ):
        raise NotUnderstood(f"A {what} has no control characters.")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in show_skeleton(name)):
        raise NotUnderstood(f"A {what} has at least one letter.")
    if len(name) > limit:
        said = write_number(len(name))
        raise NotUnderstood(f"A {what} has at most {limit} characters; this one has {said}.")
    return name


def is_right_to_left(name: str) -> bool:
    """Whether a part of the name is written from the right, so that it would reorder the words around it."""
    return any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)


def isolate(name: str) -> str:
    """The name for use in a sentence. Right-to-left names get marks so that they do not reorder their
    neighbours.
    """
    return f"\u2068{name}\u2069" if is_right_to_left(name) else name


def show_skeleton(name: str) -> str:
    """What a reader sees of a name: without characters that are not drawn, any blank as a space.

    >>> show_skeleton("A\\u200bnn\\u3164")
    'Ann'
    """
    drawn = _UNDRAWN.sub("", unicodedata.normalize("NFC", name))
    return " ".join(
        "".join(
            " " if letter in _BLANKS else letter for letter in drawn if unicodedata.category(letter) != "Cf"
        ).split()
    )


def find_doubled_names(names: Sequence[str]) -> list[tuple[int, str]]:
    """Each name that looks like one before it, with its place. Empty texts are no names yet.

    >>> find_doubled_names(["Ann", "Ben", "", "Ann", ""])
    [(3, 'Ann')]
    """
    seen = [show_skeleton(name) for name in names]
    return [(place, name) for place, name in enumerate(names) if name and seen[place] in seen[:place]]
