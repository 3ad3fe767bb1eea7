"""A game as sheets show it: players, options, scored rounds, and its link."""

from dataclasses import dataclass

from companion.cards import DeckStyle
from companion.rules import (
    EnteredGame,
    GameBreakdown,
    Options,
    RuleSet,
    score_game,
)


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game to print."""

    breakdown: GameBreakdown
    options: Options
    players: tuple[str, ...]
    date: str = ""
    address: str = ""
    """Its view link, or empty."""
    deck: DeckStyle | None = None
    """None for that of its rules."""

    @property
    def rule_set(self) -> RuleSet:
        return self.breakdown.rule_set

    @property
    def sides(self) -> tuple[str, ...]:
        return self.breakdown.sides


def score_for_print(game: EnteredGame, date: str = "") -> PrintedGame:
    """The scored game of a document. The names of its sides stand for the players."""
    return PrintedGame(score_game(game), game.options, game.sides, date, deck=game.deck)
