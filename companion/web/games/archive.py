"""Archiving and deleting a game, and bringing it back."""

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.store import (
    KEEP_DELETED_DAYS,
    Game,
    GameDeleted,
    Session,
    archive_game,
    delete_game,
    recover_game,
)
from companion.web.forms import ButtonForm
from companion.web.serving.access import button, editing, viewing

blueprint = Blueprint("archive", __name__)


@blueprint.post("/g/<token>/archive", defaults={"archived": True}, endpoint="archive")
@blueprint.post("/g/<token>/unarchive", defaults={"archived": False}, endpoint="unarchive")
@button()
def move(session: Session, game: Game, form: ButtonForm, token: str, archived: bool) -> str:
    """Puts the game apart on Home, or back among the others."""
    archive_game(session, game, archived=archived)
    return (
        "Archived. Home lists it apart from your other games."
        if archived
        else "This game is back among your games."
    )


@blueprint.route("/g/<token>/delete", methods=["GET", "POST"])
def delete(token: str) -> str | Response:
    """Asks once more, then deletes the game."""
    form = ButtonForm()
    if form.validate_on_submit():
        with editing(token) as (session, game):
            delete_game(session, game)
        return redirect(url_for("games.game", access="g", token=token))
    with viewing(token) as (_, game):
        return render_template("games/delete.html", game=game, form=form, days=KEEP_DELETED_DAYS)


@blueprint.post("/g/<token>/recover")
@button(even_deleted=True)
def recover(session: Session, game: Game, form: ButtonForm, token: str) -> str:
    """Brings a deleted game back."""
    recover_game(session, game)
    return "The game is back."


@blueprint.app_errorhandler(GameDeleted)
def show_deleted(error: GameDeleted) -> tuple[str, int]:
    """The page of a deleted game: whoever may edit can bring it back."""
    g.played, g.deck = error.game.rule_set.id, error.game.deck
    may_edit = error.game.may_edit and request.path.startswith("/g/")
    return render_template(
        "games/deleted.html", game=error.game, may_edit=may_edit, form=ButtonForm(), days=KEEP_DELETED_DAYS
    ), 410
