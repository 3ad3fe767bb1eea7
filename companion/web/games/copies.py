"""A game as a file: to keep, for a spreadsheet, and to bring in again."""

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from flask_wtf.file import FileRequired
from werkzeug.wrappers import Response as BaseResponse

from companion.errors import CompanionError
from companion.store import export_game, keep_game, read_copy, read_text, score_kept_game, write_game_csv
from companion.web import known_games
from companion.web.downloads import download, has_decimal_comma
from companion.web.forms import Form, UploadField
from companion.web.serving.access import get_store, viewing

blueprint = Blueprint("copies", __name__)


class BringInForm(Form):
    """The file of a game."""

    file = UploadField("File", validators=[FileRequired("Choose a file first.")])


@blueprint.get("/<any(g, v):access>/<token>/copies")
def copies(access: str, token: str) -> str:
    """The files of a game, and what each is for."""
    with viewing(token, access) as (_, game):
        return render_template("games/copies.html", game=game)


@blueprint.get(
    "/<any(g, v):access>/<token>/copies/game.json", endpoint="game_json", defaults={"kind": "json"}
)
@blueprint.get("/<any(g, v):access>/<token>/copies/game.csv", endpoint="game_csv", defaults={"kind": "csv"})
def game_file(access: str, token: str, kind: str) -> Response:
    """The game, to keep and to bring in again; or its scores for a spreadsheet.

    The name of the file has the day of the game and no names.
    """
    with viewing(token, access) as (session, game):
        name = f"kwado-{game.date}.{kind}"
        if kind == "json":
            return download(export_game(session, game), "application/json", name)
        scored = score_kept_game(session, game)
        return download(write_game_csv(game, scored, decimal_comma=has_decimal_comma()), "text/csv", name)


@blueprint.route("/games/bring-in", methods=["GET", "POST"])
def bring_in() -> str | BaseResponse | tuple[str, int]:
    """Keeps the game of a file, or of a scoring document, as a new game with links of its own."""
    form = BringInForm()
    if form.validate_on_submit():
        try:
            brought = read_copy(read_text(form.file.data.read()))
            with get_store().writing() as session:
                game = keep_game(session, brought)
        except CompanionError as error:
            form.fail_all(error, "file")
        else:
            known_games.remember(game.token, game.rule_set.id, game.deck)
            flash("The game is here, with new links.")
            return redirect(url_for("games.game", access="g", token=game.token))
    return render_template("games/bring_in.html", form=form), 422 if form.faults else 200
