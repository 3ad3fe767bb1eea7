"""Scores of kept games. They are never stored; the process caches them.

A cached game has its revision, and is scored anew after each change. Writing sessions cache nothing, because
they may be rolled back.

A table's page and its statistics need of each game only who won, with what, and the counts: its `Outcome`.
The process remembers that for many more games than it remembers scored rounds of: a table of 100 games opens
in 38 ms in place of 519.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from sqlmodel import Session, col, select

from companion.rules import (
    EnteredGame,
    Entry,
    Figure,
    GameBreakdown,
    GameCount,
    NewSeats,
    Options,
    RoundBreakdown,
    Start,
    count_game,
    score_game,
)
from companion.store.errors import NoSuchGame
from companion.store.links import TableKey, read_games
from companion.store.models import STANDS, Game, Round, find_options

# A round takes about 2.5 KB. There is room for the longest game, of 1,000 rounds, and a few more, or for 50
# games of an evening: each counts as 22 rounds at least. Without its scores a page of 12 rounds takes 6.7 ms
# in place of 4.9, and one of 1,000 rounds 173 ms in place of 6.
MAX_SCORED_ROUNDS = 1_100
LEAST_ROUNDS = 22
MAX_OUTCOMES = 5_000


def score_kept_game(
    session: Session, game: Game, corrected: tuple[int, Entry, RoundBreakdown] | None = None
) -> GameBreakdown:
    """The breakdown of the game as it is now: `rounds[n - 1]` is round n.

    `corrected` is the serial of a round that was read and scored already, and what came out.
    """
    if game not in session:
        # It comes from an earlier session.
        read = session.get(Game, game.id)
        if read is None:
            raise NoSuchGame
        game = read
    store, state = session.info["store"], (game.revision, game.changed_at_ms)
    known_state, scored = store.scored.get(game.id, (None, None))
    if known_state != state:
        scored = _score_all(session, game, corrected)
    _remember(session, store.scored, game.id, (state, scored), MAX_SCORED_ROUNDS, _count_rounds)
    return cast(GameBreakdown, scored)


def _count_rounds(games: Mapping[int, tuple[object, GameBreakdown]]) -> int:
    return sum(max(LEAST_ROUNDS, len(scored.rounds)) for _, scored in games.values())


def _remember(
    session: Session,
    memory: dict[int, Any],
    game_id: int,
    known: tuple[object, Any],
    most: int,
    measure: Callable[[Mapping[int, Any]], int],
) -> None:
    """Remembers this of a game, and forgets what was used longest ago while all together is too much."""
    if session.info["writing"]:
        return
    with session.info["store"].memory_lock:
        memory.pop(game_id, None)
        memory[game_id] = known
        while measure(memory) > most:
            del memory[next(iter(memory))]


def _score_all(
    session: Session, game: Game, corrected: tuple[int, Entry, RoundBreakdown] | None
) -> GameBreakdown:
    """The game from its first round on."""
    rounds = _read_rounds(session, game, {corrected[0]: corrected[1]} if corrected else {})
    serials = list(rounds)
    entered = EnteredGame(
        rule_set=game.rule_set,
        options=game.options,
        sides=game.side_names,
        rounds=tuple(rounds.values()),
        seating=game.seating,
        starts=tuple(Start(*each) for each in game.starts or ()),
        new_seats=tuple(
            NewSeats(bisect_left(serials, first), tuple(order), dealer)
            for first, order, dealer in game.seatings or ()
        ),
        is_stopped=game.ended,
    )
    return score_game(entered, corrected[1:] if corrected else None)


def _read_rounds(
    session: Session, game: Game, known: Mapping[int, Entry]
) -> dict[int, tuple[Entry, Options]]:
    """The standing rounds by serial, each with its options; read but for those that are known."""
    query = (
        select(Round.serial, Round.stored).where(Round.game_id == game.id, STANDS).order_by(col(Round.serial))
    )
    periods = game.read_periods()
    return {
        serial: (known.get(serial) or game.read_entry(entry), find_options(periods, serial))
        for serial, entry in session.exec(query)
    }


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands or ended, and what counts of it.

    `tallies` are the sums that decide, by sides; `decider` is the figure that decides, None where points do;
    `first_dealer` is the player who dealt first, `dealer` the one who deals next. Behind the id of a rule set
    stands the name of a table's own rules.
    """

    number: int
    date: str
    rule_set_id: str
    rule_set_name: str
    count: GameCount
    tallies: tuple[int, ...]
    decider: Figure | None
    first_dealer: str
    dealer: str | None
    is_running: bool


def list_outcomes(session: Session, table: TableKey) -> list[Outcome]:
    """The outcome of each game of a table that was not deleted, in the order played."""
    store = session.info["store"]
    query = select(Game.id, Game.revision, Game.changed_at_ms).where(
        Game.table_id == table.id, col(Game.deleted_at_ms).is_(None)
    )
    states = {game_id: tuple(state) for game_id, *state in session.exec(query.order_by(col(Game.number)))}
    known = {game_id: store.outcomes.get(game_id, (None, None)) for game_id in states}
    found: dict[int, Outcome] = {
        game_id: outcome for game_id, (state, outcome) in known.items() if state == states[game_id]
    }
    missing = states.keys() - found
    for game in read_games(session, table, col(Game.id).in_(missing)) if missing else ():
        found[game.id] = _score(session, game)
        _remember(session, store.outcomes, game.id, (states[game.id], found[game.id]), MAX_OUTCOMES, len)
    return [found[game_id] for game_id in states]


def _score(session: Session, game: Game) -> Outcome:
    scored = score_kept_game(session, game)
    dealer = scored.next_dealer
    first_dealer = scored.rounds[0].dealer if scored.rounds else None
    return Outcome(
        number=game.number,
        date=game.date,
        rule_set_id=game.rule_set.id + (f"/{game.rule_set.form}" if game.rule_set.own else ""),
        rule_set_name=game.rule_set.name,
        count=count_game(scored),
        tallies=scored.final.tallies,
        decider=scored.decider,
        first_dealer=game.players[game.first_dealer if first_dealer is None else first_dealer],
        dealer=None if dealer is None else game.players[dealer],
        is_running=not (scored.winners or game.ended or game.continued),
    )
