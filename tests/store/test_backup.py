from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import time_machine
from sqlalchemy.engine import make_url

from companion.errors import NotUnderstood
from companion.store import CannotKeep, Store, back_up, open_store, restore, score_kept_game
from companion.store.models import TABLES
from tests.store.evenings import export_all, play_everything, read_tables
from tests.store.tables import Table, lay_table, often, sqlite_store

NOT_TAKEN = (NotUnderstood, CannotKeep)


@pytest.fixture
def backup(own_store: Store, tmp_path: Path) -> Path:
    """A backup of a store in which everything was played."""
    play_everything(own_store)
    back_up(own_store.url, tmp_path / "backup")
    return tmp_path / "backup"


def read_file(file: Path) -> list[str]:
    """The games in a database file."""
    store = open_store(f"sqlite:///{file}")
    try:
        return export_all(store)
    finally:
        store.close()


def test_a_backup_restores_every_row(store: Store, tmp_path: Path) -> None:
    play_everything(store)
    before = read_tables(store)
    assert back_up(store.url, tmp_path / "evening.backup") == 4
    if store.url.startswith("sqlite"):
        lay_table(store).record(100)
    else:
        clear(store)
    assert restore(store.url, tmp_path / "evening.backup") == 4
    assert read_tables(store) == before
    assert lay_table(store).record(100).number == 1


def clear(store: Store) -> None:
    with store.writing() as session:
        for table in reversed(TABLES):
            session.connection().execute(table.delete())


def test_a_backup_carries_games_from_one_kind_of_database_to_the_other(store: Store, tmp_path: Path) -> None:
    tables = play_everything(store)
    back_up(store.url, tmp_path / "evening.backup")
    other = sqlite_store(tmp_path, "other.sqlite3")
    restore(other.url, tmp_path / "evening.backup")
    assert read_tables(other) == read_tables(store)
    assert Table(other, tables[0].links).get().players == ("Anna", "Ben")
    back_up(other.url, tmp_path / "again.backup")
    other.close()
    clear(store)
    assert restore(store.url, tmp_path / "again.backup") == 4
    assert Table(store, tables[1].links).get().players == ("Ann", "Bén", "金", "D'é\u200d")


