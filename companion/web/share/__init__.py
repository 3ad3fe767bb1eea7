"""Sharing a game: its two links, what each allows, and new ones in their place."""

from companion.web.share.views import blueprint

__all__ = ["blueprint"]
