"""Who plays in a game: names, seats, the dealer, players who come and go."""

from companion.web.players.views import blueprint

__all__ = ["blueprint"]
