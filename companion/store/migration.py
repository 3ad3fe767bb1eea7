"""Bringing a database to the present schema, once, before the server starts."""

from __future__ import annotations


def migrate(url: str) -> bool:
    """Whether anything had to be done. Safe to start twice at once and to be killed in the middle.

    An SQLite file is copied beside itself first. Raises `CannotKeep` for a database of a newer program.
    """
    raise NotImplementedError
