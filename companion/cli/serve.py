"""`companion serve` and `companion https`: migrate the database if needed, and serve the pages."""

import errno
import os
import resource
import socket
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import click
import segno

from companion.cli.kept_games import refuse_damage
from companion.cli.server import CONNECTION_LIMIT, PROCESSES, make_server
from companion.paths import COMMAND, find_instance_folder
from companion.store import (
    find_database_url,
    find_sqlite_file,
    get_today,
    migrate,
    serving,
    warn_of_backups,
)
from companion.web.serving.settings import read_settings, warn_of_settings

ALL, LOOPBACK = "0.0.0.0", "127.0.0.1"  # noqa: S104

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
@click.option("--open", "is_opened", is_flag=True, help="Open them in the browser, where there is a screen.")
def serve(host: str, port: int, processes: int | None, is_opened: bool) -> None:
    """Serve the pages until Ctrl-C. `phones` serves the whole network."""
    _serve(host, port, processes, is_opened=is_opened)


@click.command("phones")
@click.option("--port", envvar="PORT", default=8000, show_default=True, type=PORT, help="0: any.")
@processes_option
def phones(port: int, processes: int | None) -> None:
    """Serve the phones of this network: shows the address and a QR code."""
    _serve(ALL, port, processes)


@click.command("https")
@click.option("--host", envvar="HOST", default=ALL, show_default=True, help="127.0.0.1: this machine only.")
@click.option("--port", envvar="PORT", default=8443, show_default=True, type=PORT, help="0: any.")
@processes_option
def https(host: str, port: int, processes: int | None) -> None:
    """Serve over https, with a certificate made here: phones keep the app for when there is no network."""
    _serve(host, port, processes, is_encrypted=True)


def _serve(
    host: str, port: int, processes: int | None, *, is_encrypted: bool = False, is_opened: bool = False
) -> None:
    # Each process would say what is wrong.
    read_settings()
    url = find_database_url()
    refuse_damage(url)
    migrate(url)
    address, port = _find_place(host, port)
    # Each connection is an open file.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTION_LIMIT + 1_000
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard < 0 else min(wanted, hard), hard))
    pair = _find_certificate() if is_encrypted else None
    server = make_server(address, port, processes or min(PROCESSES, os.cpu_count() or 1), pair)
    server.on_startup(
        threading.Thread(target=_say_address, args=(host, port, pair, is_opened), daemon=True).start
    )
    with serving(url):
        server.serve()


def _say_address(host: str, port: int, pair: tuple[Path, Path] | None, is_opened: bool) -> None:
    """Prints the addresses when the first process answers; for phones with a QR code.

    A phone that does not trust the certificate yet is led to the page that says how.
    """
    scheme, here = "https" if pair else "http", LOOPBACK if host == ALL else host
    while True:
        with suppress(OSError), socket.create_connection((here, port)):
            break
        time.sleep(0.05)
    shown = f"[{here}]" if ":" in here else here
    page = f"{scheme}://{shown}:{port}/"
    click.echo(f"Kwa-Dō Companion is at {page}")
    # Elsewhere a browser of the terminal would start in the middle of what is said here.
    if is_opened and (sys.platform == "darwin" or {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ)):
        click.launch(page)
    if host == ALL and find_lan_address() == LOOPBACK:
        click.echo("No network address was found: phones reach this machine once it has a network.")
    elif host == ALL:
        address = f"{scheme}://{find_lan_address()}:{port}/"
        click.echo(f"Phones on this network: {address}\nAnyone on this network can open it.")
        if pair:
            address += "certificate"
            click.echo(f"A phone warns until it trusts this server. How: {address}")
        click.echo()
        segno.make(address, micro=False).terminal(compact=True, border=2)
    if file := find_sqlite_file(find_database_url()):
        click.echo(f"Games are kept in {file.parent}.")
    click.echo("Ctrl-C stops it.")
    for warning in (*warn_of_settings(), *warn_of_backups(find_database_url(), get_today())):
        click.echo(warning, err=True)
    sys.stdout.flush()


def _find_certificate() -> tuple[Path, Path]:
    """The files of a certificate for every name of this machine, and of its key."""
    try:
        from companion.cli.certificate import keep_certificate
    except ModuleNotFoundError as error:
        raise click.ClickException(
            "https needs the library cryptography, which is not made for this machine."
        ) from error
    host = socket.gethostname().lower().removesuffix(".local")
    addresses = dict.fromkeys([LOOPBACK, find_lan_address()])
    return keep_certificate(find_instance_folder(), [f"{host}.local", "localhost"], list(addresses))


def _find_place(host: str, port: int) -> tuple[str, int]:
    """The address of a host and a port that is free there; 0 picks one."""
    try:
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.create_server(place[:2], family=family) as probe:
            address, free = probe.getsockname()[:2]
            return str(address), int(free)
    except OSError as error:
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            raise click.ClickException(
                f"“{host}” is not an address of this machine. HOST=127.0.0.1 serves this machine only, "
                "HOST=0.0.0.0 every phone on its network."
            ) from error
        reasons = {errno.EADDRINUSE: "is in use", errno.EACCES: "is kept for the system"}
        reason = reasons.get(error.errno or 0, f"cannot be served: {error.strerror or error}")
        raise click.ClickException(f"Port {port} {reason}. Another one: PORT=8001 {COMMAND}") from error


def find_lan_address() -> str:
    """This machine's address on its network; its own where it has none.

    Connecting a datagram socket sends nothing, but makes the system choose the local address.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return LOOPBACK
