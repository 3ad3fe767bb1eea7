"""A game as sheets show it: players, options, scored rounds, and its link."""

from dataclasses import dataclass
from functools import cache

from companion.cards import DeckStyle
from companion.printing.fonts import PRINTABLES
from companion.rules import (
    RULE_SET_IDS,
    EnteredGame,
    GameBreakdown,
    Options,
    RuleSet,
    parse_game,
    read_json,
    score_game,
)


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game to print. `address` is its view link, or empty; `deck` is None for that of its rules."""

    breakdown: GameBreakdown
    options: Options
    players: tuple[str, ...]
    date: str = ""
    address: str = ""
    deck: DeckStyle | None = None

    @property
    def rule_set(self) -> RuleSet:
        return self.breakdown.rule_set

    @property
    def sides(self) -> tuple[str, ...]:
        return self.breakdown.sides


def score_for_print(game: EnteredGame, date: str = "") -> PrintedGame:
    """The scored game of a document. The names of its sides stand for the players."""
    return PrintedGame(score_game(game), game.options, game.sides, date, deck=game.deck)


@cache
def load_example_game(rule_set_id: str = RULE_SET_IDS[0]) -> PrintedGame:
    """A game as an example of a record; a rule set without one has that of the first."""
    folder = PRINTABLES / "game-record" / "examples"
    path = folder / f"{rule_set_id}.json"
    text = (path if path.is_file() else folder / f"{RULE_SET_IDS[0]}.json").read_text(encoding="utf-8")
    return score_for_print(parse_game(read_json(text)), "An example")
