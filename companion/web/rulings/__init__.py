"""Rulings: all of them, one of them, and one of them as a table plays it and may adopt it."""

from companion.web.rulings.views import blueprint

__all__ = ["blueprint"]
