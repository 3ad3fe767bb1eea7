"""Sheets to print: the choice of them, from the start page and from a game, and the PDFs."""

from companion.web.print.views import blueprint

__all__ = ["blueprint"]
