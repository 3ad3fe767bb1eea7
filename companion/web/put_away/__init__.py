"""Archiving and deleting a game, and bringing it back."""

from companion.web.put_away.views import blueprint

__all__ = ["blueprint"]
