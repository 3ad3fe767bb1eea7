"""`companion serve`: brings the database up to date and serves the pages, for one machine."""

from __future__ import annotations

import socket
import subprocess
import sys

import click
import segno
from waitress.server import create_server

# More threads only wait for SQLite's one writer (TOOLCHAIN: p99 19 ms with few, 55 and more with many).
THREADS = 6


@click.command("serve")
@click.option("--host", envvar="HOST", default="127.0.0.1", show_default=True, help="0.0.0.0: the whole LAN.")
@click.option("--port", envvar="PORT", default=8000, show_default=True, type=click.IntRange(1, 65535))
def serve(host: str, port: int) -> None:
    """Serve the pages until Ctrl-C. With HOST=0.0.0.0 phones on the same network can open them."""
    from companion.web import create_app
    from companion.web.print.views import get_press

    # In a process of its own, so that the server does not carry what only migrations need.
    migrated = subprocess.run([sys.executable, "-m", "companion", "migrate"], stdout=subprocess.DEVNULL)
    if migrated.returncode:
        sys.exit(migrated.returncode)
    app = create_app()
    try:
        server = create_server(
            app, host=host, port=port, threads=THREADS, ident=None, max_request_body_size=4 * 1024 * 1024
        )
    except OSError as error:
        message = f"Port {port} on {host} cannot be served: {error.strerror or error}."
        raise click.ClickException(f"{message} Another one: PORT=8001 ./run") from error
    click.echo(f"Kwa-Dō Companion is at http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}/")
    if host == "0.0.0.0":
        _show_way_for_phones(port)
    click.echo("Ctrl-C ends it.")
    with app.app_context():
        get_press().warm_up()
    try:
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        server.close()


def _show_way_for_phones(port: int) -> None:
    """Prints the address of this machine on the local network, and a QR code of it."""
    address = f"http://{find_lan_address()}:{port}/"
    click.echo(f"Phones on this network: {address}\nWhoever is on the network can open it.\n")
    segno.make(address, micro=False).terminal(compact=True, border=2)


def find_lan_address() -> str:
    """This machine's address on its network, as a phone beside it would reach it.

    A datagram socket is given a far address; nothing is sent, but the system then says which of its own
    addresses it would use.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
