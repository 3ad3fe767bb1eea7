"""An app served in a thread of the tests, for their browsers."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.serving import make_server
from werkzeug.wrappers import Response


@contextmanager
def serve_in_thread(app: Flask, port: int = 0, pair: tuple[Path, Path] | None = None) -> Iterator[int]:
    """The port, 0 for a free one; over https with a certificate and its key."""
    files = (str(pair[0]), str(pair[1])) if pair else None

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        page = Response.from_app(app, environ, buffered=True)
        # This server adds the date, and two are no date.
        page.headers.pop("Date", None)
        return page(environ, start_response)

    server = make_server("127.0.0.1", port, answer, threaded=True, ssl_context=files)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
