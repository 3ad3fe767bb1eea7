"""Worked examples, and figures in texts: `{floor.2}` is filled from the rule set.

    >>> fill("Brights {bright}, floor {floor.3}, 1982 up to {kwado-1982/players.max}.", "kwado-1985")
    'Brights 20, floor 80, 1982 up to 4.'
    >>> from companion.rules.records.files import get_own_rule_set
    >>> fill("Brights {bright}.", "kwado-1985", get_own_rule_set("kwado-1985", {"values": {"brights": 25}}))
    'Brights 25 (your table; 20 in the rules).'
    >>> [side.score for side in score_example(get_rule_set("kwado-1985"), get_example("kwado-a")).sides]
    [30, 0]

Sources: the rule sets; of the examples kwado.md, min-hwatu.md, sakura.md, next-games.md.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from companion.cards import DECK, NAMED_SETS
from companion.errors import CompanionError, NotUnderstood, get_known
from companion.reference.content_file import read_content
from companion.rules import (
    RULE_SET_IDS,
    RoundBreakdown,
    RuleSet,
    get_rule_set,
    parse_game,
    parse_toml,
    score_game,
)

_PLACE = re.compile(r"\{([^{}]+)\}")
_END = re.compile(r"(?<=[.?!] )")
_NOT_PLAYED = "(not at your table)"


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
    return get_known(load_examples(), example_id, "There is no example")


def score_example(rule_set: RuleSet, example: Example) -> RoundBreakdown:
    """The example scored by the rules of a rule set."""
    document = {
        "game": rule_set.id,
        "rules": rule_set.own or {},
        # An edition may lack an option that the example turns off.
        "options": {
            key: value
            for key, value in example.options.items()
            if value is not False or rule_set.find_option(key)
        },
        "sides": example.sides,
        "rounds": [example.round],
    }
    return score_game(parse_game(document)).rounds[0].breakdown


def try_example(rule_set: RuleSet, example_id: str) -> RoundBreakdown | None:
    """The example with this id scored by these rules; None where a table does not play what it shows."""
    try:
        return score_example(rule_set, get_example(example_id))
    except CompanionError:
        return None


@lru_cache(maxsize=10_000)
def get_figure(path: str, rule_set_id: str, played: RuleSet | None = None) -> str:
    """The figure that a path names; raises `NotUnderstood` for an unknown path.

    `ID/…` names another rule set. Of what a table plays otherwise, by its own rules, both are said; an
    example is formed anew.
    """
    named, _, rest = path.rpartition("/")
    owner, words = named or rule_set_id, rest.split(".")
    figure = _find_figure(get_rule_set(owner), words) if owner in RULE_SET_IDS else None
    if figure is None:
        raise NotUnderstood(f"No figure is called “{path}” in {owner}.")
    is_theirs = played and played.own and not named and figure == _find_figure(get_rule_set(played.id), words)
    now = _find_figure(played, words) if played and is_theirs else figure
    if now == figure or (now is not None and words[0] == "example"):
        return str(now)
    return f"{figure} {_NOT_PLAYED}" if now is None else f"{now} (your table; {figure} in the rules)"


@lru_cache(maxsize=64)
def _list_figures(rules: RuleSet) -> dict[str, int | None]:
    """The figures that stand in a rule set, by their names: “target”, “yaku.dragon”, “bright”."""
    hands = rules.race.hands if rules.race else ()
    return {
        "deck": len(rules.cards),
        "deck_points": rules.counting.deck_points,
        "players.min": min(rules.sides),
        "players.max": max(rules.sides),
        "target": rules.methods[0].target,
        "rounds": rules.length.rounds if rules.length else None,
        "yaku_count": len(rules.yaku),
        **{str(group.name): group.points for group in rules.values},
        **{f"card.{card.id}": rules.counting.get_points(card) for card in DECK},
        **{f"count.{name}": len(cards & rules.cards) for name, cards in NAMED_SETS.items()},
        **{f"yaku.{yaku.id}": yaku.points for yaku in rules.yaku},
        **{f"extra.{extra.id}": extra.points for extra in rules.extras},
        **{f"hand.{hand.id}": hand.points for hand in hands},
    }


def _find_figure(rules: RuleSet, words: list[str]) -> int | None:
    match words:
        case ["deal", players, part] if players.isdecimal() and int(players) in rules.sides:
            deal = rules.get_deal(int(players))
            return {"hand": deal.hand, "field": deal.field, "pile": rules.count_draw_pile(deal)}.get(part)
        case ["proposed", sides] if sides.isdecimal():
            return rules.methods[-1].propose(int(sides))
        case ["example", name, part]:
            scored = try_example(rules, name)
            return scored.sides[0].figures.get(part) if scored else None
        case [figure_id, sides] if sides.isdecimal() and int(sides) in rules.side_counts:
            fixed = rules.methods[0].settlement.plain.list_fixed(rules.counting.deck_points, int(sides))
            return next((points for figure, points in fixed if figure.id == figure_id), None)
    return _list_figures(rules).get(".".join(words))


def fill(text: str, rule_set_id: str = RULE_SET_IDS[0], played: RuleSet | None = None) -> str:
    """The text with every `{…}` replaced by its figure, also as a table plays it.

    A sentence with an example is left out where the table does not play what it shows.
    """
    sentences = _END.split(text) if "{example." in text else [text]
    said = [_PLACE.sub(lambda found: get_figure(found[1], rule_set_id, played), each) for each in sentences]
    return "".join(
        words
        for each, words in zip(sentences, said, strict=True)
        if not ("{example." in each and _NOT_PLAYED in words)
    )


def list_changed_figures(rules: RuleSet) -> list[str]:
    """What a table changed: “bright 25 (your table; 20 in the rules)”, and so each yaku of the game."""
    named = [
        *((str(group.name), str(group.name)) for group in rules.values),
        *((yaku.short_name, f"yaku.{yaku.id}") for yaku in get_rule_set(rules.id).yaku),
    ]
    return [
        f"{words} {said}"
        for words, path in named
        if (said := get_figure(path, rules.id, rules)) != get_figure(path, rules.id)
    ]
