"""A game from zero: what the cards are, the set-up, a turn, the first counted round, the first bonuses.

The text, `content/learn.md`, is written like a page of rules (`pages`); its places are pictures.

    >>> [section.id for section in load_lesson("koi-koi")][:3]
    ['cards', 'set-up', 'turn']

Sources: kwado.md, min-hwatu.md, sakura.md, koi-koi.md; the figures come from the rule sets.
"""

from __future__ import annotations

from functools import cache

from companion.errors import NotUnderstood, say_nearest
from companion.reference.content_file import read_content
from companion.reference.pages import Section, parse_page
from companion.rules import RuleSet, get_rule_set

# The rule set that each lesson teaches.
LESSONS = {
    "kwado": "kwado-1985",
    "min-hwatu": "min-hwatu",
    "koi-koi": "koikoi-modern",
    "sakura": "sakura",
}
# One text for all games; paragraphs say which of them they are for.
TEXT = "learn"
PLACES = ("months", "kinds", "table", "deal", "pair", "stays", "choice", "try", "yaku", "ways")


@cache
def load_lesson(game_id: str) -> tuple[Section, ...]:
    """The sections of a lesson; raises `NotUnderstood`, naming the nearest known game."""
    if game_id not in LESSONS:
        raise NotUnderstood(f"There is no lesson “{game_id[:80]}”{say_nearest(game_id, LESSONS)}.")
    return parse_page(read_content(f"{TEXT}.md"), LESSONS[game_id], PLACES)


def find_lesson(rule_set: RuleSet) -> str | None:
    """The lesson of a game, whichever of its rule sets it teaches."""
    return next(
        (game_id for game_id, each in LESSONS.items() if get_rule_set(each).game == rule_set.game), None
    )
