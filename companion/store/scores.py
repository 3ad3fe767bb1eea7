"""Scores of kept games: never stored, counted from the rounds as entered, remembered in the process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import Session

from companion.store.kept import KeptGame

if TYPE_CHECKING:
    from companion.rules import GameBreakdown


def score_kept_game(session: Session, game: KeptGame) -> GameBreakdown:
    """The breakdown of the game: `rounds[n - 1]` is that of round n. Counted once for each revision."""
    raise NotImplementedError
