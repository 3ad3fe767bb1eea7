"""The gateway between connections and pages, with requests made by hand."""

import asyncio
import re
from collections.abc import AsyncIterator, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from flask import Flask, request

from companion.cli import server
from companion.cli.server import FILE_KEPT, FILES_AT_ONCE, Gateway
from companion.store import MAX_IMPORT_BYTES
from companion.web.app import FORM_LIMIT, create_app
from companion.web.serving import error_pages
from companion.web.serving.endpoints import MAX_PHOTO_BYTES as PHOTOS_KEPT
from companion.web.serving.endpoints import get_takes

PART = 1024 * 1024
T = TypeVar("T")


class Headers(dict[str, list[str]]):
    """Headers as granian gives them."""

    def get(self, name: str, default: Any = None) -> Any:
        return self[name][0] if name in self else default

    def get_all(self, name: str) -> list[str]:
        return self[name]


class Sent:
    """A request whose body comes at once, or when it may, and its answer."""

    method, path, query_string, scheme, http_version = "POST", "/", "", "http", "1.1"
    server, client = "127.0.0.1:8000", "[2001:db8::1]:5000"

    def __init__(self, length: int, may_arrive: asyncio.Event | None, **headers: list[str]) -> None:
        self.length, self.may_arrive = length, may_arrive
        self.headers = Headers(headers | {"content-length": [str(length)], "host": ["127.0.0.1:8000"]})
        self.answer = (0, "")
        self.given: list[tuple[str, str]] = []

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self.may_arrive:
            await self.may_arrive.wait()
        for start in range(0, self.length, PART):
            yield b"x" * min(PART, self.length - start)

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.answer, self.given = (status, body.decode()), headers


def make_gateway(proxies: int = 0) -> Gateway:
    app = Flask(__name__)
    app.config["PROXIES"] = proxies
    app.before_request(error_pages.refuse_unread)

    @app.post("/")
    @app.post("/g/<token>/photo", endpoint="photo_piles.photo")
    @app.post("/games/bring-in", endpoint="copies.bring_in")
    def say(**_: str) -> str:
        seen = request.headers.get("X-Forwarded-For")
        return f"{len(request.get_data())} {request.remote_addr} {seen} {request.headers.get('Cookie')}"

    return Gateway(app, lambda: None)


