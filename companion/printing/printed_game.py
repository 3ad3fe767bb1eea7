"""A game as sheets show it: who plays, what was agreed, the scored rounds, and where to look on."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Game, GameBreakdown, Options, RuleSet, score_game


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A kept game, or one from a document.

    `address` is where a phone can look on (the view link), empty where there is none.
    """

    breakdown: GameBreakdown
    options: Options
    players: tuple[str, ...]
    date: str = ""
    address: str = ""

    @property
    def rule_set(self) -> RuleSet:
        """The rule set that is played."""
        return self.breakdown.rule_set

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        return self.breakdown.sides


def score_for_print(game: Game, date: str = "") -> PrintedGame:
    """The game of a document, scored; its sides are all that is known of its players."""
    breakdown = score_game(game)
    return PrintedGame(breakdown, game.options, game.sides, date)
