"""A round: entering it, correcting it, removing it, and why it scored what it scored."""

from companion.web.games.rounds.views import blueprint

__all__ = ["blueprint"]
