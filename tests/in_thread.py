"""An app served in a thread of the tests, for their browsers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from werkzeug.serving import make_server


@contextmanager
def serve_in_thread(app: Flask, port: int = 0, pair: tuple[Path, Path] | None = None) -> Iterator[int]:
    """The port, 0 for a free one; over https with a certificate and its key."""
    files = (str(pair[0]), str(pair[1])) if pair else None
    server = make_server("127.0.0.1", port, app, threaded=True, ssl_context=files)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
