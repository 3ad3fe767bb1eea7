"""Opening a kept game by its link: the first line of every view about a game.

`/g/<token>` is for those who may edit, `/v/<token>` for viewers. Addresses within a game repeat its access
(`g` or `v`) and token, so templates name neither.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, cast

from flask import Flask, current_app, flash, g, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.store import (
    Game,
    GameDeleted,
    NoSuchGame,
    Session,
    Store,
    TableKey,
    check_rounds,
    get_game,
    get_table_token,
    open_table,
)
from companion.web.forms import ButtonForm
from companion.web.serving.rate_limits import count_guess


def get_store() -> Store:
    return cast(Store, current_app.extensions["kwado-store"])


@contextmanager
def viewing(token: str, access: str = "g") -> Iterator[tuple[Session, Game]]:
    """The session that reads it, and the game that a link opens, to view.

    Raises `NoSuchGame` for a link of the other kind.
    """
    with get_store().reading() as session:
        yield session, get_linked_game(session, token, access)


@contextmanager
def editing(token: str, *, even_deleted: bool = False) -> Iterator[tuple[Session, Game]]:
    """The session that writes it, and the game that an edit link opens. All of it can be read.

    Changes are on disk when the block ends.
    """
    with get_store().writing() as session:
        game = get_linked_game(session, token, "g", even_deleted=even_deleted)
        check_rounds(session, game)
        yield session, game


def get_linked_game(session: Session, token: str, access: str, *, even_deleted: bool = False) -> Game:
    """The game that a link opens for this access. Counts a miss as a guess, and refuses after many."""
    try:
        game = get_game(session, token, to="edit" if access == "g" else "view", even_deleted=True)
        # An edit link must not work as a view link: people would pass it on as one.
        if access == "v" and game.may_edit:
            raise NoSuchGame
    except NoSuchGame:
        count_guess()
        raise
    if game.deleted_at is not None and not even_deleted:
        raise GameDeleted(game)
    g.linked, g.played, g.deck = game, game.rule_set.id, game.deck
    return game


@contextmanager
def at_table(token: str) -> Iterator[tuple[Session, TableKey]]:
    """The session that reads it, and the table that a link opens.

    Counts a miss as a guess, and refuses after many.
    """
    with get_store().reading() as session:
        try:
            table = open_table(session, token)
        except NoSuchGame:
            count_guess()
            raise
        yield session, table


def button(
    form_class: type[ButtonForm] = ButtonForm, *, even_deleted: bool = False
) -> Callable[[Callable[..., str]], Callable[..., Response]]:
    """A view that makes the change of a button, flashes its message, and returns to the game.

    The change takes the session, the game and the form, and then the parts of its address.
    """

    def decorate(change: Callable[..., str]) -> Callable[..., Response]:
        @wraps(change)
        def press(**parts: Any) -> Response:
            form = form_class()
            with editing(parts["token"], even_deleted=even_deleted) as (session, game):
                if form.validate_on_submit() and (said := change(session, game, form, **parts)):
                    flash(said)
            return redirect(url_for("games.game", access="g", token=parts["token"]))

        return press

    return decorate


def init_app(app: Flask) -> None:
    """Repeats the access and token of the page in its links."""
    app.add_template_global(get_table_token)

    @app.url_defaults
    def repeat_access(endpoint: str, values: dict[str, Any]) -> None:
        here = {"access": "g", **((request.view_args if request else None) or {})}
        for part in ("access", "token"):
            if part in here and app.url_map.is_endpoint_expecting(endpoint, part):
                values.setdefault(part, here[part])