def run(asking: Coroutine[Any, Any, T]) -> T:
    """In a thread: a browser that other tests of this process have opened runs a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asking).result()


async def send(gateway: Gateway, sent: Sent) -> tuple[int, str]:
    await gateway.__rsgi__(cast("Any", sent), cast("Any", sent))
    return sent.answer


def make(path: str, length: int, may_arrive: asyncio.Event | None = None, visitor: int = 1) -> Sent:
    sent = Sent(length, may_arrive)
    sent.path, sent.client = path, f"10.0.0.{visitor}:5000"
    return sent


def start(gateway: Gateway, *sent: Sent) -> list[asyncio.Task[tuple[int, str]]]:
    return [asyncio.create_task(send(gateway, one)) for one in sent]


WHOLE = (200, MAX_IMPORT_BYTES)


def read(answers: Sequence[tuple[int, str]]) -> list[tuple[int, int]]:
    return [(status, int(text.split()[0])) for status, text in answers]


def test_four_files_arrive_at_a_time_and_who_finds_no_place_is_told_when_to_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ask() -> None:
        gateway, may_arrive = make_gateway(), asyncio.Event()
        file = ("/games/bring-in", MAX_IMPORT_BYTES, may_arrive)
        files = start(gateway, *(make(*file, place % 2) for place in range(FILES_AT_ONCE)))
        await asyncio.sleep(0)
        monkeypatch.setattr(server, "WAITING_SECONDS", 0.01)
        late = make(*file, 3)
        status, said = await send(gateway, late)
        assert (status, server.BUSY in said) == (503, True)
        assert dict(late.given)["retry-after"] == "5"
        may_arrive.set()
        assert read(await asyncio.gather(*files)) == [WHOLE] * FILES_AT_ONCE

    run(ask())


def test_eight_phones_of_one_address_wait_for_each_other_and_keep_nobody_else_out() -> None:
    async def ask() -> None:
        gateway, may_arrive = make_gateway(), asyncio.Event()
        phones = start(gateway, *(make("/g/a/photo", FILE_KEPT, may_arrive) for _ in range(8)))
        await asyncio.sleep(0)
        assert read([await send(gateway, make("/g/b/photo", FILE_KEPT, visitor=2))]) == [(200, FILE_KEPT)]
        may_arrive.set()
        assert read(await asyncio.gather(*phones)) == [(200, FILE_KEPT)] * 8
        assert dict(gateway.shares) == {}

    run(ask())


def test_bodies_that_never_come_hold_no_place_where_no_file_is_read() -> None:
    async def ask() -> None:
        gateway, may_arrive = make_gateway(), asyncio.Event()
        idle = start(gateway, *(make("/", 300_000, may_arrive, visitor) for visitor in range(12)))
        await asyncio.sleep(0)
        assert read([await send(gateway, make("/games/bring-in", MAX_IMPORT_BYTES))]) == [WHOLE]
        for one in idle:
            one.cancel()
        await asyncio.wait(idle)

    run(ask())


def test_behind_a_proxy_bodies_of_one_visitor_that_never_come_leave_places_to_the_others() -> None:
    def ask_as(visitor: int, may_arrive: asyncio.Event | None = None) -> Sent:
        sent = Sent(900_000, may_arrive, **{"x-forwarded-for": [f"203.0.113.{visitor}"]})
        sent.path, sent.client = "/games/bring-in", "10.0.0.1:5000"
        return sent

    async def ask() -> None:
        gateway = make_gateway(proxies=1)
        idle = start(gateway, *(ask_as(1, asyncio.Event()) for _ in range(40)))
        await asyncio.sleep(0)
        async with asyncio.timeout(5):
            others = await asyncio.gather(*start(gateway, *(ask_as(visitor) for visitor in range(2, 6))))
        assert read(others) == [(200, 900_000)] * 4
        for one in idle:
            one.cancel()
        await asyncio.wait(idle)

    run(ask())


class Trickle(Sent):
    """A body that comes byte by byte, and never whole."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.01)
            yield b"x"


@pytest.mark.parametrize(
    ("limits", "kind"),
    [({"PART_SECONDS": 0.1}, Sent), ({"BODY_SECONDS": 0.1}, Trickle)],
    ids=["nothing comes", "byte by byte"],
)
def test_large_photos_of_one_visitor_that_never_come_whole_let_the_next_visitor_through(
    monkeypatch: pytest.MonkeyPatch, limits: dict[str, float], kind: type[Sent]
) -> None:
    """The other one waits for one of these bodies, not for all."""

    async def ask() -> None:
        gateway, idle = make_gateway(), []
        for _ in range(40):
            sent = kind(PHOTOS_KEPT, asyncio.Event())
            sent.path, sent.client = "/g/a/photo", "10.0.0.1:5000"
            idle += start(gateway, sent)
        await asyncio.sleep(0)
        other = await send(gateway, make("/g/b/photo", PHOTOS_KEPT, visitor=2))
        assert read([other]) == [(200, PHOTOS_KEPT)]
        assert sum(one.done() for one in idle) == 1
        for one in idle:
            one.cancel()
        await asyncio.wait(idle)

    for name, seconds in limits.items():
        monkeypatch.setattr(server, name, seconds)
    run(asyncio.wait_for(ask(), 20))


def test_who_waits_behind_a_slow_body_has_a_place_when_its_time_is_over() -> None:
    assert server.PART_SECONDS < server.BODY_SECONDS < server.WAITING_SECONDS


