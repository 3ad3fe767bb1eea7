"""The lessons: each teaches a game from zero, from its cards to the first counted round.

The text is the page “learn” in `content/`, whose paragraphs say which games they are for (`pages`); what its
pictures show is in `lessons.toml` there. Here is the round that a reader counts.

    >>> [section.id for section in load_lesson("koi-koi")][:3]
    ['cards', 'set-up', 'turn']

Sources: as those of the rules; the table of the pictures is ours.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from math import gcd
from typing import Any

from companion.cards import NAMED_SETS, Card, Kind, get_card
from companion.errors import Faults, NotPossible
from companion.reference.content_file import read_content
from companion.reference.figures import Example, get_example, score_example
from companion.reference.pages import Section, parse_page
from companion.reference.rulings import GAMES
from companion.rules import RULE_SET_IDS, Line, RuleSet, get_rule_set, make_lines, parse_toml

# The rule set that each lesson teaches: the first of each game with cards.
LESSONS = {game: ids[0] for game, ids in GAMES.items() if get_rule_set(ids[0]).has_cards}
LESSONS_PAGE, HISTORY_PAGE = "learn", "history"
# What its pictures show, and what people say who want to learn.
LESSON_CONTENT = parse_toml(read_content("lessons.toml"), "What lessons show")


@cache
def load_lesson(game_id: str) -> tuple[Section, ...]:
    """The sections of a lesson."""
    return parse_page(read_content(f"{LESSONS_PAGE}.md"), LESSONS[game_id])


@cache
def load_history() -> tuple[Section, ...]:
    """Where the cards and their games come from."""
    return parse_page(read_content(f"{HISTORY_PAGE}.md"), RULE_SET_IDS[0])


def find_lesson(rule_set: RuleSet) -> str | None:
    """The lesson of a game, whichever of its rule sets it teaches."""
    return next(
        (game_id for game_id, each in LESSONS.items() if get_rule_set(each).game == rule_set.game), None
    )


def list_played(rule_set: RuleSet, ids: Iterable[str]) -> list[Card]:
    """The cards of these ids that are in the deck of a game."""
    return [card for card in map(get_card, ids) if card in rule_set.cards]


def list_kinds(rule_set: RuleSet) -> list[tuple[str, str, list[Card], int, int | None]]:
    """The kinds: name, looks, samples, how many a deck has, the points of one where all have the same."""
    rows = []
    for kind in Kind:
        cards = NAMED_SETS[kind.plural] & rule_set.cards
        points = {rule_set.counting.get_points(card) for card in cards}
        said = LESSON_CONTENT["kinds"][kind.value]
        shown = list_played(rule_set, said["shown"])
        one = points.pop() if len(points) == 1 and rule_set.counting.deck_points else None
        rows.append((kind.plural, said["looks"], shown, len(cards), one))
    return rows


@cache
def load_try(rule_set: RuleSet) -> dict[str, Any]:
    """A round to count by oneself: its answer, the cards to tap, and what to say of every pile.

    `weights` are the cards that are shown; the sum of those of a pile is the key of its sentence.
    """
    example = get_example("lesson" if rule_set.counting.deck_points else f"lesson-{rule_set.page}")
    piles, first = example.round["captured"], example.sides[0]
    captured = list_played(rule_set, piles[first])
    played = piles | {first: [card.id for card in captured]}
    example = replace(example, round=example.round | {"captured": played})
    if rule_set.counting.deck_points:
        weights = {card: rule_set.counting.get_points(card) for card in rule_set.counting.picked}
        sentences = _say_points(rule_set, example, gcd(*weights.values()))
    else:
        cards = [*captured, *map(get_card, LESSON_CONTENT["to_tap_in_a_race"])]
        weights = {card: 1 << place for place, card in enumerate(cards)}
        sentences = _say_yaku(rule_set, example, cards)
    breakdown = score_example(rule_set, example)
    return {"breakdown": breakdown, "weights": weights, "ticked": captured, "sentences": sentences}


def _say_points(rule_set: RuleSet, example: Example, step: int) -> dict[int, str]:
    """A sentence for each number of card points that the first side may have."""
    sentences = {}
    for points in range(0, rule_set.counting.deck_points + 1, step):
        shares = dict(zip(example.sides, (points, rule_set.counting.deck_points - points), strict=True))
        given = {side: {"card_points": share, "yaku": []} for side, share in shares.items()}
        scored = score_example(rule_set, replace(example, round={"points": given}))
        sentences[points] = " ".join(
            f"{side.side}: {shares[side.side]} card points, round score {side.score}."
            for side in scored.sides
        )
    return sentences


def _say_yaku(rule_set: RuleSet, example: Example, cards: list[Card]) -> dict[int, str]:
    """A sentence for whatever the first side of a race holds of these cards."""
    sentences = {}
    for key in range(1 << len(cards)):
        pile = [card.id for place, card in enumerate(cards) if key >> place & 1]
        played = {**example.round, "captured": {example.sides[0]: pile}}
        try:
            lines = make_lines(score_example(rule_set, replace(example, round=played)), 0)
        except (NotPossible, Faults):
            sentences[key] = "Not enough: you cannot stop yet."
        else:
            said = (line for line in lines if line.yaku or line.is_factor or line.id == "score")
            sentences[key] = " · ".join(map(_say_line, said))
    return sentences


def _say_line(line: Line) -> str:
    if line.is_factor:
        return f"×{line.points} ({line.words})"
    return f"{line.words}{' =' if ': ' in line.words else ':'} {line.points}"
