"""Links to rulings."""

from __future__ import annotations

from flask import request, url_for


def ruling_url(ruling_id: str) -> str:
    """The address of a ruling; on a page of a game, as that game plays it."""
    if request.view_args and "token" in request.view_args:
        return url_for("rulings.game_ruling", ruling_id=ruling_id)
    return url_for("rulings.ruling", ruling_id=ruling_id)
