"""Pages that still work with a full disk or a missing folder."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.app import create_app
from tests.web.conftest import MakeApp, close
from tests.web.table import Table, by_points, expect_words

NEED_WRITING = re.compile(r"/health$|/print/preview$|\.pdf$")
OF_GAMES = ("/g/", "/v/", "/t/")
GONE = "A file of the database was moved, replaced or deleted while the server ran"


@pytest.fixture
def own(make_app: MakeApp, tmp_path: Path) -> Iterator[Flask]:
    app = make_app(tmp_path / "instance")
    yield app
    close(app)


def test_where_nothing_can_be_written_reading_goes_on_and_a_save_is_refused(
    repo: Path, tmp_path: Path
) -> None:
    """Every address, on a real disk that is full, is read-only from the start, or has lost its folder.

    Takes seconds: a server starts without any compiled template, and its press fails at each kind of sheet.
    """
    script = [sys.executable, "-m", "tests.web.read_on_disk", str(tmp_path)]
    ran = subprocess.run(["unshare", "-rm", *script], cwd=repo, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    # Only on the full one, which was opened before, can games be read.
    for how, refused in (("full", ()), ("read-only", OF_GAMES), ("missing", OF_GAMES)):
        told = json.loads(ran.stdout)[how]
        statuses = told["answers"]
        assert len(statuses) > 70
        assert set(statuses.values()) <= {200, 302, 404, 503}, how
        not_shown = [path for path, status in statuses.items() if status == 503]
        assert not_shown
        assert [
            path for path in not_shown if not (NEED_WRITING.search(path) or path.startswith(refused))
        ] == []
        status, page = told["save"]
        assert status == 503, how
        expect_words(page, "<h1>The server has a problem</h1>", "nothing was saved")


def test_a_folder_for_templates_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "templates").write_text("a file stands where the folder should be")
    app = create_app({"INSTANCE_PATH": str(tmp_path)})
    assert FlaskClient(app).get("/rules").status_code == 200
    close(app)


def test_where_the_disk_is_full_printing_says_so_on_the_page_and_in_the_log(
    own: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    # Nothing can be written there, by whomever.
    Path(own.instance_path, "print").write_text("a file stands where the fonts should be")
    answer = own.test_client().get("/print/score-pad.pdf")
    assert answer.status_code == 503
    expect_words(answer.text, "The disk of the server is full or failing", never=["too much"])
    assert "nothing can be printed just now" in caplog.text


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_nothing_is_saved_into_a_file_that_is_gone(
    own: Flask, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """`rm -rf instance` under a running server: SQLite goes on writing into a file that nobody can open."""
    table = Table(own.test_client())
    game = table.start("Ann", "Ben")
    file = Path(own.instance_path) / "kwado.sqlite3"
    if how == "deleted":
        shutil.rmtree(own.instance_path)
    else:
        other = Path(shutil.copy(file, file.with_name("other.sqlite3")))
        file.rename(file.with_name("elsewhere.sqlite3"))
        if how == "replaced":
            other.rename(file)
    scored = by_points(125, 115)
    for path, fields in (
        ("/games/new", {"player-0": "Ann", "player-1": "Ben", "table": "new"}),
        (f"{game}/rounds/new", scored),
        (f"{game}/end", {}),
    ):
        caplog.clear()
        page = table.post(path, fields, 503).text
        expect_words(page + caplog.text, GONE, "<h1>The server has a problem</h1>", "nothing was saved")
    # The entry screen is told why.
    sent = {"csrf_token": table.token, **scored}
    answer = table.client.post(f"{game}/rounds/new", data=sent, headers={"Accept": "application/json"})
    [said] = answer.json["errors"]
    assert (answer.status_code, said.startswith(GONE)) == (503, True)
    # The phones still show what was there, as long as the server runs.
    assert "Ann" in table.get(game)
    if how != "replaced":
        # Nor is the file made anew after the server was idle.
        own.extensions["kwado-store"].close()
        assert table.client.get(game).status_code == 503
        assert not file.exists()
