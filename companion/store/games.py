"""Starting a game, changing its options, ending it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select, text
from sqlmodel import Session

from companion.cards import DeckStyle
from companion.rules import Options, RuleSet, Start
from companion.store.archive import purge_deleted
from companion.store.changes import GameState, Line, begin
from companion.store.database import writing_connection
from companion.store.journal import make_change, now_ms, write_columns, write_counters, write_line
from companion.store.kept import ChangeKind, KeptGame
from companion.store.links import hash_links
from companion.store.models import GAMES, JOURNAL
from companion.store.rows import digest_text, read_game
from companion.store.start import GameStart, check_table, name_deck
from companion.store.tables import seat_at_table


def start_game(
    session: Session,
    *,
    rule_set: RuleSet,
    options: Options,
    players: Sequence[str],
    sides: Sequence[str] | None = None,
    first_dealer: int = 0,
    again_of: KeptGame | None = None,
    deck: DeckStyle | None = None,
    starts: Sequence[Start] = (),
) -> KeptGame:
    """A new game with the token of its edit link. It keeps the text of its rule set.

    `players` are in seat order; `sides` are the names of teams, which take turns; without them each plays
    alone. `first_dealer` is a seat. `again_of` is the game that this is a rematch of; where its edit link
    opened it, this one is at the same table, else it begins a table. Without a `deck` it has that of its
    rules. `starts` is what each side brings along. Raises for names that `parse_name` refuses, doubled names,
    a number of players or sides that the rule set does not have, or a link that does not edit.
    """
    names, side_names = check_table(rule_set, players, sides, first_dealer)
    start = GameStart(
        rule_set=rule_set,
        players=names,
        sides=side_names,
        first_dealer=first_dealer,
        again_of=None if again_of is None else again_of.id,
        started_at_ms=now_ms(),
        deck=name_deck(rule_set, deck),
        starts=tuple(starts),
    )
    purge_deleted(session)
    return insert_game(session, *begin(start, options), "" if again_of is None else again_of.token)


def play_again(session: Session, game: KeptGame, **table: Any) -> KeptGame:
    """A rematch at the same table, of a game that its edit link opened; `table` is as in `start_game`.

    The history of the game says so, so that whoever follows it hears of the rematch.
    """
    make_change(session, game, "rematch")
    return start_game(session, again_of=game, **table)


_KEEP_RULE_SET = text(
    "INSERT INTO rule_set (digest, text) VALUES (:digest, :text) ON CONFLICT (digest) DO NOTHING"
)


def insert_game(session: Session, state: GameState, first: Line, table_token: str = "") -> KeptGame:
    """A new game with its edit link. Writes its row and the first line of its journal."""
    connection = writing_connection(session)
    start = state.start
    digest = digest_text(start.rule_set.text)
    connection.execute(_KEEP_RULE_SET, {"digest": digest, "text": start.rule_set.text})
    token, table_id, number = seat_at_table(connection, table_token)
    inserted = connection.execute(
        insert(GAMES),
        {
            **hash_links(token),
            "table_id": table_id,
            "number": number,
            "starts": start.starts or None,
            "rule_set_id": start.rule_set.id,
            "rule_set_digest": digest,
            "players": start.players,
            "sides": start.list_sides(),
            "first_dealer": start.first_dealer,
            "started_at_ms": start.started_at_ms,
            "again_of": start.again_of,
            **write_columns(state.parts, state.changed_at_ms),
            **write_counters(state),
        },
    )
    assert inserted.inserted_primary_key is not None
    game_id: int = inserted.inserted_primary_key[0]
    connection.execute(insert(JOURNAL), write_line(game_id, first))
    return read_game_by_id(session, game_id, token=token)


def read_game_by_id(session: Session, game_id: int, *, may_edit: bool = True, token: str = "") -> KeptGame:
    """A game by its id. Checks no link."""
    row = session.connection().execute(select(GAMES).where(GAMES.c.id == game_id)).one()
    return read_game(session, row, may_edit=may_edit, token=token)


def change_options(session: Session, game: KeptGame, options: Options, *, for_all_rounds: bool) -> KeptGame:
    """The game with these options, from the next round on or for all rounds.

    For all rounds, they become the game's only options. Rounds stay as entered: scoring sets aside what the
    new options do not use, with a warning. Nothing changes if the options are the same.
    """
    kind: ChangeKind = "options-for-all" if for_all_rounds else "options"
    return change_game(session, game, kind, options=options.document())


def change_deck(session: Session, game: KeptGame, deck: DeckStyle) -> KeptGame:
    """The game with this deck. No score changes, and nothing at all if the deck is the same."""
    return change_game(session, game, "deck", deck=deck)


def end_game(session: Session, game: KeptGame) -> KeptGame:
    """The game, ended by hand. It takes no rounds until it is resumed."""
    return change_game(session, game, "end")


def resume_game(session: Session, game: KeptGame) -> KeptGame:
    return change_game(session, game, "resume")


def change_game(session: Session, game: KeptGame, kind: ChangeKind, **entered: Any) -> KeptGame:
    """The game after a change; the same if it changes nothing. Raises what `apply` raises."""
    make_change(session, game, kind, **entered)
    return read_game_by_id(session, game.id, may_edit=game.may_edit, token=game.token)
