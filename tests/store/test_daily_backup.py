"""The backup of each day: made once, whole, seven kept."""

import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import kept_games, server
from companion.cli.doctor import doctor
from companion.store import (
    Store,
    find_backup_folder,
    get_today,
    list_backups,
    make_daily_backup,
    restore,
    warn_of_backups,
)
from companion.store.errors import CannotKeep
from tests.store.evenings import export_all
from tests.store.tables import lay_table, sqlite_store

TODAY = date(2026, 11, 23)


def list_days(folder: Path) -> list[date]:
    return [day for day, _ in list_backups(folder)]


def test_a_day_has_one_backup_that_restores_whole_and_is_private(store: Store, tmp_path: Path) -> None:
    lay_table(store).record(100)
    made = make_daily_backup(store.url, tmp_path / "backups", TODAY)
    assert made == tmp_path / "backups" / "kwado-2026-11-23.backup"
    assert (made.stat().st_mode & 0o777, made.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    exports, content = export_all(store), made.read_bytes()
    lay_table(store)
    assert make_daily_backup(store.url, tmp_path / "backups", TODAY) is None
    assert made.read_bytes() == content
    restored = sqlite_store(tmp_path, "new.sqlite3")
    assert restore(restored.url, made) == 1
    assert export_all(restored) == exports
    restored.close()


def test_the_last_seven_are_kept_and_no_other_file_is_touched(store: Store, tmp_path: Path) -> None:
    lay_table(store)
    own = tmp_path / "kwado-before-the-party.backup"
    own.write_text("mine", encoding="utf-8")
    days = [TODAY + timedelta(days=number) for number in range(9)]
    for day in days:
        assert make_daily_backup(store.url, tmp_path, day)
    assert list_days(tmp_path) == days[-7:]
    assert own.read_text(encoding="utf-8") == "mine"


class Ended(Exception):
    """The server ends."""


def make_in_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the thread of the server does until it waits for its second look."""
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            raise Ended

    monkeypatch.setattr(server.time, "sleep", wait)
    with pytest.raises(Ended):
        server.make_daily_backups()
    assert waited == [server.BACKUP_AFTER_SECONDS, server.BACKUP_SECONDS]


def test_the_server_has_the_backup_made_and_names_those_of_a_clock_that_was_ahead(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_table(store)
    monkeypatch.setenv("KWADO_DATABASE_URL", store.url)
    monkeypatch.setenv("KWADO_INSTANCE_PATH", str(tmp_path))
    folder = find_backup_folder(store.url)
    folder.mkdir()
    ahead = [date(9999, 1, number) for number in range(1, 8)]
    for day in ahead:
        (folder / f"kwado-{day}.backup").write_text("", encoding="utf-8")
    ahead_of_time, missing = warn_of_backups(store.url, get_today())
    assert missing == f"There is no daily backup yet in {folder}. A running server makes one in a minute."
    make_in_server(monkeypatch)
    assert list_days(folder) == [get_today(), *ahead]
    assert warn_of_backups(store.url, get_today()) == [ahead_of_time]
    assert "kwado-9999-01-01.backup, kwado-9999-01-02.backup" in ahead_of_time
    assert "kwado-9999-01-07.backup" in CliRunner().invoke(doctor, catch_exceptions=False).output
    assert warn_of_backups(store.url, ahead[-1]) == []
    for day in ahead:
        (folder / f"kwado-{day}.backup").unlink()
    assert warn_of_backups(store.url, get_today()) == []


def test_a_database_that_lost_its_games_pushes_no_backup_out(store: Store, tmp_path: Path) -> None:
    lay_table(store)
    make_daily_backup(store.url, tmp_path, TODAY)
    # The name of no day of the calendar is no daily backup.
    (tmp_path / "kwado-2026-02-30.backup").write_text("", encoding="utf-8")
    empty = sqlite_store(tmp_path, "empty.sqlite3")
    for number in range(1, 10):
        assert make_daily_backup(empty.url, tmp_path, TODAY + timedelta(days=number)) is None
    empty.close()
    assert list_days(tmp_path) == [TODAY]


def test_processes_that_ask_at_once_make_one(store: Store, tmp_path: Path) -> None:
    lay_table(store)
    command = "import sys, pathlib, datetime; from companion.store import make_daily_backup;"
    command += "print(make_daily_backup(sys.argv[1], pathlib.Path(sys.argv[2]), datetime.date(2026, 11, 23)))"
    words = [sys.executable, "-c", command, store.url, str(tmp_path)]
    asking = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate()[0].strip() for process in asking]
    assert sorted(said) == sorted(["None", "None", str(tmp_path / "kwado-2026-11-23.backup")])


def test_a_folder_that_cannot_be_written_is_named_and_earlier_backups_stay(
    store: Store, tmp_path: Path
) -> None:
    lay_table(store)
    (tmp_path / "backups").write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(CannotKeep, match="backups"):
        make_daily_backup(store.url, tmp_path / "backups", TODAY)


def test_an_old_or_missing_backup_is_warned_of(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KWADO_INSTANCE_PATH", str(tmp_path))
    assert warn_of_backups(store.url, TODAY) == []
    lay_table(store)
    folder = find_backup_folder(store.url, {"KWADO_INSTANCE_PATH": str(tmp_path)})
    assert warn_of_backups(store.url, TODAY) == [
        f"There is no daily backup yet in {folder}. A running server makes one in a minute."
    ]
    made = make_daily_backup(store.url, folder, TODAY)
    assert warn_of_backups(store.url, TODAY + timedelta(days=2)) == []
    assert warn_of_backups(store.url, TODAY + timedelta(days=3)) == [
        f"The last daily backup is 3 days old: {made}."
    ]


def test_backup_takes_a_file_or_daily_and_not_both(tmp_path: Path) -> None:
    for arguments in ([], ["--daily", str(tmp_path / "x")]):
        assert "Name a FILE, or say --daily" in CliRunner().invoke(kept_games.backup, arguments).output
