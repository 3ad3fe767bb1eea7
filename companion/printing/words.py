"""Words, and the width of words, for several sheets."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.reference import is_in_force
from companion.rules import Options, RuleSet

GAME_NAMES = ("Kwa-Dō", "Min-Hwatu", "Koi-Koi")


def measure(text: str) -> float:
    """The approximate width of a text in em, never too small for the fonts of the sheets."""
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
    """The signs joined by points, in the order in which the points first come."""
    found: dict[int, str] = {}
    for points, sign in pairs:
        found[points] = found.get(points, "") + sign
    return list(found.items())


# What a table says of its options at the foot of a pad: "We …, … and …. …; …."
_WE: dict[str, dict[str | bool, str]] = {
    "bonus": {"after-floor": "add bonuses after the floor", "before-floor": "add bonuses before the floor"},
    "declare": {True: "declare Sakura yaku", False: "declare no yaku"},
    "gaji": {
        "off": "play without Gaji",
        "kwado": "play Gaji for the willow left over",
        "sakura": "play Gaji for the month that it takes",
    },
}
_BESIDES: dict[str, dict[str | bool, str]] = {
    "tie": {"share": "equal totals share the win", "play-on": "equal totals play on"},
    "dealer": {
        "most-points": "the best of a round deals next",
        "left": "the deal passes to the left",
        "fixed": "one player deals all evening",
    },
}
# What is said of bonuses only, and nothing to a table that plays none.
_OF_BONUSES = ("bonus", "declare")


def say_house_rules(rule_set: RuleSet, options: Options) -> str:
    """What was agreed, in a sentence or two; of what cannot matter at this table it says nothing."""
    method = rule_set.get_method(options.method)
    deeds, besides = [], []
    for option in rule_set.options:
        if not is_in_force(option.id, method) or (option.id in _OF_BONUSES and not options.yaku):
            continue
        value = options.choice(option.id)
        chosen = option.default if value is None else value
        if option.id in _WE:
            deeds.append(_WE[option.id][chosen])
        else:
            said = _BESIDES.get(option.id, {}).get(chosen)
            besides.append(said or f"{option.title}: {option.get_words(chosen)}")
    sentences = [f"We {' and '.join([*filter(None, [', '.join(deeds[:-1])]), *deeds[-1:]])}"] if deeds else []
    sentences += ["; ".join(besides)] if besides else []
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)
