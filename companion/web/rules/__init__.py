"""The rules to read: of a game, of a yaku, of a card, side by side, the words and the sources."""

from companion.web.rules.views import blueprint

__all__ = ["blueprint"]
