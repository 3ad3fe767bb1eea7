"""The server's processes: granian holds the connections, a few threads make the pages.

A whole request is read before a thread makes its page, so no thread waits for a phone.

Sources: docs/decisions/0011-the-server.md; https://peps.python.org/pep-3333/ for the environ.
"""

import asyncio
import io
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote_to_bytes
from weakref import WeakValueDictionary

from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined]
from granian.server.common import AbstractServer
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.store import (
    MAX_IMPORT_BYTES,
    find_backup_folder,
    find_database_url,
    get_today,
    list_backups,
)
from companion.web.app import create_app
from companion.web.serving.endpoints import get_takes
from companion.web.serving.rate_limits import find_visitor, trust_proxies

PROCESSES: Final = 2
THREADS: Final = 4
HEAD_LIMIT: Final = 16 * 1024
# A larger body is read on but not kept, so that the browser shows the error page.
BODY_KEPT: Final = 128 * 1024
# The file of a game. Only few are kept at a time, for they take memory.
FILE_KEPT: Final = MAX_IMPORT_BYTES + 64 * 1024
FILES_AT_ONCE: Final = 4
# Of these one visitor has two, and one of the large; a club behind one address waits its turn, and nothing of
# it is read meanwhile.
FILES_OF_ONE: Final = 2
RETRY_SECONDS: Final = 5
BUSY: Final = "Too many files arrive just now. Please try again in a minute."
SLOW: Final = "This took too long to arrive. Please send it again."
BODY_READ: Final = 4 * 1024 * 1024
# For a whole body, and until its first or next part comes.
BODY_SECONDS: Final = 30
PART_SECONDS: Final = 5
# Longer than one body may take: who waits behind a slow one has a place then.
WAITING_SECONDS: Final = BODY_SECONDS + 5
# For the head of a request, and so for a connection that sends nothing.
HEAD_SECONDS: Final = 75
CONNECTION_LIMIT: Final = 4_000
# Long enough for printing, the slowest request.
GRACE_SECONDS: Final = 30
# Until the first look for today's backup: the first pages come first; and between two looks.
BACKUP_AFTER_SECONDS = 60
BACKUP_SECONDS = 15 * 60


class Gateway:
    """Makes a page for each request that granian hands on, when all of it is there.

    `close` is called at the end.
    """

    def __init__(self, app: Any, close: Callable[[], None]) -> None:
        self.app, self.close = app, close
        # As the app does it later, so that a visitor is one and the same for all limits.
        self.trust = trust_proxies(lambda *_: (), app.config["PROXIES"])
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
        self.files = asyncio.Semaphore(FILES_AT_ONCE)
        self.photos = asyncio.Semaphore(1)
        # By visitor and whether it is large, for as long as one of their requests is here.
        self.shares: WeakValueDictionary[tuple[str, bool], asyncio.Semaphore] = WeakValueDictionary()

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        given = int(scope.headers.get("content-length", "0"))
        head = make_environ(scope, b"", 0)
        self.trust(head, None)
        endpoint = self.find_endpoint(head) if given > BODY_KEPT else ""
        longest = get_takes(endpoint).longest
        # Photos that a phone has made smaller are no larger than a game.
        is_large = min(given, longest) > FILE_KEPT
        places = self.photos if is_large else self.files
        kept = longest if is_large else FILE_KEPT if longest else BODY_KEPT
        share = self.shares.setdefault(
            (find_visitor(head), is_large), asyncio.Semaphore(1 if is_large else FILES_OF_ONE)
        )
        async with AsyncExitStack() as held:
            refused, body, length = (503, BUSY), b"", 0
            try:
                async with asyncio.timeout(WAITING_SECONDS):
                    for place in (share, places) if longest else ():
                        await held.enter_async_context(place)
                refused = (408, SLOW)
                async with asyncio.timeout(BODY_SECONDS):
                    body, length = await _read_body(protocol, kept)
                environ = make_environ(scope, body, length)
            except TimeoutError:
                environ = make_environ(scope, b"", 0) | {"kwado.refused": refused}
            answer = await asyncio.get_running_loop().run_in_executor(self.pool, self._answer, environ)
        if "kwado.refused" in environ:
            answer.headers.extend({"Connection": "close", "Retry-After": str(RETRY_SECONDS)})
        if length > max(kept, BODY_READ):
            answer.headers["Connection"] = "close"
        headers = [(name.lower(), value) for name, value in answer.headers.items()]
        protocol.response_bytes(answer.status_code, headers, answer.get_data())

    def find_endpoint(self, environ: dict[str, Any]) -> str:
        """The endpoint of a request; empty where the app has none."""
        with suppress(HTTPException):
            return str(self.app.url_map.bind_to_environ(environ).match()[0])
        return ""

    def _answer(self, environ: dict[str, Any]) -> Response:
        answer = Response.from_app(self.app, environ, buffered=True)
        # Otherwise granian names itself.
        answer.headers["Server"] = "kwado"
        return answer

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        self.pool.shutdown()
        self.close()


