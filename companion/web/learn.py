"""The lessons: which game to learn, and each game from its cards to the first counted round."""

from dataclasses import replace
from functools import cache
from typing import Any

from flask import Blueprint, abort, render_template

from companion.cards import BRIGHTS, DECK, Card, CardSet, Kind, get_card
from companion.errors import NotPossible
from companion.reference import (
    LESSONS,
    Example,
    find_lesson,
    get_example,
    load_history,
    load_lesson,
    score_example,
)
from companion.rules import Line, RuleSet, get_rule_set, make_lines
from companion.web.known_games import find_deck

blueprint = Blueprint("learn", __name__)
# The table of the pictures: no three of a month on the field, a match for the first card of the hand.
FIELD = (
    "maple-deer", "plum-chaff-2", "iris-chaff-1", "susuki-chaff-1",
    "pine-chaff-1", "iris-ribbon", "peony-ribbon", "cherry-chaff-2",
)  # fmt: skip
HAND = (
    "maple-ribbon", "iris-bridge", "clover-boar", "susuki-moon", "pine-ribbon",
    "paulownia-chaff-2", "cherry-curtain", "willow-swallow", "chrysanthemum-cup", "plum-warbler",
)  # fmt: skip
TURNED_UP = "wisteria-cuckoo"
SHOWN_OF_A_KIND = {
    Kind.BRIGHT: BRIGHTS.ids,
    Kind.ANIMAL: ("plum-warbler", "clover-boar", "iris-bridge", "chrysanthemum-cup"),
    Kind.RIBBON: ("cherry-ribbon", "peony-ribbon", "iris-ribbon"),
    Kind.CHAFF: ("pine-chaff-1", "susuki-chaff-1", "willow-lightning"),
}
# Beside the cards that the lesson of a race has ticked; with the cup they make one yaku more.
TO_TAP_IN_A_RACE = ("susuki-moon", "chrysanthemum-cup")
LOOKS_OF_A_KIND = {
    Kind.BRIGHT: "the five great pictures",
    Kind.ANIMAL: "an animal, the bridge or the sake cup",
    Kind.RIBBON: "a strip of paper: red with writing, blue, or plain red",
    Kind.CHAFF: "only the flower; and the lightning",
}


@blueprint.get("/learn")
def learn() -> str:
    """The games to learn, what sets them apart, and how long it takes."""
    lessons = {game_id: get_rule_set(rule_set_id) for game_id, rule_set_id in LESSONS.items()}
    emblems = {game_id: rule_set.emblem[len(rule_set.emblem) // 2] for game_id, rule_set in lessons.items()}
    return render_template(
        "learn.html",
        lessons=lessons,
        emblems=emblems,
        deck=find_deck(),
        deck_size=len(DECK),
        history=load_history(),
    )


@blueprint.get("/learn/<game_id>")
def learn_game(game_id: str) -> str:
    """A game from zero."""
    if game_id not in LESSONS:
        abort(404)
    rule_set = get_rule_set(LESSONS[game_id])
    deal = rule_set.get_deal(2)
    return render_template(
        "learn_game.html",
        rule_set=rule_set,
        sections=load_lesson(game_id),
        deck=find_deck(rule_set),
        kind_rows=list_kinds(rule_set),
        has_one_value_a_kind=[group.cards for group in rule_set.values] == list(group_by_kind().values()),
        deal=deal,
        field=[get_card(each) for each in FIELD[: deal.field]],
        hand=[get_card(each) for each in HAND[: deal.hand]],
        turned_up=get_card(TURNED_UP),
        yaku_of={preset.id: [rule_set.get_yaku(each) for each in preset.yaku] for preset in rule_set.presets},
        tried=try_out(rule_set) if rule_set.deck_points else try_race(rule_set),
    )


def group_by_kind() -> dict[Kind, CardSet]:
    return {kind: CardSet.of(card for card in DECK if card.kind is kind) for kind in Kind}


def list_kinds(rule_set: RuleSet) -> list[tuple[str, str, list[Card], int, int | None]]:
    """The kinds: name, looks, samples, how many a deck has, the points of one where all have the same."""
    rows = []
    for kind, cards in group_by_kind().items():
        points = {rule_set.get_points(card) for card in cards}
        shown = [get_card(each) for each in SHOWN_OF_A_KIND[kind]]
        one = points.pop() if len(points) == 1 and rule_set.deck_points else None
        rows.append((kind.plural, LOOKS_OF_A_KIND[kind], shown, len(cards), one))
    return rows


def list_pile(example: Example) -> list[Card]:
    """What the first side of an example has captured."""
    return [get_card(each) for each in example.round["captured"][example.sides[0]]]


def make_try(
    rule_set: RuleSet, example: Example, weights: dict[Card, int], sentences: dict[int, str]
) -> dict[str, Any]:
    return {
        "breakdown": score_example(rule_set, example),
        "weights": weights,
        "ticked": list_pile(example),
        "sentences": sentences,
    }


@cache
def try_out(rule_set: RuleSet) -> dict[str, Any]:
    """A round to count by oneself: its answer, the cards to tap, and what to say of every pile.

    `weights` are the cards that are shown; the sum of those of a pile is the key of its sentence: here the
    card points that its first side may have.
    """
    example = get_example("lesson")
    sentences = {}
    for points in range(0, rule_set.deck_points + 1, 5):
        shares = (points, rule_set.deck_points - points)
        given = {
            side: {"card_points": share, "yaku": []}
            for side, share in zip(example.sides, shares, strict=True)
        }
        scored = score_example(rule_set, replace(example, round={"points": given}))
        sentences[points] = " ".join(
            f"{side.side}: {share} card points, round score {side.score}."
            for side, share in zip(scored.sides, shares, strict=True)
        )
    weights = {card: rule_set.get_points(card) for card in rule_set.picked}
    return make_try(rule_set, example, weights, sentences)


@cache
def try_race(rule_set: RuleSet) -> dict[str, Any]:
    """The same of a race, with a sentence for whatever its first side holds of a few cards."""
    example = get_example("lesson-race")
    ticked = list_pile(example)
    cards = [*ticked, *(get_card(each) for each in TO_TAP_IN_A_RACE)]
    sentences = {}
    for key in range(1 << len(cards)):
        pile = [card.id for place, card in enumerate(cards) if key >> place & 1]
        played = {**example.round, "captured": {example.sides[0]: pile}}
        try:
            lines = make_lines(score_example(rule_set, replace(example, round=played)), 0)
        except NotPossible:
            sentences[key] = "No yaku: you cannot stop yet."
        else:
            said = (line for line in lines if line.yaku or line.is_factor or line.id == "score")
            sentences[key] = " · ".join(say_line(line) for line in said)
    weights = {card: 1 << place for place, card in enumerate(cards)}
    return make_try(rule_set, example, weights, sentences)


def say_line(line: Line) -> str:
    if line.is_factor:
        return f"×{line.points} ({line.words})"
    return f"{line.words}{' =' if ': ' in line.words else ':'} {line.points}"


blueprint.add_app_template_global(find_lesson)
