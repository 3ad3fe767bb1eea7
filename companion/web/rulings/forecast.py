"""What adopting a reading for all rounds would change."""

from __future__ import annotations

from typing import NamedTuple

from companion.reference import Ruling, adopt, get_chosen, get_readings
from companion.rules import Game, parse_options, score_game
from companion.store import KeptGame, Session, list_rounds, score_kept_game
from companion.web.changes import say_moved

# More would make the page slow.
ROUND_LIMIT = 60


class Forecast(NamedTuple):
    """A reading, and what would change if it held for all rounds."""

    reading: str
    moved: str


def forecast(session: Session, game: KeptGame, ruling: Ruling) -> tuple[Forecast, ...]:
    """The changes by each other reading; empty if it changes no score."""
    if ruling.house is None or ruling.house.is_table or not 0 < game.round_count <= ROUND_LIMIT:
        return ()
    now = score_kept_game(session, game)
    entries = [kept.entry for kept in reversed(list_rounds(session, game, limit=ROUND_LIMIT))]
    told = []
    for value, _ in get_readings(ruling, game.rule_set):
        if value == get_chosen(ruling, game.options):
            continue
        word = str(value).lower() if isinstance(value, bool) else value
        options = parse_options(game.rule_set, adopt(ruling, word, game.rule_set, game.options))
        rounds = tuple((entry, options) for entry in entries)
        then = score_game(Game(game.rule_set, options, game.side_names, rounds, game.seating))
        told.append(Forecast(word, say_moved(now, then) or "Scores unchanged."))
    return tuple(told)
