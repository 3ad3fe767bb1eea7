"""Who plays: other names, other seats, another dealer, players who come and go."""

import dataclasses
from collections.abc import Mapping, Sequence

from sqlmodel import Session

from companion.errors import NotAllowedHere
from companion.rules import Start, get_scorer
from companion.store.games import change_game, start_game
from companion.store.journal import lock_game, make_change
from companion.store.kept import KeptGame
from companion.store.scores import score_kept_game
from companion.store.start import check_order


def rename_players(
    session: Session, game: KeptGame, players: Sequence[str], sides: Sequence[str] | None = None
) -> KeptGame:
    """The game with these names by seat, in all its rounds. `sides` are the names of teams.

    Raises as `start_game` does. Nothing changes if the names are the same.
    """
    return change_game(session, game, "names", names=[players, players if sides is None else sides])


def seat_players(session: Session, game: KeptGame, order: Sequence[int], dealer: int) -> KeptGame:
    """The game with its players in this order of play, the first round to come dealt by this player.

    `order` and `dealer` name players by their seat at the start. Raises `NotPossible` if not everybody sits
    once, or partners sit together. Earlier rounds stay as they were dealt.
    """
    state = lock_game(session, game)
    check_order(order, dealer, game.seating)
    scored = score_kept_game(session, game)
    if scored.seating is not None and (scored.seating.places, scored.next_dealer) == (tuple(order), dealer):
        return game
    serial = state.last_serial + 1
    earlier = [each for each in state.parts["seatings"] or () if each[0] < serial]
    return change_game(session, game, "seats", seatings=[*earlier, [serial, list(order), dealer]])


def change_players(
    session: Session,
    game: KeptGame,
    *,
    players: Sequence[str],
    joining: Mapping[str, int],
    dealer: int,
) -> KeptGame:
    """The game that goes on with these players in this order, as the next one of the table.

    Its edit link opened the game. Who has played brings totals along, who joins (`joining`) the given
    points. `dealer` is a place in `players`. The rounds that were agreed and have been played are not played
    again. Raises as `start_game` does, and `NotAllowedHere` for a game of teams or one that has ended.
    """
    parts = lock_game(session, game).parts
    scored = score_kept_game(session, game)
    if parts["ended"] or parts["continued"] or scored.winners:
        raise NotAllowedHere("This game is over. Start a rematch with the players who go on.")
    if len(game.side_names) < len(game.players):
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
        starts=[starts.get(name, Start()) for name in players],
    )
    make_change(session, game, "players")
    return started
