"""Scores of kept games. They are never stored; the process caches them.

A cached game has its revision: if only rounds were added since, only those are scored. Writing sessions cache
nothing, because they may be rolled back.

A table's page and its statistics need of each game only who won, with what, and the counts: its `Outcome`.
The process remembers that for many more games than it remembers scored rounds of: a table of 100 games opens
in 38 ms in place of 519.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, select
from sqlmodel import Session

from companion.rules import (
    Entry,
    Figure,
    Game,
    GameBreakdown,
    GameCount,
    Options,
    add_rounds,
    change_seats,
    count_game,
    open_game,
    stop_game,
)
from companion.store.changes import ADDING_KINDS
from companion.store.errors import NoSuchGame
from companion.store.kept import KeptGame, OptionsPeriod, get_options_of, read_periods
from companion.store.limits import MAX_CHANGES
from companion.store.links import TableKey, read_games
from companion.store.models import GAMES, JOURNAL, ROUNDS

# A round takes about 2.5 KB. There is room for the longest game, of 1,000 rounds, and a few more, or for 50
# games of an evening. Without its scores a page of 12 rounds takes 6.7 ms in place of 4.9, and one of 1,000
# rounds 173 ms in place of 6.
MAX_SCORED_ROUNDS = 1_100
MAX_SCORED_GAMES = 50


@dataclass(frozen=True)
class ScoredGame:
    """A scored game; `running` is its breakdown as if nobody had ended it by hand."""

    revision: int
    changed_at_ms: int
    last_serial: int
    running: GameBreakdown
    breakdown: GameBreakdown


def score_kept_game(session: Session, game: KeptGame) -> GameBreakdown:
    """The breakdown of the game as it is now: `rounds[n - 1]` is round n."""
    store = session.info["store"]
    connection = session.connection()
    # Read again: the game may come from an earlier session.
    now = connection.execute(_NOW, {"game_id": game.id}).one_or_none()
    if now is None:
        raise NoSuchGame
    with store.scored_lock:
        known: ScoredGame | None = store.scored.get(game.id)
        if known is not None:
            store.scored.move_to_end(game.id)
    if known is not None and (known.revision, known.changed_at_ms) == (now.revision, now.changed_at_ms):
        return known.breakdown
    periods = read_periods(game.rule_set, now.periods)
    if known is not None and _only_added(connection, game, known):
        running = add_rounds(known.running, _read_rounds(connection, game, periods, known.last_serial))
    else:
        running = _score_all(connection, game, periods)
    scored = ScoredGame(
        revision=now.revision,
        changed_at_ms=now.changed_at_ms,
        last_serial=now.last_serial,
        running=running,
        breakdown=stop_game(running) if now.ended else running,
    )
    if not session.info["writing"]:
        _remember(store, game.id, scored)
    return scored.breakdown


def _score_all(connection: Connection, game: KeptGame, periods: tuple[OptionsPeriod, ...]) -> GameBreakdown:
    """The game from its first round on, with the seats of each round."""
    opened = Game(
        game.rule_set, periods[-1].options, game.side_names, seating=game.seating, starts=game.starts
    )
    running, done = open_game(opened), 0
    for serial, order, dealer in game.seatings:
        rounds = _read_rounds(connection, game, periods, done, serial)
        running, done = change_seats(add_rounds(running, rounds), order, dealer), serial - 1
    return add_rounds(running, _read_rounds(connection, game, periods, done))


_NOW = select(
    GAMES.c.revision, GAMES.c.changed_at_ms, GAMES.c.periods, GAMES.c.ended, GAMES.c.last_serial
).where(GAMES.c.id == bindparam("game_id"))


_LINE_AT = select(JOURNAL.c.at_ms).where(
    JOURNAL.c.game_id == bindparam("game_id"), JOURNAL.c.sequence == bindparam("revision")
)
_COUNT_OTHERS = select(func.count()).where(
    JOURNAL.c.game_id == bindparam("game_id"),
    JOURNAL.c.sequence > bindparam("revision"),
    JOURNAL.c.kind.not_in(ADDING_KINDS),
)


def _only_added(connection: Connection, game: KeptGame, known: ScoredGame) -> bool:
    """Whether the cached state is an earlier one of this game, and only additions came after it."""
    which = {"game_id": game.id, "revision": known.revision}
    if connection.execute(_LINE_AT, which).scalar_one_or_none() != known.changed_at_ms:
        return False
    return connection.execute(_COUNT_OTHERS, which).scalar_one() == 0


def _read_rounds(
    connection: Connection,
    game: KeptGame,
    periods: tuple[OptionsPeriod, ...],
    after_serial: int,
    before_serial: int = MAX_CHANGES + 1,
) -> list[tuple[Entry, Options]]:
    """The standing rounds between two serials."""
    query = (
        select(ROUNDS.c.serial, ROUNDS.c.entry)
        .where(ROUNDS.c.game_id == game.id, ROUNDS.c.stands == 1)
        .where(ROUNDS.c.serial > after_serial, ROUNDS.c.serial < before_serial)
        .order_by(ROUNDS.c.serial)
    )
    return [
        (game.read_entry(entry), get_options_of(periods, serial))
        for serial, entry in connection.execute(query)
    ]


def _remember(store: Any, game_id: int, scored: ScoredGame) -> None:
    """Caches the game, and drops the games used longest ago beyond the limits."""
    with store.scored_lock:
        store.scored[game_id] = scored
        store.scored.move_to_end(game_id)
        held = sum(len(each.running.rounds) for each in store.scored.values())
        while len(store.scored) > 1 and (held > MAX_SCORED_ROUNDS or len(store.scored) > MAX_SCORED_GAMES):
            _, dropped = store.scored.popitem(last=False)
            held -= len(dropped.running.rounds)


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
            _remember_outcome(store, game.id, (missing[game.id], found[game.id]))
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


def _remember_outcome(store: Any, game_id: int, known: tuple[list[int], Outcome]) -> None:
    with store.scored_lock:
        store.outcomes.pop(game_id, None)
        store.outcomes[game_id] = known
        while len(store.outcomes) > MAX_OUTCOMES:
            del store.outcomes[next(iter(store.outcomes))]
