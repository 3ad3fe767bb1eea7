"""`companion serve` and `companion https`: migrate the database if needed, and serve the pages."""

from __future__ import annotations

import errno
import os
import resource
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import click
import segno

from companion.cli.daily_backups import say_backups
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
    from companion.cli.server import CONNECTION_LIMIT, PROCESSES, make_server
    from companion.reference import check_pages
    from companion.store import find_database_url, is_current, make_private_file
    from companion.web.settings import read_settings

    # Each process would say what is wrong.
    read_settings()
    check_pages()
    make_private_file(find_database_url())
    if not is_current(find_database_url()):
        # In its own process: the server need not load Alembic.
        migrated = subprocess.run([sys.executable, "-m", "companion", "migrate"], stdout=subprocess.DEVNULL)
        if migrated.returncode:
            sys.exit(migrated.returncode)
    address, port = _find_place(host, port)
    _allow_many_connections(CONNECTION_LIMIT)
    pair = _find_certificate() if is_encrypted else None
    server = make_server(address, port, processes or min(PROCESSES, os.cpu_count() or 1), pair)
    here = "127.0.0.1" if host == ALL else host

    def say() -> None:
        _wait_until_open(here, port)
        scheme = "https" if pair else "http"
        click.echo(f"Kwa-Dō Companion is at {scheme}://{here}:{port}/")
        if host == ALL:
            _show_way_for_phones(f"{scheme}://{find_lan_address()}:{port}", is_new=pair is not None)
        click.echo("Ctrl-C stops it.")
        say_backups()
        sys.stdout.flush()

    server.on_startup(threading.Thread(target=say, daemon=True).start)
    server.serve()


def _allow_many_connections(count: int) -> None:
    """Raises the limit of open files: each connection is one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 1_000
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard < 0 else min(wanted, hard), hard))


def _wait_until_open(host: str, port: int) -> None:
    while True:
        with suppress(OSError), socket.create_connection((host, port)):
            return
        time.sleep(0.05)


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


def _find_place(host: str, port: int) -> tuple[str, int]:
    """The address of a host and a port that is free there; 0 picks one."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            with socket.create_server(place[:2], family=family) as probe:
                address, free = probe.getsockname()[:2]
                return str(address), int(free)
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
