"""Starting a game, changing its options, ending it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select, text
from sqlmodel import Session

from companion.cards import DeckStyle, parse_deck
from companion.errors import CompanionError, FaultList, NotAllowedHere, NotPossible, raise_all
from companion.rules import Options, RuleSet, Seating, Start, find_doubled_names, parse_name, parse_options
from companion.store.database import writing_connection
from companion.store.journal import (
    count_bytes,
    lock_game,
    make_change,
    now_ms,
    plan_change,
    write_change,
)
from companion.store.kept import ChangeKind, KeptGame, KeptSide, Links, StartedGame
from companion.store.limits import MAX_PERIODS, MAX_SIDES
from companion.store.links import hash_links
from companion.store.models import GAMES, JOURNAL
from companion.store.put_away import purge_deleted
from companion.store.rows import digest_text, read_game, to_json
from companion.store.tables import seat_at_table

Periods = list[list[Any]]


def start_game(
    session: Session,
    *,
    rule_set: RuleSet,
    options: Options,
    players: Sequence[str],
    sides: Sequence[KeptSide] | None = None,
    first_dealer: int = 0,
    again_of: KeptGame | None = None,
    deck: DeckStyle | None = None,
    table_token: str | None = None,
    starts: Sequence[Start] = (),
) -> StartedGame:
    """A new game with its links. It keeps the text of its rule set.

    `players` are in seat order; without `sides` each plays alone. `first_dealer` is a seat. `again_of` is the
    game that this is a rematch of. Without a `deck` it has that of its rules. `table_token` is the edit link
    of the table that plays on, or of a game there; without it the game begins a table. `starts` is what each
    side brings along. Raises for names that `parse_name` refuses, doubled names, a number of players or sides
    that the rule set does not have, seats in which the sides do not take turns, or a link that opens nothing.
    """
    players, kept_sides = check_table(rule_set, players, sides, first_dealer)
    row = GameStart(
        rule_set=rule_set,
        players=players,
        sides=kept_sides,
        first_dealer=first_dealer,
        again_of=None if again_of is None else again_of.id,
        started_at_ms=now_ms(),
        deck=name_deck(rule_set, deck),
        starts=tuple(starts),
    )
    purge_deleted(session)
    links, game_id = insert_game(session, row, options.document(), table_token)
    return StartedGame(read_game_by_id(session, game_id), links)


def play_again(session: Session, game: KeptGame, token: str, **table: Any) -> StartedGame:
    """A rematch at the same table, for which `token` is an edit link; `table` is as in `start_game`.

    The history of the game says so, so that whoever follows it hears of the rematch.
    """
    started = start_game(session, again_of=game, table_token=token, **table)
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    change = plan_change(locked, {}, {})
    write_change(connection, locked, "rematch", change, undo_top=locked.undo_top, redo_top=locked.redo_top)
    return started


def check_table(
    rule_set: RuleSet, players: Sequence[str], sides: Sequence[KeptSide] | None, first_dealer: int
) -> tuple[tuple[str, ...], tuple[KeptSide, ...]]:
    """The players and sides with their names in normal form; raises every fault at once."""
    faults = FaultList()

    def read(name: str, *where: str | int) -> str:
        try:
            return parse_name(name)
        except CompanionError as error:
            faults.append(type(error)(error.message, where))
            return ""

    names = tuple(read(name, "players", seat) for seat, name in enumerate(players))
    faults += _find_doubled(names, "players", "players")
    try:
        counts = rule_set.get_sides(len(names))
    except CompanionError as error:
        faults.append(type(error)(error.message, ("players",)))
    # Teams and dealer depend on the players.
    raise_all(faults)
    kept = tuple(KeptSide(name, (seat,)) for seat, name in enumerate(names))
    if sides is not None and len(sides) in counts:
        kept = tuple(KeptSide(read(side.name, "sides", n), tuple(side.seats)) for n, side in enumerate(sides))
        faults += _find_doubled([side.name for side in kept], "sides", "teams")
    side_count = len(kept if sides is None else sides)
    if side_count not in counts:
        message = f"{len(names)} players do not form {side_count} teams in {rule_set.name}."
        faults.append(NotAllowedHere(message, ("sides",)))
    elif not 2 <= side_count <= MAX_SIDES:
        faults.append(NotPossible(f"A game has 2 to {MAX_SIDES} sides, not {side_count}.", ("sides",)))
    elif len(names) % side_count or any(
        side.seats != Seating(names, side_count).get_seats(n) for n, side in enumerate(kept)
    ):
        faults.append(NotPossible("Sides take turns round the table, each with as many players.", ("sides",)))
    if not 0 <= first_dealer < len(names):
        faults.append(NotPossible("The first dealer must be one of the players.", ("first_dealer",)))
    raise_all(faults)
    return names, kept


def _find_doubled(names: Sequence[str], where: str, who: str) -> list[NotPossible]:
    return [
        NotPossible(f"Two {who} are called {name}; give each another name.", (where, place))
        for place, name in find_doubled_names(names)
    ]


@dataclasses.dataclass(frozen=True)
class GameStart:
    """What a game has before its first change."""

    rule_set: RuleSet
    players: tuple[str, ...]
    sides: tuple[KeptSide, ...]
    first_dealer: int
    again_of: int | None
    started_at_ms: int
    deck: DeckStyle | None = None
    starts: tuple[Start, ...] = ()


def name_deck(rule_set: RuleSet, deck: object) -> DeckStyle | None:
    """The deck as a game keeps it, None for that of its rules. Raises `NotUnderstood` for what is no deck."""
    return None if deck is None or parse_deck(deck) == rule_set.deck else parse_deck(deck)


_KEEP_RULE_SET = text(
    "INSERT INTO rule_set (digest, text) VALUES (:digest, :text) ON CONFLICT (digest) DO NOTHING"
)


def insert_game(
    session: Session, start: GameStart, options: object, table_token: str | None = None
) -> tuple[Links, int]:
    """The links and id of a new game. Writes its row and the first line of its journal."""
    connection = writing_connection(session)
    digest = digest_text(start.rule_set.text)
    connection.execute(_KEEP_RULE_SET, {"digest": digest, "text": start.rule_set.text})
    links, table_id, number = seat_at_table(connection, table_token)
    periods = [[1, options]]
    after = to_json(first_patch(periods, start.deck))
    inserted = connection.execute(
        insert(GAMES),
        {
            **hash_links(links),
            "table_id": table_id,
            "number": number,
            "starts": to_json(start.starts) if start.starts else None,
            "rule_set_id": start.rule_set.id,
            "rule_set_digest": digest,
            "players": to_json(start.players),
            "sides": to_json([[side.name, side.seats] for side in start.sides]),
            "first_dealer": start.first_dealer,
            "periods": to_json(periods),
            "ended": 0,
            "revision": 1,
            "last_serial": 0,
            "round_count": 0,
            "undo_top": None,
            "redo_top": None,
            "journal_bytes": count_bytes("{}", after),
            "started_at_ms": start.started_at_ms,
            "changed_at_ms": start.started_at_ms,
            "again_of": start.again_of,
            "deck": start.deck,
        },
    )
    assert inserted.inserted_primary_key is not None
    game_id: int = inserted.inserted_primary_key[0]
    connection.execute(
        insert(JOURNAL),
        {
            "game_id": game_id,
            "sequence": 1,
            "kind": "start",
            "of": None,
            "below": None,
            "before": "{}",
            "after": after,
            "at_ms": start.started_at_ms,
        },
    )
    return links, game_id


def first_patch(periods: Periods, deck: DeckStyle | None) -> dict[str, Any]:
    """What the start of a game sets; as in earlier releases where nobody chose a deck."""
    chosen = {} if deck is None else {"deck": deck}
    return {"periods": periods, "ended": False, **chosen}


def read_game_by_id(session: Session, game_id: int, *, may_edit: bool = True) -> KeptGame:
    """A game by its id. Checks no link."""
    row = session.connection().execute(select(GAMES).where(GAMES.c.id == game_id)).one()
    return read_game(session, row, may_edit=may_edit)


def change_options(session: Session, game: KeptGame, options: Options, *, for_all_rounds: bool) -> KeptGame:
    """The game with these options, from the next round on or for all rounds.

    For all rounds, they become the game's only options. Rounds stay as entered: scoring sets aside what the
    new options do not use, with a warning. Nothing changes if the options are the same.
    """
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    before: Periods = json.loads(locked.periods)
    after = plan_periods(game.rule_set, before, locked.last_serial, options, for_all_rounds=for_all_rounds)
    if len(after) > MAX_PERIODS:
        raise NotAllowedHere(
            f"The options of this game have changed {MAX_PERIODS} times and cannot change again."
        )
    if after != before:
        kind: ChangeKind = "options-for-all" if for_all_rounds else "options"
        make_change(connection, locked, kind, {"periods": before}, {"periods": after})
    return read_game_by_id(session, game.id, may_edit=game.may_edit)


def plan_periods(
    rule_set: RuleSet, before: Periods, last_serial: int, options: Options, *, for_all_rounds: bool
) -> Periods:
    """The periods of a game after a change of options, after round `last_serial` or for all rounds."""
    if for_all_rounds:
        return [[1, options.document()]]
    after = [period for period in before if period[0] <= last_serial]
    if not after or parse_options(rule_set, after[-1][1]) != options:
        after.append([last_serial + 1, options.document()])
    return after


def change_deck(session: Session, game: KeptGame, deck: DeckStyle) -> KeptGame:
    """The game with this deck. No score changes, and nothing at all if the deck is the same."""
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    after = name_deck(game.rule_set, deck)
    if after != locked.deck:
        make_change(connection, locked, "deck", {"deck": locked.deck}, {"deck": after})
    return read_game_by_id(session, game.id, may_edit=game.may_edit)


def end_game(session: Session, game: KeptGame) -> KeptGame:
    """The game, ended by hand. It takes no rounds until it is resumed."""
    return _set_ended(session, game, ended=True)


def resume_game(session: Session, game: KeptGame) -> KeptGame:
    return _set_ended(session, game, ended=False)


def _set_ended(session: Session, game: KeptGame, *, ended: bool) -> KeptGame:
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    if bool(locked.ended) != ended:
        make_change(connection, locked, "end" if ended else "resume", {"ended": not ended}, {"ended": ended})
    return read_game_by_id(session, game.id, may_edit=game.may_edit)
