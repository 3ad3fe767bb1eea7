"""Pages that still work with a full disk or a missing folder."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2.bccache
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import create_app
from tests.web.conftest import MakeApp, close
from tests.web.table import Table, by_points


def list_get_paths(app: Flask, game: str, view: str) -> list[str]:
    """Every address that can be read, with this game's links; sheets are another test's."""
    ids = {
        "<int:number>": "1", "<ruling_id>": "gaji-what", "<sheet_id>": "score-pad",
        "<path:filename>": "x.svg",
        "<rule_set_id>": "kwado-1985", "<yaku_id>": "dragon", "<card_id>": "pine-crane",
        "<game_id>": "kwado",
    }  # fmt: skip
    paths = []
    for rule in app.url_map.iter_rules():
        # What is wrong is what `/health` is asked for.
        if "GET" not in (rule.methods or ()) or rule.rule == "/health":
            continue
        if rule.rule.endswith((".pdf", "/print/preview")):
            continue
        for door, link in (("g", game), ("v", view)):
            path = rule.rule.replace("<any(g, v):door>/<token>", link[1:])
            path = path.replace(f"/{door}/<token>", link)
            for name, value in ids.items():
                path = path.replace(name, value)
            if "token" not in path:
                paths.append(path)
    return sorted(set(paths))


class FullDisk:
    """After `fill`, nothing can be created or written in a folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = str(folder)
        self.monkeypatch = monkeypatch
        self.refused = 0

    def fill(self) -> None:
        def refuse(*_: Any, **__: Any) -> Any:
            self.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.folder)

        self.monkeypatch.setattr(jinja2.bccache.tempfile, "NamedTemporaryFile", refuse)
        self.monkeypatch.setattr(os, "mkdir", refuse)


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


def read_all(app: Flask, game: str, view: str) -> dict[str, int]:
    client = FlaskClient(app)
    return {path: client.get(path).status_code for path in list_get_paths(app, game, view)}


def test_a_full_disk_keeps_nobody_from_reading(
    house: tuple[Flask, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FullDisk(tmp_path, monkeypatch)
    disk.fill()
    answers = read_all(*house)
    assert disk.refused
    assert {path: status for path, status in answers.items() if status >= 500} == {}
    assert sum(status == 200 for status in answers.values()) >= 25
    # Errors are pages too.
    assert "Nothing here" in FlaskClient(house[0]).get("/nothing-here").text


def test_without_its_folder_the_server_still_shows_pages_that_need_no_database(
    house: tuple[Flask, str, str], tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / "instance")
    answers = read_all(*house)
    private = ("/g/", "/v/")
    assert {path: s for path, s in answers.items() if s >= 500 and not path.startswith(private)} == {}
    assert {s for path, s in answers.items() if path.startswith(private)} <= {200, 404, 405, 503}


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
