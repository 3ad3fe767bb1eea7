"""The gateway between connections and pages, with requests made by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from companion.cli.server import BODY_KEPT, FILES_AT_ONCE, Gateway
from companion.store import MAX_IMPORT_BYTES


def count_bytes(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("200 OK", [])
    return [str(len(environ["wsgi.input"].read())).encode()]


async def post(gateway: Gateway, length: int, may_arrive: asyncio.Event) -> tuple[int, str]:
    """The answer to a body of this length, which comes when it may."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await may_arrive.wait()
        return {"type": "http.request", "body": b"x" * length}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "method": "POST", "scheme": "http", "http_version": "1.1", "raw_path": b"/", "query_string": b"",
        "client": None, "server": None, "headers": [(b"content-length", str(length).encode())],
    }  # fmt: skip
    await gateway(scope, receive, send)
    return sent[0]["status"], sent[1]["body"].decode()


def test_four_files_arrive_whole_and_a_fifth_is_told_to_wait() -> None:
    async def ask() -> list[tuple[int, str]]:
        gateway, may_arrive = Gateway(count_bytes), asyncio.Event()
        files = [
            asyncio.create_task(post(gateway, MAX_IMPORT_BYTES, may_arrive)) for _ in range(FILES_AT_ONCE)
        ]
        await asyncio.sleep(0)
        refused = await post(gateway, MAX_IMPORT_BYTES, may_arrive)
        may_arrive.set()
        form = await post(gateway, BODY_KEPT, may_arrive)
        return [*await asyncio.gather(*files), form, refused]

    # In a thread: a browser that other tests of this process have opened runs a loop in this one.
    with ThreadPoolExecutor(1) as pool:
        *files, form, refused = pool.submit(lambda: asyncio.run(ask())).result()
    assert files == [(200, str(MAX_IMPORT_BYTES))] * 4
    assert form == (200, str(BODY_KEPT))
    assert refused == (503, "Too many files arrive just now. Please try again in a minute.")
