"""The deck of cards: the page that shows it, the app's icons and its manifest."""

from companion.web.deck import icons, views
from companion.web.deck.views import blueprint

__all__ = ["blueprint", "icons", "views"]
