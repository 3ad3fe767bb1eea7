"""The statistics of a table: over which games, the figures with their bars, and the files."""

from companion.web.statistics.views import blueprint

__all__ = ["blueprint"]
