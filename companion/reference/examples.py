"""Worked examples: rounds in `content/`, scored by the rules of whoever shows them.

    >>> from companion.rules import get_rule_set
    >>> [side.score for side in score_example(get_rule_set("kwado-1985"), "kwado-a").sides]
    [30, 0]

Sources: kwado.md, min-hwatu.md, sakura.md, next-games.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.errors import NotUnderstood, say_nearest
from companion.reference.content_file import read_content
from companion.rules import RoundBreakdown, RuleSet, parse_game, score_game
from companion.rules.records import parse_toml


@dataclass(frozen=True, slots=True)
class Example:
    """A round in the form of a document, and in words what has happened in it."""

    id: str
    words: str
    options: dict[str, Any]
    sides: list[str]
    round: dict[str, Any]


@cache
def load_examples() -> dict[str, Example]:
    rows = parse_toml(read_content("examples.toml"), "The list of examples")["example"]
    return {row["id"]: Example(**row) for row in rows}


def get_example(example_id: str) -> Example:
    """The example with this id; raises `NotUnderstood`, naming the nearest known one."""
    example = load_examples().get(example_id)
    if example is None:
        near = say_nearest(example_id, load_examples())
        raise NotUnderstood(f"There is no example “{example_id[:80]}”{near}.")
    return example


def score_example(rule_set: RuleSet, example: Example | str) -> RoundBreakdown:
    """The example, or that with this id, scored by the rules of a rule set."""
    if isinstance(example, str):
        example = get_example(example)
    document = {
        "game": rule_set.id,
        "options": example.options,
        "sides": example.sides,
        "rounds": [example.round],
    }
    return score_game(parse_game(document)).rounds[0].breakdown
