"""Who may open a game: whoever holds its link.

The edit link is 24 random bytes. The view link is made from it by a one-way function, so that its owner can
always show it again. Only SHA-256 hashes of both are stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlmodel import Session

from companion.store.kept import GameLine, KeptGame, Links


def make_view_token(edit_token: str) -> str:
    """The view link's token that belongs to an edit link's. There is no way back."""
    raise NotImplementedError


def get_game(session: Session, token: str, *, to: Literal["edit", "view"]) -> KeptGame:
    """The game that this link opens. An edit link may also view.

    In a writing session the game's row is locked until the commit. Raises `NoSuchGame`, one and the same
    for an unknown, a replaced and a wrong sort of link.
    """
    raise NotImplementedError


def find_games(session: Session, tokens: Sequence[str]) -> list[GameLine]:
    """The games that these links open, latest change first. Links that open nothing are left out."""
    raise NotImplementedError


def replace_links(session: Session, game: KeptGame) -> Links:
    """New links for the game; the former ones open nothing from now on. Cannot be undone."""
    raise NotImplementedError
