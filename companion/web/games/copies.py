"""A game as a file: to keep, for a spreadsheet, and to bring in again; scores from elsewhere as a game."""

import hashlib
from typing import Any

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import HiddenField, SelectField, TextAreaField

from companion.errors import CompanionError
from companion.rules import GameBreakdown, get_rule_set, score_game
from companion.store import (
    Game,
    export_game,
    keep_game,
    read_copy,
    read_text,
    score_kept_game,
    write_game_csv,
)
from companion.web import known_games
from companion.web.forms import Form, UploadField
from companion.web.serving.access import get_store, viewing

blueprint = Blueprint("copies", __name__)


def list_choices() -> list[tuple[str, str]]:
    """The games that a table may be of, the one played last before the others."""
    return [(each.id, each.name) for each in known_games.list_rule_sets()]


class BringInForm(Form):
    """The file of a game, or scores as a file or pasted. `seen` names the scores that the page has shown."""

    file = UploadField("File")
    text = TextAreaField("Or paste the rounds", default="")
    game = SelectField("Game of a table", choices=list_choices, default=lambda: list_choices()[0][0])
    seen = HiddenField()

    def validate(self, extra_validators: Any = None) -> bool:
        """What is sent as a file comes back as text, to be kept after a look at it."""
        is_valid = bool(super().validate(extra_validators))
        sent = self.file.data.read() if self.file.data else b""
        try:
            self.text.data = read_text(sent) or self.text.data or ""
        except CompanionError as error:
            self.fail("file", error.message)
        if not self.text.data and not self.faults:
            self.fail("file", "Choose a file or paste the rounds first.")
        return is_valid and not self.faults

    def name_scores(self) -> str:
        """Tells these scores from others, whatever ends their lines."""
        words = [self.game.data, *self.text.data.splitlines()]
        return hashlib.sha256("\n".join(words).encode(errors="replace")).hexdigest()

    def bring_in(self) -> tuple[Game | None, GameBreakdown | None]:
        """The new game or, of scores that the page has not shown yet, what they come to.

        A file of ours is whole and has its digest: it needs no look. Raises for what cannot be kept.
        """
        brought = read_copy(self.text.data, get_rule_set(self.game.data))
        scored = None if brought.is_whole else score_game(brought.game)
        if scored and not (self.get("keep") and self.seen.data == self.name_scores()):
            self.seen.data = self.name_scores()
            return None, scored
        with get_store().writing() as session:
            return keep_game(session, brought), scored


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
        is_whole = kind == "json"
        text = (
            export_game(session, game) if is_whole else write_game_csv(game, score_kept_game(session, game))
        )
    head = {"Content-Disposition": f'attachment; filename="kwado-{game.date}.{kind}"'}
    return Response(text, mimetype="application/json" if is_whole else "text/csv", headers=head)


@blueprint.route("/games/bring-in", methods=["GET", "POST"])
def bring_in() -> str | BaseResponse | tuple[str, int]:
    """Keeps a game from a file, or scores, as a new game with links of its own."""
    form = BringInForm()
    scored = None
    if form.validate_on_submit():
        try:
            game, scored = form.bring_in()
        except CompanionError as error:
            form.fail_all(error, "file" if form.file.data else "text")
            game = None
        if game is not None:
            known_games.remember(game.token, game.rule_set.id, game.deck)
            flash("The game is here, with new links.")
            return redirect(url_for("games.game", access="g", token=game.token))
    return render_template("games/bring_in.html", form=form, scored=scored), 422 if form.faults else 200
