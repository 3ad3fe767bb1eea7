"""`/health` and `companion doctor`: the same, for programs and for people."""

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine, make_url

from companion.cli import words
from companion.store import find_backup_folder, get_today, make_daily_backup
from companion.web import health
from tests.web.conftest import MakeApp, close
from tests.web.table import Table

WELL = {
    "database": "The database can be reached and is up to date.",
    "disk": "There is room on the disk.",
    "printing": "Sheets can be printed.",
}


def ask(client: FlaskClient, status: int) -> dict[str, Any]:
    answer = client.get("/health")
    assert answer.status_code == status
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["ok"] is (status == 200)
    return {name: said["says"] for name, said in answer.json["checks"].items() if not said["ok"]}


def ask_doctor(folder: Path, monkeypatch: pytest.MonkeyPatch, status: int) -> str:
    monkeypatch.setenv("KWADO_INSTANCE_PATH", str(folder))
    done = CliRunner().invoke(words, ["doctor"], catch_exceptions=False)
    assert done.exit_code == status, done.output
    return done.output


@pytest.fixture
def own(make_app: MakeApp, tmp_path: Path) -> Any:
    app = make_app(tmp_path / "instance")
    yield app
    close(app)


def test_a_server_that_is_well_says_so(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(own.test_client(), 200) == {}
    said = own.test_client().get("/health").json["checks"]
    assert {name: check["says"] for name, check in said.items()} == WELL
    report = ask_doctor(Path(own.instance_path), monkeypatch, 0)
    assert [line for sentence in WELL.values() if sentence not in (line := report)] == []


def test_the_doctor_tells_when_games_have_no_backup_of_these_days(
    own: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(own.instance_path)
    assert "backup" not in ask_doctor(folder, monkeypatch, 0)
    Table(own.test_client()).start("Ann", "Ben")
    assert "There is no daily backup yet" in ask_doctor(folder, monkeypatch, 0)
    url = own.config["DATABASE_URL"]
    make_daily_backup(url, find_backup_folder(url), get_today() - timedelta(days=5))
    assert "The last daily backup is 5 days old" in ask_doctor(folder, monkeypatch, 0)
    make_daily_backup(url, find_backup_folder(url), get_today())
    assert "backup" not in ask_doctor(folder, monkeypatch, 0)


def test_health_names_nothing_that_only_the_operator_may_know(own: Flask) -> None:
    text = own.test_client().get("/health").text
    assert own.instance_path not in text
    assert own.config["SECRET_KEY"] not in text
    assert "sqlite" not in text


def test_a_database_that_is_gone_is_told(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(own.instance_path)
    shutil.rmtree(folder)
    assert ask(own.test_client(), 503) == {
        "database": "There is no database yet. Starting the server makes it.",
        "disk": "The folder that the server keeps its files in is missing.",
    }
    assert "There is none yet: ./run makes it." in ask_doctor(folder, monkeypatch, 0)


def test_a_database_of_another_version_is_told(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = create_engine(make_url(own.config["DATABASE_URL"]))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    engine.dispose()
    assert "./run migrate" in ask(own.test_client(), 503)["database"]
    assert "./run migrate" in ask_doctor(Path(own.instance_path), monkeypatch, 1)


def test_a_database_that_cannot_be_reached_is_told(own: Flask) -> None:
    own.config["DATABASE_URL"] = "postgresql://someone:a-password@127.0.0.1:1/none"
    assert ask(own.test_client(), 503) == {"database": "The database cannot be reached."}


def test_a_disk_without_room_is_told(own: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(health, "ROOM_MB", 10**12)
    assert "nearly full" in ask(own.test_client(), 503)["disk"]
    assert "nearly full" in ask_doctor(Path(own.instance_path), monkeypatch, 1)

    def fail(**_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(health.tempfile, "TemporaryFile", fail)
    assert "it is full or read-only" in ask(own.test_client(), 503)["disk"]


def test_without_printing_games_can_still_be_kept(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "find_missing_packages", lambda: ("libpangoft2-1.0-0",))
    assert ask(own.test_client(), 200)["printing"].endswith("lacks: libpangoft2-1.0-0.")
    assert "libpangoft2-1.0-0" in ask_doctor(Path(own.instance_path), monkeypatch, 1)


def test_robots_leave_alone_what_costs_work_and_may_see_that_games_are_not_to_be_listed(
    client: FlaskClient,
) -> None:
    answer = client.get("/robots.txt")
    assert answer.status_code == 200
    assert answer.mimetype == "text/plain"
    assert "Disallow: /print/\n" in answer.text
    # A page that may not be opened cannot say that it must not be listed.
    assert [door for door in ("/g", "/v", "/t") if f"Disallow: {door}" in answer.text] == []
