"""Changes of a game that one button makes."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from companion.web.access import editing
from companion.web.forms import PageForm


def button(change: Callable[..., str]) -> Callable[..., Response]:
    """A view that makes a button's change, flashes its message, and returns to the game.

    The change takes the session, the game and the form, and then the parts of its address.
    """

    @wraps(change)
    def press(**parts: Any) -> Response:
        form = PageForm()
        with editing(parts["token"]) as (session, game):
            if form.is_sent() and (said := change(session, game, form, **parts)):
                flash(said)
        form.flash_faults()
        return redirect(url_for("games.game", access="g", token=parts["token"]))

    return press
