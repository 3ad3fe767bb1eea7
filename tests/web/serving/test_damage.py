"""Bytes overwritten inside of rows are told by a page, `/health` and `doctor`, and never another game."""

import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import create_engine, make_url, text

from companion.store import Store, find_backup_folder, get_today, make_daily_backup
from companion.store.database import find_damage_mark
from tests.store.evenings import play_everything
from tests.store.tables import often
from tests.web.conftest import MakeApp, close
from tests.web.serving.test_health import ask, ask_command
from tests.web.table import Table, expect_words

# Where a row holds what was typed, and the rules.
CONTENTS = (
    *(("game", name) for name in ("players", "sides", "names", "periods", "seatings", "rule_set_id")),
    *(
        ("round", "entry"),
        ("round", "key"),
        ("journal", "before"),
        ("journal", "after"),
        ("rule_set", "text"),
    ),
)
PAGES = ("", "/history", "/news", "/ours", "/rounds/1/why", "/rounds/2", "/rounds/new", "/rules", "/copies")
EXPORTS = ("/g/{}/copies/game.json", "/g/{}/copies/game.csv", "/t/{}/games.csv", "/t/{}/statistics.json")


@pytest.fixture
def own(make_app: MakeApp, tmp_path: Path) -> Iterator[Flask]:
    app = make_app(tmp_path / "instance")
    yield app
    close(app)


@pytest.fixture
def played(own: Flask) -> tuple[Path, str]:
    """The database file, with its backup, and the token of a game in it."""
    store: Store = own.extensions["kwado-store"]
    token = play_everything(store)[0].token
    store.close()
    url = own.config["DATABASE_URL"]
    make_daily_backup(url, find_backup_folder(url), get_today())
    return Path(make_url(url).database or ""), token


def find_contents(file: Path) -> list[tuple[str, str, int]]:
    """Each value with eight bytes or more: table, column and row."""
    with closing(sqlite3.connect(file)) as connection:
        return [
            (table, column, row)
            for table, column in CONTENTS
            for (row,) in connection.execute(
                f'SELECT rowid FROM "{table}" WHERE length({column}) >= 8 ORDER BY rowid'
            )
        ]


def overwrite(file: Path, place: tuple[str, str, int], chance: random.Random) -> None:
    """Eight bytes of one value are others; half of the times they are text."""
    table, column, row = place
    with closing(sqlite3.connect(file)) as connection:
        query = f'SELECT CAST({column} AS BLOB) FROM "{table}" WHERE rowid = ?'
        content = bytearray(connection.execute(query, (row,)).fetchone()[0])
        at = chance.randrange(len(content) - 7)
        harm = chance.choice((chance.randbytes(8), bytes(chance.choices(b"0123456789", k=8))))
        content[at : at + 8] = harm
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute(
            f'UPDATE "{table}" SET {column} = CAST(? AS TEXT) WHERE rowid = ?',
            (bytes(content), row),
        )
        connection.commit()


def test_eight_bytes_inside_of_a_row_are_told_and_never_another_game(
    own: Flask,
    played: tuple[Path, str],
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    file, token = played
    own.config["PROPAGATE_EXCEPTIONS"] = False
    store: Store = own.extensions["kwado-store"]
    client, whole = own.test_client(), file.with_name("whole")
    before = {address: client.get(address).text for address in (each.format(token) for each in EXPORTS)}
    addresses = [*before, *(f"/g/{token}{page}" for page in PAGES), f"/t/{token}"]
    store.close()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    shutil.copy(file, whole)
    contents, silent, count = find_contents(file), [], often(100, 11)
    statuses: Counter[int] = Counter()
    for number in range(count):
        chance = random.Random(number)
        table, column = CONTENTS[number % len(CONTENTS)]
        place = chance.choice([each for each in contents if each[:2] == (table, column)])
        shutil.copy(whole, file)
        overwrite(file, place, chance)
        store.scored.clear()
        store.outcomes.clear()
        for address in addresses:
            answer = client.get(address)
            statuses[answer.status_code] += 1
            is_same = answer.text == before.get(address, answer.text)
            if answer.status_code not in (200, 503) or (answer.status_code == 200 and not is_same):
                silent.append((number, place, address[:3] + address.partition(token)[2], answer.status_code))
            if answer.status_code == 503:
                expect_words(answer.text, "damaged", f"kwado-{get_today()}.backup", "./run doctor")
        doctor = ask_command(own, monkeypatch, 1)
        expect_words(doctor, "is damaged", "./run restore")
        ask(client, 503)
        store.close()
        find_damage_mark(file).unlink()
    assert silent == []
    record_property("figure", f"{count} damaged copies, {dict(statuses)}, 0 silent")


def test_doctor_tells_a_changed_row_of_either_database(
    make_app: MakeApp, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(tmp_path / "instance", DATABASE_URL=database_url)
    monkeypatch.setenv("KWADO_DATABASE_URL", database_url)
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    expect_words(ask_command(app, monkeypatch, 0), never=["damaged"])
    engine = create_engine(database_url)
    with engine.begin() as connection:
        assert connection.execute(text("UPDATE game SET first_dealer = 1 - first_dealer")).rowcount == 1
    engine.dispose()
    expect_words(ask_command(app, monkeypatch, 1), "is damaged", "./run restore FILE")
    answer = table.client.get(game)
    assert answer.status_code == 503
    expect_words(answer.text, "damaged", "./run doctor")
    # What a request met is noted beside a file, and nowhere for PostgreSQL.
    ask(app.test_client(), 503 if database_url.startswith("sqlite") else 200)
    close(app)
