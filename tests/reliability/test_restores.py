"""Backups are restored while phones play: each round that was answered is in the database or beside it."""

import json
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

from sqlalchemy import create_engine, text

from companion.store import back_up, restore
from tests.store.tables import often
from tools.reliability.serving import PATIENCE_S, Phone, read_seen, serve

PHONES = 3


def list_keys(file: Path) -> set[str]:
    """The keys of all rounds in a database."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        keys = {str(key) for key in connection.execute(text("SELECT key FROM round")).scalars()}
    engine.dispose()
    return keys


class Player(threading.Thread):
    """A phone that enters rounds into a game of its own until it is told to stop."""

    def __init__(self, port: int, stop: threading.Event) -> None:
        super().__init__()
        self.stop, self.phone = stop, Phone(port, timeout=30)
        self.game = self.phone.start_game("Ann", "Ben")
        self.token = self.phone.get_token(f"{self.game}/rounds/new")
        self.saved: list[str] = []
        self.failed: list[object] = []

    def run(self) -> None:
        while not self.stop.is_set():
            key = secrets.token_urlsafe(16)
            # What has no answer counts for nothing.
            with suppress(OSError, HTTPException):
                page = self.phone.get(f"{self.game}/rounds/new")[1]
                status, answer = self.phone.save_round(self.game, key, read_seen(page), self.token)
                # 409: a restore came between, and the page is of the history before it.
                if status == 200 and json.loads(answer).get("saved") == key:
                    self.saved.append(key)
                elif status not in (409, 503):
                    self.failed.append((status, answer[:200]))


def test_restores_under_play_leave_every_answered_round_in_the_database_or_beside_it(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    database = tmp_path / "kwado.sqlite3"
    stop, times, between = threading.Event(), often(50, 3), often(200, 20)
    with serve(tmp_path, KWADO_PROCESSES="1") as served:
        players = [Player(served.port, stop) for _ in range(PHONES)]
        back_up(f"sqlite:///{database}", tmp_path / "evening.backup")
        try:
            for player in players:
                player.start()
            for again in range(times):
                goal, until = (again + 1) * between, time.monotonic() + PATIENCE_S
                while sum(len(player.saved) for player in players) < goal and time.monotonic() < until:
                    time.sleep(0.01)
                restore(f"sqlite:///{database}", tmp_path / "evening.backup")
        finally:
            stop.set()
            for player in players:
                player.join(PATIENCE_S)
    saved = [key for player in players for key in player.saved]
    files = [database, *tmp_path.glob("kwado.sqlite3.before-restore-*")]
    files = [file for file in files if not file.name.endswith(("-wal", "-shm"))]
    assert [each for player in players for each in player.failed] == []
    assert len(files) == 1 + times
    assert len(saved) >= times * between
    assert set(saved) - set().union(*map(list_keys, files)) == set()
    record_property("figure", f"{times} restores, {len(saved)} rounds answered, 0 in no file")
