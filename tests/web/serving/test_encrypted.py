"""Over https: cookies that only this host can set, and headers that keep a phone on https."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import MakeApp, close, find_token
from tests.web.table import expect_words

BY_LAN = {"Host": "192.168.1.7:8000"}
# What reaches the server when a phone came by https: with KWADO_PROXIES=1, and without.
BY_PROXY = {"Host": "127.0.0.1:8000", "X-Forwarded-Host": "kwado.example", "X-Forwarded-Proto": "https"}
BY_HTTPS = {1: BY_PROXY, 0: {"Host": "kwado.example"}}


@pytest.fixture(params=sorted(BY_HTTPS))
def app(make_app: MakeApp, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    app = make_app(tmp_path / "instance", ADDRESS="https://kwado.example", PROXIES=request.param)
    yield app
    close(app)


@pytest.fixture
def by_https(app: Flask) -> dict[str, str]:
    return BY_HTTPS[app.config["PROXIES"]]


class Phone:
    """A phone that sends back every cookie that it was given."""

    def __init__(self, app: Flask, headers: dict[str, str]) -> None:
        self.client = app.test_client(use_cookies=False)
        self.headers = headers
        self.cookies: dict[str, str] = {}
        self.lines: list[str] = []

    def ask(self, path: str, sent: dict[str, str] | None = None) -> Any:
        held = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**self.headers, "Cookie": held}
        answer = self.client.open(path, method="POST" if sent else "GET", data=sent, headers=headers)
        for line in answer.headers.getlist("Set-Cookie"):
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
            self.lines.append(line)
        return answer

    def play(self) -> None:
        """Starts a game, chooses a theme and prints, which sets every cookie there is."""
        token = {"csrf_token": find_token(self.ask("/games/new").text)}
        fields = {"player-0": "Ann", "player-1": "Ben", "game": "kwado-1982", "deck": "japanese"}
        game = self.ask("/games/new", token | fields).location
        assert self.ask(game).status_code == 200
        assert self.ask("/theme", token | {"theme": "dark"}).status_code == 302
        assert self.ask("/print?make=score-pad&paper=letter").status_code == 303
        expect_words(self.ask("/").text, f'href="{game}"', 'data-theme="dark"')


def test_over_https_every_cookie_is_this_hosts_own_and_never_travels_in_the_open(
    app: Flask, by_https: dict[str, str]
) -> None:
    phone = Phone(app, by_https)
    phone.play()
    assert [*phone.cookies] == ["__Host-kwado"]
    for line in phone.lines:
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(line.split("; "))
        assert "Domain" not in line
    # One that a neighbour set is not read.
    phone.cookies = {"kwado": phone.cookies["__Host-kwado"]}
    assert "data-theme" not in phone.ask("/").text


def test_on_plain_http_the_cookies_come_back(app: Flask) -> None:
    phone = Phone(app, BY_LAN)
    phone.play()
    assert [*phone.cookies] == ["kwado"]
    for line in phone.lines:
        expect_words(line, "HttpOnly", "SameSite=Lax", never=["Secure"])


def test_a_phone_that_came_by_the_address_for_https_stays_there(app: Flask, by_https: dict[str, str]) -> None:
    for path in ("/", "/rules", "/g/nothing", "/nothing-here"):
        headers = Phone(app, by_https).ask(path).headers
        assert headers["Strict-Transport-Security"] == "max-age=31536000"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        # A phone in the house opens the server by its number, without https.
        assert "Strict-Transport-Security" not in Phone(app, BY_LAN).ask(path).headers


def test_without_an_address_nobody_promises_https_for_a_year(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app(tmp_path / "other", PROXIES=1)
    headers = {"Host": "192.168.1.7", "X-Forwarded-Proto": "https"}
    assert "Strict-Transport-Security" not in Phone(app, headers).ask("/").headers
    close(app)
