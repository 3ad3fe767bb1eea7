"""Who plays: other names, other seats, another dealer, players who come and go."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from companion.errors import NotAllowedHere, NotPossible, NotUnderstood
from companion.rules import RuleSet, Seating, Start, get_scorer
from companion.store.database import writing_connection
from companion.store.games import check_table, read_game_by_id, start_game
from companion.store.journal import lock_game, make_change
from companion.store.kept import KeptGame, KeptSide, StartedGame
from companion.store.limits import MAX_PERIODS, MAX_START
from companion.store.scores import score_kept_game


def rename_players(
    session: Session, game: KeptGame, players: Sequence[str], sides: Sequence[str] | None = None
) -> KeptGame:
    """The game with these names by seat, in all its rounds. `sides` are the names of teams.

    Raises as `start_game` does. Nothing changes if the names are the same.
    """
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    if len(players) != len(game.players):
        raise NotPossible(f"This game has {len(game.players)} players, not {len(players)}.")
    teams = None
    if sides is not None:
        teams = [KeptSide(name, side.seats) for name, side in zip(sides, game.sides, strict=True)]
    names, kept_sides = check_table(game.rule_set, players, teams, game.first_dealer)
    chosen = (names, tuple(side.name for side in kept_sides))
    before = None if locked.names is None else json.loads(locked.names)
    after = None if chosen == game.first_names else [list(each) for each in chosen]
    if after != before:
        make_change(connection, locked, "names", {"names": before}, {"names": after})
    return read_game_by_id(session, game.id, may_edit=game.may_edit)


def seat_players(session: Session, game: KeptGame, order: Sequence[int], dealer: int) -> KeptGame:
    """The game with its players in this order of play, the first round to come dealt by this player.

    `order` and `dealer` name players by their seat at the start. Raises `NotPossible` if not everybody sits
    once, or partners sit together. Earlier rounds stay as they were dealt.
    """
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    check_order(order, dealer, game.seating)
    scored = score_kept_game(session, game)
    if scored.seating is not None and (scored.seating.places, scored.next_dealer) == (tuple(order), dealer):
        return game
    before = None if locked.seatings is None else json.loads(locked.seatings)
    serial = locked.last_serial + 1
    after = [each for each in before or () if each[0] < serial]
    if len(after) >= MAX_PERIODS:
        raise NotAllowedHere(
            f"The seats of this game have changed {MAX_PERIODS} times and cannot change again."
        )
    after.append([serial, list(order), dealer])
    make_change(connection, locked, "seats", {"seatings": before}, {"seatings": after})
    return read_game_by_id(session, game.id, may_edit=game.may_edit)


def check_order(order: Sequence[int], dealer: int, seating: Seating) -> None:
    """Raises `NotPossible` if not everybody sits once, partners sit together or nobody is the dealer."""
    if sorted(order) != list(range(len(seating.players))):
        raise NotPossible("Each player sits in one place.", ("order",))
    sides = [seating.get_side(seat) for seat in order]
    turn = sides[: seating.side_count]
    if len(set(turn)) < len(turn) or any(side != turn[place % len(turn)] for place, side in enumerate(sides)):
        raise NotPossible("Teams take turns round the table: partners do not sit together.", ("order",))
    if dealer not in order:
        raise NotPossible("The dealer must be one of the players.", ("dealer",))


def parse_names(raw: Any, rule_set: RuleSet, sides: Sequence[KeptSide]) -> list[list[str]] | None:
    """Changed names as a patch holds them; raises for what `rename_players` would not write."""
    if raw is None:
        return None
    players, names = raw
    given = [KeptSide(name, side.seats) for name, side in zip(names, sides, strict=True)]
    known, kept = check_table(rule_set, players, given, 0)
    written = [list(known), [side.name for side in kept]]
    if written != raw:
        raise NotUnderstood("its names are not in normal form.")
    return written


def parse_seatings(raw: Any, seating: Seating, last_serial: int) -> list[list[Any]] | None:
    """Changed seats as a patch holds them; raises for what `seat_players` would not write."""
    if raw is None:
        return None
    serials = [serial for serial, _order, _dealer in raw]
    if not 1 <= len(raw) <= MAX_PERIODS or serials != sorted(set(serials)):
        raise NotUnderstood("its seats do not follow each other.")
    for serial, order, dealer in raw:
        if any(type(number) is not int for number in (serial, dealer, *order)):
            raise NotUnderstood("its seats are not numbers.")
        if not 1 <= serial <= last_serial + 1:
            raise NotUnderstood("its seats begin at a round that does not exist.")
        check_order(order, dealer, seating)
    return [list(each) for each in raw]


def parse_starts(raw: Any, side_count: int) -> tuple[Start, ...]:
    """What each side brought along; raises for what a game cannot have."""
    starts = tuple(Start(total, tally) for total, tally in raw)
    numbers = [number for start in starts for number in start]
    if any(type(number) is not int or abs(number) > MAX_START for number in numbers):
        raise NotUnderstood("What a side brought along is a whole number.")
    if starts and len(starts) != side_count:
        raise NotUnderstood("What each side brought along must be said of all.")
    return starts


def change_players(
    session: Session,
    game: KeptGame,
    token: str,
    *,
    players: Sequence[str],
    joining: Mapping[str, int],
    dealer: int,
) -> StartedGame:
    """The game that goes on with these players in this order, as the next one of the table.

    `token` is the game's edit link. Who has played brings totals along, who joins (`joining`) the given
    points. `dealer` is a place in `players`. The rounds that were agreed and have been played are not played
    again. Raises as `start_game` does, and `NotAllowedHere` for a game of teams or one that has ended.
    """
    connection = writing_connection(session)
    locked = lock_game(connection, game.id)
    scored = score_kept_game(session, game)
    if locked.ended or locked.continued or scored.winners:
        raise NotAllowedHere("This game is over. Start a rematch with the players who go on.")
    if len(game.sides) < len(game.players):
        raise NotAllowedHere("Teams cannot change during a game. End it, and start a rematch with new teams.")
    decider = get_scorer(game.rule_set, game.options).settlement.decider
    sums = zip(game.side_names, scored.totals, scored.add_up(decider), strict=True)
    starts = {name: Start(points, 0 if decider else points) for name, points in joining.items()}
    starts |= {name: Start(total, tally) for name, total, tally in sums}
    options = game.options
    if options.rounds is not None:
        options = dataclasses.replace(options, rounds=max(1, options.rounds - len(scored.rounds)))
    started = start_game(
        session,
        rule_set=game.rule_set,
        options=options,
        players=players,
        first_dealer=dealer,
        again_of=game,
        deck=game.deck,
        table_token=token,
        starts=[starts.get(name, Start()) for name in players],
    )
    make_change(connection, locked, "players", {"continued": False}, {"continued": True})
    return started
