"""Pages of rules, filled from the rule data, also as a table plays them."""

import re

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from companion.errors import CompanionError
from companion.reference import (
    compare_editions,
    compare_games,
    find_homes,
    find_rulings,
    get_example,
    get_source,
    is_in_force,
    list_changed_figures,
    list_exclusions,
    list_further,
    list_newest_rule_sets,
    list_parts,
    load_glossary,
    load_page,
    load_sources,
    name_forms,
    name_fully,
    say_further,
    say_meanwhile,
    say_worth,
    try_example,
)
from companion.rules import (
    RULE_SET_IDS,
    RuleSet,
    get_rule_set,
    group_by_game,
    make_lines,
)
from companion.store import Game
from companion.web import known_games
from companion.web.reference.ruling_links import get_played, group_rulings, ruling_url
from companion.web.serving.access import viewing

blueprint = Blueprint("rules", __name__)
_RULING = re.compile(r'href="ruling:([a-z0-9-]+)"')


@blueprint.get("/rules")
def rules() -> str:
    return render_template("reference/rules.html", games=group_by_game(known_games.list_rule_sets()))


@blueprint.get("/rules/<rule_set_id>")
def rule_set(rule_set_id: str) -> str:
    if rule_set_id not in RULE_SET_IDS:
        abort(404)
    return show_rules(get_rule_set(rule_set_id))


@blueprint.get("/<any(g, v):access>/<token>/rules")
def game_rules(access: str, token: str) -> str:
    """The rules as this table plays them, its options marked."""
    with viewing(token, access) as (_, kept):
        if kept.rule_set.id in RULE_SET_IDS:
            return show_rules(kept.rule_set, kept)
        # A game without a page of its own has rulings.
        groups = group_rulings(kept.rule_set.id)
        return render_template("reference/rulings.html", groups=groups, rule_set=kept.rule_set, game=kept)


def show_rules(rules_shown: RuleSet, game: Game | None = None) -> str:
    """The page of a rule set; with a game, its options are marked."""
    return render_template(
        "reference/rule_set.html",
        rule_set=rules_shown,
        sections=load_page(rules_shown.id, rules_shown) if rules_shown.own else load_page(rules_shown.id),
        game=game,
        options=game.options if game else None,
    )


@blueprint.get("/rules/compare")
def compare() -> str:
    """Editions compared, what differs first, and Kwa-Dō with related games."""
    games = [game for game in list_newest_rule_sets() if game.has_cards]
    return render_template(
        "reference/compare.html",
        compared=[
            (
                game,
                forms,
                [form.form for form in forms],
                sorted(compare_editions(*(form.id for form in forms)), key=lambda row: not row.differs),
            )
            for game, forms in list_forms().items()
            if len(forms) > 1
        ],
        game_names=[game.name for game in games],
        game_rows=compare_games(*games),
    )


def list_forms() -> dict[str, list[RuleSet]]:
    """The forms of each game; editions of different years by their year."""
    games = group_by_game(map(get_rule_set, RULE_SET_IDS))
    for forms in games.values():
        if all(rules.form.isdecimal() for rules in forms):
            forms.sort(key=lambda rules: int(rules.form))
    return games


@blueprint.get("/rules/<rule_set_id>/yaku/<yaku_id>")
def yaku(rule_set_id: str, yaku_id: str) -> str:
    """One yaku: its cards, its points, which games have it, and the rulings about it."""
    try:
        rules_shown = get_rule_set(rule_set_id)
        shown = rules_shown.get_yaku(yaku_id)
    except CompanionError:
        abort(404)
    return render_template(
        "reference/yaku.html",
        rule_set=rules_shown,
        yaku=shown,
        homes=find_homes(shown, rules_shown),
        rulings=find_rulings(yaku_id=yaku_id, rule_set_id=rule_set_id),
    )


@blueprint.get("/glossary")
def glossary() -> str:
    """The words of the game in three languages."""
    played = known_games.list_rule_sets()[0]
    return render_template("reference/glossary.html", words=load_glossary(), rule_set_id=played.id)


@blueprint.get("/sources")
def sources() -> str:
    """Where everything comes from."""
    return render_template("reference/sources.html", sources=load_sources().values())


@blueprint.app_template_filter()
def with_addresses(html: Markup, rule_set_id: str) -> Markup:
    """The text with the addresses of its rulings, in the words of a rule set."""
    return Markup(_RULING.sub(lambda found: f'href="{ruling_url(found[1], rule_set_id)}"', html))  # noqa: S704


for each in (
    get_example,
    get_played,
    get_source,
    is_in_force,
    list_changed_figures,
    list_exclusions,
    list_further,
    list_parts,
    make_lines,
    name_forms,
    ruling_url,
    say_further,
    say_meanwhile,
    say_worth,
    try_example,
):
    blueprint.add_app_template_global(each)
blueprint.add_app_template_filter(name_fully)
