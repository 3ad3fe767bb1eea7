"""Recording, correcting and removing rounds, and reading them page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import Session

from companion.store.kept import KeptGame, KeptRound

if TYPE_CHECKING:
    from companion.rules import Entry


def record_round(session: Session, game: KeptGame, entry: Entry, key: str) -> KeptRound:
    """The round, recorded as the game's last one; the same key again gives the round that is already there.

    `key` is made by the client, 8 to 64 letters, digits, `-` and `_`. A round that was recorded with this
    key and removed since is given as it is and not added again. Raises `StaleRound` when the key was used
    for another entry, `NotAllowedHere` when the game was ended by hand or has 1,000 rounds.
    """
    raise NotImplementedError


def correct_round(session: Session, game: KeptGame, version: str, entry: Entry) -> KeptRound:
    """The round that `version` names, now as `entry`.

    The version names the round too, so that a correction reaches the round that the writer saw even when
    its number has moved. Raises `StaleRound` when another has changed or removed it since.
    """
    raise NotImplementedError


def remove_round(session: Session, game: KeptGame, version: str) -> KeptRound:
    """The round that `version` names, taken out of the game; later rounds move up by one.

    Raises `StaleRound` when another has changed it since.
    """
    raise NotImplementedError


def restore_round(session: Session, game: KeptGame, serial: int) -> KeptRound:
    """A removed round, back in its old place. A round that stands is given as it is."""
    raise NotImplementedError


def get_round(session: Session, game: KeptGame, number: int) -> KeptRound:
    """The round with this number, 1 for the first. Raises `NoSuchRound` (a `NoSuchGame`) for none."""
    raise NotImplementedError


def list_rounds(
    session: Session, game: KeptGame, *, below: int | None = None, limit: int | None = None
) -> list[KeptRound]:
    """Rounds, newest first; those with a number lower than `below`, at most `limit` of them."""
    raise NotImplementedError
