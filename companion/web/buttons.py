"""Changes of a game that one button makes."""

from __future__ import annotations

from collections.abc import Callable

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from companion.store import KeptGame, Session
from companion.web.access import editing
from companion.web.forms import PageForm, PressForm


def press(token: str, change: Callable[[Session, KeptGame, PressForm], str]) -> Response:
    """Makes a button's change, flashes its message, and returns to the game."""
    form = PressForm()
    with editing(token) as (session, game):
        if form.is_sent() and (said := change(session, game, form)):
            flash(said)
    flash_faults(form)
    return redirect(url_for("games.game", access="g", token=token))


def flash_faults(form: PageForm) -> None:
    """Shows the faults on the next page."""
    for messages in form.faults.values():
        for message in messages:
            flash(message, "fault")
