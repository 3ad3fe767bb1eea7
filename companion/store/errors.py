"""What can go wrong between a kept game and its reader, said in a sentence.

Doors translate: `NoSuchGame` 404, `StaleRound` 409, `TryAgain` and `CannotKeep` 503. After any of them
nothing of the refused change is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.rules import Entry
    from companion.store.kept import KeptRound


class NoSuchGame(CompanionError):
    """No game is opened by this link: unknown, replaced or of the wrong sort, all told alike."""

    def __init__(
        self, message: str = "There is no game here. The link may be mistyped, or replaced by a new one."
    ) -> None:
        super().__init__(message)


class NoSuchRound(NoSuchGame):
    """The game has no round with this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"This game has no round {number}.")


class StaleRound(CompanionError):
    """The round is no longer as the writer saw it; `current` is what stands now, `yours` what was sent."""

    def __init__(self, message: str, current: KeptRound, yours: Entry | None) -> None:
        super().__init__(message)
        self.current = current
        self.yours = yours


class TryAgain(CompanionError):
    """The database is busy or away for the moment; the same request may be sent again."""


class CannotKeep(CompanionError):
    """The disk is full or failing, or the database cannot be read: nothing was saved."""
