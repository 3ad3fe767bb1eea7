"""Pages that still work with a full disk or a missing folder."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import create_app
from tests.web.conftest import MakeApp, close
from tests.web.read_on_disk import list_get_paths, read_all
from tests.web.table import Table, by_points


@pytest.fixture
def house(make_app: MakeApp, tmp_path: Path) -> Iterator[tuple[Flask, str, str]]:
    app = make_app(tmp_path / "instance")
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    view = table.view_link(game)
    close(app)
    # Started anew, as after a night: no template is in memory, and none has been compiled.
    (tmp_path / "instance" / "templates").unlink()
    app = create_app({"INSTANCE_PATH": str(tmp_path / "instance")})
    yield app, game, view
    close(app)


NEED_WRITING = re.compile(r"/health$|/print/preview$|\.pdf$")


@pytest.mark.parametrize("how", ["full", "read-only"])
def test_where_nothing_can_be_written_reading_goes_on_and_a_save_is_refused(
    how: str, repo: Path, tmp_path: Path
) -> None:
    """Every address, on a real disk. On one that is read-only from the start no game can be opened."""
    script = [sys.executable, "-m", "tests.web.read_on_disk", how, str(tmp_path)]
    ran = subprocess.run(["unshare", "-rm", *script], cwd=repo, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    refused = {path for path, status in told["answers"].items() if status not in (200, 302, 404)}
    assert {told["answers"][path] for path in refused} == {503}
    of_games = {path for path in told["answers"] if path.startswith(("/g/", "/v/", "/t/"))}
    assert {path for path in refused if not NEED_WRITING.search(path)} <= (
        of_games if how == "read-only" else set()
    )
    assert len(told["answers"]) > 70
    status, page = told["save"]
    assert status == 503
    assert "<h1>The server has a problem</h1>" in page
    assert "nothing was saved" in page


def test_without_its_folder_the_server_still_shows_pages_that_need_no_database(
    house: tuple[Flask, str, str], tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / "instance")
    app, game, view = house
    answers = read_all(FlaskClient(app), list_get_paths(app, game, view))
    faults = {path: status for path, status in answers.items() if status not in (200, 302, 404)}
    assert set(faults.values()) == {503}
    assert all(path.startswith(("/g/", "/v/", "/t/")) or NEED_WRITING.search(path) for path in faults)


def test_a_folder_for_templates_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "templates").write_text("a file stands where the folder should be")
    app = create_app({"INSTANCE_PATH": str(tmp_path)})
    assert FlaskClient(app).get("/rules").status_code == 200
    close(app)


def test_where_the_disk_is_full_printing_says_so(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app(tmp_path / "instance")
    # Nothing can be written there, by whomever.
    (tmp_path / "instance" / "print").write_text("a file stands where the fonts should be")
    answer = app.test_client().get("/print/score-pad.pdf")
    assert answer.status_code == 503
    assert "The disk of the server is full or failing" in answer.text
    assert "too much" not in answer.text
    close(app)


# --- What is refused then, and who is told --------------------------------------------------------


class Refused:
    """A server whose database file is no longer where it was."""

    def __init__(self, app: Flask, how: str) -> None:
        self.table = Table(app.test_client())
        self.game = self.table.start("Ann", "Ben")
        self.token = self.table.get_token()
        file = Path(app.instance_path) / "kwado.sqlite3"
        if how == "deleted":
            shutil.rmtree(app.instance_path)
        elif how == "moved":
            file.rename(file.with_name("elsewhere.sqlite3"))
        else:
            shutil.copy(file, file.with_name("other.sqlite3"))
            file.with_name("other.sqlite3").replace(file)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Any:
        sent = {"csrf_token": self.token, **fields}
        return self.table.client.post(path, data=sent, headers=headers)


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_nothing_is_saved_into_a_file_that_is_gone(
    make_app: MakeApp, tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """`rm -rf instance` under a running server: SQLite goes on writing into a file that nobody can open."""
    app = make_app(tmp_path / "instance")
    refused = Refused(app, how)
    for path, fields in (
        ("/games/new", {"player-0": "Ann", "player-1": "Ben"}),
        (f"{refused.game}/rounds/new", by_points(125, 115)),
        (f"{refused.game}/end", {}),
    ):
        caplog.clear()
        answer = refused.post(path, fields)
        assert answer.status_code == 503
        assert "The database file was moved, replaced or deleted while the server ran" in answer.text
        assert "<h1>The server has a problem</h1>" in answer.text
        assert "nothing was saved" in caplog.text
    # The phones still show what was there, as long as the server runs.
    assert "Ann" in refused.table.get(refused.game)
    assert how == "replaced" or not (tmp_path / "instance" / "kwado.sqlite3").exists()
    close(app)


def test_the_entry_screen_is_told_why_nothing_was_saved(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app(tmp_path / "instance")
    refused = Refused(app, "moved")
    answer = refused.post(f"{refused.game}/rounds/new", by_points(125, 115), Accept="application/json")
    assert answer.status_code == 503
    [said] = answer.json["errors"]
    assert said.startswith("The database file was moved")
    close(app)


def test_a_file_that_went_while_the_server_was_idle_is_not_made_anew(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(tmp_path / "instance")
    refused = Refused(app, "moved")
    app.extensions["kwado-store"].close()
    assert refused.table.client.get(refused.game).status_code == 503
    assert not (tmp_path / "instance" / "kwado.sqlite3").exists()
    close(app)


def test_printing_that_is_refused_leaves_a_line_in_the_log(
    make_app: MakeApp, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(tmp_path / "instance")
    (tmp_path / "instance" / "print").write_text("a file stands where the fonts should be")
    assert app.test_client().get("/print/score-pad.pdf").status_code == 503
    assert "nothing can be printed just now" in caplog.text
    close(app)
