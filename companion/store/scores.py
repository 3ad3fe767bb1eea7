"""Scores of kept games. They are never stored; the process caches them.

A cached game has its revision, and is scored anew after each change. Writing sessions cache nothing, because
they may be rolled back.

A table's page and its statistics need of each game only who won, with what, and the counts: its `Outcome`.
That takes as much room as a round, so all games of a long table fit: one of 100 games opens in 38 ms in place
of 519.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from sqlmodel import Session, col, select

from companion.rules import (
    Adjustment,
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
from companion.store.damage import closing
from companion.store.errors import Damaged, DamagedGame, NoSuchGame
from companion.store.links import TableKey, read_games
from companion.store.models import STANDS, Game, Round, find_options

# A round takes about 2.5 KB, an outcome less. There is room for two of the longest games, of 1,000 rounds, or
# for 90 games of an evening: each counts as 22 rounds at least. Without its scores a page of 12 rounds takes
# 6.7 ms in place of 4.9, and one of 1,000 rounds 173 ms in place of 6.
MAX_SCORED_ROUNDS = 2_000
LEAST_ROUNDS = 22
Known = TypeVar("Known")


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
    state = (game.revision, game.changed_at_ms)
    scored = _recall(session, GameBreakdown, game.id, state) or _score_all(session, game, corrected)
    _remember(session, game.id, state, scored, max(LEAST_ROUNDS, len(scored.rounds)))
    return scored


def _recall(session: Session, kind: type[Known], game_id: int, state: tuple[int, int]) -> Known | None:
    """What is cached of a game in this state."""
    known_state, known, _ = session.info["store"].scored.get((kind, game_id), (None, None, 0))
    return known if known_state == state else None


def _remember(session: Session, game_id: int, state: tuple[int, int], known: Known, rounds: int) -> None:
    """Caches this of a game, and drops what was used longest ago while all together is too much.

    `rounds` is how many rounds take as much room.
    """
    if session.info["writing"]:
        return
    store = session.info["store"]
    with store.memory_lock:
        store.scored.pop((type(known), game_id), None)
        store.scored[type(known), game_id] = (state, known, rounds)
        while sum(size for _, _, size in store.scored.values()) > MAX_SCORED_ROUNDS:
            del store.scored[next(iter(store.scored))]


def _score_all(
    session: Session, game: Game, corrected: tuple[int, Entry, RoundBreakdown] | None = None
) -> GameBreakdown:
    """The game from its first round on. Raises `DamagedGame`."""
    with closing(session, game):
        rounds = read_rounds(session, game, {corrected[0]: corrected[1]} if corrected else {})
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
            # Where their round was removed, they stand beside the one before it, or the first.
            adjustments=tuple(
                Adjustment(max(1, bisect_right(serials, serial)), tuple(points), reason)
                for serial, points, reason in game.adjustments or ()
            ),
            is_stopped=game.ended,
        )
        return score_game(entered, corrected[1:] if corrected else None)


def read_rounds(
    session: Session, game: Game, known: Mapping[int, Entry] = MappingProxyType({})
) -> dict[int, tuple[Entry, Options]]:
    """The standing rounds by serial, each with its options; read but for those that are known.

    Raises `Damaged` if one is missing.
    """
    query = (
        select(Round.serial, Round.stored_entry)
        .where(Round.game_id == game.id, STANDS)
        .order_by(col(Round.serial))
    )
    periods = game.read_periods()
    rounds = {
        serial: (known.get(serial) or game.read_entry(entry), find_options(periods, serial))
        for serial, entry in session.exec(query)
    }
    if len(rounds) != game.round_count:
        raise Damaged
    return rounds


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands or ended, and what counts of it."""

    number: int
    date: str
    rule_set_id: str
    """With the name of a table’s own rules behind it."""
    rule_set_name: str
    count: GameCount
    tallies: tuple[int, ...]
    """The sums that decide, by sides."""
    decider: Figure | None
    """The figure that decides, None where points do."""
    first_dealer: str
    """The player who dealt first."""
    dealer: str
    """The player who deals next."""
    is_running: bool


def list_outcomes(session: Session, table: TableKey) -> list[Outcome]:
    """The outcome of each game of a table that was not deleted and can be read, in the order played."""
    query = select(Game.id, Game.revision, Game.changed_at_ms).where(
        Game.table_id == table.id, col(Game.deleted_at_ms).is_(None)
    )
    rows = session.exec(query.order_by(col(Game.number)))
    states = {game_id: (revision, changed_at_ms) for game_id, revision, changed_at_ms in rows}
    found = {game_id: _recall(session, Outcome, game_id, state) for game_id, state in states.items()}
    missing = [game_id for game_id, outcome in found.items() if outcome is None]
    for game in read_games(session, table, col(Game.id).in_(missing)) if missing else ():
        with suppress(DamagedGame):
            found[game.id] = outcome = _find_outcome(session, game)
            _remember(session, game.id, states[game.id], outcome, 1)
    return [outcome for outcome in found.values() if outcome]


def _find_outcome(session: Session, game: Game) -> Outcome:
    """The outcome of a game; its rounds are not cached: those of a long table would push out its outcomes."""
    state = (game.revision, game.changed_at_ms)
    scored = _recall(session, GameBreakdown, game.id, state) or _score_all(session, game)
    first_dealer = scored.rounds[0].dealer if scored.rounds else game.first_dealer
    return Outcome(
        number=game.number,
        date=game.date,
        rule_set_id=game.rule_set.id + (f"/{game.rule_set.form}" if game.rule_set.own else ""),
        rule_set_name=game.rule_set.name,
        count=count_game(scored),
        tallies=scored.final.tallies,
        decider=scored.decider,
        first_dealer=game.players[first_dealer],
        dealer=game.players[scored.next_dealer],
        is_running=not (scored.winners or game.ended or game.continued),
    )