@contextmanager
def people_playing(store: Store) -> Iterator[list[str]]:
    """Three tables record rounds until the end of the block; the keys that were acknowledged."""
    acknowledged: list[str] = []
    stop = threading.Event()

    def play(number: int) -> None:
        table, count = lay_table(store), 0
        while not stop.is_set():
            if count and count % 200 == 0:
                table = lay_table(store)
            key = f"table-{number}-round-{count}"
            table.record(100, key)
            acknowledged.append(key)
            count += 1

    threads = [threading.Thread(target=play, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    try:
        yield acknowledged
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_a_backup_made_while_people_play_restores_whole(
    store: Store, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Each holds every round acknowledged before it began, each game whole; a copy of the file does not."""
    play_everything(store)
    exports = export_all(store)
    restored = sqlite_store(tmp_path, "restored.sqlite3")
    with people_playing(store) as acknowledged:
        for number in range(often(15, 3)):
            while len(acknowledged) < 20 * (number + 1):
                threading.Event().wait(0.01)
            before = list(acknowledged)
            file = tmp_path / f"backup-{number}"
            back_up(store.url, file)
            restore(restored.url, file)
            stored = read_tables(restored)
            assert set(before) <= {str(row[2]) for row in stored["round"]}
            for game in stored["game"]:
                lines = [line for line in stored["journal"] if line[0] == game[0]]
                assert len(lines) == game[10]
            assert export_all(restored)[:4] == exports
    record_property("figure", f"{often(15, 3)} of {often(15, 3)} backups whole")
    restored.close()


def test_a_copy_of_the_file_lacks_what_a_backup_has(own_store: Store, tmp_path: Path) -> None:
    """Why `companion backup` is needed: what was just saved lies in the log beside the file."""
    lay_table(own_store).record_many(5)
    shutil.copy(Path(str(make_url(own_store.url).database)), tmp_path / "copy")
    back_up(own_store.url, tmp_path / "backup")
    counts = {}
    for name in ("copy", "backup"):
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            counts[name] = connection.execute("SELECT count(*) FROM round").fetchone()[0]
    assert counts["copy"] < counts["backup"] == 5


def test_a_server_that_runs_sees_what_was_restored(own_store: Store, tmp_path: Path) -> None:
    table = lay_table(own_store)
    table.record(130)
    back_up(own_store.url, tmp_path / "backup")
    table.record(130)
    assert table.ask(score_kept_game).totals == (20, 0)
    restore(own_store.url, tmp_path / "backup")
    assert table.ask(score_kept_game).totals == (10, 0)
    table.record(150)
    assert table.ask(score_kept_game).totals == (40, 0)


def test_what_was_there_before_each_restore_is_kept_beside_it(own_store: Store, tmp_path: Path) -> None:
    back_up(own_store.url, tmp_path / "empty.backup")
    lay_table(own_store).record(100)
    exports = export_all(own_store)
    # Within one second.
    with time_machine.travel(1_800_000_300, tick=False):
        for _ in range(3):
            restore(own_store.url, tmp_path / "empty.backup")
    assert export_all(own_store) == []
    kept = {file: read_file(file) for file in tmp_path.glob("kwado.sqlite3.before-restore-*")}
    assert sorted(kept.values(), key=len) == [[], [], exports]
    # It can be brought back like any backup.
    [full] = [file for file, games in kept.items() if games]
    assert restore(f"sqlite:///{tmp_path / 'again.sqlite3'}", full) == 1


def test_postgresql_with_games_is_not_written_over(store: Store, tmp_path: Path) -> None:
    if not store.url.startswith("postgresql"):
        return
    lay_table(store).record(100)
    back_up(store.url, tmp_path / "backup")
    before = read_tables(store)
    with pytest.raises(CannotKeep, match="empty one"):
        restore(store.url, tmp_path / "backup")
    assert read_tables(store) == before


def test_a_damaged_backup_changes_nothing(own_store: Store, backup: Path) -> None:
    whole, before = backup.read_bytes(), read_tables(own_store)
    damaged = [b"Dear Ann, ", whole[: len(whole) // 2], whole[:4096] + b"\0" * 8192 + whole[12288:], None]
    for content in damaged:
        backup.unlink(missing_ok=True)
        if content is not None:
            backup.write_bytes(content)
        with pytest.raises(NOT_TAKEN):
            restore(own_store.url, backup)
    # A database of something else.
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("CREATE TABLE song (title TEXT)")
    with pytest.raises(NOT_TAKEN):
        restore(own_store.url, backup)
    assert read_tables(own_store) == before


def test_a_backup_that_cannot_be_written_leaves_the_former_one(own_store: Store, backup: Path) -> None:
    former = backup.read_bytes()
    lay_table(own_store)
    backup.with_name("backup.part").mkdir()
    with pytest.raises(CannotKeep):
        back_up(own_store.url, backup)
    assert backup.read_bytes() == former


def change_backup(file: Path, *statements: str) -> None:
    """Change a backup as somebody would who knows how: its checksum is taken away."""
    with closing(sqlite3.connect(file)) as connection:
        for statement in ("PRAGMA user_version=0", "PRAGMA ignore_check_constraints=ON", *statements):
            connection.execute(statement)
        connection.commit()


LONG = "A" * 20_000
FORGED = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON game BEGIN UPDATE game SET view_hash = 'x'; END",
    "view": "CREATE VIEW v AS SELECT * FROM game",
    "table": "CREATE TABLE song (title TEXT)",
    "index": "CREATE INDEX i ON game (abs(id))",
    "column": "ALTER TABLE game ADD COLUMN more TEXT",
    "hidden column": "ALTER TABLE game ADD COLUMN more TEXT AS (upper(players)) VIRTUAL",
    "revision": "UPDATE alembic_version SET version_num = '9999'",
    "no revision": "DELETE FROM alembic_version",
    "long name": f"""UPDATE game SET players = '["{LONG}","Ben"]', sides = '[["{LONG}",[0]],["Ben",[1]]]'""",
    "name that turns": """UPDATE game SET players = replace(players, 'Ann', 'A\u202enn')""",
    "players are no JSON": "UPDATE game SET players = 'Ann and Ben'",
    "players nest": f"UPDATE game SET players = '{'[' * 9_000}'",
    "seats": """UPDATE game SET sides = '[["Ann",[1]],["Ben",[0]]]'""",
    "dealer": "UPDATE game SET first_dealer = 5",
    "edit hash": "UPDATE game SET edit_hash = 'abc' WHERE id = 1",
    "view hash": "UPDATE game SET view_hash = upper(view_hash) WHERE id = 1",
    "periods": "UPDATE game SET periods = '[]'",
    "option": """UPDATE game SET periods = '[[1,{"method":"Z"}]]'""",
    "deck": "UPDATE game SET deck = 'french'",
    "deck of the rules": "UPDATE game SET deck = 'korean'",
    "deck of a change": """UPDATE journal SET after = '{"deck":"french"}' WHERE kind = 'deck'""",
    "entry": """UPDATE round SET entry = '{"points":{"Ann":{"card_points":999}}}'""",
    "entry of another round": "UPDATE round SET entry = (SELECT max(entry) FROM round WHERE game_id = 1)"
    " WHERE game_id = 1",
    "entry that was corrected": """UPDATE journal SET before = after WHERE kind = 'correct'""",
    "entry is no JSON": "UPDATE round SET entry = 'x'",
    "entry is bytes": "UPDATE round SET entry = x'00ff'",
    "key": "UPDATE round SET key = ' ' WHERE serial = 1",
    "serial": "UPDATE round SET serial = 77 WHERE serial = 1",
    "stands": "UPDATE round SET stands = 1 - stands",
    "time": "UPDATE game SET started_at_ms = 9e18",
    "time is text": "UPDATE game SET changed_at_ms = 'now'",
    "revision of a game": "UPDATE game SET revision = revision + 1",
    "undo in a circle": "UPDATE journal SET below = sequence",
    "history": """UPDATE journal SET after = '{"rounds":{"99":null}}'""",
    "history is no JSON": "UPDATE journal SET before = '<b>'",
    "rules": "UPDATE rule_set SET text = replace(text, '25', '26')",
    "rules by another name": "UPDATE game SET rule_set_id = 'other'",
    "game of no rules": "UPDATE game SET rule_set_digest = 'x'",
    "round of no game": "UPDATE round SET game_id = game_id + 77",
}


def test_a_backup_that_could_not_have_been_made_here_changes_nothing(own_store: Store, backup: Path) -> None:
    whole, before = backup.read_bytes(), read_tables(own_store)
    taken = []
    for what, statement in FORGED.items():
        backup.write_bytes(whole)
        change_backup(backup, statement)
        try:
            restore(own_store.url, backup)
            taken.append(what)
        except NOT_TAKEN:
            pass
    assert taken == []
    assert read_tables(own_store) == before


def test_nothing_of_a_backup_but_its_rows_comes_into_the_database(own_store: Store, backup: Path) -> None:
    """Nor does it need its checksum. What the database writes down about itself is no row of a game."""
    before = read_tables(own_store)
    change_backup(backup, "ANALYZE")
    assert restore(own_store.url, backup) == 4
    assert read_tables(own_store) == before
    with own_store.reading() as session:
        names = session.connection().exec_driver_sql("SELECT name FROM sqlite_master").scalars().all()
    assert not [name for name in names if "stat" in name]


def test_a_backup_with_a_changed_bit_is_refused_or_the_same(
    own_store: Store, backup: Path, record_property: Callable[[str, object], None]
) -> None:
    """Bits all over the file: what is restored is what was backed up, and no other error gets out."""
    whole, before = backup.read_bytes(), read_tables(own_store)
    accepted, bits = 0, often(3_000, 60)
    for number in range(bits):
        place = (number * 7_919 * 104_729) % (len(whole) * 8)
        damaged = bytearray(whole)
        damaged[place // 8] ^= 1 << place % 8
        backup.write_bytes(damaged)
        try:
            restore(own_store.url, backup)
            accepted += 1
        except NOT_TAKEN:
            pass
        assert read_tables(own_store) == before, f"bit {place}"
        for former in backup.parent.glob("kwado.sqlite3.before-restore-*"):
            former.unlink()
    assert accepted < bits
    record_property("figure", f"{bits:,} changed bits, 0 changed rows")


def test_a_backup_has_a_greatest_length(
    own_store: Store, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.backup.MAX_BACKUP_BYTES", 10_000)
    with pytest.raises(NotUnderstood, match="too large"):
        restore(own_store.url, backup)
