"""`/health` and `companion doctor`: the same, for programs and for people."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine, make_url

from companion.cli import serve, words
from companion.store import find_backup_folder, get_today, make_daily_backup
from companion.web.serving import health
from tests.web.conftest import MakeApp, close
from tests.web.table import Table, by_points, expect_words, read_fields

WELL = {
    "database": "The database can be reached and is up to date.",
    "games": "Every game can be read.",
    "disk": "There is room on the disk.",
    "printing": "Sheets can be printed.",
}


def ask(client: FlaskClient, status: int) -> dict[str, Any]:
    answer = client.get("/health")
    assert answer.status_code == status
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["ok"] is (status == 200)
    return {name: said["says"] for name, said in answer.json["checks"].items() if not said["ok"]}


def ask_command(own: Flask, monkeypatch: pytest.MonkeyPatch, status: int, *words_of: str) -> str:
    """What a command says of this server's games, that of the doctor if none is named."""
    monkeypatch.setenv("KWADO_INSTANCE_PATH", own.instance_path)
    done = CliRunner().invoke(words, words_of or ("doctor",), catch_exceptions=False)
    assert done.exit_code == status, done.output
    return done.output


@pytest.fixture
def own(make_app: MakeApp, tmp_path: Path) -> Any:
    app = make_app(tmp_path / "instance")
    yield app
    close(app)


