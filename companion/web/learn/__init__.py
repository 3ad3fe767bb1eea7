"""Learning a game from zero."""

from companion.web.learn.views import blueprint

__all__ = ["blueprint"]
