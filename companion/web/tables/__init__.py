"""A table: its games, who won how many, and the points of all games."""

from companion.web.tables.views import blueprint

__all__ = ["blueprint"]
