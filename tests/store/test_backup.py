from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from companion.errors import NotUnderstood
from companion.store import CannotKeep, Store, back_up, migrate, open_store, restore, score_kept_game
from companion.store.models import TABLES
from tests.store.evenings import export_all, play_everything, read_tables
from tests.store.tables import Table, lay_table, often


def sqlite_store(folder: Path, name: str) -> Store:
    url = f"sqlite:///{folder / name}"
    migrate(url)
    return open_store(url)


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


def test_a_copy_of_the_file_lacks_what_a_backup_has(tmp_path: Path) -> None:
    """Why `companion backup` is needed: what was just saved lies in the log beside the file."""
    store = sqlite_store(tmp_path, "kwado.sqlite3")
    table = lay_table(store)
    for _ in range(5):
        table.record(100)
    file = Path(str(make_url(store.url).database))
    shutil.copy(file, tmp_path / "copy.sqlite3")
    back_up(store.url, tmp_path / "backup.sqlite3")
    counts = {}
    for name in ("copy", "backup"):
        connection = sqlite3.connect(tmp_path / f"{name}.sqlite3")
        try:
            counts[name] = connection.execute("SELECT count(*) FROM round").fetchone()[0]
        except sqlite3.Error:
            counts[name] = 0
        connection.close()
    store.close()
    assert counts["backup"] == 5
    assert counts["copy"] < 5


def test_a_server_that_runs_sees_what_was_restored(store: Store, tmp_path: Path) -> None:
    if not store.url.startswith("sqlite"):
        return
    table = lay_table(store)
    table.record(130)
    back_up(store.url, tmp_path / "backup")
    table.record(130)
    assert table.ask(score_kept_game).totals == (20, 0)
    restore(store.url, tmp_path / "backup")
    assert table.points() == [130]
    assert table.ask(score_kept_game).totals == (10, 0)
    table.record(150)
    assert table.ask(score_kept_game).totals == (40, 0)


def test_what_was_there_before_a_restore_is_kept_beside_it(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path, "kwado.sqlite3")
    back_up(store.url, tmp_path / "empty.backup")
    lay_table(store).record(100)
    exports = export_all(store)
    restore(store.url, tmp_path / "empty.backup")
    assert export_all(store) == []
    [file] = tmp_path.glob("kwado.sqlite3.before-restore-*")
    kept = open_store(f"sqlite:///{file}")
    assert export_all(kept) == exports
    kept.close()
    store.close()


def test_postgresql_with_games_is_not_written_over(store: Store, tmp_path: Path) -> None:
    if not store.url.startswith("postgresql"):
        return
    lay_table(store).record(100)
    back_up(store.url, tmp_path / "backup")
    before = read_tables(store)
    with pytest.raises(CannotKeep, match="empty one"):
        restore(store.url, tmp_path / "backup")
    assert read_tables(store) == before


