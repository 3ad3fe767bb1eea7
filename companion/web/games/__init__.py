"""A game: starting it, its page, its house rules, its history."""

from companion.web.games.views import blueprint

__all__ = ["blueprint"]
