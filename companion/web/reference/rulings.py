"""Rulings, and adopting one in a game."""

from flask import Blueprint, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.errors import CompanionError
from companion.reference import (
    GAMES,
    SECTIONS,
    Ruling,
    adopt,
    find_game,
    find_rulings,
    get_chosen,
    get_readings,
    get_ruling,
    get_source,
    list_elsewhere,
    list_newest_rule_sets,
)
from companion.rules import (
    RULE_SET_IDS,
    Options,
    RuleSet,
    get_rule_set,
    parse_options,
    score_again,
)
from companion.store import Game, Session, change_options, score_kept_game
from companion.web import known_games
from companion.web.games.change_words import say_moved
from companion.web.games.option_fields import FOR_ALL, ReachForm
from companion.web.reference.ruling_links import find_way_back, group_rulings
from companion.web.serving.access import editing, viewing

blueprint = Blueprint("rulings", __name__)


@blueprint.get("/rulings")
def rulings() -> str:
    """All rulings; `?game=` shows those of a rule set, in the words of its game."""
    rule_set = read_rule_set()
    groups = group_rulings(rule_set.id if rule_set else None)
    return render_template(
        "reference/rulings.html", groups=groups, rule_set=rule_set, games=list_newest_rule_sets()
    )


def read_rule_set() -> RuleSet | None:
    """The rule set that the address names, if there is one of that name."""
    asked = request.args.get("game", "")
    return get_rule_set(asked) if asked in RULE_SET_IDS else None


@blueprint.get("/rulings/<ruling_id>")
def ruling(ruling_id: str) -> Response:
    """One ruling: question, verdict, sources; `?game=` shows it in the words of a rule set's game."""
    rule_set = read_rule_set()
    shown = find_or_404(ruling_id)
    if rule_set is None or rule_set.id not in shown.rule_sets:
        # A ruling that says nothing of the default game is read in its own first game, with its neighbours.
        rule_set = None if RULE_SET_IDS[0] in shown.rule_sets else get_first(shown)
    shown = get_ruling(ruling_id, rule_set.id if rule_set else None)
    game = find_own_game(shown, rule_set) if shown.house else None
    response = make_response(show_ruling(shown, rule_set, own_game=game))
    if game:
        # The page names a game of this phone: it must not be cached.
        response.headers["Cache-Control"] = "no-store"
    return response


def find_own_game(shown: Ruling, rule_set: RuleSet | None) -> Game | None:
    """The latest game of this phone that could adopt a reading of the ruling, of the game that is shown."""
    rule_set_ids = GAMES[(rule_set or get_first(shown)).page]
    lines = known_games.list_remembered()
    may = (line for line in lines if line.may_edit and line.rule_set.id in rule_set_ids and not line.ended)
    return next(may, None)


@blueprint.get("/v/<token>/rulings/<ruling_id>", defaults={"access": "v"})
@blueprint.route("/g/<token>/rulings/<ruling_id>", methods=["GET", "POST"], defaults={"access": "g"})
def game_ruling(access: str, token: str, ruling_id: str) -> str | Response | tuple[str, int]:
    """One ruling as this table plays it, with a form to adopt another reading."""
    shown = find_or_404(ruling_id)
    with viewing(token, access) as (session, kept):
        shown = get_ruling(ruling_id, kept.rule_set.id, kept.rule_set)
        may_adopt = kept.may_edit and bool(get_readings(shown, kept.rule_set))
        moves = forecast(session, kept, shown) if may_adopt else {}
    form = ReachForm({"reading": write_value(get_chosen(shown, kept.options)), "reach": "from-now-on"})
    if shown.house and shown.house.is_table:
        del form.reach
    if may_adopt and form.is_sent() and adopt_reading(form, token, shown):
        return redirect(url_for("rulings.game_ruling", ruling_id=ruling_id, back=request.args.get("back")))
    return show_ruling(
        shown, kept.rule_set, kept, form if may_adopt else None, moves
    ), 422 if form.faults else 200


def adopt_reading(form: ReachForm, token: str, shown: Ruling) -> bool:
    """Whether the chosen reading was adopted; if not, the form says why."""
    is_table = shown.house is not None and shown.house.is_table
    with editing(token) as (session, kept):
        before = score_kept_game(session, kept)
        try:
            document = adopt(shown, form.get("reading"), kept.rule_set, kept.options)
            options = parse_options(kept.rule_set, document)
            if form.faults:
                return False
            # Such options change no score and need no start round: one period stays one.
            for_all = len(kept.periods) == 1 if is_table else form.reach.data == FOR_ALL
            is_new = change_options(session, kept, options, for_all_rounds=for_all)
        except CompanionError as error:
            form.fail_all(error, "reading")
            return False
        if not is_new:
            said = "Your table already plays it this way."
        elif is_table:
            said = "Agreed. It is on the house-rule sheet of this game. Scores unchanged."
        else:
            moved = say_moved(before, score_kept_game(session, kept)) or "Scores unchanged."
            since = "for all rounds" if for_all else "from the next round on"
            said = f"{say_reading(shown, kept, since)} {moved}"
        flash(said)
    return True


