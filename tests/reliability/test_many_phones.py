"""The real server with a few phones; `many_phones.py` is the same at its full size."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.cli.server import GRACE_SECONDS
from tools.reliability.many_phones import open_idle
from tools.reliability.serving import PATIENCE_S, REPO, Phone, Served, serve, wait_for_answer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, cut_fonts: Path) -> Path:
    """The folder of a server that has served before: fonts are cut."""
    folder = tmp_path_factory.mktemp("instance")
    (folder / "print").symlink_to(cut_fonts)
    return folder


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with serve(folder) as served:
        yield served
        assert served.end() == 0


def test_a_page_is_answered_beside_150_idle_connections(served: Served) -> None:
    """Fails with waitress, which stops at a hundred connections."""
    idle = open_idle(served.port, 150)
    try:
        assert Phone(served.port, timeout=60).get("/rules")[0] == 200
    finally:
        for connection in idle:
            connection.close()


def test_phones_that_send_slowly_hold_nobody_up(served: Served) -> None:
    slow = open_idle(served.port, 20)
    try:
        for number, connection in enumerate(slow):
            whole = b"POST /games/new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\nplayer-0="
            connection.sendall(whole if number % 2 else whole[:30])
        assert Phone(served.port, timeout=60).get("/rules")[0] == 200
    finally:
        for connection in slow:
            connection.close()


def test_a_request_head_of_more_than_16_kb_is_refused(served: Served) -> None:
    assert Phone(served.port).get(f"/rules?q={'a' * 20_000}")[0] == 431


def test_an_answer_does_not_say_which_server_made_it(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as connection:
        connection.sendall(b"GET /rules HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert b"\r\nserver: kwado\r\n" in answer.lower()


def test_the_server_ends_in_peace(folder: Path) -> None:
    """By Ctrl-C, though it has printed; `served` by the signal of systemd."""
    with serve(folder) as served:
        assert Phone(served.port).get("/print/score-pad.pdf")[0] == 200
        idle = open_idle(served.port, 3)
        began = time.monotonic()
        assert served.end(signal.SIGINT) == 0
        assert time.monotonic() - began < GRACE_SECONDS
        for connection in idle:
            connection.close()


def test_a_request_under_way_is_answered_before_the_server_ends(folder: Path) -> None:
    document = b'{"game": "kwado-1985", "sides": ["Ann", "Ben"], "rounds": []}'
    head = b"POST /api/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    head += b"Content-Length: %d\r\n\r\n" % len(document)
    with serve(folder, KWADO_PROCESSES="1") as served:
        wait_for_answer(served.port)
        other = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
        with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE_S) as phone:
            phone.sendall(head + document[:20])
            # By the time that another phone has its answer, the beginning of this request has been read.
            other.request("GET", "/rules")
            assert other.getresponse().read()
            served.process.send_signal(signal.SIGTERM)
            # The server closes what is idle as soon as it is to end.
            assert other.sock.recv(1) == b""
            other.close()
            phone.sendall(document[20:])
            answer = phone.recv(65536)
        assert answer.startswith(b"HTTP/1.1 200")
        # A second signal would end it at once.
        assert served.process.wait(PATIENCE_S) == 0


def test_behind_a_proxy_links_and_cookies_are_those_of_https(folder: Path) -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "kwado.example"}
    settings = {"KWADO_PROXIES": "1", "KWADO_ADDRESS": "https://kwado.example", "KWADO_GUESS_LIMIT": "2"}
    with serve(folder, **settings, KWADO_PROCESSES="1") as served:
        connection = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
        connection.request("GET", "/games/new", headers=headers)
        answer = connection.getresponse()
        connection.close()
        assert answer.headers["Set-Cookie"].startswith("__Host-kwado=")
        assert answer.headers["Strict-Transport-Security"]
        # Each visitor has a limit of their own, not one with the proxy.
        for visitor in ("203.0.113.5", "203.0.113.6"):
            said = [
                Phone(served.port).ask("GET", "/g/" + "A" * 32, **headers, **{"X-Forwarded-For": visitor})[0]
                for _ in range(3)
            ]
            assert said == [404, 404, 429]


def refuse(**settings: str) -> str:
    """What a server says that cannot start."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "serve"],
        cwd=REPO,
        env={**os.environ, "PORT": "0", **settings},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stderr


def test_what_cannot_be_served_is_told_in_a_sentence(served: Served, folder: Path) -> None:
    here = {"KWADO_INSTANCE_PATH": str(folder)}
    assert "is in use. Another one: PORT=8001" in refuse(**here, HOST="127.0.0.1", PORT=str(served.port))
    assert "“192.0.2.7” is not an address of this machine" in refuse(**here, HOST="192.0.2.7")


def test_a_postgresql_that_is_away_is_told_at_the_start(tmp_path: Path) -> None:
    said = refuse(KWADO_INSTANCE_PATH=str(tmp_path), KWADO_DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert said == "The database cannot be reached just now; please try again in a moment.\n"


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_games_are_kept_in_postgresql_by_its_plain_address(tmp_path: Path, database_url: str) -> None:
    plain = database_url.replace("postgresql+psycopg", "postgres")
    with serve(tmp_path, KWADO_DATABASE_URL=plain) as served:
        phone = Phone(served.port)
        assert "Ann" in phone.get(phone.start_game("Ann", "Ben"))[1]
    assert list(tmp_path.glob("*.sqlite3")) == []
