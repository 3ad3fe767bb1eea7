"""What is new in a game, for the pages that follow it."""

from companion.web.live.views import blueprint

__all__ = ["blueprint"]