@pytest.mark.parametrize("damage", ["text", "cut", "zeroes", "other-database", "missing"])
def test_a_damaged_backup_changes_nothing(store: Store, tmp_path: Path, damage: str) -> None:
    play_everything(store)
    file = tmp_path / "backup"
    back_up(store.url, file)
    whole = file.read_bytes()
    if damage == "text":
        file.write_text("Dear Ann, ")
    elif damage == "cut":
        file.write_bytes(whole[: len(whole) // 2])
    elif damage == "zeroes":
        file.write_bytes(whole[:4096] + b"\0" * 8192 + whole[12288:])
    elif damage == "other-database":
        file.unlink()
        connection = sqlite3.connect(file)
        connection.execute("CREATE TABLE song (title TEXT)")
        connection.close()
    else:
        file.unlink()
    before = read_tables(store)
    with pytest.raises((NotUnderstood, CannotKeep)):
        restore(store.url, file)
    assert read_tables(store) == before


def test_a_backup_that_cannot_be_written_leaves_the_former_one(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    back_up(store.url, file)
    former = file.read_bytes()
    lay_table(store)
    blocked = tmp_path / "backup.part"
    blocked.mkdir()
    with pytest.raises(CannotKeep):
        back_up(store.url, file)
    assert file.read_bytes() == former


def test_a_second_restore_leaves_the_first_safety_copy(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path, "kwado.sqlite3")
    back_up(store.url, tmp_path / "empty.backup")
    lay_table(store).record(100)
    exports = export_all(store)
    for _ in range(3):
        restore(store.url, tmp_path / "empty.backup")
    store.close()
    kept = sorted(tmp_path.glob("kwado.sqlite3.before-restore-*"))
    assert len(kept) == 3
    found = []
    for file in kept:
        safe = open_store(f"sqlite:///{file}")
        found.append(export_all(safe))
        safe.close()
    assert sorted(found, key=len) == [[], [], exports]
    # It can be brought back like any backup.
    full = next(file for file, games in zip(kept, found, strict=True) if games)
    assert restore(f"sqlite:///{tmp_path / 'again.sqlite3'}", full) == 1


def change_backup(file: Path, *statements: str) -> None:
    """Change a backup as somebody would who knows how: its checksum is taken away."""
    connection = sqlite3.connect(file)
    for statement in ("PRAGMA user_version=0", "PRAGMA ignore_check_constraints=ON", *statements):
        connection.execute(statement)
    connection.commit()
    connection.close()


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


@pytest.mark.parametrize("what", sorted(FORGED))
def test_a_backup_that_could_not_have_been_made_here_changes_nothing(tmp_path: Path, what: str) -> None:
    store = sqlite_store(tmp_path, "kwado.sqlite3")
    play_everything(store)
    file = tmp_path / "backup"
    back_up(store.url, file)
    before = read_tables(store)
    change_backup(file, FORGED[what])
    with pytest.raises((NotUnderstood, CannotKeep)):
        restore(store.url, file)
    assert read_tables(store) == before
    store.close()


def test_a_backup_whose_checksum_was_taken_away_still_restores(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path, "kwado.sqlite3")
    play_everything(store)
    back_up(store.url, tmp_path / "backup")
    before = read_tables(store)
    change_backup(tmp_path / "backup")
    assert restore(store.url, tmp_path / "backup") == 4
    assert read_tables(store) == before
    store.close()


def test_nothing_of_a_backup_but_its_rows_comes_into_the_database(tmp_path: Path) -> None:
    store = sqlite_store(tmp_path, "kwado.sqlite3")
    play_everything(store)
    back_up(store.url, tmp_path / "backup")
    # What the database writes down about itself is no row of a game, and is left behind.
    change_backup(tmp_path / "backup", "ANALYZE")
    restore(store.url, tmp_path / "backup")
    with store.reading() as session:
        names = session.connection().exec_driver_sql("SELECT name FROM sqlite_master").scalars().all()
    store.close()
    assert not [name for name in names if "stat" in name]


def test_a_backup_with_a_changed_bit_is_refused_or_the_same(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Bits all over the file: what is restored is what was backed up, and no other error gets out."""
    store = sqlite_store(tmp_path, "kwado.sqlite3")
    play_everything(store)
    file = tmp_path / "backup"
    back_up(store.url, file)
    whole, before = file.read_bytes(), read_tables(store)
    accepted = 0
    for number in range(often(3_000, 60)):
        place = (number * 7_919 * 104_729) % (len(whole) * 8)
        damaged = bytearray(whole)
        damaged[place // 8] ^= 1 << place % 8
        file.write_bytes(damaged)
        try:
            restore(store.url, file)
            accepted += 1
        except (NotUnderstood, CannotKeep):
            pass
        assert read_tables(store) == before, f"bit {place}"
        for former in tmp_path.glob("kwado.sqlite3.before-restore-*"):
            former.unlink()
    assert accepted < often(3_000, 60)
    record_property("figure", f"{often(3_000, 60):,} changed bits, 0 changed rows")
    store.close()


def test_a_backup_has_a_greatest_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = sqlite_store(tmp_path, "kwado.sqlite3")
    back_up(store.url, tmp_path / "backup")
    monkeypatch.setattr("companion.store.backup.MAX_BACKUP_BYTES", 10_000)
    with pytest.raises(NotUnderstood, match="too large"):
        restore(store.url, tmp_path / "backup")
    store.close()