@pytest.mark.parametrize(
    ("setting", "status"), [("WAITING_SECONDS", 503), ("BODY_SECONDS", 408), ("PART_SECONDS", 408)]
)
def test_a_file_that_is_not_read_is_answered_by_a_page_with_a_way_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, status: int
) -> None:
    app = create_app({"INSTANCE_PATH": str(tmp_path)})

    async def ask() -> Sent:
        gateway, sent = Gateway(app, lambda: None), make("/games/bring-in", 900_000, asyncio.Event())
        if setting == "WAITING_SECONDS":
            gateway.files = asyncio.Semaphore(0)
        monkeypatch.setattr(server, setting, 0.01)
        await send(gateway, sent)
        return sent

    sent = run(ask())
    app.extensions["kwado-store"].close()
    assert sent.answer[0] == status
    headers = dict(sent.given)
    assert (headers["connection"], headers["retry-after"]) == ("close", "5")
    for words in ("<h1>", {503: server.BUSY, 408: server.SLOW}[status], 'href="/games/bring-in"'):
        assert words in sent.answer[1]


def test_a_place_for_a_file_is_where_the_pages_read_one(tmp_path: Path) -> None:
    app = create_app({"INSTANCE_PATH": str(tmp_path)})
    gateway, reading = Gateway(app, lambda: None), set()
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            path = re.sub("<[^>]*>", "1", rule.rule)
            with app.test_request_context(path, method="POST", content_type="multipart/form-data"):
                for notes in app.url_value_preprocessors.values():
                    for note in notes:
                        note(rule.endpoint, {})
                if cast("int", request.max_content_length) > FORM_LIMIT:
                    reading.add(rule.endpoint)
                asked = gateway.find_endpoint(request.environ)
                assert bool(get_takes(asked).longest) == (rule.endpoint in reading)
    app.extensions["kwado-store"].close()
    decks = {f"photos.{each}" for each in ("new_deck", "photo_deck", "photo_decks")}
    assert reading == {"copies.bring_in", "photo_piles.count_photo", "photo_piles.photo", *decks}


def test_one_large_body_with_photos_at_a_time_arrives_beside_smaller_ones_and_only_where_they_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A longer body, and one that goes elsewhere, does not come whole."""

    async def ask() -> list[tuple[int, str]]:
        gateway, may_arrive = make_gateway(), asyncio.Event()

        [photos, file, small] = start(
            gateway,
            make("/g/a/photo", PHOTOS_KEPT, may_arrive),
            make("/games/bring-in", MAX_IMPORT_BYTES, may_arrive, 2),
            make("/g/c/photo", FILE_KEPT, may_arrive, 3),
        )
        await asyncio.sleep(0)
        monkeypatch.setattr(server, "WAITING_SECONDS", 0.01)
        refused = await send(gateway, make("/g/b/photo", PHOTOS_KEPT, may_arrive, 4))
        may_arrive.set()
        answers = [await photos, await file, await small, refused]
        more = [("/g/a/photo", PHOTOS_KEPT + 9 * PART), ("/", PHOTOS_KEPT)]
        return [*answers, *[await send(gateway, make(path, length, may_arrive)) for path, length in more]]

    photos, file, small, refused, long, elsewhere = run(ask())
    assert read([photos, file, small]) == [(200, PHOTOS_KEPT), WHOLE, (200, FILE_KEPT)]
    assert refused[0] == 503
    # This app has no limit of its own: it notes that the body ends too soon.
    assert (long[0], elsewhere[0]) == (400, 400)


def test_a_header_with_underscores_does_not_pass_for_that_of_a_proxy() -> None:
    headers = {"x_forwarded_for": ["203.0.113.9"], "cookie": ["a=1", "b=2"]}
    answer = run(send(make_gateway(), Sent(3, None, **headers)))
    assert answer == (200, "3 2001:db8::1 None a=1; b=2")
