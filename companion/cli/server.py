"""The server: an event loop for connections, a few threads for pages, in one or two processes.

The loop reads a whole request before a thread makes the page, and sends the page when the thread is done. So
no thread waits for a phone, and idle or slow connections cost only a little memory. With too many
connections, those idle for longest are closed.

Python makes one page at a time per process, so a second process uses a second core. More would only wait for
SQLite's single writer.
"""

from __future__ import annotations

import asyncio
import io
import os
import resource
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from http import HTTPStatus
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO, Final
from urllib.parse import unquote_to_bytes

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.errors import CompanionError
from companion.store import MAX_IMPORT_BYTES

# See docs/decisions/0011-the-server.md.
PROCESSES: Final = 2
THREADS: Final = 4
HEAD_LIMIT: Final = 16 * 1024
# A larger body is read on but not kept, so that the browser shows the error page.
BODY_KEPT: Final = 128 * 1024
# The file of a game. Only few are kept at a time, for they take memory.
FILE_KEPT: Final = MAX_IMPORT_BYTES + 64 * 1024
FILES_AT_ONCE: Final = 4
BODY_READ: Final = 4 * 1024 * 1024
BODY_SECONDS: Final = 30
IDLE_SECONDS: Final = 75
CONNECTION_LIMIT: Final = 4_000
# Long enough for printing, the slowest request.
GRACE_SECONDS: Final = 30
ENDING: Final = (signal.SIGTERM, signal.SIGINT)
START_FAILED: Final = 2

_Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_Message = dict[str, Any]


class Gateway:
    """Runs a WSGI app on an ASGI server, with whole requests and whole answers."""

    def __init__(self, app: _Wsgi, threads: int = THREADS) -> None:
        self.app = app
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self.files = asyncio.Semaphore(FILES_AT_ONCE)

    async def __call__(self, scope: _Message, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        # uvicorn limits only heads that come in pieces.
        line = len(scope["raw_path"]) + len(scope["query_string"])
        if line + sum(len(name) + len(value) + 4 for name, value in scope["headers"]) > HEAD_LIMIT:
            await _refuse(send, 414 if line > HEAD_LIMIT // 2 else 431, b"This address is too long.")
            return
        is_file = int(dict(scope["headers"]).get(b"content-length", 0)) > BODY_KEPT
        if is_file and self.files.locked():
            await _refuse(send, 503, b"Too many files arrive just now. Please try again in a minute.")
            return
        async with self.files if is_file else nullcontext():
            await self._answer_body(scope, receive, send, FILE_KEPT if is_file else BODY_KEPT)

    async def _answer_body(
        self, scope: _Message, receive: Callable[..., Any], send: Callable[..., Any], kept: int
    ) -> None:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body, length, is_whole = await _read_body(receive, kept)
        except TimeoutError:
            await _refuse(send, 408, b"This took too long to arrive.")
            return
        if length is None:
            return
        environ = make_environ(scope, body, length)
        loop = asyncio.get_running_loop()
        status, headers, content = await loop.run_in_executor(self.pool, self._answer, environ)
        if not is_whole:
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    def _answer(self, environ: _Message) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        told: tuple[str, list[tuple[str, str]]] = ("500 Internal Server Error", [])

        def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
            nonlocal told
            told = (status, headers)

        parts = self.app(environ, start_response)
        try:
            content = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        status = int(told[0].split(" ", 1)[0])
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in told[1]]
        # uvicorn says the date; a compressed page brings its own, and two are no date.
        headers = [(name, value) for name, value in headers if name != b"date"]
        has_length = any(name == b"content-length" for name, _ in headers)
        if not has_length and status not in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED):
            headers.append((b"content-length", str(len(content)).encode()))
        return status, headers, content

    def close(self) -> None:
        self.pool.shutdown()


