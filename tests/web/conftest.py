"""An app with its own database, a client that checks every page, and a running server."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import make_url
from werkzeug.test import TestResponse

from companion.store import migrate
from companion.web.app import create_app
from tests.in_thread import serve_in_thread
from tests.web.manners import check_manners
from tests.web.photo_reader import StandIn
from tests.web.table import Table, drop_layout

PARTS_OF_PAGES = ("/search/answers",)
MANY = {
    f"{name}_LIMIT": 1_000_000
    for name in (
        "GUESS",
        "CODE",
        "ADDRESS_CODES",
        "ALL_CODES",
        "WRITE",
        "NEW_GAME",
        "SCORE",
        "SEARCH",
        "PRINT",
        "PHOTO",
    )
}


class MannerlyClient(FlaskClient):
    """A client that checks every page, and reads it without its layout."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        is_plain = "Content-Encoding" not in response.headers
        if (
            is_plain
            and response.mimetype == "text/html"
            and response.status_code not in (301, 302, 303, 307, 308)
        ):
            html = response.get_data(as_text=True)
            check_manners(
                html, is_part=response.status_code < 400 and response.request.path in PARTS_OF_PAGES
            )
            response.set_data(drop_layout(html))
        return response


class MakeApp(Protocol):
    """Makes the app that keeps its games in a folder."""

    def __call__(self, folder: Path, **settings: Any) -> Flask: ...


@pytest.fixture(scope="session")
def make_app(shared_folder: Path) -> MakeApp:
    """Makes an app with templates compiled by an earlier start."""
    compiled = shared_folder / "templates"
    compiled.mkdir(exist_ok=True)

    def make(folder: Path, **settings: Any) -> Flask:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "templates").exists():
            (folder / "templates").symlink_to(compiled)
        app = create_app({"INSTANCE_PATH": str(folder), **MANY, **settings})
        app.test_client_class = MannerlyClient
        migrate(app.config["DATABASE_URL"])
        return app

    return make


def close(app: Flask) -> None:
    """Close the database, the press and the reader of an app."""
    app.extensions["kwado-store"].close()
    app.extensions["kwado-press"].close()
    if reader := app.extensions["photo_reader"]:
        reader.close()


def start_anew(app: Flask, database: Path) -> None:
    """Give an app this database in place of its own, and let it forget what it kept of the other."""
    store = app.extensions["kwado-store"]
    store.close()
    store.scored.clear()
    file = Path(make_url(store.url).database or "")
    for each in file.parent.glob(f"{file.name}*"):
        each.unlink()
    shutil.copy(database, file)
    forget_limits(app)


def forget_limits(app: Flask) -> None:
    """Let an app forget who asked how often, once the thread that drops old counts has ended.

    That thread lists the counts and then looks each up; one that is gone by then ends it with an error.
    """
    limiter = app.extensions["kwado-limiter"]
    limiter.storage.timer.join()
    limiter.reset()


class Reused(NamedTuple):
    """An app for one test after the other, and an empty database for each."""

    app: Flask
    database: Path


@pytest.fixture(scope="session")
def reused(make_app: MakeApp, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reused]:
    app = make_app(tmp_path_factory.mktemp("house") / "instance")
    store = app.extensions["kwado-store"]
    store.close()
    database = tmp_path_factory.mktemp("empty") / "kwado.sqlite3"
    shutil.copy(make_url(store.url).database or "", database)
    yield Reused(app, database)
    close(app)


@pytest.fixture
def app(reused: Reused) -> Flask:
    """An app in which nobody has played: to make one anew takes longer than most tests."""
    start_anew(reused.app, reused.database)
    return reused.app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone that has never been here."""
    return app.test_client()


@pytest.fixture
def reader(app: Flask) -> Iterator[StandIn]:
    """The reader of the app, for this test."""
    before, stand_in = app.extensions["photo_reader"], StandIn()
    app.extensions["photo_reader"] = stand_in
    yield stand_in
    app.extensions["photo_reader"] = before


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """A phone that keeps the score."""
    return Table(client)


@pytest.fixture
def example(repo: Path) -> Any:
    """Read one of the golden games: what goes in, and what is expected."""

    def read(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
        folder = repo / "tests" / "golden"
        return tuple(
            json.loads((folder / f"{name}.{part}.json").read_text(encoding="utf-8"))
            for part in ("in", "expected")
        )  # type: ignore[return-value]

    return read


@pytest.fixture(scope="session")
def live_server(make_app: MakeApp, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server on a free port."""
    app = make_app(tmp_path_factory.mktemp("instance"))
    app.extensions["photo_reader"] = StandIn()
    with serve_in_thread(app) as port:
        yield f"http://127.0.0.1:{port}"
    close(app)


def find_token(text: str) -> str:
    found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', text)
    assert found, "the page has no form token"
    return found[1]
