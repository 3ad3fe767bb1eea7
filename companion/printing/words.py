"""Words and measures of words that several sheets need."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.rules import Options, RuleSet

GAME_NAMES = ("Kwa-Dō", "Min-Hwatu", "Koi-Koi")


def measure(text: str) -> float:
    """About how wide a text is, in em; never less than it is in the fonts of the sheets."""
    return sum(map(_measure_character, text))


def _measure_character(character: str) -> float:
    category = unicodedata.category(character)
    if category in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF" or ord(character) >= 0x1F000:
        return 1.0
    if character in " .,:;'|!iIjl’·":
        return 0.36
    if character in "frst()":
        return 0.48
    if character in "mwMW@—%":
        return 0.95
    return 0.68 if character.isupper() else 0.62


def shorten(text: str, width_em: float) -> str:
    """The text, cut with an ellipsis to about this width."""
    if measure(text) <= width_em:
        return text
    kept = ""
    for character in text:
        if measure(kept + character) > width_em - 1.0:
            break
        kept += character
    return kept.rstrip() + "…"


def stack(pairs: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Signs put together by their points, in the order in which the points first come."""
    found: dict[int, str] = {}
    for points, sign in pairs:
        found[points] = found.get(points, "") + sign
    return list(found.items())


def say_house_rules(rule_set: RuleSet, options: Options) -> str:
    """What was agreed, in one short line: each option with its value."""
    words = []
    for option in rule_set.options:
        value = options.choice(option.id)
        said = {True: "yes", False: "no"}.get(value) if isinstance(value, bool) else str(value)
        words.append(f"{option.id} {str(said).replace('-', ' ')}")
    return " · ".join(words)
