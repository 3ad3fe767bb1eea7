"""Starting a game, its page, undo and redo, its end, its house rules, its history."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from flask import Blueprint, flash, get_flashed_messages, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField
from wtforms.validators import Regexp

from companion.errors import CompanionError
from companion.rules import GameBreakdown, find_victory, group, say_starts, write_number
from companion.store import (
    COLOUR_COUNT,
    Game,
    Session,
    change_deck,
    change_options,
    end_game,
    find_later_game,
    find_step,
    get_game,
    get_game_token,
    list_changes,
    list_piles,
    list_table_games,
    open_table,
    play_again,
    score_kept_game,
    start_game,
    undo_or_redo,
)
from companion.web import known_games
from companion.web.badges import Badge, get_game_badges, list_colours
from companion.web.forms import ButtonForm
from companion.web.games.bg_stats import link_play
from companion.web.games.change_words import name_change, say_history, say_moved, say_scores
from companion.web.games.claims import say_handed
from companion.web.games.game_forms import UNNAMED, NewGameForm
from companion.web.games.option_fields import FOR_ALL, HouseRulesForm, read_options, show_options
from companion.web.games.standings import (
    draw_chart,
    find_decider,
    find_pages,
    get_final_order,
    get_next_deal,
    get_race_month,
    get_round_rows,
    get_standings,
    list_race_months,
)
from companion.web.serving.access import button, editing, get_store, viewing
from companion.web.serving.addresses import address_number
from companion.web.tables.evening import PAGE_OF_GAMES, read_evening

blueprint = Blueprint("games", __name__)
# Digits of a total that is written smaller.
LONG = 4
PAGE_OF_CHANGES = 50
NAMES_TO_OFFER = 6
# A game changed within this time is of the same evening.
EVENING = timedelta(hours=12)


@blueprint.route("/games/new", methods=["GET", "POST"])
@blueprint.route("/g/<token>/again", methods=["GET", "POST"], endpoint="again")
def new_game(token: str | None = None) -> str | Response | tuple[str, int]:
    """A new table, or the same one again."""
    again, dealer = None, None
    colours: dict[str, int] = {}
    if token is not None:
        with viewing(token) as (session, again):
            dealer = score_kept_game(session, again).next_dealer
            games = list_table_games(
                session, open_table(session, token), again.number - PAGE_OF_GAMES, again.number
            )
            colours = list_colours(games)
    form = NewGameForm(again, dealer)
    met = None
    if form.is_sent() and (table := form.read()):
        met = None if again or form.has("table", "new") else find_met(table["players"])
        if met is not None and table["deck"] == form.rule_set.deck:
            table["deck"] = met.deck
        if met is None or form.has("table", "same"):
            before = again or met
            with get_store().writing() as session:
                started = play_again(session, before, **table) if before else start_game(session, **table)
            known_games.remember(started.token, form.rule_set.id, table["deck"])
            pile: dict[str, Any] = {f"captured/{card_id}": "0" for card_id in request.args.getlist("card")}
            if pile:
                return redirect(url_for("rounds.new_round", token=started.token, **pile))
            return redirect(url_for("games.game", access="g", token=started.token))
        # By this spelling the statistics know them.
        spelt = {name.casefold(): name for name in met.players}
        for seat, name in enumerate(table["players"]):
            form.player[seat].data = spelt[name.casefold()]
    return render_template(
        "games/new_game.html",
        form=form,
        rule_set=form.rule_set,
        places=form.get_places(colours),
        colours=(colours, COLOUR_COUNT),
        in_short=form.say_in_short(),
        deals=form.get_deals(),
        met=met,
        **list_known(),
    ), 422 if form.faults else 200


def find_met(players: Sequence[str]) -> Game | None:
    """The last game that these people played on this evening, of those that this phone may go on with."""
    met = (
        line
        for line in known_games.list_remembered()
        if line.may_edit and line.changed_at > datetime.now(UTC) - EVENING
    )
    who = sorted(map(str.casefold, players))
    return next((line for line in met if sorted(map(str.casefold, line.players)) == who), None)


def list_known() -> dict[str, Any]:
    """Who played the games that this phone knows, and by which own rules, the latest first."""
    lines = known_games.list_remembered()
    names = dict.fromkeys(name for line in lines for name in line.players if name not in UNNAMED)
    own = group((line.rule_set.name, line.rule_set) for line in lines if line.rule_set.own)
    return {
        "known_names": list(names)[:NAMES_TO_OFFER],
        "own_rules": [latest for latest, *_ in own.values()],
    }


@blueprint.get("/games/last")
def last_game() -> Response:
    """The way back to the game that this phone opened last; to Home if there is none."""
    line = next(iter(known_games.list_remembered()), None)
    way = url_for("games.game", access="g" if line.may_edit else "v", token=line.token) if line else None
    response = redirect(way or url_for("home.home"))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/<any(g, v):access>/<token>")
def game(access: str, token: str) -> str:
    """How the game stands."""
    with viewing(token, access) as (session, kept):
        scored = score_kept_game(session, kept)
        later = find_later_game(session, kept)
        tally = count_won(session, token) if scored.winners else []
        top = find_step(session, kept, "undo") if kept.may_edit else None
        redoable = find_step(session, kept, "redo") if kept.may_edit else None
        handed = say_handed(kept, list_piles(session, kept))
    known_games.remember(token, kept.rule_set.id, kept.deck)
    decider = find_decider(kept, scored)
    rows = get_round_rows(scored, request.args.get("below", type=address_number), decider)
    standings = get_standings(kept, scored)
    # An end is taken back by “Continue this game”.
    undoable = top if top and top.kind not in ("start", "end") else None
    return render_template(
        "games/game.html",
        game=kept,
        badges=get_game_badges(kept),
        scored=scored,
        standings=standings,
        winners=[side["badge"] for side in standings if side["wins"]],
        is_long=any(len(write_number(side["tally"])) >= LONG for side in standings),
        is_new=is_new_round(scored),
        decider=decider,
        final_order=get_final_order(standings, scored),
        next_deal=get_next_deal(kept, scored),
        next_month=get_race_month(kept, scored, len(scored.rounds) + 1) if kept.rule_set.has_months else None,
        months=list_race_months(kept, scored),
        rows=rows,
        pages=find_pages(rows, len(scored.rounds)),
        chart=draw_chart(kept, scored),
        win=find_victory(scored),
        play=link_play(kept, scored) if scored.winners else None,
        tally=tally,
        starts=say_starts(scored),
        later=get_game_token(token, later) if later else None,
        later_number=later,
        undoable=undoable,
        undo_name=name_change(undoable, scored) if undoable else None,
        redoable=redoable,
        redo_name=name_change(redoable, None) if redoable else None,
        form=ButtonForm(),
        handed=handed,
    )


def is_new_round(scored: GameBreakdown) -> bool:
    """Whether the last round was just saved, here or on the phone that this page follows."""
    if "X-Follow" in request.headers:
        return request.headers["X-Follow"] == str(len(scored.rounds))
    return bool(get_flashed_messages(category_filter=["round"]))


def count_won(session: Session, token: str) -> list[tuple[Badge, int]]:
    """How many games of the table each player has won; empty while it has had one game."""
    evening = read_evening(session, open_table(session, token))
    if evening is None or evening["first"] == evening["last"]:
        return []
    return list(zip(evening["badges"], evening["won"], strict=True))


class StepForm(ButtonForm):
    """The button to undo or to redo a change: which one the page showed."""

    seen = HiddenField(
        validators=[Regexp(r"[0-9]+(-[0-9]+)?\Z", message="Which change? Please open the game again.")]
    )


@blueprint.post("/g/<token>/undo", defaults={"way": "undo"}, endpoint="undo_change")
@blueprint.post("/g/<token>/redo", defaults={"way": "redo"}, endpoint="redo_change")
@button(StepForm)
def step(session: Session, game: Game, form: StepForm, token: str, way: Literal["undo", "redo"]) -> str:
    """Takes back the change that the button named, or does it again, and says what moved."""
    before = score_kept_game(session, game)
    named = find_step(session, game, way)
    if not undo_or_redo(session, game, way, seen=form.seen.data) or not named:
        return ""
    after = score_kept_game(session, get_game(session, token, to="edit"))
    name = name_change(named, after if way == "redo" else before)
    done = {"undo": "Undone", "redo": "Redone"}[way]
    return f"{done}: {name}. {say_moved(before, after, changed=named.number)}"


@blueprint.post("/g/<token>/end", defaults={"ends": True}, endpoint="end")
@blueprint.post("/g/<token>/resume", defaults={"ends": False}, endpoint="resume")
@button()
def end_or_resume(session: Session, game: Game, form: ButtonForm, token: str, ends: bool) -> str:
    """Ends the game early, or takes up one that was ended by hand."""
    end_game(session, game, ended=ends)
    return "The game has ended. You can continue it at any time." if ends else "The game continues."


@blueprint.route("/g/<token>/house-rules", methods=["GET", "POST"], defaults={"access": "g"})
@blueprint.route("/v/<token>/house-rules", methods=["GET"], defaults={"access": "v"})
def house_rules(access: str, token: str) -> str | Response | tuple[str, int]:
    """What this table agreed, to be read or changed."""
    with viewing(token, access) as (_, kept):
        shown = show_options(kept.rule_set, kept.options)
        form = HouseRulesForm({**shown, "reach": "from-now-on"}, deck=kept.deck)
    if form.is_sent() and change_house_rules(form, token):
        return redirect(url_for("games.game", access="g", token=token))
    return render_template(
        "games/house_rules.html",
        form=form,
        game=kept,
        rule_set=kept.rule_set,
        badges=get_game_badges(kept),
    ), 422 if form.faults else 200


def change_house_rules(form: HouseRulesForm, token: str) -> bool:
    """Whether the options that were typed are now those of the game; if not, the form says why."""
    with editing(token) as (session, kept):
        options = read_options(form, kept.rule_set, len(kept.side_names))
        if form.faults or options is None:
            return False
        # What was adopted from rulings stands on no field of this form.
        options = replace(options, house_rules=kept.options.house_rules)
        before = score_kept_game(session, kept)
        try:
            is_new = change_options(session, kept, options, for_all_rounds=form.reach.data == FOR_ALL)
        except CompanionError as error:
            form.fail_all(error, "reach")
            return False
        moved = say_moved(before, score_kept_game(session, kept))
        since = "for all rounds" if form.reach.data == FOR_ALL else "from the next round on"
        is_other_deck = change_deck(session, kept, form.deck.data)
        said = [f"House rules changed {since}. {moved or 'Scores unchanged.'}"] if is_new else []
        said += [f"This game now shows the {form.deck.data.capitalize()} deck."] if is_other_deck else []
        flash(" ".join(said) or "Nothing was changed.")
    return True


@blueprint.get("/<any(g, v):access>/<token>/history")
def history(access: str, token: str) -> str:
    """Every change of the game, newest first."""
    with viewing(token, access) as (session, kept):
        below = request.args.get("below", type=address_number)
        changes = list_changes(session, kept, below=below, limit=PAGE_OF_CHANGES)
        is_over = kept.ended or kept.continued or bool(score_kept_game(session, kept).winners)
    # Numbers move when an earlier round is removed: the history names each round by its first one.
    named = [replace(change, number=change.serial) for change in changes]
    lines = [(change, say_history(change), say_scores(kept, change)) for change in named]
    return render_template(
        "games/history.html",
        game=kept,
        lines=lines,
        page_size=PAGE_OF_CHANGES,
        is_over=is_over,
        form=ButtonForm(),
    )
