"""A game as a file: to keep, for a spreadsheet, and to bring in again."""

from typing import Any

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask_wtf.file import FileRequired
from werkzeug.wrappers import Response as BaseResponse
from wtforms import ValidationError

from companion.errors import NotUnderstood
from companion.store import (
    MAX_IMPORT_BYTES,
    export_game,
    import_game,
    score_kept_game,
    write_game_csv,
)
from companion.web import known_games
from companion.web.access import get_store, viewing
from companion.web.forms import Form, UploadField

blueprint = Blueprint("copies", __name__)
NO_FILE = "Choose the file of a game first."


class BringInForm(Form):
    """The file of a game; its `text` once it is valid."""

    file = UploadField("File of the game", validators=[FileRequired(NO_FILE)])

    def validate_file(self, field: UploadField) -> None:
        try:
            self.text = field.data.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ValidationError("This file is damaged or not a kept game: it is not text.") from None
        if not self.text:
            raise ValidationError(NO_FILE)


@blueprint.url_value_preprocessor
def allow_a_file(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """A file may be longer than a form. Runs before anything reads the body."""
    if endpoint == "copies.bring_in" and request.mimetype == "multipart/form-data":
        # The file, and room for the other parts of the form.
        request.max_content_length = MAX_IMPORT_BYTES + 8 * 1024


@blueprint.get("/<any(g, v):access>/<token>/copies")
def copies(access: str, token: str) -> str:
    """The files of a game, and what each is for."""
    with viewing(token, access) as (_, game):
        return render_template("copies.html", game=game)


@blueprint.get(
    "/<any(g, v):access>/<token>/copies/game.json", endpoint="game_json", defaults={"kind": "json"}
)
@blueprint.get("/<any(g, v):access>/<token>/copies/game.csv", endpoint="game_csv", defaults={"kind": "csv"})
def game_file(access: str, token: str, kind: str) -> Response:
    """The whole game with every change, to keep and to bring in; or its scores for a spreadsheet.

    The name of the file has the day of the game and no names.
    """
    with viewing(token, access) as (session, game):
        is_whole = kind == "json"
        text = (
            export_game(session, game) if is_whole else write_game_csv(game, score_kept_game(session, game))
        )
    head = {"Content-Disposition": f'attachment; filename="kwado-{game.date}.{kind}"'}
    return Response(text, mimetype="application/json" if is_whole else "text/csv", headers=head)


@blueprint.route("/games/bring-in", methods=["GET", "POST"])
def bring_in() -> str | BaseResponse | tuple[str, int]:
    """Keeps a game from a file as a new game with links of its own."""
    form = BringInForm()
    if form.validate_on_submit():
        try:
            with get_store().writing() as session:
                game = import_game(session, form.text)
        except NotUnderstood as error:
            form.file.errors = (error.message,)
        else:
            known_games.remember(game.token, game.rule_set.id, game.deck)
            flash("The game is here, with new links.")
            return redirect(url_for("games.game", access="g", token=game.token))
    return render_template("bring_in.html", form=form), 422 if form.is_submitted() else 200
