"""`companion serve` and `companion https`: migrate the database if needed, and serve the pages."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

import click
import segno

from companion.cli.daily_backups import say_backups, start_daily_backups
from companion.cli.server import PROCESSES, Server, allow_many_connections, listen, run_processes
from companion.paths import find_instance_folder

# A killed server may keep its port for a moment.
PATIENCE_SECONDS = 2.0
ALL = "0.0.0.0"  # noqa: S104

PORT = click.IntRange(0, 65535)
processes_option = click.option(
    "--processes",
    envvar="KWADO_PROCESSES",
    type=click.IntRange(1, 2),
    help="1 or 2; by default as many as there are cores.",
)


@click.command("serve")
@click.option("--host", envvar="HOST", default="127.0.0.1", show_default=True, help="0.0.0.0: the whole LAN.")
@click.option("--port", envvar="PORT", default=8000, show_default=True, type=PORT, help="0: any.")
@processes_option
def serve(host: str, port: int, processes: int | None) -> None:
    """Serve the pages until Ctrl-C. `./run phones` serves the whole network."""
    _serve(host, port, processes)


@click.command("https")
@click.option("--host", envvar="HOST", default=ALL, show_default=True, help="127.0.0.1: this machine only.")
@click.option("--port", envvar="PORT", default=8443, show_default=True, type=PORT, help="0: any.")
@processes_option
def https(host: str, port: int, processes: int | None) -> None:
    """Serve over https, with a certificate made here: phones keep the app for when there is no network."""
    _serve(host, port, processes, is_encrypted=True)


def _serve(host: str, port: int, processes: int | None, *, is_encrypted: bool = False) -> None:
    from companion.store import find_database_url, is_current, make_private_file
    from companion.web import create_app
    from companion.web.print.views import get_press
    from companion.web.settings import read_settings

    # Each process would say what is wrong.
    read_settings()
    make_private_file(find_database_url())
    if not is_current(find_database_url()):
        # In its own process: the server need not load Alembic.
        migrated = subprocess.run([sys.executable, "-m", "companion", "migrate"], stdout=subprocess.DEVNULL)
        if migrated.returncode:
            sys.exit(migrated.returncode)
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    allow_many_connections()
    pair = _find_certificate() if is_encrypted else None

    def work(parent: int) -> None:
        # One app per process: database connections and child processes cannot be shared.
        app = create_app()
        signal.signal(signal.SIGTERM, _end)
        with app.app_context():
            get_press().warm_up()
        start_daily_backups()
        try:
            Server(app, parent, pair).run([listener])
        finally:
            app.extensions["kwado-store"].close()

    def say() -> None:
        scheme = "https" if pair else "http"
        click.echo(f"Kwa-Dō Companion is at {scheme}://{'127.0.0.1' if host == ALL else host}:{port}/")
        if host == ALL:
            _show_way_for_phones(f"{scheme}://{find_lan_address()}:{port}", is_new=pair is not None)
        click.echo("Ctrl-C stops it.")
        say_backups()
        sys.stdout.flush()

    sys.exit(run_processes(processes or min(PROCESSES, os.cpu_count() or 1), work, say))


def _find_certificate() -> tuple[Path, Path]:
    """The files of a certificate for every name of this machine, and of its key."""
    try:
        from companion.cli.certificate import keep_certificate
    except ModuleNotFoundError as error:
        raise click.ClickException(
            "https needs the library cryptography, which is not made for this machine."
        ) from error
    host = socket.gethostname().lower().removesuffix(".local")
    names = dict.fromkeys((f"{host}.local", "localhost", "127.0.0.1", find_lan_address()))
    return keep_certificate(find_instance_folder(), list(names))


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


def _show_way_for_phones(address: str, *, is_new: bool) -> None:
    """Prints this machine's address on the local network, and its QR code; to a phone that does not trust its
    certificate yet, the page that says how.
    """
    click.echo(f"Phones on this network: {address}/\nAnyone on this network can open it.")
    if is_new:
        address += "/certificate"
        click.echo(f"A phone warns until it trusts this server. How: {address}")
    click.echo()
    segno.make(address if is_new else f"{address}/", micro=False).terminal(compact=True, border=2)


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
