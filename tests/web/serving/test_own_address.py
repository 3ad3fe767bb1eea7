"""The host names that the server accepts, and the addresses in links and QR codes."""

import itertools
import re
import socket
from pathlib import Path

import pytest
from flask import Flask

from companion.errors import NotUnderstood
from companion.web.serving.security import read_address
from tests.store.tables import SHARE
from tests.web.conftest import MakeApp, close
from tests.web.table import Table, expect_words

OURS = (
    "127.0.0.1", "127.0.0.1:8000", "localhost", "LOCALHOST:8000", "[::1]:8000", "192.168.1.20:8000",
    "10.0.0.7", "172.16.3.4:80", "169.254.7.7", "[fe80::1]", "[fd00::1]:8000", "kwado.local",
    "my-pi.local:8000", socket.gethostname(),
)  # fmt: skip
NOT_OURS = (
    "evil.example", "evil.example:8000", "203.0.113.9", "198.51.100.1:8000", "8.8.8.8", "[2001:db8::1]",
    "172.32.0.1",
    "kwado.local.evil.example", "evil.example.local", "127.0.0.1.evil.example", "localhost.evil.example",
    "127.0.0.1:99999", "127.0.0.1:0", "127.0.0.1:80@evil.example", "evil.example/127.0.0.1", "127.0.0.1#evil",
    "a b", "\u00e9vil", "[::1", "::1", "0.0.0.0", "224.0.0.1", "x" * 300, "127.1", "0x7f.1", "2130706433", "",
)  # fmt: skip


def test_a_name_that_only_this_house_can_have_is_believed(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for host in OURS:
        text = table.client.get(f"{game}/share", headers={"Host": host}).text
        assert f'value="http://{host.removesuffix(":80")}{game}/pile"'.lower() in text.lower(), host


def test_a_name_that_a_stranger_may_own_is_refused(app: Flask) -> None:
    for host in NOT_OURS:
        for path in ("/", "/nothing-here", "/style.css", "/print/score-pad.pdf"):
            answer = app.test_client().get(path, environ_overrides={"HTTP_HOST": host})
            assert answer.status_code == 400
            expect_words(answer.text + str(answer.headers), never=["evil"])
    assert "ask the host to add this one to the settings" in answer.text


FORWARDED = {
    "X-Forwarded-Host": ("", "evil.example", "192.168.6.6"),
    "X-Forwarded-Proto": ("", "https"),
    "X-Forwarded-Port": ("", "6666"),
    "X-Forwarded-Prefix": ("", "/evil"),
    "Forwarded": ("", "host=evil.example;proto=https"),
    "X-Original-URL": ("", "//evil.example/"),
    "X-Forwarded-Server": ("", "evil.example"),
}


@pytest.mark.parametrize("address", ["", "https://kwado.example"])
def test_no_header_moves_a_link(make_app: MakeApp, tmp_path: Path, address: str) -> None:
    """None, each and all of the proxy headers, without a configured proxy; when thorough, every mix."""
    app = make_app(tmp_path / "instance", ADDRESS=address)
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    own = address or "http://127.0.0.1:8000"
    token = table.get_token()
    mixes = [dict(zip(FORWARDED, values, strict=True)) for values in itertools.product(*FORWARDED.values())]
    few = (0, 1, len(FORWARDED))
    for mix in mixes if SHARE == 1 else [mix for mix in mixes if sum(map(bool, mix.values())) in few]:
        headers = {name: value for name, value in mix.items() if value} | {"Host": "127.0.0.1:8000"}
        shared = table.client.get(f"{game}/share", headers=headers).text
        assert re.findall(r'value="(https?://[^"]+?)/[gv]/', shared) == [own, own], headers
        moved = table.client.post(f"{game}/end", data={"csrf_token": token}, headers=headers).location
        assert moved == game, headers
    close(app)


def test_the_code_on_a_sheet_names_the_address_that_was_set(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.web.paper import print as printing_views

    app = make_app(tmp_path / "instance", ADDRESS="https://kwado.example/")
    table = Table(app.test_client())
    game = table.start("Ann", "Ben")
    seen = []
    read_game = printing_views.read_game
    monkeypatch.setattr(printing_views, "read_game", lambda *where: seen.append(read_game(*where)) or seen[0])
    table.get(f"{game}/print")
    assert seen[0].address == f"https://kwado.example{table.view_link(game)}"
    # The name itself is believed, and so is the way by the house's network.
    for host, status in (("kwado.example", 200), ("192.168.1.20:8000", 200), ("evil.example", 400)):
        assert table.client.get("/", headers={"Host": host}).status_code == status
    close(app)


@pytest.mark.parametrize(("hops", "host", "status"), [
    (1, "kwado.example", 200), (1, "evil.example", 400), (0, "evil.example", 200),
])  # fmt: skip
def test_a_configured_proxy_is_trusted_for_the_address(
    make_app: MakeApp, tmp_path: Path, hops: int, host: str, status: int
) -> None:
    app = make_app(tmp_path / "instance", ADDRESS="https://kwado.example", PROXIES=hops)
    headers = {"Host": "127.0.0.1:8000", "X-Forwarded-Host": host, "X-Forwarded-Proto": "https"}
    answer = app.test_client().get("/games/new", headers=headers)
    assert answer.status_code == status
    expect_words(answer.text + str(answer.headers), never=["evil"])
    close(app)


def test_an_address_that_is_none_is_refused_at_the_start() -> None:
    for text in ("kwado.example", "ftp://kwado.example", "https://", "https://a/b", "https://a?b"):
        with pytest.raises(NotUnderstood, match="KWADO_ADDRESS"):
            read_address(text)
