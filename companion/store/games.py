"""Starting a game, changing its options, ending it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmodel import Session

from companion.store.kept import KeptGame, KeptSide, StartedGame

if TYPE_CHECKING:
    from companion.rules import Options, RuleSet


def start_game(
    session: Session,
    *,
    rule_set: RuleSet,
    options: Options,
    players: Sequence[str],
    sides: Sequence[KeptSide] | None = None,
    first_dealer: int = 0,
    again_of: KeptGame | None = None,
) -> StartedGame:
    """A new game with its links. The rule set is frozen as its text.

    `players` are in seat order; without `sides` each plays alone. `first_dealer` is a seat. `again_of` is
    the game that this is a rematch of. Raises for names that `parse_name` refuses, doubled names, more than
    seven sides or seats that are not each held by one side.
    """
    raise NotImplementedError


def change_options(session: Session, game: KeptGame, options: Options, *, for_all_rounds: bool) -> KeptGame:
    """The game with these options, from the next round on or for all rounds, those played included.

    "For all rounds" makes them the only options of the game. Raises `NotAllowedHere` when a round that
    stands cannot be read by them (a round with Gaji, and Gaji now off). Nothing changes when they are the
    same already.
    """
    raise NotImplementedError


def end_game(session: Session, game: KeptGame) -> KeptGame:
    """The game, stopped before anybody won. No round can be recorded until it is resumed."""
    raise NotImplementedError


def resume_game(session: Session, game: KeptGame) -> KeptGame:
    """The game, going on after it had been ended by hand."""
    raise NotImplementedError
