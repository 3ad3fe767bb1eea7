"""Who plays in a game: names, seats, the dealer, players who come and go."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.errors import CompanionError
from companion.rules import and_list
from companion.store import (
    KeptGame,
    Session,
    change_players,
    get_game_token,
    rename_players,
    score_kept_game,
    seat_players,
)
from companion.web import known_games
from companion.web.doors import editing, viewing
from companion.web.filters import isolate
from companion.web.players.forms import PlayersForm
from companion.web.side_marks import get_game_marks, get_marks

blueprint = Blueprint("players", __name__)


@blueprint.route("/g/<token>/players", methods=["GET", "POST"])
def players(token: str) -> str | Response | tuple[str, int]:
    """The names, the seats, who deals next, and who leaves or joins."""
    with viewing(token) as (session, game):
        scored = score_kept_game(session, game)
        form = PlayersForm(game, scored)
    if form.is_sent() and form.part:
        form.check_known()
        number = None if form.faults else change(form, token)
        if number is not None:
            return redirect(url_for("games.game", door="g", token=get_game_token(token, number)))
    is_over = game.ended or game.continued or scored.is_finished
    page = render_template(
        "players.html",
        form=form,
        game=game,
        scored=scored,
        marks=[
            side._replace(initial=own.initial)
            for side, own in zip(itertools.cycle(get_game_marks(game)), get_marks(game.players))
        ],
        may_sit=not is_over,
        may_change=not is_over and not form.has_teams and max(game.rule_set.sides) > 2,
    )
    return (page, 422) if form.faults else page


def change(form: PlayersForm, token: str) -> int | None:
    """The number of the game to show after the change; None if the form was refused."""
    try:
        with editing(token) as (session, game):
            return CHANGES[form.part](session, game, form, token)
    except CompanionError as error:
        form.fail_of(error)
        return None


def change_names(session: Session, game: KeptGame, form: PlayersForm, token: str) -> int | None:
    names, teams = form.read_names()
    renamed = rename_players(session, game, names, teams)
    flash("Names saved." if renamed.revision != game.revision else "No name was changed.")
    return game.number


def change_seats(session: Session, game: KeptGame, form: PlayersForm, token: str) -> int | None:
    order, dealer = form.read_seats()
    if form.faults:
        return None
    names, teams = form.read_names()
    renamed = rename_players(session, game, names, teams)
    seated = seat_players(session, renamed, order, dealer)
    said = ["Names saved."] if renamed.revision != game.revision else []
    if seated.revision != renamed.revision:
        said.append(f"{isolate(renamed.players[dealer])} deals the next round.")
    flash(" ".join(said) or "Nothing was changed.")
    return game.number


def change_who_plays(session: Session, game: KeptGame, form: PlayersForm, token: str) -> int | None:
    chosen = form.read_players()
    if form.faults:
        return None
    started = change_players(session, game, token, **chosen._asdict())
    known_games.remember(started.links.edit, game.rule_set.id, game.deck)
    flash(f"The game goes on with {and_list([isolate(name) for name in chosen.players])}.")
    return started.game.number


CHANGES: dict[str, Callable[[Session, KeptGame, PlayersForm, str], int | None]] = {
    "names": change_names,
    "seats": change_seats,
    "players": change_who_plays,
}