async def _read_body(protocol: HTTPProtocol, kept: int) -> tuple[bytes, int]:
    """The body and its length. The app refuses one that is longer than what was kept, without reading it.

    Raises `TimeoutError` when a part does not come.
    """
    body, length = bytearray(), 0
    async with asyncio.timeout(PART_SECONDS) as until_next:
        async for part in protocol:
            until_next.reschedule(asyncio.get_running_loop().time() + PART_SECONDS)
            length += len(part)
            if length <= kept:
                body += part
            if length > max(kept, BODY_READ):
                break
    return bytes(body), length


def make_environ(scope: Scope, body: bytes, length: int) -> dict[str, Any]:
    """The WSGI environ of a request (PEP 3333)."""
    server, _, port = scope.server.rpartition(":")
    headers = {
        name.upper().replace("-", "_"): ("; " if name == "cookie" else ",").join(
            scope.headers.get_all(name)  # type: ignore[attr-defined]
        )
        for name in set(scope.headers.keys())
        # X_Forwarded_For must not pass for X-Forwarded-For.
        if "_" not in name
    }
    content_type = headers.pop("CONTENT_TYPE", "")
    # The body is complete, chunked or not.
    for name in ("TRANSFER_ENCODING", "CONTENT_LENGTH"):
        headers.pop(name, None)
    return {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope.path).decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(length),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **{f"HTTP_{name}": text for name, text in headers.items()},
    }


def start_process() -> Gateway:
    """The pages of one process, with a press, backups and database connections of its own."""
    app = create_app()
    for keep in (make_daily_backups, _end_with_parent):
        threading.Thread(target=keep, daemon=True).start()

    def close() -> None:
        # Otherwise this process waits for the press, and the press for it.
        for child in multiprocessing.active_children():
            child.terminate()
        app.extensions["kwado-store"].close()

    return Gateway(app, close)


def make_daily_backups() -> None:
    """Has each day's backup made. What goes wrong is said in the log.

    Each process of the server asks; the lock of `companion.store.backup` lets one of them do it. It is
    made in a process of its own: its checksum reads every row, and pages would wait for that.
    """
    time.sleep(BACKUP_AFTER_SECONDS)
    while True:
        if get_today() not in dict(list_backups(find_backup_folder(find_database_url()))):
            done = subprocess.run(
                [sys.executable, "-m", "companion", "backup", "--daily"], capture_output=True, text=True
            )
            if done.stderr:
                logging.getLogger(__name__).warning("The daily backup: %s", done.stderr.strip())
        time.sleep(BACKUP_SECONDS)


def _end_with_parent() -> None:
    """Ends this process in order when the first one was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def make_server(
    address: str, port: int, processes: int, pair: tuple[Path, Path] | None
) -> AbstractServer[Any]:
    """A server for `serve()`; over https with a certificate and its key."""
    return Granian(
        f"{__name__}:{start_process.__name__}",
        address,
        port,
        interface=Interfaces.RSGI,
        workers=processes,
        backpressure=CONNECTION_LIMIT,
        http=HTTPModes.http1,
        websockets=False,
        http1_settings=HTTP1Settings(header_read_timeout=1_000 * HEAD_SECONDS, max_buffer_size=HEAD_LIMIT),
        log_enabled=False,
        ssl_cert=pair[0] if pair else None,
        ssl_key=pair[1] if pair else None,
        ssl_protocol_min=SSLProtocols.tls12,
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE_SECONDS,
        factory=True,
    )