async def _refuse(send: Callable[..., Any], status: int, text: bytes) -> None:
    headers = [(b"connection", b"close"), (b"content-length", str(len(text)).encode())]
    headers.append((b"content-type", b"text/plain"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


async def _read_body(receive: Callable[..., Any], kept: int) -> tuple[bytes, int | None, bool]:
    """The body, its length, and whether it was read completely. Length None: the client has gone."""
    body = bytearray()
    length = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b"", None, False
        part = message.get("body", b"")
        length += len(part)
        # The app refuses longer bodies without reading them.
        if length <= kept:
            body += part
        if not message.get("more_body"):
            return bytes(body), length, True
        if length > BODY_READ:
            return bytes(body), length, False


def make_environ(scope: _Message, body: bytes, length: int) -> _Message:
    """The WSGI environ of a request (PEP 3333)."""
    client, server = scope["client"] or ("unknown", 0), scope["server"] or ("127.0.0.1", 0)
    environ: _Message = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "REMOTE_ADDR": client[0],
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.file_wrapper": _read_file,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    has_body = False
    for name, value in scope["headers"]:
        # X_Forwarded_For must not pass for X-Forwarded-For.
        if b"_" in name:
            continue
        has_body = has_body or name in (b"content-length", b"transfer-encoding")
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        separator = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{text}" if key in environ else text
    if has_body:
        environ["CONTENT_LENGTH"] = str(length)
    # The body is complete, chunked or not.
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ


def _read_file(file: BinaryIO, _block_size: int = 0) -> list[bytes]:
    """The content of a file that an app returns; this app's files are small."""
    with file:
        return [file.read()]


class _Connections(ServerState):
    """uvicorn's state, plus the time since which each connection has been idle."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[_Connection, float] = {}
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.limit = CONNECTION_LIMIT if soft < 0 else max(50, min(CONNECTION_LIMIT, soft - 200))


class _Connection(H11Protocol):
    server_state: _Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.server_state.waiting[self] = time.monotonic()
        if len(self.connections) > self.server_state.limit:
            next(iter(self.server_state.waiting)).end()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self.server_state.waiting.pop(self, None)

    def on_response_complete(self) -> None:
        # The answer may still be on its way; slow readers are cut off like idle connections.
        self.server_state.waiting[self] = time.monotonic()
        super().on_response_complete()
        if self.cycle is not None and not self.cycle.response_complete:
            self.server_state.waiting.pop(self, None)

    def connection_lost(self, exc: Exception | None) -> None:
        self.server_state.waiting.pop(self, None)
        super().connection_lost(exc)

    def end(self) -> None:
        self.server_state.waiting.pop(self, None)
        self.transport.abort()


class Server(uvicorn.Server):
    """Serves a WSGI app on listening sockets until a signal or `should_exit`.

    With `parent`, also until that process has ended. With a certificate and its key, over https.
    """

    def __init__(self, app: _Wsgi, parent: int | None = None, pair: tuple[Path, Path] | None = None) -> None:
        self.parent = parent
        self.gateway = Gateway(app)
        super().__init__(
            uvicorn.Config(
                self.gateway,
                interface="asgi3",
                http=_Connection,
                ws="none",
                loop="asyncio",
                lifespan="off",
                log_config=None,
                log_level="error",
                access_log=False,
                # The app reads forwarded headers itself, if KWADO_PROXIES is set.
                proxy_headers=False,
                server_header=False,
                h11_max_incomplete_event_size=HEAD_LIMIT,
                # `on_tick` ends idle connections sooner.
                timeout_keep_alive=2 * IDLE_SECONDS,
                timeout_graceful_shutdown=GRACE_SECONDS,
                ssl_certfile=pair[0] if pair else None,
                ssl_keyfile=pair[1] if pair else None,
            )
        )
        self.connections = self.server_state = _Connections()

    async def on_tick(self, counter: int) -> bool:
        """Whether to stop. Also ends connections that were idle for too long."""
        overdue = time.monotonic() - IDLE_SECONDS
        waiting = self.connections.waiting
        while waiting and (longest := next(iter(waiting.items())))[1] < overdue:
            longest[0].end()
        if self.parent is not None and os.getppid() != self.parent:
            self.should_exit = True
        return await super().on_tick(counter)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            super().run(sockets)
        finally:
            self.gateway.close()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 picks a free one. Raises `OSError`."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family, backlog=1_024)


def allow_many_connections() -> None:
    """Raises the limit of open files: each connection is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTION_LIMIT + 1_000
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard < 0 else min(wanted, hard), hard))


def run_processes(count: int, work: Callable[[int], None], say: Callable[[], None]) -> int:
    """The exit status after `count` processes have done the work, each given the id of this one.

    Calls `say` when they are started; from then on a signal ends them in order. A process that dies is
    started again, unless it failed at its start. SIGTERM and Ctrl-C end them all.
    """
    parent = os.getpid()
    started: dict[int, float] = {}
    is_ending = False

    def end(_signal: int, _frame: FrameType | None) -> None:
        nonlocal is_ending
        is_ending = True
        for pid in started:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def start() -> None:
        # A signal between fork and bookkeeping would not reach the child.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        pid = os.fork()
        if pid == 0:
            for number in ENDING:
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            _work_and_exit(work, parent)
        started[pid] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)

    for number in ENDING:
        signal.signal(number, end)
    for _ in range(count):
        start()
    say()
    failed = 0
    while started:
        pid, status = os.wait()
        seconds = time.monotonic() - started.pop(pid, 0.0)
        if is_ending:
            continue
        code = os.waitstatus_to_exitcode(status)
        if code in (0, START_FAILED):
            failed = max(failed, code)
            end(signal.SIGTERM, None)
        else:
            time.sleep(max(0.0, 1.0 - seconds))
            start()
    return failed


def _work_and_exit(work: Callable[[int], None], parent: int) -> None:
    code = 1
    try:
        work(parent)
        code = 0
    except CompanionError as error:
        print(error.message, file=sys.stderr)
        code = START_FAILED
    except KeyboardInterrupt:
        code = 0
    except SystemExit as wish:
        code = wish.code if isinstance(wish.code, int) else 0
    except BaseException:
        traceback.print_exc()
    sys.exit(code)
