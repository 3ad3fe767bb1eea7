import itertools
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
import time_machine
from sqlalchemy.engine import make_url

from companion.errors import NotAllowedHere, NotUnderstood
from companion.rules import get_rule_set, parse_options
from companion.store import (
    CannotKeep,
    SavedMeanwhile,
    StaleRound,
    Store,
    add_photo_deck,
    back_up,
    correct_round,
    export_game,
    find_step,
    hand_in_pile,
    list_piles,
    name_seen,
    play_again,
    record_round,
    remove_round,
    restore,
    score_kept_game,
    undo_or_redo,
)
from companion.store import backup as backup_module
from companion.store.models import TABLES
from tests.store.evenings import export_all, play_everything, read_tables
from tests.store.tables import Table, lay_table, new_key, often, points, sqlite_store

KOIKOI = get_rule_set("koikoi-modern")


@pytest.fixture
def backup(own_store: Store, tmp_path: Path) -> Path:
    """A backup of a store in which everything was played."""
    play_everything(own_store)
    back_up(own_store.url, tmp_path / "backup")
    return tmp_path / "backup"


def clear(store: Store) -> None:
    with store.writing() as session:
        for table in reversed(TABLES):
            session.connection().execute(table.delete())
        for name in () if store.url.startswith("sqlite") else ("card_table", "game", "photo_deck"):
            session.connection().exec_driver_sql(f"ALTER SEQUENCE {name}_id_seq RESTART")


def count_in(file: Path, table: str) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def test_a_backup_restores_every_row_and_carries_games_to_the_other_kind_of_database(
    store: Store, tmp_path: Path
) -> None:
    tables, file = play_everything(store), tmp_path / "evening.backup"
    before = read_tables(store)
    assert back_up(store.url, file) == 4
    other = sqlite_store(tmp_path, "other.sqlite3")
    restore(other.url, file)
    assert read_tables(other) == before
    assert Table(other, tables[0].token).get().players == ("Anna", "Ben")
    back_up(other.url, file)
    other.close()
    # SQLite is written over; PostgreSQL must be empty.
    if store.url.startswith("sqlite"):
        lay_table(store).record(100)
    else:
        clear(store)
    assert (restore(store.url, file), read_tables(store)) == (4, before)
    table = lay_table(store)
    assert table.record(100).number == 1
    assert table.do(add_photo_deck, "Ann’s deck", b"48 pictures") == 2


@contextmanager
def people_playing(store: Store) -> Iterator[list[str]]:
    """Three tables record rounds until the end of the block; the keys that were acknowledged."""
    acknowledged: list[str] = []
    stop = threading.Event()

    def play(number: int) -> None:
        for count in itertools.takewhile(lambda _: not stop.is_set(), itertools.count()):
            if count % 200 == 0:
                table = lay_table(store)
            key = f"table-{number}-round-{count}"
            table.record(100, key)
            acknowledged.append(key)

    with ThreadPoolExecutor(3) as pool:
        played = pool.map(play, range(3))
        try:
            yield acknowledged
        finally:
            stop.set()
    assert list(played) == [None] * 3


