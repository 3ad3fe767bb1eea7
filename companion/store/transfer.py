"""One game as a JSON document, out and in, with its whole journal."""

from __future__ import annotations

from sqlmodel import Session

from companion.store.kept import KeptGame, StartedGame


def export_game(session: Session, game: KeptGame) -> str:
    """The game as JSON text: names, frozen rules, options, rounds and journal. It holds no link."""
    raise NotImplementedError


def import_game(session: Session, text: str) -> StartedGame:
    """A new game, with new links, that is the exported one. Raises `NotUnderstood` for a damaged text."""
    raise NotImplementedError
