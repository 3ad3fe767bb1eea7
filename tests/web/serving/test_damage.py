"""A row that cannot be read closes its game, and no other."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlmodel import select

from companion.errors import CompanionError
from companion.rules import get_rule_set, parse_options
from companion.store import (
    Game,
    Store,
    add_photo_deck,
    back_up,
    change_deck,
    export_game,
    find_damaged_games,
    get_game,
    hand_in_pile,
    play_again,
    rename_players,
    restore,
    seat_players,
    undo_or_redo,
)
from companion.web.games.join_codes import make_code
from tests.store.tables import SHARE, Table, lay_table, often
from tests.web import table as phone
from tests.web.conftest import MakeApp, close, start_anew

KOIKOI = get_rule_set("koikoi-modern")
OF_RULES = ("kwado-1985", "kwado-1982", "sakura", "hana-awase")
PARTS = (
    *(
        "",
        "/rounds/new",
        "/rounds/1",
        "/rounds/1/why",
        "/history",
        "/share",
        "/house-rules",
        "/players",
        "/pile",
    ),
    *("/piles", "/news", "/copies/game.json", "/copies/game.csv", "/again", "/print", "/decks"),
)
BAD = ("x'ff00'", "'damaged'", "NULL", "-7", "1000000000000000000", "'[]'", "'{\"1\": 5}'")


class Damaged:
    """An app with five games of four tables; the second of the first table is a rematch by the same rules."""

    def __init__(self, app: Flask, folder: Path) -> None:
        self.app, self.whole = app, folder / "whole.sqlite3"
        self.store: Store = app.extensions["kwado-store"]
        self.file = Path(app.instance_path, "kwado.sqlite3")
        tables = [lay_table(self.store, rules=get_rule_set(name)) for name in OF_RULES]
        for table in tables:
            table.record(100)
            table.record(150)
        first = tables[0]
        first.do(rename_players, ["Anna", "Ben"])
        first.do(seat_players, (1, 0), 1)
        first.do(change_deck, "japanese")
        first.do(undo_or_redo, "undo")
        again = first.do(
            play_again, rule_set=KOIKOI, options=parse_options(KOIKOI, {}), players=("Ann", "Ben")
        )
        self.letters = ""
        with app.app_context(), self.store.writing() as session:
            for table in (*tables, Table(self.store, again.token)):
                game = get_game(session, table.token, to="edit")
                hand_in_pile(session, game, 1, ["pine-crane"], {})
                self.letters = self.letters or make_code(session, game, "g", table.token)
        first.do(add_photo_deck, "Ann’s deck", b"48 pictures")
        self.tokens = [*(table.token for table in tables), again.token]
        self.exports = [self.export(token) for token in self.tokens]
        self.store.close()
        with closing(sqlite3.connect(self.file)) as database:
            database.execute("VACUUM INTO ?", (str(self.whole),))
        self.phone = phone.Table(app.test_client())
        self.phone.get_token()
        with self.phone.client.session_transaction() as session:
            session["games"] = self.tokens

    def export(self, token: str) -> str:
        return export(self.store, token)

    def ask(self, path: str) -> int:
        status = self.phone.client.get(path).status_code
        assert status in (200, 302, 304, 404, 410, 503), (path, status)
        return status


def export(store: Store, token: str) -> str:
    with store.reading() as session:
        return export_game(session, get_game(session, token, to="edit"))


@pytest.fixture
def five(make_app: MakeApp, tmp_path: Path) -> Iterator[Damaged]:
    app = make_app(tmp_path / "instance")
    yield Damaged(app, tmp_path)
    close(app)


# Each row that is damaged, and which of the five games it belongs to.
ROWS = {
    "rule_set": ("digest = (SELECT rule_set_digest FROM game WHERE id = 1)", {0}),
    "card_table": ("id = 1", {0, 4}),
    "game": ("id = 1", {0}),
    "round": ("game_id = 1 AND serial = 1", {0}),
    "journal": ("game_id = 1 AND sequence = 3", {0}),
    "handed_pile": ("game_id = 1", {0}),
    "join_code": ("game_id = 1", {0}),
    "photo_deck": ("id = 1", {0, 4}),
}


def list_statements(whole: Path) -> list[tuple[str, set[int]]]:
    """Each column with each bad value, and each row deleted; where time is short one value of a column."""
    found, turn = [], 0
    with closing(sqlite3.connect(whole)) as database:
        for table, (where, games) in ROWS.items():
            found.append((f"DELETE FROM {table} WHERE {where}", games))
            for _, column, *_ in database.execute(f"PRAGMA table_info({table})").fetchall():
                values = [
                    value
                    for value in BAD
                    if takes(database, f"UPDATE {table} SET {column} = {value} WHERE {where}")
                ]
                chosen = values if SHARE == 1 else (values * 2)[turn % 5 : turn % 5 + 1]
                for each in chosen:
                    found.append((f"UPDATE {table} SET {column} = {each} WHERE {where}", games))
                turn += 1
    return found


def takes(database: sqlite3.Connection, statement: str) -> bool:
    try:
        database.execute(statement)
    except sqlite3.IntegrityError:
        return False
    finally:
        database.rollback()
    return True


def test_a_damaged_value_closes_its_game_and_is_told_and_every_other_game_is_served_and_backed_up(
    five: Damaged, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    statements = list_statements(five.whole)
    assert len(statements) >= often(100, 50)
    faults = []
    for statement, games in statements:
        shutil.copy(five.whole, tmp_path / "damaged")
        with closing(sqlite3.connect(tmp_path / "damaged")) as database:
            database.execute(statement)
            database.commit()
        start_anew(five.app, tmp_path / "damaged")
        five.store.whole.clear()
        try:
            look_at(five, games, tmp_path)
        except (AssertionError, CompanionError, Exception) as error:
            faults.append(f"{statement}: {type(error).__name__} {str(error)[:300]}")
    assert not faults, "\n".join(faults)
    record_property("figure", f"{len(statements)} databases")


def look_at(five: Damaged, games: set[int], folder: Path) -> None:
    others = [number for number in range(5) if number not in games]
    home = five.phone.get("/")
    closed = set()
    for number, token in enumerate(five.tokens):
        page = f"/g/{token}"
        is_listed = f'{page}"' in home
        if number in others:
            assert five.ask(page) == 200
            assert (export(five.store, token) == five.exports[number]) is True
            assert is_listed is True
            continue
        statuses = {part: five.ask(page + part) for part in PARTS}
        five.ask(f"{page}/codes/{five.letters}")
        if 503 in statuses.values() or 404 in (statuses[""], statuses["/copies/game.json"]):
            closed.add(number)
            # Home does not read piles: a game that has a damaged one is listed, and its page says so.
            if statuses[""] in (404, 503) and statuses["/history"] != 200:
                assert is_listed is False
    for part in ("", "/statistics", "/rounds.csv"):
        five.ask(f"/t/{five.tokens[0]}{part}")
    with five.store.reading() as session:
        told = find_damaged_games(session)
        ids = session.exec(select(Game.id)).all()
    # Of a game that has gone whole, with its number, nothing tells that it was there.
    assert not {number for number in closed if number + 1 not in told and number + 1 in ids}
    assert set(told) - {-7, 10**18} <= {number + 1 for number in games}
    health = five.phone.client.get("/health")
    assert (health.status_code, health.json["ok"]) == (200, True)
    assert (not told) == health.json["checks"]["games"]["ok"]
    for number in games:
        save_into(five, five.tokens[number])
    # The server's own copy of the games.
    file = folder / "backup"
    unread: list[str] = []
    count = back_up(five.store.url, file, unread.append)
    assert count >= len(others)
    assert bool(unread) >= bool(told)
    other = f"sqlite:///{folder / 'restored.sqlite3'}"
    restore(other, file)
    with closing(Store(other)) as restored:
        for number in others:
            assert export(restored, five.tokens[number]) == five.exports[number]


def save_into(five: Damaged, token: str) -> None:
    """A round, an undo and another name are saved and stand, or the game is closed."""
    page = f"/g/{token}"
    for path, fields in (
        (f"{page}/rounds/new", {**phone.by_points(120, 120), "key": "into-the-damaged", "undeclared": []}),
        (f"{page}/undo", {}),
        (f"{page}/players", {"player-0": "Dee", "player-1": "Eli"}),
        (f"{page}/links", {}),
    ):
        sent = {"csrf_token": five.phone.token, **fields}
        answer = five.phone.client.post(path, data=sent)
        assert answer.status_code in (200, 302, 404, 409, 410, 422, 503), (path, answer.status_code)
        if answer.status_code == 302 and path.endswith("rounds/new"):
            assert five.ask(page) == 200
