"""Two servers with one PostgreSQL and one key, a folder each, are one program: docs/running.md says so."""

import copy
import io
import json
import re
import secrets
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import pytest
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from companion.photo import pack_deck
from tests.web.photo_reader import PICTURES
from tools.reliability.serving import Phone, Served, read_seen, serve

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@pytest.fixture
def machines(database_url: str, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    folders = [tmp_path / name for name in ("one", "other")]
    settings = {
        "KWADO_DATABASE_URL": database_url,
        "KWADO_SECRET_KEY": secrets.token_hex(32),
        "KWADO_PROCESSES": "1",
    }
    for folder in folders:
        folder.mkdir()
    with serve(folders[0], **settings) as one, serve(folders[1], **settings) as other:
        yield one, other


def lead(phone: Phone, served: Served) -> Phone:
    """The same phone, which the load balancer leads to this server."""
    led = copy.copy(phone)
    led.port = served.port
    return led


def save(phones: Sequence[Phone], game: str) -> str:
    """One round, which a phone sends at once by every one of these ways, with one form; returns its key."""
    seen, token = read_seen(phones[0].get(f"{game}/rounds/new")[1]), phones[0].get_token(f"{game}/rounds/new")
    key = secrets.token_urlsafe(16)
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda phone: phone.save_round(game, key, seen, token), phones))
    assert [(status, json.loads(text)["saved"]) for status, text in answers] == [(200, key)] * len(phones)
    return key


def count_rounds(phone: Phone, game: str) -> int:
    return phone.get(game)[1].count('"rounds__row')


def test_four_phones_at_two_servers_see_each_round_once_also_when_one_is_killed(
    machines: tuple[Served, Served], record_property: Callable[[str, object], None]
) -> None:
    one, other = machines
    phones = [Phone(served.port) for served in (one, other, one, other)]
    game = phones[0].start_game("Ann", "Ben")
    letters = phones[0].make_code(game)
    assert [phone.join(letters) for phone in phones[1:]] == [(302, f"{game}/pile")] * 3
    waits_s = []
    for number, phone in enumerate(phones, start=1):
        before = json.loads(phone.get(f"{game}/news")[1])["version"]
        save([lead(phone, served) for served in machines], game)
        saved_at = time.monotonic()
        # A page asks every 1.2 seconds: the first answer after it has it.
        news = [json.loads(each.get(f"{game}/news?since={before}")[1]) for each in phones]
        waits_s.append(time.monotonic() - saved_at)
        assert [each["round"] for each in news] == [number] * 4
        assert [count_rounds(each, game) for each in phones] == [number] * 4
    record_property("figure", f"four phones that ask have each round in {max(waits_s) * 1000:.0f} ms")
    one.end(signal.SIGKILL)
    phones = [lead(phone, other) for phone in phones]
    for number, phone in enumerate(phones, start=5):
        save([phone], game)
        assert [count_rounds(each, game) for each in phones] == [number] * 4


def test_links_decks_and_statistics_are_the_same_at_two_servers(machines: tuple[Served, Served]) -> None:
    one, other = machines
    phone = Phone(one.port)
    game = phone.start_game("Ann", "Ben")
    save([phone], game)
    # The form is of one server, and is posted to the other.
    fields = {"csrf_token": phone.get_token(f"{game}/decks"), "name": "Ann’s deck"}
    file = FileStorage(io.BytesIO(pack_deck(PICTURES)), "deck.zip")
    boundary, body = encode_multipart(MultiDict({**fields, "file": file}))
    kind = f"multipart/form-data; boundary={boundary}"
    status, text, deck = lead(phone, other).ask("POST", f"{game}/decks", body, **{"Content-Type": kind})
    assert status == 302, text[:300]
    table, view = game.replace("/g/", "/t/"), phone.get_view(game)
    handed = re.findall(r'id="deck-link" value="http://[^/]+(/d/[^"]+)"', phone.get(deck)[1])[0]
    told = (f"{table}/statistics.json", f"{table}/rounds.csv", f"{game}/news", f"{view}/news")
    for path in (f"{deck}.zip", *told):
        answers = [lead(phone, served).get(path) for served in machines]
        assert answers[0] == answers[1]
        assert answers[0][0] == 200
    # Links that were handed to others open at the other server, until they are made anew at one.
    assert [Phone(other.port).get(path)[0] for path in (game, view, handed)] == [200] * 3
    fields = {"csrf_token": phone.get_token(f"{game}/share")}
    assert phone.ask("POST", f"{game}/links", urlencode(fields))[0] == 302
    assert [Phone(other.port).get(path)[0] for path in (game, view)] == [404] * 2
