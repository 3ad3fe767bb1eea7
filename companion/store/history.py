"""The journal of a game: undo, redo, and the way back to any state.

Every change is one line with what was before and after; nothing is ever taken out of it. Undo takes back
the last change that stands, redo does it again; a new change after an undo drops what could have been
redone. Undo and redo are lines of the journal too, but not themselves undone: undo again goes one further
back. `return_to` reaches every state that the game ever had, and is a change like any other, so it can be
undone.
"""

from __future__ import annotations

from sqlmodel import Session

from companion.store.kept import Change, KeptGame


def find_undo(session: Session, game: KeptGame) -> Change | None:
    """The change that `undo` would take back, for naming it on the button."""
    raise NotImplementedError


def find_redo(session: Session, game: KeptGame) -> Change | None:
    """The change that `redo` would do again."""
    raise NotImplementedError


def undo(session: Session, game: KeptGame, *, seen: int | None = None) -> Change | None:
    """The change that was taken back, or None when there is none.

    With `seen`, the sequence of the change that the button named, nothing is undone when another change has
    come in between: raises `NotAllowedHere`. If that very change has been undone already, gives None.
    """
    raise NotImplementedError


def redo(session: Session, game: KeptGame, *, seen: int | None = None) -> Change | None:
    """The change that was done again, or None when there is none. `seen` as in `undo`."""
    raise NotImplementedError


def list_changes(
    session: Session, game: KeptGame, *, below: int | None = None, limit: int = 50
) -> list[Change]:
    """Lines of the journal, newest first; those with a sequence lower than `below`."""
    raise NotImplementedError


def return_to(session: Session, game: KeptGame, sequence: int) -> Change | None:
    """The change that brings the game back to how it stood right after that line of the journal."""
    raise NotImplementedError
