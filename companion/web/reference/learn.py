"""The lessons: which game to learn, and each game from its cards to the first counted round."""

from flask import Blueprint, abort, render_template

from companion.cards import DECK, NAMED_SETS, Kind, get_card
from companion.reference import LESSONS, find_lesson, load_history, load_lesson
from companion.reference.lessons import LESSON_CONTENT, list_kinds, list_played, load_try
from companion.rules import get_rule_set
from companion.web.known_games import find_deck

blueprint = Blueprint("learn", __name__)


@blueprint.get("/learn")
def learn() -> str:
    """The games to learn, what sets them apart, and how long it takes."""
    lessons = {game_id: get_rule_set(rule_set_id) for game_id, rule_set_id in LESSONS.items()}
    emblems = {game_id: rule_set.emblem[len(rule_set.emblem) // 2] for game_id, rule_set in lessons.items()}
    return render_template(
        "reference/learn.html",
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
    kinds = [NAMED_SETS[kind.plural] & rule_set.cards for kind in Kind]
    return render_template(
        "reference/learn_game.html",
        rule_set=rule_set,
        sections=load_lesson(game_id),
        deck=find_deck(rule_set),
        kind_rows=list_kinds(rule_set),
        has_one_value_a_kind=[group.cards for group in rule_set.values] == kinds,
        deal=deal,
        field=list_played(rule_set, LESSON_CONTENT["field"])[: deal.field],
        hand=list_played(rule_set, LESSON_CONTENT["hand"])[: deal.hand],
        turned_up=get_card(LESSON_CONTENT["turned_up"]),
        yaku_of={preset.id: [rule_set.get_yaku(each) for each in preset.yaku] for preset in rule_set.presets},
        tried=load_try(rule_set),
    )


blueprint.add_app_template_global(find_lesson)