def test_a_backup_made_while_people_play_restores_whole(
    store: Store, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Each holds every round acknowledged before it began, each game whole; a copy of the file does not."""
    play_everything(store)
    exports, count = export_all(store), often(15, 3)
    restored = sqlite_store(tmp_path, "restored.sqlite3")
    with people_playing(store) as acknowledged:
        for number in range(count):
            while len(acknowledged) < 20 * (number + 1):
                threading.Event().wait(0.01)
            before, file = list(acknowledged), tmp_path / f"backup-{number}"
            back_up(store.url, file)
            restore(restored.url, file)
            stored = read_tables(restored)
            assert set(before) <= {str(row[2]) for row in stored["round"]}
            lines = Counter(line[0] for line in stored["journal"])
            assert {game[0]: game[10] for game in stored["game"]} == lines
            assert export_all(restored)[:4] == exports
    record_property("figure", f"{count} of {count} backups whole")
    restored.close()


def test_a_copy_of_the_file_lacks_what_a_backup_has(own_store: Store, tmp_path: Path) -> None:
    """Why `companion backup` is needed: what was just saved lies in the log beside the file."""
    lay_table(own_store).record_many(5)
    shutil.copy(Path(str(make_url(own_store.url).database)), tmp_path / "copy")
    back_up(own_store.url, tmp_path / "backup")
    assert count_in(tmp_path / "copy", "round") < count_in(tmp_path / "backup", "round") == 5


def test_a_server_that_runs_sees_what_was_restored(own_store: Store, tmp_path: Path) -> None:
    table, found = lay_table(own_store), []
    table.record(130)
    back_up(own_store.url, tmp_path / "backup")
    backup = (own_store.url, tmp_path / "backup")
    for change, *given in ((table.record, 130), (restore, *backup), (table.record, 150)):
        change(*given)
        found.append(table.ask(score_kept_game).totals)
    assert found == [(20, 0), (10, 0), (40, 0)]


def test_what_was_there_before_each_restore_is_kept_beside_it(own_store: Store, tmp_path: Path) -> None:
    """Three times within one second; each can be brought back like any backup."""
    back_up(own_store.url, tmp_path / "empty.backup")
    lay_table(own_store).record(100)
    exports = export_all(own_store)
    with time_machine.travel(1_800_000_300, tick=False):
        for _ in range(3):
            restore(own_store.url, tmp_path / "empty.backup")
    assert export_all(own_store) == []
    kept = list(tmp_path.glob("kwado.sqlite3.before-restore-*"))
    assert len(kept) == 3
    [full] = [file for file in kept if count_in(file, "game")]
    restore(own_store.url, full)
    assert export_all(own_store) == exports


def test_postgresql_with_games_is_not_written_over(store: Store, tmp_path: Path) -> None:
    if not store.url.startswith("postgresql"):
        return
    lay_table(store).record(100)
    back_up(store.url, tmp_path / "backup")
    before = read_tables(store)
    with pytest.raises(CannotKeep, match="empty one"):
        restore(store.url, tmp_path / "backup")
    assert read_tables(store) == before


def is_taken(store: Store, backup: Path) -> bool:
    """Whether a backup is restored: else a sentence refuses it."""
    with suppress(NotUnderstood, CannotKeep):
        restore(store.url, backup)
        return True
    return False


def test_a_backup_that_is_damaged_changes_nothing(own_store: Store, backup: Path) -> None:
    whole, before = backup.read_bytes(), read_tables(own_store)
    for content in (b"Dear Ann, ", whole[: len(whole) // 2], whole[:4096] + b"\0" * 8192 + whole[12288:]):
        backup.write_bytes(content)
        assert not is_taken(own_store, backup)
    backup.unlink()
    assert not is_taken(own_store, backup)
    # A database of something else.
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("CREATE TABLE song (title TEXT)")
    assert not is_taken(own_store, backup)
    assert read_tables(own_store) == before


def test_a_backup_that_cannot_be_written_leaves_the_former_one(own_store: Store, backup: Path) -> None:
    former = backup.read_bytes()
    lay_table(own_store)
    backup.with_name("backup.part").mkdir()
    with pytest.raises(CannotKeep):
        back_up(own_store.url, backup)
    assert backup.read_bytes() == former


def change_backup(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for statement in ("PRAGMA ignore_check_constraints=ON", *statements):
            connection.execute(statement)
        connection.commit()


# What a schema of ours does not have; it would run or stay.
STRANGE = (
    "CREATE TRIGGER strange AFTER INSERT ON game BEGIN UPDATE game SET view_hash = 'x'; END",
    "CREATE TABLE strange_song (title TEXT)",
    "CREATE VIEW strange_view AS SELECT * FROM game",
    "CREATE INDEX strange_index ON game (abs(id))",
    "ALTER TABLE game ADD COLUMN strange TEXT",
    "ALTER TABLE game ADD COLUMN strange_hidden TEXT AS (upper(first_players)) VIRTUAL",
    """ALTER TABLE game ADD COLUMN "strange"" FROM game; --" TEXT""",
    # What the database writes down about itself is no row of a game.
    "ANALYZE",
)

FOREIGN = {
    "revision": "UPDATE alembic_version SET version_num = '9999'",
    "no revision": "DELETE FROM alembic_version",
    "game of no rules": "UPDATE game SET rule_set_digest = 'x'",
    "round of no game": "UPDATE round SET game_id = game_id + 77",
}


@pytest.mark.parametrize("statement", FOREIGN.values(), ids=FOREIGN)
def test_a_backup_that_could_not_have_been_made_here_changes_nothing(
    own_store: Store, backup: Path, statement: str
) -> None:
    before = read_tables(own_store)
    change_backup(backup, statement)
    assert not is_taken(own_store, backup)
    assert read_tables(own_store) == before


def test_nothing_of_a_backup_but_its_rows_comes_into_the_database(own_store: Store, backup: Path) -> None:
    before = read_tables(own_store)
    change_backup(backup, *STRANGE)
    assert restore(own_store.url, backup) == 4
    assert read_tables(own_store) == before
    with own_store.reading() as session:
        schema = session.connection().exec_driver_sql("SELECT name, sql FROM sqlite_master").all()
    assert not [
        name for name, sql in schema if name.startswith("sqlite_stat") or "strange" in f"{name} {sql}"
    ]


def test_a_backup_with_a_changed_bit_is_refused_or_taken_and_no_other_error_gets_out(
    own_store: Store, backup: Path, record_property: Callable[[str, object], None]
) -> None:
    """Bits all over the file. Damage inside of a value is not seen."""
    whole, before = backup.read_bytes(), read_tables(own_store)
    accepted, bits = 0, often(3_000, 60)
    for number in range(bits):
        place = (number * 7_919 * 104_729) % (len(whole) * 8)
        damaged = bytearray(whole)
        damaged[place // 8] ^= 1 << place % 8
        backup.write_bytes(damaged)
        if is_taken(own_store, backup):
            accepted += 1
            backup.write_bytes(whole)
            restore(own_store.url, backup)
        assert read_tables(own_store) == before, f"bit {place}"
        for former in backup.parent.glob("kwado.sqlite3.before-restore-*"):
            former.unlink()
    assert accepted < bits
    record_property("figure", f"{bits:,} changed bits, {accepted:,} taken, no other error")


def damage(store: Store, *statements: str) -> None:
    with closing(sqlite3.connect(str(make_url(store.url).database))) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE round SET stored_entry = 'damaged' WHERE game_id = 1",
        "DELETE FROM game WHERE id = 1",
        "DELETE FROM rule_set WHERE digest = (SELECT rule_set_digest FROM game WHERE id = 1)",
        "DELETE FROM card_table WHERE id = 1",
        "UPDATE journal SET game_id = 77 WHERE game_id = 1 AND sequence = 1",
    ],
)
def test_a_backup_names_what_cannot_be_read_and_keeps_the_rest(
    own_store: Store, tmp_path: Path, statement: str
) -> None:
    table = lay_table(own_store)
    table.record(100)
    again = table.do(play_again, rule_set=KOIKOI, options=parse_options(KOIKOI, {}), players=("Ann", "Ben"))
    other = lay_table(own_store, rules=get_rule_set("sakura"))
    tokens = [other.token] if "card_table" in statement else [other.token, again.token]
    exports = [export_of(own_store, token) for token in tokens]
    damage(own_store, statement)
    told: list[str] = []
    back_up(own_store.url, tmp_path / "backup", told.append)
    assert told
    restored = sqlite_store(tmp_path, "restored.sqlite3")
    restore(restored.url, tmp_path / "backup")
    assert [export_of(restored, token) for token in tokens] == exports
    restored.close()


def export_of(store: Store, token: str) -> str:
    return str(Table(store, token).ask(export_game))


def test_a_killed_backup_leaves_nothing_but_one_part_that_the_next_replaces(
    own_store: Store, tmp_path: Path
) -> None:
    (tmp_path / "backups").mkdir()
    file = tmp_path / "backups" / "evening.backup"
    killed = """import os, sys
from companion.store import backup
backup.check_copy = lambda *_: os._exit(9)
backup.back_up(sys.argv[1], backup.Path(sys.argv[2]))"""
    lay_table(own_store)
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", killed, own_store.url, str(file)])
        assert done.returncode == 9
        assert all(path.name.startswith("evening.backup.part") for path in file.parent.iterdir())
    back_up(own_store.url, file)
    assert [path.name for path in file.parent.iterdir()] == ["evening.backup"]


def test_a_restore_loses_no_round_that_comes_while_it_copies_the_former_database(
    own_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round that comes while the former database is copied waits, and is in one of both."""
    table = lay_table(own_store)
    back_up(own_store.url, tmp_path / "backup")
    table.record(100)
    copy, late = backup_module.copy_sqlite, threading.Thread(target=lambda: table.record(130, "late-round"))

    def copy_slowly(source: Path, target: Path) -> None:
        copy(source, target)
        if ".before-restore-" in target.name:
            late.start()
            late.join(1)

    monkeypatch.setattr(backup_module, "copy_sqlite", copy_slowly)
    restore(own_store.url, tmp_path / "backup")
    late.join()
    assert table.points() == [130]


def test_handed_piles_are_kept_by_a_restore(own_store: Store, tmp_path: Path) -> None:
    table = lay_table(own_store)
    table.do(hand_in_pile, 0, ["pine-crane"], {"count": "7"})
    back_up(own_store.url, tmp_path / "backup")
    table.record(100)
    restore(own_store.url, tmp_path / "backup")
    assert [(pile.cards, pile.numbers) for pile in table.ask(list_piles)] == [
        (["pine-crane"], {"count": "7"})
    ]


def test_a_page_from_before_a_restore_changes_no_other_round(own_store: Store, tmp_path: Path) -> None:
    table = lay_table(own_store)
    table.record(100)
    back_up(own_store.url, tmp_path / "backup")
    second = table.record(120)
    seen = table.ask(lambda session, game: name_seen(game, score_kept_game(session, game)))
    step = table.ask(find_step, "undo").step
    restore(own_store.url, tmp_path / "backup")
    other = table.record(140)
    assert (other.serial, other.changed_by) == (second.serial, second.changed_by)
    assert isinstance(table.refuse(correct_round, second.version, points(10)), StaleRound)
    assert isinstance(table.refuse(remove_round, second.version), StaleRound)
    assert isinstance(table.refuse(record_round, points(150), new_key(), seen=seen), SavedMeanwhile)
    assert isinstance(table.refuse(undo_or_redo, "undo", seen=step), NotAllowedHere)
    assert table.points() == [100, 140]
