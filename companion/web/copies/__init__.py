"""A game as a file: to keep, for a spreadsheet, and to bring in again."""

from companion.web.copies.views import blueprint

__all__ = ["blueprint"]
