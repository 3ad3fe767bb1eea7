"""The gateway between connections and pages, with requests made by hand."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from flask import Flask, request

from companion.cli.server import BODY_KEPT, FILE_KEPT, FILES_AT_ONCE, PHOTOS_KEPT, Gateway
from companion.store import MAX_IMPORT_BYTES

PART = 1024 * 1024


class Headers(dict[str, list[str]]):
    """Headers as granian gives them."""

    def get(self, name: str, default: Any = None) -> Any:
        return self[name][0] if name in self else default

    def get_all(self, name: str) -> list[str]:
        return self[name]


class Sent:
    """A request whose body comes when it may, and its answer."""

    method, path, query_string, scheme, http_version = "POST", "/", "", "http", "1.1"
    server, client = "127.0.0.1:8000", "[2001:db8::1]:5000"

    def __init__(self, length: int, may_arrive: asyncio.Event, **headers: list[str]) -> None:
        self.length, self.may_arrive = length, may_arrive
        self.headers = Headers(headers | {"content-length": [str(length)], "host": ["127.0.0.1:8000"]})
        self.answer = (0, "")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        await self.may_arrive.wait()
        for start in range(0, self.length, PART):
            yield b"x" * min(PART, self.length - start)

    def response_bytes(self, status: int, _headers: object, body: bytes) -> None:
        self.answer = (status, body.decode())

    def response_str(self, status: int, _headers: object, body: str) -> None:
        self.answer = (status, body)


def make_gateway() -> Gateway:
    app = Flask(__name__)

    @app.post("/")
    @app.post("/g/<token>/photo")
    def say(**_: str) -> str:
        seen = request.headers.get("X-Forwarded-For")
        return f"{len(request.get_data())} {request.remote_addr} {seen} {request.headers.get('Cookie')}"

    return Gateway(app, lambda: None)


async def send(gateway: Gateway, sent: Sent) -> tuple[int, str]:
    await gateway.__rsgi__(cast("Any", sent), cast("Any", sent))
    return sent.answer


def test_four_files_arrive_whole_and_a_fifth_is_told_to_wait() -> None:
    async def ask() -> list[tuple[int, str]]:
        gateway, may_arrive = make_gateway(), asyncio.Event()
        files = [
            asyncio.create_task(send(gateway, Sent(MAX_IMPORT_BYTES, may_arrive)))
            for _ in range(FILES_AT_ONCE)
        ]
        await asyncio.sleep(0)
        refused = await send(gateway, Sent(MAX_IMPORT_BYTES, may_arrive))
        may_arrive.set()
        form = await send(gateway, Sent(BODY_KEPT, may_arrive))
        return [*await asyncio.gather(*files), form, refused]

    # In a thread: a browser that other tests of this process have opened runs a loop in this one.
    with ThreadPoolExecutor(1) as pool:
        *files, form, refused = pool.submit(lambda: asyncio.run(ask())).result()
    assert [status for status, _ in files] == [200] * 4
    assert {text.split()[0] for _, text in files} == {str(MAX_IMPORT_BYTES)}
    assert form[1].split()[:2] == [str(BODY_KEPT), "2001:db8::1"]
    assert refused == (503, "Too many files arrive just now. Please try again in a minute.")


def test_one_large_body_with_photos_at_a_time_arrives_beside_smaller_ones_and_only_where_they_are_read() -> (
    None
):
    """A longer body, and one that goes elsewhere, does not come whole."""

    async def ask() -> list[tuple[int, str]]:
        gateway, may_arrive = make_gateway(), asyncio.Event()

        def make(path: str, length: int) -> Sent:
            sent = Sent(length, may_arrive)
            sent.path = path
            return sent

        photos = asyncio.create_task(send(gateway, make("/g/a/photo", PHOTOS_KEPT)))
        file = asyncio.create_task(send(gateway, make("/", MAX_IMPORT_BYTES)))
        small = asyncio.create_task(send(gateway, make("/g/c/photo", FILE_KEPT)))
        await asyncio.sleep(0)
        refused = await send(gateway, make("/g/b/photo", PHOTOS_KEPT))
        may_arrive.set()
        answers = [await photos, await file, await small, refused]
        more = [("/g/a/photo", PHOTOS_KEPT + 9 * PART), ("/", PHOTOS_KEPT)]
        return [*answers, *[await send(gateway, make(path, length)) for path, length in more]]

    with ThreadPoolExecutor(1) as pool:
        photos, file, small, refused, long, elsewhere = pool.submit(lambda: asyncio.run(ask())).result()
    assert photos[1].split()[0] == str(PHOTOS_KEPT)
    assert file[1].split()[0] == str(MAX_IMPORT_BYTES)
    assert small[1].split()[0] == str(FILE_KEPT)
    assert refused[0] == 503
    # This app has no limit of its own: it notes that the body ends too soon.
    assert (long[0], elsewhere[0]) == (400, 400)


def test_a_header_with_underscores_does_not_pass_for_that_of_a_proxy() -> None:
    async def ask() -> str:
        may_arrive = asyncio.Event()
        may_arrive.set()
        headers = {"x_forwarded_for": ["203.0.113.9"], "cookie": ["a=1", "b=2"]}
        return (await send(make_gateway(), Sent(3, may_arrive, **headers)))[1]

    with ThreadPoolExecutor(1) as pool:
        text = pool.submit(lambda: asyncio.run(ask())).result()
    assert text == "3 2001:db8::1 None a=1; b=2"
