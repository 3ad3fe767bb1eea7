"""One line a request, where a setting asks for it, and nothing in it that opens a game or names anybody."""

import json
import logging
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from werkzeug.test import Client

from companion.web.serving.request_log import LOGGER, mask
from tests.web.conftest import MakeApp, close
from tests.web.table import Table, by_points, expect_words


def play(make_app: MakeApp, folder: Path, form: str) -> tuple[str, str]:
    """The links of a game that was played a round of, on a server that logs so."""
    app = make_app(folder / "instance", LOG=form)
    table = Table(app.test_client())
    game = table.start("Annabel", "Ben")
    table.record(game, by_points(125, 115))
    view = table.view_link(game)
    client: Client = app.test_client()
    for path in (f"{view}?q=typed-words", f"/nothing/{game.split('/')[-1]}", "/search?q=typed-words"):
        client.get(path)
    close(app)
    return game, view


@pytest.mark.parametrize("form", ["text", "json", "none"])
def test_no_line_opens_a_game_or_names_anybody(
    make_app: MakeApp,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    form: str,
) -> None:
    monkeypatch.setattr(LOGGER, "handlers", [])
    caplog.set_level(logging.DEBUG)
    links = play(make_app, tmp_path, form)
    said = capsys.readouterr().err
    secrets = (*(link.split("/")[-1] for link in links), "Annabel", "typed-words", "127.0.0.1")
    expect_words(said, *["/games/new"] * (form != "none"), never=secrets)
    if form == "json":
        lines = [json.loads(line) for line in said.splitlines()]
        assert all([*line] == ["time", "method", "route", "status", "ms", "bytes"] for line in lines)
        seen = {(line["method"], line["route"], line["status"]) for line in lines}
        assert seen >= {("POST", "/games/new", 302), ("GET", "/search", 200), ("–", "–", 404)}
        assert all(line["ms"] >= 0 for line in lines)
    # Nothing is logged where no setting asks for it.
    assert (said == "") is (form == "none")


@pytest.mark.parametrize("before", ["/g/", "/v%2F", "%2Ft%2f", "/d/WzEsMV0.", 'href="/codes/'])
def test_a_link_is_masked_however_its_slashes_are_written(before: str) -> None:
    token = "aB3" * 10 + "_-"
    masked = before.removesuffix("WzEsMV0.")
    assert mask(f"GET {before}{token} HTTP/1.1") == f"GET {masked}… HTTP/1.1"


SAY = """
from multiprocessing import get_context
from concurrent.futures import ProcessPoolExecutor
from companion.child_process import LOGGER, note_failure, take_limits
from companion.web.app import create_app
if __name__ == "__main__":
    create_app().logger.warning("a page")
    LOGGER.warning("the press")
    pool = ProcessPoolExecutor(1, get_context("spawn"), take_limits)
    pool.submit(note_failure, "Setting a sheet", ValueError("Annabel")).result()
"""


def test_each_line_that_a_process_of_the_server_logs_has_its_time_once(tmp_path: Path) -> None:
    script = tmp_path / "say.py"
    script.write_text(SAY, encoding="utf-8")
    environment = {**os.environ, "KWADO_INSTANCE_PATH": str(tmp_path)}
    said = subprocess.run([sys.executable, script], env=environment, stderr=subprocess.PIPE, text=True).stderr
    time = r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}\] "
    heads = [re.sub(time, "", line, count=1) for line in said.split("\n") if re.match(time, line)]
    assert heads == ["WARNING: a page", "WARNING: the press", "ERROR: Setting a sheet failed: ValueError"]
