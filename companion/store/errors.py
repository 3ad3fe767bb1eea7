"""What can go wrong with a kept game.

Status codes: `NoSuchGame` 404, `StaleRound` and `SavedMeanwhile` 409, `TryAgain`, `CannotKeep`, `Damaged`
and `DamagedGame` 503.
After each of them nothing of the refused change is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.rules import Entry
    from companion.store.models import Game, Round


class NoSuchGame(CompanionError):
    """No game has this link: unknown, replaced or of the wrong kind, always with the same message."""

    def __init__(
        self, message: str = "There is no game here. The link may be mistyped, or replaced by a new one."
    ) -> None:
        super().__init__(message)


class GameDeleted(NoSuchGame):
    """The game was deleted, and its edit link can bring it back for some time."""

    def __init__(self, game: Game) -> None:
        super().__init__("This game was deleted.")
        self.game = game


class NoSuchRound(NoSuchGame):
    def __init__(self, number: int) -> None:
        super().__init__(f"This game has no round {number}.")


class StaleRound(CompanionError):
    """The round has changed since the writer saw it: `current` is what is stored, `yours` what was sent."""

    def __init__(self, message: str, current: Round, yours: Entry | None) -> None:
        super().__init__(message)
        self.current = current
        self.yours = yours


class SavedMeanwhile(CompanionError):
    """The game has a round, or a winner, that the writer of a new round had not seen. Nothing is saved.

    `current` is the round most likely to be the same as `yours`; None if only a winner is new. `number` is
    the one that `yours` gets if it is saved now, with `seen`, the state of the game as it is now.
    """

    def __init__(self, message: str, current: Round | None, yours: Entry, *, number: int, seen: str) -> None:
        super().__init__(message)
        self.current = current
        self.yours = yours
        self.number = number
        self.seen = seen

    @property
    def is_same(self) -> bool:
        """Whether `yours` equals `current`."""
        return self.current is not None and self.yours.document() == self.current.document


class TryAgain(CompanionError):
    """The database is busy or away; try the same request again."""


class CannotKeep(CompanionError):
    """The disk is full or failing: nothing was saved."""


class Damaged(CannotKeep):
    """What is stored cannot be read, or is not what was written."""

    def __init__(self, message: str = "The database is damaged: nothing was saved.") -> None:
        super().__init__(message)


class DamagedGame(Damaged):
    """A game with something that cannot be read, by its number in the database; `names` are its sides.

    No other game is touched.
    """

    def __init__(self, number: int, names: str) -> None:
        super().__init__(
            "This game cannot be read: what is stored of it is damaged. Nothing was saved. The other games of"
            f" this server are not touched; this one has the number {number}."
        )
        self.number, self.names = number, names
