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

from companion.web.request_log import LOGGER, mask
from tests.web.conftest import MakeApp, close
from tests.web.table import Table, by_points


def play(make_app: MakeApp, folder: Path, form: str) -> tuple[str, str]:
    """The links of a game that was played a round of, on a server that logs so."""
    app = make_app(folder / "instance", LOG=form)
    table = Table(app.test_client())
    game = table.start("Annabel", "Ben")
    table.record(game, by_points(125, 115))
    view = table.view_link(game)
    client: Client = app.test_client()
    client.get(f"{view}?q=typed-words")
    client.get(f"/nothing/{game.split('/')[-1]}")
    client.get("/search?q=typed-words")
    close(app)
    return game, view


def test_json_has_a_line_for_each_request(
    make_app: MakeApp, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(make_app, tmp_path, "json")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert all([*line] == ["time", "method", "route", "status", "ms", "bytes"] for line in lines)
    seen = {(line["method"], line["route"], line["status"]) for line in lines}
    assert ("POST", "/games/new", 302) in seen
    assert ("GET", "/search", 200) in seen
    assert ("–", "–", 404) in seen
    assert all(line["ms"] >= 0 for line in lines)


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_line_opens_a_game_or_names_anybody(
    make_app: MakeApp, tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    logging.getLogger().setLevel(logging.DEBUG)
    try:
        links = play(make_app, tmp_path, form)
    finally:
        logging.getLogger().setLevel(logging.WARNING)
    said = capsys.readouterr().err
    assert said.count("/games/new") >= 2
    for secret in (*(link.split("/")[-1] for link in links), "Annabel", "typed-words", "127.0.0.1"):
        assert secret not in said


@pytest.mark.parametrize("before", ["/g/", "/v%2F", "%2Ft%2f", 'href="/codes/'])
def test_a_link_is_masked_however_its_slashes_are_written(before: str) -> None:
    token = "aB3" * 10 + "_-"
    assert mask(f"GET {before}{token} HTTP/1.1") == f"GET {before}… HTTP/1.1"


def test_without_the_setting_nothing_is_logged(
    make_app: MakeApp, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    LOGGER.handlers = []
    play(make_app, tmp_path, "none")
    assert capsys.readouterr().err == ""


SAY = """
from multiprocessing import get_context
from concurrent.futures import ProcessPoolExecutor
from companion.child_process import LOGGER, note_failure, take_limits
from companion.web import create_app
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
