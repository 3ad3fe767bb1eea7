"""Starting a game, changing its options and who plays, ending, archiving and deleting it.

An archived game is as it was, apart from the others. A deleted one opens nowhere; its edit link can bring it
back for 30 days, then its rows are removed as people play on.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, delete, exists, func, select

from companion.cards import DeckStyle
from companion.errors import NotAllowedHere
from companion.rules import Options, RuleSet, Start, get_scorer
from companion.store.changes import begin
from companion.store.database import check_writing
from companion.store.journal import lock_game, make_change, note_locked, now_ms
from companion.store.limits import KEEP_DELETED_DAYS
from companion.store.links import hash_links, open_game, seat_at_table
from companion.store.models import (
    Change,
    Game,
    HandedPile,
    JoinCode,
    PhotoDeck,
    Round,
    RuleSetText,
    Table,
)
from companion.store.scores import score_kept_game
from companion.store.start import check_table

_KEEP_RULE_SET = text(
    "INSERT INTO rule_set (digest, text) VALUES (:digest, :text) ON CONFLICT (digest) DO NOTHING"
)


def start_game(
    session: Session,
    *,
    rule_set: RuleSet,
    options: Options,
    players: Sequence[str],
    sides: Sequence[str] | None = None,
    first_dealer: int = 0,
    again_of: Game | None = None,
    deck: DeckStyle | None = None,
    starts: Sequence[Start] = (),
    time_zone: str | None = None,
    at_ms: int | None = None,
) -> Game:
    """A new game with the token of its edit link. It keeps the text of its rule set.

    `players` are in seat order; `sides` are the names of teams, which take turns; without them each plays
    alone. `first_dealer` is a seat. `again_of` is the game that this is a rematch of; where its edit link
    opened it, this one is at the same table, else it begins a table. Without a `deck` it has that of its
    rules. `starts` is what each side brings along. `time_zone` is that of a game whose `again_of` has none; a
    zone that does not exist is the server's own. It begins at `at_ms`, else now. Raises for names that
    `parse_name` refuses, doubled names, a number of players or sides that the rule set does not have, or a
    link that does not edit.
    """
    check_writing(session)
    names, side_names = check_table(rule_set, players, sides, first_dealer)
    game, first = begin(
        rule_set,
        options,
        players=names,
        sides=side_names,
        first_dealer=first_dealer,
        at_ms=now_ms() if at_ms is None else at_ms,
        deck=deck,
        starts=starts,
        time_zone=(again_of.time_zone if again_of else None) or time_zone,
        again_of=None if again_of is None else again_of.id,
    )
    purge_deleted(session)
    # Two games may begin at once with the same rules: the one that comes second finds them.
    session.execute(_KEEP_RULE_SET, {"digest": game.rule_set_digest, "text": rule_set.text})
    game.rule_set_text = session.get_one(RuleSetText, game.rule_set_digest)
    token, table, number = seat_at_table(session, "" if again_of is None else again_of.token)
    game.sqlmodel_update({**hash_links(token), "number": number})
    game.table, game.changes = table, [first]
    session.add(game)
    session.flush()
    note_locked(session, game)
    return open_game(session, game, may_edit=True, token=token)


def play_again(session: Session, game: Game, **table: Any) -> Game:
    """A rematch at the same table, of a game that its edit link opened; `table` is as in `start_game`.

    The history of the game says so, so that whoever follows it hears of the rematch.
    """
    make_change(session, game, "rematch")
    return start_game(session, again_of=game, **table)


def change_options(session: Session, game: Game, options: Options, *, for_all_rounds: bool) -> bool:
    """Gives the game these options, from the next round on or for all rounds; whether that changed anything.

    For all rounds, they become the game's only options. Rounds stay as entered: scoring sets aside what the
    new options do not use, with a warning.
    """
    kind = "options-for-all" if for_all_rounds else "options"
    return make_change(session, game, kind, options=options.document()) is not None


def change_deck(session: Session, game: Game, deck: DeckStyle) -> bool:
    """Gives the game this deck; whether it had another. No score changes."""
    return make_change(session, game, "deck", deck=deck) is not None


def end_game(session: Session, game: Game, *, ended: bool = True) -> bool:
    """Ends the game by hand, so that it takes no rounds, or takes it up again."""
    return make_change(session, game, "end" if ended else "resume") is not None


_DAYS_OF_USE = 3
_DAY_MS = 24 * 60 * 60 * 1_000


def archive_game(session: Session, game: Game, *, archived: bool) -> None:
    """Puts the game apart from those that are played, or back."""
    make_change(session, game, "archive" if archived else "unarchive")


def delete_game(session: Session, game: Game) -> None:
    """Deletes the game. `recover_game` brings it back for 30 days."""
    make_change(session, game, "delete")


def recover_game(session: Session, game: Game) -> None:
    """Brings a deleted game back. After that, undo goes on with the change before the game was deleted."""
    if lock_game(session, game).deleted_at_ms is not None:
        make_change(session, game, "recover")


def purge_deleted(session: Session) -> None:
    """Removes the rows of games that were deleted more than 30 days ago, and of tables without games.

    The clock alone does not say that the days have passed, for it may be ahead: games were changed on three
    of them, too. Where nobody plays, the rows stay.
    """
    before_ms = now_ms() - KEEP_DELETED_DAYS * _DAY_MS
    other = aliased(Game)
    days = func.count(func.distinct(col(other.changed_at_ms) // _DAY_MS))
    used = select(days).where(other.changed_at_ms > col(Game.deleted_at_ms)).scalar_subquery()
    overdue = select(Game.id).where(col(Game.deleted_at_ms) < before_ms, used >= _DAYS_OF_USE)
    game_ids = session.exec(overdue).all()
    if not game_ids:
        return
    for rows in (HandedPile, JoinCode, Change, Round):
        session.exec(delete(rows).where(col(rows.game_id).in_(game_ids)))
    session.exec(delete(Game).where(col(Game.id).in_(game_ids)))
    session.exec(delete(PhotoDeck).where(~exists().where(col(Game.table_id) == PhotoDeck.table_id)))
    session.exec(delete(Table).where(~exists().where(col(Game.table_id) == Table.id)))


def rename_players(
    session: Session, game: Game, players: Sequence[str], sides: Sequence[str] | None = None
) -> bool:
    """Gives the game these names by seat, in all its rounds; whether any is new. `sides` are names of teams.

    Raises as `start_game` does.
    """
    names = [players, players if sides is None else sides]
    return make_change(session, game, "names", names=names) is not None


def seat_players(session: Session, game: Game, order: Sequence[int], dealer: int) -> bool:
    """Seats the players in this order of play, the next round dealt by this one; whether that is new.

    `order` and `dealer` name players by their seat at the start. Raises `NotPossible` if not everybody sits
    once, or partners sit together. Earlier rounds stay as they were dealt.
    """
    locked = lock_game(session, game)
    scored = score_kept_game(session, game)
    if (scored.seating.places, scored.next_dealer) == (tuple(order), dealer):
        return False
    serial = locked.last_serial + 1
    earlier = [each for each in locked.seatings or () if each[0] < serial]
    return make_change(session, game, "seats", seatings=[*earlier, [serial, list(order), dealer]]) is not None


def change_players(
    session: Session,
    game: Game,
    *,
    players: Sequence[str],
    joining: Mapping[str, int],
    dealer: int,
) -> Game:
    """The game that goes on with these players in this order, as the next one of the table.

    Its edit link opened the game. Who has played brings totals along, who joins (`joining`) the given
    points. `dealer` is a place in `players`. The rounds that were agreed and have been played are not played
    again. Raises as `start_game` does, and `NotAllowedHere` for a game of teams or one that has ended.
    """
    locked = lock_game(session, game)
    scored = score_kept_game(session, game)
    if locked.ended or locked.continued or scored.winners:
        raise NotAllowedHere("This game is over. Start a rematch with the players who go on.")
    if len(game.side_names) < len(game.players):
        raise NotAllowedHere("Teams cannot change during a game. End it, and start a rematch with new teams.")
    decider = get_scorer(game.rule_set, game.options).settlement.decider
    sums = zip(game.side_names, scored.totals, scored.add_up(decider), strict=True)
    starts = {name: Start(points, 0 if decider else points) for name, points in joining.items()}
    starts |= {
        name: Start(total, tally, sum(left for _, left in scored.carried)) for name, total, tally in sums
    }
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
