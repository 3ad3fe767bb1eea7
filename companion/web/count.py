"""What is this pile worth? Without a game, without names; the address holds the pile, and nothing is kept."""

from collections.abc import Iterable

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.cards import NAMED_SETS, CardSet
from companion.rules import (
    RULE_SET_IDS,
    RuleSet,
    Yaku,
    count_pile,
    get_rule_set,
    get_scorer,
    parse_options,
    phone_document,
    read_pile,
)
from companion.web import known_games
from companion.web.filters import plural
from companion.web.serving.security import keep_on_phone

blueprint = Blueprint("count", __name__)
NO_CARD = "Tap your cards"
KINDS = ("brights", "animals", "ribbons", "chaff")


@blueprint.get("/count")
def start() -> Response:
    """Leads to the game that was counted last on this phone, else the one that it played last."""
    known = [session.get("count"), *(rules.id for rules in known_games.list_rule_sets())]
    game = next(each for each in known if each in RULE_SET_IDS and get_rule_set(each).has_cards)
    return redirect(url_for("count.count", rule_set_id=game, card=request.args.getlist("card")))


@blueprint.get("/count/<rule_set_id>")
def count(rule_set_id: str) -> str:
    """The deck to tap, and what the cards of the address are worth: `?card=pine-crane&card=…`."""
    if rule_set_id not in RULE_SET_IDS or not get_rule_set(rule_set_id).has_cards:
        abort(404)
    rules = get_rule_set(rule_set_id)
    options = parse_options(rules, {})
    pile, faults = read_pile(rules, request.args.getlist("card"))
    counted = count_pile(rules, options, pile)
    found = {score.yaku.id: score.points for score in counted.yaku}
    near = {yaku.id: cards for yaku, cards in counted.near}
    yaku = [yaku for yaku in get_scorer(rules, options).readings[0] if not yaku.is_of_month]
    names = [each.name for each in yaku if found.get(each.id)]
    games = (get_rule_set(each) for each in RULE_SET_IDS)
    keep_on_phone(count=rule_set_id)
    return render_template(
        "count.html",
        rule_set=rules,
        games=[game for game in games if game.has_cards],
        groups=group_by_use(rules, yaku),
        pile=pile,
        points=counted.points,
        said=", ".join([plural(len(pile), "card"), *names]) if pile else NO_CARD,
        values=counted.groups,
        yaku=[(each, found.get(each.id, 0), near.get(each.id, ())) for each in yaku],
        of_month=[yaku for yaku in rules.yaku if yaku.is_of_month and yaku.id in options.yaku],
        faults=faults,
        live=phone_document(rules, options),
    )


def group_by_use(rules: RuleSet, yaku: Iterable[Yaku]) -> list[tuple[str, CardSet]]:
    """Headings and cards of the kinds, and last the cards that neither score nor help a yaku."""
    useful = rules.counting.point_cards
    for one in yaku:
        useful |= one.pool
    kinds = [(each.capitalize(), NAMED_SETS[each] & rules.cards & useful) for each in KINDS]
    idle = ("These count nothing here", rules.cards - useful)
    return [(title, cards) for title, cards in [*kinds, idle] if cards]