def say_reading(shown: Ruling, game: Game, since: str) -> str:
    """What a table agreed: "Bonuses are added: before the floor is taken off, for all rounds."."""
    chosen = get_chosen(shown, game.options)
    words = next(words for value, words in get_readings(shown, game.rule_set) if value == chosen)
    option = game.rule_set.find_option(shown.house.option) if shown.house else None
    return f"{option.title if option else 'Agreed'}: {words}, {since}."


def show_ruling(
    shown: Ruling,
    rule_set: RuleSet | None,
    game: Game | None = None,
    form: ReachForm | None = None,
    moves: dict[str, str] | None = None,
    own_game: Game | None = None,
) -> str:
    """The page of a ruling, as a rule set has it; with a form, its readings can be adopted."""
    words_of, spoken = rule_set.id if rule_set else "", rule_set or get_first(shown)
    is_its_own = rule_set is not None and rule_set.id in shown.rule_sets
    readings = get_readings(shown, rule_set if is_its_own else None)
    near = (get_ruling(ruling_id, rule_set.id if rule_set else None, rule_set) for ruling_id in shown.near)
    return render_template(
        "reference/ruling.html",
        ruling=shown,
        section=SECTIONS[shown.section],
        sources=[get_source(key) for key in shown.sources],
        yaku_homes=find_yaku_homes(shown, spoken),
        # With a rule set only those that concern it, in its words.
        near=[one for one in near if rule_set is None or rule_set.id in one.rule_sets],
        elsewhere=list_elsewhere(shown, words_of or None),
        rule_set=rule_set,
        spoken=spoken,
        deck=known_games.find_deck(rule_set or get_rule_set(RULE_SET_IDS[0])),
        readings=[(write_value(value), words) for value, words in readings],
        default=write_value(get_chosen(shown, parse_options(rule_set or get_first(shown), {}))),
        chosen=write_value(get_chosen(shown, game.options)) if game else None,
        moves=moves or {},
        game=game,
        form=form,
        own_game=own_game,
        way_back=find_way_back() if game else None,
    )


def find_yaku_homes(shown: Ruling, rule_set: RuleSet) -> list[tuple[RuleSet, str, str]]:
    """The yaku of a ruling in the game that is shown, each with a rule set that has it and its name there."""
    of_game = find_game(rule_set.id)
    homes: dict[str, tuple[RuleSet, str, str]] = {}
    for rule_set_id in GAMES[of_game] if of_game else shown.rule_sets:
        rules = get_rule_set(rule_set_id)
        for one in rules.yaku:
            if one.id in shown.yaku:
                homes.setdefault(one.id, (rules, one.id, one.name))
    return list(homes.values())


def get_first(shown: Ruling) -> RuleSet:
    """The newest rule set of the first game of a ruling."""
    return get_rule_set(shown.rule_sets[0])


def find_or_404(ruling_id: str) -> Ruling:
    try:
        return get_ruling(ruling_id)
    except CompanionError:
        abort(404)


def write_value(value: str | bool | None) -> str:
    """An option's value as form fields write it."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value


@blueprint.app_template_global()
def list_adopted(options: Options, rule_set_id: str) -> list[tuple[Ruling, str]]:
    """Each ruling that a table adopted besides its options, with its reading."""
    agreed = dict(options.house_rules)
    return [
        (one, words)
        for one in find_rulings(rule_set_id=rule_set_id)
        if one.house and one.house.is_table and one.house.option in agreed
        for value, words in one.house.readings
        if value == agreed[one.house.option]
    ]


# More would make the page slow.
FORECAST_LIMIT = 60


def forecast(session: Session, game: Game, ruling: Ruling) -> dict[str, str]:
    """What would change if another reading held for all rounds, by readings.

    Empty where no reading changes a score.
    """
    if ruling.house is None or ruling.house.is_table or not 0 < game.round_count <= FORECAST_LIMIT:
        return {}
    now, chosen = score_kept_game(session, game), get_chosen(ruling, game.options)

    def tell(word: str) -> str:
        options = parse_options(game.rule_set, adopt(ruling, word, game.rule_set, game.options))
        adopted = score_again(now, game.rule_set, lambda _: options)
        return say_moved(now, adopted) or "Scores unchanged."

    words = [write_value(value) for value, _ in get_readings(ruling, game.rule_set) if value != chosen]
    return {word: tell(word) for word in words}
