"""What came of the games of a table, without their rounds.

A table's page and its statistics need of each game only who won, with what, and the counts. The process
remembers that for many more games than it remembers scored rounds of (`scores`), and reads nothing else of a
game that has not changed: a table of 100 games opens in 38 ms in place of 519.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select
from sqlmodel import Session

from companion.rules import Figure, GameCount, count_game
from companion.store.kept import KeptGame
from companion.store.models import GAMES
from companion.store.scores import score_kept_game
from companion.store.tables import TableKey, read_games

MAX_OUTCOMES = 5_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands or ended, and what counts of it.

    `tallies` are the sums that decide, by sides; `decider` is the figure that decides, None where points do;
    `dealer` is the player who deals next. Behind the id of a rule set stands the name of a table's own rules.
    """

    number: int
    rule_set_id: str
    rule_set_name: str
    count: GameCount
    tallies: tuple[int, ...]
    decider: Figure | None
    dealer: str | None
    is_running: bool


_STATES = (
    select(GAMES.c.id, GAMES.c.revision, GAMES.c.changed_at_ms)
    .where(GAMES.c.table_id == bindparam("table_id"), GAMES.c.deleted_at_ms.is_(None))
    .order_by(GAMES.c.number)
)


def list_outcomes(session: Session, table: TableKey) -> list[Outcome]:
    """The outcome of each game of a table that was not deleted, in the order played."""
    store = session.info["store"]
    states = session.connection().execute(_STATES, {"table_id": table.id}).all()
    found: dict[int, Outcome] = {}
    for game_id, *state in states:
        known = store.outcomes.get(game_id)
        if known is not None and known[0] == state:
            found[game_id] = known[1]
    missing = {game_id: state for game_id, *state in states if game_id not in found}
    for game in read_games(session, table, GAMES.c.id.in_(missing)) if missing else ():
        found[game.id] = _score(session, game)
        if not session.info["writing"]:
            _remember(store, game.id, (missing[game.id], found[game.id]))
    return [found[state.id] for state in states]


def _score(session: Session, game: KeptGame) -> Outcome:
    scored = score_kept_game(session, game)
    dealer = scored.next_dealer
    return Outcome(
        number=game.number,
        rule_set_id=game.rule_set.id + (f"/{game.rule_set.form}" if game.rule_set.own else ""),
        rule_set_name=game.rule_set.name,
        count=count_game(scored),
        tallies=scored.final.tallies,
        decider=scored.decider,
        dealer=None if dealer is None else game.players[dealer],
        is_running=not (scored.winners or game.ended or game.continued),
    )


def _remember(store: Any, game_id: int, known: tuple[list[int], Outcome]) -> None:
    with store.scored_lock:
        store.outcomes.pop(game_id, None)
        store.outcomes[game_id] = known
        while len(store.outcomes) > MAX_OUTCOMES:
            del store.outcomes[next(iter(store.outcomes))]
