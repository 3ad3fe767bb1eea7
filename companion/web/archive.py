"""Archiving and deleting a game, and bringing it back."""

from __future__ import annotations

from flask import Blueprint, Response, flash, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.store import (
    KEEP_DELETED_DAYS,
    GameDeleted,
    KeptGame,
    Session,
    archive_game,
    delete_game,
    recover_game,
)
from companion.web.access import editing, viewing
from companion.web.buttons import flash_faults, press
from companion.web.forms import PressForm

blueprint = Blueprint("archive", __name__)


@blueprint.post("/g/<token>/archive")
def archive(token: str) -> BaseResponse:
    """Puts the game apart on Home."""

    def put_apart(session: Session, game: KeptGame, form: PressForm) -> str:
        archive_game(session, game, archived=True)
        return "Archived. Home lists it apart from your other games."

    return press(token, put_apart)


@blueprint.post("/g/<token>/unarchive")
def unarchive(token: str) -> BaseResponse:
    """Puts the game back among the others."""

    def put_back(session: Session, game: KeptGame, form: PressForm) -> str:
        archive_game(session, game, archived=False)
        return "This game is back among your games."

    return press(token, put_back)


@blueprint.route("/g/<token>/delete", methods=["GET", "POST"])
def delete(token: str) -> str | BaseResponse:
    """Asks once more, then deletes the game."""
    form = PressForm()
    if form.is_sent():
        with editing(token) as (session, game):
            delete_game(session, game)
        return redirect(url_for("games.game", access="g", token=token))
    flash_faults(form)
    with viewing(token) as (_, game):
        pass
    return render_template("delete.html", game=game, form=form, days=KEEP_DELETED_DAYS)


@blueprint.post("/g/<token>/recover")
def recover(token: str) -> BaseResponse:
    """Brings a deleted game back."""
    form = PressForm()
    if form.is_sent():
        with editing(token, even_deleted=True) as (session, game):
            recover_game(session, game)
        flash("The game is back.")
    flash_faults(form)
    return redirect(url_for("games.game", access="g", token=token))


@blueprint.app_errorhandler(GameDeleted)
def show_deleted(error: GameDeleted) -> Response:
    """The page of a deleted game: whoever may edit can bring it back."""
    g.played, g.deck = error.game.rule_set.id, error.game.deck
    may_edit = error.game.may_edit and request.path.startswith("/g/")
    page = render_template(
        "deleted.html", game=error.game, may_edit=may_edit, form=PressForm(), days=KEEP_DELETED_DAYS
    )
    response = make_response(page)
    response.status_code = 410
    return response
