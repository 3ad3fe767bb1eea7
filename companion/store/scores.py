"""Scores of kept games. They are never stored; the process caches them.

A cached game has its revision: if only rounds were added since, only those are scored. Writing sessions cache
nothing, because they may be rolled back.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, select
from sqlmodel import Session

from companion.rules import (
    Entry,
    Game,
    GameBreakdown,
    Options,
    add_rounds,
    change_seats,
    open_game,
    stop_game,
)
from companion.store.changes import ADDING_KINDS
from companion.store.errors import NoSuchGame
from companion.store.kept import KeptGame, OptionsPeriod, get_options_of
from companion.store.limits import MAX_CHANGES
from companion.store.models import GAMES, JOURNAL, ROUNDS
from companion.store.rows import read_periods

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
        known = store.scored.get(game_id)
        if known is None or known.revision <= scored.revision or known.changed_at_ms <= scored.changed_at_ms:
            store.scored[game_id] = scored
            store.scored.move_to_end(game_id)
        held = sum(len(each.running.rounds) for each in store.scored.values())
        while len(store.scored) > 1 and (held > MAX_SCORED_ROUNDS or len(store.scored) > MAX_SCORED_GAMES):
            _, dropped = store.scored.popitem(last=False)
            held -= len(dropped.running.rounds)
