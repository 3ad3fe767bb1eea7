"""Games with everything in them, and what is compared of a whole database."""

from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from companion.rules import get_rule_set, parse_entry, parse_options
from companion.store import (
    Store,
    add_photo_deck,
    adjust,
    archive_game,
    change_deck,
    change_options,
    change_players,
    correct_round,
    delete_game,
    end_game,
    export_game,
    get_game_token,
    get_round,
    play_again,
    record_round,
    recover_game,
    remove_round,
    rename_players,
    replace_links,
    seat_players,
    start_game,
    undo_or_redo,
)
from companion.store.links import open_game
from companion.store.models import TABLES, Game
from tests.store.tables import RULES, Table, lay_table, new_key, options, points


def play_everything(store: Store) -> list[Table]:
    """Two games with every change that a page can make, one of them with teams and cards."""
    table = lay_table(store)
    for ann in (100, 120, 140, 160):
        table.record(ann)
    second = table.ask(get_round, 2)
    table.do(correct_round, second.version, points(130))
    table.do(remove_round, table.ask(get_round, 3).version)
    table.do(undo_or_redo, "undo")
    table.do(undo_or_redo, "redo")
    table.do(change_deck, "japanese")
    table.do(add_photo_deck, "Ann’s deck", b"48 pictures \x00\xff")
    table.do(change_options, options(target=300), for_all_rounds=False)
    table.record(180)
    table.do(change_options, options(method="B", target=500), for_all_rounds=True)
    table.token = table.do(replace_links)
    table.do(undo_or_redo, "undo")
    table.do(rename_players, ["Anna", "Ben"])
    table.do(seat_players, (1, 0), 0)
    table.record(110)
    table.do(adjust, 1, [-30, 0], "a wrong payment", seen=table.get().version)
    table.do(adjust, 3, [5, 5], "tea", seen=table.get().version)
    later = table.do(change_players, players=["Anna", "Cem"], joining={"Cem": 40}, dealer=1)
    Table(store, later.token).record(150)
    table.token = table.do(replace_links)
    Table(store, get_game_token(table.token, 2)).do(delete_game)
    table.do(undo_or_redo, "undo")
    table.do(delete_game)
    table.do(recover_game)
    table.do(end_game)
    table.do(end_game, ended=False)
    table.do(end_game)
    table.do(archive_game, archived=True)
    table.do(archive_game, archived=False)
    table.do(archive_game, archived=True)
    table.do(play_again, rule_set=RULES, options=options(), players=["Anna", "Ben"])
    rule_set = get_rule_set("kwado-1982")
    with store.writing() as session:
        started = start_game(
            session,
            rule_set=rule_set,
            options=parse_options(rule_set, {"gaji": "kwado"}),
            players=["Ann", "Bén", "金", "D'é\u200d"],
            sides=["Ann & 金", "Others"],
            first_dealer=2,
            again_of=open_game(session, session.get_one(Game, table.get().id), may_edit=True),
            deck="japanese",
            time_zone="America/New_York",
        )
        document = {
            "captured": {"Ann & 金": ["pine-crane", "willow-lightning"], "Others": "rest"},
            "gaji": {"by": "Ann & 金", "took": "maple-deer"},
        }
        record_round(session, started, parse_entry(document, rule_set, started.side_names), new_key())
    return [table, Table(store, started.token)]


def read_all_exports(session: Session) -> list[str]:
    """Every game of a database as it is exported."""
    ids = session.connection().execute(select(col(Game.id)).order_by(col(Game.id))).scalars().all()
    return [export_game(session, session.get_one(Game, game_id)) for game_id in ids]


def export_all(store: Store) -> list[str]:
    with store.reading() as session:
        return read_all_exports(session)


def read_tables(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, without the mark that a restore makes anew."""
    with store.reading() as session:
        connection = session.connection()
        return {
            table.name: [
                tuple(row)
                for row in connection.execute(
                    select(*[each for each in table.columns if each.name != "history"]).order_by(
                        *table.primary_key
                    )
                )
            ]
            for table in TABLES
        }