def test_a_server_that_is_well_says_so(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(own.test_client(), 200) == {}
    answer = own.test_client().get("/health")
    assert {name: check["says"] for name, check in answer.json["checks"].items()} == WELL
    expect_words(ask_command(own, monkeypatch, 0), *WELL.values())
    # Nothing that only the operator may know.
    expect_words(answer.text, never=[own.instance_path, own.config["SECRET_KEY"], "sqlite"])


def test_the_doctor_tells_when_games_have_no_backup_of_these_days(
    own: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_words(ask_command(own, monkeypatch, 0), never=["backup"])
    Table(own.test_client()).start("Ann", "Ben")
    expect_words(ask_command(own, monkeypatch, 0), "There is no daily backup yet")
    url = own.config["DATABASE_URL"]
    for days, said, never in ((5, ["The last daily backup is 5 days old"], []), (0, [], ["backup"])):
        make_daily_backup(url, find_backup_folder(url), get_today() - timedelta(days=days))
        expect_words(ask_command(own, monkeypatch, 0), *said, never=never)


def test_a_database_that_is_gone_is_told(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(own.instance_path)
    assert ask(own.test_client(), 503) == {
        "database": "There is no database yet. Starting the server makes it.",
        "disk": "The folder that the server keeps its files in is missing.",
    }
    expect_words(ask_command(own, monkeypatch, 0), "There is none yet: ./run makes it.")


@contextmanager
def as_nobody() -> Iterator[None]:
    """Runs as somebody who is not root: root may write everywhere."""
    usual = os.geteuid()
    os.seteuid(usual or 65_534)
    try:
        yield
    finally:
        os.seteuid(usual)


@pytest.mark.parametrize("mode", [0o555, 0o000, None])
@pytest.mark.parametrize("below", ["", "deep/er"])
def test_the_doctor_tells_of_a_folder_that_cannot_be_written_and_the_way_out(
    monkeypatch: pytest.MonkeyPatch, mode: int | None, below: str
) -> None:
    # Everybody may look into it: pytest's own folders are private.
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        place = Path(name, "instance")
        # Without a mode a file stands in its place.
        place.touch() if mode is None else place.mkdir(mode)
        monkeypatch.setenv("KWADO_INSTANCE_PATH", str(place / below))
        with as_nobody():
            done = CliRunner().invoke(words, ("doctor",), catch_exceptions=False)
    expect_words(done.output, health.UNWRITABLE, str(place / below), never=["./run makes it"])
    assert done.exit_code == 1


def test_the_doctor_of_a_folder_that_is_to_be_made_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KWADO_INSTANCE_PATH", str(tmp_path / "deep/er"))
    done = CliRunner().invoke(words, ("doctor",), catch_exceptions=False)
    expect_words(done.output, "There is none yet: ./run makes it.", "There is room on the disk.")
    assert done.exit_code == 0
    assert list(tmp_path.iterdir()) == []


# --- Damaged or lost ------------------------------------------------------------------------------

LOST = {"database": "The database is damaged or lost. “./run doctor” says which backup to restore."}


@pytest.fixture
def played(own: Flask) -> tuple[Path, Path]:
    """The database file with a game in it, and the backup of that day."""
    Table(own.test_client()).start("Ann", "Ben")
    own.extensions["kwado-store"].close()
    url = own.config["DATABASE_URL"]
    backup = make_daily_backup(url, find_backup_folder(url), get_today())
    assert backup is not None
    return Path(make_url(url).database or ""), backup


def overwrite_the_middle(file: Path) -> bytes:
    content = bytearray(file.read_bytes())
    place = len(content) // 3
    content[place : place + 30_000] = bytes(value % 251 for value in range(30_000))
    file.write_bytes(content)
    return bytes(content)


NO_SERVER = [["serve"], ["https"], ["migrate"], ["games"], ["backup", "--daily"]]


def lose(file: Path) -> None:
    file.write_bytes(b"")


def put_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (overwrite_the_middle, "is damaged"),
        (lose, "is empty or gone"),
        (Path.unlink, "is empty or gone"),
        (put_a_folder, "is a folder"),
    ],
)
def test_a_damaged_or_lost_database_is_told_with_the_backup_and_nothing_is_made_in_its_place(
    own: Flask, played: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, harm: Any, told: str
) -> None:
    file, backup = played
    harm(file)
    if told != "is damaged":
        assert own.test_client().get("/g/" + "A" * 32).status_code == 503
        own.extensions["kwado-store"].close()
    content = file.read_bytes() if file.is_file() else None
    restore = f"./run restore {backup}"
    expect_words(ask_command(own, monkeypatch, 1), told, restore)
    assert ask(own.test_client(), 503) == LOST
    monkeypatch.setattr(serve, "make_server", None)
    for command in NO_SERVER:
        expect_words(ask_command(own, monkeypatch, 1, *command), restore)
    assert (file.read_bytes() if file.is_file() else None) == content
    # The way out that was named.
    said = ask_command(own, monkeypatch, 0, "restore", str(backup))
    assert said == "1 game is in the database now.\n"
    ask_command(own, monkeypatch, 0)
    assert ask(own.test_client(), 200) == {}
    formers = [former.read_bytes() for former in file.parent.glob("*.before-restore-*") if former.is_file()]
    assert formers == ([] if content is None else [content])


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_a_file_of_the_database_that_went_away_is_told_by_health_and_to_who_saves(
    own: Flask, ending: str
) -> None:
    table = Table(own.test_client())
    game = table.start("Ann", "Ben")
    file = Path(make_url(own.config["DATABASE_URL"]).database or "")
    file.with_name(file.name + ending).rename(file.with_name("elsewhere"))
    gone = "while the server ran"
    told = ask(own.test_client(), 503)["database"]
    expect_words(told, gone)
    shown = read_fields(table.get(f"{game}/rounds/new")) | by_points(125, 115) if ending else {}
    if ending:
        expect_words(table.post(f"{game}/rounds/new", shown, 503).text, gone, "nothing was saved")


def test_a_database_of_another_version_is_told(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = create_engine(make_url(own.config["DATABASE_URL"]))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '99.1'")
    engine.dispose()
    other = "The database was made by another version of this program"
    expect_words(ask(own.test_client(), 503)["database"], other, never=["./run migrate"])
    expect_words(ask_command(own, monkeypatch, 1), other, never=["./run migrate"])
    # A new server without backups starts with an empty file.
    own.extensions["kwado-store"].close()
    lose(Path(make_url(own.config["DATABASE_URL"]).database or ""))
    expect_words(ask(own.test_client(), 503)["database"], "./run migrate")
    ask_command(own, monkeypatch, 0, "migrate")
    assert ask(own.test_client(), 200) == {}


def test_a_database_that_cannot_be_reached_is_told(own: Flask) -> None:
    own.config["DATABASE_URL"] = "postgresql://someone:a-password@127.0.0.1:1/none"
    assert ask(own.test_client(), 503) == {"database": "The database cannot be reached."}


def test_a_disk_without_room_is_told(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(health, "ROOM_MB", 10**12)
    expect_words(ask(own.test_client(), 503)["disk"], "nearly full")
    expect_words(ask_command(own, monkeypatch, 1), "nearly full")
    monkeypatch.setattr(health.tempfile, "TemporaryFile", fail)
    expect_words(ask(own.test_client(), 503)["disk"], "it is full or read-only")


def test_without_printing_games_can_still_be_kept(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "has_libraries", lambda: False)
    assert ask(own.test_client(), 200)["printing"] == health.NOT_INSTALLED
    expect_words(ask_command(own, monkeypatch, 1), health.NOT_INSTALLED)


def test_robots_leave_alone_what_costs_work_and_may_see_that_games_are_not_to_be_listed(
    client: FlaskClient,
) -> None:
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    # A page that may not be opened cannot say that it must not be listed.
    expect_words(answer.text, "Disallow: /print/\n", never=[f"Disallow: /{access}" for access in "gvt"])
