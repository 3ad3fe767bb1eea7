"""Home: start a game, go on with one, look something up, print."""

from companion.web.home.views import blueprint

__all__ = ["blueprint"]
