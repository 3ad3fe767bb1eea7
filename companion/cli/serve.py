"""`companion serve`: migrates the database if needed, and serves the pages."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType

import click
import segno

from companion.cli.daily_backups import say_backups, start_daily_backups
from companion.cli.server import PROCESSES, Server, allow_many_connections, listen, run_processes

# A killed server may keep its port for a moment.
PATIENCE_SECONDS = 2.0


@click.command("serve")
@click.option("--host", envvar="HOST", default="127.0.0.1", show_default=True, help="0.0.0.0: the whole LAN.")
@click.option(
    "--port", envvar="PORT", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any."
)
@click.option(
    "--processes",
    envvar="KWADO_PROCESSES",
    type=click.IntRange(1, 2),
    help="1 or 2; by default as many as there are cores.",
)
def serve(host: str, port: int, processes: int | None) -> None:
    """Serve the pages until Ctrl-C. With HOST=0.0.0.0 phones on the same network can open them."""
    from companion.store import check_tables, find_database_url, is_current
    from companion.web import create_app
    from companion.web.print.views import get_press
    from companion.web.settings import read_settings

    # Each process would say what is wrong.
    read_settings()
    if not is_current(find_database_url()):
        # In its own process: the server need not load Alembic.
        migrated = subprocess.run([sys.executable, "-m", "companion", "migrate"], stdout=subprocess.DEVNULL)
        if migrated.returncode:
            sys.exit(migrated.returncode)
    check_tables(find_database_url())
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    allow_many_connections()

    def work(parent: int) -> None:
        # One app per process: database connections and child processes cannot be shared.
        app = create_app()
        signal.signal(signal.SIGTERM, _end)
        with app.app_context():
            get_press().warm_up()
        start_daily_backups()
        try:
            Server(app, parent).run([listener])
        finally:
            app.extensions["kwado-store"].close()

    def say() -> None:
        click.echo(f"Kwa-Dō Companion is at http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}/")  # noqa: S104
        if host == "0.0.0.0":  # noqa: S104
            _show_way_for_phones(port)
        click.echo("Ctrl-C stops it.")
        say_backups()
        sys.stdout.flush()

    sys.exit(run_processes(processes or min(PROCESSES, os.cpu_count() or 1), work, say))


def _end(_signal: int, _frame: FrameType | None) -> None:
    """Exits normally, so that connections and child processes are closed."""
    sys.exit(0)


def _listen(host: str, port: int) -> socket.socket:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return listen(host, port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and time.monotonic() < until:
                time.sleep(0.1)
                continue
            raise click.ClickException(_say_refusal(host, port, error)) from error


def _say_refusal(host: str, port: int, error: OSError) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return (
            f"“{host}” is not an address of this machine. HOST=127.0.0.1 serves this machine only, "
            "HOST=0.0.0.0 every phone on its network."
        )
    reasons = {errno.EADDRINUSE: "is in use", errno.EACCES: "is kept for the system"}
    reason = reasons.get(error.errno or 0, f"cannot be served: {error.strerror or error}")
    return f"Port {port} {reason}. Another one: PORT=8001 ./run"


def _show_way_for_phones(port: int) -> None:
    """Prints this machine's address on the local network, and its QR code."""
    address = f"http://{find_lan_address()}:{port}/"
    click.echo(f"Phones on this network: {address}\nAnyone on this network can open it.\n")
    segno.make(address, micro=False).terminal(compact=True, border=2)


def find_lan_address() -> str:
    """This machine's address on its network.

    Connecting a datagram socket sends nothing, but makes the system choose the local address.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
