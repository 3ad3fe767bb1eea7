"""Light or dark: a choice kept in a cookie, so that the first paint is right."""

from __future__ import annotations

from typing import Any

from flask import Flask

from companion.web.security import find_cookie

THEMES = ("light", "dark")
COOKIE = "kwado-theme"


def get_theme() -> str | None:
    """The chosen theme; None to follow the phone's setting."""
    theme = find_cookie(COOKIE)
    return theme if theme in THEMES else None


def init_app(app: Flask) -> None:
    @app.context_processor
    def offer_theme() -> dict[str, Any]:
        return {"theme": get_theme()}
